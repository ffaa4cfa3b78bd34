"""What stays the same during one game: board, settings, decks and compiled effects. Clones share it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.settings import changed
from engine.game_of_the_year import actions as a
from engine.game_of_the_year.board import Board, make_board
from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.settings import Settings, settings_of

Operation = tuple[Callable[..., None], tuple[int, ...], bool]
Condition = tuple[Callable[..., bool], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """`conditions` must all hold for `do` to be followed, otherwise `otherwise`: numbers of lists of operations."""

    id: str
    name: str
    conditions: tuple[Condition, ...]
    do: int
    otherwise: int


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """`order[seat]`: all seats from that one leftwards. `effects`: lists of operations by number, an operation being
    (function, arguments, whether the player on turn must choose somebody first); `entry[day]` names one. `cards` and
    `decks`: chance, then hazard; a deck holds card numbers. `pages`: the numbers that a spin shows, with their actions;
    beyond them come `reds` red results, the rest are blue. `shield_asks`, `early_vacation`: settings that every turn
    looks at."""

    seats: int
    order: tuple[tuple[int, ...], ...]
    settings: Settings
    board: Board
    figures: Mapping[str, Any]
    supply: int
    holidays: int
    lucky: tuple[int, ...]
    effects: tuple[tuple[Operation, ...], ...]
    entry: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    pages: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    reds: int
    results: int
    start_money: int
    start_tokens: int
    start_holidays: int
    shield_asks: bool
    early_vacation: bool

    def setup(self) -> dict[str, Any]:
        """The options that make this table again, JSON-able."""
        return {"settings": changed(self.settings)}


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    """The table for a number of seats and options = {"settings": {...}}. Raises BadOptions."""
    # The rules know the operations and the table needs them compiled: loaded late, on purpose.
    from engine.game_of_the_year.rules.compiling import compile_effects

    data = read_data()
    settings = settings_of(options, seats)
    board = make_board(data, settings)
    effects, entry, cards = compile_effects(data, board)
    low, high = data["supply"]["lucky_numbers"]
    pairs = data["spinner"]["pairs"]
    return Table(
        seats=seats,
        order=tuple(tuple((seat + at) % seats for at in range(seats)) for seat in range(seats)),
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
        shield_asks=settings.birth_shield == "ask",
        early_vacation=settings.vacation_timing == "before_others",
    )
