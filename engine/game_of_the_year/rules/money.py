"""Make payments, and pay with tokens in place of money (rules 29, 40 to 42; B15 to B19)."""

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.rules.players import ask
from engine.game_of_the_year.state import Prompt, State, Step, Work

BANK = -1
KINDS = range(3)


def in_birth_month(g: State, seat: int) -> bool:
    """Return whether a piece stands in the month of its player's birth (rule 29)."""
    return g.table.board.month[g.where[seat]] == g.birth_months[seat]


def shielded(g: State, seat: int, duty: Step) -> bool:
    """Waive a duty in the month of birth, or by house rule ask its bearer (rule 29); return True when the caller has
    nothing left to do. `duty` is the step that follows when it is not waived."""
    if not in_birth_month(g, seat):
        return False
    if g.table.shield_asks:
        ask(g, Prompt.SHIELD, seat, duty)
    else:
        g.happened("shielded", seat, duty)
    return True


def held(g: State, seat: int) -> list[int]:
    """Return the types of token that a player holds."""
    tokens, base = g.tokens, seat * 3
    return [kind for kind in KINDS if tokens[base + kind]]


def charge(g: State, payer: int, payee: int, amount: int) -> None:
    """Charge a forced payment to a player or to the bank. Done players neither pay nor collect (B24)."""
    if payer == payee or g.done >> payer & 1 or (payee >= 0 and g.done >> payee & 1):
        return
    if not shielded(g, payer, (Work.PAY, payer, payee, amount)):
        pay(g, payer, payee, amount)


def charge_all(g: State, bills: list[tuple[int, int, int]]) -> None:
    """Charge several payments (payer, payee, amount), one after the other."""
    if len(bills) == 1:
        charge(g, *bills[0])
    else:
        g.todo.extend((Work.CHARGE, *bill) for bill in reversed(bills))


def pay(g: State, payer: int, payee: int, amount: int) -> None:
    """Pay in money; else with one token, whatever the debt; else with a Holiday Card; else with the money there is."""
    money = g.money
    if money[payer] < amount:
        if g.events is not None:
            g.events.append(("short", payer, payee, amount))
        if pay_in_kind(g, payer, payee):
            return
        amount = money[payer]
    money[payer] -= amount
    if g.events is not None:
        g.events.append(("pays", payer, payee, amount))
    if payee >= 0:
        money[payee] += amount


def pay_in_kind(g: State, payer: int, payee: int) -> bool:
    """Pay with a token of the payer's choice, else with a Holiday Card (rule 40, B18, B19). Return False when there is
    neither."""
    kinds = held(g, payer)
    if len(kinds) > 1:
        ask(g, Prompt.PAY_TOKEN, payer, (payee,))
    elif kinds:
        hand_token(g, payer, payee, kinds[0])
    elif g.holidays[payer]:
        hand_holiday(g, payer, payee)
    else:
        return False
    return True


def hand_token(g: State, giver: int, to: int, kind: int) -> None:
    """Hand a token to a player, or back to the bank."""
    if g.events is not None:
        g.events.append(("hands_token", giver, to, kind))
    g.tokens[giver * 3 + kind] -= 1
    if to >= 0:
        g.tokens[to * 3 + kind] += 1
    else:
        g.bank[kind] += 1


def hand_holiday(g: State, giver: int, to: int) -> None:
    """Hand a Holiday Card to a player, or back to the bank."""
    g.happened("hands_holiday", giver, to)
    g.holidays[giver] -= 1
    if to >= 0:
        g.holidays[to] += 1
    else:
        g.holiday_bank += 1


def payable(g: State) -> list[int]:
    """Return the types of token that the payer may pay with."""
    return [a.GIVE[kind] for kind in held(g, g.actor)]


def pay_token(g: State, action: int) -> None:
    """Pay with a token in place of money (rule 40)."""
    hand_token(g, g.actor, g.arg[0], a.GIVE.index(action))


def shield(g: State, action: int) -> None:
    """Waive a duty, or let it follow."""
    g.happened("complies" if action == a.COMPLY else "waives", g.actor, g.arg)
    if action == a.COMPLY:
        g.todo.append(g.arg)
