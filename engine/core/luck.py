"""Measure what luck did in a game, and what decisions did, by playing on from moments of the game.

Greedy bots play on from a moment, with chance drawn again: the share of these games that a seat wins is its chance
there. A decision is worth its change to that chance, compared with the choice of the greedy bot, in worlds that agree
with what its seat knew. Then, for every seat,

    chance at the start + luck + own decisions + decisions of the others = how it ended,

and so luck is what dice, cards and deals brought against their expectation: the sum over all random events of the
chance after the event less the mean of the chances that it might have led to. That sum is not taken term by term:
between one event and the next nothing but decisions changes a chance, so luck is the difference that they leave, and a
choice that the greedy bot would have made too adds no error to it. (AIVAT takes luck from an outcome to measure skill
with less noise; this is the same sum, the other way round.)

Two control variates keep the number of games low. A chance is the mean of many short continuations, judged by the
system's `Outlook` after some rounds, plus what the outlook did not foresee in a few long ones. A decision is a mean of
pairs, in the same world with the same chance to come.

A study is cut into tasks whose results are whole numbers, each fixed only by the seed and its number, so that it may
be done in parts and by any process; `engine.core.reckoning` adds them up. The budget is counted, never timed.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from engine.core.actions import HostAction
from engine.core.bots import Bot, RandomBot, make_bot
from engine.core.errors import BadRecord
from engine.core.films import Film
from engine.core.game import Game
from engine.core.ismcts import Outlook, shares
from engine.core.reckoning import (
    Effort,
    FacedDecision,
    ReckoningPlan,
    Results,
    costliest,
    figures,
    pairs_of,
    step_of,
    turns,
)
from engine.core.rng import Stream, derive, seeded
from engine.core.system import System
from engine.core.values import FINE, Sums, Value

_OPENING, _SHORT, _LONG, _WORLD, _USUAL, _BEST, _BOT = range(7)
_OF_THE_HOST = -1  # no decision of a seat


class LuckMeasure:
    """A measure of what a moment is worth to each seat. A system without an `Outlook` is always played to its end."""

    def __init__(self, system: System, rounds: int) -> None:
        self.outlook: Outlook | None = getattr(system.bots.get("ismcts"), "outlook", None)
        self.rounds = rounds
        self.policy = self.outlook.greedy() if self.outlook else _usual_bot(system)

    def play_on(self, game: Game, stream: Stream, *, to_the_end: bool = False) -> None:
        choose, outlook = self.policy.choose, self.outlook
        until = outlook.rounds(game) + self.rounds if outlook and not to_the_end else 0
        while not game.over and not (until and outlook and outlook.rounds(game) >= until):
            legal = game.legal_actions()
            game.apply(legal[0] if len(legal) == 1 else choose(game, legal, stream))

    def worth(self, game: Game) -> list[Value]:
        """Return what each seat can expect, or how a finished game ended. A game that nobody won is shared by all."""
        outcome, even = game.outcome(), round(FINE / game.seats)
        if outcome is None:
            assert self.outlook is not None
            return [Value(even, round(FINE * share) - even) for share in shares(game, self.outlook)]
        winners = outcome.winners or range(game.seats)
        return [Value(round(FINE / len(winners)) if seat in winners else 0, 0) for seat in range(game.seats)]


class Study:
    """One game under study. Raise BadRecord for a film that stops before the end, and whatever its frames raise."""

    def __init__(self, film: Film, system: System, seed: int, effort: Effort | None = None) -> None:
        self.system, self.seed = system, seed
        effort = effort or Effort()
        self.measure = LuckMeasure(system, effort.rounds)
        self.games = [film.opened.clone(), *(frame.game.clone() for frame in film.frames())]
        if not self.games[-1].over:
            raise BadRecord("The game of this record is not over.")
        self.chosen = [
            _OF_THE_HOST if isinstance(action, HostAction) else game.parse(action)
            for game, action in zip(self.games, film.actions, strict=False)
        ]
        decisions, faced = self._decisions()
        self.plan = ReckoningPlan(
            effort=effort,
            seats=film.opened.seats,
            moments=_moments(self.games, effort.moments),
            decisions=tuple(decisions),
            faced=tuple(faced),
            end=tuple(worth.sure for worth in self.measure.worth(self.games[-1])),
        )

    def next_result(self, results: Results) -> list[Any]:
        """Return the result of the task that comes after these, whole numbers to append to them."""
        kind, which = self.plan.task(len(results))
        return self._KINDS[kind](self, which, results)

    def figures(self, results: Results) -> dict[str, Any]:
        """Return everything that the finished study says, JSON-able; decisions in the words of actions."""
        costly = [
            {
                "at": decision.number,
                "seat": decision.seat,
                "chosen": self.games[decision.number].describe(decision.chosen),
                "better": self.games[decision.number].describe(decision.usual),
                "cost": -worth.whole,
                "give": worth.give,
            }
            for decision, worth in costliest(self.plan, results)
        ]
        return {**figures(self.plan, results), "costly": costly}

    def _decisions(self) -> tuple[list[FacedDecision], list[int]]:
        """Return where a seat chose differently from the greedy bot, and how many decisions each seat faced."""
        decisions, faced = [], [0] * self.games[0].seats
        for number, chosen in enumerate(self.chosen):
            legal = self._choices(number)
            if not legal:
                continue
            game = self.games[number]
            faced[game.actor] += 1
            usual = self.measure.policy.choose(game, legal, Stream(derive(self.seed, _USUAL, number)))
            if usual != chosen:
                decisions.append(FacedDecision(number, game.actor, chosen, usual))
        return decisions, faced

    def _choices(self, number: int) -> Sequence[int]:
        """Return what could be chosen as action `number`, or nothing if nobody chose."""
        legal = self.games[number].legal_actions()
        return legal if len(legal) > 1 and self.chosen[number] in legal else ()

    def _opening(self, block: int, _results: Results) -> list[Any]:
        """Play games of bots from the very start, everything dealt again."""
        first, sums = self.games[0], Sums(self.plan.seats)
        for number in range(block * self.plan.effort.block, (block + 1) * self.plan.effort.block):
            game = self.system.new_game(first.seats, derive(self.seed, _OPENING, number), first.setup)
            self.measure.play_on(game, Stream(derive(self.seed, _BOT, number)), to_the_end=True)
            sums.add(self.measure.worth(game))
        return sums.kept()

    def _moment(self, which: int, _results: Results) -> list[Any]:
        """Play short continuations, then long ones, and sum what the long ones added beyond what was judged on the
        way."""
        game = self.games[self.plan.moments[which]]
        missed = Sums(self.plan.seats)
        for number in range(self.plan.effort.long):
            world, stream = self._anew(game, _LONG, number)
            self.measure.play_on(world, stream)
            judged, open_still = self.measure.worth(world), not world.over
            self.measure.play_on(world, stream, to_the_end=True)
            missed.add([end - then for end, then in zip(self.measure.worth(world), judged, strict=True)], open_still)
        return [self._short(game), missed.kept()]

    def _short(self, game: Game) -> list[Any]:
        """Play the short continuations of a moment, with the same luck at every moment."""
        sums = Sums(self.plan.seats)
        for number in range(self.plan.effort.short):
            world, stream = self._anew(game, _SHORT, number)
            self.measure.play_on(world, stream)
            sums.add(self.measure.worth(world), not world.over)
        return sums.kept()

    def _anew(self, game: Game, kind: int, number: int) -> tuple[Game, Stream]:
        world = game.clone()
        world.rng = seeded(derive(self.seed, kind, number))
        return world, Stream(derive(self.seed, kind, number, _BOT))

    def _decision(self, which: int, _results: Results) -> list[Any]:
        decision = self.plan.decisions[which]
        return self._compared(decision.number, decision.chosen, decision.usual, pairs_of(self.plan))

    def _compared(self, number: int, chosen: int, other: int, pairs: int) -> list[Any]:
        """Return how much more a choice is worth than another to every seat, in worlds that the deciding seat can't
        tell from its own."""
        game, sums = self.games[number], Sums(self.plan.seats)
        for pair in range(pairs):
            seed = derive(self.seed, _WORLD, number, pair)
            world = game.determinize(game.actor, seed)
            this, that = self._after(world.clone(), chosen, seed), self._after(world, other, seed)
            sums.add([mine - theirs for mine, theirs in zip(this, that, strict=True)])
        return sums.kept()

    def _after(self, world: Game, action: int, seed: int) -> list[Value]:
        world.apply(action)
        self.measure.play_on(world, Stream(derive(seed, _BOT)))
        return self.measure.worth(world)

    def _turn(self, which: int, results: Results) -> list[Any]:
        """Play the short continuations of every step of a stretch in which much happened."""
        first, last = turns(self.plan, results)[which]
        return [self._short(self.games[number]) for number in range(first, last + 1)]

    def _best(self, which: int, results: Results) -> list[Any]:
        """Return what the best bot would have done at the last decision before a turning point, and what that is worth
        to the seat that decided, or [] when there was no decision before it."""
        at = step_of(self.plan, results, which)
        number = next((earlier for earlier in range(at - 1, -1, -1) if self._choices(earlier)), None)
        if number is None:
            return []
        game, chosen = self.games[number], self.chosen[number]
        stream = Stream(derive(self.seed, _BEST, number))
        best = _best_bot(self.system, self.plan.effort.bot).choose(game, self._choices(number), stream)
        pairs = self.plan.effort.pairs_of_best if best != chosen else 0
        gained = self._compared(number, best, chosen, pairs)
        return [number, game.actor, game.describe(chosen), game.describe(best), gained]

    _KINDS = {"opening": _opening, "moment": _moment, "decision": _decision, "turn": _turn, "best": _best}


def _moments(games: Sequence[Game], most: int) -> tuple[int, ...]:
    """Return the beginning, the ends of turns and the end, thinned out evenly to at most `most` of them."""
    ends = [number for number, (before, after) in enumerate(pairwise(games), 1) if before.actor != after.actor]
    moments = sorted({0, *ends, len(games) - 1})
    if len(moments) <= most:
        return tuple(moments)
    return tuple(moments[at * (len(moments) - 1) // (most - 1)] for at in range(most))


def _usual_bot(system: System) -> Bot:
    return make_bot(system, "greedy") if "greedy" in system.bots else RandomBot()


def _best_bot(system: System, spec: str) -> Bot:
    return make_bot(system, spec) if spec.partition(":")[0] in system.bots else _usual_bot(system)
