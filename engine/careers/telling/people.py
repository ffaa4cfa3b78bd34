"""What players do to each other: bumps, backstabs, office politics, offers."""

from engine.careers import actions as a
from engine.careers.rules.goods import PEACE, UNIT, Side
from engine.careers.state import State
from engine.careers.telling.plain import listed, plain
from engine.careers.words import item_name, money
from engine.core.telling import Sentence, Teller


def _offer(
    g: State, reader: int | None, seat: int, partner: int, given: int, amount: int, taken: int, taken_amount: int
) -> Sentence:
    """`given` and `taken` below 0 are not named yet, or peace; so is a sum of 0."""
    gift, price = item_name(g.table, given, amount * UNIT), item_name(g.table, taken, taken_amount * UNIT)
    if given == PEACE:
        text = f"{{0}} would leave {{1}} in peace for {price}."
    elif taken < 0:
        text = f"{{0}} would give {{1}} {gift}."
    elif given == a.NOTHING:
        text = f"{{0}} asks {{1}} for {price}."
    elif taken == a.NOTHING:
        text = f"{{0}} offers {{1}} {gift} and asks for nothing."
    else:
        text = f"{{0}} offers {{1}} {gift} for {price}."
    return Sentence(text, (seat, partner), "R71")


def _bundle(g: State, reader: int | None, seat: int, partner: int, gives: Side, takes: Side) -> Sentence:
    """Both sides as they are so far."""
    gifts = [item_name(g.table, item, amount * UNIT) for item, amount in gives if item != PEACE]
    prices = [item_name(g.table, item, amount * UNIT) for item, amount in takes]
    if gives and not gifts:
        text = f"{{0}} would leave {{1}} in peace for {listed(prices)}."
    elif not prices:
        text = f"{{0}} would give {{1}} {listed(gifts)}."
    elif not gifts:
        text = f"{{0}} asks {{1}} for {listed(prices)}."
    else:
        text = f"{{0}} offers {{1}} {listed(gifts)} for {listed(prices)}."
    return Sentence(text, (seat, partner), "R71")


def _handed(g: State, reader: int | None, giver: int, taker: int, item: int, hundreds: int) -> Sentence:
    if item == a.LOAN:
        return Sentence(f"{{0}} lends {{1}} {money(g.table.board, hundreds * UNIT)}.", (giver, taker), "R13")
    what = item_name(g.table, item, hundreds * UNIT)
    return Sentence(f"{{0}} gives {{1}} {what}.", (giver, taker), "R71")


def _repaid(g: State, reader: int | None, debtor: int, creditor: int, pounds: int) -> Sentence:
    return Sentence(f"{{0}} pays {money(g.table.board, pounds)} of the loan back to {{1}}.", (debtor, creditor), "R13")


TELLERS: dict[str, Teller] = {
    "bumps": plain("{0} bumps {1}.", "R67"),
    "bumps_nobody": plain("{0} bumps nobody.", "R67"),
    "backstabs": plain("{0} backstabs {1}.", "R68"),
    "backstabs_nobody": plain("{0} backstabs nobody.", "R68"),
    "lays_off": plain("{0} lays {1} off.", "R96"),
    "reorganises": plain("{0} reorganises the company.", "R98"),
    "boss": plain("{1} is now the boss of {0}.", "R94"),
    "opens_offer": plain("{0} begins an offer to {1}.", "R71"),
    "opens_bargain": plain("{0} asks what peace is worth to {1}.", "R67"),
    "opens_bundle": plain("{0} puts several things together in an offer to {1}.", "R71"),
    "offer": _offer,
    "bundle": _bundle,
    "nothing_more": plain("{0} names nothing more to {1}.", "R71"),
    "agrees": plain("{0} accepts the offer of {1}.", "R71"),
    "refuses": plain("{0} refuses the offer of {1}.", "R71"),
    "handed": _handed,
    "repaid": _repaid,
}
