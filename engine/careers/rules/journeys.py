"""Choices on the way: rail and Underground, shortcuts, staying on Holiday, moving on after a freeing throw."""

from typing import TYPE_CHECKING

from engine.careers import actions as a
from engine.careers.board import next_of
from engine.careers.registry import Prompt, decision
from engine.careers.rules.ledger import SHORTCUT, gain_happiness
from engine.careers.rules.movement import UNDERWAY, advance_to, move, move_doubles, must_throw
from engine.careers.rules.opportunities import play_opportunity, playable

if TYPE_CHECKING:
    from engine.careers.state import Careers


def _ride(g: "Careers", action: int) -> None:
    """The ride is compulsory, the choice is free; the station reached does not act again (R27)."""
    board, seat = g.table.board, g.actor
    stations = board.underground if a.FIRST[action] else board.rail
    advance_to(g, seat, next_of(stations, g.where[seat], board.size))
    must_throw(g, seat, UNDERWAY)


def _shortcut(g: "Careers", action: int) -> None:
    """The next throw counts along the shortcut, or not (R50)."""
    if action == a.ACCEPT:
        g.trip[g.actor] |= SHORTCUT


def stay_or_go(g: "Careers", seat: int, pips: int, doubles: bool) -> None:
    """A throw or card on Holiday: low enough to stay, or on the way (R46, R47)."""
    if abs(pips) <= g.table.board.raw[g.table.board.holiday]["stay_max"]:
        g.ask(Prompt.HOLIDAY, seat, (pips, doubles))
    else:
        move_doubles(g, seat, pips, doubles)


def stay(g: "Careers", seat: int) -> None:
    gain_happiness(g, seat, g.table.board.raw[g.table.board.holiday]["stay_happiness"])


def _holiday(g: "Careers", action: int) -> None:
    if action == a.STAY:
        stay(g, g.actor)
    else:
        move_doubles(g, g.actor, *g.arg)


def freed_move(g: "Careers", seat: int, pips: int) -> None:
    """A throw has met the condition for leaving: the piece moves by it (R40), or an Opportunity card is played
    instead (R41)."""
    may_play = g.table.settings.free_roll_allows_card and g.opportunities_left
    if may_play and playable(g, seat, free_to_move=True):
        g.ask(Prompt.FREED_MOVE, seat, (pips,))
    else:
        move(g, seat, pips)


def _freed_legal(g: "Careers") -> list[int]:
    return sorted([a.GO, *playable(g, g.actor, free_to_move=True)])


def _freed(g: "Careers", action: int) -> None:
    if action == a.GO:
        move(g, g.actor, g.arg[0])
    else:
        play_opportunity(g, g.actor, action)


decision(Prompt.RIDE, lambda g: [a.RIDE_RAIL, a.RIDE_UNDERGROUND], _ride)
decision(Prompt.SHORTCUT, lambda g: [a.DECLINE, a.ACCEPT], _shortcut)
decision(Prompt.HOLIDAY, lambda g: [a.GO, a.STAY], _holiday)
decision(Prompt.FREED_MOVE, _freed_legal, _freed)
