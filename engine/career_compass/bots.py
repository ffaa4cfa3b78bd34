"""The bots of Career Compass. All there is to choose is what to read and what to give away (rules 17 and 18)."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.career_compass import actions as a
from engine.career_compass.cards import CARD_IDS, LEVELS
from engine.career_compass.registry import Prompt
from engine.career_compass.state import CareerCompass
from engine.core.bots import BotFactory, RandomBot
from engine.core.game import Game
from engine.core.rng import Stream

# STRENGTH[joker][card]: comparisons that the card would win against the whole deck, in the six skills of the die.
STRENGTH: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        sum(levels[card] > other for skill, levels in enumerate(LEVELS) if skill != joker for other in levels)
        for card in range(len(CARD_IDS))
    )
    for joker in range(len(LEVELS))
)


class GreedyBot:
    """Reads the highest level it holds, the joker level deciding among equals; gives its weakest card away."""

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        g = cast(CareerCompass, game)
        if g.decision == Prompt.READ:
            levels, jokers = LEVELS[g.skill], LEVELS[g.joker]
            return max(legal, key=lambda action: (levels[a.CARD[action]], jokers[a.CARD[action]]))
        strength = STRENGTH[g.joker]
        return min(legal, key=lambda action: strength[a.CARD[action]])


BOTS: Mapping[str, BotFactory] = {"random": RandomBot, "greedy": GreedyBot}
