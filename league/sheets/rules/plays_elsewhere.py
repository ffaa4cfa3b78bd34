"""Plays that were logged in another system, and the table of results that they make.

Other systems know who played, the score and who won. A play becomes a result if that is all its score sheet needs.
Every other play is in the table too, with the reason, so that somebody can fill in its figures.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

from characters.rules.names import name_key, tidy
from engine.translatable import said
from games.rules.definition_judge import LONGEST_NAME
from games.rules.definitions import Definition
from games.rules.figures import Figure
from games.rules.systems import SYSTEMS, SheetSystem
from league.core.rules.bounds import MOST_ROWS, MOST_VALUES
from league.core.rules.csv_text import FileProblem, write_csv
from league.core.rules.tables import COMMENTS, SCORE, key_of
from league.sheets.rules.own_plays import SeatElsewhere, odd_score, own_figures
from league.sheets.rules.result_rows import COMMON, NAMES, RESTART, figure_columns

MOST_BYTES, MOST_PLAYS, MOST_PLAYERS, MOST_TEXT = 20_000_000, 10_000, 99, 500
_SUM, _PARTS = re.compile(r"[+-]?[0-9]{1,7}([+-][0-9]{1,7})+"), re.compile(r"[+-]?[0-9]+")
NO_GAME = said("{game} is not one of the games of this site.")
_IN_PARTS = said("Export it in parts, such as year by year; a play that comes twice is recorded once.")
TOO_MANY_PLAYERS = said("The plays have more than {most:,} players in all. {parts}", most=MOST_ROWS, parts=_IN_PARTS)
TOO_MANY_VALUES = said("The file has more than {most:,} values. {parts}", most=MOST_VALUES, parts=_IN_PARTS)
_EXCEPT_WHERE_HELD = ("season", "edition", "mode", "target", "settings", "game_name", RESTART)  # columns


class NoExport(ValueError):
    """An export that can't be read; the sentence says why."""


@dataclass(frozen=True, slots=True)
class PlayElsewhere:
    """A play. `games` are the names by which the system knows the game, the usual one first; `deals` is 0 if nobody
    has counted them; `refused` says why it can't count as it was logged; `flags` is what the system knows of the kind
    of game: `cooperative`, `usesTeams`, `noPoints`, `highestWins`; `used` are the board and the expansions."""

    games: Sequence[str]
    played_at: str
    reference: str
    seats: Sequence[SeatElsewhere]
    minutes: int = 0
    where: str = ""
    comments: str = ""
    deals: int = 0
    refused: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    used: Sequence[str] = ()


def short_text(value: Any) -> str:
    """Return a value as text on one line that fits a cell; "" for anything but text and numbers."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return on_one_line(str(value)[:MOST_TEXT])


def on_one_line(text: str) -> str:
    return " ".join(text.splitlines()).strip()


def whole(value: Any) -> int:
    """Return a small number that is not below 0, or 0 for anything else."""
    text = short_text(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def added_up(score: str) -> str:
    """Return a score that was noted as a sum of whole numbers, such as 8+9-2, as one number; any other as it is."""
    return str(sum(map(int, _PARTS.findall(score)))) if _SUM.fullmatch(score) else score


Systems = Mapping[str, SheetSystem]


def as_table(plays: Sequence[PlayElsewhere], systems: Systems = SYSTEMS) -> tuple[bytes, list[FileProblem]]:
    """Return the plays as results.csv, and for each that can't become a result a problem that names it, at its first
    line. `systems` are the games of the league. Raise NoExport for too many players."""
    spellings = spellings_of(systems)
    rows: list[dict[str, str]] = []
    problems: list[FileProblem] = []
    for play in plays:
        play, system = known_game(play, spellings)
        seats = _seats(play, system)
        if why := play.refused or _lacking(play, system, seats):
            game = next(iter(play.games), "")
            if not why.startswith(game):
                why = said("{place}: {text}", place=", ".join(filter(None, (game, play.played_at))), text=why)
            problems.append(FileProblem(len(rows) + 2, "", why))
        rows += seats or [_common(play, system)]
        if len(rows) > MOST_ROWS:
            raise NoExport(TOO_MANY_PLAYERS)
    held = {column for row in rows for column, cell in row.items() if cell}
    ids = {row["system"] for row in rows}
    played = [system for key, system in systems.items() if key in ids]
    needed = {figure.name for system in played for figure in _required(system)}
    held |= {"mode", "target"} if any(system.MODES for system in played) else set()
    held |= {"edition"} if played and not any(system.BY_THE_BOOK for system in played) else set()
    columns = [column for column in (*COMMON, *NAMES, RESTART) if column not in _EXCEPT_WHERE_HELD or column in held]
    columns += [column for column in figure_columns(systems.values()) if column in held or column in needed]
    columns += [column for column in (SCORE, COMMENTS) if column in held]
    return write_csv(columns, ([row.get(column, "") for column in columns] for row in rows)), problems


@cache
def _what_plays_hold() -> Mapping[str, Mapping[str, Any]]:
    text = Path(__file__).with_name("plays_elsewhere.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text))


def spellings_of(systems: Systems) -> Mapping[str, SheetSystem]:
    """Return the games by the keys of all that they are called."""
    held = _what_plays_hold()
    return {
        game_key(name): systems.get(system.ID, system)
        for system in reversed([*systems.values()])
        for name in (system.ID, system.NAME, *held.get(system.ID, {}).get("names", ()))
    }


def game_key(name: str) -> str:
    """Return the name that a game would have here, without case, accents, signs and parts in brackets, such as a
    year."""
    cut = game_name(name)
    return "".join(letter for letter in normalize("NFKD", key_of(cut)) if letter.isalnum()) or name_key(cut)


def game_name(name: str) -> str:
    """Return a name as a game of a league may have it, as long as that can be."""
    return tidy(name)[:LONGEST_NAME].strip()


def known_game(play: PlayElsewhere, spellings: Systems) -> tuple[PlayElsewhere, SheetSystem | None]:
    """Return a play with the game that it is one of; without cells of this site that are of another league's game."""
    own = play.cells.get("system", "")
    if own and game_key(own) not in spellings:
        seats = [replace(seat, cells={}) for seat in play.seats]
        play, own = replace(play, cells={}, seats=seats), ""
    known = (spellings[key] for name in ([own] if own else play.games) if (key := game_key(name)) in spellings)
    return play, next(known, None)


