"""The score sheet of Careers: its columns, what cannot have happened, who stands where at the table.

Source: contract section 3; rule book, "Scoring", "Timed Game", "University"; readings R5, R12, R14, R83, R87.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from characters.rules.ladder import raw_points
from engine import careers as box
from engine.careers.editions import Edition, edition
from games.rules.figures import UNMARKED, Figure, shown
from games.rules.sheets import WARNING, Figures, Known, Problem, ScoreSheet, SeatLine

ID = "careers"
NAME, SEATS = box.TITLE, box.SEATS
FORMULA, TIMED = "formula", "timed"
MODES = {FORMULA: "Success formula", TIMED: "Timed game"}
MOST_DEGREES = MOST_DEGREES_IN_A_GAME = 4
# Below this a timed game deserves a second look; the book asks for no least time.
SHORTEST_MINUTES = 10
ONE_WINNER = True

FIGURES: tuple[Figure, ...] = (
    Figure("happiness", "Happiness", "number", required=True, most=1_000_000, hint="hearts at the end"),
    Figure("fame", "Fame", "number", required=True, most=1_000_000, hint="stars at the end"),
    Figure("cash", "Cash", "money", required=True, hint="on hand, without pence or cents"),
    Figure("salary", "Salary", "money", hint="at the end"),
    Figure("insurance", "Insurance", "number", most=99, hint="policies held at the end"),
    Figure("degrees", "Degrees", "counts", vocabulary="programs", hint="earned in this game"),
    Figure("trips", "Trips", "counts", vocabulary="companies", hint="completed in this game"),
    Figure("layoffs", "Layoffs", "number", most=99),
    Figure("reorgs", "Reorgs", "number", most=99),
    Figure("free_passes", "Free passes", "number", most=99),
    Figure("checkpoints", "Checkpoints", "number", most=99, hint="reached before everybody else"),
    Figure("formula_cash", "Formula cash", "number", most=1_000_000, hint="thousands"),
    Figure("formula_happiness", "Formula happiness", "number", most=1_000_000),
    Figure("formula_fame", "Formula fame", "number", most=1_000_000),
    Figure("laid_off", "Laid off", "seats", hint="seats that this seat laid off"),
    Figure("backstabbed", "Backstabbed", "seats", hint="seats that this seat backstabbed"),
    Figure("bumped", "Bumped", "seats", hint="seats that this seat bumped"),
    Figure("left_early", "Left early", "flag", hint="left before the game was over"),
)
_FORMULA = ("formula_cash", "formula_happiness", "formula_fame")


def points(line: SeatLine, sheet: ScoreSheet | None = None) -> int:
    """Happiness, fame and whole thousands of cash (R12), whatever the others have."""
    figures = line.figures
    return raw_points(figures.get("happiness", 0), figures.get("fame", 0), figures.get("cash", 0))


def best(figures: Figures, total: int) -> tuple[tuple[Fraction | int, ...], str]:
    """What a game is remembered by: the points."""
    return (total,), f"{total:,} points"


def ranking(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Seats from first to last, equal ones together: the winner, then by points."""
    totals: dict[tuple[bool, int], list[int]] = {}
    for line in sheet.seats:
        totals.setdefault((line.won, points(line)), []).append(line.seat)
    return tuple(tuple(seats) for _, seats in sorted(totals.items(), reverse=True))


def problems(sheet: ScoreSheet, known: Known) -> list[Problem]:
    """What cannot have happened at a Careers table, and what deserves a second look."""
    names = edition(sheet.edition)
    found = list(_mode(sheet, known))
    for line in sheet.seats:
        found.extend(_tallies(line, names))
        found.extend(_brought(line, names, known))
        found.extend(_more_than_all(line, names, known))
        if line.won and line.figures.get("left_early"):
            found.append(Problem(f"{line}: won, so cannot have left early.", line.seat, "left_early", "R86"))
        found.extend(_victim_seats(sheet, line))
        if sheet.mode == FORMULA and sheet.target is not None:
            found.extend(_formula(sheet, line, sheet.target))
    if sheet.mode == FORMULA:
        found.extend(_second_formula(sheet))
    found.extend(_common_formula(sheet, known))
    found.extend(_checkpoints(sheet, known))
    if sheet.mode == TIMED:
        found.extend(_timed_winner(sheet))
    return found


