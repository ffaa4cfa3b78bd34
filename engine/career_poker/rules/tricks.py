"""Play tricks: leads, follows, passes, and the end of a trick (rules 17-23)."""

from collections.abc import Sequence

from engine.career_poker import actions as a
from engine.career_poker.cards import ABOVE, ADD, FLAGS, JOKER, JOKER_SHIFT, MOST_ALIKE
from engine.career_poker.rules.leads import ask_lead, next_leader, note_lead
from engine.career_poker.rules.matches import end_deal
from engine.career_poker.state import Prompt, State


def legal_lead(g: State) -> Sequence[int]:
    """Return all sets of any size; a leader must play (rule 17, B3)."""
    hand = g.hands[g.actor]
    held = hand >> JOKER_SHIFT
    options: list[int] = []
    of_size: Sequence[int] = ()
    ways = a.WAYS[held]
    for size in range(1, a.MOST_SIZE + 1):
        for enough, sets in ways[size]:
            options += (of_size := sets[hand + enough & FLAGS])
        if size <= held:
            options.append(a.JOKERS_ALONE[size])
        elif not of_size:  # not even with all Jokers, so there is no larger set either
            break
    return options


def legal_follow(g: State) -> Sequence[int]:
    """Return pass, and the sets of the same size and of a higher value (rules 18, 19, 21-23; B7 to B9)."""
    hand, size = g.hands[g.actor], g.size
    held = hand >> JOKER_SHIFT
    if not held:
        if size > MOST_ALIKE:
            return a.PASS_ONLY
        return a.FOLLOWS[size][hand + ADD[size] & ABOVE[g.value]]
    options, above = [a.PASS], ABOVE[g.value]
    for enough, sets in a.WAYS[held][size]:
        options += sets[hand + enough & above]
    if size <= held:
        options.append(a.JOKERS_ALONE[size])
    return options


def lead(g: State, action: int) -> None:
    """Open a trick."""
    g.size = a.SIZE[action]
    g.value = 0
    g.decision = Prompt.FOLLOW
    if g.events is not None:
        g.events.append(("leads", g.actor, action))
    lay(g, action)


def follow(g: State, action: int) -> None:
    """Follow or pass. A pass does not bar anybody from playing later in the trick (rule 19)."""
    if g.events is not None:
        g.events.append(("follows" if action else "passes", g.actor, action))
    if action:
        lay(g, action)
    else:
        walk(g)


def lay(g: State, action: int) -> None:
    """Put a set on the table; Jokers alone outrank whatever lies there (rule 22)."""
    seat, cost, value, hands = g.actor, a.COST[action], a.VALUE[action], g.hands
    hands[seat] = left = hands[seat] - cost
    g.played[seat] += cost
    g.value = value if value < JOKER else max(JOKER, g.value + 1)
    g.top = action
    g.owner = seat
    if not left:
        g.finished += (seat,)
        if g.events is not None:
            g.events.append(("out", seat, len(g.finished)))
        g.active -= 1
        if g.active == 1:
            end_deal(g)
            return
    walk(g)


def walk(g: State) -> None:
    """Pass the turn clockwise among the seats that hold cards; back at the owner's seat the trick is over (rule 20)."""
    after, hands, owner = g.after, g.hands, g.owner
    seat = after[g.actor]
    while seat != owner:
        if hands[seat]:
            g.actor = seat
            if not g.table.settings.auto_pass or len(legal_follow(g)) > 1:
                return
            g.happened("cannot_follow", seat)
        seat = after[seat]
    end_trick(g)


def end_trick(g: State) -> None:
    """Give the trick to its winner in a first deal, to the dishwasher's pile later (rules 10 and 13)."""
    g.tricks[g.order[-1] if g.place else g.owner] += 1
    leader = next_leader(g, g.owner)
    if g.events is not None:
        g.events.append(("won_trick", g.owner, bool(g.place)))
        note_lead(g, g.owner, leader)
    ask_lead(g, leader)
