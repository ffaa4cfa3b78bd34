"""Let a player with few cards choose what to read and, when beaten, what to give (rules 17 and 18; B10, B11, B13)."""

from engine.career_compass import actions as a
from engine.career_compass.rules.rounds import ask, compare, settle
from engine.career_compass.state import Prompt, State


def readable(g: State) -> list[int]:
    """Return the cards of the pack that may be read, as actions."""
    return sorted([a.READ[card] for card in g.packs[g.actor]])


def read(g: State, action: int) -> None:
    """Choose a card to read in secret; after the last one the levels are compared (B11)."""
    seat = g.actor
    g.picks[seat] = g.gifts[seat] = g.packs[seat].index(a.CARD[action])
    if g.events is not None:
        g.events.append(("chose", seat, a.CARD[action]))
    if g.asking:
        ask(g, Prompt.READ)
    else:
        compare(g)


def givable(g: State) -> list[int]:
    """Return the cards of the pack that may be given away, as actions."""
    return sorted([a.GIVE[card] for card in g.packs[g.actor]])


def give(g: State, action: int) -> None:
    """Choose a card to give away; after the last one the cards change hands."""
    g.gifts[g.actor] = g.packs[g.actor].index(a.CARD[action])
    g.happened("gives", g.actor, a.CARD[action])
    if g.asking:
        ask(g, Prompt.GIVE)
    else:
        settle(g)
