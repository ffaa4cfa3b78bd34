"""From the data's words to functions and numbers, once per table."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game_of_the_year.board import Board
from engine.game_of_the_year.rules.effects import CONDITIONS, OPERATIONS
from engine.game_of_the_year.rules.players import CHOICE
from engine.game_of_the_year.table import Card, Operation
from engine.game_of_the_year.vocabulary import ANY_TOKEN, COLOURS, DECKS, SELECTORS, TOKENS
from engine.game_of_the_year.vocabulary import OPERATIONS as ARGUMENTS

Lists = list[tuple[Operation, ...]]
_KINDS = (*TOKENS, ANY_TOKEN)


def compile_effects(
    data: Mapping[str, Any], board: Board
) -> tuple[tuple[tuple[Operation, ...], ...], tuple[int, ...], tuple[tuple[Card, ...], ...]]:
    """All lists of operations, the list of each day, the cards of both decks. List 0 is empty."""
    lists: Lists = [()]
    entry = [0] * len(board.dates)
    for day, content in board.days.items():
        entry[day] = _add(lists, content["do"], board)
    cards = tuple(tuple(_card(lists, card, board) for card in data[deck]) for deck in DECKS)
    return tuple(lists), tuple(entry), cards


def _card(lists: Lists, card: Mapping[str, Any], board: Board) -> Card:
    conditions = tuple((CONDITIONS[name], value) for name, value in card.get("if", {}).items())
    otherwise = _add(lists, card.get("else", []), board)
    return Card(card["id"], card["name"], conditions, _add(lists, card["do"], board), otherwise)


def _add(lists: Lists, entries: Sequence[Mapping[str, Any]], board: Board) -> int:
    if not entries:
        return 0
    lists.append(tuple(_operation(entry, board) for entry in entries))
    return len(lists) - 1


def _operation(entry: Mapping[str, Any], board: Board) -> Operation:
    op = entry["op"]
    people = [SELECTORS.index(entry[key]) for key in ("who", "to", "with") if key in entry]
    arguments = [people[0], *(_argument(key, entry[key], board) for key in ARGUMENTS[op])]
    if op in DECKS:
        arguments.append(DECKS.index(op))
    return OPERATIONS[op], tuple(arguments), CHOICE in people


def _argument(key: str, value: Any, board: Board) -> int:
    if key in ("to", "with"):
        return SELECTORS.index(value)
    if key == "type":
        return _KINDS.index(value)
    if key == "colour":
        return COLOURS.index(value)
    if key == "date":
        return min(max(board.dates.index(value), board.start + 1), board.finish)
    return int(value)
