"""Play the success formula greedily, one choice at a time, without looking ahead.

The bot picks paths that serve what it still lacks, uses Experience cards to reach good squares and avoid bad ones,
insures itself, and retires to Holiday when it needs happiness. It looks at what its seat can see and nothing else.
"""

from collections.abc import Callable, Sequence
from typing import cast

from engine.careers.bots.business import BUSINESS
from engine.careers.bots.moves import choose_move, choose_play, choose_turn
from engine.careers.bots.shopping import SHOPPING
from engine.careers.state import Prompt, State
from engine.core.decisions import names_of
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.rng import Stream

Chooser = Callable[[State, Sequence[int], Stream], int]
_CHOOSERS: dict[int, Chooser] = {
    Prompt.TURN: choose_turn,
    Prompt.MOVE: choose_move,
    Prompt.FREED_MOVE: choose_play,
    **SHOPPING,
    **BUSINESS,
}
_TABLE: tuple[Chooser | None, ...] = tuple(_CHOOSERS.get(prompt) for prompt in range(len(names_of(Prompt))))


class GreedyBot:
    """A greedy bot. `cash` and `happiness`: percent of the points that it puts there when it writes its own formula."""

    def __init__(self, cash: int = 35, happiness: int = 30) -> None:
        if not (isinstance(cash, int) and isinstance(happiness, int) and cash >= 0 <= happiness <= 100 - cash):
            raise BadOptions("cash and happiness are percentages that add up to 100 at most")
        self.shares = (cash, happiness)

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        g = cast(State, game)
        if len(legal) == 1:
            return legal[0]
        chooser = _TABLE[g.decision]
        if chooser:
            return chooser(g, legal, stream)
        return self._formula(g, legal) if g.decision == Prompt.FORMULA else legal[0]

    def _formula(self, g: State, legal: Sequence[int]) -> int:
        """Return the `amount n` (from the least on) nearest to the bot's share of the target."""
        part = g.table.settings.target * self.shares[len(g.arg)] // 100
        unit = -(-g.table.settings.target // 1000)
        least = -(-g.table.settings.min_part // unit)
        return legal[min(max(0, part // unit - least), len(legal) - 1)]
