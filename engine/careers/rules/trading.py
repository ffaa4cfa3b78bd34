"""Trade by offers: in a turn, before it begins also between two others, to stop a bump, and to raise money for a debt
("Opportunity Cards", "Bumping", "Bankruptcy"; R13, R71).

An offer is one item each way, and an item may be nothing, cash, a policy or one card, or it becomes an offer of
several things (`bundles`); a bargain over a bump gives peace, or asks for it. The partner accepts, declines, or answers
with a counter-offer, a limited number of times in turns. `arg` while it is put together: (purpose, partner, given item,
given amount, taken item, taken amount), as in `goods`; the purpose is the prompt and argument that come again,
followed, unless the seat on turn makes the first offer, by the maker and how many offers may follow.
"""

from collections.abc import Sequence
from typing import Any

from engine.careers import actions as a
from engine.careers.rules import bundles
from engine.careers.rules.goods import (
    FOR_NOTHING,
    MONEY,
    OPEN,
    PEACE,
    UNIT,
    Asked,
    Side,
    figures,
    give_items,
    hand_over,
    has_something,
    limit_now,
    opportunities,
    price_limit,
    with_figure,
    with_offer,
)
from engine.careers.rules.ledger import CALLED, ask, note
from engine.careers.rules.winning import settle
from engine.careers.state import Prompt, State, Work

_SEVERAL = bundles.PLACES
_OTHERS = [[[a.TRADE[v] for v in range(n) if v != seat] for seat in range(n)] for n in range(a.MOST_SEATS + 1)]


def offers(g: State, seat: int) -> Sequence[int]:
    """Return the offers that a seat can make now, as actions: to every seat that has anything to hand over."""
    if not g.offers_left or not g.table.settings.trading:
        return ()
    return _partners(g, seat)


def debt_offers(g: State, seat: int, past_offers: Asked) -> Sequence[int]:
    """Return a debtor's offers. A debtor may offer everything to everybody once, whatever was offered earlier in the
    turn."""
    settings = g.table.settings
    if settings.debt_offers == "turn":
        return offers(g, seat)
    if not settings.trading:
        return ()
    items = _offered(g, seat)
    return [
        action
        for action in _partners(g, seat)
        if not past_offers or any(price_limit(g, past_offers, a.FIRST[action], item) != 0 for item in items)
    ]


def _partners(g: State, seat: int) -> Sequence[int]:
    others = _OTHERS[g.table.seats][seat]
    if min(g.cash) >= UNIT:
        return others
    return [action for action in others if has_something(g, a.FIRST[action])]


def open_offer(g: State, partner: int, back: tuple[int, Any]) -> None:
    """Begin an offer by the seat on turn; `back` is the decision that is asked again afterwards."""
    if back[0] != Prompt.DEBT or g.table.settings.debt_offers == "turn":
        g.offers_left -= 1
    if g.events is not None:
        g.events.append(("opens_offer", g.actor, partner))
    ask(g, Prompt.GIVE, g.actor, (back, partner, OPEN, 0, OPEN, 0))


def calls(g: State) -> dict[int, Sequence[int]]:
    """Return the calls for a trade that may be made, by seat: once in a turn of the table, before the seat on turn has
    begun. The seat on turn is left out: it trades on its own account."""
    settings = g.table.settings
    if g.decision != Prompt.TURN or g.begun or not settings.trading or not settings.offers_per_turn:
        return {}
    done = {g.seat, *(caller for kind, caller, _, turn in g.deeds if kind == CALLED and turn == g.turn)}
    partners = {
        seat: [a.FIRST[action] for action in _partners(g, seat)] for seat in range(g.table.seats) if seat not in done
    }
    calls = {seat: [a.CALL[seat][v] for v in others if v != g.seat] for seat, others in partners.items()}
    return {seat: actions for seat, actions in calls.items() if actions}


def open_call(g: State, action: int) -> None:
    """Let two seats that are not on turn bargain; the seat on turn decides again afterwards."""
    caller, partner = a.CALLER[action], a.FIRST[action]
    note(g, CALLED, caller, partner)
    g.happened("calls", caller, partner)
    back = (Prompt.TURN, (), caller, g.table.settings.counter_offers)
    ask(g, Prompt.GIVE, caller, (back, partner, OPEN, 0, OPEN, 0))


def open_bargain(g: State, victim: int, back: tuple[int, Any]) -> None:
    """Let the mover name a price for not bumping."""
    g.happened("opens_bargain", g.actor, victim)
    ask(g, Prompt.TAKE, g.actor, (back, victim, PEACE, 0, OPEN, 0))


