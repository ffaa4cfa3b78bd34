"""Ratings of bots out of an arena, by OpenSkill's Plackett-Luce model. Needs the package `openskill`.

All seats of a match are compared: who won is first, the others follow by their points. A bot that sits there more than
once learns from each of its seats, and counts the mean of them as one game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from statistics import fmean

from engine.core.arena import Match

_openskill = import_module("openskill.models")


@dataclass(frozen=True, slots=True)
class Rating:
    """`mu` on OpenSkill's scale, where everybody begins with 25; with 95 % certainty it lies in `interval`."""

    bot: str
    games: int
    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.mu - 1.96 * self.sigma, self.mu + 1.96 * self.sigma


def rated(played: Iterable[Match]) -> list[Rating]:
    """The bots of some matches, best first."""
    # No drift: a bot does not get better from game to game.
    model = _openskill.PlackettLuce(tau=0.0)
    known: dict[str, tuple[float, float]] = {}
    games: dict[str, int] = {}
    for match in played:
        teams = [[model.create_rating([*known.get(bot, (model.mu, model.sigma))])] for bot in match.bots]
        after = model.rate(teams, ranks=_places(match))
        for bot in set(match.bots):
            own = [after[seat][0] for seat, other in enumerate(match.bots) if other == bot]
            known[bot] = fmean(one.mu for one in own), fmean(one.sigma for one in own)
            games[bot] = games.get(bot, 0) + 1
    rows = [Rating(bot, games[bot], mu, sigma) for bot, (mu, sigma) in known.items()]
    return sorted(rows, key=lambda row: row.mu, reverse=True)


def _places(match: Match) -> list[float]:
    """1 for whoever won; of the others those with more points are ahead, equal ones share a place."""
    better = [(seat in match.winners, points) for seat, points in enumerate(match.points)]
    return [1.0 + sum(other > own for other in better) for own in better]
