"""Play Career Poker with bots: a random one, and a greedy one that gets rid of low cards and does not break sets up.
The greedy bot looks at its own hand, the table and nothing else."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from engine.career_poker import actions as a
from engine.career_poker.cards import JOKER_SHIFT, size
from engine.career_poker.rules.points import points_of
from engine.career_poker.state import Prompt, State
from engine.core.bots import BotFactory, Casual, RandomBot
from engine.core.errors import BadOptions
from engine.core.ismcts import Ismcts, Outlook
from engine.core.rng import Stream

_NUMBERS = (1 << JOKER_SHIFT) - 1


class GreedyBot:
    """A greedy bot. `late`: with that many cards or fewer it breaks up sets and spends Jokers in order to follow."""

    def __init__(self, late: int = 10) -> None:
        if not isinstance(late, int) or not 0 <= late <= 17:
            raise BadOptions("late must be a whole number from 0 to 17")
        self.late = late

    def choose(self, game: Any, legal: Sequence[int], stream: Stream) -> int:
        g: State = game
        hand = g.hands[g.actor]
        if g.decision == Prompt.FOLLOW:
            return self._follow(g, hand, legal)
        return self._lead(hand, legal) if g.decision == Prompt.LEAD else legal[0]

    def _follow(self, g: State, hand: int, legal: Sequence[int]) -> int:
        """Follow with the lowest complete set, late with the lowest of all, or with anything that empties the hand."""
        set_size, counted, jokers = g.size, a.COUNTED, a.JOKERS
        for action in legal[1:]:
            if jokers[action]:
                break
            if hand >> counted[action] & 15 == set_size:
                return action
        if a.COST[legal[-1]] == hand:
            return legal[-1]
        return legal[1] if size(hand) <= self.late else a.PASS

    def _lead(self, hand: int, legal: Sequence[int]) -> int:
        """Lead the lowest value with all its cards, and the Jokers too when that is all there is."""
        numbers = hand & _NUMBERS
        if not numbers:
            return legal[-1]
        shift = (numbers & -numbers).bit_length() - 1 & -4
        lowest = hand >> shift & 15
        jokers = hand >> JOKER_SHIFT if numbers == lowest << shift else 0
        return a.FIRST[lowest + jokers, jokers] + (shift >> 2)


def _standings(g: State) -> list[float]:
    """Return how likely each seat is to win, as the exponent of its share: points so far and the points that the
    current deal seems to bring.

    Points so far count more the fewer deals are left. A seat that is out has its place; among the others those with
    fewer cards are ahead, but before the first card those with the better positions, which have the privileges. The
    weights follow what was fitted to 12,500 beginnings of deals between greedy bots (maximum likelihood of who won).
    """
    seats, scale = range(g.table.seats), max(g.table.points) / (g.table.seats - 1) or 1.0
    left = 1 if g.over else max(1, g.table.settings.deals - g.deal + 1)
    worth, ahead = (0.1 + 0.87 / left) / scale, 0.9 / (1 + 0.2 * (left - 1)) / scale
    standings = [worth * points_of(g, seat) for seat in seats]
    if g.over:
        return standings
    sizes = [size(hand) for hand in g.hands]
    playing = sorted((seat for seat in seats if sizes[seat]), key=lambda seat: sizes[seat])
    if g.place and not any(g.played):
        playing.sort(key=lambda seat: g.place[seat])
    for place, seat in enumerate((*g.finished, *playing)):
        standings[seat] += ahead * g.table.points[place]
    return standings


class IsmctsBot(Ismcts):
    """The search bot of engine.core.ismcts for Career Poker. A round is a deal: before its end nobody knows who is
    ahead."""

    outlook = Outlook(GreedyBot, lambda g: g.deal, _standings, lead=1.0)
    usual = (400, 1)


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot, "casual": partial(Casual, GreedyBot), "greedy": GreedyBot, "ismcts": IsmctsBot
}  # fmt: skip