def _required(system: SheetSystem | None) -> list[Figure]:
    return [figure for figure in system.FIGURES if figure.required] if system else []


def _numbered(seats: Sequence[SeatElsewhere]) -> list[SeatElsewhere]:
    """Return the seats in the order that the play states, or else as they are listed."""
    in_order = len({seat.order for seat in seats}) == len(seats)
    return sorted(seats, key=lambda seat: seat.order) if in_order else list(seats)


def _common(play: PlayElsewhere, system: SheetSystem | None) -> dict[str, str]:
    cells = {
        "game": play.reference,
        "played_at": play.played_at,
        "system": system.ID if system else next(iter(play.games), ""),
        "minutes": str(play.minutes or ""),
        "game_place": play.where,
        COMMENTS: play.comments,
    }
    if isinstance(system, Definition):
        used = {name_key(name) for name in play.used}
        cells["settings"] = ";".join(f"{key}=yes" for key, label in system.variants if name_key(label) in used)
    return cells | dict(play.cells)


def _seats(play: PlayElsewhere, system: SheetSystem | None) -> list[dict[str, str]]:
    """Return the row of each seat."""
    seats = _numbered(play.seats)
    figures = (
        own_figures(system, seats) if isinstance(system, Definition) else [_figures(play, system, s) for s in seats]
    )
    return [
        _common(play, system)
        | given
        | {"seat": str(number), "character": seat.name, SCORE: seat.score}
        | dict(seat.cells)
        for number, (seat, given) in enumerate(zip(seats, figures, strict=True), 1)
    ]


def _figures(play: PlayElsewhere, system: SheetSystem | None, seat: SeatElsewhere) -> dict[str, str]:
    held = _what_plays_hold().get(system.ID, {}) if system else {}
    figures = {
        held.get("score", ""): seat.score,
        held.get("role", ""): _choice(system, held.get("role", ""), seat.role),
        held.get("place", ""): str(seat.place or "") if play.deals == 1 else "",
    }
    won = "" if seat.won is None else "yes" if seat.won else "no"
    return {name: cell for name, cell in figures.items() if name} | {"won": won}


def _choice(system: SheetSystem | None, name: str, text: str) -> str:
    """Return the id of what a figure may be, by its id or its label."""
    options = (option for figure in _required(system) if figure.name == name for option in figure.options)
    return next((key for key, label in options if game_key(text) in (game_key(key), game_key(label))), "")


def _lacking(play: PlayElsewhere, system: SheetSystem | None, seats: Sequence[Mapping[str, str]]) -> str:
    """Return why no sheet can be made of a play, or ""."""
    if (system is None or system.content) and not play.cells and (score := odd_score(play.seats)):
        return said("The score {score} is not a whole number; the sheets of own games take whole numbers.", score=score)
    if system is None:
        return said(NO_GAME, game=next(iter(play.games), "") or "?")
    if not seats:
        return said("The play says nothing about who played.")
    if system.content and play.cells:  # of this site, perhaps by an earlier version of the game
        return ""
    required = [figure.name for figure in _required(system)]
    lacking = [name for name in required if not all(seat.get(name) for seat in seats)]
    if not lacking:
        return ""
    needs_more = said("A sheet of {game} needs more than the play says: {figures}.")
    return said(needs_more, game=system.NAME, figures=", ".join(lacking))
