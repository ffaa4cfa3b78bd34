"""Say why something happened, in words and figures, and write what Human Resources says about it: a subject and a body.
Level names here are the plain ones; an edition may have its own."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache, reduce
from types import MappingProxyType

from characters.rules import ladder
from characters.rules.facts import Earned
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Need, Performance
from engine.translatable import Translatable, said, said_of, spoken

LEVEL_WORDS = {level: f"a {name}" for level, name in ladder.NAMES.items()} | {
    ladder.ENTRY: f"an {ladder.NAMES[ladder.ENTRY]} employee"
}


def percent(value: Decimal) -> str:
    """Return 81.00 as "81 %", 80.50 as "80.5 %"."""
    text = f"{value:f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


@lru_cache(maxsize=10_000)  # points of a game are small numbers: most reviews have been put into words before
def review(result: Performance, level: str) -> str:
    """Return "162 of 200 points is 81 %; a Vice President needs 80 %", in English: the fold's own words prove it, and
    have left out since 1.0 which points they are."""
    return str(reviewed(result, level)).replace(" game points", " points")


def reviewed(result: Performance, level: str) -> Translatable:
    """Return what `review` says as people read it: "162 of 200 game points is 81 %; ..."."""
    if result.percent is None:
        return said("{points:,} game points; this timed game is not reviewed", points=result.points)
    figures = {"points": result.points, "yardstick": result.yardstick, "share": percent(result.percent)}
    if not result.minimum:
        return said(
            "{points:,} of {yardstick:,} game points is {share}; an Entry Level employee needs no minimum", **figures
        )
    figures |= {"level": ladder.NAMES[level], "minimum": result.minimum}
    if result.safe_win and not result.meets(result.minimum):
        return said(
            "{points:,} of {yardstick:,} game points is {share}; a {level} needs {minimum} %, "
            "but a win in a game of 200 or more always passes",
            **figures,
        )
    return said("{points:,} of {yardstick:,} game points is {share}; a {level} needs {minimum} %", **figures)


def promotion(needs: Sequence[Need]) -> str:
    """Return "512 of 500 points, degrees 1 and 2 of 1 each, trips 3 and 2 of 2 each"."""
    parts = [f"{needs[0].have:,} of {needs[0].need:,} points"]
    for kind in ("degrees", "trips"):
        group = [need for need in needs if need.kind == kind]
        if group:
            have = " and ".join(str(need.have) for need in group)
            parts.append(f"{kind} {have} of {group[0].need}{' each' if len(group) > 1 else ''}")
    return ", ".join(parts)


def missing(needs: Sequence[Need], next_name: str, names: Mapping[str, str]) -> str:
    """Return "For Senior you still lack 380 game points, 1 degree in Law and 2 trips through Harrods.", or "" if
    nothing is lacking. `names`: of programs and companies by id, and by "" of both companies together."""
    lacking = [_lacking(need, names) for need in needs if not need.met]
    if not lacking:
        return ""
    listed = reduce(lambda row, entry: said("{row}, {one}", row=row, one=entry), lacking[: max(len(lacking) - 1, 1)])
    if len(lacking) > 1:
        listed = said("{row} and {last}", row=listed, last=lacking[-1])
    return said("For {next_name} you still lack {listed}.", next_name=next_name, listed=listed)


def _lacking(need: Need, names: Mapping[str, str]) -> Translatable:
    if need.kind == "points":
        return said_of(need.missing, "{count:,} game point", "{count:,} game points")
    if need.kind == "degrees":
        return said_of(
            need.missing, "{count} degree in {program}", "{count} degrees in {program}", program=names[need.subject]
        )
    return said_of(
        need.missing, "{count} trip through {company}", "{count} trips through {company}", company=names[need.subject]
    )


def parachute(points: int) -> str:
    """Return the reason of a parachute in English and in pounds, as the fold says it."""
    return str(left(points, "£")).replace(" game points", " points")


def left(points: int, currency: str) -> Translatable:
    """Return the reason of a parachute, translatable, in the money of the edition."""
    return said(
        "{points:,} of {asked:,} game points as C-level; leaves with a bonus of {currency}{bonus:,}",
        points=points,
        asked=ladder.PARACHUTE_POINTS,
        currency=currency,
        bonus=ladder.PARACHUTE_CASH,
    )


_GROUP = re.compile(r"\b(degrees|trips) (\d+)(?: and (\d+))? of (\d+)(?: each)?")
_POINTS = re.compile(r"(\d) points\b")
_UNITS = {"degrees": ("degree", "in"), "trips": ("trip", "through")}


def as_read(why: str, currency: str, *, degrees: Sequence[str] = (), trips: Sequence[str] = ()) -> str:
    """Return a reason as people read it: "512 of 500 game points, 22 degrees in Law and 8 in Journalism (1 each
    needed)". The fold's own words, by which it is proved, stay as they are. `degrees` and `trips`: names of the two
    programs and the two companies."""
    names = {"degrees": tuple(degrees), "trips": tuple(trips)}
    return _GROUP.sub(lambda match: _counted(match, names[match[1]]), _named(why, currency))


def _named(why: str, currency: str) -> str:
    """Return a reason with the name of its points and the money of the edition."""
    return _POINTS.sub(r"\1 game points", in_currency(why, currency), count=1)


def _counted(match: re.Match[str], names: tuple[str, ...]) -> str:
    (unit, join), first, second, need = _UNITS[match[1]], match[2], match[3], match[4]
    units = unit if first == "1" and second is None else f"{unit}s"
    if second is None:
        return f"{first} {units} ({need} needed)"
    if len(names) != 2 or names[0] == names[1]:
        return f"{first} and {second} {units} ({need} each needed)"
    specialty, other = f"{first} {unit if first == '1' else units} {join} {names[0]}", f"{second} {join} {names[1]}"
    return f"{specialty} and {other} ({need} each needed)"


@dataclass(frozen=True, slots=True)
class Why:
    """The figures of an event, as its row keeps them."""

    kind: str
    career: int
    level: str
    points: int
    yardstick: int | None
    minimum: int | None
    why: str


def in_words(
    row: Why, currency: str, *, degrees: Sequence[str] = (), trips: Sequence[str] = (), plain: bool = False
) -> str:
    """Return `as_read`, or with `plain` degrees and trips as the fold has them, translatable, made again from the
    figures of the row; only in English if these do not lead to the row's own words."""
    english = _named(row.why, currency) if plain else as_read(row.why, currency, degrees=degrees, trips=trips)
    return next((sentence for sentence in _again(row, currency, degrees, trips) if sentence == english), english)


