"""Read and check the house cards (rules 2 and 9; section C). A wrong entry is named."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from engine.core.errors import BadData
from engine.core.settings import is_whole
from engine.core.toml import packaged, read_toml

# The engine relies on this: one skill is the joker, the others are the faces of the die.
CARDS, SKILLS, FACES = 33, 7, 6


@cache
def read_cards() -> Mapping[str, Any]:
    """Return the checked content of cards.toml. Raise BadData."""
    return checked_cards(packaged("engine.career_compass", "cards.toml"))


def checked_cards(text: str) -> Mapping[str, Any]:
    """Return a set of cards from TOML text. Raise BadData with the first entry that is wrong or missing."""
    data = read_toml(text, "The cards are")
    for wrong in _wrong(data):
        raise BadData(wrong)
    return data


def _wrong(data: Mapping[str, Any]) -> Iterator[str]:
    deck, box = data.get("deck", {}), data.get("box", {})
    for key, fixed in (("total", CARDS), ("die", FACES)):
        if deck.get(key) != fixed:
            yield f"deck.{key} must be {fixed}, not {deck.get(key)!r}."
    if not is_whole(deck.get("least")) or not is_whole(deck.get("most")) or deck["least"] >= deck["most"]:
        yield "deck.least and deck.most must be whole numbers, the least below the most."
    yield from _named("skill", data.get("skill", []), ("id", "name", "joker_card"), SKILLS)
    yield from _named("card", data.get("card", []), ("id", "position", "sector", "caption", "levels"), CARDS)
    for key in ("positions", "sectors"):
        if not isinstance(box.get(key), list) or not box[key]:
            yield f"box.{key} must be a list of names."
    pairs: set[tuple[str, str]] = set()
    for card in data["card"]:
        yield from _wrong_card(card, deck, box, pairs)


def _named(noun: str, entries: Any, keys: Sequence[str], count: int) -> Iterator[str]:
    if not isinstance(entries, list) or len(entries) != count:
        yield f"There must be {count} entries [[{noun}]]."
        return
    seen: set[str] = set()
    for at, entry in enumerate(entries, 1):
        missing = next((key for key in keys if not entry.get(key)), None)
        if missing:
            yield f"{noun} '{entry.get('id', f'number {at}')}': the entry '{missing}' is missing."
        elif entry["id"] in seen:
            yield f"{noun} '{entry['id']}' stands there twice."
        seen.add(entry.get("id", ""))


def _wrong_card(
    card: Mapping[str, Any], deck: Mapping[str, Any], box: Mapping[str, Any], pairs: set[tuple[str, str]]
) -> Iterator[str]:
    where, pair = f"card '{card['id']}'", (card["position"], card["sector"])
    if card["position"] not in box["positions"] or card["sector"] not in box["sectors"]:
        yield f"{where}: there is no position or sector of that name in the box."
    if pair in pairs:
        yield f"{where}: another card is {pair[0]}, {pair[1]} already."
    pairs.add(pair)
    levels = card["levels"]
    if not isinstance(levels, list) or len(levels) != SKILLS:
        yield f"{where}: levels must be {SKILLS} whole numbers."
    elif not all(is_whole(level) and deck["least"] <= level <= deck["most"] for level in levels):
        yield f"{where}: every level must be a whole number from {deck['least']} to {deck['most']}."
