"""Say what a game system is to the league, list the built-in ones, one line each, and check what all sheets have in
common. A league's own game is a `Definition`, made from the text that its sheets carry; code that has only an id asks
`league.core.queries.systems`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from fractions import Fraction
from typing import NamedTuple, Protocol

from characters.rules.choices import MAX_PLAYERS, BadChoice, Choices, Questions, one_games_choices
from characters.rules.facts import bounds_problem
from characters.rules.names import can_be_shown, misread
from engine.careers.editions import edition_ids
from engine.core.settings import refusal
from engine.translatable import Translatable, said, said_of
from games.rules import career_compass, career_poker, careers, game_of_the_year, office_job
from games.rules.definitions import definition
from games.rules.figures import UNMARKED, Figure, Unreadable, read, shown_value, unreadable
from games.rules.politics import politics_problems
from games.rules.sheets import BOUNDS, WAITS, Figures, Knowledge, Problem, ScoreSheet, SeatLine, by_rules, errors


class SheetSystem(Protocol):
    """A game system's score sheet for the league. `best` returns the key of a character's best game (more is better)
    and its words; `total` are the points.

    CAREERS: its results make careers. BY_THE_BOOK: the rules for who may sit at a table of the league hold (R100,
    R104). STATED: the table says who won, as in a game with exactly one winner (ONE_WINNER) or between sides; else the
    figures decide. HAS_POINTS: there are points to show; MOST_POINTS_WIN: a greater share of a table's points is the
    better one; POINTS_DECIDE: nothing comes before points; BELOW_ZERO: points may be negative. `content`: the text of
    an own game's version, empty for a built-in one."""

    @property
    def ID(self) -> str: ...
    @property
    def NAME(self) -> str: ...
    @property
    def SEATS(self) -> tuple[int, int]: ...
    @property
    def MODES(self) -> dict[str, str]: ...
    @property
    def ONE_WINNER(self) -> bool: ...
    @property
    def STATED(self) -> bool: ...
    @property
    def CAREERS(self) -> bool: ...
    @property
    def BY_THE_BOOK(self) -> bool: ...
    @property
    def HAS_POINTS(self) -> bool: ...
    @property
    def MOST_POINTS_WIN(self) -> bool: ...
    @property
    def POINTS_DECIDE(self) -> bool: ...
    @property
    def BELOW_ZERO(self) -> bool: ...
    @property
    def QUESTIONS(self) -> Questions: ...
    @property
    def FIGURES(self) -> tuple[Figure, ...]: ...
    @property
    def content(self) -> str: ...

    def points(self, line: SeatLine, sheet: ScoreSheet, /) -> int: ...
    def best(self, figures: Figures, total: int, /) -> tuple[tuple[Fraction | int, ...], Translatable]: ...
    def ranking(self, sheet: ScoreSheet, /) -> tuple[tuple[int, ...], ...]: ...
    def problems(self, sheet: ScoreSheet, knowledge: Knowledge, /) -> list[Problem]: ...


SYSTEMS: Mapping[str, SheetSystem] = {
    system.ID: system for system in (careers, office_job, career_poker, game_of_the_year, career_compass)
}
OWN = "own-"  # the beginning of the id of every game that a league has described


class OfASystem(Protocol):
    """A sheet, or a game in a file: it names a built-in system by its id, an own one by the text of its version too."""

    @property
    def system(self) -> str: ...
    @property
    def definition(self) -> str: ...


def system_of(sheet: OfASystem) -> SheetSystem:
    """Return the system that a sheet is made by. Raise KeyError for an id that no built-in one has."""
    return definition(sheet.definition, sheet.system) if sheet.definition else SYSTEMS[sheet.system]


def seats_by(system: SheetSystem, choices: Choices) -> tuple[int, int]:
    """Return the fewest and the most who play at a table, by the season's choice of the game's settings (Compass
    B2)."""
    least, most = system.SEATS
    question = system.QUESTIONS.get(MAX_PLAYERS)
    return least, min(most, choices.get(MAX_PLAYERS, question.default)) if question else most


AFTER_THE_FIRST = 2  # the best place where all lose together
LONGEST_NAME = 200
CLOCK_TOLERANCE = timedelta(minutes=5)


def winners(sheet: ScoreSheet) -> frozenset[int]:
    """Return the seats that won: as the table says or, if the system's own scores decide, the first ones by these."""
    system = system_of(sheet)
    if system.STATED or not sheet.seats:
        return frozenset(line.seat for line in sheet.seats if line.won)
    return frozenset(system.ranking(sheet)[0])