def open_peace_offer(g: State, mover: int, back: tuple[int, Any]) -> None:
    """Let an occupant who is about to be bumped offer the mover something for peace."""
    if g.events is not None:
        g.events.append(("opens_offer", g.actor, mover))
    ask(g, Prompt.GIVE, g.actor, ((*back, g.actor, g.table.settings.counter_offers), mover, OPEN, 0, PEACE, 0))


def maker_of(g: State) -> int:
    """Return the seat that makes the offer being put together or answered."""
    back = g.arg[0]
    return back[2] if len(back) > 2 else g.seat


def _offered(g: State, seat: int) -> list[int]:
    """Return what an offer may begin with: one thing, or several."""
    items = give_items(g, seat)
    if g.table.settings.offers == "bundles":
        items.append(a.SEVERAL)
    return items


def give_choices(g: State) -> list[int]:
    """Return what may be given: nothing, one item or several."""
    if len(g.arg) == _SEVERAL:
        return bundles.give_choices(g)
    items = _offered(g, g.actor)
    if g.arg[4] == PEACE:
        items.remove(a.NOTHING)
    return [item for item in items if limit_now(g, item) != 0] or [a.NOTHING]


def give(g: State, action: int) -> None:
    """Name what is given, and go on with the offer."""
    if len(g.arg) == _SEVERAL:
        bundles.name_item(g, action, giving=True)
        return
    if action == a.SEVERAL:
        bundles.begin(g, giving=True)
        return
    back, partner, _, _, taken, amount = g.arg
    _go_on(g, (back, partner, action, 0, taken, amount))


def take_choices(g: State) -> list[int]:
    """Return what may be asked for. Cash, policies and the number of cards are seen by all; which cards a partner holds
    is not."""
    if len(g.arg) == _SEVERAL:
        return bundles.take_choices(g)
    _, partner, given, _, _, _ = g.arg
    settings = g.table.settings
    legal = [] if given in FOR_NOTHING else [a.NOTHING]
    if g.cash[partner] >= UNIT:
        legal.append(a.CASH)
        if settings.loans == "tracked" and given != PEACE:
            legal.append(a.LOAN)
    if limit_now(g, given) is not None:
        return legal
    if g.policies[partner]:
        legal.append(a.POLICY)
    if g.experience[partner]:
        legal += g.table.experience_items
    if opportunities(g, partner):
        legal += g.table.opportunity_items
    if settings.offers == "bundles" and limit_now(g, a.SEVERAL) is None:
        legal.append(a.SEVERAL)
    return legal


def take(g: State, action: int) -> None:
    """Name what is asked for, and go on with the offer."""
    if len(g.arg) == _SEVERAL:
        bundles.name_item(g, action, giving=False)
        return
    if action == a.SEVERAL:
        bundles.begin(g, giving=False)
        return
    back, partner, given, amount, _, _ = g.arg
    _go_on(g, (back, partner, given, amount, action, 0))


def _go_on(g: State, arg: tuple[Any, ...]) -> None:
    """Ask the next question of an offer of one thing: a sum that is not named yet, what is asked for, or the answer."""
    _, partner, given, amount, taken, taken_amount = arg
    if g.events is not None:
        g.events.append(("offer", g.actor, *arg[1:]))
    if (given in MONEY and amount <= 0) or (taken in MONEY and taken_amount <= 0):
        ask(g, Prompt.SUM, g.actor, arg)
    elif taken == OPEN:
        ask(g, Prompt.TAKE, g.actor, arg)
    else:
        ask(g, Prompt.ANSWER, partner, arg)


def sum_choices(g: State) -> tuple[int, ...]:
    """Return the figures that may come next in a sum."""
    return figures(*open_sum(g))


def open_sum(g: State) -> tuple[int, int]:
    """Return the sum that is being named in any offer, and the hundreds that its payer has for it."""
    if len(g.arg) == _SEVERAL:
        return bundles.open_sum(g)
    _, partner, given, amount, _, taken_amount = g.arg
    if given in MONEY and amount <= 0:
        return amount, g.cash[g.actor] // UNIT
    limit = limit_now(g, given)
    return taken_amount, g.cash[partner] // UNIT if limit is None else limit


def name_sum(g: State, action: int) -> None:
    """Name the next figure of a sum, and go on once it is complete."""
    if len(g.arg) == _SEVERAL:
        bundles.name_sum(g, action)
        return
    back, partner, given, amount, taken, taken_amount = g.arg
    hundreds = with_figure(*open_sum(g), a.FIRST[action])
    if given in MONEY and amount <= 0:
        _go_on(g, (back, partner, given, hundreds, taken, taken_amount))
    else:
        _go_on(g, (back, partner, given, amount, taken, hundreds))


