"""Whoever holds few cards chooses what to read and, when beaten, what to give (rules 17 and 18; B10, B11, B13)."""

from typing import TYPE_CHECKING

from engine.career_compass import actions as a
from engine.career_compass.registry import Prompt, decision
from engine.career_compass.rules.rounds import ask, compare, settle

if TYPE_CHECKING:
    from engine.career_compass.state import CareerCompass


def _readable(g: "CareerCompass") -> list[int]:
    return sorted([a.READ[card] for card in g.packs[g.actor]])


def _read(g: "CareerCompass", action: int) -> None:
    seat = g.actor
    g.picks[seat] = g.gifts[seat] = g.packs[seat].index(a.CARD[action])
    if g.asking:
        ask(g, Prompt.READ)
    else:
        compare(g)


def _givable(g: "CareerCompass") -> list[int]:
    return sorted([a.GIVE[card] for card in g.packs[g.actor]])


def _give(g: "CareerCompass", action: int) -> None:
    g.gifts[g.actor] = g.packs[g.actor].index(a.CARD[action])
    if g.asking:
        ask(g, Prompt.GIVE)
    else:
        settle(g)


decision(Prompt.READ, _readable, _read)
decision(Prompt.GIVE, _givable, _give)
