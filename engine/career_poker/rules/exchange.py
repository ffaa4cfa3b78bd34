"""Apply class privilege: what positions swap before the play of every deal but the first (rules 14 and 15)."""

from collections.abc import Iterator, Sequence

from engine.career_poker import actions as a
from engine.career_poker.cards import JOKER, UNIT, count, highest, lowest
from engine.career_poker.rules.leads import ask_lead
from engine.career_poker.state import Prompt, State


def pairs(g: State) -> Iterator[tuple[int, int, int]]:
    """Yield (higher seat, lower seat, cards), the boss and the dishwasher first, among the players who are still there.
    They swap as many cards as a table of that size does (B19)."""
    if g.table.settings.leaver_exchange == "places":
        for at, number in enumerate(g.table.swaps):
            high, low = g.order[at], g.order[-1 - at]
            if g.hands[high] and g.hands[low]:
                yield high, low, number
        return
    present = [seat for seat in g.order if g.hands[seat]]
    for at in range(len(present) // 2):
        yield present[at], present[-1 - at], len(present) // 2 - at


def partner(g: State, seat: int) -> int:
    """Return the seat that swaps cards with a seat, or the seat itself when nobody does."""
    if not g.place:
        return seat
    if g.table.settings.leaver_exchange == "places":
        return g.order[-1 - g.place[seat]]
    # The lowest position of those who were dealt cards always gives some, also where that player has left since.
    lowest_place = max((g.place[giver] for giver in g.order if g.gave[giver]), default=-1)
    return g.order[lowest_place - g.place[seat]] if g.place[seat] <= lowest_place else seat


def swap(g: State) -> None:
    """Swap all pairs at once from the hands as dealt; with `return_cards` choice the higher one chooses afterwards."""
    choose = g.table.settings.return_cards == "choice"
    given: list[tuple[int, int, int]] = []
    for high, low, number in pairs(g):
        given.append((low, high, highest(g.hands[low], number)))
        if choose:
            g.giving += ((high, number),)
        else:
            given.append((high, low, lowest(g.hands[high], number)))
    for giver, taker, cards in given:
        give(g, giver, taker, cards, "highest" if g.place[giver] > g.place[taker] else "lowest")


def give(g: State, giver: int, taker: int, cards: int, which: str) -> None:
    """Move cards; both partners remember them (B18). `which`: `highest`, `lowest` or `chosen`."""
    g.hands[giver] -= cards
    g.hands[taker] += cards
    g.gave[giver] += cards
    if g.events is not None:
        g.events.append(("gave", giver, taker, cards, which))


def begin_play(g: State) -> None:
    """Ask a seat that still has cards to return; then come the late leftovers (B6) and the boss's lead (rule 16)."""
    if g.giving:
        g.decision = Prompt.GIVE_BACK
        g.actor = g.giving[0][0]
        return
    if g.leftovers:
        take_leftovers(g)
    ask_lead(g, next(seat for seat in g.order if g.hands[seat]))


def keeper(g: State) -> int:
    """Return the seat that receives the leftovers: the dishwasher, or the lowest position still at the table (rule
    12)."""
    return next(seat for seat in reversed(g.order) if not g.gone >> seat & 1)


def take_leftovers(g: State) -> None:
    """Give the leftover cards to the dealer (rule 12): of all cards that lie aside, only these."""
    seat, cards = keeper(g), g.leftovers
    g.hands[seat] += cards
    g.aside -= cards
    g.leftovers = 0
    g.happened("leftovers", seat, cards)


def legal_return(g: State) -> Sequence[int]:
    """Return any card of the hand as an action."""
    hand = g.hands[g.actor]
    return [a.RETURN[value - 1] for value in range(1, JOKER + 1) if count(hand, value)]


def return_card(g: State, action: int) -> None:
    """Return one card to the partner."""
    (seat, number), *rest = g.giving
    give(g, seat, partner(g, seat), UNIT[a.VALUE[action]], "chosen")
    g.giving = tuple(rest) if number == 1 else ((seat, number - 1), *rest)
    begin_play(g)
