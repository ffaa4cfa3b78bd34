"""Offer and apply what may be done at the start of a turn. One decision offers everything that a turn may consist of: a
throw, a card in its place, entering a path, retiring, office politics, offers; a piece that is held in the Hospital or
in Unemployment first has to get out."""

from collections.abc import Callable, Sequence

from engine.careers import actions as a
from engine.careers.board import ENTRANCE, HOLIDAY, HOSPITAL, PATH
from engine.careers.rules.entering import can_enter, enter
from engine.careers.rules.goods import BETWEEN, UNIT, creditors, repay
from engine.careers.rules.journeys import freed_move, stay, stay_or_go
from engine.careers.rules.leaving import WAYS_OUT, insure_fee, pay_fee, try_to_leave, use_free_pass, ways_out
from engine.careers.rules.ledger import is_pharmacist, usable_experience, use_experience
from engine.careers.rules.losses import go_bankrupt, sell_policy
from engine.careers.rules.movement import (
    AT_GATE,
    BY_CARD,
    cards_for_move,
    doubles_always_count,
    move,
    move_doubles,
    retire,
    third_doubles,
    throw,
)
from engine.careers.rules.opportunities import BY_PASS, play_opportunity, playable
from engine.careers.rules.politics import lay_off, office_moves, reorganise
from engine.careers.rules.trading import offers, open_call, open_offer
from engine.careers.rules.winning import settle
from engine.careers.state import Prompt, State, Work


def turn_choices(g: State) -> list[int]:
    """Return everything that may be done at the start of a turn."""
    seat, table = g.seat, g.table
    place = table.board.place[g.where[seat]]
    legal = [a.ROLL]
    free = True
    if place in WAYS_OUT:
        free = g.freed != 0 or (place == HOSPITAL and is_pharmacist(g, seat))
        if not free:
            legal += ways_out(g, seat, place)
    elif place > PATH or place == ENTRANCE or g.may_retire >> seat & 1:
        legal += _unhurried(g, seat, place)
    if table.characters and not g.begun:
        legal += office_moves(g, seat)
    if g.experience[seat]:
        if free and (g.freed != BY_PASS or place not in WAYS_OUT):
            legal += cards_for_move(g, seat)
        else:
            legal += WAYS_OUT[place].of(usable_experience(g, seat))
    if g.opportunity[seat] and g.opportunities_left:
        legal += playable(g, seat, free)
    if not g.begun:
        legal += _business(g, seat)
    if table.own_cards:
        legal.sort()
    return legal


def _unhurried(g: State, seat: int, place: int) -> list[int]:
    """Return what a piece that is not held may do besides moving on."""
    board = g.table.board
    legal = []
    if place == ENTRANCE and can_enter(g, seat, board.paths[board.door[g.where[seat]]]):
        legal.append(a.ENTER)
    if g.may_retire >> seat & 1 and place != HOLIDAY:
        legal.append(a.RETIRE)
    if place == HOLIDAY and g.table.settings.holiday_choice == "before_roll":
        legal.append(a.STAY_ROLL)
    return legal


def _business(g: State, seat: int) -> Sequence[int]:
    """Return what may precede a move (offers, repaying, selling insurance), and giving up."""
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


def at_any_moment(g: State) -> dict[int, Sequence[int]]:
    """Return what the seat on turn may do at any moment of it, if the decision does not offer it: go bankrupt ("at any
    time for any reason", R70) and, between two steps, make an offer. A player obliged to buy keeps the money."""
    offered = g.decision == Prompt.DEBT or (g.decision == Prompt.TURN and not g.begun)
    if g.over or offered or not g.turn or g.actor != g.seat:
        return {}
    trades = g.decision in BETWEEN and not (g.decision == Prompt.BUY and g.via == BY_CARD)
    return {g.seat: (*(offers(g, g.seat) if trades else ()), a.BANKRUPT)}


AT_ANY_MOMENT = frozenset((a.BANKRUPT, *a.TRADE))