def _again(row: Why, currency: str, degrees: Sequence[str], trips: Sequence[str]) -> Iterator[Translatable]:
    if row.kind in ("review", "demotion"):
        for safe in (False, True):
            yield reviewed(Performance(row.points, row.yardstick, row.minimum or 0, safe), row.level)
    elif row.kind == "promotion":
        points = said("{have:,} of {need:,} game points", have=row.points, need=row.yardstick or 0)
        names = {"degrees": tuple(degrees), "trips": tuple(trips)}
        groups = [_group(match, names[match[1]]) for match in _GROUP.finditer(row.why)]
        yield reduce(lambda line, group: said("{line}, {one}", line=line, one=group), groups, points)
    elif row.kind == "parachute":
        yield left(row.points, currency)
    elif row.kind == "restart":
        yield restarted(row.career)


def _group(match: re.Match[str], names: tuple[str, ...]) -> Translatable:
    degrees, first, need = match[1] == "degrees", int(match[2]), match[4]
    if match[3] is None:
        if degrees:
            return said_of(first, "{count} degree ({need} needed)", "{count} degrees ({need} needed)", need=need)
        return said_of(first, "{count} trip ({need} needed)", "{count} trips ({need} needed)", need=need)
    values = {"second": match[3], "need": need}
    if len(names) != 2 or names[0] == names[1]:
        if degrees:
            return said("{first} and {second} degrees ({need} each needed)", first=first, **values)
        return said("{first} and {second} trips ({need} each needed)", first=first, **values)
    values |= {"name": names[0], "other": names[1]}
    if degrees:
        return said_of(
            first,
            "{count} degree in {name} and {second} in {other} ({need} each needed)",
            "{count} degrees in {name} and {second} in {other} ({need} each needed)",
            **values,
        )
    return said_of(
        first,
        "{count} trip through {name} and {second} through {other} ({need} each needed)",
        "{count} trips through {name} and {second} through {other} ({need} each needed)",
        **values,
    )


def in_currency(why: str, currency: str) -> str:
    """Return a reason as people read it. The fold speaks in pounds for everybody, because its words are proved by
    digest."""
    return why.replace("£", currency)


def restart(number: int) -> str:
    """Return the reason of a restart in English, as the fold says it."""
    return str(restarted(number))


def restarted(number: int) -> Translatable:
    """Return the reason of a restart, translatable."""
    return said("starts career {number} at Entry Level after the golden parachute", number=number)


def happens(kind: str, name: str, level_name: str) -> Translatable:
    """Return what an event does to a character, as the beginning of a sentence."""
    return {
        "promotion": said("{name} becomes {level}", name=name, level=level_name),
        "demotion": said("{name} falls to {level}", name=name, level=level_name),
        "parachute": said("{name} leaves by golden parachute", name=name),
        "restart": said("{name} starts again as {level}", name=name, level=level_name),
        "review": said("{name} is reviewed and stays {level}", name=name, level=level_name),
    }[kind]


