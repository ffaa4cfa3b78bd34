"""Read and check the deck. A wrong entry is named by its card; nothing half-read is ever returned. The vocabulary of
effects is closed: OPS lists for each what it must and what it may say about itself."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.core.errors import BadData
from engine.core.settings import is_whole
from engine.core.toml import packaged, read_toml
from engine.translatable import said

KINDS = ("action", "event", "skill", "csuite")
WHO = ("self", "target", "any", "others", "all")
UNTIL = ("start_next", "end_next", "game")
LASTING = ("rank", "lock", "shield", "boost", "bar", "ward")
# The entries that each op needs in addition to `who`.
OPS: dict[str, tuple[str, ...]] = {
    "gain": ("n",),
    "lose": ("n",),
    "steal": ("n",),
    "draw": ("n", "from"),
    "discard": ("n", "pick"),
    "take": ("n",),
    "play": ("n",),
    "rank": ("n", "until"),
    "lock": ("block", "until"),
    "shield": ("n", "until"),
    "boost": ("n", "until"),
    "bar": ("what", "until"),
    "clear": ("n",),
    "ward": ("until",),
}
WORDS: dict[str, tuple[str, ...]] = {
    "from": ("central", "discard"),
    "pick": ("owner", "random"),
    "block": ("up", "down"),
    "what": ("play", "ability"),
    "until": UNTIL,
    "rank": ("lower", "higher"),
    "who": WHO,
}
NUMBERS = ("rank_min", "rank_max", "points_min", "points_max")
FACTS = ("outranked", "fewest", "target_hit")
_FILTERS = ("if", "only", "rank")


@cache
def read_deck() -> Mapping[str, Any]:
    """Return the checked content of deck.toml. Raise BadData, naming the entry."""
    return checked_deck(packaged("engine.office_job", "deck.toml"))


def checked_deck(text: str) -> Mapping[str, Any]:
    """Return a deck from TOML text. Raise BadData, naming the card and the entry that is wrong or missing."""
    deck = read_toml(text, "The deck is")
    for group, keys in (("ranks", ("manager", "c_suite")), ("setup", ("dealt", "hand"))):
        for key in keys:
            if not is_whole(deck.get(group, {}).get(key)):
                raise BadData(f"{group}.{key} must be a whole number.")
    cards = deck.get("card")
    if not isinstance(cards, list) or not cards:
        raise BadData("The deck lacks its cards.")
    for number, card in enumerate(cards, 1):
        _check_card(f"card {number} ('{card.get('id', 'no id')}')", card)
    _check_counts(deck, cards)
    for card in cards:
        card |= {key: said(card[key]) for key in ("name", "text")}
    return deck


def _check_counts(deck: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]) -> None:
    ids = [card["id"] for card in cards]
    for card_id in ids:
        if ids.count(card_id) > 1:
            raise BadData(f"card '{card_id}': the id stands twice.")
    for kind in KINDS:
        count, expected = sum(card["count"] for card in cards if card["kind"] == kind), deck.get("kinds", {}).get(kind)
        if count != expected:
            raise BadData(f"kinds.{kind}: the cards add up to {count}, not to {expected!r}.")
    total = sum(card["count"] for card in cards)
    if total != deck.get("total"):
        raise BadData(f"total: the cards add up to {total}, not to {deck.get('total')!r}.")


def _check_card(where: str, card: Mapping[str, Any]) -> None:
    for key in ("id", "name", "kind", "count", "text", "do"):
        if key not in card:
            raise BadData(f"{where}: the entry '{key}' is missing.")
    if card["kind"] not in KINDS:
        raise BadData(f"{where}: there is no kind '{card['kind']}'.")
    if not is_whole(card["count"]) or card["count"] < 1:
        raise BadData(f"{where}: count must be a whole number of at least 1.")
    if not isinstance(card["do"], list) or not card["do"]:
        raise BadData(f"{where}: 'do' must list at least one effect.")
    for number, effect in enumerate(card["do"], 1):
        _check_effect(f"{where}, effect {number}", effect)
    if len({effect["until"] for effect in card["do"] if "until" in effect}) > 1:
        raise BadData(f"{where}: its lasting effects must end together.")


def _check_effect(where: str, effect: Mapping[str, Any]) -> None:
    op = effect.get("op")
    if op not in OPS:
        raise BadData(f"{where}: there is no effect '{op}'.")
    for key in ("who", *OPS[op]):
        if key not in effect:
            raise BadData(f"{where}: '{op}' needs '{key}'.")
    for key, value in effect.items():
        if key not in ("op", "who", *OPS[op], *_FILTERS):
            raise BadData(f"{where}: '{op}' knows no '{key}'.")
        if key in WORDS and value not in WORDS[key]:
            raise BadData(f"{where}: {key} must be one of {', '.join(WORDS[key])}, not {value!r}.")
    if "n" in OPS[op] and (not is_whole(effect["n"]) or effect["n"] == 0 or (effect["n"] < 0 and op != "rank")):
        raise BadData(f"{where}: n must be a whole number of at least 1, not {effect['n']!r}.")
    for key in ("if", "only"):
        _check_condition(f"{where}, {key}", effect.get(key, {}))
    _check_reach(where, op, effect)


def _check_condition(where: str, condition: Mapping[str, Any]) -> None:
    for key, value in condition.items():
        if key not in (*NUMBERS, *FACTS):
            raise BadData(f"{where}: there is no condition '{key}'.")
        if key in NUMBERS and not is_whole(value):
            raise BadData(f"{where}: {key} must be a whole number, not {value!r}.")
        if key in FACTS and not isinstance(value, bool):
            raise BadData(f"{where}: {key} must be true or false, not {value!r}.")


def _check_reach(where: str, op: str, effect: Mapping[str, Any]) -> None:
    """Refuse what the rules do not provide for: choices for several players at once, `rank` without a target, and so
    on."""
    who = effect["who"]
    chooses = op == "clear" or effect.get("pick") == "owner" or effect.get("from") == "discard"
    if chooses and who not in ("self", "target", "any"):
        raise BadData(f"{where}: a choice needs one recipient, not '{who}'.")
    if op in ("steal", "take") and who != "target":
        raise BadData(f"{where}: '{op}' needs a target, not '{who}'.")
    if "rank" in effect and who not in ("target", "any"):
        raise BadData(f"{where}: the filter 'rank' needs a target.")
    if "target_hit" in effect.get("only", {}) or ("until" in effect and "target_hit" in effect.get("if", {})):
        raise BadData(f"{where}: 'target_hit' is for the 'if' of an effect that is done at once.")
