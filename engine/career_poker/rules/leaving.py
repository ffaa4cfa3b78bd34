"""Apply what the host may do: the end of the time, and a player who leaves (rule 27; B14, B19)."""

from engine.career_poker import actions as a
from engine.career_poker.cards import lowest
from engine.career_poker.rules.exchange import begin_play, give, partner
from engine.career_poker.rules.leads import ask_lead, next_leader, note_lead
from engine.career_poker.rules.matches import end_deal
from engine.career_poker.rules.tricks import walk
from engine.career_poker.state import Prompt, State
from engine.core.actions import HostAction


def host_actions(g: State) -> tuple[HostAction, ...]:
    """Return what the host may play: a player leaves (B19); the time is up, if there is a limit (rule 27)."""
    if g.over:
        return ()
    clock = (a.TIME_UP,) if g.table.settings.time_limit and not g.time_up else ()
    return (*clock, *(a.LEAVES[seat] for seat in range(g.table.seats) if not g.gone >> seat & 1))


def host(g: State, action: HostAction) -> None:
    """Play the host's action: the end of the time, or a player who leaves."""
    if action == a.TIME_UP:
        g.time_up = True
        g.happened("time_up")
    else:
        leave(g, a.LEAVES.index(action))


def leave(g: State, seat: int) -> None:
    """Remove the hand of a player who leaves; the seat takes the lowest free position, and is dealt no more cards
    (B19)."""
    g.gone |= 1 << seat
    g.happened("leaves", seat, bool(g.hands[seat]))
    if not g.hands[seat]:
        return
    _settle_returns(g, seat)
    g.aside += g.hands[seat]
    g.hands[seat] = 0
    g.left += (seat,)
    g.active -= 1
    if g.active == 1:
        end_deal(g)
    elif g.decision == Prompt.GIVE_BACK:
        begin_play(g)
    elif g.actor == seat and g.decision == Prompt.LEAD:
        leader = next_leader(g, seat)
        note_lead(g, seat, leader)
        ask_lead(g, leader)
    elif g.actor == seat:
        walk(g)


def _settle_returns(g: State, seat: int) -> None:
    """Return the lowest cards for the ones that the seat still owes; cards owed to it stay where they are."""
    for giver, number in g.giving:
        if giver == seat:
            give(g, seat, partner(g, seat), lowest(g.hands[seat], number), "lowest")
    g.giving = tuple(owed for owed in g.giving if seat not in (owed[0], partner(g, owed[0])))
