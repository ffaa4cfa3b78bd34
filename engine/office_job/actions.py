"""Number every action of Office Job once. The number of a play is the number of the card's design."""

from collections.abc import Iterable

from engine.core.actions import ActionTable
from engine.office_job import SEATS
from engine.office_job.cards import DESIGNS, IDS

MOST_SEATS = SEATS[1]
MOST_CLEARED = 40

_texts: list[str] = []


def _add(texts: Iterable[str]) -> tuple[int, ...]:
    first = len(_texts)
    _texts.extend(texts)
    return tuple(range(first, len(_texts)))


def _per_seat(text: str) -> tuple[int, ...]:
    return _add(text.format(seat + 1) for seat in range(MOST_SEATS))


PLAY = _add(f"play {card}" for card in IDS)
(END, DRAW, KEEP, REPLACE, GAIN) = _add(("end turn", "draw", "keep", "replace", "gain a point"))
TAKE = _per_seat("take 2 points from seat {}")
DELEGATE = _per_seat("delegate to seat {}")
TARGET = _per_seat("choose seat {}")
DISCARD = _add(f"discard {card}" for card in IDS)
PICK = _add(f"pick up {card}" for card in IDS)
CLEAR = _add(f"clear area card {place + 1}" for place in range(MOST_CLEARED))

TABLE = ActionTable(_texts)
FIRST_TAKE, FIRST_DELEGATE, FIRST_TARGET = TAKE[0], DELEGATE[0], TARGET[0]
FIRST_DISCARD, FIRST_PICK, FIRST_CLEAR = DISCARD[0], PICK[0], CLEAR[0]
assert tuple(range(DESIGNS)) == PLAY
