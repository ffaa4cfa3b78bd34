"""Score sheets in words, what differs between two versions, and the link that hands a game to BG Stats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.own_choices import choices_as_text
from engine.careers.editions import Edition, edition
from engine.translatable import said
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.figures import UNMARKED, Figure
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, winners
from league.core.queries.figures import written
from league.core.queries.games import headline_of
from league.models import SeasonGame
from league.results.rules.exports import play_link

SEAT = said("Seat {seat}")


@dataclass(frozen=True, slots=True)
class LabelledFigure:
    """A figure with its label; `text` is ready to show, empty when there is nothing to say."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class SheetDifference:
    """A row of "before and after"."""

    label: str
    before: str
    after: str
    changed: bool = True


def main_figures(sheet: ScoreSheet, line: SeatLine, names: Edition | None = None) -> list[LabelledFigure]:
    """Return the figures that every seat must report: the columns of the sheet. `names`: the words of the board that
    was played on; without them the edition's."""
    return [_entry(column, sheet, line, names) for column in SYSTEMS[sheet.system].FIGURES if column.required]


def side_figures(sheet: ScoreSheet, line: SeatLine, names: Edition | None = None) -> list[LabelledFigure]:
    """Return the other figures that the seat reported, without empty ones."""
    entries = (_entry(column, sheet, line, names) for column in SYSTEMS[sheet.system].FIGURES if not column.required)
    return [entry for entry in entries if entry.text not in ("", "0", _("no"))]


def differences(before: ScoreSheet, after: ScoreSheet, words: Edition | None = None) -> list[SheetDifference]:
    """Return what changed from one version to another, in the order of the sheet; only differences."""
    old, new = _entries(before, words), _entries(after, words)
    names = {line.seat: line.name or _("Guest") for sheet in (before, after) for line in sheet.seats}
    return [
        SheetDifference(_label(key, names), old.get(key, ""), new.get(key, ""))
        for key in {**old, **new}
        if old.get(key, "") != new.get(key, "")
    ]


def _label(key: tuple[int, str], names: Mapping[int, str]) -> str:
    seat, what = key
    if seat and what != SEAT:
        return said("{who}: {what}", who=names[seat], what=what)
    return said(SEAT, seat=seat) if what == SEAT else what


def _entries(sheet: ScoreSheet, names: Edition | None) -> dict[tuple[int, str], str]:
    """Return every figure in words by seat (0 for what concerns the whole table) and label."""
    entries: dict[tuple[int, str], str] = {
        (0, said("Played")): date_format(sheet.played_at, "j F Y, H:i"),
        (0, said("Mode")): SYSTEMS[sheet.system].MODES.get(sheet.mode, sheet.mode),
        (0, said("Target")): "" if sheet.target is None else written(sheet.target, ","),
        (0, said("Minutes")): "" if sheet.minutes is None else written(sheet.minutes, ","),
        (0, said("Settings of its own")): choices_as_text(sheet.system, sheet.settings),
    }
    won = winners(sheet)
    for line in sheet.seats:
        entries[line.seat, SEAT] = line.name or _("Guest")
        entries[line.seat, said("won")] = _("yes") if line.seat in won else _("no")
        for column in SYSTEMS[sheet.system].FIGURES:
            entries[line.seat, column.word] = _text(column, sheet, line, names) or _nothing(column)
    return entries


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
            return ", ".join(f"{name} {number}" for name, number in _named(column, value, names))
        case "seats":
            return ", ".join(_name_at(sheet, seat) for seat in value)
        case "flag":
            return _("yes") if value else _("no")
        case "positions":
            return ", ".join(str(position) for position in value)
        case "choice":
            return dict(column.options).get(value, str(value))
    return written(value, ",") if isinstance(value, int) else str(value)


def _named(column: Figure, counts: Mapping[str, int], words: Edition) -> list[tuple[str, int]]:
    names = _vocabulary(column, words)
    return [(names.get(key, key), number) for key, number in sorted(counts.items())]


def _vocabulary(column: Figure, names: Edition) -> dict[str, str]:
    entries: Mapping[str, Any] = {"programs": names.programs, "companies": names.companies}.get(column.vocabulary, {})
    return {UNMARKED: _("elsewhere"), **{key: entry.name for key, entry in entries.items()}}


def _name_at(sheet: ScoreSheet, seat: int) -> str:
    line = sheet.line(seat)
    return line.name if line is not None and line.name else _("seat {seat}").format(seat=seat)


def play_link_of(season_game: SeasonGame, sheet: Sheet) -> str:
    """Return the link for a confirmed sheet of the game, with the names that its table knew; "" for any other. Two
    queries."""
    if sheet.status != Sheet.CONFIRMED:
        return ""
    value = score_sheet(sheet)
    slugs = dict(Character.objects.filter(pk__in=value.character_ids).values_list("pk", "slug"))
    season = season_game.season
    return play_link(
        value,
        play=f"{season.slug}/{season_game.reference}",
        slugs=slugs,
        place=season_game.place,
        text=f"{season.name}, {headline_of(season_game)}",
    )
