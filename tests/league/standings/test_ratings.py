"""Ratings follow the confirmed sheets: whatever is reported, corrected or voided, in whatever order."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Sheet
from league.models import GameToRate, RatedGame, Rating, RatingStep, SeasonGame
from league.results.services.games import confirm_game, correct_game, dispute_game, report_game, void_game
from league.results.services.preview import preview_void
from league.standings.services.ratings import EVERY, find_unrated, rate_afresh, update_ratings
from tests.factories.cast import a_staffed_season
from tests.factories.days import on_day
from tests.factories.families import family
from tests.factories.games import a_game_of, played
from tests.factories.ratings import listed, rate, rated_afresh, rating_faults, ratings
from tests.factories.seasons import a_season, set_house_rules
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


def steps() -> list[tuple]:
    return list(RatingStep.objects.values_list("character_id", "played_at", "games", "mu", "sigma"))


def test_a_confirmed_game_moves_the_ratings_of_its_table(staffed):
    season, ada, bo, *_ = staffed
    played(season, "g1", at(ada, 120), at(bo, 40), at("Guest", 10))
    assert ratings(season) == {}
    rate()
    found = ratings(season)
    assert found["Ada"].mu > found["Bo"].mu and {one.games for one in found.values()} == {1}
    assert rating_faults() == []


def test_a_sheet_that_nobody_has_confirmed_rates_nobody(staffed):
    season, ada, bo, *_ = staffed
    game = report_game(season=season, reference="g1", sheet=a_sheet(at(ada, 120), at(bo, 40)), source=Sheet.WEB)
    dispute_game(season_game=game, reason="wrong")
    assert not update_ratings()
    confirm_game(season_game=game)
    rate()
    assert len(ratings(season)) == 2


def test_every_game_system_has_ratings_of_its_own(staffed):
    season, ada, bo, cleo, dev = staffed
    played(season, "g1", at(ada, 120), at(bo, 40))
    a_game_of("career_compass", season, [bo, ada, cleo, dev])
    rate()
    careers, compass = ratings(season), ratings(season, "career_compass")
    assert careers["Ada"].mu > careers["Bo"].mu and compass["Bo"].mu > compass["Ada"].mu
    assert set(careers) == {"Ada", "Bo"} and set(compass) == {"Ada", "Bo", "Cleo", "Dev"}


def test_a_rating_goes_on_from_one_season_of_a_league_to_the_next(staffed):
    season, ada, bo, *_ = staffed
    played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    other = a_season("autumn")
    other.league = season.league
    other.save()
    played(other, "g1", at(ada, 120), at(bo, 40), day=2)
    rate()
    assert ratings(season)["Ada"].games == 2
    assert rating_faults() == []


def test_a_late_game_is_rated_where_it_was_played(staffed):
    season, ada, bo, cleo, _ = staffed
    played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    played(season, "g3", at(bo, 120), at(cleo, 40), day=3)
    rate()
    before = listed(season)
    played(season, "g2", at(cleo, 120), at(ada, 40), day=2)
    rate()
    assert listed(season) == rated_afresh(season) != before
    order = RatingStep.objects.filter(character=cleo).order_by("games")
    assert [step.played_at for step in order] == [on_day(2), on_day(3)]


def test_games_of_one_moment_are_rated_by_reference(staffed):
    season, ada, bo, cleo, _ = staffed
    played(season, "b", at(bo, 120), at(cleo, 40))
    rate()
    played(season, "a", at(ada, 120), at(bo, 40))
    rate()
    assert list(
        RatingStep.objects.filter(character=bo).order_by("games").values_list("rated_game__game", flat=True)
    ) == [season.season_games.get(reference=reference).game_id for reference in "ab"]
    assert rating_faults() == []


def test_a_correction_rates_everything_after_it_again(staffed):
    season, ada, bo, cleo, _ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    played(season, "g2", at(bo, 120), at(cleo, 40), day=2)
    rate()
    sheet = a_sheet(at(bo, 120), at(cleo, 40), at("Guest", 80), day=5)
    correct_game(season_game=game, sheet=sheet, reason="mixed up", source=Sheet.WEB)
    rate()
    assert listed(season) == rated_afresh(season)
    assert "Ada" not in ratings(season) and rating_faults() == []


def test_a_void_takes_the_ratings_back_and_a_correction_brings_them_again(staffed):
    season, ada, bo, *_ = staffed
    sheet = a_sheet(at(ada, 120), at(bo, 40))
    game = played(season, "g1", at(ada, 120), at(bo, 40))
    rate()
    before = listed(season)
    void_game(season_game=game, reason="never played")
    rate()
    assert ratings(season) == {} and not RatedGame.objects.exists()
    correct_game(season_game=game, sheet=sheet, reason="it was", source=Sheet.WEB)
    rate()
    assert listed(season) == before


def test_practice_of_bots_is_not_rated():
    season, ada, bo, *_ = a_staffed_season(engine_games="practice")
    more = {"source": Sheet.ENGINE, "confirm": True, "played_by_bots": True}
    report_game(season=season, reference="p", sheet=a_sheet(at(ada, 120), at(bo, 40)), **more)
    rate()
    assert ratings(season) == {} and rating_faults() == []
    set_house_rules(season, engine_games="count")
    report_game(season=season, reference="q", sheet=a_sheet(at(ada, 120), at(bo, 40)), **more)
    rate()
    assert ratings(season)["Ada"].games == 1 and rating_faults() == []


def test_rating_again_changes_nothing(staffed):
    season, ada, bo, *_ = staffed
    games = [played(season, f"g{day}", at(ada, 120), at(bo, 40), day=day) for day in (1, 2, 3)]
    rate()
    before = steps(), listed(season)
    for game in games:
        GameToRate.objects.create(league=season.league, system="careers", game=game.game)
    rate()
    assert (steps(), listed(season)) == before
    rate_afresh()
    assert rate(most=1) > 3
    assert (steps(), listed(season)) == before


def test_a_preview_leaves_nothing_to_rate(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 40))
    rate()
    preview_void(season_game=game, by=None)
    assert not update_ratings()


def test_a_broken_list_does_not_hold_up_the_others(staffed):
    season, ada, bo, cleo, dev = staffed
    played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    rate()
    RatingStep.objects.update(mu=1e300)  # no figure that a game could lead to
    played(season, "g2", at(ada, 120), at(bo, 40), day=2)
    a_game_of("career_compass", season, [bo, ada, cleo, dev])
    rate()
    assert len(ratings(season, "career_compass")) == 4
    rate_afresh()
    rate()
    assert rating_faults() == []


def test_while_nothing_waits_a_look_takes_two_queries(staffed):
    season, ada, bo, *_ = staffed
    for day in range(1, 4):
        played(season, f"g{day}", at(ada, 120), at(bo, 40), day=day)
    rate()
    with CaptureQueriesContext(connection) as queries:
        assert not update_ratings()
    assert len(queries) == 2


def test_more_games_take_no_more_queries(staffed):
    season, ada, bo, *_ = staffed

    def taken(days: range) -> int:
        for day in days:
            played(season, f"g{day}", at(ada, 120), at(bo, 40), day=day)
        with CaptureQueriesContext(connection) as queries:
            assert update_ratings()
        return len(queries)

    rate()
    played(season, "g0", at(ada, 120), at(bo, 40), day=1)
    rate()
    assert taken(range(2, 3)) == taken(range(3, 13))


def some_step(rng: random.Random, season, cast, number: int) -> None:
    games = list(season.season_games.select_related("season__league", "game").order_by("pk"))
    table = [at(who, rng.choice((0, 40, 40, 90))) for who in rng.sample(cast, rng.randint(2, 4))]
    if rng.random() < 0.3:
        table.append(at("Guest", rng.choice((0, 40, 90))))
    table[0] = replace(table[0], figures={**table[0].figures, "happiness": 130})
    sheet = a_sheet(*table, day=rng.randint(1, 9))
    match rng.choice(["report", "report", "report", "correct", "correct", "void", "rate"]):
        case "report":
            more = {"reference": f"g{rng.randrange(100):02}-{number}", "source": Sheet.WEB, "confirm": True}
            report_game(season=season, sheet=sheet, **more)
        case "correct" if games:
            correct_game(season_game=rng.choice(games), sheet=sheet, reason=f"step {number}", source=Sheet.WEB)
        case "void" if games:
            void_game(season_game=rng.choice(games), reason=f"step {number}")
        case "rate":
            update_ratings(most=rng.randint(1, 3))


@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@pytest.mark.parametrize("part", family(range(3)))
@given(seed=st.integers(0, 2**32))
def test_any_order_of_reports_corrections_and_voids_ends_as_the_final_sheets_rated_afresh(seed: int, part: int):
    rng = random.Random(f"{part} {seed}")
    with transaction.atomic():
        season, *cast = a_staffed_season()
        for number in range(30):
            with suppress(ValidationError), transaction.atomic():
                some_step(rng, season, cast, number)
        rate(most=rng.randint(1, 5))
        assert listed(season) == rated_afresh(season)
        assert rating_faults() == []
        assert RatedGame.objects.count() == Sheet.objects.confirmed().count()
        assert not Rating.objects.filter(games=0).exists()
        transaction.set_rollback(True)


def forgotten(act) -> None:
    """As code did that knew of no ratings: the deed without its note."""
    known = set(GameToRate.objects.values_list("pk", flat=True))
    act()
    GameToRate.objects.exclude(pk__in=known).delete()


def test_games_whose_note_was_lost_are_found_portion_by_portion_and_rated(staffed):
    season, ada, bo, *_ = staffed
    first, second, *_ = (played(season, f"g{number}", at(ada, 120), at(bo, 40)) for number in (1, 2, 3))
    rate()
    assert find_unrated(timezone.now()) == 0
    forgotten(lambda: played(season, "g4", at(ada, 120), at(bo, 40)))
    other_way_round = a_sheet(at(ada, 40), at(bo, 120, won=True))
    forgotten(lambda: correct_game(season_game=first, sheet=other_way_round, reason="x", source=Sheet.WEB))
    forgotten(lambda: void_game(season_game=second, reason="x"))
    assert rating_faults() != []
    assert not update_ratings()
    portion, now = SeasonGame.objects.latest("pk").pk - 1, timezone.now()
    found = [find_unrated(now + look * EVERY, portion=portion) for look in range(2)]
    assert (sorted(found), find_unrated(now)) == ([1, 2], 0)
    rate()
    assert rating_faults() == []
    assert listed(season) == rated_afresh(season)


def test_the_games_of_a_list_that_is_under_way_are_not_forgotten(staffed):
    season, ada, bo, *_ = staffed
    played(season, "g1", at(ada, 120), at(bo, 40))
    assert find_unrated(timezone.now()) == 0
    rate_afresh()
    assert find_unrated(timezone.now()) == 0
