"""The chance to come through to the next stage, before the last round and with a win in it: the open tables ended again
and again, in an order drawn from the ratings (Plackett and Luce's model, as `season_odds` draws it), the others' points
as they are. Characters that are level on points come in by lot: what decides among them is not foretold. Probabilities
are whole ten-thousandths.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from league.forecasts.rules.last_round import Runner, Through
from league.forecasts.rules.season_chances import share
from league.standings.rules.ratings import BETA_SQUARED, RatingEstimate
from league.standings.rules.tiebreaks import points_for

WORLDS = 4_000

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat of an open table; `runner` is None for a guest or a bot, who holds a place and can't go on."""

    runner: Runner | None
    strength: RatingEstimate


def through(
    tables: Sequence[Sequence[OpenSeat]], others: Sequence[Runner], cut: int, *, seed: str, worlds: int = WORLDS
) -> tuple[list[list[Through | None]], list[Through]]:
    """Return the chance to get through for every seat of the open tables, None for those without a runner, and for
    `others`."""
    chance = np.random.default_rng(list(seed.encode()))
    places = [_places(table, worlds, chance) for table in tables]
    finals = [_finals(table, place) for table, place in zip(tables, places, strict=True)]
    done = np.tile(np.array([runner.final() for runner in others], dtype=np.int64), (worlds, 1))
    points = np.concatenate([*finals, done], axis=1)
    order = np.lexsort((chance.random(points.shape), -points), axis=1)
    comes = np.empty_like(order)
    np.put_along_axis(comes, order, np.arange(points.shape[1])[None, :], axis=1)
    among = (comes < cut) & (points >= 0)
    seated, at = [], 0
    for table, place in zip(tables, places, strict=True):
        own = among[:, at : at + len(table)]
        seated.append([_told(own[:, seat], place[:, seat], sitting) for seat, sitting in enumerate(table)])
        at += len(table)
    return seated, [Through(_share(among[:, at + number]), None) for number in range(len(others))]


def _places(table: Sequence[OpenSeat], worlds: int, chance: np.random.Generator) -> Numbers:
    """Return the place, from 0, of each seat in each world."""
    mu, sigma = (np.array([sitting.strength[part] for sitting in table]) for part in (0, 1))
    shape = (worlds, len(table))
    form = chance.normal(mu, sigma, shape) + chance.gumbel(size=shape) * np.sqrt(len(table) * BETA_SQUARED)
    return np.argsort(np.argsort(-form, axis=1), axis=1)


def _finals(table: Sequence[OpenSeat], places: Numbers) -> Numbers:
    """Return the units in the end; -1 for seats that can't go on."""
    gains = [points_for(place, 1, len(table)) for place in range(1, len(table) + 1)]
    worth = np.array(
        [[-1 if sitting.runner is None else sitting.runner.final(gain) for gain in gains] for sitting in table]
    )
    return worth[np.arange(len(table))[None, :], places]


def _told(among: Numbers, place: Numbers, sitting: OpenSeat) -> Through | None:
    if sitting.runner is None:
        return None
    wins = place == 0
    return Through(_share(among), _share(among[wins]) if wins.any() else None)


def _share(holds: Numbers) -> int:
    return share(int(np.count_nonzero(holds)), len(holds))
