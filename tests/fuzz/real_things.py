"""Addresses and names of things that there are, put into what schemathesis made up."""

from typing import Any
from zlib import crc32

from schemathesis.core.parameters import ParameterLocation

from tests.access.people import Place

MADE_UP_EVERY = 5
NAMES = {"season": "spring-2026", "league": "thursday-club", "edition": "london"}
CHARACTERS = ("Ada", "Bo", "Cleo", "Dev")


def at_home(case: Any, place: Place) -> bool:
    """Lead a case to something that there is, but for one in MADE_UP_EVERY and for those whose address is what is wrong
    with them. Says whether the address is real. By what the case holds, never by chance: a finding can be repeated."""
    chance = crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "replace"))
    if chance % 2 and isinstance(case.body, dict) and not case.meta.is_negative_at(ParameterLocation.BODY):
        case.body = named(case.body)
    if case.meta.is_negative_at(ParameterLocation.PATH) or (case.path_parameters and chance % MADE_UP_EVERY == 0):
        return False
    first = case.path.split("/")[3]
    known = {name: place.gaps.get(f"{first} {name}") for name in case.path_parameters or {}}
    if known:
        case.path_parameters = {name: 1 if value is None else value for name, value in known.items()}
    return True


def named(said: Any, seat: int = 0) -> Any:
    """The same with names that the league knows, in every row of a list another character."""
    if isinstance(said, list):
        return [named(one, seat) for seat, one in enumerate(said)]
    if not isinstance(said, dict):
        return said
    known = NAMES | {"character": CHARACTERS[seat % len(CHARACTERS)]}
    return {key: known[key] if key in known and isinstance(one, str) else named(one) for key, one in said.items()}
