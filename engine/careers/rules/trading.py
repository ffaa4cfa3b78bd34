"""Offers: at the start of a turn, to stop a bump, and to raise money for a debt ("Opportunity Cards", "Bumping",
"Bankruptcy"; R13, R71).

An offer is one item each way, where an item may be nothing, cash, a policy or one card, or it becomes one of several
things (`bundles`); a bargain over a bump gives peace. `arg` while it is put together: (purpose's prompt and argument,
partner, given item, given amount, taken item, taken amount), as in `goods`.
"""

from collections.abc import Sequence
from typing import Any

from engine.careers import actions as a
from engine.careers.rules import bundles
from engine.careers.rules.goods import FOR_NOTHING, MONEY, OPEN, PEACE, UNIT, Side, give_items, hand_over, has_something
from engine.careers.rules.ledger import ask
from engine.careers.rules.sums import figures, with_figure
from engine.careers.rules.winning import settle
from engine.careers.state import Prompt, State, Work

# Pairs of a partner and an item that was offered to it.
Asked = tuple[tuple[int, int], ...]

_SEVERAL = bundles.PLACES
_OTHERS = [[[a.TRADE[v] for v in range(n) if v != seat] for seat in range(n)] for n in range(a.MOST_SEATS + 1)]


def offers(g: State, seat: int) -> Sequence[int]:
    """Whom a seat can make an offer to now, as actions: whoever has anything to hand over."""
    if not g.offers_left or not g.table.settings.trading:
        return ()
    return _partners(g, seat)


def debt_offers(g: State, seat: int, asked: Asked) -> Sequence[int]:
    """The same for a debtor, who may offer everything to everybody once, whatever was offered earlier in the turn."""
    settings = g.table.settings
    if settings.debt_offers == "turn":
        return offers(g, seat)
    if not settings.trading:
        return ()
    items = _offered(g, seat)
    return [
        action
        for action in _partners(g, seat)
        if not asked or any((a.FIRST[action], item) not in asked for item in items)
    ]


def _partners(g: State, seat: int) -> Sequence[int]:
    others = _OTHERS[g.table.seats][seat]
    if min(g.cash) >= UNIT:
        return others
    return [action for action in others if has_something(g, a.FIRST[action])]


def open_offer(g: State, partner: int, back: tuple[int, Any]) -> None:
    """The seat on turn begins an offer; `back` is the decision that comes again afterwards."""
    if back[0] != Prompt.DEBT or g.table.settings.debt_offers == "turn":
        g.offers_left -= 1
    if g.events is not None:
        g.events.append(("opens_offer", g.actor, partner))
    ask(g, Prompt.GIVE, g.actor, (back, partner, OPEN, 0, OPEN, 0))


def open_bargain(g: State, victim: int, back: tuple[int, Any]) -> None:
    """The mover names what it would take not to bump."""
    if g.events is not None:
        g.events.append(("opens_bargain", g.actor, victim))
    ask(g, Prompt.TAKE, g.actor, (back, victim, PEACE, 0, OPEN, 0))


def _offered(g: State, seat: int) -> list[int]:
    """What an offer may begin with: one thing, or several."""
    items = give_items(g, seat)
    if g.table.settings.offers == "bundles":
        items.append(a.SEVERAL)
    return items


def give_choices(g: State) -> list[int]:
    if len(g.arg) == _SEVERAL:
        return bundles.give_choices(g)
    (prompt, old), partner, *_ = g.arg
    items = _offered(g, g.actor)
    if prompt != Prompt.DEBT:
        return items
    asked = asked_of(old)
    return [item for item in items if (partner, item) not in asked] or [a.NOTHING]


def give(g: State, action: int) -> None:
    if len(g.arg) == _SEVERAL:
        bundles.name_item(g, action, giving=True)
        return
    if action == a.SEVERAL:
        bundles.begin(g, giving=True)
        return
    back, partner, _, _, taken, amount = g.arg
    arg = (back, partner, action, 0, taken, amount)
    if g.events is not None:
        g.events.append(("offer", g.seat, *arg[1:]))
    ask(g, Prompt.SUM if action == a.CASH else Prompt.TAKE, g.actor, arg)


def take_choices(g: State) -> list[int]:
    """Cash, policies and the number of cards are seen by all; which cards a partner holds is not."""
    if len(g.arg) == _SEVERAL:
        return bundles.take_choices(g)
    (prompt, old), partner, given, _, _, _ = g.arg
    settings = g.table.settings
    legal = [] if given in FOR_NOTHING else [a.NOTHING]
    if g.cash[partner] >= UNIT:
        legal.append(a.CASH)
        if settings.loans == "tracked" and given != PEACE:
            legal.append(a.LOAN)
    if g.policies[partner]:
        legal.append(a.POLICY)
    if g.experience[partner]:
        legal += g.table.experience_items
    if g.opportunity[partner]:
        legal += g.table.opportunity_items
    if settings.offers == "bundles" and (prompt != Prompt.DEBT or (partner, a.SEVERAL) not in asked_of(old)):
        legal.append(a.SEVERAL)
    return legal


