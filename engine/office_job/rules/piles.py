"""Move cards: draws, the card put back on the central deck, the discard pile (rules 14, 23, 24; B6, B8)."""

from engine.office_job.cards import CSUITE
from engine.office_job.state import State


def take_central(g: State, seat: int) -> int:
    """Return the top card of the central deck, first reshuffling the discard pile when the deck is empty; -1 when both
    are."""
    if not g.central:
        g.central = list(g.shuffled(g.discard))
        g.discard = []
        g.known = 0
        if not g.central:
            g.happened("none_left", seat)
            return -1
        g.happened("reshuffled", len(g.central))
    if g.events is not None:
        g.events.append(("draws_central", seat, g.central[-1], bool(g.known)))
    if g.known:
        g.known -= 1
    return g.central.pop()


def receive(g: State, seat: int, card: int) -> bool:
    """Receive a card in a hand, and return whether it stayed there. A C-Suite Skill goes back on the central deck when
    its drawer has one in play (rule 23)."""
    if CSUITE[card] and g.skilled >> seat & 1:
        put_back(g, seat, card)
        return False
    g.hands[seat] = tuple(sorted((*g.hands[seat], card)))
    return True


def put_back(g: State, seat: int, card: int) -> None:
    """Put a card face down on top of the central deck; everybody knows which card it is (B17)."""
    g.happened("put_back", seat, card)
    g.central.append(card)
    g.known += 1


def draw_central(g: State, seat: int, number: int) -> bool:
    """Draw cards together, and return whether any was drawn. Cards that rule 23 returns are not replaced."""
    cards = [card for card in (take_central(g, seat) for _ in range(number)) if card >= 0]
    for card in cards:
        receive(g, seat, card)
    return bool(cards)


def remove(g: State, seat: int, card: int) -> None:
    """Take one card out of a hand."""
    hand = g.hands[seat]
    at = hand.index(card)
    g.hands[seat] = hand[:at] + hand[at + 1 :]


def discard_random(g: State, seat: int, number: int) -> None:
    """Discard cards that chance picks, fewer when the hand has fewer."""
    for _ in range(min(number, len(g.hands[seat]))):
        card = pick_random(g, seat)
        g.discard.append(card)
        g.happened("discards", seat, card, True)


def pick_random(g: State, seat: int) -> int:
    """Take a card that chance picks out of a hand that is not empty."""
    hand = g.hands[seat]
    at = g.below(len(hand))
    g.hands[seat] = hand[:at] + hand[at + 1 :]
    return hand[at]


def distinct(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the designs in a sorted hand, each once."""
    return cards if len(set(cards)) == len(cards) else tuple(dict.fromkeys(cards))
