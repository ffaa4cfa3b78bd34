"""Convert tables for the engine, and back: what the league knows of a game before it is played as the engine's options,
and the final scores as a score sheet. The engine uses London's ids on every board and numbers its seats from 0; a sheet
uses its edition's and numbers them from 1."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from characters.rules.choices import LEFT_OUT, POSITIONS, engine_settings, titles
from characters.rules.house_rules import HouseRules
from engine.career_poker.seeding import start_positions
from engine.careers.editions import counterparts, edition
from games.rules.figures import Figure
from games.rules.sheets import ScoreSheet
from games.rules.systems import system_of

LONDON = "london"
# House rules that concern play. The engine's settings have the same names and values.
_PLAY_RULES = ("unrelated", "boss_only", "carry_over", "league_retire", "layoff_from_hospital", "reorg_scope")


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player at a table. Without a level it is a computer player (R104); with one, a character with its programs,
    degrees and trips by the ids of its own `edition`. `birthday` is a date such as 05-06, empty when unknown; `last` is
    the position last held at Career Poker in the season, and at how large a table."""

    name: str
    level: str = ""
    edition: str = LONDON
    specialty: str = ""
    side_interest: str = ""
    degrees: Mapping[str, int] | None = None
    trips: Mapping[str, int] | None = None
    birthday: str = ""
    last: tuple[int, int] | None = None


Options = dict[str, Any]


def engine_options(
    sheet: ScoreSheet, players: Sequence[TablePlayer], rules: HouseRules, board: Mapping[str, Any] | None = None
) -> Options:
    """Return the engine's options for a table whose sheet, still without figures, is `sheet`: what the season chooses
    of the game's settings, and what the league knows of this table. `board`: the data of the rules' board, if it is one
    that the league has made."""
    make = _OPTIONS.get(sheet.system)
    options = make(sheet, players, rules) if make else {}
    if board is not None and "board" in options:
        options["board"] = board
    settings = {**engine_settings(sheet.system, rules.choices(sheet.system)), **options.get("settings", {})}
    return {**options, "settings": settings} if settings else options


def played_sheet(sheet: ScoreSheet, scores: Sequence[Mapping[str, Any]]) -> ScoreSheet:
    """Return `sheet` with the engine's scores of each seat: the keys that are columns of the system's sheet."""
    columns = system_of(sheet).FIGURES
    return replace(
        sheet,
        seats=tuple(
            replace(line, won=score["won"], figures=_figures(columns, score, sheet.edition))
            for line, score in zip(sheet.seats, scores, strict=True)
        ),
    )


def _figures(columns: Sequence[Figure], score: Mapping[str, Any], to: str) -> dict[str, Any]:
    """Return the figures without zeros, as on a sheet that people fill in; a required column is always there."""
    figures = {column.name: _figure(column, score.get(column.name), to) for column in columns}
    required = {column.name for column in columns if column.required}
    return {name: value for name, value in figures.items() if value or name in required}


def _figure(column: Figure, value: Any, to: str) -> Any:
    if column.kind == "number" and isinstance(value, list):
        return len(value)
    if column.kind == "seats":
        return tuple(seat + 1 for seat in value or ())
    if column.vocabulary:
        return translated(value or {}, column.vocabulary, LONDON, to)
    return tuple(value) if isinstance(value, list) else value


def translated(counts: Mapping[str, int], vocabulary: str, of: str, to: str) -> dict[str, int]:
    """Return a tally by the ids of one edition as another edition counts it."""
    names = _names(of, to)[vocabulary]
    return {names[key]: number for key, number in counts.items()}


@cache
def _names(of: str, to: str) -> Mapping[str, Mapping[str, str]]:
    """Return the ids of one edition in another, by the same entrance (R100). Programs without their own company
    follow in the order in which the editions list them."""
    programs, companies = counterparts(of, to)
    programs_there = edition(to).programs
    free = (program for program in programs_there if program not in programs.values())
    return {
        "programs": {
            program: other if other in programs_there else next(free, other) for program, other in programs.items()
        },
        "companies": companies,
    }


def _careers(sheet: ScoreSheet, players: Sequence[TablePlayer], rules: HouseRules) -> Options:
    settings: Options = {name: getattr(rules, name) for name in _PLAY_RULES} | {"mode": sheet.mode}
    if sheet.target is not None:
        settings["target"] = sheet.target
    if sheet.minutes is not None:
        settings["timed_minutes"] = sheet.minutes
    return {
        "settings": settings,
        "players": [_careers_player(player, rules) for player in players],
        "board": sheet.edition if rules.board == "edition" else rules.board,
    }


def _careers_player(player: TablePlayer, rules: HouseRules) -> Options:
    if not player.level:
        return {"name": player.name}
    programs = _names(player.edition, LONDON)["programs"]
    described: Options = {
        "name": player.name,
        "level": player.level,
        "specialty": programs[player.specialty],
        "side_interest": programs[player.side_interest],
    }
    if rules.carry_over == "degrees_and_trips":
        described["degrees"] = translated(player.degrees or {}, "programs", player.edition, LONDON)
        described["trips"] = translated(player.trips or {}, "companies", player.edition, LONDON)
    return described


def _game_of_the_year(sheet: ScoreSheet, players: Sequence[TablePlayer], rules: HouseRules) -> Options:
    """Return the birthdays of the characters; the engine draws missing ones (B8)."""
    days = [player.birthday for player in players]
    return {"settings": {"birthdays": days}} if any(days) else {}


def _career_poker(sheet: ScoreSheet, players: Sequence[TablePlayer], rules: HouseRules) -> Options:
    """Return the positions that persist: with any, the first deal has leftovers, exchange and the boss's lead (B15,
    B16)."""
    chosen, settings = rules.choices(sheet.system), Options()
    former = [player.last if chosen.get(POSITIONS, True) else None for player in players]
    if any(former):
        settings["start_positions"] = list(start_positions(former))
    if chosen.get(LEFT_OUT):
        settings["titles"] = titles(len(players), chosen[LEFT_OUT])
    return {"settings": settings} if settings else {}


def _office_job(sheet: ScoreSheet, players: Sequence[TablePlayer], rules: HouseRules) -> Options:
    """Return no rotation of seats: the league decides who sits where, so a seat that begins is always the first (B15,
    B16)."""
    return {"settings": {"seat_rotation": False}} if rules.choices(sheet.system).get("first_player") == "seat" else {}


_OPTIONS: Mapping[str, Callable[[ScoreSheet, Sequence[TablePlayer], HouseRules], Options]] = {
    "careers": _careers,
    "career_poker": _career_poker,
    "game_of_the_year": _game_of_the_year,
    "office_job": _office_job,
}
