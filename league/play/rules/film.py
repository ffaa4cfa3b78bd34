"""Turn what one reader was told of a turn into the steps of a film, which show no more than its sentences say.

A step is a list, JSON-able: `["dice", pips, ...]`, `["walks", seat, square]`, `["lays", seat, card, ...]`,
`["throws", skill]`, `["reads", seat, level]` or `["takes", seat]`; seats are from 0, the skill is in the reader's
language.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine import Sentence
from engine.career_compass import telling as compass
from engine.career_poker import telling as poker
from league.play.rules.poker import cards_of

Step = list[Any]
_TAKES = frozenset({compass.TAKES_ALL, compass.TAKES_STACK, compass.TAKES_TRICK, poker.TAKES_TRICK})


def thrown(values: Mapping[str, Any]) -> list[int]:
    """Return the dice of a throw, without a sum of more than six pips."""
    dice = (values[name] for name in ("die", "other_die", "thrown") if name in values)
    return [pips for pips in dice if pips <= 6]


def film_of(sentences: Iterable[Sentence], say: Callable[[Sentence], str]) -> list[Step]:
    """Return the steps; `say` puts words in the reader's language."""
    return [step for sentence in sentences for step in _steps(sentence, say)]


def _steps(sentence: Sentence, say: Callable[[Sentence], str]) -> Iterator[Step]:
    values = sentence.values
    if dice := thrown(values):
        yield ["dice", *dice]
    if "at" in values:
        yield ["walks", sentence.seats[0], values["at"]]
    if "laid" in values:
        yield ["lays", sentence.seats[0], *cards_of(values["laid"])]
    if "skill" in values and "level" not in values:
        skill = values["skill"]
        yield ["throws", say(skill) if isinstance(skill, Sentence) else skill]
    if "level" in values:
        yield ["reads", sentence.seats[0], values["level"]]
    if sentence.text in _TAKES:
        yield ["takes", sentence.seats[0]]
