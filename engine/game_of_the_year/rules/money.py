"""Payments, and tokens in place of money (rules 29, 40 to 42; B15 to B19)."""

from typing import TYPE_CHECKING

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.registry import Prompt, Work, decision, step

if TYPE_CHECKING:
    from engine.game_of_the_year.state import GameOfTheYear, Step

BANK = -1
KINDS = range(3)


def in_birth_month(g: "GameOfTheYear", seat: int) -> bool:
    """Whether a piece stands in the month of its player's birth (rule 29)."""
    return g.table.board.month[g.where[seat]] == g.birth_months[seat]


def shielded(g: "GameOfTheYear", seat: int, duty: "Step") -> bool:
    """Rule 29: in the month of birth a duty is waived, or by house rule its bearer is asked. `duty` is the step that
    follows when it is not waived; True when the caller has nothing left to do."""
    if not in_birth_month(g, seat):
        return False
    if g.table.shield_asks:
        g.ask(Prompt.SHIELD, seat, duty)
    return True


def held(g: "GameOfTheYear", seat: int) -> list[int]:
    """The types of token that a player holds."""
    tokens, base = g.tokens, seat * 3
    return [kind for kind in KINDS if tokens[base + kind]]


def charge(g: "GameOfTheYear", payer: int, payee: int, amount: int) -> None:
    """A forced payment to a player or to the bank. Done players neither pay nor collect (B24)."""
    if payer == payee or g.done >> payer & 1 or (payee >= 0 and g.done >> payee & 1):
        return
    if not shielded(g, payer, (Work.PAY, payer, payee, amount)):
        pay(g, payer, payee, amount)


def charge_all(g: "GameOfTheYear", bills: list[tuple[int, int, int]]) -> None:
    """Several payments (payer, payee, amount), one after the other."""
    if len(bills) == 1:
        charge(g, *bills[0])
    else:
        g.todo.extend((Work.CHARGE, *bill) for bill in reversed(bills))


def pay(g: "GameOfTheYear", payer: int, payee: int, amount: int) -> None:
    """In money; else with one token, whatever the debt; else with a Holiday Card; else what there is."""
    money = g.money
    if money[payer] < amount:
        if pay_in_kind(g, payer, payee):
            return
        amount = money[payer]
    money[payer] -= amount
    if payee >= 0:
        money[payee] += amount


def pay_in_kind(g: "GameOfTheYear", payer: int, payee: int) -> bool:
    """With a token of the payer's choice, else a Holiday Card (rule 40, B18, B19). False when there is neither."""
    kinds = held(g, payer)
    if len(kinds) > 1:
        g.ask(Prompt.PAY_TOKEN, payer, (payee,))
    elif kinds:
        hand_token(g, payer, payee, kinds[0])
    elif g.holidays[payer]:
        hand_holiday(g, payer, payee)
    else:
        return False
    return True


def hand_token(g: "GameOfTheYear", giver: int, to: int, kind: int) -> None:
    """A token changes hands, or goes back to the bank."""
    g.tokens[giver * 3 + kind] -= 1
    if to >= 0:
        g.tokens[to * 3 + kind] += 1
    else:
        g.bank[kind] += 1


def hand_holiday(g: "GameOfTheYear", giver: int, to: int) -> None:
    """A Holiday Card changes hands, or goes back to the bank."""
    g.holidays[giver] -= 1
    if to >= 0:
        g.holidays[to] += 1
    else:
        g.holiday_bank += 1


def _payable(g: "GameOfTheYear") -> list[int]:
    return [a.GIVE[kind] for kind in held(g, g.actor)]


def _pay_token(g: "GameOfTheYear", action: int) -> None:
    hand_token(g, g.actor, g.arg[0], a.GIVE.index(action))


def _shield(g: "GameOfTheYear", action: int) -> None:
    if action == a.COMPLY:
        g.todo.append(g.arg)


_SHIELD = (a.WAIVE, a.COMPLY)
decision(Prompt.PAY_TOKEN, _payable, _pay_token)
decision(Prompt.SHIELD, lambda g: _SHIELD, _shield)
step(Work.CHARGE, charge)
step(Work.PAY, pay)
