"""Remember the offers that a debtor has made in vain. Each thing is offered once to each player; where offers may
follow one another, it may be offered again for less money ("Bankruptcy", R71).

A debt's `arg` holds it behind its first two numbers: (partner, thing) where nothing may follow, else (partner, thing,
hundreds asked for), one for each offer. A thing is an item, or `several`.
"""

from typing import Any

from engine.careers.rules.goods import MONEY, UNIT, Side
from engine.careers.state import Prompt, State

Asked = tuple[tuple[int, ...], ...]


def asked_of(debt: tuple[Any, ...]) -> Asked:
    """Return the offers in vain so far, as a debt's `arg` holds them."""
    offers: Asked = debt[2] if len(debt) > 2 else ()
    return offers


def price_limit(g: State, offers: Asked, partner: int, thing: int) -> int | None:
    """Return the most hundreds that a debtor may ask a partner for a thing.

    None: it was not offered to that partner yet. 0: it may not be offered again.
    """
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
    """Return the debt's `arg` after an offer in vain. A debtor who asked for something other than money may ask for
    money next."""
    entry: tuple[int, ...] = (partner, thing)
    if g.table.settings.counter_offers:
        goods = any(item not in MONEY for item, _ in takes)
        entry += (g.cash[partner] // UNIT + 1 if goods else sum(hundreds for _, hundreds in takes),)
    return (*debt[:2], (*asked_of(debt), entry))
