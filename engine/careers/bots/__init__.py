"""Play Careers with bots: random, greedy, search, ismcts."""

from collections.abc import Mapping

from engine.careers.bots.greedy import GreedyBot
from engine.careers.bots.random import RandomCareersBot
from engine.careers.bots.search import IsmctsBot, SearchBot
from engine.core.bots import BotFactory

BOTS: Mapping[str, BotFactory] = {
    "random": RandomCareersBot,
    "greedy": GreedyBot,
    "search": SearchBot,
    "ismcts": IsmctsBot,
}
