"""Compile the table of a game: from the data's words to functions and numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.board import Board, make_board
from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.rules.effects import CONDITIONS, OPERATIONS
from engine.game_of_the_year.rules.players import CHOICE
from engine.game_of_the_year.settings import settings_of
from engine.game_of_the_year.table import Card, Operation, Table
from engine.game_of_the_year.vocabulary import ANY_TOKEN, COLOURS, DECKS, SELECTORS, TOKENS
from engine.game_of_the_year.vocabulary import OPERATIONS as ARGUMENTS

Lists = list[tuple[Operation, ...]]
_KINDS = (*TOKENS, ANY_TOKEN)


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    """Return the table for a number of seats and options = {"settings": {...}}. Raise BadOptions."""
    data = read_data()
    settings = settings_of(options, seats)
    board = make_board(data, settings)
    effects, entry, cards = compile_effects(data, board)
    low, high = data["supply"]["lucky_numbers"]
    pairs = data["spinner"]["pairs"]
    return Table(
        seats=seats,
        order=tuple(tuple((seat + at) % seats for at in range(seats)) for seat in range(seats)),
        after=tuple(tuple((seat + at) % seats for at in range(1, seats + 1)) for seat in range(seats)),
        settings=settings,
        board=board,
        figures=data["figures"],
        supply=data["supply"]["tokens_per_type"][str(seats)],
        holidays=data["supply"]["holiday_cards"],
        lucky=tuple(range(low, high + 1)),
        effects=effects,
        entry=entry,
        cards=cards,
        decks=tuple(
            tuple(number for number, card in enumerate(data[deck]) for _ in range(card["count"]))
            for deck in ("chance", "hazard")
        ),
        pages=tuple(((low, high), (a.MOVE[low], a.MOVE[high])) for low, high in pairs),
        reds=data["spinner"]["red"],
        results=len(pairs) + data["spinner"]["red"] + data["spinner"]["blue"],
        start_money=data["setup"]["money"],
        start_tokens=data["setup"]["tokens"],
        start_holidays=data["setup"]["holiday"],
        everybody=(1 << seats) - 1,
        last_turn=settings.max_turns * seats,
        first_ends=settings.end_when == "first",
        shield_asks=settings.birth_shield == "ask",
        early_vacation=settings.vacation_timing == "before_others",
    )


def compile_effects(
    data: Mapping[str, Any], board: Board
) -> tuple[tuple[tuple[Operation, ...], ...], tuple[int, ...], tuple[tuple[Card, ...], ...]]:
    """Return all lists of operations, the list of each day, and the cards of both decks. List 0 is empty."""
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
