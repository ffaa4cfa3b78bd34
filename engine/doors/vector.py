"""Play many games of one system side by side, to train agents in your own loop. Needs numpy and nothing else.

    table = VectorGames("careers", games=64, seats=4)
    seen = table.reset(seed=7)
    while True:
        seen = table.step(choose(seen.observations, seen.masks))

In every game a seat decides: `actors` says which one, the row of `observations` is what that seat sees (see
engine.doors.observations), the row of `masks` what it may do. A single legal action, which is not a choice, is played
at once. A game that ends pays 1 to its winners and -1 to the others and is followed by the next in its place.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from engine import SYSTEMS
from engine.core.errors import BadOptions, IllegalAction
from engine.core.game import Game
from engine.core.rng import derive
from engine.doors.observations import Watch, layout_of

_np = import_module("numpy")


@dataclass(frozen=True, slots=True)
class Seen:
    """A row for every game. `rewards` by seat and `ended` belong to the step before: if `ended`, the observation is
    the first of the next game. The arrays are written over by the next step."""

    actors: Any
    observations: Any
    masks: Any
    rewards: Any
    ended: Any


class VectorGames:
    """A table of `games` games at once. `observed=False` leaves the observations empty, for callers that look at
    `playing` themselves. Raise UnknownSystem, BadSeats or BadOptions."""

    def __init__(
        self, system: str, games: int, seats: int = 4, options: Mapping[str, Any] | None = None, observed: bool = True
    ) -> None:
        if games < 1:
            raise BadOptions("Step at least one game.")
        self.system, self.seats, self.options, self.observed = SYSTEMS[system], seats, options, observed
        self.layout = layout_of(self.system, seats, options)
        self.playing: list[Game] = []
        self._legal: list[Sequence[int]] = [()] * games
        self._seed, self._opened = 0, 0
        # Per game a row that is quick to fill, and the same row as numpy reads it.
        self._watches = [Watch(self.layout) for _ in range(games)]
        self._numbers = [_np.frombuffer(watch.row, _np.float32) for watch in self._watches]
        self._seen = Seen(
            _np.zeros(games, _np.int16),
            _np.zeros((games, len(self.layout) if observed else 0), _np.float32),
            _np.zeros((games, len(self.system.actions)), _np.int8),
            _np.zeros((games, seats), _np.float32),
            _np.zeros(games, _np.bool_),
        )

    def reset(self, seed: int | None = None) -> Seen:
        """Open all games again, from an unpredictable seed unless one is given."""
        self._seed, self._opened = secrets.randbits(63) if seed is None else seed, 0
        self._seen.rewards[:], self._seen.ended[:] = 0, False
        self.playing = [self._new() for _ in self._legal]
        for number in range(len(self.playing)):
            self._go_on(number)
        return self._seen

    def step(self, actions: Sequence[int]) -> Seen:
        """Play one action in every game. Raise IllegalAction, naming the game; those before it have then been
        played."""
        self._seen.rewards[:], self._seen.ended[:] = 0, False
        for number, action in enumerate(map(int, actions)):
            if action not in self._legal[number]:
                raise IllegalAction(f"Action {action} is not open in game {number}.")
            self.playing[number].apply(action)
            self._go_on(number)
        return self._seen

    def _go_on(self, number: int) -> None:
        """Play on to the next choice of a game, or of the one after it."""
        game, seen = self.playing[number], self._seen
        while True:
            if game.over:
                self._pay(number, game)
                game = self.playing[number] = self._new()
            legal = game.legal_actions()
            if len(legal) > 1:
                break
            game.apply(legal[0])
        mask = seen.masks[number]
        mask[:] = 0
        mask[list(legal)] = 1
        self._legal[number] = legal
        seen.actors[number] = game.actor
        if self.observed:
            self._watches[number].look(game, game.actor)
            seen.observations[number] = self._numbers[number]

    def _pay(self, number: int, game: Game) -> None:
        outcome = game.outcome()
        assert outcome is not None
        self._seen.ended[number] = True
        if outcome.winners:
            self._seen.rewards[number] = [1 if seat in outcome.winners else -1 for seat in range(self.seats)]

    def _new(self) -> Game:
        self._opened += 1
        return self.system.new_game(self.seats, derive(self._seed, self._opened), self.options)
