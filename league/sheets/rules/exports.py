"""The way out: characters and games as CSV that the site reads again, and links that hand a game to the app BG Stats.

Reading what was written gives the same again, in every cell. A BG Stats link carries the play
as JSON; the app takes flags for missing unless they are stated, so all of them are.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any
from urllib.parse import quote

from characters.rules.choices import choices_as_text
from characters.rules.facts import stamp
from games.rules.definitions import Definition, definition
from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS, SheetSystem, system_of, winners
from league.core.rules.csv_text import write_csv
from league.people.rules.characters import COLUMNS, ImportedCharacter
from league.sheets.rules.reported_games import ReportedGame, ReportedSeat
from league.sheets.rules.result_rows import COMMON, NAMES, RESTART, figure_columns

RATING_COLUMNS = ("system", "character", "rating", "margin", "certainty", "games", "last_played_at", "mu", "sigma")


def write_characters(characters: Iterable[ImportedCharacter]) -> bytes:
    """Return characters.csv."""
    return write_csv(COLUMNS, ([getattr(row, column) for column in COLUMNS] for row in characters))


def write_results(games: Iterable[ReportedGame]) -> bytes:
    """Return results.csv with every figure that any of the games has, and with names, settings and restarts if any has
    one."""
    games = list(games)
    used = {name for game in games for seat in game.seats for name in seat.figures}
    figures = [column for column in figure_columns(_systems_in(games)) if column in used]
    shared = [at for at, name in enumerate(COMMON) if name != "settings" or any(game.settings for game in games)]
    names = NAMES if any(game.name or game.place for game in games) else ()
    restarts = (RESTART,) if any(seat.restart for game in games for seat in game.seats) else ()
    rows = (
        [
            *(common[at] for at in shared),
            *(game.name, game.place)[: len(names)],
            *(_cell(seat.restart or None),)[: len(restarts)],
            *(_cell(seat.figures.get(column)) for column in figures),
        ]
        for game in games
        for seat in game.seats
        for common in [_common(game, seat)]
    )
    return write_csv((*(COMMON[at] for at in shared), *names, *restarts, *figures), rows)


def _systems_in(games: Iterable[ReportedGame]) -> list[SheetSystem]:
    """Return the built-in systems, then the versions of own games in their order."""
    own = dict.fromkeys((game.definition, game.system) for game in games if game.definition)
    return [*SYSTEMS.values(), *(definition(*version) for version in own)]


def write_ratings(rows: Iterable[Sequence[object]]) -> bytes:
    """Return ratings.csv, a row in the order of RATING_COLUMNS for each character and system. It is not read again."""
    return write_csv(RATING_COLUMNS, rows)


def _common(game: ReportedGame, seat: ReportedSeat) -> list[object]:
    """Return cells in the order of COMMON. The csv writer leaves a cell empty for None."""
    settings = choices_as_text(system_of(game).QUESTIONS, game.settings) if game.settings else ""
    return [
        *(game.reference, stamp(game.played_at), game.season, game.system, game.edition),
        *(game.mode, game.target, game.minutes, settings, seat.seat, seat.name, _cell(seat.won)),
    ]


def cells_of(game: ReportedGame) -> Iterator[dict[str, str]]:
    """Yield for each seat every cell of results.csv that has something in it, or belongs to all rows."""
    systems = _systems_in([game])
    for seat in game.seats:
        common = ("" if cell is None else str(cell) for cell in _common(game, seat))
        figures = {column: _cell(seat.figures[column]) for column in figure_columns(systems) if column in seat.figures}
        named = {"game_name": game.name, "game_place": game.place, RESTART: _cell(seat.restart or None)}
        yield {**dict(zip(COMMON, common, strict=True)), **named, **figures}


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return ";".join(f"{key}={number}" for key, number in value.items())
        case tuple() | list():
            return ";".join(str(part) for part in value)
        case _:
            return str(value)


GAME_FLAGS = ("highestWins", "noPoints", "cooperative", "usesTeams")  # of a game in BG Stats


def flags_of(system: SheetSystem) -> dict[str, bool]:
    """Return what BG Stats has to know of a game to show it rightly."""
    if not isinstance(system, Definition):
        return {"highestWins": True, "noPoints": False}
    values = (system.MOST_POINTS_WIN, not system.HAS_POINTS, system.ends == "together", bool(system.sides))
    return dict(zip(GAME_FLAGS, values, strict=True))


ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Corner Office"


def play_link(sheet: ScoreSheet, *, play: str, slugs: Mapping[int, str], place: str = "", text: str = "") -> str:
    """Return the link for a game; `play` names it forever, `slugs` name the characters so that the app knows them
    again."""
    content = json.dumps(_play(sheet, play, slugs, place, text), separators=(",", ":"))
    return f"{ADDRESS}?data={quote(content, safe=':,/')}"


def _play(sheet: ScoreSheet, play: str, slugs: Mapping[int, str], place: str, text: str) -> dict[str, Any]:
    system, won = system_of(sheet), winners(sheet)
    rank = {seat: at for at, seats in _places(sheet) for seat in seats}
    content = {
        "sourceName": SOURCE,
        "sourcePlayId": play,
        "playDate": sheet.played_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {"name": system.NAME, "sourceGameId": system.ID, **flags_of(system)},
        "players": [
            {
                "name": line.name or f"Guest {line.seat}",
                "sourcePlayerId": slugs.get(line.character or 0, f"guest-{line.seat}"),
                "startPlayer": False,  # no sheet says who began
                "winner": line.seat in won,
                "rank": rank[line.seat],
                "score": system.points(line, sheet),
            }
            for line in sheet.seats
        ],
    }
    return content | {name: value for name, value in (("location", place), ("comments", text)) if value}


def _places(sheet: ScoreSheet) -> list[tuple[int, tuple[int, ...]]]:
    """Return the places; equal seats share the better place."""
    places, place = [], 1
    for seats in system_of(sheet).ranking(sheet):
        places.append((place, seats))
        place += len(seats)
    return places
