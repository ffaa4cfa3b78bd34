"""The sources of what was earned in an experiment, by the names that squares, cards and days have on its boards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import SYSTEMS
from engine.career_compass.cards import CAPTIONS
from engine.career_poker.cards import JOKER
from engine.careers.words import experience_name, opportunity_name, place_name
from engine.game_of_the_year.days import day_text
from engine.office_job.cards import CARDS
from engine.translatable import said, spoken
from league.core.queries.figures import written
from league.lab.rules.lab import Arm, PairTotals
from league.lab.rules.lab_sources import COLUMNS

SHOWN = 15  # of a kind, before somebody asks for all of them
KINDS = {
    "paths": gettext_lazy("Paths"),
    "squares": gettext_lazy("Squares"),
    "opportunities": gettext_lazy("Opportunity cards"),
    "experience": gettext_lazy("Experience cards"),
    "days": gettext_lazy("Days"),
    "chance": gettext_lazy("Chance cards"),
    "hazard": gettext_lazy("Hazard cards"),
    "cards": gettext_lazy("Cards"),
    "sets": gettext_lazy("Cards laid"),
}
COLUMN_NAMES = {
    "happiness": gettext_lazy("Happiness"),
    "fame": gettext_lazy("Fame"),
    "cash": gettext_lazy("Cash"),
    "completed": gettext_lazy("Completed"),
    "money": gettext_lazy("Money"),
    "tokens": gettext_lazy("Tokens"),
    "cards_won": gettext_lazy("Cards won"),
    "points": gettext_lazy("Points"),
    "others_lose": gettext_lazy("Others lose"),
    "tricks": gettext_lazy("Tricks"),
}


@dataclass(frozen=True, slots=True)
class SourceRow:
    """`times`: how often a game saw it; `cells`: what it brought each time, by column the value in each arm."""

    name: str
    times: list[str]
    cells: list[tuple[str, list[str]]]


@dataclass(frozen=True, slots=True)
class SourceTable:
    """`rows`: the ones that brought most in a game; `others` come after them."""

    title: str
    columns: tuple[str, ...]
    rows: list[SourceRow]
    others: list[SourceRow]


def source_tables(system: str, arms: Sequence[Arm], totals: PairTotals) -> list[SourceTable]:
    """Return the tables of sources; an empty list while nothing was listened to. Sources that brought most in both arms
    together come first."""
    if not totals.heard:
        return []
    games = [SYSTEMS[system].new_game(arm.seats, 0, arm.options) for arm in arms]
    return [_table(kind, columns, games, totals) for kind, columns in COLUMNS.get(system, {}).items()]


def _table(kind: str, columns: tuple[str, ...], games: list[Any], totals: PairTotals) -> SourceTable:
    both = [sources.get(kind, {}) for sources in totals.sources]
    idents = sorted(
        {ident for arm in both for ident in arm}, key=lambda ident: (-_brought(ident, both, columns), int(ident))
    )
    none = [0] * (1 + len(columns))
    names = tuple(str(COLUMN_NAMES[column]) for column in columns)
    rows = [
        _row(name_of(kind, ident, games), [arm.get(ident, none) for arm in both], names, totals.heard)
        for ident in idents
    ]
    return SourceTable(str(KINDS[kind]), names, rows[:SHOWN], rows[SHOWN:])


def _brought(ident: str, both: Sequence[Mapping[str, list[int]]], columns: tuple[str, ...]) -> int:
    """Return what a source brought in points of a success formula, in which a point is £1,000: cash counts by the
    thousand."""
    worth = {"cash": 1, "completed": 0}
    return sum(
        sum(value * worth.get(name, 1000) for name, value in zip(columns, arm[ident][1:], strict=True))
        for arm in both
        if ident in arm
    )


def _row(name: str, both: list[list[int]], columns: tuple[str, ...], heard: int) -> SourceRow:
    cells = [(label, [_per(row[at], row[0]) if row[0] else "–" for row in both]) for at, label in enumerate(columns, 1)]
    return SourceRow(name, [_per(row[0], heard) for row in both], cells)


def _per(amount: int, games: int) -> str:
    value = amount / games
    return written(value, ",.0f" if abs(value) >= 100 else ".2f")


def name_of(kind: str, ident: str, games: list[Any]) -> str:
    """Return the name of a source, with the name in the other arm if that differs, as on another board."""
    names = list(dict.fromkeys(str(spoken(_NAMES[game.system, kind](game, int(ident)))) for game in games))
    return " / ".join(names)


_NAMES: Mapping[tuple[str, str], Callable[[Any, int], str]] = {
    ("careers", "paths"): lambda game, at: _at(game.table.board.paths, at, lambda path: path.name),
    ("careers", "squares"): lambda game, at: _square(game.table.board, at),
    ("careers", "opportunities"): lambda game, at: opportunity_name(game.table.board, at, game.table.own_cards),
    ("careers", "experience"): lambda game, at: experience_name(at),
    ("game_of_the_year", "days"): lambda game, at: _day(game.table.board, at),
    ("game_of_the_year", "chance"): lambda game, at: _at(game.table.cards[0], at, lambda card: card.name),
    ("game_of_the_year", "hazard"): lambda game, at: _at(game.table.cards[1], at, lambda card: card.name),
    ("career_compass", "cards"): lambda game, at: CAPTIONS[at],
    ("office_job", "cards"): lambda game, at: CARDS[at]["name"],
    ("career_poker", "sets"): lambda game, at: said("Joker") if at == JOKER else str(at),
}


def _at(things: Any, at: int, name: Callable[[Any], str]) -> str:
    return name(things[at]) if at < len(things) else _("number {number}").format(number=at)


def _square(board: Any, at: int) -> str:
    return place_name(board, at) if at < len(board.path_of) else _("number {number}").format(number=at)


def _day(board: Any, day: int) -> str:
    caption = board.days[day]["caption"] if day in board.days else said("the end of the year")
    return said("{date}: {caption}", date=day_text(board.dates[day]), caption=caption)
