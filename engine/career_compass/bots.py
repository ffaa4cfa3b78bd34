"""Play Career Compass with bots. The only choices are what to read and what to give away (rules 17 and 18)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import cast

from engine.career_compass import actions as a
from engine.career_compass.cards import FACES, LEVELS
from engine.career_compass.state import Prompt, State
from engine.core.bots import BotFactory, Casual, RandomBot, best_of
from engine.core.game import Game
from engine.core.ismcts import Ismcts, Outlook
from engine.core.rng import Stream

# BEATEN[skill][level]: cards of the deck below that level.
BEATEN: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(other < level for other in levels) for level in range(max(levels) + 1)) for levels in LEVELS
)


def outlook(cards: Sequence[int], joker: int, opponents: int) -> int:
    """Return how likely the best of some cards wins the next throw against the top cards of that many opponents, as a
    number to compare. For every face of the die it counts the cards beaten, with one independent card per opponent."""
    return sum(BEATEN[skill][max(LEVELS[skill][card] for card in cards)] ** opponents for skill in FACES[joker])


class GreedyBot:
    """A greedy bot: reads the highest level it holds, the joker level deciding among equals; when beaten, keeps the
    cards that together have the best outlook for the next throw."""

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        g = cast(State, game)
        if g.decision == Prompt.READ:
            levels, jokers = LEVELS[g.skill], LEVELS[g.joker]
            return best_of(legal, lambda action: (levels[a.CARD[action]], jokers[a.CARD[action]]), stream)
        if g.decision != Prompt.GIVE:
            return legal[0]
        hand = g.packs[g.actor]
        opponents = g.table.seats - 1

        def value_kept(action: int) -> int:
            return outlook([card for card in hand if card != a.CARD[action]], g.joker, opponents)

        return best_of(legal, value_kept, stream)


def _standings(g: State) -> list[float]:
    return [float(len(pack)) for pack in g.packs]


def _promising(g: State, choices: Sequence[int]) -> Sequence[int]:
    """Return the choices that are worth a visit: of the cards to read those of the highest level in hand, as a lower
    one never wins more."""
    if g.decision != Prompt.READ:
        return choices
    levels = LEVELS[g.skill]
    best = max(levels[card] for card in g.packs[g.actor])
    return [action for action in choices if levels[a.CARD[action]] == best]


class IsmctsBot(Ismcts):
    """The search bot of engine.core.ismcts for Career Compass."""

    outlook = Outlook(GreedyBot, lambda g: g.trials, _standings, lead=3.0, promising=_promising)


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot, "casual": partial(Casual, GreedyBot), "greedy": GreedyBot, "ismcts": IsmctsBot
}  # fmt: skip