def noun(kind: str, level_name: str) -> Translatable:
    """Return an event as a noun: "promotion to Manager"."""
    return {
        "promotion": said("promotion to {level}", level=level_name),
        "demotion": said("demotion to {level}", level=level_name),
        "parachute": said("golden parachute"),
        "restart": said("new career"),
        "review": said("passed review"),
    }[kind]


def counted(earned: Earned, rules: HouseRules) -> Translatable:
    """Return what a career earned elsewhere counts for, under the house rules with which it was brought along."""
    start = ladder.start_level(earned, {earned.rules: rules})
    if earned.status == ladder.RETIRED:
        return said("That career ended by golden parachute; the next one begins at Entry Level, here as there (R89).")
    if rules.earned_elsewhere == "shown":
        return said("Under the house rules it is shown but counts for nothing: the career here begins at Entry Level.")
    level = ladder.NAMES[start]
    if start != earned.level:
        return said("Under the house rules the level counts up to {level}: the career here begins there.", level=level)
    return said("Under the house rules the level counts: the career here begins as {level}.", level=level)


@dataclass(frozen=True, slots=True)
class Memo:
    """A memo. `parts` are the paragraphs of the body."""

    subject: str
    parts: tuple[str, ...]

    @property
    def body(self) -> str:
        """Return the body in English, as it is stored."""
        return "\n\n".join(self.parts)

    @property
    def spoken_body(self) -> str:
        """Return the body in the current reader's language."""
        return "\n\n".join(map(spoken, self.parts))


def memo(kind: str, *, on: date, old: str, new: str, why: str, missing: str = "") -> Memo:
    """Return the letter for an event of this kind. Raise KeyError for an unknown kind. `old` and `new` are levels as
    the character bears them, `why` the event's reason in figures, `missing` a sentence on what the next step still
    requires."""
    letter = _KEPT_LEVEL if kind == "demotion" and old == new else _LETTERS[kind]
    subject, text = (said(pattern, day=_day(on), old=old, new=new) for pattern in letter)
    return Memo(subject, tuple(filter(None, (text, _as_a_sentence(kind, why), missing))))


def taken_back(kind: str, *, on: date, new: str, why: str) -> Memo:
    """Return the letter that takes back an earlier one about an event that no longer holds; `why` is the reason. Raise
    KeyError for a kind that nobody is told of."""
    what, day = _TAKEN_BACK[kind](new), _day(on)
    return Memo(
        said("We take it back: {what}", what=what),
        (
            said(
                "What we wrote about your performance of {day} no longer holds, and your file says so. Please "
                "disregard it: {what}. We apologise for any furniture that has been moved.",
                day=day,
                what=what,
            ),
            said("The reason: {why}.", why=why),
        ),
    )


def _day(on: date) -> Translatable:
    """Return a day such as 6 January."""
    return said("{day} {month}", day=on.day, month=said(f"{on:%B}"))


def _as_a_sentence(kind: str, why: str) -> str:
    """Return a reason as a sentence. It begins with a figure, that of a restart with a verb."""
    if not isinstance(why, Translatable):
        return f"{why[:1].upper()}{why[1:]}."
    if kind == "restart":
        return said("Starts career {number} at Entry Level after the golden parachute.", **why.values)
    return said("{why}.", why=why)


_TAKEN_BACK: Mapping[str, Callable[[str], Translatable]] = MappingProxyType(
    {
        "promotion": lambda new: said("your appointment as {new}", new=new),
        "demotion": lambda new: said("your demotion to {new}", new=new),
        "parachute": lambda new: said("your golden parachute"),
    }
)


# Subject and text of the letter about each kind of event; a demotion that stays at Entry Level has its own.
_KEPT_LEVEL = (
    said("Your review of {day}"),
    said("Following a review of {day}, we ask you to do better. You remain {old}."),
)
_LETTERS: Mapping[str, tuple[Translatable, Translatable]] = MappingProxyType(
    {
        "review": (
            said("Your review of {day}"),
            said(
                "We looked at your performance of {day} and are pleased to leave your desk where it is. You remain "
                "{old}."
            ),
        ),
        "promotion": (
            said("Your appointment as {new}"),
            said(
                "We are delighted to offer you a larger office. As of your next game you are {new}. "
                "Kindly return the key to the old one."
            ),
        ),
        "demotion": (
            said("We regret to inform you: {new}"),
            said(
                "Following a review of {day}, the company has decided to part with your office. "
                "As of your next game you are {new}."
            ),
        ),
        "parachute": (
            said("Your golden parachute"),
            said(
                "The board thanks you for everything that happened up to {day}. "
                "Security will see you to the roof, where your parachute waits."
            ),
        ),
        "restart": (
            said("Welcome aboard, again"),
            said("The holiday is over. As of {day} you start again as {new}: same name, same companies, empty tally."),
        ),
    }
)
