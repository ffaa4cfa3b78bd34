"""What a forecast costs for a character of a hundred games, against one fold of its life; the plan's page with odds
against the same page without; and the odds of a season, of 200 characters and of 10,000."""

import resource
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.test import Client

from characters.models import Character
from characters.queries.history import RulesByDigest, facts_of
from characters.rules.career import fold
from league.forecasts.models import Forecast
from league.forecasts.queries.odds import awaiting_forecast
from league.forecasts.rules.season_chances import PlayedGame, TakenSeat, to_come
from league.forecasts.rules.season_odds import season_odds
from league.forecasts.services import make_forecasts
from league.people.queries.urn import league_games
from league.standings.rules.tiebreaks import Counting, points_for
from tests.benchmarks.measures import measured
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]
GAMES, ROUNDS = 100, 20


def computed(act: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    start = time.process_time()
    act()
    return (time.process_time() - start) * 1000


def test_a_forecast_against_one_fold_and_its_page_against_the_same_without():
    season = a_season()
    people = [hire(season, name) for name in ("Ada", "Bo", "Cleo", "Dev")]
    for number in range(GAMES):
        winner = people[number % 4]
        others = [at(one, 20 + number * 7 % 60) for one in people if one != winner]
        played(season, f"g{number}", at(winner, 110), *others, day=1 + number % 28, target=100)
    review()
    ada = Character.objects.get(pk=people[0].pk)
    facts = facts_of([ada.pk])[ada.pk]
    house = RulesByDigest()
    folded = min(computed(lambda: fold(facts, ada.profile, house)) for _round in range(ROUNDS))
    client, address = Client(), f"/characters/{ada.slug}/plan/"
    bare = min(computed(lambda: client.get(address)) for _round in range(ROUNDS))
    waiting = awaiting_forecast().count()
    gathered = min(computed(lambda: league_games(season.league)) for _round in range(ROUNDS))
    made = computed(make_forecasts) / waiting
    page = min(computed(lambda: client.get(address)) for _round in range(ROUNDS))
    measured(
        f"A forecast for a character of {GAMES} games",
        f"{made:.0f} ms of the processor, {made / folded:.0f} times one fold of {folded:.2f} ms",
        f"the games of its league {gathered:.1f} ms, once for all that wait",
        f"its page {page:.1f} ms, {page - bare:.1f} ms dearer than without odds",
    )
    assert Forecast.objects.filter(character=ada).count() == 1


def of_a_season(characters: int) -> tuple[float, int]:
    """Half over after six weeks, six tables of four for each four characters; the processor's milliseconds and the
    most memory that this process ever had, in MB."""
    chance, now, tables = Random(characters), datetime(2026, 3, 1, tzinfo=UTC), characters * 3 // 2
    games = []
    for number in range(tables):
        seats = enumerate(chance.sample(range(characters), 4), 1)
        taken = tuple(TakenSeat(who, points_for(place, 1, 4), place == 1, 250_000) for place, who in seats)
        games.append(PlayedGame("careers", now - timedelta(days=42) * (tables - number) / tables, taken))
    coming, newest = to_come(games, now, now + timedelta(days=42))
    took = computed(lambda: season_odds(games, newest, coming, {}, Counting("best", 10), seed="seed"))
    return took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def test_the_odds_of_a_season_of_200_characters_against_one_of_10_000():
    (few, few_memory), (many, many_memory) = of_a_season(200), of_a_season(10_000)
    measured(
        "The odds of a season of which the best ten games count",
        f"200 characters: {few / 1000:.2f} s of the processor, {few_memory} MB",
        f"10,000 characters: {many / 1000:.1f} s, {many / few:.0f} times as much, {many_memory} MB",
    )
