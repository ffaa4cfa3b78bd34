"""Name, offer and hand over cash, policies, cards and loans between players ("Insurance", "Opportunity Cards"; R13,
R71).

An item is an action number, and its amount counts hundreds of pounds; peace is what a mover gives in a bargain.

A sum is any number of hundreds that the payer has, named one figure after the other ("for any mutually agreeable
price"). Up to £100,000 a single `amount n` says it. A payer who has more is asked for thousands of hundreds first, or
for thousands of those, and then for the rest, so that no list is longer than `MOST_AMOUNT`. A sum not named yet is 0;
one named in part is negative, its hundreds so far plus the unit of the next figure.

A debtor offers each thing once to each player; if offers may follow one another, it may be offered again for less
money ("Bankruptcy"). A debt's `arg` holds the failed offers behind its first two numbers: (partner, thing) if
nothing may follow, else (partner, thing, hundreds asked for), one for each offer. A thing is an item, or `several`.
"""

from typing import Any

from engine.careers import actions as a
from engine.careers.rules.ledger import forget_fresh, gain_cash, without
from engine.careers.state import Prompt, State

# One side of an offer: its items, each with its hundreds.
Side = tuple[tuple[int, int], ...]

UNIT = 100
PEACE = -1
OPEN = -2  # not named yet
MONEY = (a.CASH, a.LOAN)
OFFERING = frozenset((Prompt.GIVE, Prompt.TAKE, Prompt.SUM, Prompt.ANSWER))
# Decisions of the seat on turn that an offer may interrupt.
BETWEEN = frozenset(
    (Prompt.TURN, Prompt.MOVE, Prompt.FREED_MOVE, Prompt.PAY_OR_LEAVE, Prompt.BUY, Prompt.GAMBLE, Prompt.RIDE,
     Prompt.HOLIDAY, Prompt.SHORTCUT, Prompt.DEGREE, Prompt.BACKSTAB)
)  # fmt: skip
FOR_NOTHING = (a.NOTHING, PEACE)

# Offers made in vain.
Asked = tuple[tuple[int, ...], ...]


def has_something(g: State, seat: int) -> bool:
    """Return whether there is anything that a seat could hand over."""
    return bool(g.cash[seat] >= UNIT or g.policies[seat] or g.experience[seat] or opportunities(g, seat))


def opportunities(g: State, seat: int) -> tuple[int, ...]:
    """Return the Opportunity cards that a seat could hand over: none between the steps of a turn, as they are traded
    at its start, over a bump and in a debt ("Opportunity Cards", "Bumping", "Special Notes")."""
    purpose = g.arg[0][0] if g.decision in OFFERING else g.decision
    return () if g.begun and purpose in BETWEEN else g.opportunity[seat]


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
    if hand := opportunities(g, seat):
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
    g.happened("repaid", debtor, creditor, pounds)


def creditors(g: State, seat: int) -> list[int]:
    """Return the creditors that a seat can pay something now."""
    if not g.owed or g.cash[seat] < UNIT:
        return []
    seats = g.table.seats
    return [v for v in range(seats) if g.owed[seat * seats + v]]


def next_figure(hundreds: int, most: int) -> tuple[int, int]:
    """Return the unit of the next figure, and the sum of the figures before it, both in hundreds. `most` is what the
    payer has."""
    unit = 1
    if hundreds:
        while hundreds % (unit * a.MOST_AMOUNT) == 0:
            unit *= a.MOST_AMOUNT
        return unit, -hundreds - unit
    while most // unit > a.MOST_AMOUNT:
        unit *= a.MOST_AMOUNT
    return unit, 0


def figures(hundreds: int, most: int) -> tuple[int, ...]:
    """Return the figures that may come next; no sum is 0."""
    unit, so_far = next_figure(hundreds, most)
    largest = min((most - so_far) // unit, a.MOST_AMOUNT - bool(hundreds))
    return a.AMOUNT[1 if unit == 1 and not so_far else 0 : largest + 1]


def with_figure(hundreds: int, most: int, figure: int) -> int:
    """Return the sum with its next figure: named once no figure is missing, else negative. No figure is asked for that
    can only be 0."""
    unit, so_far = next_figure(hundreds, most)
    so_far += figure * unit
    if unit == 1 or so_far == most:
        return so_far
    unit //= a.MOST_AMOUNT
    while unit > most - so_far:
        unit //= a.MOST_AMOUNT
    return -so_far - unit


def asked_of(debt: tuple[Any, ...]) -> Asked:
    """Return the failed offers so far, as a debt's `arg` holds them."""
    offers: Asked = debt[2] if len(debt) > 2 else ()
    return offers


def price_limit(g: State, offers: Asked, partner: int, thing: int) -> int | None:
    """Return the most hundreds that a debtor may ask a partner for a thing. None: it was not offered to that partner
    yet. 0: it may not be offered again."""
    before = [offer for offer in offers if offer[:2] == (partner, thing)]
    if not before:
        return None
    if len(before) > g.table.settings.counter_offers:
        return 0
    return max(0, min(before[-1][2] - 1, g.cash[partner] // UNIT))


def limit_now(g: State, thing: int) -> int | None:
    """Return the limit for the offer that is being put together, or None when it has no limit."""
    back, partner = g.arg[:2]
    if back[0] != Prompt.DEBT or len(back) > 2 or g.table.settings.debt_offers == "turn":
        return None
    return price_limit(g, asked_of(back[1]), partner, thing)


def with_offer(g: State, debt: tuple[Any, ...], partner: int, thing: int, takes: Side) -> tuple[Any, ...]:
    """Return the debt's `arg` after a failed offer. A debtor who asked for something other than money may ask for
    money next."""
    entry: tuple[int, ...] = (partner, thing)
    if g.table.settings.counter_offers:
        goods = any(item not in MONEY for item, _ in takes)
        entry += (g.cash[partner] // UNIT + 1 if goods else sum(hundreds for _, hundreds in takes),)
    return (*debt[:2], (*asked_of(debt), entry))
