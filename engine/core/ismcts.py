"""Search any game that can be cloned and dealt again, by information-set Monte Carlo tree search.

Every visit plays one possible world: what the seat cannot see is dealt again (`determinize`), the tree says how the
game goes on as far as it reaches, a plain bot plays on from there, and after some rounds an evaluation says who is
likely to win. The tree is shared by all worlds; its branches are choices and nothing hidden, so no choice depends on
what the seat does not know. Every seat in the tree plays for itself.

At the root the field is halved again and again (sequential halving), and the n-th visit of every choice meets the same
world, so that choices are compared and not worlds. The plain bot's choice stands unless another one is better by more
than chance explains. The budget is counted in visits and rounds, so the same seed gives the same game; a deadline in
seconds is the caller's: the bot calls `go_on` before every visit, and answers with what it knows once that returns
False.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import exp, isqrt, log, sqrt
from typing import Any, ClassVar

from engine.core.bots import Bot, RandomBot, always
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.rng import Stream

_MOST_EFFORT = 100_000
_EXPLORE = 0.4
_FEWEST = 4  # comparisons, before a spread means anything
_HOPELESS = 2.5  # standard errors
_NEVER: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Outlook:
    """The knowledge of the search about one system.

    `greedy`: the bot that plays on. `rounds(game)`: rounds played so far. `standings(game)`: how each seat stands, in
    points of the game; a seat that is `lead` points ahead of another is 2.7 times as likely to win. `decisions`: the
    prompts that are worth a search, None for all. `left_out`: actions that are tried only if the greedy bot chooses
    them. `promising(game, choices)`: the choices that are worth a visit, best first; without it a long list is thinned
    out by chance.
    """

    greedy: Callable[[], Bot]
    rounds: Callable[[Any], int]
    standings: Callable[[Any], Sequence[float]]
    lead: float
    decisions: Collection[str] | None = None
    left_out: Collection[int] = field(default=_NEVER)
    promising: Callable[[Any, Sequence[int]], Sequence[int]] | None = None


class ChoiceMargin:
    """The margin of one choice over another in the same worlds."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = self.squares = 0.0

    def add(self, difference: float) -> None:
        self.count += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def is_clear(self, doubt: int) -> bool:
        """Return whether the mean lies more than `doubt` tenths of its standard error above zero."""
        if not self.count:
            return False
        spread = max(0.0, self.squares / self.count - self.mean**2) / self.count
        return self.mean > 0 and self.mean**2 > (doubt / 10) ** 2 * spread

    def is_hopeless(self) -> bool:
        """Return whether the mean lies so far below zero that further visits would not change it."""
        if self.count < _FEWEST:
            return False
        spread = max(0.0, self.squares / self.count - self.mean**2) / self.count
        return self.mean < 0 and self.mean**2 > _HOPELESS**2 * spread


