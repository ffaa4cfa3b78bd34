"""The random bot: any legal action is as likely as another, but it does not give up.

Bankruptcy is open at the start of every turn. A player who draws it as often as a throw of the dice never gets
anywhere, so this bot declares it only when nothing else is left, unless it is told to be `reckless`. Offers of
several things have no end either: this bot begins one only where it draws that twice, and every other time wants
nothing more.
"""

from collections.abc import Sequence

from engine.careers.actions import BANKRUPT, NOTHING_MORE, SEVERAL
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.rng import Stream


class RandomCareersBot:
    """`reckless=1` declares bankruptcy as readily as anything else."""

    def __init__(self, reckless: int = 0) -> None:
        if reckless not in (0, 1):
            raise BadOptions("reckless must be 0 or 1")
        self.reckless = bool(reckless)

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        count = len(legal)
        if legal[-1] == BANKRUPT and not self.reckless:
            count -= 1
        elif legal[-1] == NOTHING_MORE and stream.below(2):
            return NOTHING_MORE
        action = legal[stream.below(count)]
        if action == SEVERAL:
            return legal[stream.below(count)]
        return legal[0] if action == BANKRUPT and len(legal) > 1 and not self.reckless else action
