"""Hand over cash, policies, cards and loans between players ("Insurance", "Opportunity Cards"; R13, R71).

An item is an action number, and its amount counts hundreds of pounds; peace is what a mover gives in a bargain.
"""

from engine.careers import actions as a
from engine.careers.rules.ledger import forget_fresh, gain_cash, without
from engine.careers.state import State

# One side of an offer: its items, each with its hundreds.
Side = tuple[tuple[int, int], ...]

UNIT = 100
PEACE = -1
OPEN = -2  # not named yet
MONEY = (a.CASH, a.LOAN)
FOR_NOTHING = (a.NOTHING, PEACE)


def has_something(g: State, seat: int) -> bool:
    """Return whether there is anything that a seat could hand over."""
    return bool(g.cash[seat] >= UNIT or g.policies[seat] or g.experience[seat] or g.opportunity[seat])


def give_items(g: State, seat: int) -> list[int]:
    """Return everything that a seat could hand over, as items."""
    legal = [a.NOTHING]
    if g.cash[seat] >= UNIT:
        legal.append(a.CASH)
    if g.policies[seat]:
        legal.append(a.POLICY)
    # Hands are sorted, so every kind comes once and in order.
    if hand := g.experience[seat]:
        legal += [a.EXPERIENCE_ITEM[kind] for kind in dict.fromkeys(hand)]
    if hand := g.opportunity[seat]:
        legal += [a.OPPORTUNITY_ITEM[kind] for kind in dict.fromkeys(hand)]
    return legal


def hand_over(g: State, giver: int, taker: int, item: int, hundreds: int) -> None:
    """Hand over one item."""
    if item in FOR_NOTHING:
        return
    if g.events is not None:
        g.events.append(("handed", giver, taker, item, hundreds))
    if item in MONEY:
        g.cash[giver] -= hundreds * UNIT
        gain_cash(g, taker, hundreds * UNIT)
        if item == a.LOAN:
            owe(g, taker, giver, hundreds * UNIT)
    elif item == a.POLICY:
        g.policies[giver] -= 1
        g.policies[taker] += 1
    else:
        hands, card = (g.experience if a.FIRST[item] == 4 else g.opportunity), a.SECOND[item]
        hands[giver] = without(hands[giver], card)
        hands[taker] = tuple(sorted((*hands[taker], card)))
        # Where offers are of one thing, the fingerprints of records hold the mark of a card that was sold.
        if hands is g.experience and g.table.settings.offers == "bundles":
            forget_fresh(g, giver, card)


def owe(g: State, debtor: int, creditor: int, pounds: int) -> None:
    """Increase a tracked loan or, with negative pounds, reduce it (R13)."""
    seats = g.table.seats
    owed = list(g.owed or (0,) * (seats * seats))
    owed[debtor * seats + creditor] += pounds
    g.owed = tuple(owed) if any(owed) else ()


def repay(g: State, debtor: int, creditor: int) -> None:
    """Repay as much of a tracked loan as there is cash for, in whole hundreds."""
    due = g.owed[debtor * g.table.seats + creditor]
    pounds = min(due, g.cash[debtor] // UNIT * UNIT)
    g.cash[debtor] -= pounds
    gain_cash(g, creditor, pounds)
    owe(g, debtor, creditor, -pounds)
    if g.events is not None:
        g.events.append(("repaid", debtor, creditor, pounds))


def creditors(g: State, seat: int) -> list[int]:
    """Return the creditors that a seat can pay something now."""
    if not g.owed or g.cash[seat] < UNIT:
        return []
    seats = g.table.seats
    return [v for v in range(seats) if g.owed[seat * seats + v]]