def _mode(sheet: ScoreSheet, known: Known) -> Iterator[Problem]:
    if sheet.mode not in MODES:
        yield Problem(f"The mode is {shown(sheet.mode)}; it must be formula or timed.", figure="mode")
    elif sheet.mode == FORMULA and sheet.target is None:
        yield Problem("A formula game needs the target that the table agreed on.", figure="target")
    elif sheet.mode == TIMED and sheet.target is not None:
        yield Problem("A timed game has no target; leave it empty.", figure="target", clause="Timed Game")
    elif sheet.target is not None and sheet.target < known.rules.league_min_target:
        yield Problem(
            f"The target is {sheet.target:,}; a league game needs at least {known.rules.league_min_target:,}.",
            figure="target",
            clause="R87",
        )
    if sheet.mode == TIMED and known.rules.timed_performance == "par" and not sheet.minutes:
        yield Problem(
            "This season measures timed games by par; enter the minutes played.", figure="minutes", clause="R84"
        )
    elif sheet.mode == TIMED and sheet.minutes is not None and sheet.minutes < SHORTEST_MINUTES:
        yield Problem(
            f"A timed game of less than {SHORTEST_MINUTES} minutes is hardly one, and its winner passes any review; "
            "check the minutes.",
            figure="minutes",
            clause="R84, R87",
            severity=WARNING,
        )


def _tallies(line: SeatLine, names: Edition) -> Iterator[Problem]:
    for figure, allowed, noun in (("degrees", names.programs, "degree program"), ("trips", names.companies, "company")):
        for key, number in line.figures.get(figure, {}).items():
            if key not in allowed and key != UNMARKED:
                yield Problem(f"{line}: '{key}' is no {noun} of {names.name}.", line.seat, figure)
            elif figure == "degrees" and key != UNMARKED and number > MOST_DEGREES_IN_A_GAME:
                yield Problem(
                    f"{line}: {number} degrees in {names.programs[key].name}; a program gives at most "
                    f"{MOST_DEGREES_IN_A_GAME} in a game.",
                    line.seat,
                    figure,
                    "University Expense and Degree Programs",
                )


def _brought(line: SeatLine, names: Edition, known: Known) -> Iterator[Problem]:
    """With degrees from earlier games, a program still gives four in all. Whoever brings more from seasons in which
    they did not count together sits down with four."""
    brought = _degrees_brought(line, names, known)
    for key, number in line.figures.get("degrees", {}).items():
        before = min(brought.get(key, 0), MOST_DEGREES)
        if key in names.programs and before and before + number > MOST_DEGREES >= number:
            yield Problem(
                f"{line}: {number} more in {names.programs[key].name}, where {before} were brought along; a program "
                f"gives {MOST_DEGREES} in all.",
                line.seat,
                "degrees",
                "University Expense and Degree Programs, R77",
            )


def _more_than_all(line: SeatLine, names: Edition, known: Known) -> Iterator[Problem]:
    """Degrees without their marks are so many that no marks could say of which programs they are."""
    counted = line.figures.get("degrees", {})
    unmarked = counted.get(UNMARKED, 0)
    before = _degrees_brought(line, names, known)
    room = {key: MOST_DEGREES_IN_A_GAME - min(before.get(key, 0), MOST_DEGREES) for key in names.programs}
    left = sum(max(most - counted.get(key, 0), 0) for key, most in room.items())
    if unmarked > left:
        brought = f", {MOST_DEGREES} less those brought along" if any(before.values()) else f", {MOST_DEGREES} of each"
        yield Problem(
            f"{line}: {unmarked} degrees without a mark; beside the marked ones there can be at most {left} more in "
            f"the {len(names.programs)} programs of {names.name}{brought}.",
            line.seat,
            "degrees",
            "University Expense and Degree Programs",
        )


def _degrees_brought(line: SeatLine, names: Edition, known: Known) -> Mapping[str, int]:
    who = known.seated.get(line.character or 0)
    if who is None or known.rules.carry_over != "degrees_and_trips" or who.edition != names.id:
        return {}
    return who.degrees


