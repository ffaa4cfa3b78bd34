"""Last rounds of tournaments whose strengths are known, foretold from ratings and then played: the odds of going on are
better than giving everybody the same chance and than the standings as they are, and what they say comes so often."""

from math import exp
from random import Random

import pytest

from league.forecasts.rules.last_round import Runner
from league.forecasts.rules.last_round_odds import OpenSeat, through
from league.forecasts.rules.scores import ForecastOutcome, score
from league.forecasts.rules.season_chances import WHOLE
from league.standings.rules.ratings import NEWCOMER, RatingEstimate, rate_games
from league.standings.rules.tiebreaks import points_for

TOURNAMENTS, CHARACTERS, ROUNDS, SEATS, CUT, WORLDS = 80, 16, 4, 4, 4, 400
BEFORE = 30  # tables of the league before the tournament
Table = list[int]


def tables_of(chance: Random) -> list[Table]:
    drawn = chance.sample(range(CHARACTERS), CHARACTERS)
    return [drawn[at : at + SEATS] for at in range(0, CHARACTERS, SEATS)]


def ended(table: Table, strength: list[float], chance: Random) -> Table:
    """From first to last, as Plackett and Luce have it."""
    return sorted(table, key=lambda who: chance.expovariate(exp(strength[who])))


def rated(games: list[Table]) -> dict[int, RatingEstimate]:
    known: dict[int, RatingEstimate] = {}
    for after in rate_games([[(who, place) for place, who in enumerate(game, 1)] for game in games]):
        known |= after
    return known


def totals(games: list[Table]) -> dict[int, int]:
    points = dict.fromkeys(range(CHARACTERS), 0)
    for game in games:
        for place, who in enumerate(game, 1):
            points[who] += points_for(place, 1, SEATS)
    return points


def first_of(points: dict[int, int], chance: Random) -> set[int]:
    """Who is level comes in by lot."""
    return set(sorted(points, key=lambda who: (-points[who], chance.random()))[:CUT])


def foretold(seed: int) -> list[ForecastOutcome]:
    chance = Random(seed)
    strength = [chance.gauss(0, 1) for _who in range(CHARACTERS)]
    league = [ended(tables_of(chance)[0], strength, chance) for _game in range(BEFORE)]
    rounds = [ended(table, strength, chance) for _round in range(ROUNDS - 1) for table in tables_of(chance)]
    known, before, last = rated(league + rounds), totals(rounds), tables_of(chance)
    sitting = [[OpenSeat(Runner(before[who], ROUNDS - 1), known.get(who, NEWCOMER)) for who in table] for table in last]
    told, _others = through(sitting, [], CUT, seed=str(seed), worlds=WORLDS)
    final = first_of(totals([*rounds, *(ended(table, strength, chance) for table in last)]), chance)
    leads = first_of(before, chance)
    return [
        ForecastOutcome(odds.chance, who in final, who in leads)
        for table, seats in zip(last, told, strict=True)
        for who, odds in zip(table, seats, strict=True)
        if odds is not None
    ]


@pytest.fixture(scope="module")
def found():
    return score([outcome for seed in range(TOURNAMENTS) for outcome in foretold(seed)])


def test_the_odds_of_going_on_are_better_than_the_base_rate_and_than_as_it_stands(found):
    print(f"{found.count} scored, Brier {found.brier}, {found.skill}, {found.skill_over_same}")
    assert found.count == TOURNAMENTS * CHARACTERS and found.happened == WHOLE * CUT // CHARACTERS
    assert found.skill > 0 and found.skill_over_same > 0


def test_what_is_called_likely_comes_as_often_as_it_is_said(found):
    many = [one for one in found.bins if one.count >= 50]
    assert len(many) >= 3
    assert all(abs(one.chance - one.happened) < WHOLE * 15 // 100 for one in many)
