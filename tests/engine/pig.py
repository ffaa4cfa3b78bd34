"""A sixth game, made for the tests: Pig. Roll and collect, or hold; a one loses the turn's points; 20 wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine import SYSTEMS
from engine.core.actions import ActionTable
from engine.core.bots import RandomBot
from engine.core.decisions import OVER, Decisions
from engine.core.outcome import Outcome
from engine.core.states import state
from engine.core.tables import TableGame, TableSystem
from engine.core.telling import Sentence, Teller
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


def _rolled(game: Any, reader: int | None, seat: int, pips: int) -> Sentence:
    return Sentence(f"{{0}} rolls {pips}.", (seat,))


def _legal(game: "Pig") -> Sequence[int]:
    return (ROLL, HOLD) if game.pot else (ROLL,)


def _resolve(game: "Pig", action: int) -> None:
    game.take_turn(action)


@state
class Pig(TableGame):
    system = "pig"
    actions = ActionTable(["roll", "hold"])
    decisions = Decisions(Prompt, {Prompt.TURN: (_legal, _resolve)})
    tellers: ClassVar[Mapping[str, Teller]] = {"rolled": _rolled}

    points: list[int]
    pot: int
    turn: int

    def legal_actions(self) -> Sequence[int]:
        return self.decisions.legal[self.decision](self)

    def apply(self, action: int) -> None:
        self.decisions.resolve[self.decision](self, action)

    def take_turn(self, action: int) -> None:
        pips = self.below(6) + 1 if action == ROLL else 0
        if pips and self.events is not None:
            self.events.append(("rolled", self.actor, pips))
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

    def deal_unseen(self, seat: int | None) -> None:
        """Nothing is hidden but chance."""


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    return Table(seats)


def open_game(game: Pig) -> None:
    game.points, game.pot, game.turn, game.actor = [0] * game.seats, 0, 0, 0
    game.over, game.decision = False, Prompt.TURN


PIG = TableSystem(
    key="pig",
    title="Pig",
    seats=(2, 6),
    version=1,
    game=Pig,
    make_table=make_table,
    open=open_game,
    bots={"random": RandomBot, "greedy": RandomBot},
)
SYSTEMS.register(PIG.key, "tests.engine.pig:PIG")
