"""Tell what players do to each other: bumps, backstabs, office politics, offers."""

from engine.careers import actions as a
from engine.careers.rules.goods import MONEY, OPEN, PEACE, UNIT, Side, next_figure
from engine.careers.state import State
from engine.careers.table import Table
from engine.careers.telling.plain import pounds
from engine.careers.words import experience_name, money, opportunity_name
from engine.core.telling import Sentence, Teller, listed, plain, tell
from engine.translatable import said

_NOTHING = said("nothing")
_CASH = said("cash")
_LOAN = said("a loan")
_POLICY = said("an insurance policy")
_QUIET = said("peace")
_PEACE = said("{0} would leave {1} in peace for {price}.")
_WOULD_GIVE = said("{0} would give {1} {gift}.")
_ASKS = said("{0} asks {1} for {price}.")
_OFFERS = said("{0} offers {1} {gift} for {price}.")


def _thing(table: Table, item: int, hundreds: int) -> str:
    """Return one side of an offer: `nothing`, `£500`, `£300,000 or more`, `an insurance policy`, `the Experience card
    5`. A sum of 0 is not named yet, a negative one in part."""
    if item in MONEY:
        amount = _sum(table, hundreds)
        if item == a.CASH:
            return amount or _CASH
        return said("a loan of {amount}", amount=amount) if amount else _LOAN
    if item == a.POLICY:
        return _POLICY
    if item == PEACE:
        return _QUIET
    if item in a.EXPERIENCE_ITEM:
        return said("the Experience card {card}", card=experience_name(a.SECOND[item]))
    if item in a.OPPORTUNITY_ITEM:
        card = opportunity_name(table.board, a.SECOND[item], table.own_cards)
        return said("the Opportunity card “{card}”", card=card)
    return _NOTHING


def _sum(table: Table, hundreds: int) -> str:
    if hundreds > 0:
        return money(table.board, hundreds * UNIT)
    so_far = next_figure(hundreds, 0)[1]
    return said("{amount} or more", amount=money(table.board, so_far * UNIT)) if so_far else ""


def _offer(
    g: State, reader: int | None, seat: int, partner: int, given: int, amount: int, taken: int, taken_amount: int
) -> Sentence:
    """Tell of an offer of one item each way. An item that is open is not named yet."""
    gift, price = _thing(g.table, given, amount), _thing(g.table, taken, taken_amount)
    if given == PEACE:
        return tell(_PEACE, (seat, partner), "R71", price=price)
    if taken == OPEN:
        return tell(_WOULD_GIVE, (seat, partner), "R71", gift=gift)
    if given == a.NOTHING:
        return tell(_ASKS, (seat, partner), "R71", price=price)
    if taken == a.NOTHING:
        return tell("{0} offers {1} {gift} and asks for nothing.", (seat, partner), "R71", gift=gift)
    return tell(_OFFERS, (seat, partner), "R71", gift=gift, price=price)


def _bundle(g: State, reader: int | None, seat: int, partner: int, gives: Side, takes: Side) -> Sentence:
    """Tell of both sides of an offer of several things, as they are so far."""
    gifts = [_thing(g.table, item, amount) for item, amount in gives if item != PEACE]
    prices = [_thing(g.table, item, amount) for item, amount in takes]
    if gives and not gifts:
        return tell(_PEACE, (seat, partner), "R71", price=listed(prices))
    if not prices:
        return tell(_WOULD_GIVE, (seat, partner), "R71", gift=listed(gifts))
    if not gifts:
        return tell(_ASKS, (seat, partner), "R71", price=listed(prices))
    return tell(_OFFERS, (seat, partner), "R71", gift=listed(gifts), price=listed(prices))


def _handed(g: State, reader: int | None, giver: int, taker: int, item: int, hundreds: int) -> Sentence:
    if item == a.LOAN:
        return tell("{0} lends {1} {amount}.", (giver, taker), "R13", amount=pounds(g, hundreds * UNIT))
    return tell("{0} gives {1} {gift}.", (giver, taker), "R71", gift=_thing(g.table, item, hundreds))


TELLERS: dict[str, Teller] = {
    "bumps": plain("{0} bumps {1}.", "R67"),
    "bumps_nobody": plain("{0} bumps nobody.", "R67"),
    "backstabs": plain("{0} backstabs {1}.", "R68"),
    "backstabs_nobody": plain("{0} backstabs nobody.", "R68"),
    "lays_off": plain("{0} lays {1} off.", "R96"),
    "reorganises": plain("{0} reorganises the company.", "R98"),
    "boss": plain("{1} is now the boss of {0}.", "R94"),
    "opens_offer": plain("{0} begins an offer to {1}.", "R71"),
    "calls": plain("{0} calls for a trade with {1}.", "R71"),
    "opens_bargain": plain("{0} asks what peace is worth to {1}.", "R67"),
    "is_bumping": plain("{0} is about to bump {1}.", "R67"),
    "counters": plain("{0} answers {1} with another offer.", "R71"),
    "opens_bundle": plain("{0} puts several things together in an offer to {1}.", "R71"),
    "offer": _offer,
    "bundle": _bundle,
    "nothing_more": plain("{0} names nothing more to {1}.", "R71"),
    "agrees": plain("{0} accepts the offer of {1}.", "R71"),
    "refuses": plain("{0} refuses the offer of {1}.", "R71"),
    "handed": _handed,
    "repaid": plain("{0} pays {amount} of the loan back to {1}.", "R13", amount=pounds),
}
