"""Check the score sheet of Careers: its columns, what cannot have happened, who finishes where at the table. Source:
contract section 3; rule book, "Scoring", "Timed Game", "University"; readings R5, R12, R14, R83, R87."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from characters.rules import choices
from characters.rules.ladder import raw_points
from engine import careers as box
from engine.careers.editions import Edition, edition
from engine.translatable import Translatable, said, said_of
from games.rules.figures import UNMARKED, Figure, shown_value
from games.rules.sheets import WARNING, Figures, Knowledge, Problem, ScoreSheet, SeatLine

ID = "careers"
NAME, SEATS = box.TITLE, box.SEATS
FORMULA, TIMED = "formula", "timed"
MODES: dict[str, str] = {FORMULA: said("Success formula"), TIMED: said("Timed game")}
MOST_DEGREES = MOST_DEGREES_IN_A_GAME = 4
# Below this a timed game deserves a second look; the book asks for no least time.
SHORTEST_MINUTES = 10
ONE_WINNER = STATED = True
CAREERS, BY_THE_BOOK, HAS_POINTS = True, True, True
MOST_POINTS_WIN, POINTS_DECIDE, BELOW_ZERO = True, True, False
content, QUESTIONS = "", choices.QUESTIONS[ID]

FIGURES: tuple[Figure, ...] = (
    Figure("happiness", said("Happiness"), "number", required=True, most=1_000_000, hint=said("hearts at the end")),
    Figure("fame", said("Fame"), "number", required=True, most=1_000_000, hint=said("stars at the end")),
    Figure("cash", said("Cash"), "money", required=True, hint=said("on hand, without pence or cents")),
    Figure("salary", said("Salary"), "money", hint=said("at the end")),
    Figure("insurance", said("Insurance"), "number", most=99, hint=said("policies held at the end")),
    Figure("degrees", said("Degrees"), "counts", vocabulary="programs", hint=said("earned in this game")),
    Figure("trips", said("Trips"), "counts", vocabulary="companies", hint=said("completed in this game")),
    Figure("layoffs", said("Layoffs"), "number", most=99),
    Figure("reorgs", said("Reorgs"), "number", most=99),
    Figure("free_passes", said("Free passes"), "number", most=99),
    Figure("checkpoints", said("Checkpoints"), "number", most=99, hint=said("reached before everybody else")),
    Figure(
        "formula_cash",
        said("Formula cash"),
        "number",
        most=1_000_000,
        hint=said("thousands; the three make up the target"),
    ),
    Figure("formula_happiness", said("Formula happiness"), "number", most=1_000_000),
    Figure("formula_fame", said("Formula fame"), "number", most=1_000_000),
    Figure("boss", said("Boss"), "seats", hint=said("seat that this seat chose as its boss")),
    Figure("laid_off", said("Laid off"), "seats", hint=said("seats that this seat laid off")),
    Figure("backstabbed", said("Backstabbed"), "seats", hint=said("seats that this seat backstabbed")),
    Figure("bumped", said("Bumped"), "seats", hint=said("seats that this seat bumped")),
    Figure("left_early", said("Left early"), "flag", hint=said("left before the game was over")),
)
_FORMULA = ("formula_cash", "formula_happiness", "formula_fame")


def points(line: SeatLine, sheet: ScoreSheet | None = None) -> int:
    """Return happiness, fame and whole thousands of cash (R12), regardless of the others' figures."""
    figures = line.figures
    return raw_points(figures.get("happiness", 0), figures.get("fame", 0), figures.get("cash", 0))


def best(figures: Figures, total: int) -> tuple[tuple[Fraction | int, ...], Translatable]:
    """Return the key and the words by which a best game is remembered: the points."""
    return (total,), said_of(total, "{count:,} points", "{count:,} points")


