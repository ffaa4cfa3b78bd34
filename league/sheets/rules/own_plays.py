"""Seats of a play that was logged elsewhere, as figures of a game that a league has described itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from characters.rules.names import name_key
from games.rules.definition_judge import BY_POINTS
from games.rules.definitions import Definition
from games.rules.figures import LARGEST, Figure, Unreadable, whole_number

SCORE_COLUMN, TIE_BREAK = "score", "tie_break"  # of the games that are proposed from plays


@dataclass(frozen=True, slots=True)
class SeatElsewhere:
    """A player of a play; an empty `name` is somebody unknown. `cells` are what this site wrote into an export, by
    column of results.csv; they override everything but the name."""

    name: str
    score: str = ""
    won: bool | None = None
    place: int = 0
    order: int = 0
    role: str = ""
    team: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)


Seats = Sequence[SeatElsewhere]


def whole_score(text: str) -> int | None:
    """Return a score, None if there is none or it is not a whole number that a sheet can hold."""
    try:
        return whole_number(text, least=-LARGEST) if text else None
    except Unreadable:
        return None


def odd_score(seats: Seats) -> str:
    """Return the first score that no sheet can hold, such as 12.5; "" if there is none."""
    return next((seat.score for seat in seats if seat.score and whole_score(seat.score) is None), "")


def winners_of(seats: Seats) -> set[int]:
    """Return the positions of the stated winners."""
    return {at for at, seat in enumerate(seats) if seat.won}


def best_of(seats: Seats, *, fewest: bool = False) -> set[int]:
    """Return the positions of those with the best score; nobody unless everybody has one."""
    scores = [score for seat in seats if (score := whole_score(seat.score)) is not None]
    if not scores or len(scores) < len(seats):
        return set()
    best = min(scores) if fewest else max(scores)
    return {at for at, score in enumerate(scores) if score == best}


def finishes(seats: Seats) -> list[int]:
    """Return the place of each seat, equal ones sharing the better place: by the ranks of a play or else by who won;
    nothing if it says neither."""
    ranks = [seat.place for seat in seats]
    if not all(ranks):
        won = winners_of(seats)
        ranks = [1 if at in won else 2 for at in range(len(seats))] if won else []
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def outs(seats: Seats) -> list[int | None]:
    """Return the order in which the seats left, by the ranks of a play: None for those still in, empty without them."""
    ranks = [seat.place for seat in seats]
    later = sorted({*ranks}, reverse=True)
    if not all(ranks):
        return []
    return [None if rank == later[-1] else later.index(rank) + 1 for rank in ranks]


def teams(seats: Seats) -> list[str]:
    """Return the side of each seat: its team or, if no seat has one, "1" for the winners and "2" for the others;
    nothing if that makes no sides of it."""
    named = [seat.team for seat in seats]
    won = winners_of(seats)
    if not any(named) and won:
        named = ["1" if at in won else "2" for at in range(len(seats))]
    return named if all(named) and len({*map(name_key, named)}) > 1 else []


def score_column(system: Definition) -> Figure | None:
    """Return the column that takes the score of a play: the only one that must be given, if it is a number of which
    each counts one point or, in a game that points do not decide, none; or else the one where a score is noted."""
    columns = [figure for figure in system.FIGURES if figure.name in system.worth]
    required = [figure for figure in columns if figure.required]
    if not required:
        return next((one for one in columns if (one.name, one.kind) == (SCORE_COLUMN, "number")), None)
    worth = (1,) if system.ends in BY_POINTS else (0, 1)
    fits = len(required) == 1 and required[0].kind == "number" and system.worth[required[0].name] in worth
    return required[0] if fits else None


def own_figures(system: Definition, seats: Seats) -> list[dict[str, str]]:
    """Return the figures of each seat as cells, and whether it won if the play says so; what a play does not say is
    left out."""
    cells: list[dict[str, str]] = [{} for _ in seats]
    _fill(cells, "finish" if system.ends == "places" else "", finishes(seats))
    _fill(cells, "out" if system.ends == "eliminated" else "", outs(seats))
    _fill(cells, "side" if system.ends == "sides" else "", _side_ids(system, teams(seats)))
    won = winners_of(seats)
    if column := score_column(system):
        _fill(cells, column.name, [whole_score(seat.score) for seat in seats])
    best = best_of(seats, fewest=system.ends == "fewest_points")
    if won < best and (TIE_BREAK, 1) in system.ties:
        _fill(cells, TIE_BREAK, [1 if at in won else None for at in range(len(seats))])
    _fill(cells, "won", [None if seat.won is None else "yes" if seat.won else "no" for seat in seats])
    return cells


def _fill(cells: Sequence[dict[str, str]], column: str, values: Sequence[object]) -> None:
    for cell, value in zip(cells, values, strict=False):
        if column and value is not None:
            cell[column] = str(value)


def _side_ids(system: Definition, named: Sequence[str]) -> list[str]:
    """Return the sides by their ids or labels; "1", "2" and so on, in order, if a game knows them by numbers."""
    ids = {name_key(key): key for key, _ in system.sides} | {name_key(label): key for key, label in system.sides}
    keys = [name_key(name) for name in named]
    if not {*keys} <= ids.keys():
        order = {key: str(number) for number, key in enumerate(dict.fromkeys(keys), 1)}
        keys = [order[key] for key in keys]
    return [ids.get(key, "") for key in keys]
