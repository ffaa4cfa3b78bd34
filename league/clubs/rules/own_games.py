"""Describe a game that a league has defined: in words, and as a sheet to be tried with figures of no table."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from characters.rules.house_rules import DEFAULTS
from engine.careers.editions import edition_ids
from engine.translatable import Translatable, said, said_list, said_of
from games.rules.definitions import ENDINGS, Definition
from games.rules.figures import Figure, read_figures
from games.rules.sheets import Figures, Knowledge, Problem, ScoreSheet, SeatLine
from games.rules.systems import is_complete, outcome, problems

SEATS_TO_TRY = 3
LETTERS = "ABCDEFGHIJKLMNOPQRST"
WON = "try-won"


class ColumnWords(NamedTuple):
    """Say what the table notes in a column, and what that brings."""

    label: str
    noted: Translatable
    brings: Translatable
    hint: str


def column_words(game: Definition) -> list[ColumnWords]:
    """Return each column of a sheet in words, the figure of its ending first."""
    return [ColumnWords(figure.label, _noted(figure), _brings(game, figure), figure.hint) for figure in game.FIGURES]


def _noted(figure: Figure) -> Translatable:
    if figure.kind == "flag":
        return said("Yes or no")
    if figure.kind == "choice":
        return said_list([label for _, label in figure.options])
    steps = said("{least:,} to {most:,} in steps of {step:,}") if figure.step > 1 else said("{least:,} to {most:,}")
    return said(steps, least=figure.least, most=figure.most, step=figure.step)


def _brings(game: Definition, figure: Figure) -> Translatable:
    worth = game.worth.get(figure.name)
    if worth is None:
        return said("Decides")
    if isinstance(worth, Mapping):
        valued = [(label, worth[key]) for key, label in figure.options if worth[key]]
        options = [said("{label} {points:,}", label=label, points=points) for label, points in valued]
        return said_list(options) if options else said("Is only noted")
    if not worth:
        return said("Is only noted")
    if figure.kind == "flag":
        return said_of(worth, "{count:,} point for yes", "{count:,} points for yes")
    return said_of(worth, "{count:,} point for each", "{count:,} points for each")


def players(game: Definition) -> Translatable:
    """Return how many play it."""
    least, most = game.SEATS
    if least == most:
        return said_of(most, "{count} player", "{count} players")
    return said("{least} to {most} players", least=least, most=most)


def ending(game: Definition) -> Translatable:
    """Return how a game ends, and what decides among equals."""
    labels = {figure.name: figure.label for figure in game.FIGURES}
    more, less = said("more {label}"), said("less {label}")
    ties = [said(more if sign > 0 else less, label=labels[name]) for name, sign in game.ties]
    if not ties:
        return ENDINGS[game.ends]
    return said("{ending}; among equals: {ties}", ending=ENDINGS[game.ends], ties=said_list(ties))


def facts(game: Definition, played: int) -> list[Translatable]:
    """Return what a game is, in short: for how many, how it ends, how long it takes and how often it was played."""
    length = [said_of(game.minutes, "about {count} minute", "about {count} minutes")] if game.minutes else []
    times = said_of(played, "{count:,} game played", "{count:,} games played")
    return [players(game), ending(game), *length, times]


class Cell(NamedTuple):
    """An input of the sheet, and the seat that it belongs to."""

    name: str
    seat: str
    value: str


class Row(NamedTuple):
    figure: Figure
    cells: list[Cell]


class TriedSeat(NamedTuple):
    """Say what a seat comes to; it has no place while figures are missing."""

    number: int
    letter: str
    points: int
    place: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """A sheet of no table: its inputs with what was typed, what each seat comes to, and what is wrong."""

    game: Definition
    rows: list[Row]
    seats: list[TriedSeat]
    problems: list[Problem]


def tried(game: Definition, typed: Mapping[str, str], won: Collection[str], now: datetime) -> Trial:
    """Return the sheet of a game with the figures that somebody has `typed`, by the names of its inputs."""
    least, most = game.SEATS
    numbers = range(1, max(least, min(SEATS_TO_TRY, most)) + 1)
    rows = [Row(figure, [_cell(figure, number, typed) for number in numbers]) for figure in game.FIGURES]
    wrong: list[Problem] = []
    lines = []
    for number in numbers:
        raw = {row.figure.name: row.cells[number - 1].value for row in rows}
        figures, unreadable = _read(game, number, raw)
        wrong += unreadable
        lines.append(SeatLine(number, None, LETTERS[number - 1], str(number) in won, figures))
    sheet = ScoreSheet(game.ID, edition_ids()[0], now, tuple(lines), definition=game.content)
    if not wrong and is_complete(sheet) and (won or any(cell.value for row in rows for cell in row.cells)):
        wrong = problems(sheet, Knowledge(now, DEFAULTS, {}))
        return Trial(game, rows, _seats(game, sheet, decided=not wrong), wrong)
    return Trial(game, rows, _seats(game, sheet, decided=False), wrong)


def _cell(figure: Figure, number: int, typed: Mapping[str, str]) -> Cell:
    name = f"try-{number}-{figure.name}"
    return Cell(name, LETTERS[number - 1], typed.get(name, ""))


def _read(game: Definition, number: int, raw: Mapping[str, str]) -> tuple[Figures, list[Problem]]:
    """Return the figures of a seat, and a problem for each unreadable one."""
    who = SeatLine(number, None, LETTERS[number - 1]).who
    figures, wrong = read_figures(game.FIGURES, raw, who=who, seat=number)
    return figures, [problem for problem in wrong if raw[problem.figure].strip()]


def _seats(game: Definition, sheet: ScoreSheet, *, decided: bool) -> list[TriedSeat]:
    result = outcome(sheet) if decided else None
    return [
        TriedSeat(
            line.seat,
            line.name,
            game.points(line),
            result.places[line.seat] if result else None,
            line.seat in result.won if result else line.won,
        )
        for line in sheet.seats
    ]