class Node:
    """A choice after a series of choices; `total` is what it brought to the seat that made it."""

    __slots__ = ("after", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.after: dict[tuple[int, str, int], Node] = {}


class Ismcts:
    """A search bot; each system's subclass sets its `outlook`.

    `visits`: playouts per decision, at most. `rounds`: how long each lasts before it is evaluated. `width`: how many
    choices are compared. `doubt`: tenths of a standard error by which a choice must beat that of the greedy bot.
    `policy`: the bot that plays on, greedy or random. `effort`: visits times rounds, up to 100,000.
    """

    outlook: ClassVar[Outlook]
    usual: ClassVar[tuple[int, int]] = (100, 4)  # visits and rounds where nobody says otherwise

    def __init__(
        self,
        visits: int | None = None,
        rounds: int | None = None,
        width: int = 10,
        doubt: int = 10,
        policy: str = "greedy",
    ) -> None:
        visits = self.usual[0] if visits is None else visits
        rounds = self.usual[1] if rounds is None else rounds
        for name, value in (("visits", visits), ("rounds", rounds), ("width", width), ("doubt", doubt + 1)):
            if not isinstance(value, int) or value < 1:
                raise BadOptions(f"{name} must be a whole number of at least 1")
        if policy not in ("greedy", "random"):
            raise BadOptions("policy must be greedy or random")
        self.effort = visits * rounds
        if self.effort > _MOST_EFFORT:
            raise BadOptions(f"visits times rounds is {self.effort:,} rounds a decision; {_MOST_EFFORT:,} are the most")
        self.visits, self.rounds, self.width, self.doubt = visits, rounds, width, doubt
        self.go_on: Callable[[], bool] = always
        self.greedy = self.outlook.greedy()
        self.policy: Bot = self.greedy if policy == "greedy" else RandomBot()

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        first = self.greedy.choose(game, legal, stream)
        if not self._is_searched(game):
            return first
        field = self._field(game, legal, first, stream)
        if len(field) == 1:
            return first
        search = _Search(self, game, stream)
        leads = {action: ChoiceMargin() for action in field[1:]}
        spent = 0
        while leads:
            cost = len(leads) + 1
            visits = max(1, self.visits // (cost * (len(field)).bit_length()))
            for _ in range(visits):
                if spent + cost > self.visits or not self.go_on():
                    return self._verdict(first, leads)
                search.compare(first, leads)
                spent += cost
            if len(leads) == 1 and spent + cost > self.visits:
                break
            leaders = sorted(leads, key=lambda action: -leads[action].mean)[: max(1, len(leads) // 2)]
            leads = {action: leads[action] for action in leaders if not leads[action].is_hopeless()}
        return self._verdict(first, leads)

    def _verdict(self, first: int, leads: dict[int, ChoiceMargin]) -> int:
        if not leads:
            return first
        best = max(leads, key=lambda action: leads[action].mean)
        return best if leads[best].count >= _FEWEST and leads[best].is_clear(self.doubt) else first

    def _is_searched(self, game: Game) -> bool:
        return self.outlook.decisions is None or game.prompt in self.outlook.decisions

    def _field(self, game: Game, legal: Sequence[int], first: int, stream: Stream) -> list[int]:
        """Return the greedy choice first, then others; a long list is thinned out."""
        left_out, promising = self.outlook.left_out, self.outlook.promising
        others = [action for action in legal if action != first and action not in left_out]
        if promising is not None:
            others = list(promising(game, others))
        elif len(others) >= self.width:
            stream.shuffle(others)
        return [first, *others[: self.width - 1]]


class _Search:
    """The search tree of one decision."""

    def __init__(self, bot: Ismcts, game: Game, stream: Stream) -> None:
        self.bot, self.game, self.stream = bot, game, stream
        self.seat = game.actor
        self.roots: dict[int, Node] = {}

    def compare(self, first: int, leads: dict[int, ChoiceMargin]) -> None:
        """Visit every choice once, all in the same world."""
        world = self.game.determinize(self.seat, self.stream.below(1 << 32))
        base = self._visit(first, world.clone())
        for action, lead in leads.items():
            lead.add(self._visit(action, world.clone()) - base)

    def _visit(self, action: int, world: Game) -> float:
        """Play a choice in a world, down the tree and on from there, and return what it is worth to the seat, from 0 to
        1."""
        outlook = self.bot.outlook
        until = outlook.rounds(world) + self.bot.rounds
        node = self.roots.setdefault(action, Node())
        path = [(self.seat, node)]
        world.apply(action)
        self._descend(world, node, path, until)
        self._play_on(world, until)
        worth = shares(world, outlook)
        for seat, passed in path:
            passed.visits += 1
            passed.total += worth[seat]
        return worth[self.seat]

    def _descend(self, world: Game, node: Node, path: list[tuple[int, Node]], until: int) -> None:
        """Follow the branches of the tree, and add one."""
        while node.visits and not world.over and self.bot.outlook.rounds(world) < until:
            legal = world.legal_actions()
            if len(legal) == 1:
                world.apply(legal[0])
                continue
            if not self.bot._is_searched(world):
                world.apply(self.bot.policy.choose(world, legal, self.stream))
                continue
            seat, prompt = world.actor, world.prompt
            action = self._pick(world, node, legal)
            node = node.after.setdefault((seat, prompt, action), Node())
            path.append((seat, node))
            world.apply(action)

    def _pick(self, world: Game, node: Node, legal: Sequence[int]) -> int:
        """Return the choice with the highest upper bound. The first one is the plain bot's, and a new one is added
        whenever the visits have grown enough for it (progressive widening)."""
        seat, prompt, after = world.actor, world.prompt, node.after
        branches = [(action, after[seat, prompt, action]) for action in legal if (seat, prompt, action) in after]
        if not branches:
            return self.bot.policy.choose(world, legal, self.stream)
        if len(branches) < len(legal) and len(branches) <= isqrt(node.visits) // 2:
            tried = {action for action, _ in branches} | set(self.bot.outlook.left_out)
            if new := [action for action in legal if action not in tried]:
                return self.stream.choice(new)
        parent = log(1 + sum(child.visits for _, child in branches))

        def bound(entry: tuple[int, Node]) -> float:
            child = entry[1]
            visits = child.visits or 1
            return child.total / visits + _EXPLORE * sqrt(parent / visits)

        return max(branches, key=bound)[0]

    def _play_on(self, world: Game, until: int) -> None:
        choose, stream, rounds = self.bot.policy.choose, self.stream, self.bot.outlook.rounds
        while not world.over and rounds(world) < until:
            legal = world.legal_actions()
            world.apply(legal[0] if len(legal) == 1 else choose(world, legal, stream))


def shares(game: Game, outlook: Outlook) -> list[float]:
    """Return the share of a win that each seat can count on, adding up to 1. It depends on how the seats stand, and
    half of it, once the game is over, on who won."""
    standings = outlook.standings(game)
    most = max(standings)
    weights = [exp((standing - most) / outlook.lead) for standing in standings]
    total = sum(weights)
    expected = [weight / total for weight in weights]
    outcome = game.outcome()
    if outcome is None or not outcome.winners:
        return expected
    won = 1 / len(outcome.winners)
    return [(share + (won if seat in outcome.winners else 0.0)) / 2 for seat, share in enumerate(expected)]
