"""Choose on the way: rail and Underground, shortcuts, staying on Holiday, moving on after a freeing throw."""

from engine.careers import actions as a
from engine.careers.board import next_of
from engine.careers.rules.ledger import SHORTCUT, ask, gain_happiness
from engine.careers.rules.movement import (
    UNDERWAY,
    advance_to,
    doubles_always_count,
    move,
    move_doubles,
    must_throw,
    third_doubles,
)
from engine.careers.rules.opportunities import play_opportunity, playable
from engine.careers.state import Prompt, State


def ride(g: State, action: int) -> None:
    """Ride to the next station of the chosen kind. The ride is compulsory, the choice of its kind free; the station
    reached does not act again (R27)."""
    board, seat = g.table.board, g.actor
    stations = board.underground if a.FIRST[action] else board.rail
    g.happened("rides", seat, action)
    advance_to(g, seat, next_of(stations, g.where[seat]))
    must_throw(g, seat, UNDERWAY)


def choose_shortcut(g: State, action: int) -> None:
    """Count the next throw along the shortcut, or not (R50)."""
    if action == a.ACCEPT:
        g.trip[g.actor] |= SHORTCUT
    g.happened("short_way" if action == a.ACCEPT else "long_way", g.actor)


def stay_or_go(g: State, seat: int, pips: int, doubles: bool) -> None:
    """Resolve a throw or card on Holiday: low enough to stay, or on the way (R46, R47)."""
    if doubles_always_count(g) and third_doubles(g, seat, doubles):
        return
    if abs(pips) <= g.table.board.raw[g.table.board.holiday]["stay_max"]:
        ask(g, Prompt.HOLIDAY, seat, (pips, doubles))
    elif doubles_always_count(g):
        move(g, seat, pips)
    else:
        move_doubles(g, seat, pips, doubles)


def stay(g: State, seat: int) -> None:
    """Stay on Holiday and gain its hearts."""
    g.happened("stays", seat)
    gain_happiness(g, seat, g.table.board.raw[g.table.board.holiday]["stay_happiness"])


def choose_holiday(g: State, action: int) -> None:
    """Stay on Holiday, or move by the low throw."""
    if action == a.STAY:
        stay(g, g.actor)
    elif doubles_always_count(g):
        move(g, g.actor, g.arg[0])
    else:
        move_doubles(g, g.actor, *g.arg)


def freed_move(g: State, seat: int, pips: int) -> None:
    """Move by a throw that met the condition for leaving (R40), or ask whether to play an Opportunity card instead
    (R41). A seat that holds any is asked even if none can be played, because the others know no more than that."""
    if g.table.settings.free_roll_allows_card and g.opportunities_left and g.opportunity[seat]:
        ask(g, Prompt.FREED_MOVE, seat, (pips,))
    else:
        move(g, seat, pips)


def freed_choices(g: State) -> list[int]:
    """Return moving by the throw, and the Opportunity cards that may be played instead."""
    return sorted([a.GO, *playable(g, g.actor, free_to_move=True)])


def use_freedom(g: State, action: int) -> None:
    """Move by the throw, or play an Opportunity card instead (R41)."""
    if action == a.GO:
        move(g, g.actor, g.arg[0])
    else:
        play_opportunity(g, g.actor, action)
