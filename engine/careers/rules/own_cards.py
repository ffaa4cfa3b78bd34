"""Apply a club's own Opportunity cards, made of operations that the rules know ("Customization", R72). Like the card
that collects Experience, such a card is the whole turn, and may be played wherever the piece stands."""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.careers import actions as a
from engine.careers.added_cards import GO_TO, own_cards
from engine.careers.board import Board
from engine.careers.rules.ledger import (
    CASH,
    FAME,
    HAPPINESS,
    draw_experience,
    draw_opportunity,
    gain_happiness,
    gain_points,
    raise_salary,
    receive,
    send,
)
from engine.careers.rules.losses import lose
from engine.careers.settings import Settings
from engine.careers.state import State, Work
from engine.careers.table import OwnCard


def compile_own_cards(board: Board, settings: Settings) -> tuple[OwnCard, ...]:
    """Return the cards with their own names and effects, in the order of the settings."""
    places = {"hospital": board.hospital, "unemployment": board.unemployment}
    return tuple(
        OwnCard(
            name=card["name"],
            does=tuple((operation, amount) for operation, amount in card["does"]),
            effects=tuple(
                (_DO[operation], places[amount] if operation == GO_TO else amount) for operation, amount in card["does"]
            ),
        )
        for card in own_cards(settings.extra_cards)
    )


def play_own(g: State, seat: int, action: int) -> None:
    """Play a club's own card, effect by effect."""
    run_card(g, seat, a.FIRST[action], 0)


def run_card(g: State, seat: int, kind: int, start: int) -> None:
    """Run the effects of a card from number `start` on; the rest waits while somebody has to decide."""
    effects = g.table.own_cards[kind - a.FIRST_OWN].effects
    last = len(effects) - 1
    for at in range(start, last + 1):
        run, arg = effects[at]
        run(g, seat, arg)
        if g.decision and at < last:
            g.todo.append((Work.OWN_CARD, seat, kind, at + 1))
            return


def _lose_turn(g: State, seat: int, turns: int) -> None:
    g.lost_turns[seat] += turns
    g.happened("loses_turns", seat, turns)


def _extra_turn(g: State, seat: int, turns: int) -> None:
    g.extra_turns[seat] += turns
    g.happened("earns_turns", seat, turns)


def _lose(g: State, seat: int, amount: int, *, what: int) -> None:
    lose(g, seat, what, amount, insurable=True)


_DO: dict[str, Callable[[State, int, Any], Any]] = {
    "happiness": gain_happiness,
    "fame": lambda g, seat, points: gain_points(g, seat, 0, points),
    "cash": receive,
    "salary": raise_salary,
    "experience": draw_experience,
    "opportunity": draw_opportunity,
    "lose_happiness": partial(_lose, what=HAPPINESS),
    "lose_fame": partial(_lose, what=FAME),
    "lose_cash": partial(_lose, what=CASH),
    "lose_turn": _lose_turn,
    "extra_turn": _extra_turn,
    GO_TO: send,
}
