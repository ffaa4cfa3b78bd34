"""Search by trying choices out in worlds that agree with what the bot knows.

For every decision that matters the bot deals the hidden cards again several times (`determinize`), plays each candidate
there, lets greedy bots go on for some turns, and compares where that leaves it. All candidates meet the same worlds.
The budget is a number of playouts per decision: a budget in seconds would need a clock, and the same seed would no
longer give the same game. A deadline is the caller's: the greedy choice stands once `go_on` returns False.
"""

from collections.abc import Callable, Sequence
from math import log1p
from typing import cast

from engine.careers import actions as a
from engine.careers.bots.greedy import GreedyBot
from engine.careers.bots.moves import card_value, play_value
from engine.careers.bots.values import needs, values_for
from engine.careers.rules.movement import held
from engine.careers.rules.winning import net_cash, points
from engine.careers.state import Prompt, State
from engine.core.bots import always
from engine.core.decisions import names_of
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.ismcts import ChoiceMargin, Ismcts, Outlook
from engine.core.rng import Stream

# Decisions where looking ahead is worth its time; for the others the greedy choice is good enough.
_SEARCHED = frozenset(
    (Prompt.TURN, Prompt.MOVE, Prompt.BUY, Prompt.HOLIDAY, Prompt.FREED_MOVE, Prompt.SHORTCUT, Prompt.DEGREE,
     Prompt.BUMP, Prompt.BACKSTAB, Prompt.INSURANCE, Prompt.GAMBLE, Prompt.RIDE, Prompt.PAY_OR_LEAVE)
)  # fmt: skip
_SKIPPED = frozenset(("trade", "sell_policy", "bankrupt", "repay", "bargain"))
_MOVES = (Prompt.TURN, Prompt.MOVE, Prompt.FREED_MOVE)
_BEST = 2
_WON = 1000.0
_MOST_EFFORT = 100_000


