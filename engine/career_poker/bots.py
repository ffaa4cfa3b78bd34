"""The bots of Career Poker: random, and a greedy one that gets rid of low cards and does not break sets up.

The greedy bot looks at its own hand, the table and nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.career_poker import actions as a
from engine.career_poker.cards import JOKER_SHIFT, SHIFT, size
from engine.career_poker.rules.points import points_of
from engine.career_poker.state import Prompt, State
from engine.core.bots import BotFactory, RandomBot
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.ismcts import Ismcts, Outlook
from engine.core.rng import Stream

_AHEAD = 0.5  # how much of a place in a deal that is not played out counts
_NUMBERS = (1 << JOKER_SHIFT) - 1


class GreedyBot:
    """`late`: with so many cards or fewer it breaks up sets and spends Jokers in order to follow."""

    def __init__(self, late: int = 10) -> None:
        if not isinstance(late, int) or not 0 <= late <= 17:
            raise BadOptions("late must be a whole number from 0 to 17")
        self.late = late

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        g = cast(State, game)
        hand = g.hands[g.actor]
        if g.decision == Prompt.FOLLOW:
            return self._follow(g, hand, legal)
        return self._lead(hand, legal) if g.decision == Prompt.LEAD else legal[0]

    def _follow(self, g: State, hand: int, legal: Sequence[int]) -> int:
        """The lowest set that is complete; late the lowest at all; anything that empties the hand."""
        wanted, costs, values, jokers = g.size, a.COST, a.VALUE, a.JOKERS
        for action in legal[1:]:
            if jokers[action]:
                break
            if hand >> SHIFT[values[action]] & 15 == wanted:
                return action
        if costs[legal[-1]] == hand:
            return legal[-1]
        return legal[1] if size(hand) <= self.late else a.PASS

    def _lead(self, hand: int, legal: Sequence[int]) -> int:
        """The lowest value with all its cards, and the Jokers too when that is all there is."""
        numbers = hand & _NUMBERS
        if not numbers:
            return legal[-1]
        shift = (numbers & -numbers).bit_length() - 1 & -4
        lowest = hand >> shift & 15
        jokers = hand >> JOKER_SHIFT if numbers == lowest << shift else 0
        return a.FIRST[lowest + jokers, jokers] + (shift >> 2)


def _standings(g: State) -> list[float]:
    """Points so far, and half of those that the deal under way seems to bring: whoever is out has theirs, of the others
    those with fewer cards are ahead; before the first card of a deal that has privileges, the better positions."""
    standings = [float(points_of(g, seat)) for seat in range(g.table.seats)]
    if g.over:
        return standings
    sizes = [size(hand) for hand in g.hands]
    playing = sorted((seat for seat in range(g.table.seats) if sizes[seat]), key=lambda seat: sizes[seat])
    if g.place and len({sizes[seat] for seat in playing}) == 1:
        playing.sort(key=lambda seat: g.place[seat])  # nothing played yet: privilege decides
    for place, seat in enumerate((*g.finished, *playing)):
        standings[seat] += _AHEAD * g.table.points[place]
    return standings


class IsmctsBot(Ismcts):
    """See engine.core.ismcts. A round is a deal: before its end nobody knows who is ahead."""

    outlook = Outlook(GreedyBot, lambda g: g.deal, _standings, lead=2.0)
    usual = (120, 1)


BOTS: Mapping[str, BotFactory] = {"random": RandomBot, "greedy": GreedyBot, "ismcts": IsmctsBot}
