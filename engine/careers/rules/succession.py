"""From turn to turn: the win that may be due, the clock, lost and extra turns (R10, R14, R53)."""

from typing import TYPE_CHECKING

from engine.careers.registry import Prompt, Work, step
from engine.careers.rules.winning import TURN_LIMIT, call_time, check_formulas, finish, settle, time_is_up

if TYPE_CHECKING:
    from engine.careers.state import Careers


def end_turn(g: "Careers") -> None:
    """The win that may still be due, the clock, and who is next: lost turns are sat out, extra turns taken, and the
    two cancel each other (R53)."""
    _see_if_over(g)
    if g.over:
        return
    seat = g.seat
    if g.extra_turns[seat] and g.lost_turns[seat]:
        both = min(g.extra_turns[seat], g.lost_turns[seat])
        g.extra_turns[seat] -= both
        g.lost_turns[seat] -= both
    if g.extra_turns[seat]:
        g.extra_turns[seat] -= 1
    else:
        g.doubles_run = 0
        seat = (seat + 1) % g.table.seats
        if g.lost_turns[seat]:
            g.lost_turns[seat] -= 1
            g.seat = seat
            g.turn += 1
            g.fresh = ()
            return
    start_turn(g, seat)


def _see_if_over(g: "Careers") -> None:
    settle(g)
    if g.gained and not g.over:
        g.gained = False
        check_formulas(g)
    if not g.over and time_is_up(g):
        call_time(g)
    if not g.over and g.turn >= g.table.settings.turn_limit:
        finish(g, (), TURN_LIMIT)


def start_turn(g: "Careers", seat: int) -> None:
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


step(Work.END_OF_TURN, end_turn)
step(Work.START_TURN, start_turn)
