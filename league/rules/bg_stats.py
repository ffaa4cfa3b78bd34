"""Links that hand a game to the app BG Stats, which asks before it keeps anything.

The link carries the play as JSON. The app takes flags for missing only where they are said, so all of them are.
"""

import json
from collections.abc import Mapping
from datetime import UTC
from typing import Any
from urllib.parse import quote

from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS, winners

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Corner Office"


def play_link(sheet: ScoreSheet, *, play: str, slugs: Mapping[int, str], place: str = "", text: str = "") -> str:
    """The link for a game; `play` names it for ever, `slugs` name the characters so that the app knows them again."""
    said = json.dumps(_play(sheet, play, slugs, place, text), separators=(",", ":"))
    return f"{ADDRESS}?data={quote(said, safe=':,/')}"


def _play(sheet: ScoreSheet, play: str, slugs: Mapping[int, str], place: str, text: str) -> dict[str, Any]:
    system, won = SYSTEMS[sheet.system], winners(sheet)
    rank = {seat: at for at, seats in _places(sheet) for seat in seats}
    said = {
        "sourceName": SOURCE,
        "sourcePlayId": play,
        "playDate": sheet.played_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {"name": system.NAME, "sourceGameId": system.ID, "highestWins": True, "noPoints": False},
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
    return said | {name: value for name, value in (("location", place), ("comments", text)) if value}


def _places(sheet: ScoreSheet) -> list[tuple[int, tuple[int, ...]]]:
    """Equal seats share the better place."""
    found, place = [], 1
    for seats in SYSTEMS[sheet.system].ranking(sheet):
        found.append((place, seats))
        place += len(seats)
    return found
