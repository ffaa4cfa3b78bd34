"""Play: leads, follows, passes, and who leads next (rules 16-26)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.career_poker import actions as a
from engine.career_poker.cards import ABOVE, ADD, FLAGS, JOKER, JOKER_SHIFT, MOST_ALIKE
from engine.career_poker.registry import Prompt, decision

if TYPE_CHECKING:
    from engine.career_poker.state import CareerPoker


def legal_lead(g: "CareerPoker") -> Sequence[int]:
    """Any set of any size; a leader must play (rule 17, B3)."""
    hand = g.hands[g.actor]
    held = hand >> JOKER_SHIFT
    found: list[int] = []
    for size in range(1, a.MOST_SIZE + 1):
        before = len(found)
        for jokers in range(max(0, size - MOST_ALIKE), min(held, size) + 1):
            if jokers == size:
                found.append(a.JOKERS_ALONE[size])
                continue
            flags = (hand + ADD[size - jokers]) & FLAGS
            if flags:
                found += a.sets(size, jokers, flags)
        if len(found) == before:
            break
    return found


def legal_follow(g: "CareerPoker") -> Sequence[int]:
    """Pass, or a set of the same size and of a higher value (rules 18, 19, 21-23; B7 to B9)."""
    hand, size = g.hands[g.actor], g.size
    held = hand >> JOKER_SHIFT
    if not held:
        if size > MOST_ALIKE:
            return a.PASS_ONLY
        flags = (hand + ADD[size]) & ABOVE[g.value]
        return a.FOLLOWS[size].get(flags) or a.follows(size, flags)
    found = [a.PASS]
    for jokers in range(max(0, size - MOST_ALIKE), min(held, size) + 1):
        if jokers == size:
            found.append(a.JOKERS_ALONE[size])
            continue
        flags = (hand + ADD[size - jokers]) & ABOVE[g.value]
        if flags:
            found += a.sets(size, jokers, flags)
    return found


def lead(g: "CareerPoker", action: int) -> None:
    """Opens a trick."""
    g.size = a.SIZE[action]
    g.value = 0
    g.decision = Prompt.FOLLOW
    lay(g, action)


def follow(g: "CareerPoker", action: int) -> None:
    """A pass does not bar anybody from playing later in the trick (rule 19)."""
    if action:
        lay(g, action)
    else:
        walk(g)


def lay(g: "CareerPoker", action: int) -> None:
    """Puts a set on the table; Jokers alone outrank whatever lies there (rule 22)."""
    seat, cost, value = g.actor, a.COST[action], a.VALUE[action]
    g.hands[seat] -= cost
    g.played[seat] += cost
    g.value = value if value < JOKER else max(JOKER, g.value + 1)
    g.top = action
    g.owner = seat
    if not g.hands[seat]:
        g.finished += (seat,)
        g.active -= 1
        if g.active == 1:
            _end_deal(g)
            return
    walk(g)


def walk(g: "CareerPoker") -> None:
    """The turn goes clockwise over those who hold cards; back at the owner's seat the trick is over (rule 20)."""
    after, hands, owner = g.after, g.hands, g.owner
    seat = after[g.actor]
    while seat != owner:
        if hands[seat]:
            g.actor = seat
            if not g.table.settings.auto_pass or len(legal_follow(g)) > 1:
                return
        seat = after[seat]
    end_trick(g)


def end_trick(g: "CareerPoker") -> None:
    """The trick goes to its winner in a first deal, to the dishwasher's pile later (rules 10 and 13)."""
    g.tricks[g.order[-1] if g.place else g.owner] += 1
    ask_lead(g, next_leader(g, g.owner))


def ask_lead(g: "CareerPoker", seat: int) -> None:
    """A clear table and a lead."""
    g.decision = Prompt.LEAD
    g.actor = seat
    g.top = -1
    g.size = g.value = 0


def next_leader(g: "CareerPoker", winner: int) -> int:
    """The winner; without cards the superior, the subordinate, the best placed (rules 24-26; B2 in a first deal)."""
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


def _end_deal(g: "CareerPoker") -> None:
    from engine.career_poker.rules.matches import end_deal

    end_deal(g)


decision(Prompt.LEAD, legal_lead, lead)
decision(Prompt.FOLLOW, legal_follow, follow)
