"""Rate bots from the matches of an arena, by OpenSkill's Plackett-Luce model. Needs the package `openskill`. All seats
of a match are compared: the winner is first, the others follow by their points. A bot that sits there more than once
learns from each of its seats, and counts the mean of them as one game."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from statistics import fmean

from engine.core.arena import Match

_openskill = import_module("openskill.models")


@dataclass(frozen=True, slots=True)
class BotRating:
    """A bot's rating. `mu` is on OpenSkill's scale, where everybody begins with 25; with 95 % certainty it lies in
    `interval`."""

    bot: str
    games: int
    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.mu - 1.96 * self.sigma, self.mu + 1.96 * self.sigma


def rated(played: Iterable[Match]) -> list[BotRating]:
    """Return the bots of some matches, best first."""
    # No drift: a bot does not get better from game to game.
    model = _openskill.PlackettLuce(tau=0.0)
    ratings: dict[str, tuple[float, float]] = {}
    games: dict[str, int] = {}
    for match in played:
        teams = [[model.create_rating([*ratings.get(bot, (model.mu, model.sigma))])] for bot in match.bots]
        after = model.rate(teams, ranks=_places(match))
        for bot in set(match.bots):
            own = [after[seat][0] for seat, other in enumerate(match.bots) if other == bot]
            ratings[bot] = fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own)
            games[bot] = games.get(bot, 0) + 1
    rows = [BotRating(bot, games[bot], mu, sigma) for bot, (mu, sigma) in ratings.items()]
    return sorted(rows, key=lambda row: row.mu, reverse=True)


def _places(match: Match) -> list[float]:
    """Return 1 for winners; of the others those with more points are ahead, equal ones share a place."""
    better = [(seat in match.winners, points) for seat, points in enumerate(match.points)]
    return [1.0 + sum(other > own for other in better) for own in better]
