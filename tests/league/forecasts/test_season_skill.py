"""Seasons whose strengths are known, foretold at their half and lived to their end: the odds are better than giving
everybody the same chance, and four in five intervals of places hold."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import exp
from random import Random

import pytest

from league.forecasts.rules.scores import ForecastOutcome, score
from league.forecasts.rules.season_chances import PlayedGame, TakenSeat, to_come
from league.forecasts.rules.season_odds import season_odds
from league.standings.rules.ratings import RatingEstimate, rate_games
from league.standings.rules.tiebreaks import Counting, points_for

SEASONS, CHARACTERS, GAMES = 60, 12, 60
BEGINS = datetime(2026, 1, 1, 20, tzinfo=UTC)
DAY = timedelta(days=1)


def lived(chance: Random) -> list[PlayedGame]:
    """A game a day with four of them; who comes to play often and how strong they are, nobody knows."""
    strength = {who: chance.gauss(0, 1) for who in range(CHARACTERS)}
    eager = {who: chance.random() + 0.2 for who in range(CHARACTERS)}
    return [a_game(BEGINS + number * DAY, strength, eager, chance) for number in range(GAMES)]


def a_game(when: datetime, strength: dict[int, float], eager: dict[int, float], chance: Random) -> PlayedGame:
    table = sorted(eager, key=lambda who: chance.expovariate(eager[who]))[:4]
    order = sorted(table, key=lambda who: chance.expovariate(exp(strength[who])))
    taken = (TakenSeat(who, points_for(place, 1, 4), place == 1, 250_000) for place, who in enumerate(order, 1))
    return PlayedGame("careers", when, tuple(taken))


def totals(games: Sequence[PlayedGame]) -> list[int]:
    """From first to last."""
    points = dict.fromkeys(range(CHARACTERS), 0)
    for game in games:
        for one in game.taken:
            points[one.character] += one.points
    return sorted(points, key=lambda who: -points[who])


def rated(games: Sequence[PlayedGame]) -> dict[tuple[str, int], RatingEstimate]:
    tables = [[(one.character, place) for place, one in enumerate(game.taken, 1)] for game in games]
    known: dict[int, RatingEstimate] = {}
    for after in rate_games(tables):
        known |= after
    return {("careers", who): estimate for who, estimate in known.items()}


@pytest.fixture(scope="module")
def foretold():
    """By season the chances at its half, who led then, and how it ended."""
    found = []
    for number in range(SEASONS):
        games = lived(Random(number))
        half = games[: GAMES // 2]
        now = half[-1].played_at
        coming, newest = to_come(half, now, games[-1].played_at)
        chances = season_odds(half, newest, coming, rated(half), Counting("all"), seed=str(number), worlds=200)
        found.append((chances, totals(half), totals(games)))
    return found


@pytest.mark.parametrize("places", [1, 3])
def test_the_odds_of_a_place_are_better_than_the_base_rate_and_than_as_it_stands(foretold, places):
    outcomes = [
        ForecastOutcome(sum(one.places[:places]), one.character in final[:places], one.character in half[:places])
        for chances, half, final in foretold
        for one in chances
    ]
    found = score(outcomes)
    print(f"first {places}: {found.count} scored, Brier {found.brier}, {found.skill}, {found.skill_over_same}")
    assert found.skill > 0 and found.skill_over_same > 0


def test_four_in_five_intervals_of_places_hold(foretold):
    held = [
        one.least <= final.index(one.character) + 1 <= one.most for chances, _half, final in foretold for one in chances
    ]
    share = sum(held) / len(held)
    print(f"{len(held)} intervals, {share:.1%} held")
    assert 0.75 <= share <= 0.85
