"""Open the game before the first round: the joker skill and the deal (rules 7 to 9; B1, B19)."""

from engine.career_compass.cards import CARD_IDS, SKILL_IDS
from engine.career_compass.rules.rounds import next_trial
from engine.career_compass.settings import RANDOM
from engine.career_compass.state import State

_DECK = tuple(range(len(CARD_IDS)))


def open_game(g: State) -> None:
    """Fill a new state up to the first throw."""
    seats, settings = g.table.seats, g.table.settings
    g.over = False
    g.rounds = g.trials = 0
    g.skill = g.taker = -1
    g.reason = ""
    g.stack = g.aside = g.free = g.asking = g.readers = g.levels = g.joker_levels = g.tied = g.winners = ()
    g.picks, g.gifts = [0] * seats, [0] * seats
    g.joker = g.below(len(SKILL_IDS)) if settings.joker == RANDOM else SKILL_IDS.index(settings.joker)
    deck = list(g.shuffled(_DECK))
    if settings.uneven == "set_aside":
        count = len(deck) - len(deck) % seats
        g.aside = tuple(deck[count:])
        del deck[count:]
    g.packs = [deck[seat::seats] for seat in range(seats)]
    g.contenders = g.table.everybody
    next_trial(g)
