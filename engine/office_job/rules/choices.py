"""Choose in the midst of a card's effects: what to discard, what to pick up, what to clear. Each `ask_` at once does
what leaves no choice, and returns whether somebody has to choose; `number` is how many cards are still due. The choice
itself resumes where the effect stopped."""

from collections.abc import Sequence

from engine.office_job import actions as a
from engine.office_job.cards import CSUITE, LASTS
from engine.office_job.rules.areas import take_away
from engine.office_job.rules.piles import distinct, receive, remove
from engine.office_job.state import Prompt, State


def ask_discard(g: State, seat: int, number: int) -> bool:
    """Discard cards of the recipient's hand, or ask which; fewer when the hand has fewer."""
    hand = g.hands[seat]
    if number and hand and hand[0] != hand[-1]:
        g.decision, g.actor = Prompt.DISCARD, seat
        return True
    for card in hand[:number]:
        _put_away(g, seat, card)
    return False


def legal_discard(g: State) -> Sequence[int]:
    """Return the cards of the hand that may be discarded."""
    return [a.FIRST_DISCARD + card for card in distinct(g.hands[g.actor])]


def discard(g: State, action: int) -> None:
    """Discard a card of the hand."""
    _put_away(g, g.actor, action - a.FIRST_DISCARD)


def _put_away(g: State, seat: int, card: int) -> None:
    remove(g, seat, card)
    g.discard.append(card)
    g.happened("discards", seat, card, False)


def _in_discard(g: State) -> list[int]:
    return sorted({card for card in g.discard if not CSUITE[card]})


def ask_pick(g: State, seat: int, number: int) -> bool:
    """Take cards out of the discard pile for the recipient, or ask which; never a C-Suite Skill."""
    there = _in_discard(g) if number else []
    if len(there) > 1:
        g.decision, g.actor = Prompt.PICK_UP, seat
        return True
    for card in there * min(number, g.discard.count(there[0]) if there else 0):
        _take_up(g, seat, card)
    return False


def legal_pick(g: State) -> Sequence[int]:
    """Return the cards of the discard pile that may be picked up."""
    return [a.FIRST_PICK + card for card in _in_discard(g)]


def pick(g: State, action: int) -> None:
    """Pick up a card from the discard pile."""
    _take_up(g, g.actor, action - a.FIRST_PICK)


def _take_up(g: State, seat: int, card: int) -> None:
    g.discard.remove(card)
    g.happened("picks_up", seat, card)
    receive(g, seat, card)


def _lasting_in(g: State, owner: int) -> list[int]:
    """Return the places in an area of what may be cleared: cards with a lasting effect, no C-Suite Skill."""
    area = g.areas[owner][: a.MOST_CLEARED]
    return [place for place, (card, _, _) in enumerate(area) if LASTS[card] and not CSUITE[card]]


def ask_clear(g: State, owner: int, number: int) -> bool:
    """Clear cards from an area, or ask the player who picked the target which."""
    places = _lasting_in(g, owner) if number else []
    if len(places) > number:
        g.decision, g.actor = Prompt.CLEAR, g.seat
        return True
    for laid in [g.areas[owner][place] for place in places]:
        take_away(g, owner, laid)
    return False


def cleared(g: State) -> int:
    """Return the seat whose area is being cleared."""
    _, actor, _, step, masks, _, _ = g.running
    owner: int = g.table.around[actor][masks[step]][0]
    return owner


def legal_clear(g: State) -> Sequence[int]:
    """Return the places in the area that may be cleared."""
    return [a.FIRST_CLEAR + place for place in _lasting_in(g, cleared(g))]


def clear(g: State, action: int) -> None:
    """Clear a card from the area."""
    owner = cleared(g)
    take_away(g, owner, g.areas[owner][action - a.FIRST_CLEAR])
