"""A turn: what may be done at its start.

One decision offers everything that a turn may consist of: a throw, a card in its place, entering a path, retiring,
office politics, offers; who is held in the Hospital or in Unemployment first has to get out.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.careers import actions as a
from engine.careers.board import ENTRANCE, HOLIDAY, HOSPITAL, UNEMPLOYMENT
from engine.careers.menus import LEAVE_HOSPITAL, LEAVE_UNEMPLOYMENT
from engine.careers.registry import Prompt, Work, decision
from engine.careers.rules.entering import can_enter, enter
from engine.careers.rules.journeys import freed_move, stay, stay_or_go
from engine.careers.rules.ledger import (
    FREE_PASS,
    discard_experience,
    gain_cash,
    is_pharmacist,
    note,
    round_down,
    usable_experience,
)
from engine.careers.rules.losses import go_bankrupt, sell_policy
from engine.careers.rules.movement import (
    AT_GATE,
    BY_CARD,
    advance_to,
    cards_for_move,
    land,
    move,
    move_doubles,
    throw,
)
from engine.careers.rules.opportunities import BY_FEE, BY_PASS, play_opportunity, playable
from engine.careers.rules.politics import lay_off, left, office_moves, reorganise
from engine.careers.rules.trading import UNIT, creditors, offers, open_offer, repay
from engine.careers.rules.winning import settle

if TYPE_CHECKING:
    from engine.careers.state import Careers

_WAYS_OUT = {HOSPITAL: LEAVE_HOSPITAL, UNEMPLOYMENT: LEAVE_UNEMPLOYMENT}


# ---- what may be done


def _legal(g: "Careers") -> list[int]:
    seat, table = g.seat, g.table
    place = table.board.place[g.where[seat]]
    legal = [a.ROLL]
    free = True
    if place in _WAYS_OUT:
        free = g.freed != 0 or (place == HOSPITAL and is_pharmacist(g, seat))
        if not free:
            legal += _ways_out(g, seat, place)
    elif place or g.may_retire:
        legal += _unhurried(g, seat, place)
    if table.characters and not g.begun:
        legal += office_moves(g, seat)
    if g.experience[seat]:
        if free and (g.freed != BY_PASS or place not in _WAYS_OUT):
            legal += cards_for_move(g, seat)
        else:
            legal += _WAYS_OUT[place].of(usable_experience(g, seat))
    if g.opportunity[seat] and g.opportunities_left:
        legal += playable(g, seat, free)
    if not g.begun:
        legal += _business(g, seat)
    return legal


def _unhurried(g: "Careers", seat: int, place: int) -> list[int]:
    """What a piece that is not held may do besides moving on."""
    board = g.table.board
    legal = []
    if place == ENTRANCE and can_enter(g, seat, board.paths[board.door[g.where[seat]]]):
        legal.append(a.ENTER)
    if g.may_retire >> seat & 1 and place != HOLIDAY:
        legal.append(a.RETIRE)
    if place == HOLIDAY and g.table.settings.holiday_choice == "before_roll":
        legal.append(a.STAY_ROLL)
    return legal


def _ways_out(g: "Careers", seat: int, place: int) -> list[int]:
    """Fees and passes ("Hospital", "Unemployment"; R43, R97)."""
    ways = []
    if g.cash[seat] >= exit_fee(g, seat):
        ways.append(a.PAY_FEE)
    if g.table.settings.fees_insured and g.policies[seat]:
        ways.append(a.INSURE_FEE)
    if place == UNEMPLOYMENT and left(g, seat, FREE_PASS):
        ways.append(a.FREE_PASS)
    return ways


def _business(g: "Careers", seat: int) -> Sequence[int]:
    """What may precede a move: offers, repaying, selling insurance; and giving up."""
    if not g.owed and not g.policies[seat] and g.offers_left == g.table.settings.offers_per_turn:
        usual = g.table.usual_business[seat]
        if usual and min(g.cash) >= UNIT:
            return usual
    legal = [*offers(g, seat)]
    if g.owed:
        legal += [a.REPAY[v] for v in creditors(g, seat)]
    if g.policies[seat]:
        legal.append(a.SELL_POLICY)
    legal.append(a.BANKRUPT)
    return legal


def exit_fee(g: "Careers", seat: int) -> int:
    """Pounds to get out of where the seat is held, a share of its salary."""
    percent: int = g.table.board.raw[g.where[seat]]["fee_percent"]
    return round_down(g, g.salary[seat] * percent // 100)


# ---- what each of them does


def _roll(g: "Careers", action: int) -> None:
    seat = g.seat
    place = g.table.board.place[g.where[seat]]
    pips, doubles = throw(g, seat)
    if place == HOLIDAY:
        if g.table.settings.holiday_choice == "after_roll":
            stay_or_go(g, seat, pips, doubles)
        else:
            move_doubles(g, seat, pips, doubles)
    elif place in _WAYS_OUT:
        _try_to_leave(g, seat, place, pips, doubles)
    else:
        move_doubles(g, seat, pips, doubles)


def _try_to_leave(g: "Careers", seat: int, place: int, pips: int, doubles: bool) -> None:
    if g.freed or (place == HOSPITAL and is_pharmacist(g, seat)):
        move(g, seat, pips)
    elif _sets_free(g, place, pips, doubles):
        freed_move(g, seat, pips)


def _sets_free(g: "Careers", place: int, pips: int, doubles: bool) -> bool:
    """Whether a throw meets the condition of the place: low in the Hospital; 7, 11 or doubles in Unemployment."""
    if place == UNEMPLOYMENT:
        return doubles or pips in (7, 11)
    return pips <= int(g.table.board.raw[g.table.board.hospital]["leave_max"])


def _card(g: "Careers", action: int) -> None:
    seat, pips, doubles = g.seat, a.pips_of(action), a.is_doubles(action)
    place = g.table.board.place[g.where[seat]]
    discard_experience(g, seat, a.FIRST[action])
    if place == HOLIDAY:
        stay_or_go(g, seat, pips, doubles)
    elif place in _WAYS_OUT:
        wild = a.EXPERIENCE[a.FIRST[action]]["kind"] != "number"
        freed = g.freed or (place == HOSPITAL and is_pharmacist(g, seat))
        (freed_move if wild and not freed else move)(g, seat, pips)
    else:
        move_doubles(g, seat, pips, doubles)


def _enter(g: "Careers", action: int) -> None:
    board = g.table.board
    enter(g, g.seat, board.paths[board.door[g.where[g.seat]]], AT_GATE)


def _retire(g: "Careers", action: int) -> None:
    """Straight to Holiday, which counts as landing there (R49)."""
    g.via = BY_CARD
    advance_to(g, g.seat, g.table.board.holiday)
    land(g, g.seat)


def _stay_roll(g: "Careers", action: int) -> None:
    """The choice made before the throw (R46): stay on a low throw, else move by it."""
    pips, doubles = throw(g, g.seat)
    if pips <= g.table.board.raw[g.table.board.holiday]["stay_max"]:
        stay(g, g.seat)
    else:
        move_doubles(g, g.seat, pips, doubles)


def _pay_fee(g: "Careers", action: int) -> None:
    """Out for a fee, and then a normal turn (R40). In the Hospital it goes to a Pharmacist, of the payer's choice
    when there are several (R43)."""
    seat = g.seat
    at_hospital = g.where[seat] == g.table.board.hospital
    takers = [v for v in range(g.table.seats) if v != seat and is_pharmacist(g, v)] if at_hospital else []
    if len(takers) > 1:
        g.ask(Prompt.FEE, seat, tuple(takers))
    else:
        _take_fee(g, takers[0] if takers else -1)


def _take_fee(g: "Careers", taker: int) -> None:
    fee = exit_fee(g, g.seat)
    g.cash[g.seat] -= fee
    if taker >= 0:
        gain_cash(g, taker, fee)
        settle(g)
    _set_free(g, BY_FEE)


def _set_free(g: "Careers", how: int) -> None:
    g.freed = how
    g.begun = True
    if not g.over:
        g.ask(Prompt.TURN, g.seat)


def _insure_fee(g: "Careers", action: int) -> None:
    g.policies[g.seat] -= 1
    _set_free(g, BY_FEE)


def _free_pass(g: "Careers", action: int) -> None:
    note(g, FREE_PASS, g.seat, g.seat)
    _set_free(g, BY_PASS)


def _trade(g: "Careers", action: int) -> None:
    open_offer(g, a.FIRST[action], (Prompt.TURN, ()))


def _sell_policy(g: "Careers", action: int) -> None:
    sell_policy(g, g.seat)
    g.todo.append((Work.RESUME, Prompt.TURN, g.seat))
    settle(g)


def _repay(g: "Careers", action: int) -> None:
    repay(g, g.seat, a.FIRST[action])
    g.todo.append((Work.RESUME, Prompt.TURN, g.seat))
    settle(g)


_VERBS: dict[str, Callable[["Careers", int], None]] = {
    "roll": _roll,
    "card": _card,
    "enter": _enter,
    "pay_fee": _pay_fee,
    "insure_fee": _insure_fee,
    "free_pass": _free_pass,
    "retire": _retire,
    "stay_roll": _stay_roll,
    "reorganise": lambda g, action: reorganise(g, g.seat),
    "lay_off": lambda g, action: lay_off(g, g.seat, a.FIRST[action]),
    "opportunity": lambda g, action: play_opportunity(g, g.seat, action),
    "trade": _trade,
    "repay": _repay,
    "sell_policy": _sell_policy,
    "bankrupt": lambda g, action: go_bankrupt(g, g.seat),
}


def _no_part_of_a_turn(g: "Careers", action: int) -> None:
    raise LookupError(f"'{a.TABLE.text(action)}' is no part of a turn.")


_BY_ACTION = tuple(_VERBS.get(verb, _no_part_of_a_turn) for verb in a.VERB)
# Offers and selling leave the turn where it was; everything else begins it, an Opportunity by itself.
_BEGINS = tuple(verb not in ("trade", "repay", "sell_policy", "opportunity") for verb in a.VERB)


def _resolve(g: "Careers", action: int) -> None:
    if _BEGINS[action]:
        g.begun = True
    _BY_ACTION[action](g, action)


decision(Prompt.TURN, _legal, _resolve)
decision(Prompt.FEE, lambda g: [a.FEE_TO[v] for v in g.arg], lambda g, action: _take_fee(g, a.FIRST[action]))
