"""Find the leader: at the beginning, and after a trick (rules 16, 20, 24-26; B2)."""

from engine.career_poker.state import Prompt, State


def ask_lead(g: State, seat: int) -> None:
    """Clear the table and ask a seat to lead."""
    g.decision = Prompt.LEAD
    g.actor = seat
    g.top = -1
    g.size = g.value = 0


def next_leader(g: State, winner: int) -> int:
    """Return the winner or, without cards, the superior, the subordinate, the best placed (rules 24-26; B2 in a first
    deal)."""
    hands = g.hands
    if hands[winner]:
        return winner
    if not g.place:
        seat = g.after[winner]
        while not hands[seat]:
            seat = g.after[seat]
        return seat
    order, at = g.order, g.place[winner]
    if at > 0 and hands[order[at - 1]]:
        return order[at - 1]
    if at + 1 < len(order) and hands[order[at + 1]]:
        return order[at + 1]
    return next(seat for seat in order if hands[seat])


def note_lead(g: State, winner: int, leader: int) -> None:
    """Note a lead that does not stay where the trick was won, and why."""
    if g.events is None or leader == winner:
        return
    why = "best_placed"
    if not g.place:
        why = "next"
    elif abs(g.place[leader] - g.place[winner]) == 1:
        why = "superior" if g.place[leader] < g.place[winner] else "subordinate"
    g.events.append(("lead_passes", winner, leader, why))