def _common_formula(sheet: ScoreSheet, known: Known) -> Iterator[Problem]:
    """Where the table plays for one formula, everybody's is the same (S125). The game's own settings go before the
    season's."""
    played = sheet.settings.get("formula", known.rules.choices(ID).get("formula"))
    if played not in ("common", "random_common") or sheet.mode != FORMULA:
        return
    first: tuple[Any, ...] = ()
    for line in sheet.seats:
        stated = tuple(line.figures.get(part, 0) for part in _FORMULA)
        if not any(stated):
            continue
        first = first or stated
        if stated != first:
            text = f"{line}: another success formula than the seats before, but the table plays for a common one"
            yield Problem(f"{text}.", line.seat, "formula_cash", "Common Success Formula, R6")


def _checkpoints(sheet: ScoreSheet, known: Known) -> Iterator[Problem]:
    """Each checkpoint is reached first by one seat alone (R17)."""
    marks = known.rules.choices(ID).get("checkpoints", ())
    total = sum(line.figures.get("checkpoints", 0) for line in sheet.seats)
    if not marks:
        for line in (line for line in sheet.seats if line.figures.get("checkpoints")):
            text = f"{line}: reached checkpoints, but the season plays without any; leave that empty."
            yield Problem(text, line.seat, "checkpoints", "R17", WARNING)
    elif total > len(marks):
        text = f"The checkpoints add up to {total}; the season has {len(marks)}, each for one seat."
        yield Problem(text, figure="checkpoints", clause="R17")


def _victim_seats(sheet: ScoreSheet, line: SeatLine) -> Iterator[Problem]:
    for figure in ("laid_off", "backstabbed", "bumped"):
        for seat in line.figures.get(figure, ()):
            if seat == line.seat or sheet.line(seat) is None:
                verb = figure.replace("_", " ")
                yield Problem(f"{line}: {verb} seat {seat}, which is no other seat at this table.", line.seat, figure)


def _formula(sheet: ScoreSheet, line: SeatLine, target: int) -> Iterator[Problem]:
    total = points(line)
    if line.won and total < target:
        yield Problem(
            f"{line}: won with {total:,} points, below the target of {target:,}.", line.seat, "won", "Winning"
        )
    stated = [line.figures.get(part) for part in _FORMULA]
    if all(part is None for part in stated):
        return
    parts: list[int] = [part or 0 for part in stated]
    if sum(parts) != target:
        yield Problem(
            f"{line}: the success formula adds up to {sum(parts):,}, not to the target of {target:,}.",
            line.seat,
            "formula_cash",
            "R5",
        )
    elif line.won:
        yield from _formula_reached(line, parts)


def _formula_reached(line: SeatLine, parts: list[int]) -> Iterator[Problem]:
    figures: Mapping[str, Any] = line.figures
    reached = (figures.get("cash", 0) // 1000, figures.get("happiness", 0), figures.get("fame", 0))
    for figure, have, need in zip(("cash", "happiness", "fame"), reached, parts, strict=True):
        if have < need:
            unit = " thousand" if figure == "cash" else ""
            yield Problem(
                f"{line}: won with {figure} {have:,}{unit}, below the {need:,}{unit} of the stated formula.",
                line.seat,
                figure,
                "Winning",
            )


def _second_formula(sheet: ScoreSheet) -> Iterator[Problem]:
    """The game ends with the first formula that is fulfilled, so a second one deserves a look (R10)."""
    for line in sheet.seats:
        parts = [line.figures.get(part) for part in _FORMULA]
        if not line.won and None not in parts and not [*_formula_reached(line, [part or 0 for part in parts])]:
            yield Problem(
                f"{line}: has every part of the stated formula too, but is not stated as winner. The game ends with "
                "the first that is fulfilled; check the figures.",
                line.seat,
                "won",
                "Winning, R10",
                WARNING,
            )


def _timed_winner(sheet: ScoreSheet) -> Iterator[Problem]:
    best = max((points(line) for line in sheet.seats), default=0)
    for line in sheet.seats:
        if line.won and points(line) < best:
            yield Problem(
                f"{line}: won a timed game with {points(line):,} points while another seat has {best:,}. "
                "That takes overtime; check the figures.",
                line.seat,
                "won",
                "Timed Game, R15",
                WARNING,
            )