class SheetOutcome(NamedTuple):
    """The result of a sheet. `points` and `places` by seat, equal seats sharing the better place, the first one left
    free if nobody won; `ranking` from first to last, equal ones together; `won` as `winners` says."""

    points: Mapping[int, int]
    places: Mapping[int, int]
    ranking: tuple[tuple[int, ...], ...]
    won: frozenset[int]


def outcome(sheet: ScoreSheet) -> SheetOutcome:
    """Return what a sheet comes to, for a known system and a complete sheet."""
    system = system_of(sheet)
    ranking, places, won = system.ranking(sheet), dict[int, int](), winners(sheet)
    for group in ranking:
        places |= dict.fromkeys(group, len(places) + (1 if won or system.ONE_WINNER else AFTER_THE_FIRST))
    return SheetOutcome({line.seat: system.points(line, sheet) for line in sheet.seats}, places, ranking, won)


def played_with(sheet: ScoreSheet) -> list[tuple[str, str]]:
    """Return id and name of each variant of an own game that it was played with."""
    questions = system_of(sheet).QUESTIONS if sheet.definition else {}
    return [(key, question.text) for key, question in questions.items() if sheet.settings.get(key)]


def is_complete(sheet: ScoreSheet) -> bool:
    """Return whether every seat has the figures that it must have."""
    needed = [column.name for column in system_of(sheet).FIGURES if column.required]
    return bool(sheet.seats) and all(name in line.figures for line in sheet.seats for name in needed)


def problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return everything that keeps `sheet` from standing, and warnings, in the order of the sheet. Pure: the same sheet
    and knowledge give the same list. Sources: contract section 3 and each problem's clause."""
    if not sheet.definition and sheet.system not in SYSTEMS:
        text = said(
            "There is no game system '{system}'; choose one of {known}.", system=sheet.system, known=", ".join(SYSTEMS)
        )
        return [Problem(text, figure="system")]
    if not knowledge.is_played:
        text = said("This league has no game {system}.", system=system_of(sheet).NAME)
        return [Problem(text, figure="system")]
    if sheet.edition not in edition_ids():
        return [Problem(said("There is no edition '{edition}'.", edition=sheet.edition), figure="edition")]
    politics = politics_problems(sheet, knowledge) if system_of(sheet).BY_THE_BOOK else []
    return [*table_problems(sheet, knowledge), *politics]


