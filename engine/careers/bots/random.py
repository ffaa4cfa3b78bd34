"""Play at random: any legal action is as likely as another, but the bot does not give up.

Bankruptcy is open at the start of every turn. A player who draws it as often as a throw of the dice never gets
anywhere, so this bot declares it only when nothing else is left, unless it is told to be `reckless`. Nor does it begin
offers of several things, which can go on without end; in one it wants nothing more every other time.
"""

from collections.abc import Sequence

from engine.careers.actions import BANKRUPT, NOTHING_MORE, SEVERAL
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.rng import Stream

_LEFT_OUT = (BANKRUPT, SEVERAL)


class RandomCareersBot:
    """A random bot. `reckless=1` declares bankruptcy, and begins offers of several things, as readily as anything
    else."""

    def __init__(self, reckless: int = 0) -> None:
        if reckless not in (0, 1):
            raise BadOptions("reckless must be 0 or 1")
        self.reckless = bool(reckless)

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        count, last = len(legal), legal[-1]
        if last < BANKRUPT or self.reckless:
            return legal[stream.below(count)]
        if last in _LEFT_OUT:
            count -= 1
        elif last == NOTHING_MORE and stream.below(2):
            return last
        action = legal[stream.below(count)]
        return legal[0] if action == BANKRUPT and count > 1 else action
