"""Decide how far back a table may go together: to any move after which nobody has learnt anything, so that no throw and
no hidden hand is known in advance. The chance of a move is the same when the move is made again."""

from collections import deque
from dataclasses import dataclass

from engine import Game, HostAction, Move, may_be_taken_back
from engine.core.films import Film
from engine.translatable import said

MOST_BACK = 20  # moves: each of them is tried in many worlds
MOST_REWINDS = 3  # of one game


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a game can go back. `games`: the game after as many actions as the key says, from the earliest that can
    be reached to the present; `why`: the sentence on why it goes back no further, "" if it reaches its beginning."""

    games: dict[int, Game]
    why: str = ""

    @property
    def earliest(self) -> int:
        return min(self.games)


def reach_of(film: Film) -> Reach:
    """Return how far back this game can go, at most MOST_BACK moves. Raise EngineError for a film that today's rules do
    not allow."""
    last, states = len(film.actions), _last_games(film)
    reached, why = {last: states.pop()}, ""
    for number in reversed(range(last - len(states), last)):
        before = states.pop()
        why = _why_it_stands(before, film.actions[number], number + 1, last)
        if why:
            break
        reached[number] = before
    if not why and min(reached):
        why = said("You can go back {number} moves at most.", number=MOST_BACK)
    return Reach(reached, why)


def _last_games(film: Film) -> deque[Game]:
    """Return the game before each of the last MOST_BACK actions, and after them."""
    games = deque([film.opened.clone()], maxlen=MOST_BACK + 1)
    for frame in film.frames():
        if frame.number + 1 >= len(film.actions) - MOST_BACK:
            games.append(frame.game.clone())
    return games


def _why_it_stands(before: Game, move: Move, number: int, last: int) -> str:
    """Return why the game can't go back to before move `number`, the latest of which is `last`; "" if it can."""
    if isinstance(move, HostAction):
        if number == last:
            return said("Time was called in the last move, so the game can't go back.")
        return said("You can go back to move {number} at the earliest: time was called in it.", number=number)
    action = before.parse(move)
    if may_be_taken_back(before, action, by_all=True):
        return ""
    if _draws(before, action):
        if number == last:
            return said("Chance fell in the last move, so the game can't go back.")
        return said("You can go back to move {number} at the earliest: chance fell in it.", number=number)
    if number == last:
        return said("The last move revealed something, so the game can't go back.")
    return said("You can go back to move {number} at the earliest: it revealed something.", number=number)


def _draws(before: Game, action: int) -> bool:
    after = before.clone()
    after.apply(action)
    return after.rng != before.rng


def banks_given_back(overtime: list[list[int]], actions: int) -> tuple[dict[int, int], list[list[int]]]:
    """Return the seconds that each seat, from 0, gets back when the game goes back to `actions` actions, and the
    `overtime` that stays (see `Play`)."""
    back = dict[int, int]()
    for at, seat, seconds in overtime:
        if at >= actions:
            back[seat] = back.get(seat, 0) + seconds
    return back, [entry for entry in overtime if entry[0] < actions]


def with_overtime(overtime: list[list[int]], actions: int, seat: int, seconds: int) -> list[list[int]]:
    """Return `overtime` with the seconds that the choice after `actions` actions took from the bank of a seat, without
    what no rewind can reach."""
    taken = {(at, who): spent for at, who, spent in overtime if at >= actions - MOST_BACK}
    taken[actions, seat] = taken.get((actions, seat), 0) + seconds
    return [[at, who, spent] for (at, who), spent in sorted(taken.items())]