def ranking(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Return the seats from first to last, equal ones together: the winner, then by points."""
    totals: dict[tuple[bool, int], list[int]] = {}
    for line in sheet.seats:
        totals.setdefault((line.won, points(line)), []).append(line.seat)
    return tuple(tuple(seats) for _, seats in sorted(totals.items(), reverse=True))


def problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return what cannot have happened at a Careers table, and what deserves a second look."""
    names = edition(sheet.edition)
    wrong = list(_mode(sheet, knowledge))
    for line in sheet.seats:
        wrong.extend(_tallies(line, names))
        wrong.extend(_brought(line, names, knowledge))
        wrong.extend(_more_than_all(line, names, knowledge))
        if line.won and line.figures.get("left_early"):
            wrong.append(line.problem(said("{who}: won, so cannot have left early."), "left_early", "R86"))
        wrong.extend(_victim_seats(sheet, line))
        if sheet.mode == FORMULA and sheet.target is not None:
            wrong.extend(_formula(sheet, line, sheet.target))
    if sheet.mode == FORMULA:
        wrong.extend(_second_formula(sheet))
    wrong.extend(_common_formula(sheet, knowledge))
    wrong.extend(_checkpoints(sheet, knowledge))
    if sheet.mode == TIMED:
        wrong.extend(_timed_winner(sheet))
    return wrong


def _mode(sheet: ScoreSheet, knowledge: Knowledge) -> Iterator[Problem]:
    if sheet.mode not in MODES:
        yield Problem(
            said("The mode is {mode}; it must be formula or timed.", mode=shown_value(sheet.mode)), figure="mode"
        )
    elif sheet.mode == FORMULA and sheet.target is None:
        yield Problem(said("A formula game needs the target that the table agreed on."), figure="target")
    elif sheet.mode == TIMED and sheet.target is not None:
        yield Problem(said("A timed game has no target; leave it empty."), figure="target", clause="Timed Game")
    elif sheet.target is not None and sheet.target < knowledge.rules.league_min_target:
        yield Problem(
            said(
                "The target is {target:,}; a league game needs at least {least:,}.",
                target=sheet.target,
                least=knowledge.rules.league_min_target,
            ),
            figure="target",
            clause="R87",
        )
    if sheet.mode == TIMED and knowledge.rules.timed_performance == "par" and not sheet.minutes:
        yield Problem(
            said("This season measures timed games by par; enter the minutes played."), figure="minutes", clause="R84"
        )
    elif sheet.mode == TIMED and sheet.minutes is not None and sheet.minutes < SHORTEST_MINUTES:
        yield Problem(
            said(
                "A timed game of less than {least} minutes is hardly a game, and its winner passes any review; check "
                "the minutes.",
                least=SHORTEST_MINUTES,
            ),
            figure="minutes",
            clause="R84, R87",
            severity=WARNING,
        )


def _tallies(line: SeatLine, names: Edition) -> Iterator[Problem]:
    for figure, allowed, foreign in (
        ("degrees", names.programs, said("{who}: '{key}' is not a degree program of {edition}.")),
        ("trips", names.companies, said("{who}: '{key}' is not a company of {edition}.")),
    ):
        for key, number in line.figures.get(figure, {}).items():
            if key not in allowed and key != UNMARKED:
                yield line.problem(foreign, figure, key=key, edition=names.name)
            elif figure == "degrees" and key != UNMARKED and number > MOST_DEGREES_IN_A_GAME:
                yield line.problem(
                    said("{who}: {number} degrees in {program}; a program gives at most {most} in a game."),
                    figure,
                    "University Expense and Degree Programs",
                    number=number,
                    program=names.programs[key].name,
                    most=MOST_DEGREES_IN_A_GAME,
                )


def _brought(line: SeatLine, names: Edition, knowledge: Knowledge) -> Iterator[Problem]:
    """Check that a program gives four degrees in all, with those from earlier games. A character that brings more, from
    seasons in which they did not count together, sits down with four."""
    brought = _degrees_brought(line, names, knowledge)
    for key, number in line.figures.get("degrees", {}).items():
        before = min(brought.get(key, 0), MOST_DEGREES)
        if key in names.programs and before and before + number > MOST_DEGREES >= number:
            yield line.problem(
                said(
                    "{who}: {number} more in {program}, where {before} were brought along; a program gives {most} in "
                    "all."
                ),
                "degrees",
                "University Expense and Degree Programs, R77",
                number=number,
                program=names.programs[key].name,
                before=before,
                most=MOST_DEGREES,
            )


def _more_than_all(line: SeatLine, names: Edition, knowledge: Knowledge) -> Iterator[Problem]:
    """Check that degrees without their marks are not too many for any marks to account for."""
    counted = line.figures.get("degrees", {})
    unmarked = counted.get(UNMARKED, 0)
    before = _degrees_brought(line, names, knowledge)
    room = {key: MOST_DEGREES_IN_A_GAME - min(before.get(key, 0), MOST_DEGREES) for key in names.programs}
    left = sum(max(most - counted.get(key, 0), 0) for key, most in room.items())
    if unmarked > left:
        if any(before.values()):
            pattern = said(
                "{who}: {number} degrees elsewhere; besides those entered there can be at most {left} more in the "
                "{programs} programs of {edition}, {most} less those brought along."
            )
        else:
            pattern = said(
                "{who}: {number} degrees elsewhere; besides those entered there can be at most {left} more in the "
                "{programs} programs of {edition}, {most} of each."
            )
        yield line.problem(
            pattern,
            "degrees",
            "University Expense and Degree Programs",
            number=unmarked,
            left=left,
            programs=len(names.programs),
            edition=names.name,
            most=MOST_DEGREES,
        )


def _degrees_brought(line: SeatLine, names: Edition, knowledge: Knowledge) -> Mapping[str, int]:
    who = knowledge.seated.get(line.character or 0)
    if who is None or knowledge.rules.carry_over != "degrees_and_trips" or who.edition != names.id:
        return {}
    return who.degrees


def _common_formula(sheet: ScoreSheet, knowledge: Knowledge) -> Iterator[Problem]:
    """Check that all formulas are the same if the table plays for a common one (S125). The game's own settings go
    before the season's."""
    played = sheet.settings.get("formula", knowledge.rules.choices(ID).get("formula"))
    if played not in ("common", "random_common") or sheet.mode != FORMULA:
        return
    first: tuple[Any, ...] = ()
    for line in sheet.seats:
        stated = tuple(line.figures.get(part, 0) for part in _FORMULA)
        if not any(stated):
            continue
        first = first or stated
        if stated != first:
            yield line.problem(
                said("{who}: a different success formula from the seats before, but the table plays for a common one."),
                "formula_cash",
                "Common Success Formula, R6",
            )


def _checkpoints(sheet: ScoreSheet, knowledge: Knowledge) -> Iterator[Problem]:
    """Check that each checkpoint is reached first by one seat alone (R17)."""
    marks = knowledge.rules.choices(ID).get("checkpoints", ())
    total = sum(line.figures.get("checkpoints", 0) for line in sheet.seats)
    if not marks:
        for line in (line for line in sheet.seats if line.figures.get("checkpoints")):
            yield line.problem(
                said("{who}: reached checkpoints, but the season plays without any; leave that empty."),
                "checkpoints",
                "R17",
                WARNING,
            )
    elif total > len(marks):
        text = said(
            "The checkpoints add up to {total}; the season has {most}, each for one seat.", total=total, most=len(marks)
        )
        yield Problem(text, figure="checkpoints", clause="R17")


def _victim_seats(sheet: ScoreSheet, line: SeatLine) -> Iterator[Problem]:
    for figure in _NO_OTHER_SEAT:
        for seat in line.figures.get(figure, ()):
            if seat == line.seat or sheet.line(seat) is None:
                yield line.problem(_NO_OTHER_SEAT[figure], figure, seat=seat)


_NO_OTHER_SEAT = {
    "boss": said("{who}: boss is seat {seat}, which is not another seat at this table."),
    "laid_off": said("{who}: laid off seat {seat}, which is not another seat at this table."),
    "backstabbed": said("{who}: backstabbed seat {seat}, which is not another seat at this table."),
    "bumped": said("{who}: bumped seat {seat}, which is not another seat at this table."),
}


def _formula(sheet: ScoreSheet, line: SeatLine, target: int) -> Iterator[Problem]:
    total = points(line)
    if line.won and total < target:
        yield line.problem(
            said("{who}: won with {total:,} points, below the target of {target:,}."),
            "won",
            "Winning",
            total=total,
            target=target,
        )
    stated = [line.figures.get(part) for part in _FORMULA]
    if all(part is None for part in stated):
        return
    parts: list[int] = [part or 0 for part in stated]
    if sum(parts) != target:
        yield line.problem(
            said("{who}: the success formula adds up to {total:,}, not to the target of {target:,}."),
            "formula_cash",
            "R5",
            total=sum(parts),
            target=target,
        )
    elif line.won:
        yield from _formula_reached(line, parts)


def _formula_reached(line: SeatLine, parts: list[int]) -> Iterator[Problem]:
    figures: Mapping[str, Any] = line.figures
    reached = (figures.get("cash", 0) // 1000, figures.get("happiness", 0), figures.get("fame", 0))
    for figure, have, need in zip(("cash", "happiness", "fame"), reached, parts, strict=True):
        if have < need:
            yield line.problem(_BELOW_FORMULA[figure], figure, "Winning", have=have, need=need)


_BELOW_FORMULA = {
    "cash": said("{who}: won with cash {have:,} thousand, below the {need:,} thousand of the stated formula."),
    "happiness": said("{who}: won with happiness {have:,}, below the {need:,} of the stated formula."),
    "fame": said("{who}: won with fame {have:,}, below the {need:,} of the stated formula."),
}


def _second_formula(sheet: ScoreSheet) -> Iterator[Problem]:
    """Warn of a second formula that is fulfilled: the game ends with the first one (R10)."""
    for line in sheet.seats:
        parts = [line.figures.get(part) for part in _FORMULA]
        if not line.won and None not in parts and not [*_formula_reached(line, [part or 0 for part in parts])]:
            yield line.problem(
                said(
                    "{who}: also has every part of the stated formula, but is not marked as winner. The game "
                    "ends with the first formula that is fulfilled; check the figures."
                ),
                "won",
                "Winning, R10",
                WARNING,
            )


def _timed_winner(sheet: ScoreSheet) -> Iterator[Problem]:
    best = max((points(line) for line in sheet.seats), default=0)
    for line in sheet.seats:
        if line.won and points(line) < best:
            yield line.problem(
                said(
                    "{who}: won a timed game with {total:,} points while another seat has {best:,}. That takes "
                    "overtime; check the figures."
                ),
                "won",
                "Timed Game, R15",
                WARNING,
                total=points(line),
                best=best,
            )