def take(g: State, action: int) -> None:
    if len(g.arg) == _SEVERAL:
        bundles.name_item(g, action, giving=False)
        return
    if action == a.SEVERAL:
        bundles.begin(g, giving=False)
        return
    back, partner, given, amount, _, _ = g.arg
    arg = (back, partner, given, amount, action, 0)
    if g.events is not None:
        g.events.append(("offer", g.seat, *arg[1:]))
    if action in MONEY:
        ask(g, Prompt.SUM, g.actor, arg)
    else:
        ask(g, Prompt.ANSWER, partner, arg)


def sum_choices(g: State) -> tuple[int, ...]:
    return figures(*open_sum(g))


def open_sum(g: State) -> tuple[int, int]:
    """The sum that is being named in any offer, and the hundreds that its payer has for it."""
    if len(g.arg) == _SEVERAL:
        return bundles.open_sum(g)
    _, partner, given, amount, _, taken_amount = g.arg
    if given in MONEY and amount <= 0:
        return amount, g.cash[g.actor] // UNIT
    return taken_amount, g.cash[partner] // UNIT


def name_sum(g: State, action: int) -> None:
    if len(g.arg) == _SEVERAL:
        bundles.name_sum(g, action)
        return
    back, partner, given, amount, taken, taken_amount = g.arg
    hundreds = with_figure(*open_sum(g), a.FIRST[action])
    if given in MONEY and amount <= 0:
        arg = (back, partner, given, hundreds, taken, taken_amount)
    else:
        arg = (back, partner, given, amount, taken, hundreds)
    if g.events is not None:
        g.events.append(("offer", g.seat, *arg[1:]))
    if hundreds < 0:
        ask(g, Prompt.SUM, g.actor, arg)
    elif taken == OPEN:
        ask(g, Prompt.TAKE, g.actor, arg)
    else:
        ask(g, Prompt.ANSWER, partner, arg)


def answer_choices(g: State) -> list[int]:
    if len(g.arg) == _SEVERAL:
        missing = not bundles.holds(g, g.actor, g.arg[3])
    else:
        taken = g.arg[4]
        kind, number = a.FIRST[taken], a.SECOND[taken]
        missing = (kind == 4 and number not in g.experience[g.actor]) or (
            kind == 5 and number not in g.opportunity[g.actor]
        )
    return [a.DECLINE] if missing else [a.DECLINE, a.ACCEPT]


def answer(g: State, action: int) -> None:
    arg = g.arg
    prompt, old = arg[0]
    partner, agreed, settings = arg[1], action == a.ACCEPT, g.table.settings
    if g.events is not None:
        g.events.append(("agrees" if agreed else "refuses", partner, g.seat))
    if agreed:
        gives, takes = bundles.sides_of(arg)
        for item, hundreds in gives:
            hand_over(g, g.seat, partner, item, hundreds)
        for item, hundreds in takes:
            hand_over(g, partner, g.seat, item, hundreds)
        settle(g, g.seat if prompt == Prompt.DEBT and not settings.win_in_debt else -1)
        if g.over:
            return
    if prompt == Prompt.BUMP:
        _bump_on(g, partner, old, agreed)
        return
    if prompt == Prompt.DEBT and settings.debt_offers == "own" and not (agreed and _is_sale(*bundles.sides_of(arg))):
        thing = a.SEVERAL if len(arg) == _SEVERAL else arg[2]
        old = (*old[:2], (*asked_of(old), (partner, thing)))
    ask(g, prompt, g.seat, old)


def _bump_on(g: State, victim: int, old: tuple[int, ...], agreed: bool) -> None:
    """After a bargain: who refused may still be bumped; who agreed is left in peace, and the others are not, where
    everybody may be bumped."""
    refused, spared = old[0], old[1] if len(old) > 1 else 0
    if not agreed:
        old = (refused | 1 << victim, *old[1:])
    elif g.table.settings.bump_all and not g.table.settings.bargain_ends_bumping:
        old = (refused, spared | 1 << victim)
    else:
        return
    g.todo.append((Work.RESUME, Prompt.BUMP, g.seat, *old))


def _is_sale(gives: Side, takes: Side) -> bool:
    """Whether cards and policies go for cash: others of their kind are other things to offer."""
    goods = bool(gives) and all(item != PEACE and item not in MONEY for item, _ in gives)
    return goods and bool(takes) and all(item in MONEY for item, _ in takes)


def asked_of(debt: tuple[Any, ...]) -> Asked:
    """What a debtor has offered in vain so far, as the debt's `arg` holds it behind its first two numbers."""
    asked: Asked = debt[2] if len(debt) > 2 else ()
    return asked
