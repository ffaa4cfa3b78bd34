"""A game whose chances are known: in turn each seat throws a fair die, or takes a one; the highest wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.core.actions import ActionTable
from engine.core.bots import RandomBot
from engine.core.decisions import OVER, Decisions
from engine.core.game import Game
from engine.core.outcome import Outcome
from engine.core.rng import Stream
from engine.core.states import state
from engine.core.tables import TableGame, TableSystem

THROW, TAKE_ONE = 0, 1
LOST_BY_A_ONE = Fraction(5, 12)  # of two: a throw wins half of the time, a one a twelfth


class Prompt:
    OVER = 0
    TURN = 1


@dataclass(frozen=True)
class Table:
    seats: int

    def setup(self) -> dict[str, Any]:
        return {}


def _legal(game: "DiceDuel") -> Sequence[int]:
    return (THROW, TAKE_ONE)


def _resolve(game: "DiceDuel", action: int) -> None:
    game.pips.append(1 + game.below(6) if action == THROW else 1)
    if len(game.pips) == game.seats:
        game.over, game.decision = True, OVER
    else:
        game.actor += 1


@state
class DiceDuel(TableGame):
    system = "dice_duel"
    actions = ActionTable(["throw", "take one"])
    decisions = Decisions(Prompt, {Prompt.TURN: (_legal, _resolve)})

    pips: list[int]

    def legal_actions(self) -> Sequence[int]:
        return self.decisions.legal[self.decision](self)

    def apply(self, action: int) -> None:
        self.decisions.resolve[self.decision](self, action)

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        winners = tuple(seat for seat, pips in enumerate(self.pips) if pips == max(self.pips))
        scores = [{"points": pips, "won": seat in winners} for seat, pips in enumerate(self.pips)]
        return Outcome(winners, "thrown", self.seats, scores)

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"pips": list(self.pips)}

    def deal_unseen(self, seat: int | None) -> None:
        """Nothing is hidden but chance."""


class Thrower:
    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        return THROW


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    return Table(seats)


def open_game(game: DiceDuel) -> None:
    game.pips, game.actor = [], 0
    game.over, game.decision = False, Prompt.TURN


DICE_DUEL = TableSystem(
    key="dice_duel",
    title="Dice Duel",
    seats=(2, 4),
    version=1,
    game=DiceDuel,
    make_table=make_table,
    open=open_game,
    bots={"random": RandomBot, "greedy": Thrower},
)