def answer_choices(g: State) -> list[int]:
    """Return declining, accepting what the seat can give, and a counter-offer while one may follow."""
    _, takes = bundles.sides_of(g.arg)
    legal = [a.DECLINE, a.ACCEPT] if bundles.holds(g, g.actor, takes) else [a.DECLINE]
    return [*legal, a.COUNTER] if _may_counter(g) else legal


def _may_counter(g: State) -> bool:
    """Return whether another offer may follow this one: the players can still hand something over."""
    back, maker = g.arg[0], maker_of(g)
    if not (back[3] if len(back) > 2 else g.table.settings.counter_offers):
        return False
    over_peace = back[0] in (Prompt.BUMP, Prompt.PLEA)
    return has_something(g, g.actor if over_peace and g.actor != g.seat else maker)


def answer(g: State, action: int) -> None:
    """Accept, decline or answer an offer with another; then the decision that it interrupted is asked again."""
    arg, maker, partner = g.arg, maker_of(g), g.actor
    (prompt, old, *_), agreed, settings = arg[0], action == a.ACCEPT, g.table.settings
    if action == a.COUNTER:
        _counter(g)
        return
    if g.events is not None:
        g.events.append(("agrees" if agreed else "refuses", partner, maker))
    if agreed:
        gives, takes = bundles.sides_of(arg)
        for item, hundreds in gives:
            hand_over(g, maker, partner, item, hundreds)
        for item, hundreds in takes:
            hand_over(g, partner, maker, item, hundreds)
        settle(g, g.seat if prompt == Prompt.DEBT and not settings.win_in_debt else -1)
        if g.over:
            return
    if prompt == Prompt.PLEA and not agreed:
        g.todo.append((Work.RESUME, prompt, g.seat, *old))
    elif prompt in (Prompt.BUMP, Prompt.PLEA):
        _bump_on(g, partner if maker == g.seat else maker, old if prompt == Prompt.BUMP else old[1:], agreed)
    else:
        ask(g, prompt, g.seat, old if agreed and _is_sale(*bundles.sides_of(arg)) else _in_vain(g, arg))


def _in_vain(g: State, arg: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what the decision that is asked again knows after an offer that sold nothing; only a debtor's own offers
    are counted."""
    prompt, old, *following = arg[0]
    if prompt != Prompt.DEBT or following or g.table.settings.debt_offers == "turn":
        return old  # type: ignore[no-any-return]
    thing = a.SEVERAL if bundles.is_bundle(arg) else arg[2]
    return with_offer(g, old, arg[1], thing, bundles.sides_of(arg)[1])


def _counter(g: State) -> None:
    """Let the partner make an offer instead. Over a bump the mover gives peace and the other asks for it."""
    arg, maker, partner = g.arg, maker_of(g), g.actor
    back = arg[0]
    following = back[3] if len(back) > 2 else g.table.settings.counter_offers
    old = back[1] if back[0] != Prompt.DEBT else _in_vain(g, arg)
    now = (back[0], old, partner, following - 1)
    if g.events is not None:
        g.events.append(("counters", partner, maker))
    if back[0] not in (Prompt.BUMP, Prompt.PLEA):
        ask(g, Prompt.GIVE, partner, (now, maker, OPEN, 0, OPEN, 0))
    elif partner == g.seat:
        ask(g, Prompt.TAKE, partner, (now, maker, PEACE, 0, OPEN, 0))
    else:
        ask(g, Prompt.GIVE, partner, (now, maker, OPEN, 0, PEACE, 0))


def _bump_on(g: State, victim: int, old: tuple[int, ...], agreed: bool) -> None:
    """Go on bumping after a bargain. A seat that refused may still be bumped; one that agreed is spared, and the others
    are not, unless a bargain ends bumping."""
    refused, spared = old[0], old[1] if len(old) > 1 else 0
    if not agreed:
        old = (refused | 1 << victim, *old[1:])
    elif not g.table.settings.bargain_ends_bumping:
        old = (refused, spared | 1 << victim)
    else:
        return
    g.todo.append((Work.RESUME, Prompt.BUMP, g.seat, *old))


def _is_sale(gives: Side, takes: Side) -> bool:
    """Return whether cards and policies go for cash: others of their kind are other things to offer."""
    goods = bool(gives) and all(item != PEACE and item not in MONEY for item, _ in gives)
    return goods and bool(takes) and all(item in MONEY for item, _ in takes)
