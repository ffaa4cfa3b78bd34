"""Play a game that a club defines as data, as `SheetSystem` of `games.rules.systems` asks for it. A definition is a
mapping that `definition_judge` has judged; its canonical text never changes, so that its digest identifies it. Nothing
in it is evaluated: points are a sum, and an ending is one of seven."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple
from unicodedata import normalize

from characters.rules.choices import Questions
from characters.rules.names import name_key
from engine.core.questions import OPTION, PLAY, Question
from engine.core.toml import MOST_DEEP, packaged
from engine.translatable import Translatable, said, said_list
from games.rules.definition_judge import (
    BY_POINTS,
    ENDINGS,
    KINDS,
    LONGEST_ID,
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_SEATS,
    TOO_LARGE,
    YES_NO,
    BadDefinition,
    Fault,
    as_json,
    as_tables,
    faults_of,
    schema,
)
from games.rules.figures import Figure
from games.rules.sheets import Figures, Knowledge, Problem, ScoreSheet, SeatLine, wrong_winners

__all__ = [
    "ENDINGS",
    "MOST_BYTES",
    "MOST_COLUMNS",
    "MOST_SEATS",
    "BadDefinition",
    "Definition",
    "Fault",
    "Shape",
    "as_toml",
    "canonical",
    "changed",
    "definition",
    "digest_of",
    "faults_of",
    "ids_for",
    "read_definition",
    "schema",
    "shapes",
]
Entries = tuple[tuple[str, str], ...]
Ties = tuple[tuple[str, int], ...]
LAST = MOST_SEATS + 1  # what a missing place, or order of leaving, counts as


def read_definition(text: str) -> dict[str, Any]:
    """Return the mapping in a text of TOML or JSON, not judged yet. Raise BadDefinition."""
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise BadDefinition(TOO_LARGE)
    text = text.removeprefix("\ufeff")
    try:
        is_json = text.lstrip().startswith("{")
        raw: dict[str, Any] = json.loads(text, object_pairs_hook=_each_once) if is_json else tomllib.loads(text)
    except BadDefinition:
        raise
    except RecursionError as error:
        raise BadDefinition(_TOO_DEEP) from error
    except ValueError as error:
        line = re.search(r"\bline (\d+)", str(error))
        where = said("Line {line} can't be read", line=int(line[1])) if line else said("The text can't be read")
        why = str(error).partition(" (at ")[0].partition(": line ")[0][:200]
        raise BadDefinition(Fault("", said("{where}: {why}.", where=where, why=why))) from error
    if _depth(raw) > MOST_DEEP:
        raise BadDefinition(_TOO_DEEP)
    return raw


_TOO_DEEP = Fault("", said("Lists and tables are nested too deep."))


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadDefinition(Fault("", said("The text gives the same name twice in one table.")))
    return found


def _depth(raw: Any) -> int:
    """Return how deep values are nested, counted up to one level more than may be."""
    level, depth = [raw], 0
    while level and depth <= MOST_DEEP:
        inner = (value.values() if isinstance(value, dict) else value for value in level)
        level = [value for values in inner for value in values if isinstance(value, dict | list)]
        depth += 1
    return depth


def canonical(raw: object) -> str:
    """Return the one text of a definition: tidied, without defaults, as compact JSON. Raise BadDefinition."""
    if faults := faults_of(raw):
        raise BadDefinition(*faults)
    return as_json(raw)


def digest_of(content: str) -> str:
    """Return the digest of a canonical text."""
    return sha256(content.encode()).hexdigest()


def as_toml(content: str) -> str:
    """Return a canonical text as people edit it."""
    return as_tables(json.loads(content))


@dataclass(frozen=True)
class Definition:
    """A version of a club's game. `STATED`: the table says who won; otherwise its figures do."""

    ID: str
    content: str
    digest: str = field(compare=False)
    NAME: str = field(compare=False)
    SEATS: tuple[int, int] = field(compare=False)
    FIGURES: tuple[Figure, ...] = field(compare=False)
    ends: str = field(compare=False)
    minutes: int | None = field(compare=False)
    variants: Entries = field(compare=False)
    sides: Entries = field(compare=False)
    ties: Ties = field(compare=False, repr=False)
    worth: Mapping[str, int | Mapping[str, int]] = field(compare=False, repr=False)
    MODES: dict[str, str] = field(compare=False, repr=False, default_factory=dict)
    CAREERS: bool = field(compare=False, repr=False, default=False)
    BY_THE_BOOK: bool = field(compare=False, repr=False, default=False)
    QUESTIONS: Questions = field(compare=False, repr=False, default_factory=dict)

    @property
    def ONE_WINNER(self) -> bool:
        return self.ends == "one_winner"

    @property
    def HAS_POINTS(self) -> bool:
        return any(self.worth.values())

    @property
    def MOST_POINTS_WIN(self) -> bool:
        return self.ends == "most_points"

    @property
    def POINTS_DECIDE(self) -> bool:
        return self.ends in BY_POINTS

    @property
    def BELOW_ZERO(self) -> bool:
        values = ((figure.name, (figure.least, figure.most, *dict(figure.options))) for figure in self.FIGURES)
        return any(_points(self.worth.get(name, 0), value) < 0 for name, some in values for value in some)

    @property
    def STATED(self) -> bool:
        return self.ends in ("one_winner", "together", "sides")

    def points(self, line: SeatLine, sheet: ScoreSheet | None = None, /) -> int:
        """Return the sum of what the columns bring; a missing figure brings nothing."""
        return sum(_points(self.worth.get(name, 0), value) for name, value in line.figures.items())

    def best(self, figures: Figures, total: int, /) -> tuple[tuple[Fraction | int, ...], Translatable]:
        """Return the key and the words by which a best game is remembered; no words if nothing compares."""
        place, out = figures.get("finish"), figures.get("out")
        if self.ends == "places":
            return (-(place or LAST),), said("place {place}", place=place) if place else said("")
        if self.ends == "eliminated":
            return (out or LAST,), said("out as number {out}", out=out) if out else said("still in at the end")
        if not any(self.worth.values()):
            return (0,), said("")
        return (-total if self.ends == "fewest_points" else total,), said("{total:,} points", total=total)

    def ranking(self, sheet: ScoreSheet, /) -> tuple[tuple[int, ...], ...]:
        """Return the seats from first to last, equal ones together; a seat without the figure that decides is last."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for line in sheet.seats:
            groups.setdefault(self._rank_key(line), []).append(line.seat)
        return tuple(tuple(seats) for _, seats in sorted(groups.items(), reverse=True))

    def _rank_key(self, line: SeatLine) -> tuple[int, ...]:
        """Return what a seat is ranked by; more is better."""
        if self.ends in BY_POINTS:
            points = self.points(line) if self.ends == "most_points" else -self.points(line)
            return (points, *(sign * int(line.figures.get(name) or 0) for name, sign in self.ties))
        keys = {"places": -line.figures.get("finish", LAST), "eliminated": line.figures.get("out", LAST), "together": 0}
        return (keys.get(self.ends, int(line.won)),)

    def problems(self, sheet: ScoreSheet, knowledge: Knowledge, /) -> list[Problem]:
        """Return what cannot have happened at a table of this game."""
        check = {"places": _places, "eliminated": _outs, "together": _apart, "sides": _sides}.get(self.ends)
        wrong = list(check(sheet)) if check else []
        if wrong or self.STATED:
            return wrong
        return list(wrong_winners(sheet, self.ranking(sheet), self._decides(), ""))

    def _decides(self) -> Translatable:
        if self.ends not in BY_POINTS:
            return said("the first place") if self.ends == "places" else said("still in at the end")
        points = said("the fewest points") if self.ends == "fewest_points" else said("the most points")
        then = _tie_words(self.ties, {figure.name: figure.label for figure in self.FIGURES})
        return said("{points}, then {columns}", points=points, columns=then) if then else points


def _points(worth: int | Mapping[str, int], value: Any) -> int:
    if isinstance(worth, Mapping):
        return worth.get(value, 0) if isinstance(value, str) else 0
    return worth * value if isinstance(value, int) else 0


def _tie_words(ties: Ties, labels: Mapping[str, str]) -> Translatable:
    more, less = said("more {label}"), said("less {label}")
    return said_list([said(more if sign > 0 else less, label=labels[name]) for name, sign in ties])


def _places(sheet: ScoreSheet) -> Iterator[Problem]:
    places = [line.figures["finish"] for line in sheet.seats if "finish" in line.figures]
    if len(places) < len(sheet.seats):
        return
    for line in sheet.seats:
        place = line.figures["finish"]
        right = 1 + sum(other < place for other in places)
        if place != right:
            text = said("{who}: the place can't be {place}; by the places of the others it is {right}.")
            yield line.problem(text, "finish", place=place, right=right)


def _outs(sheet: ScoreSheet) -> Iterator[Problem]:
    outs = {line.figures.get("out") for line in sheet.seats}
    if sheet.seats and None not in outs:
        text = said("Out: everybody has a number; leave it empty for the player who was still in at the end.")
        yield Problem(text, figure="out")
    for line in sheet.seats:
        out = line.figures.get("out", 1)
        if out > 1 and out - 1 not in outs:
            yield line.problem(
                said("{who}: out as number {out}, but nobody was number {before}."), "out", out=out, before=out - 1
            )


def _sides(sheet: ScoreSheet) -> Iterator[Problem]:
    sides = {line.figures.get("side") for line in sheet.seats}
    if None in sides or not sides:
        return
    if len(sides) < 2:
        yield Problem(said("Everybody is on the same side; a game needs at least two."), figure="side")
    if not any(line.won for line in sheet.seats):
        yield Problem(said("No side is marked as winner; mark one, or all of them for a draw."), figure="won")
    yield from _apart(sheet)


def _apart(sheet: ScoreSheet) -> Iterator[Problem]:
    """Yield each seat that is not marked as winner although its side is; without sides, all are on one."""
    won = {line.figures.get("side") for line in sheet.seats if line.won}
    for line in sheet.seats:
        if not line.won and line.figures.get("side") in won:
            text = said("{who}: not marked as winner, unlike others who win or lose together with this seat.")
            yield line.problem(text, "won")


@lru_cache(maxsize=2048)
def definition(content: str, system: str) -> Definition:
    """Return the game of a canonical text, under the id by which sheets know it."""
    raw = json.loads(content)
    columns = [_filled(column) for column in raw.get("columns", ())]
    sides = _entries(raw.get("sides", ()))
    return Definition(
        ID=system,
        content=content,
        digest=digest_of(content),
        NAME=raw["name"],
        SEATS=(raw["seats"][0], raw["seats"][1]),
        FIGURES=(*_deciding(raw["ends"], raw["seats"][1], sides), *map(_figure, columns)),
        ends=raw["ends"],
        minutes=raw.get("minutes"),
        variants=(variants := _entries(raw.get("variants", ()))),
        sides=sides,
        ties=_ties(raw),
        worth={column["id"]: _worth(column) for column in columns},
        QUESTIONS={key: _played_with(key, label) for key, label in variants},
    )


def _played_with(key: str, label: str) -> Question:
    """Return what a sheet asks of a variant."""
    answers = {False: said("no"), True: said("yes")}
    return Question(key, clause="", of=OPTION, concerns=PLAY, text=label, default=False, options=answers)


def _filled(column: Mapping[str, Any]) -> dict[str, Any]:
    """Return a column with its defaults."""
    parts = KINDS[column["kind"]]["properties"]
    return {name: column.get(name, part.get("default")) for name, part in parts.items()}


def _ties(raw: Mapping[str, Any]) -> Ties:
    return tuple((tie.removeprefix("-"), -1 if tie.startswith("-") else 1) for tie in raw.get("ties", ()))


def _entries(raw: Any) -> Entries:
    return tuple((entry["id"], entry["label"]) for entry in raw)


def _deciding(ends: str, most: int, sides: Entries) -> Iterator[Figure]:
    """Yield the figure that an ending brings along."""
    if ends == "places":
        yield Figure("finish", said("Place"), "number", required=True, least=1, most=most)
    elif ends == "eliminated":
        hint = said("1 left first, 2 next; empty: still in at the end")
        yield Figure("out", said("Out"), "number", least=1, most=most, hint=hint)
    elif ends == "sides":
        yield Figure("side", said("Side"), "choice", required=True, options=sides)


def _figure(column: Mapping[str, Any]) -> Figure:
    bounds = {name: column[name] for name in ("least", "most", "step") if name in column}
    return Figure(
        column["id"],
        column["label"],
        "flag" if column["kind"] == YES_NO else column["kind"],
        required=column.get("required", False),
        hint=column["hint"],
        options=_entries(column.get("options", ())),
        own=True,
        **bounds,
    )


def _worth(column: Mapping[str, Any]) -> int | dict[str, int]:
    if "options" in column:
        return {option["id"]: option.get("points", 0) for option in column["options"]}
    worth: int = column["weight"] if "weight" in column else column["points"]
    return worth


def ids_for(labels: Sequence[str], before: Sequence[Mapping[str, Any]] = (), taken: Iterable[str] = ()) -> list[str]:
    """Return an id for each label: the one that it had before; with as many entries as before, the one at its place;
    else one made of it."""
    had = {name_key(entry["label"]): entry["id"] for entry in before}
    ids: list[str | None] = [had.pop(name_key(label), None) for label in labels]
    if len(labels) == len(before):
        free = {*had.values()}
        ids = [key or (old["id"] if old["id"] in free else None) for key, old in zip(ids, before, strict=True)]
    used = {*taken, *filter(None, ids)}
    made = []
    for key, label in zip(ids, labels, strict=True):
        made.append(key or _free_id(label, used))
        used.add(made[-1])
    return made


def _free_id(label: str, taken: Iterable[str]) -> str:
    plain = normalize("NFKD", label).encode("ascii", "ignore").decode().casefold()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[: LONGEST_ID - 4]
    if not stem[:1].isalpha():
        stem = f"c_{stem}".rstrip("_")[: LONGEST_ID - 4]
    numbered = (f"{stem}_{number}" for number in range(2, 1000))
    return next(key for key in (stem, *numbered) if key not in taken)


class Shape(NamedTuple):
    """An example to begin with: a kind of game and how its sheet is defined."""

    id: str
    title: Translatable
    text: Translatable
    content: dict[str, Any]


def shapes() -> tuple[Shape, ...]:
    """Return the examples to begin with."""
    contents = tomllib.loads(packaged("games.rules", "shapes.toml"))
    return tuple(Shape(name, title, text, contents[name]) for name, (title, text) in _SHAPES.items())


_SHAPES: Mapping[str, tuple[Translatable, Translatable]] = {
    "highest": (said("The most points"), said("One figure for each player; the highest wins.")),
    "sum": (said("Several columns that add up"), said("Five columns, each with its points; the highest sum wins.")),
    "rounds": (said("Rounds that add up"), said("A column for each round; points may be lost as well.")),
    "fewest": (said("The fewest points"), said("What is left counts against a player; the lowest wins.")),
    "places": (said("Places only"), said("The table says who was first, second and so on; nothing is counted.")),
    "winner": (said("One winner"), said("The table says who won; everybody else is equal.")),
    "together": (said("Win or lose together"), said("All play against the game; the difficulty is noted.")),
    "two_sides": (said("Two sides"), said("Each player is on a side, and a side wins.")),
    "three_sides": (said("Three sides"), said("Three sides of any size; one or more of them win.")),
    "last": (said("The last one in"), said("Players drop out one after another; the last one left wins.")),
    "ties": (said("Points, then coins"), said("Coins decide between equal points; equal coins share the place.")),
    "lost": (said("Won and lost points"), said("One column adds points, the other takes them away.")),
    "roles": (said("Points with a role"), said("Points, and the role of each player, which may bring more.")),
}

Facts = dict[tuple[str, ...], tuple[Translatable, Any]]


def changed(before: str, after: str) -> list[Translatable]:
    """Return in sentences what a new version of a definition changes."""
    old, new = _facts(json.loads(before)), _facts(json.loads(after))
    changes = [said("{what} is gone.", what=old[key][0]) for key in _heads(old, new)]
    changes += [said("{what} is new.", what=new[key][0]) for key in _heads(new, old)]
    kept = [key for key in new if key in old]
    changes += [
        said("{what}: {now}, not {was}.", what=new[key][0], now=_in_words(new[key][1]), was=_in_words(old[key][1]))
        for key in kept
        if new[key][1] != old[key][1]
    ]
    if kept != [key for key in old if key in new]:
        changes.append(said("The order is a different one."))
    return changes


def _heads(facts: Facts, others: Facts) -> list[tuple[str, ...]]:
    """Return what the others lack, without the parts of anything that they lack as a whole."""
    lacking = [key for key in facts if key not in others]
    return [key for key in lacking if not any(key[:end] in lacking for end in range(1, len(key)))]


def _facts(raw: Mapping[str, Any]) -> Facts:
    """Return each value of a definition by its path, with the words for what it is."""
    labels = {column["id"]: column["label"] for column in raw.get("columns", ())}
    facts: Facts = {
        ("name",): (said("Name"), raw["name"]),
        ("seats",): (said("Players"), said("{least} to {most}", least=raw["seats"][0], most=raw["seats"][1])),
        ("ends",): (said("How it ends"), ENDINGS[raw["ends"]]),
        ("minutes",): (said("Usual length in minutes"), raw.get("minutes")),
        ("ties",): (said("What decides among equals"), _tie_words(_ties(raw), labels)),
    }
    for kind, entries in (("sides", raw.get("sides", ())), ("variants", raw.get("variants", ()))):
        for entry in entries:
            words = said("Side {label}") if kind == "sides" else said("Variant {label}")
            facts[kind, entry["id"]] = said(words, label=entry["label"]), entry["label"]
    for column in raw.get("columns", ()):
        facts |= _column_facts(_filled(column))
    return facts


def _column_facts(column: Mapping[str, Any]) -> Facts:
    path, name = ("columns", column["id"], column["kind"]), column["label"]
    facts: Facts = {path: (said("Column {label}", label=name), name)}
    for part, words in _PARTS.items():
        if part in column:
            facts[(*path, part)] = said("Column {label}, {part}", label=name, part=words), column[part]
    for option in column.get("options", ()):
        what = said("Column {label}, option {option}", label=name, option=option["label"])
        facts[(*path, "options", option["id"])] = what, option["label"]
        points = said("Column {label}, points of option {option}", label=name, option=option["label"])
        facts[(*path, "options", option["id"], "points")] = points, option.get("points", 0)
    return facts


_PARTS: Mapping[str, Translatable] = {
    "least": said("smallest number"),
    "most": said("largest number"),
    "step": said("step"),
    "weight": said("points for each"),
    "points": said("points for yes"),
    "required": said("must be filled in"),
    "hint": said("hint"),
}


def _in_words(value: Any) -> Any:
    if isinstance(value, bool):
        return said("yes") if value else said("no")
    return said("nothing") if value in (None, "") else value