class SearchBot:
    """A search bot. `visits`: playouts per decision, about. `turns`: how many rounds a playout lasts. `width`: how many
    candidates are compared. `doubt`: tenths of a standard error by which a candidate must beat the greedy choice.
    `effort`, the rounds played out for a decision: the greater of visits and 3 x width, times turns; up to 100,000."""

    def __init__(
        self, visits: int = 60, turns: int = 2, width: int = 8, doubt: int = 12, cash: int = 35, happiness: int = 30
    ) -> None:
        for name, value in (("visits", visits), ("turns", turns), ("width", width), ("doubt", doubt + 1)):
            if not isinstance(value, int) or value < 1:
                raise BadOptions(f"{name} must be a whole number of at least 1")
        self.visits, self.turns, self.width, self.doubt = visits, turns, width, doubt
        self.effort = max(visits, 3 * width) * turns
        if self.effort > _MOST_EFFORT:
            raise BadOptions(
                f"visits (or 3 x width) times turns is {self.effort:,} rounds a decision; {_MOST_EFFORT:,} are the most"
            )
        self.greedy = GreedyBot(cash, happiness)
        self.go_on: Callable[[], bool] = always

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        g = cast(State, game)
        first = self.greedy.choose(g, legal, stream)
        if g.decision not in _SEARCHED:
            return first
        candidates = self._candidates(legal, first, stream)
        if len(candidates) == 1:
            return first
        return self._best(g, candidates, stream)

    def _best(self, g: State, candidates: list[int], stream: Stream) -> int:
        """Return the best candidate, halving the field twice. The greedy choice stands unless another is better by more
        than chance explains."""
        leads = {action: ChoiceMargin() for action in candidates[1:]}
        for part in range(3):
            for _ in range(max(1, self.visits // (3 * (len(leads) + 1)))):
                seed = stream.below(1 << 32)
                if not self.go_on():
                    return candidates[0]
                base = self._try(g, candidates[0], seed, stream)
                for action, lead in leads.items():
                    lead.add(self._try(g, action, seed, stream) - base)
            if part < 2:
                leaders = sorted(leads, key=lambda action: -leads[action].mean)[: (len(leads) + 1) // 2]
                leads = {action: leads[action] for action in leaders}
        best = max(leads, key=lambda action: leads[action].mean)
        return best if leads[best].is_clear(self.doubt) else candidates[0]

    def _candidates(self, legal: Sequence[int], first: int, stream: Stream) -> list[int]:
        """Return the greedy choice first, then others; a long list is thinned out at random."""
        others = [action for action in legal if action != first and a.VERB[action] not in _SKIPPED]
        if len(others) >= self.width:
            stream.shuffle(others)
        return [first, *others[: self.width - 1]]

    def _try(self, g: State, action: int, seed: int, stream: Stream) -> float:
        """Play out once, and return how far the seat is ahead of the best of the others afterwards."""
        seat = g.actor
        world = g.determinize(seat, seed)
        world.apply(action)
        last = world.turn + self.turns * world.table.seats
        choose = self.greedy.choose
        while not world.over and world.turn < last:
            legal = world.legal_actions()
            world.apply(legal[0] if len(legal) == 1 else choose(world, legal, stream))
        mine = progress(world, seat)
        return mine - 0.3 * max(progress(world, other) for other in range(world.table.seats) if other != seat)


def progress(g: State, seat: int) -> float:
    """Return how much of its formula a seat has, in points; anything beyond a part counts little. Salary, cards and
    policies count for what they will bring."""
    if seat in g.winners:
        return _WON
    formula = g.formulas[seat]
    means = g.salary[seat] / 1000 * (1.5 if needs(g, seat) & 4 else 0.3)
    means += 1.2 * len(g.experience[seat]) + 1.0 * len(g.opportunity[seat]) + 2.5 * bool(g.policies[seat])
    means += 4.0 * (g.may_retire >> seat & 1) - 2.5 * g.lost_turns[seat]
    if not formula:
        return points(g, seat) + 0.3 * means
    have = (max(net_cash(g, seat), 0) / 1000, float(g.happiness[seat]), float(g.fame[seat]))
    done = sum(min(part, target) + 0.05 * max(0.0, part - target) for part, target in zip(have, formula, strict=True))
    left = max(1.0, g.table.settings.target - done)
    return done + means * min(1.0, left / 30)


def chances(g: State, seat: int) -> float:
    """Return how likely a seat is to win, as the exponent of its share: what it lacks, and the means to get it. The
    weights were fitted to 13,000 positions of games between greedy bots (maximum likelihood of who won)."""
    formula = g.formulas[seat]
    if not formula:
        return progress(g, seat) / 10
    board, location = g.table.board, g.where[seat]
    cash = max(0.0, formula[0] - max(net_cash(g, seat), 0) / 1000)
    happiness, fame = max(0, formula[1] - g.happiness[seat]), max(0, formula[2] - g.fame[seat])
    lack, salary = cash + happiness + fame, g.salary[seat] / 1000
    value = 2.36 / (1 + lack / 10) - 0.38 * log1p(lack) - 0.007 * max(cash, happiness, fame)
    value -= 0.03 * cash + 0.0154 * happiness + 0.0263 * fame
    value -= 0.155 * ((happiness > 0) + (fame > 0) + (cash > 0))
    value += salary * (0.083 + 0.032 * min(1.0, cash / 10))
    value += 0.155 * len(g.experience[seat]) + 0.1 * len(g.opportunity[seat]) + 0.19 * bool(g.policies[seat])
    value -= 0.21 * g.lost_turns[seat] + 0.32 * held(g, seat)
    if happiness and g.may_retire >> seat & 1:
        value += 0.8
    if location >= board.size:
        return value + 0.136 + 0.038 * values_for(board, needs(g, seat)).throw[location]
    return value + 0.038 * 1.4


def _promising(g: State, choices: Sequence[int]) -> Sequence[int]:
    """Return the throw, the two best Experience cards, the two best Opportunities and everything else at the start of a
    turn or throw, and all choices elsewhere."""
    if g.decision not in _MOVES:
        return choices
    seat, promising = g.actor, list[int]()
    cards, plays = list[tuple[float, int]](), list[tuple[float, int]]()
    values = values_for(g.table.board, needs(g, seat))
    for action in choices:
        verb = a.VERB[action]
        if verb == "card":
            cards.append((card_value(g, seat, action, values), action))
        elif verb == "opportunity":
            plays.append((play_value(g, seat, action, values), action))
        else:
            promising.append(action)
    for ranked in (cards, plays):
        ranked.sort(reverse=True)
        promising += [action for _, action in ranked[:_BEST]]
    return promising


class IsmctsBot(Ismcts):
    """The search bot of engine.core.ismcts for Careers."""

    outlook = Outlook(
        greedy=GreedyBot,
        rounds=lambda g: g.turn // g.table.seats,
        standings=lambda g: [chances(g, seat) for seat in range(g.table.seats)],
        lead=1.0,
        decisions=frozenset(names_of(Prompt)[prompt] for prompt in _SEARCHED),
        left_out=frozenset(action for action, verb in enumerate(a.VERB) if verb in _SKIPPED),
        promising=_promising,
    )
