"""Ask the seat that has to decide next, and select players by the selectors of days and cards (section C.2; rule 19;
B23, B24). Done players are never selected."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.game_of_the_year.state import State
from engine.game_of_the_year.vocabulary import SELECTORS


def ask(g: State, decision: int, actor: int, arg: tuple[Any, ...] = ()) -> None:
    """Make `actor` face a decision. `arg` is what the decision needs to know; see `State`."""
    g.decision = decision
    g.actor = actor
    g.arg = arg


SELF, OTHERS, ALL, LEADER, LAST, LEFT, RIGHT, CHOICE = range(len(SELECTORS))


def running(g: State) -> list[int]:
    """Return the players who are not done, from the active player leftwards."""
    done = g.done
    return [seat for seat in g.table.order[g.seat] if not done >> seat & 1]


def leader(g: State) -> int:
    """Return the player farthest along; among equals the active player, else the nearest to the left (rule 19, B23)."""
    return max(running(g), key=g.where.__getitem__)


def last(g: State) -> int:
    """Return the player least far along, ties as for the leader."""
    return min(running(g), key=g.where.__getitem__)


def candidates(g: State) -> list[int]:
    """Return the players that the active player may pick."""
    return running(g)[1:] if not g.done >> g.seat & 1 else running(g)


def select(g: State, me: int, who: int) -> Sequence[int]:
    """Return the players of a selector, in the order in which they are dealt with. `me` follows the entry or card."""
    if who == SELF:
        return (me,)
    return _SELECT[who](g, me)


def _neighbour(g: State, me: int, order: Sequence[int]) -> tuple[int, ...]:
    return next(((seat,) for seat in order if not g.done >> seat & 1), ())


_SELECT: tuple[Callable[[State, int], Sequence[int]], ...] = (
    lambda g, me: (me,),
    lambda g, me: [seat for seat in running(g) if seat != me],
    lambda g, me: running(g),
    lambda g, me: (leader(g),),
    lambda g, me: (last(g),),
    lambda g, me: _neighbour(g, me, g.table.order[me][1:]),
    lambda g, me: _neighbour(g, me, g.table.order[me][:0:-1]),
    lambda g, me: (g.chosen,) if g.chosen >= 0 else (),
)
