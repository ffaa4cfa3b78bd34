"""The messages of the events process: something in a room has changed, and never what. Nothing hidden travels.

A room is a play (`play:7`), a person (`person:3`), a table of a tournament (`table:12`) or a tournament
(`tournament:5`). Its version is what a query found of it; a different version is news.
"""

import json
import re
from ipaddress import ip_network
from typing import Any

ROOM = re.compile(r"(play|person|table|tournament):\d{1,18}", re.ASCII)
MOST_ROOMS = 20
RETRY = b"retry: 2000\n\n"  # milliseconds after which a browser comes back
BEAT = b": still here\nevent: beat\ndata: {}\n\n"


def are_rooms(names: Any) -> bool:
    """Return whether this is a list of rooms, at least one and not too many."""
    some = isinstance(names, list) and 0 < len(names) <= MOST_ROOMS
    return some and all(isinstance(name, str) and ROOM.fullmatch(name) for name in names)


def household(address: str) -> str:
    """Return the network whose streams are counted together: an IPv4 address, or the /64 of an IPv6 one. "" for an
    invalid address."""
    try:
        return str(ip_network(f"{address}/{64 if ':' in address else 32}", strict=False))
    except ValueError:
        return ""


def news(room: str, before: Any, after: Any) -> list[bytes]:
    """Return the events that lead from one version of a room to another. `before` is None for a new listener, who gets
    the newest event. `after` is None if there is no such room."""
    if after is None or before == after:
        return []
    kind, _, number = room.partition(":")
    if kind == "play":
        return _news_of_play(int(number), before, after)
    if kind == "person":
        return [
            _event("your_turn", at, {"play": play, "n": at}) for play, at in after if (play, at) not in (before or ())
        ]
    return [_event(kind, after, {kind: int(number), "n": after})]


def _news_of_play(play: int, before: Any, after: Any) -> list[bytes]:
    """Return the events of a play, whose version is the number of turns, the time of its last change, and what was
    said."""
    (number, changed, words), data = after, {"play": play, "n": after[0]}
    names = ["turn"] if before is None or number != before[0] else ["seats"] if changed != before[1] else []
    if before is not None and words != before[2]:
        names.append("said")
    return [_event(name, number, data) for name in names]


def _event(name: str, number: Any, data: dict[str, Any]) -> bytes:
    content = json.dumps(data, separators=(",", ":"))
    return f"id: {number}\nevent: {name}\ndata: {content}\n\n".encode()
