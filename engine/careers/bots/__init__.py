"""Play Careers with bots: random, casual, greedy, search, ismcts."""

from collections.abc import Mapping
from functools import partial

from engine.careers.bots.greedy import GreedyBot
from engine.careers.bots.random import RandomCareersBot
from engine.careers.bots.search import IsmctsBot, SearchBot
from engine.core.bots import BotFactory, Casual

BOTS: Mapping[str, BotFactory] = {
    "random": RandomCareersBot,
    "casual": partial(Casual, GreedyBot, RandomCareersBot),
    "greedy": GreedyBot,
    "search": SearchBot,
    "ismcts": IsmctsBot,
}