def interrupt(g: State, decision: int, action: int) -> None:
    """Go bankrupt, or make an offer after which the decision is asked again."""
    if action == a.BANKRUPT:
        go_bankrupt(g, g.actor)
    else:
        open_offer(g, a.FIRST[action], (decision, g.arg))


def _roll(g: State, action: int) -> None:
    seat = g.seat
    place = g.table.board.place[g.where[seat]]
    pips, doubles = throw(g, seat)
    if place <= PATH:
        move_doubles(g, seat, pips, doubles)
    elif place == HOLIDAY:
        if g.table.settings.holiday_choice == "after_roll":
            stay_or_go(g, seat, pips, doubles)
        else:
            move_doubles(g, seat, pips, doubles)
    else:
        try_to_leave(g, seat, place, pips, doubles)


def _card(g: State, action: int) -> None:
    seat, pips, doubles = g.seat, a.pips_of(action), a.is_doubles(action)
    place = g.table.board.place[g.where[seat]]
    use_experience(g, seat, action)
    if place == HOLIDAY:
        stay_or_go(g, seat, pips, doubles)
    elif place in WAYS_OUT:
        if doubles_always_count(g) and third_doubles(g, seat, doubles):
            return
        wild = a.EXPERIENCE[a.FIRST[action]]["kind"] != "number"
        freed = g.freed or (place == HOSPITAL and is_pharmacist(g, seat))
        (freed_move if wild and not freed else move)(g, seat, pips)
    else:
        move_doubles(g, seat, pips, doubles)


def _enter(g: State, action: int) -> None:
    board = g.table.board
    enter(g, g.seat, board.paths[board.door[g.where[g.seat]]], AT_GATE)


def _stay_roll(g: State, action: int) -> None:
    """Throw after the choice to stay made before the throw (R46): stay on a low throw, else move by it."""
    pips, doubles = throw(g, g.seat)
    if doubles_always_count(g) and third_doubles(g, g.seat, doubles):
        return
    if pips <= g.table.board.raw[g.table.board.holiday]["stay_max"]:
        stay(g, g.seat)
    elif doubles_always_count(g):
        move(g, g.seat, pips)
    else:
        move_doubles(g, g.seat, pips, doubles)


def _sell_policy(g: State, action: int) -> None:
    sell_policy(g, g.seat)
    g.todo.append((Work.RESUME, Prompt.TURN, g.seat))
    settle(g)


def _repay(g: State, action: int) -> None:
    repay(g, g.seat, a.FIRST[action])
    g.todo.append((Work.RESUME, Prompt.TURN, g.seat))
    settle(g)


_VERBS: dict[str, Callable[[State, int], None]] = {
    "roll": _roll,
    "card": _card,
    "enter": _enter,
    "pay_fee": pay_fee,
    "insure_fee": insure_fee,
    "free_pass": use_free_pass,
    "retire": lambda g, action: retire(g, g.seat),
    "stay_roll": _stay_roll,
    "reorganise": lambda g, action: reorganise(g, g.seat),
    "lay_off": lambda g, action: lay_off(g, g.seat, a.FIRST[action]),
    "opportunity": lambda g, action: play_opportunity(g, g.seat, action),
    "call": open_call,
    "repay": _repay,
    "sell_policy": _sell_policy,
}


def _no_part_of_a_turn(g: State, action: int) -> None:
    raise LookupError(f"'{a.TABLE.text(action)}' is not part of a turn.")


_BY_ACTION = tuple(_VERBS.get(verb, _no_part_of_a_turn) for verb in a.VERB)
# Calls and selling leave the turn where it was; everything else begins it, an Opportunity by itself.
_BEGINS = tuple(verb not in ("call", "repay", "sell_policy", "opportunity") for verb in a.VERB)


def take_turn(g: State, action: int) -> None:
    """Apply an action at the start of a turn; all but calls and selling begin it."""
    if _BEGINS[action]:
        g.begun = True
    _BY_ACTION[action](g, action)
