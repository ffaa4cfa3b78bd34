"""Offers: at the start of a turn, to stop a bump, and to raise money for a debt ("Opportunity Cards", "Bumping",
"Bankruptcy"; R13, R71).

An offer is one item each way, where an item may be nothing, cash, a policy or one card; a bargain over a bump gives
peace. `arg` while it is put together: (purpose's prompt and argument, partner, given item, given amount, taken
item, taken amount); an item is an action number, an amount counts hundreds of pounds.
"""

from collections.abc import Sequence
from typing import Any

from engine.careers import actions as a
from engine.careers.rules.ledger import ask, gain_cash, without
from engine.careers.rules.winning import settle
from engine.careers.state import Prompt, State, Work

UNIT = 100
PEACE = -1
_OTHERS = [[[a.TRADE[v] for v in range(n) if v != seat] for seat in range(n)] for n in range(a.MOST_SEATS + 1)]
_OPEN = -2


def has_something(g: State, seat: int) -> bool:
    """Whether there is anything that a seat could hand over."""
    return bool(g.cash[seat] >= UNIT or g.policies[seat] or g.experience[seat] or g.opportunity[seat])


def offers(g: State, seat: int) -> Sequence[int]:
    """Whom a seat can make an offer to now, as actions: whoever has anything to hand over."""
    if not g.offers_left or not g.table.settings.trading:
        return ()
    others = _OTHERS[g.table.seats][seat]
    if min(g.cash) >= UNIT:
        return others
    return [action for action in others if has_something(g, a.FIRST[action])]


def open_offer(g: State, partner: int, back: tuple[int, Any]) -> None:
    """The seat on turn begins an offer; `back` is the decision that comes again afterwards."""
    g.offers_left -= 1
    if g.events is not None:
        g.events.append(("opens_offer", g.actor, partner))
    ask(g, Prompt.GIVE, g.actor, (back, partner, _OPEN, 0, _OPEN, 0))


def open_bargain(g: State, victim: int, back: tuple[int, Any]) -> None:
    """The mover names what it would take not to bump."""
    if g.events is not None:
        g.events.append(("opens_bargain", g.actor, victim))
    ask(g, Prompt.TAKE, g.actor, (back, victim, PEACE, 0, _OPEN, 0))


def give_choices(g: State) -> list[int]:
    seat = g.actor
    legal = [a.NOTHING]
    if g.cash[seat] >= UNIT:
        legal.append(a.CASH)
    if g.policies[seat]:
        legal.append(a.POLICY)
    legal += [a.EXPERIENCE_ITEM[kind] for kind in sorted(set(g.experience[seat]))]
    return legal + [a.OPPORTUNITY_ITEM[kind] for kind in sorted(set(g.opportunity[seat]))]


def give(g: State, action: int) -> None:
    back, partner, _, _, taken, amount = g.arg
    arg = (back, partner, action, 0, taken, amount)
    if g.events is not None:
        g.events.append(("offer", g.seat, *arg[1:]))
    ask(g, Prompt.SUM if action == a.CASH else Prompt.TAKE, g.actor, arg)


def take_choices(g: State) -> list[int]:
    """Cash, policies and the number of cards are seen by all; which cards a partner holds is not."""
    _, partner, given, _, _, _ = g.arg
    legal = [] if given in (a.NOTHING, PEACE) else [a.NOTHING]
    if g.cash[partner] >= UNIT:
        legal.append(a.CASH)
        if g.table.settings.loans == "tracked" and given != PEACE:
            legal.append(a.LOAN)
    if g.policies[partner]:
        legal.append(a.POLICY)
    if g.experience[partner]:
        legal += g.table.experience_items
    if g.opportunity[partner]:
        legal += g.table.opportunity_items
    return legal


def take(g: State, action: int) -> None:
    back, partner, given, amount, _, _ = g.arg
    arg = (back, partner, given, amount, action, 0)
    if g.events is not None:
        g.events.append(("offer", g.seat, *arg[1:]))
    if action in (a.CASH, a.LOAN):
        ask(g, Prompt.SUM, g.actor, arg)
    else:
        ask(g, Prompt.ANSWER, partner, arg)


def sum_choices(g: State) -> tuple[int, ...]:
    _, partner, _, _, taken, _ = g.arg
    payer = g.actor if taken == _OPEN else partner
    return a.AMOUNT[1 : min(g.cash[payer] // UNIT, a.MOST_AMOUNT) + 1]


def name_sum(g: State, action: int) -> None:
    back, partner, given, amount, taken, _ = g.arg
    hundreds = a.FIRST[action]
    if taken == _OPEN:
        arg = (back, partner, given, hundreds, taken, 0)
        ask(g, Prompt.TAKE, g.actor, arg)
    else:
        arg = (back, partner, given, amount, taken, hundreds)
        ask(g, Prompt.ANSWER, partner, arg)
    if g.events is not None:
        g.events.append(("offer", g.seat, *arg[1:]))


def answer_choices(g: State) -> list[int]:
    taken = g.arg[4]
    kind, number = (a.FIRST[taken], a.SECOND[taken])
    missing = (kind == 4 and number not in g.experience[g.actor]) or (
        kind == 5 and number not in g.opportunity[g.actor]
    )
    return [a.DECLINE] if missing else [a.DECLINE, a.ACCEPT]


def answer(g: State, action: int) -> None:
    (prompt, old), partner, given, amount, taken, taken_amount = g.arg
    agreed = action == a.ACCEPT
    if g.events is not None:
        g.events.append(("agrees" if agreed else "refuses", partner, g.seat))
    if agreed:
        hand_over(g, g.seat, partner, given, amount)
        hand_over(g, partner, g.seat, taken, taken_amount)
        settle(g)
        if g.over:
            return
    if prompt == Prompt.BUMP:
        if agreed:
            return
        old = (old[0] | 1 << partner,)
    g.todo.append((Work.RESUME, prompt, g.seat, *old))


def hand_over(g: State, giver: int, taker: int, item: int, hundreds: int) -> None:
    """One item changes hands."""
    if item in (PEACE, a.NOTHING):
        return
    if g.events is not None:
        g.events.append(("handed", giver, taker, item, hundreds))
    if item in (a.CASH, a.LOAN):
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


def owe(g: State, debtor: int, creditor: int, pounds: int) -> None:
    """A tracked loan grows or, with negative pounds, shrinks (R13)."""
    seats = g.table.seats
    owed = list(g.owed or (0,) * (seats * seats))
    owed[debtor * seats + creditor] += pounds
    g.owed = tuple(owed) if any(owed) else ()


def repay(g: State, debtor: int, creditor: int) -> None:
    """As much of a tracked loan as there is cash for, in whole hundreds."""
    due = g.owed[debtor * g.table.seats + creditor]
    pounds = min(due, g.cash[debtor] // UNIT * UNIT)
    g.cash[debtor] -= pounds
    gain_cash(g, creditor, pounds)
    owe(g, debtor, creditor, -pounds)
    if g.events is not None:
        g.events.append(("repaid", debtor, creditor, pounds))


def creditors(g: State, seat: int) -> list[int]:
    """Whom a seat owes something and can pay some of it now."""
    if not g.owed or g.cash[seat] < UNIT:
        return []
    seats = g.table.seats
    return [v for v in range(seats) if g.owed[seat * seats + v]]


def resume(g: State, prompt: int, seat: int, *arg: Any) -> None:
    """The decision that an offer interrupted comes again."""
    ask(g, prompt, seat, arg)
