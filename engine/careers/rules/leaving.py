"""Get out of the Hospital and of Unemployment: throws, fees, cards, passes (R40 to R44, R97)."""

from engine.careers import actions as a
from engine.careers.board import HOSPITAL, UNEMPLOYMENT
from engine.careers.menus import LEAVE_HOSPITAL, LEAVE_UNEMPLOYMENT
from engine.careers.rules.journeys import freed_move
from engine.careers.rules.ledger import FREE_PASS, ask, gain_cash, is_pharmacist, note, round_down
from engine.careers.rules.losses import may_renew
from engine.careers.rules.movement import doubles_always_count, move, third_doubles
from engine.careers.rules.opportunities import BY_FEE, BY_PASS
from engine.careers.rules.politics import left
from engine.careers.rules.winning import settle
from engine.careers.state import Prompt, State, Work

WAYS_OUT = {HOSPITAL: LEAVE_HOSPITAL, UNEMPLOYMENT: LEAVE_UNEMPLOYMENT}


def held_now(g: State, seat: int) -> bool:
    """Return whether a piece has to get out before it can move; a Pharmacist leaves the Hospital at will (R42)."""
    place = g.table.board.place[g.where[seat]]
    return place in WAYS_OUT and not g.freed and not (place == HOSPITAL and is_pharmacist(g, seat))


def ways_out(g: State, seat: int, place: int) -> list[int]:
    """Return the fees and passes that are open ("Hospital", "Unemployment"; R43, R97)."""
    ways = []
    if g.cash[seat] >= exit_fee(g, seat):
        ways.append(a.PAY_FEE)
    if g.table.settings.fees_insured and g.policies[seat]:
        ways.append(a.INSURE_FEE)
    if place == UNEMPLOYMENT and left(g, seat, FREE_PASS):
        ways.append(a.FREE_PASS)
    return ways


def exit_fee(g: State, seat: int) -> int:
    """Return the pounds to get out of where the seat is held, a share of its salary."""
    percent: int = g.table.board.raw[g.where[seat]]["fee_percent"]
    return round_down(g, g.salary[seat] * percent // 100)


def try_to_leave(g: State, seat: int, place: int, pips: int, doubles: bool) -> None:
    """Resolve a throw in the Hospital or in Unemployment: the piece moves when it is set free, else the turn is
    over."""
    if doubles_always_count(g) and third_doubles(g, seat, doubles):
        return
    if g.freed or (place == HOSPITAL and is_pharmacist(g, seat)):
        move(g, seat, pips)
    elif _sets_free(g, place, pips, doubles):
        g.happened("set_free", seat, g.where[seat])
        freed_move(g, seat, pips)
    else:
        g.happened("not_set_free", seat, g.where[seat])


def _sets_free(g: State, place: int, pips: int, doubles: bool) -> bool:
    """Return whether a throw meets the condition of the place: low in the Hospital; 7, 11 or doubles in
    Unemployment."""
    if place == UNEMPLOYMENT:
        return doubles or pips in (7, 11)
    return pips <= int(g.table.board.raw[g.table.board.hospital]["leave_max"])


def pay_fee(g: State, action: int) -> None:
    """Pay the fee, after which a normal turn follows (R40). In the Hospital it goes to a Pharmacist, of the payer's
    choice when there are several (R43)."""
    seat = g.seat
    at_hospital = g.where[seat] == g.table.board.hospital
    takers = [v for v in range(g.table.seats) if v != seat and is_pharmacist(g, v)] if at_hospital else []
    if len(takers) > 1:
        g.happened("chooses_pharmacist", seat)
        ask(g, Prompt.FEE, seat, tuple(takers))
    else:
        _take_fee(g, takers[0] if takers else -1)


def fee_choices(g: State) -> list[int]:
    """Return the Pharmacists who may get the fee (R43)."""
    return [a.FEE_TO[v] for v in g.arg]


def choose_fee_taker(g: State, action: int) -> None:
    """Pay the fee to the chosen Pharmacist."""
    _take_fee(g, a.FIRST[action])


def _take_fee(g: State, taker: int) -> None:
    fee = exit_fee(g, g.seat)
    g.cash[g.seat] -= fee
    g.happened("fee", g.seat, fee, taker)
    if taker >= 0:
        gain_cash(g, taker, fee)
        settle(g)
    _set_free(g, BY_FEE)


def _set_free(g: State, how: int) -> None:
    g.freed = how
    g.begun = True
    if not g.over:
        ask(g, Prompt.TURN, g.seat)


def insure_fee(g: State, action: int) -> None:
    """Use a policy in place of the fee, a house rule (R69)."""
    g.policies[g.seat] -= 1
    g.happened("insured_fee", g.seat)
    _set_free(g, BY_FEE)
    if g.table.settings.fee_policy_renewed and may_renew(g, g.seat):
        g.todo.append((Work.RESUME, Prompt.TURN, g.seat))
        ask(g, Prompt.RENEWAL, g.seat)


def use_free_pass(g: State, action: int) -> None:
    """Use the pass that a character has from Senior up; it works like the card (R97)."""
    note(g, FREE_PASS, g.seat, g.seat)
    g.happened("free_pass", g.seat)
    _set_free(g, BY_PASS)
