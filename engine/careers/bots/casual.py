"""Play Careers well, with slips. The class has a module of its own, because `__init__` is not compiled."""

from engine.careers.bots.greedy import GreedyBot
from engine.careers.bots.random import RandomCareersBot
from engine.core.bots import Casual


class CasualBot(Casual):
    """A greedy bot with slips."""

    careful = GreedyBot
    careless = RandomCareersBot
