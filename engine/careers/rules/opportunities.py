"""Play Opportunity cards: which are playable, and what each kind does ("Opportunity Cards"; R26, R28, R29, R61 to
R64)."""

from collections.abc import Callable

from engine.careers import actions as a
from engine.careers.board import ENTRANCE, UNEMPLOYMENT, next_of
from engine.careers.rules.entering import can_enter, enter
from engine.careers.rules.ledger import DOUBLE_HAPPINESS, EXPERIENCE, ask, discard_opportunity, take_random
from engine.careers.rules.movement import (
    AT_GATE,
    AT_GATE_DICE_ONLY,
    BY_CARD,
    UNDERWAY,
    advance_to,
    held,
    land,
    must_throw,
)
from engine.careers.rules.own_cards import play_own
from engine.careers.state import Prompt, State

BY_FEE, BY_PASS = 1, 2


def playable(g: State, seat: int, free_to_move: bool) -> list[int]:
    """Return the Opportunity plays open now, sorted. `free_to_move`: not held in Hospital or Unemployment."""
    plays: list[int] = []
    last = -1
    for kind in g.opportunity[seat]:
        if kind != last:
            last = kind
            plays += _LEGAL[kind](g, seat, kind, free_to_move)
    return plays


def _join_legal(g: State, seat: int, kind: int, free: bool) -> tuple[int, ...]:
    path = g.table.board.paths[_PATH[kind]]
    if free and g.where[seat] != path.entrance and (_EXPENSES[kind] or can_enter(g, seat, path)):
        return a.PLAY[kind]
    return ()


def _join_any_legal(g: State, seat: int, kind: int, free: bool) -> tuple[int, ...]:
    if not free:
        return ()
    return tuple(
        a.PLAY[kind][path.index]
        for path in g.table.board.paths
        if not path.university and g.where[seat] != path.entrance and can_enter(g, seat, path)
    )


def _advance_any_legal(g: State, seat: int, kind: int, free: bool) -> tuple[int, ...]:
    if not free:
        return ()
    return tuple(a.PLAY[kind][number] for number in range(g.table.board.size) if _may_advance(g, seat, number))


def _may_advance(g: State, seat: int, number: int) -> bool:
    """Return whether a card may advance a piece: no full circle (R26), the money for a forced purchase (R64), the
    requirements of an entrance."""
    board = g.table.board
    if g.where[seat] == number:
        return False
    if board.place[number] == ENTRANCE:
        return can_enter(g, seat, board.paths[board.door[number]])
    return g.cash[seat] >= board.forced[number]


def _moving_legal(g: State, seat: int, kind: int, free: bool) -> tuple[int, ...]:
    return a.PLAY[kind] if free else ()


def _leave_legal(g: State, seat: int, kind: int, free: bool) -> tuple[int, ...]:
    return a.PLAY[kind] if not free and g.table.board.place[g.where[seat]] == UNEMPLOYMENT else ()


def _always(g: State, seat: int, kind: int, free: bool) -> tuple[int, ...]:
    return a.PLAY[kind]


def play_opportunity(g: State, seat: int, action: int) -> None:
    """Spend the card and do what it says."""
    kind = a.FIRST[action]
    discard_opportunity(g, seat, kind)
    if g.events is not None:
        g.events.append(("plays", seat, action))
    if _KIND[kind] != "leave_unemployment":
        g.opportunities_left -= 1
    g.begun = True
    g.via = BY_CARD
    _PLAY[_KIND[kind]](g, seat, action)


def _play_join(g: State, seat: int, action: int) -> None:
    kind = a.FIRST[action]
    _go_in(g, seat, _PATH[kind], expenses_paid=_EXPENSES[kind])
    if a.OPPORTUNITY[kind].get("double_happiness"):
        g.trip[seat] |= DOUBLE_HAPPINESS


def _go_in(g: State, seat: int, path_index: int, expenses_paid: bool = False) -> None:
    path = g.table.board.paths[path_index]
    advance_to(g, seat, path.entrance)
    allowed = g.table.settings.card_entry_allows_experience
    enter(g, seat, path, AT_GATE if allowed else AT_GATE_DICE_ONLY, expenses_paid)


