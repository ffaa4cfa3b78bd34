"""Describe a decision: which cards, for which player, how many are still to be chosen, what is owed."""

from collections.abc import Callable
from typing import Any

from engine.office_job import actions as a
from engine.office_job.cards import BAR_PLAY, CARDS, IDS, KINDS
from engine.office_job.rules.choices import cleared, legal_clear
from engine.office_job.rules.plays import delegable, legal_target, playable
from engine.office_job.rules.ranks import RANKS
from engine.office_job.state import Prompt, State


def about_of(g: State) -> dict[str, Any]:
    """Return what the decision is about, JSON-able; {} after the end."""
    return _ABOUT[g.decision](g)


def _start(g: State) -> dict[str, Any]:
    """Return the personal deck. `last`: after this draw the hand goes at the end of the turn (rule 26)."""
    return {"deck": g.deck_left[g.seat], "last": g.deck_left[g.seat] == 1}


def _replacement(g: State) -> dict[str, Any]:
    """Return the card drawn. `instead`: the card on top of the central deck, if everybody knows it."""
    instead = IDS[g.central[-1]] if g.known else None
    return {"card": _card(g.drawn), "central": len(g.central), "instead": instead}


def _play(g: State) -> dict[str, Any]:
    barred = g.status[g.seat * KINDS + BAR_PLAY] or not (g.must or g.more)
    cards = () if barred else playable(g, g.seat)
    return {"must_play": g.must and bool(cards), "plays": g.must + g.more, "cards": [_card(card) for card in cards]}


def _target(g: State) -> dict[str, Any]:
    people = [action - a.FIRST_TARGET for action in legal_target(g)]
    among = [{"seat": seat, "points": g.points[seat], "rank": RANKS[g.rank[seat] - 1]} for seat in people]
    return {"card": _card(g.card), "for": g.doer, "among": among}


def _choice(g: State) -> dict[str, Any]:
    card, actor, *_, left = g.running
    return {"card": _card(card), "for": actor, "left": left}


def _clear(g: State) -> dict[str, Any]:
    owner = cleared(g)
    among = [action - a.FIRST_CLEAR for action in legal_clear(g)]
    there = [{"place": place + 1, **_card(g.areas[owner][place][0])} for place in among]
    return {**_choice(g), "area": owner, "among": there}


def _card(card: int) -> dict[str, Any]:
    return {"card": IDS[card], "name": CARDS[card]["name"], "text": CARDS[card]["text"]}


_ABOUT: dict[int, Callable[[State], dict[str, Any]]] = {
    Prompt.OVER: lambda g: {},
    Prompt.START: _start,
    Prompt.REPLACEMENT: _replacement,
    Prompt.PLAY: _play,
    Prompt.DELEGATE: lambda g: {"to": g.doer, "cards": [_card(card) for card in delegable(g, g.doer)]},
    Prompt.TARGET: _target,
    Prompt.DISCARD: _choice,
    Prompt.PICK_UP: _choice,
    Prompt.CLEAR: _clear,
}
