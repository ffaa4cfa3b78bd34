"""The odds of a season: made by a worker, kept, shown, and scored once it is over."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from characters.models import Character
from games.models import Sheet
from league.forecasts.charts import PlaceRange, place_range
from league.forecasts.models import SeasonForecast
from league.forecasts.rules.season_chances import SEASON_METHOD
from league.forecasts.services import make_season_forecasts
from league.forecasts.tasks import forecast_seasons
from league.models import PeriodicRun, Season
from league.results.services.games import correct_game, void_game
from league.standings.services.divisions import move_to_division, set_divisions
from tests.factories.characters import hire
from tests.factories.games import played
from tests.factories.pages import text
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season, set_house_rules
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    made = a_season()
    ends(made, 30)
    return made


@pytest.fixture
def cast(season) -> list[Character]:
    return [hire(season, name) for name in ("Ada", "Bo", "Cleo", "Dev")]


def ends(season: Season, in_days: int | None) -> None:
    season.ends_on = None if in_days is None else timezone.localdate() + timedelta(days=in_days)
    season.save(update_fields=["ends_on"])


def games(season: Season, *people: Character, count: int, first: int = 1) -> None:
    """On days before today, the first of them wins."""
    for number in range(first, first + count):
        moment = timezone.now() - timedelta(days=40 - number)
        points = range(110, 0, -25)
        seats = [at(who, score) for who, score in zip(people, points, strict=False)]
        played(season, f"g{number}", *seats, day=moment, target=100)


def page(season: Season, client: Client | None = None) -> str:
    return text((client or Client()).get(f"/seasons/{season.slug}/odds/"))


@pytest.mark.parametrize(("places", "drawn"), [((1, 1, 1), (0, 25, 12)), ((2, 3, 4), (25, 75, 62))])
def test_a_bar_of_places_begins_before_the_first_of_them_and_ends_after_the_last(places, drawn):
    assert place_range(*places, lowest=4) == PlaceRange(*drawn)


def test_a_forecast_is_made_once_for_each_change_of_the_results_and_stays(season, cast):
    assert make_season_forecasts() == 0, "nobody has played"
    games(season, *cast, count=2)
    assert make_season_forecasts() == 1 and make_season_forecasts() == 0
    games(season, *cast, count=1, first=3)
    assert make_season_forecasts() == 1
    first, second = SeasonForecast.objects.order_by("id")
    assert (first.results, second.results) == (8, 12) and first.games > 0
    for change in (lambda: first.delete(), lambda: SeasonForecast.objects.filter(pk=first.pk).update(games=9)):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()


def test_a_correction_and_a_voided_game_lead_to_other_odds(season, cast):
    ada, bo = cast[:2]
    game = played(season, "swapped", at(ada, 110), at(bo, 20), day=timezone.now() - timedelta(days=3), target=100)
    games(season, ada, bo, count=1)
    make_season_forecasts()
    correct_game(
        season_game=game,
        sheet=a_sheet(at(bo, 110), at(ada, 20), day=timezone.now() - timedelta(days=3)),
        reason="seats were swapped",
        source=Sheet.WEB,
    )
    make_season_forecasts()
    void_game(season_game=game, reason="never played")
    make_season_forecasts()
    leads, level, leads_again = [
        next(row.places[0] for row in one.chances if row.character == ada.pk)
        for one in SeasonForecast.objects.order_by("id")
    ]
    assert leads > level < leads_again


def test_another_last_day_leads_to_another_forecast(season, cast):
    games(season, *cast, count=2)
    make_season_forecasts()
    ends(season, 60)
    assert make_season_forecasts() == 1
    sooner, later = SeasonForecast.objects.order_by("id")
    assert later.games > sooner.games


def test_the_worker_makes_them_every_so_often(season, cast):
    games(season, *cast, count=1)
    forecast_seasons()
    games(season, *cast, count=1, first=2)
    forecast_seasons()
    assert SeasonForecast.objects.count() == 1, "an evening's games come together"
    PeriodicRun.objects.update(ran_at=timezone.now() - timedelta(minutes=1))
    forecast_seasons()
    assert SeasonForecast.objects.count() == 2


def test_a_season_without_a_last_day_says_what_is_missing(season, cast):
    ends(season, None)
    games(season, *cast, count=2)
    assert make_season_forecasts() == 0
    assert "no last day yet" in page(season) and "Edit the season" not in page(season)
    organiser = Client()
    organiser.force_login(an_organiser(season))
    shown = page(season, client=organiser)
    assert "Set the last day of the season" in shown and "Edit the season" in shown


def test_a_season_that_was_over_before_has_none(season, cast):
    games(season, *cast, count=2)
    ends(season, -1)
    assert make_season_forecasts() == 0
    assert "This season had no odds" in page(season) and "over before any forecast was made" in page(season)


@pytest.mark.parametrize("foretold", [True, False])
def test_a_season_that_is_over_has_a_tab_of_odds_if_some_were_made(season, cast, foretold):
    games(season, *cast, count=5)
    tab = f"/seasons/{season.slug}/odds/"
    assert tab in text(Client().get(season.get_absolute_url()))
    if foretold:
        make_season_forecasts()
    ends(season, -1)
    assert (tab in text(Client().get(season.get_absolute_url()))) == foretold


def test_games_of_long_ago_are_not_drawn_again(season, cast):
    played(season, "old", *(at(who, 110 - 30 * n) for n, who in enumerate(cast)), target=100)
    make_season_forecasts()
    made = SeasonForecast.objects.get()
    assert made.games == 0 and [row.places[0] for row in made.chances] == [10_000, 0, 0, 0]


def test_the_page_says_who_may_come_first(season, cast):
    assert "The odds appear a few seconds after" in page(season)
    games(season, *cast, count=4)
    make_season_forecasts()
    shown = page(season)
    assert "Who finishes where?" in shown and "more games will be played" in shown
    assert all(who.name in shown for who in cast)
    assert "Up" not in shown.split("Most likely")[1].split("Made on")[0]
    assert Client().get("/seasons/nowhere/odds/").status_code == 404


def test_divisions_have_their_ways_up_and_down(season, cast):
    upper, lower = set_divisions(season=season, names=["Upper", "Lower"])
    for who, division in zip(cast, (upper, upper, lower, lower), strict=True):
        move_to_division(division=division, character=who)
    games(season, *cast, count=3)
    make_season_forecasts()
    rows = {row.character: row for row in SeasonForecast.objects.get().chances}
    ada, bo, cleo, dev = (rows[who.pk] for who in cast)
    assert (ada.up, bo.up, cleo.down, dev.down) == (None, None, None, None)
    assert ada.down + bo.down == cleo.up + dev.up == 10_000
    assert "Down" in page(season)


def test_the_course_of_the_odds_is_drawn_from_the_second_day_on(season, cast):
    games(season, *cast, count=2)
    make_season_forecasts()
    assert "Chance of first place, in percent" not in page(season)
    newest = SeasonForecast.objects.get()
    earlier = {"results": 4, "last_result": newest.last_result - 4, "made_at": timezone.now() - timedelta(days=5)}
    said = {name: getattr(newest, name) for name in ("season", "method", "ends_on", "games", "odds")}
    SeasonForecast.objects.bulk_create([SeasonForecast(**said, **earlier)])
    assert "Chance of first place, in percent" in page(season)


def test_programs_read_the_same(season, cast):
    address = f"/api/v1/seasons/{season.slug}/odds/"
    assert Client().get(address).status_code == 404
    games(season, *cast, count=2)
    make_season_forecasts()
    said = Client().get(address).json()
    assert said["results"] == 8 and said["ends_on"] == season.ends_on.isoformat()
    assert said["rows"][0]["character"] == cast[0].slug
    assert sum(row["places"][0] for row in said["rows"]) == 10_000
    assert Client().get("/api/v1/seasons/nowhere/odds/").status_code == 404


def test_forecasts_are_scored_when_the_season_is_over(season, cast):
    games(season, *cast, count=4)
    make_season_forecasts()
    ends(season, -10)
    assert "Brier score" not in page(season), "made after its last day, so nothing was foretold"
    newest = SeasonForecast.objects.get()
    said = {name: getattr(newest, name) for name in ("season", "method", "games", "odds", "results", "last_result")}
    when = {"made_at": timezone.now() - timedelta(days=30), "ends_on": date(2026, 1, 1)}
    SeasonForecast.objects.bulk_create([SeasonForecast(**said, **when)])
    shown = page(season)
    assert "What the odds were" in shown and "First place of a season" in shown and "Brier score" in shown
    assert "Of 4 intervals of places" in shown
    public = text(Client().get(f"/leagues/{season.league.slug}/forecasts/"))
    assert "Among the first three of a season" in public
    assert newest.method == SEASON_METHOD


def test_forecasts_of_another_method_are_kept_and_scored_apart(season, cast):
    games(season, *cast, count=4)
    make_season_forecasts()
    newest = SeasonForecast.objects.get()
    said = {name: getattr(newest, name) for name in ("season", "games", "odds", "results", "last_result")}
    before = {"made_at": timezone.now() - timedelta(days=30), "ends_on": date(2026, 1, 1)}
    SeasonForecast.objects.bulk_create(
        [SeasonForecast(method=one, **said, **before) for one in ("season/1", SEASON_METHOD)]
    )
    ends(season, -10)
    address = f"leagues/{season.league.slug}/forecasts/"
    public = text(Client().get(f"/{address}"))
    assert "First place of a season (method season/1)" in public
    rows = Client().get(f"/api/v1/{address}").json()
    assert [(one["forecast"], one["method"]) for one in rows] == [
        ("first", SEASON_METHOD),
        ("podium", SEASON_METHOD),
        ("first", "season/1"),
        ("podium", "season/1"),
    ]


def test_a_season_that_ended_by_an_older_method_keeps_what_was_foretold(season, cast):
    games(season, *cast, count=2)
    make_season_forecasts()
    said = {name: getattr(SeasonForecast.objects.get(), name) for name in ("games", "odds", "results", "last_result")}
    old = Season.objects.create(
        league=season.league, name="Old", slug="old", draw_seed="x", ends_on=timezone.localdate() - timedelta(days=3)
    )
    set_house_rules(old)
    SeasonForecast.objects.bulk_create([SeasonForecast(season=old, method="season/1", ends_on=old.ends_on, **said)])
    assert "What the odds were" in page(old)
