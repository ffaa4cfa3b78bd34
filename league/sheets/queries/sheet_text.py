"""Score sheets in words, what differs between two versions, and the link that hands a game to BG Stats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.choices import choices_as_text
from engine.careers.editions import Edition, edition
from engine.translatable import Translatable, said, spoken
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.figures import UNMARKED, Figure
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import system_of, winners
from league.core.queries.figures import written
from league.core.queries.games import headline_of
from league.models import SeasonGame
from league.sheets.rules.exports import play_link


class LabelledFigure(NamedTuple):
    """A figure with its label; `text` is ready to show, empty when there is nothing to say."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """One row of a comparison of two versions. `follows`: it results from other rows, so that it is not a difference
    itself."""

    label: str
    before: str
    after: str
    follows: bool = False

    @property
    def changed(self) -> bool:
        return self.before != self.after


def main_figures(sheet: ScoreSheet, line: SeatLine, names: Edition | None = None) -> list[LabelledFigure]:
    """Return the figures that every seat must report: the columns of the sheet. `names`: the words of the board that
    was played on; without them the edition's."""
    return [_entry(column, sheet, line, names) for column in system_of(sheet).FIGURES if column.required]


def side_figures(sheet: ScoreSheet, line: SeatLine, names: Edition | None = None) -> list[LabelledFigure]:
    """Return the other figures that the seat reported, without empty ones."""
    entries = (_entry(column, sheet, line, names) for column in system_of(sheet).FIGURES if not column.required)
    return [entry for entry in entries if entry.text not in ("", "0", _("no"))]


def compare(before: ScoreSheet, after: ScoreSheet, words: Edition | None = None) -> list[ComparedFigure]:
    """Return every figure that either version has, in the order of the sheet and in the words of the board; without
    `words` in those of the edition."""
    rows = [ComparedFigure(label, text(before), text(after)) for label, text in _HEADER]
    for seat in range(1, max(len(before.seats), len(after.seats)) + 1):
        rows.extend(_seat(before, after, seat, words))
    return [row for row in rows if row.before or row.after]


_HEADER: Sequence[tuple[Translatable, Callable[[ScoreSheet], str]]] = (
    (said("Played at"), lambda sheet: date_format(timezone.localtime(sheet.played_at), "j F Y, H:i")),
    (said("Mode"), lambda sheet: str(spoken(system_of(sheet).MODES.get(sheet.mode, sheet.mode)))),
    (said("Target"), lambda sheet: "" if sheet.target is None else written(sheet.target, ",")),
    (said("Minutes"), lambda sheet: "" if sheet.minutes is None else written(sheet.minutes, ",")),
    (said("Its own settings"), lambda sheet: choices_as_text(system_of(sheet).QUESTIONS, sheet.settings)),
)


def _seat(before: ScoreSheet, after: ScoreSheet, seat: int, words: Edition | None) -> Iterator[ComparedFigure]:
    lines = [(sheet, line) for sheet in (before, after) for line in [sheet.line(seat)]]

    def row(label: str, text: Callable[[ScoreSheet, SeatLine], str], *, follows: bool = False) -> ComparedFigure:
        was, now = (text(sheet, line) if line else "" for sheet, line in lines)
        return ComparedFigure(label, was, now, follows)

    name = next(line.name for _sheet, line in reversed(lines) if line) or _("Guest")
    who = f"{seat}. {name}"
    yield row(said("Seat {seat}", seat=seat), lambda _sheet, line: line.name or _("Guest"))
    won = said("{who}: {what}", who=who, what=said("won"))
    yield row(won, lambda sheet, line: _("yes") if line.seat in winners(sheet) else _("no"), follows=True)
    for column in system_of(before).FIGURES:
        label = said("{who}: {what}", who=who, what=column.word)
        figure = row(label, partial(_given, column, words))
        if figure.before or figure.after:
            nothing = _nothing(column)
            yield replace(figure, before=figure.before or nothing, after=figure.after or nothing)
    if not system_of(after).HAS_POINTS:
        return
    points = said("{who}: {what}", who=who, what=said("game points"))
    yield row(points, lambda sheet, line: written(system_of(sheet).points(line, sheet), ","), follows=True)


def _given(column: Figure, words: Edition | None, sheet: ScoreSheet, line: SeatLine) -> str:
    """Return the figure in words; "" for an optional one that says nothing."""
    return _text(column, sheet, line, words) if column.required or line.figures.get(column.name) else ""


def _nothing(column: Figure) -> str:
    return {"number": "0", "money": "0", "flag": _("no")}.get(column.kind, _("none"))


def _entry(column: Figure, sheet: ScoreSheet, line: SeatLine, names: Edition | None) -> LabelledFigure:
    return LabelledFigure(column.label, _text(column, sheet, line, names))


def _text(column: Figure, sheet: ScoreSheet, line: SeatLine, names: Edition | None) -> str:
    value, names = line.figures.get(column.name), names or edition(sheet.edition)
    if value is None:
        return ""
    match column.kind:
        case "money":
            return names.money(value)
        case "counts":
            words: dict[str, Mapping[str, Any]] = {"programs": names.programs, "companies": names.companies}
            entries = words.get(column.vocabulary, {})
            called = {UNMARKED: _("elsewhere"), **{key: entry.name for key, entry in entries.items()}}
            return ", ".join(f"{called.get(key, key)} {number}" for key, number in sorted(value.items()))
        case "seats":
            lines, unnamed = [(seat, sheet.line(seat)) for seat in value], _("seat {seat}")
            return ", ".join(line.name if line and line.name else unnamed.format(seat=seat) for seat, line in lines)
        case "flag":
            return _("yes") if value else _("no")
        case "positions":
            return ", ".join(str(position) for position in value)
        case "choice":
            return dict(column.options).get(value, str(value))
    return written(value, ",") if isinstance(value, int) else str(value)


def play_link_of(season_game: SeasonGame, sheet: Sheet) -> str:
    """Return the link for a confirmed sheet of the game, with the names that its table knew; "" for any other. Two
    queries."""
    if sheet.status != Sheet.CONFIRMED:
        return ""
    value = score_sheet(sheet)
    slugs = dict(Character.objects.filter(pk__in=value.character_ids).values_list("pk", "slug"))
    season, play = season_game.season, f"{season_game.season.slug}/{season_game.reference}"
    text = f"{season.name}, {headline_of(season_game)}"
    return play_link(value, play=play, slugs=slugs, place=season_game.place, text=text)
