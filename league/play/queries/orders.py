"""Compare a standing order with the last turns of the seat that is about to give it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Game
from engine.translatable import said, spoken
from games.models import Play, PlaySeat
from games.queries.plays import film_of_play
from league.play.rules.orders import ORDERS, ordered
from league.play.rules.systems import label_of

_GAP = "{value}"
LAST = 6  # turns of the seat


@dataclass(frozen=True, slots=True)
class Offer:
    """An order to choose: its words before and after the number that it is given with, one of `values` if it has
    any."""

    key: str
    before: str
    after: str
    values: Sequence[int]


def offers_of(system: str) -> list[Offer]:
    offers = list[Offer]()
    for key, order in ORDERS[system].items():
        before, _gap, after = spoken(said(order.text, value=_GAP)).partition(_GAP)
        offers.append(Offer(key, before.strip(), after.strip(), order.values))
    return offers


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A decision of the seat. `would`: what the order would have done; "" if it would have asked."""

    did: str
    would: str

    @property
    def same(self) -> bool:
        return self.did == self.would


def past_turns(play: Play, seats: Sequence[PlaySeat], seat: int, spec: str) -> list[PastTurn]:
    """Return the last decisions of a seat, from 0, the newest first. Raise EngineError if the rules changed since
    the play began."""
    film, names = film_of_play(play), [row.name for row in seats]
    before, turns = film.opened.clone(), list[PastTurn]()
    for frame in film.frames():
        if isinstance(frame.action, str) and frame.seat == seat and before.actor == seat:
            would = ordered(before, spec)
            turns.append(PastTurn(_words(before, frame.action, names), _words(before, would, names)))
        before = frame.game.clone()
    return turns[: -LAST - 1 : -1]


def _words(game: Game, action: str | None, names: Sequence[str]) -> str:
    if action is None:
        return ""
    label = label_of(game.system, action, game.about(), names)
    return " ".join([str(spoken(label.text)), *label.cards])
