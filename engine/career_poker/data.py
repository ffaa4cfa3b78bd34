"""Read and check the box: cards, positions, and what a number of players uses of them (rules 1-7, 14)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.core.errors import BadData
from engine.core.settings import is_whole
from engine.core.toml import packaged, read_toml
from engine.translatable import said

FEWEST, MOST = 4, 8


@cache
def read_box() -> Mapping[str, Any]:
    """Return the checked content of box.toml. Raise BadData, naming the entry."""
    return checked_box(packaged("engine.career_poker", "box.toml"))


def checked_box(text: str) -> Mapping[str, Any]:
    """Return a box from TOML text. Raise BadData, naming the entry that is wrong or missing."""
    box = read_toml(text, "The box is")
    for key, most in (("sets", 8), ("values", 13), ("jokers", 4)):
        if not is_whole(box.get(key)) or not 1 <= box[key] <= most:
            raise BadData(f"{key} must be a whole number from 1 to {most}, not {box.get(key)!r}.")
    ids = _position_ids(box.get("positions"))
    for number in range(FEWEST, MOST + 1):
        players = box.get("players", {}).get(str(number))
        if not isinstance(players, dict):
            raise BadData(f"The entry players.{number} is missing.")
        _check_players(number, players, box, ids)
    for position in box["positions"]:
        position["name"] = said(position["name"])
    return box


def _position_ids(positions: Any) -> list[str]:
    if not isinstance(positions, list) or len(positions) != MOST:
        raise BadData(f"positions must list {MOST} positions from the top.")
    for at, position in enumerate(positions, 1):
        if not isinstance(position, dict) or not position.get("id") or not position.get("name"):
            raise BadData(f"positions, entry {at}: it needs an id and a name.")
    ids = [position["id"] for position in positions]
    if len(set(ids)) != MOST:
        raise BadData("positions: an id stands twice.")
    return ids


def _check_players(number: int, players: Mapping[str, Any], box: Mapping[str, Any], ids: Sequence[str]) -> None:
    if number > box["sets"]:
        raise BadData(f"players.{number}: the box holds {box['sets']} sets only.")
    if not is_whole(players.get("jokers")) or not 0 <= players["jokers"] <= box["jokers"]:
        raise BadData(f"players.{number}.jokers must be a whole number from 0 to {box['jokers']}.")
    if players.get("exchange") != list(range(number // 2, 0, -1)):
        raise BadData(f"players.{number}.exchange must count down from {number // 2} to 1 (rule 14).")
    wrong = wrong_titles(players.get("titles"), number, ids)
    if wrong:
        raise BadData(f"players.{number}.titles {wrong}.")


def wrong_titles(titles: Any, number: int, ids: Sequence[str]) -> str:
    """Return what is wrong with the positions of a table, or "" (rules 6 and 7)."""
    if not isinstance(titles, (list, tuple)) or len(titles) != number:
        return f"must name {number} positions"
    unknown = [title for title in titles if title not in ids]
    if unknown:
        return f"hold {unknown[0]!r}, which is not a position"
    places = [ids.index(title) for title in titles]
    if places != sorted(set(places)) or places[0] != 0 or places[-1] != len(ids) - 1:
        return "must run from the boss down to the dishwasher"
    return ""