def table_problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return the problems without office politics, for a known system and edition: nothing that depends on a level."""
    sheet, system = by_rules(sheet, knowledge.rules), system_of(sheet)
    if wrong_figures := list(_figures(sheet, system)):
        return wrong_figures
    wrong = [*_table(sheet, system, knowledge), *_characters(sheet, knowledge, system), *_winner(sheet, system)]
    return [*wrong, *system.problems(sheet, knowledge), *marks_missing(sheet)]


def _figures(sheet: ScoreSheet, system: SheetSystem) -> Iterator[Problem]:
    """Yield a problem for each figure that no form, file or program could have entered."""
    columns = {column.name: column for column in system.FIGURES}
    for line in sheet.seats:
        for name, value in line.figures.items():
            if name not in columns:
                yield line.problem(
                    said("{who}: {system} has no figure {figure}."), name, system=system.NAME, figure=shown_value(name)
                )
                continue
            try:
                read(columns[name], value)
            except Unreadable as error:
                yield unreadable(columns[name], error, who=line.who, seat=line.seat)


def marks_missing(sheet: ScoreSheet) -> list[Problem]:
    """Return a problem for each tally of which only the total is known. A career counts them by program and company, so
    such a sheet is kept as submitted until it says which; a guest has no career and waits for nothing."""
    counted = [column for column in system_of(sheet).FIGURES if column.kind == "counts"]
    return [
        Problem(_elsewhere(column, line, line.figures[column.name][UNMARKED]), line.seat, column.name, severity=WAITS)
        for line in sheet.seats
        for column in counted
        if line.character is not None and line.figures.get(column.name, {}).get(UNMARKED)
    ]


def _elsewhere(column: Figure, line: SeatLine, number: int) -> Translatable:
    if column.vocabulary == "programs":
        return said_of(
            number,
            "{who}: {count} degree elsewhere: in which program?",
            "{who}: {count} degrees elsewhere: in which programs?",
            who=line.who,
        )
    return said_of(
        number, "{who}: {count} trip elsewhere: where?", "{who}: {count} trips elsewhere: where?", who=line.who
    )


def _table(sheet: ScoreSheet, system: SheetSystem, knowledge: Knowledge) -> Iterator[Problem]:
    least, most = seats_by(system, knowledge.rules.choices(system.ID))
    numbers = sorted(line.seat for line in sheet.seats)
    if not least <= len(numbers) <= most:
        yield Problem(
            said(
                "The sheet has {seats} seats; {system} is played by {least} to {most}.",
                seats=len(numbers),
                system=system.NAME,
                least=least,
                most=most,
            ),
            figure="seat",
        )
    if numbers != list(range(1, len(numbers) + 1)):
        yield Problem(said("Seats must be numbered 1 to {last}, each once.", last=len(numbers)), figure="seat")
    if sheet.mode and not system.MODES:
        text = said("{system} has no modes; leave out {mode}.", system=system.NAME, mode=shown_value(sheet.mode))
        yield Problem(text, figure="mode")
    for figure, value in (("target", sheet.target), ("minutes", sheet.minutes)):
        if value is not None and (refused := refusal(value, bounds=BOUNDS[figure])):
            yield Problem(said(_REFUSED[figure], problem=refused), figure=figure)
    yield from _own_settings(sheet, system, knowledge)
    if outside := bounds_problem(sheet.played_at):
        yield Problem(outside, figure="played_at")
    elif sheet.played_at > knowledge.now + CLOCK_TOLERANCE:
        text = said("The game is dated {at:%d %B %Y, %H:%M}, which is in the future.", at=sheet.played_at)
        yield Problem(text, figure="played_at")


_REFUSED = {"target": said("The target {problem}."), "minutes": said("The minutes {problem}.")}


def _own_settings(sheet: ScoreSheet, system: SheetSystem, knowledge: Knowledge) -> Iterator[Problem]:
    """Check the settings that the game was played by instead of the season's: only settings that no sheet depends on.
    For an own game these are its variants."""
    if not system.BY_THE_BOOK:
        for name, value in sheet.settings.items():
            if name not in system.QUESTIONS or not isinstance(value, bool):
                text = said("{system} has no variant {name}.", system=system.NAME, name=shown_value(name))
                yield Problem(text, figure="settings")
    elif sheet.settings:
        try:
            one_games_choices(sheet.system, knowledge.rules.choices(sheet.system), sheet.settings)
        except BadChoice as error:
            yield Problem(error.args[0], figure="settings")


def _characters(sheet: ScoreSheet, knowledge: Knowledge, system: SheetSystem) -> Iterator[Problem]:
    counted = Counter(sheet.character_ids)
    for line in sheet.seats:
        if line.character is None:
            yield from _guest_name(line)
            continue
        seated = knowledge.seated.get(line.character)
        if seated is None:
            yield line.problem(said("{who}: no such character in this league."), "character")
            continue
        if counted[line.character] > 1:
            yield line.problem(said("{who}: the same character sits at this table twice."), "character")
        if system.BY_THE_BOOK and seated.edition != sheet.edition and not knowledge.rules.cross_edition:
            yield line.problem(
                said("{who}: belongs to the edition '{edition}', not to '{other}'."),
                "character",
                "R100",
                edition=seated.edition,
                other=sheet.edition,
            )
    if system.BY_THE_BOOK and len(counted) < knowledge.rules.league_min_characters:
        yield Problem(
            said(
                "A league game needs at least {least} characters; this one has {number}.",
                least=knowledge.rules.league_min_characters,
                number=len(counted),
            ),
            figure="character",
            clause="R104",
        )


def _guest_name(line: SeatLine) -> Iterator[Problem]:
    if len(line.name) > LONGEST_NAME:
        yield Problem(
            said(
                "Seat {seat}: the guest's name has {number} characters; the limit is {most}.",
                seat=line.seat,
                number=len(line.name),
                most=LONGEST_NAME,
            ),
            line.seat,
            "character",
        )
    elif line.name and not can_be_shown(line.name):
        text = said("Seat {seat}: the guest's name contains a character that can't be shown.", seat=line.seat)
        yield Problem(text, line.seat, "character")
    elif line.character is None and (sentence := misread(line.name)):
        yield Problem(said("Seat {seat}: {problem}", seat=line.seat, problem=sentence), line.seat, "character")


def _winner(sheet: ScoreSheet, system: SheetSystem) -> Iterator[Problem]:
    winners = [line for line in sheet.seats if line.won]
    if system.ONE_WINNER and len(winners) != 1:
        yield Problem(_winners_counted(len(winners), system.NAME), figure="won")


def _winners_counted(number: int, system: str) -> Translatable:
    if not number:
        return said("The sheet has no winner; {system} has exactly one.", system=system)
    return said_of(
        number,
        "The sheet has {count} winners; {system} has exactly one.",
        "The sheet has {count} winners; {system} has exactly one.",
        system=system,
    )


def setup_problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return what keeps a table from being played: the errors in the set-up of a sheet still without figures."""
    found = errors(problems(sheet, knowledge))
    if not sheet.definition and sheet.system not in SYSTEMS:
        return found
    later = {"won", *(column.name for column in system_of(sheet).FIGURES)}
    return [problem for problem in found if problem.figure not in later]
