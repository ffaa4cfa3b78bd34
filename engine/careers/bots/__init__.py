"""Play Careers with bots: random, casual, greedy, search, ismcts."""

from collections.abc import Mapping

from engine.careers.bots.greedy import GreedyBot
from engine.careers.bots.random import RandomCareersBot
from engine.careers.bots.search import IsmctsBot, SearchBot
from engine.core.bots import BotFactory, Casual


class CasualBot(Casual):
    """A greedy bot with slips."""

    careful, careless = GreedyBot, RandomCareersBot


BOTS: Mapping[str, BotFactory] = {
    "random": RandomCareersBot,
    "casual": CasualBot,
    "greedy": GreedyBot,
    "search": SearchBot,
    "ismcts": IsmctsBot,
}
