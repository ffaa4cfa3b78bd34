"""Pass from turn to turn: the win that may be due, the clock, lost and extra turns (R10, R14, R53)."""

from engine.careers.rules.ledger import ask
from engine.careers.rules.winning import TURN_LIMIT, call_time, check_formulas, finish, settle
from engine.careers.state import Prompt, State


def end_turn(g: State) -> None:
    """End a turn: test for a win that may still be due and for the time, and pass on to the next seat. Lost turns are
    sat out, extra turns taken, and the two cancel each other (R53)."""
    table, seat = g.table, g.seat
    if g.gained:
        _see_if_won(g)
    if 0 <= g.round_end <= g.turn and not g.over:
        call_time(g)
    if g.turn >= table.settings.turn_limit and not g.over:
        finish(g, (), TURN_LIMIT)
    if g.over:
        return
    if g.extra_turns[seat] and g.lost_turns[seat]:
        _cancel(g, seat)
    if g.extra_turns[seat]:
        g.extra_turns[seat] -= 1
        g.happened("extra_turn", seat)
    else:
        g.doubles_run = 0
        seat = (seat + 1) % table.seats
        if g.lost_turns[seat]:
            g.lost_turns[seat] -= 1
            g.happened("sat_out", seat)
            g.seat = seat
            g.turn += 1
            g.fresh = ()
            return
    start_turn(g, seat)


def call_time_now(g: State) -> None:
    """Stop the clock on behalf of the host. The turn under way becomes the last. A turn in which nothing has been done
    yet does not begin (R14), nor does an offer that is still being put together count."""
    g.round_end = g.turn
    stops = g.turn and not g.begun and g.table.settings.unbegun_turn_stops
    if not stops:
        g.happened("time_up")
    else:
        g.happened("play_stopped", g.seat)
        call_time(g)
        if g.over:
            g.decision = Prompt.OVER
        elif g.decision != Prompt.TURN:
            g.todo.clear()
            ask(g, Prompt.TURN, g.seat)


def _cancel(g: State, seat: int) -> None:
    both = min(g.extra_turns[seat], g.lost_turns[seat])
    g.extra_turns[seat] -= both
    g.lost_turns[seat] -= both
    g.happened("cancelled", seat)


def _see_if_won(g: State) -> None:
    settle(g)
    if g.gained and not g.over:
        g.gained = False
        check_formulas(g)


def start_turn(g: State, seat: int) -> None:
    """Start a turn: one Opportunity, some offers, and nothing done yet."""
    if g.events is not None:
        g.events.append(("turn", seat))
    g.turn += 1
    g.seat = seat
    g.fresh = ()
    g.begun = False
    g.freed = 0
    g.opportunities_left = 1
    g.offers_left = g.table.settings.offers_per_turn
    g.decision = Prompt.TURN
    g.actor = seat
    g.arg = ()
