"""A sixth game, made for the tests: Pig. Roll and collect, or hold; a one loses the turn's points; 20 wins."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from engine.core.actions import ActionTable
from engine.core.bots import BotFactory, RandomBot
from engine.core.game import Game, System
from engine.core.outcome import Outcome
from engine.core.rng import derive, seeded
from engine.core.saving import unpack
from engine.core.seats import check_seat, check_seats

ROLL, HOLD = 0, 1


class Pig(Game):
    __slots__ = ("points", "pot", "turn")
    system: ClassVar[str] = "pig"
    actions = ActionTable(["roll", "hold"])
    fields: ClassVar[tuple[str, ...]] = (*Game.__slots__, *__slots__)

    points: list[int]
    pot: int
    turn: int

    @property
    def seats(self) -> int:
        return len(self.points)

    @property
    def setup(self) -> dict[str, Any]:
        return {}

    @property
    def prompt(self) -> str:
        return "over" if self.over else "turn"

    def legal_actions(self) -> Sequence[int]:
        if self.over:
            return ()
        return (ROLL, HOLD) if self.pot else (ROLL,)

    def apply(self, action: int) -> None:
        pips = self.below(6) + 1 if action == ROLL else 0
        if pips > 1:
            self.pot += pips
            return
        if action == HOLD:
            self.points[self.actor] += self.pot
            self.over = self.points[self.actor] >= 20
        self.pot = 0
        self.turn += 1
        if not self.over:
            self.actor = (self.actor + 1) % self.seats

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        scores = [{"points": points, "won": seat == self.actor} for seat, points in enumerate(self.points)]
        return Outcome((self.actor,), "points", self.turn, scores)

    def view(self, seat: int | None) -> dict[str, Any]:
        if seat is not None:
            check_seat(self.seats, seat)
        return {"points": list(self.points), "pot": self.pot, "actor": self.actor, "over": self.over}

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        for name in self.fields:
            setattr(new, name, getattr(self, name))
        new.points = self.points[:]
        return new

    def determinize(self, seat: int, seed: int) -> Self:
        new = self.clone()
        new.rng = seeded(derive(seed, seat))
        return new


class PigSystem(System):
    key = "pig"
    title = "Pig"
    min_seats = 2
    max_seats = 6
    rules_version = 1
    actions = Pig.actions

    def new_game(self, seats: int, rng_seed: int, options: Mapping[str, Any] | None = None) -> Game:
        check_seats(self, seats)
        game = Pig.__new__(Pig)
        game.points, game.pot, game.turn, game.actor, game.over = [0] * seats, 0, 0, 0, False
        game.rng = seeded(rng_seed)
        return game

    def load(self, saved: Mapping[str, Any]) -> Game:
        game = Pig.__new__(Pig)
        for name in Pig.fields:
            setattr(game, name, unpack(saved["state"][name]))
        return game

    def bots(self) -> Mapping[str, BotFactory]:
        return {"random": RandomBot, "greedy": RandomBot}


PIG = PigSystem()
