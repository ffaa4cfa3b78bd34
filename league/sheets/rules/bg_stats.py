"""Exports of the app BG Stats: a JSON file of games, players, places and plays that point at each other by number.

What this site writes has, in the app's free field `metaData`, the cells of results.csv as well. So it comes in again
unchanged, while the app shows scores, places and winners. A `playDate` has no offset: it is local time.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

from engine.translatable import said
from games.rules.definitions import Definition
from games.rules.systems import outcome, system_of
from league.core.rules.bounds import MISSHAPEN
from league.sheets.rules.exports import GAME_FLAGS, cells_of, flags_of
from league.sheets.rules.own_plays import SeatElsewhere
from league.sheets.rules.plays_elsewhere import (
    MOST_PLAYERS,
    MOST_PLAYS,
    MOST_TEXT,
    NoExport,
    PlayElsewhere,
    added_up,
    on_one_line,
    short_text,
    whole,
)
from league.sheets.rules.reported_games import ReportedGame, to_sheet
from league.sheets.rules.result_rows import COMMON, NAMES, RESTART

OWN, MOST_OWN = "corner_office", 5_000
GUEST = "\0"  # before what stands for a guest, because no name holds it
_OF_A_SEAT = ("seat", "won", RESTART)
_OF_A_ROW = frozenset((*COMMON, *NAMES)) - {*_OF_A_SEAT}
_OF_A_PLAY = tuple(column for column in (*COMMON, *NAMES) if column not in ("seat", "character", "won"))
Json = Mapping[str, Any]


def is_bg_stats(content: Any) -> bool:
    return isinstance(content, Mapping) and all(isinstance(content.get(key), list) for key in ("games", "plays"))


def plays_of_bg_stats(content: Json, figures: Collection[str]) -> list[PlayElsewhere]:
    """Return the plays of an export; `figures`: the columns of games that this site may have written into it. Raise
    NoExport."""
    if len(content["plays"]) > MOST_PLAYS:
        raise NoExport(said("The file has over {most:,} plays. Export fewer at a time.", most=MOST_PLAYS))
    games, players, places = (_by_id(content.get(key)) for key in ("games", "players", "locations"))
    own = (*_OF_A_SEAT, *figures)
    return [_play(play, games, players, places, own) for play in content["plays"] if isinstance(play, Mapping)]


def _by_id(entries: Any) -> dict[Any, Json]:
    listed = [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, list) else []
    return {entry["id"]: entry for entry in listed if isinstance(entry.get("id"), int | str)}


def _at(entries: Mapping[Any, Json], number: Any) -> Json:
    return entries.get(number, {}) if isinstance(number, int | str) else {}


def _play(
    play: Json, games: Mapping[Any, Json], players: Mapping[Any, Json], places: Mapping[Any, Json], own: Sequence[str]
) -> PlayElsewhere:
    game, scores = _at(games, play.get("gameRefId")), play.get("playerScores")
    scores = [score for score in scores if isinstance(score, Mapping)] if isinstance(scores, list) else []
    refused = ""
    if len(scores) > MOST_PLAYERS:
        refused, scores = said("The play has over {most} players.", most=MOST_PLAYERS), []
    elif play.get("ignored") is True:
        refused = said("The play is marked as one that does not count.")
    in_teams = play.get("usesTeams") is not False
    key = short_text(play.get("uuid")) or sha256(json.dumps(play, sort_keys=True).encode()).hexdigest()
    return PlayElsewhere(
        games=[name for name in (short_text(game.get("name")), short_text(game.get("bggName"))) if name],
        played_at=short_text(play.get("playDate")),
        reference=f"bgstats-{key[:64].lower()}",
        seats=[_seat(score, _at(players, score.get("playerRefId")), own, in_teams=in_teams) for score in scores],
        minutes=whole(play.get("durationMin")),
        where=short_text(_at(places, play.get("locationRefId")).get("name")),
        comments="; ".join(filter(None, (short_text(play.get("comments")), *(used := _used(play, games)))))[:MOST_TEXT],
        used=used,
        deals=whole(play.get("rounds")),
        refused=refused,
        cells=_own_cells(play, _OF_A_PLAY),
        flags={name: game[name] for name in GAME_FLAGS if isinstance(game.get(name), bool)},
    )


def _used(play: Json, games: Mapping[Any, Json]) -> list[str]:
    """Return the board of a play and the expansions that were used."""
    used = play.get("expansionPlays")
    entries = [entry for entry in used if isinstance(entry, Mapping)] if isinstance(used, list) else []
    names = [short_text(_at(games, entry.get("gameRefId")).get("name")) for entry in entries[:MOST_PLAYERS]]
    return [name for name in (short_text(play.get("board")), *names) if name]


def _seat(score: Json, player: Json, own: Sequence[str], *, in_teams: bool) -> SeatElsewhere:
    """Return a player of a play. If it was not played `in_teams`, the app still has the teams of an earlier one."""
    winner = score.get("winner")
    return SeatElsewhere(
        name="" if player.get("isAnonymous") is True else short_text(player.get("name")),
        score=added_up(short_text(score.get("score"))),
        won=winner if isinstance(winner, bool) else None,
        place=whole(score.get("rank")),
        order=whole(score.get("seatOrder")),
        role=short_text(score.get("role")),
        team=short_text(score.get("team")) if in_teams else "",
        cells=_own_cells(score, own),
    )


def _own_cells(entry: Json, columns: Iterable[str]) -> dict[str, str]:
    """Return every cell that this site wrote into an entry, or nothing if it wrote none."""
    try:
        own = json.loads(entry.get("metaData") or "{}")[OWN]
        cells = {column: own.get(column) for column in columns}
        return {column: on_one_line(cell[:MOST_OWN]) if isinstance(cell, str) else "" for column, cell in cells.items()}
    except MISSHAPEN:
        return {}


def write_bg_stats(games: Iterable[ReportedGame], *, zone: str) -> bytes:
    """Return games as an export of BG Stats, times on the clock of the zone."""
    games, systems, players, places = list(games), _Numbers("game"), _Numbers("player"), _Numbers("location")
    made_by = {game.system: system_of(to_sheet(game, {}, str)[0]) for game in games}
    plays = [_written(game, ZoneInfo(zone), systems, players, places) for game in games]
    content = {
        "games": [{**entry, "name": made_by[key].NAME, **flags_of(made_by[key])} for key, entry in systems],
        "players": [
            {**entry, "name": name.removeprefix(GUEST), "isAnonymous": name[0] == GUEST} for name, entry in players
        ],
        "locations": [{**entry, "name": name} for name, entry in places],
        "plays": plays,
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


class _Numbers:
    """Entries of an export by what they are called, each with the number by which others point at it."""

    def __init__(self, kind: str) -> None:
        self.kind, self._numbers = kind, dict[str, int]()

    def __getitem__(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers) + 1)

    def __iter__(self) -> Iterator[tuple[str, dict[str, object]]]:
        for name, number in self._numbers.items():
            yield name, {"id": number, "uuid": _uuid(self.kind, name)}


def _uuid(kind: str, *names: str) -> str:
    """Return the same for the same thing, so that the app knows it again."""
    return str(uuid5(NAMESPACE_URL, "/".join(("corner-office", kind, *names)))).upper()


def _written(game: ReportedGame, zone: ZoneInfo, systems: _Numbers, players: _Numbers, places: _Numbers) -> Json:
    sheet, _ = to_sheet(game, {}, str)
    points, ranks, _, won = outcome(sheet)
    rows, system = list(cells_of(game)), system_of(sheet)
    sides = dict(system.sides) if isinstance(system, Definition) else {}
    play = {
        "uuid": _uuid("play", game.season, game.reference),
        "playDate": game.played_at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S"),
        "gameRefId": systems[game.system],
        "durationMin": game.minutes or 0,
        "comments": game.name,
        "ignored": False,
        "metaData": _meta({column: rows[0][column] for column in _OF_A_PLAY}),
        "playerScores": [
            {
                "playerRefId": players[seat.name or f"{GUEST}Guest {seat.seat}"],
                "score": "" if flags_of(system)["noPoints"] else str(points[seat.seat]),
                "winner": seat.seat in won,
                "rank": ranks[seat.seat],
                "seatOrder": seat.seat,
                **({"team": sides[seat.figures["side"]]} if sides else {}),
                "startPlayer": False,
                "newPlayer": False,
                "metaData": _meta({column: cell for column, cell in row.items() if cell and column not in _OF_A_ROW}),
            }
            for seat, row in zip(game.seats, rows, strict=True)
        ],
    }
    return play | ({"locationRefId": places[game.place]} if game.place else {})


def _meta(cells: Mapping[str, str]) -> str:
    return json.dumps({OWN: {column: cell for column, cell in cells.items() if cell}}, ensure_ascii=False)
