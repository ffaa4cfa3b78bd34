"""A Career Poker match put into a given position. Hands are written as cards: "7 7 7 13 J"."""

from typing import Any, cast

from engine import SYSTEMS
from engine.career_poker import actions as a
from engine.career_poker.cards import JOKER, packed, texts
from engine.career_poker.game import CareerPoker
from engine.career_poker.rules.exchange import begin_play, swap
from engine.career_poker.rules.leads import ask_lead


def match(seats: int = 4, seed: int = 1, **settings: Any) -> CareerPoker:
    return cast(CareerPoker, SYSTEMS["career_poker"].new_game(seats, seed, {"settings": settings}))


def later_deal(seats: int = 4, seed: int = 1, **settings: Any) -> CareerPoker:
    """Seat 0 is the boss, the last seat the dishwasher."""
    return match(seats, seed, start_positions=list(range(seats)), **settings)


def cards(text: str) -> int:
    return packed([JOKER if card == "J" else int(card) for card in text.split()])


def hold(g: CareerPoker, *hands: str, lead: int = 0) -> CareerPoker:
    """Gives every seat these cards, sets the rest aside, and lets a seat lead. An empty hand is out already."""
    everything = sum(g.hands) + g.aside + sum(g.played)
    g.hands = [cards(hand) for hand in hands]
    g.aside = everything - sum(g.hands)
    g.played, g.gave = [0] * len(hands), [0] * len(hands)
    g.active = sum(1 for hand in g.hands if hand)
    g.finished = tuple(seat for seat, hand in enumerate(g.hands) if not hand)
    ask_lead(g, lead)
    return g


def play(g: CareerPoker, *moves: str) -> None:
    """Plays sets as they are spoken, `7x3`, or `pass`, by whoever's turn it is."""
    for move in moves:
        g.play(move if move == "pass" or " " in move else f"play {move}")


def legal(g: CareerPoker) -> list[str]:
    return [a.TABLE.text(action).removeprefix("play ") for action in g.legal_actions()]


def hand(g: CareerPoker, seat: int) -> str:
    return " ".join(texts(g.hands[seat]))


def before_exchange(g: CareerPoker, hands: dict[int, str]) -> CareerPoker:
    """The moment after dealing, with some hands as given."""
    for seat, text in hands.items():
        g.hands[seat] = cards(text)
    g.gave, g.giving = [0] * g.seats, ()
    swap(g)
    begin_play(g)
    return g
