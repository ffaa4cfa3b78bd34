"""Ratings: how well a character plays one game, estimated from the order in which characters finished.

OpenSkill's Plackett-Luce model with its published parameters. A rating is an estimate and no score: it is the one
figure of the house that is a float, no standings ask for it, and it never breaks a tie.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import exp, sqrt
from operator import itemgetter
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.translatable import said
from league.core.rules.unfolding import enough_for_a_rating

MODEL = PlackettLuce()
TAU_SQUARED, BETA_SQUARED = MODEL.tau**2, MODEL.beta**2
WIDEST_SIGMA = 7.5
MIDDLE, POINTS_PER_MU = 1000, 20
TOLERANCE = 1e-9

PROVISIONAL, ROUGH, FAIR, FIRM = CERTAINTIES = (said("provisional"), said("rough"), said("fair"), said("firm"))
_WORDS_UP_TO = ((150, FIRM), (220, FAIR))

Places = Sequence[tuple[int | None, int]]
"""Each seat's character, None for a guest, and its place; 1 is first, equal seats share the better place."""


class RatingEstimate(NamedTuple):
    """The estimate of a character after `games` games: a normal distribution on OpenSkill's own scale, where a newcomer
    has 25 and 25/3."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating for people: 1,000 is where everybody begins. With 95 % the truth lies within `margin` of `value`."""

    value: int
    margin: int
    certainty: str

    @property
    def low(self) -> int:
        return self.value - self.margin

    @property
    def high(self) -> int:
        return self.value + self.margin

    @property
    def provisional(self) -> bool:
        return self.certainty == PROVISIONAL


NEWCOMER = RatingEstimate()


def rate_game(
    before: Mapping[int, RatingEstimate], places: Places, sides: Sequence[str] = ()
) -> dict[int, RatingEstimate]:
    """Return the estimates of a table's characters after the game; a character that is not in `before` is a newcomer.

    A guest holds its place with a newcomer's estimate, and nothing is remembered of it. A table of one tells nothing.
    `sides`: that of each seat, if sides play each other; a side is rated as a team.
    """
    if sides:
        return _rate_sides(before, places, sides)
    ordered = sorted(places, key=itemgetter(1))
    earlier = [NEWCOMER if who is None else before.get(who, NEWCOMER) for who, _ in ordered]
    after = [(estimate.mu, estimate.sigma) for estimate in earlier]
    if len(after) > 1:
        after = _plackett_luce(after, [place for _, place in ordered])
    return {
        who: RatingEstimate(mu, sigma, then.games + 1)
        for (who, _), then, (mu, sigma) in zip(ordered, earlier, after, strict=True)
        if who is not None
    }


def _rate_sides(
    before: Mapping[int, RatingEstimate], places: Places, sides: Sequence[str]
) -> dict[int, RatingEstimate]:
    teams: dict[str, list[tuple[int | None, int]]] = {}
    for side, seat in zip(sides, places, strict=True):
        teams.setdefault(side, []).append(seat)
    earlier = [[NEWCOMER if who is None else before.get(who, NEWCOMER) for who, _ in team] for team in teams.values()]
    rated = [[MODEL.rating(mu=estimate.mu, sigma=estimate.sigma) for estimate in team] for team in earlier]
    after = (
        MODEL.rate(rated, ranks=[min(place for _, place in team) for team in teams.values()])
        if len(teams) > 1
        else rated
    )
    return {
        who: RatingEstimate(new.mu, new.sigma, then.games + 1)
        for team, old, news in zip(teams.values(), earlier, after, strict=True)
        for (who, _), then, new in zip(team, old, news, strict=True)
        if who is not None
    }


def strengths(table: Sequence[RatingEstimate]) -> list[float]:
    """Return how strong each is at a table: by the model one comes before another with its part of both strengths."""
    scale = sqrt(sum(estimate.sigma**2 + BETA_SQUARED for estimate in table))
    return [exp(estimate.mu / scale) for estimate in table]


def _plackett_luce(earlier: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """Return what `MODEL.rate` says of teams of one, the first place first, as mu and sigma. The model itself spends
    most of its time on copies and on checks of its arguments. Weng and Lin (2011), algorithm 4."""
    sigmas = [sqrt(sigma * sigma + TAU_SQUARED) for _, sigma in earlier]
    c = sqrt(sum(sigma**2 + BETA_SQUARED for sigma in sigmas))
    strengths = [exp(mu / c) for mu, _ in earlier]
    left = [
        sum(strength for strength, place in zip(strengths, places, strict=True) if place >= mine) for mine in places
    ]
    level = [places.count(mine) for mine in places]
    after = []
    for i, ((mu, _), sigma, strength) in enumerate(zip(earlier, sigmas, strengths, strict=True)):
        omega = delta = 0.0
        for q, (place, rest, tied) in enumerate(zip(places, left, level, strict=True)):
            if place <= places[i]:
                chance = strength / rest
                omega += ((q == i) - chance) / tied
                delta += chance * (1 - chance) / tied
        shrinks = delta * (sigma**2 / c**2) * (sigma / c)
        after.append((mu + omega * (sigma**2 / c), sigma * sqrt(max(1 - shrinks, MODEL.kappa))))
    return after


def rate_games(
    games: Iterable[Places],
    before: Mapping[int, RatingEstimate] | None = None,
    sides: Iterable[Sequence[str]] = repeat(()),
) -> Iterator[dict[int, RatingEstimate]]:
    """Yield for games in order of play the estimates of each table after its game. `before`: those before the first;
    `sides`: those of each game, if sides play each other."""
    estimates = dict(before or {})
    for places, played_by in zip(games, sides, strict=False):
        after = rate_game(estimates, places, played_by)
        estimates |= after
        yield after


def shown_rating(estimate: RatingEstimate) -> ShownRating:
    """Return the rating as people read it. Provisional before the fifth game and while the margin is above 300."""
    value = round(MIDDLE + POINTS_PER_MU * (estimate.mu - MODEL.mu))
    margin = round(2 * POINTS_PER_MU * estimate.sigma)
    if not enough_for_a_rating(estimate.games) or estimate.sigma > WIDEST_SIGMA:
        return ShownRating(value, margin, PROVISIONAL)
    return ShownRating(value, margin, next((word for most, word in _WORDS_UP_TO if margin <= most), ROUGH))


def differs(first: RatingEstimate, second: RatingEstimate) -> bool:
    """Return whether two estimates are not the same figures; the last digits are the processor's business."""
    return (
        first.games != second.games
        or abs(first.mu - second.mu) > TOLERANCE * max(1, abs(first.mu))
        or abs(first.sigma - second.sigma) > TOLERANCE
    )
