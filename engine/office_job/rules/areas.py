"""Lay cards face up: how they appear, how long they stay, what ends with them (rules 17, 21, 22; B2, B5, B10)."""

from engine.office_job.cards import BOOST, CSUITE, DUE, KINDS, LASTING_EFFECTS, RANKING, STAY, TO_END, TO_START
from engine.office_job.rules.piles import put_back, remove
from engine.office_job.rules.ranks import rerank
from engine.office_job.state import Laid, State


def lay(g: State, owner: int, card: int, reach: tuple[int, ...]) -> None:
    """Lay a card into the area of its player or delegate. `reach`: per lasting effect the seats (bits) that it will
    reach."""
    g.areas[owner] += ((card, STAY[card], reach),)
    if not CSUITE[card]:
        return
    g.skilled |= 1 << owner
    g.happened("skilled", owner, card)
    rerank(g, owner)
    if g.table.settings.second_csuite == "return":
        for other in g.hands[owner]:
            if CSUITE[other]:
                remove(g, owner, other)
                put_back(g, owner, other)


def start_effect(g: State, seat: int, status: int, number: int) -> None:
    """Start a lasting effect on a seat."""
    if g.events is not None:
        g.events.append(("lasting", seat, status, number))
    g.status[seat * KINDS + status] += number
    if status in RANKING:
        rerank(g, seat)


def take_away(g: State, owner: int, laid: Laid) -> None:
    """Discard a card from its area; its lasting effects end and ranks follow at once."""
    area = g.areas[owner]
    at = area.index(laid)
    g.areas[owner] = area[:at] + area[at + 1 :]
    card, stay, reach = laid
    g.discard.append(card)
    if g.events is not None:
        g.events.append(("card_goes", owner, card))
    for effect, mask in zip(LASTING_EFFECTS[card], reach, strict=True):
        for seat in g.table.around[owner][mask]:
            g.status[seat * KINDS + effect.status] -= effect.n
            if effect.status == BOOST and stay == DUE and seat == g.seat:
                g.extra = max(0, g.extra - effect.n)
            if effect.status in RANKING:
                rerank(g, seat)


def begin_turn(g: State, owner: int) -> None:
    """Discard plain cards, and cards whose effect ends now (rule 17); cards until the end of this turn become due."""
    due = False
    for laid in g.areas[owner]:
        if laid[1] == TO_START:
            take_away(g, owner, laid)
        elif laid[1] == TO_END:
            due = True
    if due:
        g.areas[owner] = tuple([(card, DUE if stay == TO_END else stay, reach) for card, stay, reach in g.areas[owner]])


def finish_turn(g: State, owner: int) -> None:
    """End effects that last "until the end of your next turn" (B10)."""
    for laid in g.areas[owner]:
        if laid[1] == DUE:
            take_away(g, owner, laid)
