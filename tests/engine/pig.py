"""A sixth game, made for the tests: Pig. Roll and collect, or hold; a one loses the turn's points; 20 wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.core.actions import ActionTable
from engine.core.bots import BotFactory, RandomBot
from engine.core.decisions import OVER, Decisions
from engine.core.outcome import Outcome
from engine.core.rng import seeded
from engine.core.tables import TableGame, TableSystem
from engine.core.views import situation

ROLL, HOLD = 0, 1


class Prompt:
    OVER = 0
    TURN = 1


@dataclass(frozen=True)
class Table:
    seats: int

    def setup(self) -> dict[str, Any]:
        return {}


class Pig(TableGame):
    __slots__ = ("points", "pot", "turn")
    system = "pig"
    actions = ActionTable(["roll", "hold"])
    fields = (*TableGame.fields, *__slots__)
    decisions = Decisions(Prompt)

    points: list[int]
    pot: int
    turn: int

    def legal_actions(self) -> Sequence[int]:
        return () if self.over else (ROLL, HOLD) if self.pot else (ROLL,)

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
        if self.over:
            self.decision = OVER
        else:
            self.actor = (self.actor + 1) % self.seats

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        scores = [{"points": points, "won": seat == self.actor} for seat, points in enumerate(self.points)]
        return Outcome((self.actor,), "points", self.turn, scores)

    def view(self, seat: int | None) -> dict[str, Any]:
        return {**situation(self, seat), "points": list(self.points), "pot": self.pot}

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        for name in (*self.fields, "table"):
            setattr(new, name, getattr(self, name))
        new.points = self.points[:]
        return new

    def deal_unseen(self, seat: int) -> None:
        """Nothing is hidden but chance."""


class PigSystem(TableSystem):
    key = "pig"
    title = "Pig"
    min_seats = 2
    max_seats = 6
    rules_version = 1
    actions = Pig.actions
    state = Pig

    def make_table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        return Table(seats)

    def open(self, game: Pig, rng_seed: int) -> None:
        game.points, game.pot, game.turn, game.actor = [0] * game.seats, 0, 0, 0
        game.rng, game.over, game.decision = seeded(rng_seed), False, Prompt.TURN

    def bots(self) -> Mapping[str, BotFactory]:
        return {"random": RandomBot, "greedy": RandomBot}


PIG = PigSystem()
