"""Why something happened, in words and figures. Level names here are the plain ones; an edition may have its own."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

from characters.rules import ladder
from characters.rules.facts import Earned
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Need, Performance

LEVEL_WORDS = {level: f"a {name}" for level, name in ladder.NAMES.items()} | {
    ladder.ENTRY: f"an {ladder.NAMES[ladder.ENTRY]} employee"
}


def percent(value: Decimal) -> str:
    """81.00 as "81 %", 80.50 as "80.5 %"."""
    text = f"{value:f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


@lru_cache(maxsize=10_000)  # points of a game are small numbers: most reviews have been put into words before
def review(result: Performance, level: str) -> str:
    """ "162 of 200 points is 81 %; a Vice President needs 80 %"."""
    if result.percent is None:
        return f"{result.points:,} points; this timed game is not reviewed"
    share = f"{result.points:,} of {result.yardstick:,} points is {percent(result.percent)}"
    if not result.minimum:
        return f"{share}; an Entry Level employee needs no minimum"
    needed = f"{LEVEL_WORDS[level]} needs {result.minimum} %"
    if result.safe_win and not result.meets(result.minimum):
        return f"{share}; {needed}, but a win in a game of 200 or more always passes"
    return f"{share}; {needed}"


def promotion(needs: Sequence[Need]) -> str:
    """ "512 of 500 points, degrees 1 and 2 of 1 each, trips 3 and 2 of 2 each"."""
    parts = [f"{needs[0].have:,} of {needs[0].need:,} points"]
    for kind in ("degrees", "trips"):
        group = [need for need in needs if need.kind == kind]
        if group:
            have = " and ".join(str(need.have) for need in group)
            parts.append(f"{kind} {have} of {group[0].need}{' each' if len(group) > 1 else ''}")
    return ", ".join(parts)


def missing(needs: Sequence[Need], next_name: str, names: Mapping[str, str]) -> str:
    """ "For Senior you still lack 380 points, 1 degree in Law and 2 trips through Harrods." `names`: of programs and
    companies by id, and by "" of both companies together. Empty where nothing is lacking."""
    lacking = [_lacking(need, names) for need in needs if not need.met]
    if not lacking:
        return ""
    listed = " and ".join([", ".join(lacking[:-1]), lacking[-1]] if len(lacking) > 1 else lacking)
    return f"For {next_name} you still lack {listed}."


def _lacking(need: Need, names: Mapping[str, str]) -> str:
    several = "" if need.missing == 1 else "s"
    if need.kind == "points":
        return f"{need.missing:,} point{several}"
    if need.kind == "degrees":
        return f"{need.missing} degree{several} in {names[need.subject]}"
    return f"{need.missing} trip{several} through {names[need.subject]}"


def parachute(points: int) -> str:
    return (
        f"{points:,} of {ladder.PARACHUTE_POINTS:,} points as C-level; "
        f"leaves with a bonus of £{ladder.PARACHUTE_CASH:,}"
    )


_GROUP = re.compile(r"\b(degrees|trips) (\d+)(?: and (\d+))? of (\d+)(?: each)?")
_UNITS = {"degrees": ("degree", "in"), "trips": ("trip", "through")}


def as_read(why: str, currency: str, *, degrees: Sequence[str] = (), trips: Sequence[str] = ()) -> str:
    """A reason as people read it: "22 degrees in Law and 8 in Journalism (1 each needed)". The fold's own words, by
    which it is proved, stay as they are. `degrees` and `trips`: names of the two programs and the two companies."""
    names = {"degrees": tuple(degrees), "trips": tuple(trips)}
    return _GROUP.sub(lambda found: _counted(found, names[found[1]]), in_currency(why, currency))


def _counted(found: re.Match[str], names: tuple[str, ...]) -> str:
    (unit, join), first, second, need = _UNITS[found[1]], found[2], found[3], found[4]
    units = unit if first == "1" and second is None else f"{unit}s"
    if second is None:
        return f"{first} {units} ({need} needed)"
    if len(names) != 2 or names[0] == names[1]:
        return f"{first} and {second} {units} ({need} each needed)"
    one, other = f"{first} {unit if first == '1' else units} {join} {names[0]}", f"{second} {join} {names[1]}"
    return f"{one} and {other} ({need} each needed)"


def in_currency(why: str, currency: str) -> str:
    """A reason as people read it. The fold speaks in pounds for everybody, because its words are proved by digest."""
    return why.replace("£", currency)


def restart(number: int) -> str:
    return f"starts career {number} at Entry Level after the golden parachute"


def happens(kind: str, name: str, level_name: str) -> str:
    """What an event does to a character, as the beginning of a sentence."""
    return {
        "promotion": f"{name} becomes {level_name}",
        "demotion": f"{name} falls to {level_name}",
        "parachute": f"{name} leaves by golden parachute",
        "restart": f"{name} starts anew as {level_name}",
        "review": f"{name} is reviewed and stays {level_name}",
    }[kind]


def noun(kind: str, level_name: str) -> str:
    """An event as a noun: "promotion to Manager"."""
    return {
        "promotion": f"promotion to {level_name}",
        "demotion": f"demotion to {level_name}",
        "parachute": "golden parachute",
        "restart": "new career",
        "review": "passed review",
    }[kind]


def counted(earned: Earned, rules: HouseRules) -> str:
    """What a career counts for that was earned elsewhere, by the house rules under which it was brought along."""
    start = ladder.start_level(earned, {earned.rules: rules})
    if earned.status == ladder.RETIRED:
        return "That career ended by golden parachute; the next one begins at Entry Level, here as there (R89)."
    if rules.earned_elsewhere == "shown":
        return "By the house rules it is shown and counts for nothing: the career here begins at Entry Level."
    if start != earned.level:
        return f"By the house rules the level counts up to {ladder.NAMES[start]}: the career here begins there."
    return f"By the house rules the level counts: the career here begins as {ladder.NAMES[start]}."