def _play_advance_any(g: State, seat: int, action: int) -> None:
    board = g.table.board
    if board.place[a.SECOND[action]] == ENTRANCE:
        _go_in(g, seat, board.door[a.SECOND[action]])
    else:
        _advance(g, seat, a.SECOND[action])


def _advance(g: State, seat: int, number: int) -> None:
    advance_to(g, seat, number)
    land(g, seat)


def _play_travel(g: State, seat: int, action: int) -> None:
    """Advance to the nearest station of the kind ahead; then ride on and roll (R28)."""
    board = g.table.board
    rail = a.OPPORTUNITY[a.FIRST[action]]["travel_class"] == "rail"
    advance_to(g, seat, next_of(board.rail if rail else board.underground, board.base[g.where[seat]]))
    if g.table.settings.travel_card_rides_on:
        ask(g, Prompt.RIDE, seat)
    else:
        must_throw(g, seat, UNDERWAY)


def _play_knocks(g: State, seat: int, action: int) -> None:
    """Advance to the next Opportunity square ahead, draw its card, and throw again (R29)."""
    board = g.table.board
    number = next_of(board.opportunity, board.base[g.where[seat]])
    if not g.table.settings.knocks_rolls_again:
        _advance(g, seat, number)
        return
    advance_to(g, seat, number)
    for run, arg in g.table.effects[number]:
        run(g, seat, arg)
    must_throw(g, seat, UNDERWAY)


def _play_collect(g: State, seat: int, action: int) -> None:
    """Take one random Experience card from every other player, as the whole turn (R62)."""
    for offset in range(1, g.table.seats):
        take_random(g, EXPERIENCE, seat, (seat + offset) % g.table.seats)


def _play_leave(g: State, seat: int, action: int) -> None:
    g.freed = BY_PASS
    ask(g, Prompt.TURN, seat)


def _play_extra(g: State, seat: int, action: int) -> None:
    """Take two turns, this one included; the card is this turn's Opportunity (R61)."""
    g.extra_turns[seat] += 1
    if g.table.settings.extra_turn_plus_card:
        g.opportunities_left += 1
    g.begun = False
    ask(g, Prompt.TURN, seat)


def free_to_move(g: State, seat: int) -> bool:
    """Return whether the piece is not held, or was set free this turn."""
    return g.freed != 0 or not held(g, seat)


_KIND = tuple(card["kind"] for card in a.OPPORTUNITY)
_PATH = tuple(a.PATH_IDS.index(card["to"]) if card["kind"] == "join" else -1 for card in a.OPPORTUNITY)
_SQUARE = tuple(a.BORDER_IDS.index(card["to"]) if card["kind"] == "advance" else -1 for card in a.OPPORTUNITY)
_EXPENSES = tuple(bool(card.get("expenses_paid")) for card in a.OPPORTUNITY)
_LEGAL_BY_KIND: dict[str, Callable[[State, int, int, bool], tuple[int, ...]]] = {
    "join": _join_legal,
    "join_any": _join_any_legal,
    "advance": lambda g, seat, kind, free: a.PLAY[kind] if free and _may_advance(g, seat, _SQUARE[kind]) else (),
    "advance_any": _advance_any_legal,
    "travel": _moving_legal,
    "knocks": _moving_legal,
    "collect_experience": _always,
    "leave_unemployment": _leave_legal,
    "extra_turn": lambda g, seat, kind, free: () if g.begun else a.PLAY[kind],
    "own": _always,
}
_LEGAL = tuple(_LEGAL_BY_KIND[kind] for kind in _KIND)
_PLAY: dict[str, Callable[[State, int, int], None]] = {
    "join": _play_join,
    "join_any": lambda g, seat, action: _go_in(g, seat, a.SECOND[action]),
    "advance": lambda g, seat, action: _advance(g, seat, _SQUARE[a.FIRST[action]]),
    "advance_any": _play_advance_any,
    "travel": _play_travel,
    "knocks": _play_knocks,
    "collect_experience": _play_collect,
    "leave_unemployment": _play_leave,
    "extra_turn": _play_extra,
    "own": play_own,
}
