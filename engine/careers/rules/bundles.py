"""Offer several things: any cash, cards and policies, and a loan, on either side ("Opportunity Cards", "Bumping",
"Bankruptcy"; R13, R71).

A bundle is put together one thing after the other, in any order, until its maker wants nothing more; sums are free.
`arg` meanwhile: (purpose's prompt and argument, partner, what is given, what is asked), each side sorted. A sum is
named as in `sums`. The partner's hand is not looked at: cards are asked for by what everybody knows of decks and hands.
"""

from collections.abc import Sequence
from typing import Any

from engine.careers import actions as a
from engine.careers.rules.goods import MONEY, OPEN, PEACE, UNIT, Side, limit_now, opportunities, with_figure
from engine.careers.rules.ledger import ask, without
from engine.careers.state import Prompt, State

PLACES = 4  # of `arg`; an offer of one thing for one has six
_NO_ITEMS = (OPEN, a.NOTHING)
_LOAN_AND_CASH = ((a.CASH, False), (a.LOAN, True))


def is_bundle(arg: tuple[Any, ...]) -> bool:
    """Return whether the `arg` of an offer is that of several things."""
    return len(arg) == PLACES


def sides_of(arg: tuple[Any, ...]) -> tuple[Side, Side]:
    """Return what is given and what is asked in any offer; nothing is an empty side."""
    if len(arg) == PLACES:
        return arg[2], arg[3]
    _, _, given, amount, taken, taken_amount = arg
    gives = () if given in _NO_ITEMS else ((given, amount),)
    return gives, () if taken in _NO_ITEMS else ((taken, taken_amount),)


def begin(g: State, giving: bool) -> None:
    """Turn an offer into one of several things, with what it gives so far."""
    back, partner, *_ = g.arg
    g.happened("opens_bundle", g.actor, partner)
    ask(g, Prompt.GIVE if giving else Prompt.TAKE, g.actor, (back, partner, *sides_of(g.arg)))


def give_choices(g: State) -> list[int]:
    """Return what may still be given, and the end of the side unless both are empty."""
    seat, (_, _, gives, takes) = g.actor, g.arg
    experience, opportunity = _left(g.experience[seat], gives, 4), _left(opportunities(g, seat), gives, 5)
    return [
        *_money_and_policies(g, seat, gives),
        *(a.EXPERIENCE_ITEM[kind] for kind in sorted(set(experience))),
        *(a.OPPORTUNITY_ITEM[kind] for kind in sorted(set(opportunity))),
        *([a.NOTHING_MORE] if gives or not takes else ()),
    ]


def take_choices(g: State) -> list[int]:
    """Return what may be asked for: no more cards than the partner holds, no more of a kind than there are."""
    _, partner, gives, takes = g.arg
    table = g.table
    limit = limit_now(g, a.SEVERAL)
    legal = _money_and_policies(g, partner, takes, limit)
    if limit is not None:
        return [*legal, a.NOTHING_MORE] if takes or not legal else legal
    if _count(takes, 4) < len(g.experience[partner]):
        legal += _not_all(table.experience_items, table.experience_deck, takes)
    if _count(takes, 5) < len(opportunities(g, partner)):
        legal += _not_all(table.opportunity_items, table.opportunity_deck, takes)
    if takes or (gives and gives[0][0] != PEACE):
        legal.append(a.NOTHING_MORE)
    return legal


def name_item(g: State, action: int, giving: bool) -> None:
    """Add one thing, or end a side."""
    back, partner, gives, takes = g.arg
    if action == a.NOTHING_MORE:
        if g.events is not None:
            g.events.append(("nothing_more", g.actor, partner))
        is_complete = takes or not giving
        ask(g, Prompt.ANSWER if is_complete else Prompt.TAKE, partner if is_complete else g.actor, g.arg)
        return
    if giving:
        gives = tuple(sorted((*gives, (action, 0))))
    else:
        takes = tuple(sorted((*takes, (action, 0))))
    prompt = Prompt.GIVE if giving else Prompt.TAKE
    _go_on(g, Prompt.SUM if action in MONEY else prompt, (back, partner, gives, takes))


def open_sum(g: State) -> tuple[int, int]:
    """Return the sum that is being named, and the hundreds that its payer has for it."""
    _, partner, gives, takes = g.arg
    side, payer = (gives, g.actor) if _is_open(gives) else (takes, partner)
    hundreds = next(hundreds for item, hundreds in side if item in MONEY and hundreds <= 0)
    return hundreds, _hundreds_left(g, payer, side, limit_now(g, a.SEVERAL) if side is takes else None)


def name_sum(g: State, action: int) -> None:
    """Name the next figure of the open sum, and go on once the sum is complete."""
    back, partner, gives, takes = g.arg
    hundreds, prompt = with_figure(*open_sum(g), a.FIRST[action]), Prompt.TAKE
    if _is_open(gives):
        gives, prompt = _named(gives, hundreds), Prompt.GIVE
    else:
        takes = _named(takes, hundreds)
    _go_on(g, Prompt.SUM if hundreds < 0 else prompt, (back, partner, gives, takes))


def holds(g: State, seat: int, side: Side) -> bool:
    """Return whether a seat has all the cards of a side; cash and policies lie open and were checked before."""
    hands = {4: g.experience[seat], 5: g.opportunity[seat]}
    for item, _ in side:
        kind, card = a.FIRST[item], a.SECOND[item]
        if item != PEACE and kind in hands:
            if card not in hands[kind]:
                return False
            hands[kind] = without(hands[kind], card)
    return True


def _go_on(g: State, prompt: int, arg: tuple[Any, ...]) -> None:
    if g.events is not None:
        g.events.append(("bundle", g.actor, *arg[1:]))
    ask(g, prompt, g.actor, arg)


def _money_and_policies(g: State, seat: int, side: Side, limit: int | None = None) -> list[int]:
    """Return the money and policies that may be added. `limit`: hundreds that may be asked for, and nothing else; None
    if anything may."""
    named = [item for item, _ in side]
    legal = []
    if _hundreds_left(g, seat, side, limit) >= 1:
        tracked = g.table.settings.loans == "tracked"
        legal = [item for item, loan in _LOAN_AND_CASH if item not in named and (tracked or not loan)]
    if limit is None and g.policies[seat] > named.count(a.POLICY):
        legal.append(a.POLICY)
    return legal


def _hundreds_left(g: State, payer: int, side: Side, limit: int | None) -> int:
    most = g.cash[payer] // UNIT if limit is None else limit
    return most - sum(hundreds for _, hundreds in side if hundreds > 0)


def _is_open(side: Side) -> bool:
    """Return whether a sum of the side has still to be named."""
    return any(item in MONEY and hundreds <= 0 for item, hundreds in side)


def _named(side: Side, hundreds: int) -> Side:
    """Return the side with its open sum filled in."""
    return tuple((item, hundreds if item in MONEY and before <= 0 else before) for item, before in side)


def _left(hand: tuple[int, ...], side: Side, kind: int) -> tuple[int, ...]:
    for item, _ in side:
        if a.FIRST[item] == kind and item >= 0:
            hand = without(hand, a.SECOND[item])
    return hand


def _count(side: Side, kind: int) -> int:
    return sum(a.FIRST[item] == kind for item, _ in side if item >= 0)


def _not_all(items: Sequence[int], deck: tuple[int, ...], side: Side) -> Sequence[int]:
    requested = [item for item, _ in side if item in items]
    gone = {item for item in requested if requested.count(item) >= deck.count(a.SECOND[item])}
    return [item for item in items if item not in gone] if gone else items
