"""What takes all games to say is worked out by a worker where they are many, and is what it would be from nothing."""

import re
from datetime import timedelta
from itertools import chain

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from characters.models import Character
from characters.rules.facts import stamp
from league.models import Season, Summary
from league.reports.queries.annual_report import annual_report
from league.results.services.games import correct_game, void_game
from league.standings.queries.filtered_records import filtered_records, records_filter
from league.standings.queries.league_records import league_records
from league.standings.queries.season_race import season_race
from league.standings.services.summaries import summarise
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.ratings import rate
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db(transaction=True)
OF_ALL_RESULTS = re.compile(
    r'^SELECT (?!M(IN|AX)).*FROM "league_result" WHERE "league_result"."season_id" = \d+( GROUP| ORDER|$)'
)
PAGES = ("/seasons/{}/report/", "/seasons/{}/race/", "/seasons/{}/report/ada/")


@pytest.fixture
def season(settings) -> Season:
    """A season of four games, which are many here."""
    season, ada, bo, cleo, _ = a_staffed_season()
    played(season, "g1", at(ada, 120), at(bo, 40), at(cleo, 10), day=1)
    played(season, "g2", at(ada, 110), at(bo, 50), day=2)
    played(season, "g3", at(bo, 110), at(cleo, 50), at(ada, 20), day=3)
    played(season, "g4", at(bo, 110), at(cleo, 60), at(ada, 30), day=4)
    settings.SUMMARISED_FROM = 1
    settle()
    return season


def settle() -> None:
    review()
    rate()


def worked_out() -> None:
    """Have a worker come when every pause is over."""
    Summary.objects.update(made_at=timezone.now() - timedelta(hours=1))
    while summarise():
        pass


def named(name: str) -> Character:
    return Character.objects.get(name=name)


def figures(season: Season) -> list[object]:
    report, race = annual_report(season), season_race(season)
    assert report is not None and race.chart is not None and report.luckiest and report.hardest
    league, asked = season.league, ({"system": "careers"}, {"year": "2026"}, {"system": "careers", "year": "2026"})
    of_filters = [filtered_records(league, records_filter(league, one)) for one in asked]
    listed = (*report.records, *league_records(league), *chain.from_iterable(of_filters))
    records = [(record.key, record.feat) for record in listed]
    rolls = [(roll.title, [who.name for who in roll.people]) for roll in report.rolls]
    lines = [(line.name, list(line.values)) for line in race.chart.rows]
    luck = report.luckiest.expectation, report.hardest.expectation
    return [report.games, report.moves, rolls, luck, report.balance, records, lines]


def test_after_a_correction_and_a_void_it_is_what_it_would_be_from_nothing(season, settings):
    worked_out()
    first = figures(season)
    games = {game.reference: game for game in season.season_games.all()}
    other_way_round = a_sheet(at(named("Bo"), 140), at(named("Ada"), 30), day=2)
    correct_game(season_game=games["g2"], sheet=other_way_round, reason="mixed up", source="web")
    void_game(season_game=games["g1"], reason="never played")
    settle()
    assert figures(season) == first, "until the worker comes"
    worked_out()
    kept = figures(season)
    settings.SUMMARISED_FROM = 1_000
    assert kept == figures(season) != first


def test_nothing_is_worked_out_twice_from_the_same_results(season):
    worked_out()
    made = set(Summary.objects.values_list("kind", "made_at"))
    Summary.objects.update(made_at=timezone.now() - timedelta(hours=1))
    assert summarise() is False
    assert {kind for kind, _at in made} == {
        "league_feats",
        "game_feats",
        "season_feats",
        "season_race",
        "season_report",
    }


def test_what_1_0_kept_of_records_keeps_its_form(season):
    worked_out()
    kept = Summary.objects.filter(kind__in=("league_feats", "season_feats")).values_list("content", flat=True)
    assert {len(feat) for content in kept for feat in content.values()} == {5}


def test_games_that_wait_for_their_reviews_are_looked_through_once_more(season):
    played(season, "g5", at(named("Ada"), 110), at(named("Bo"), 20), day=5)
    worked_out_once = [summarise() for _ in range(4)]
    assert all(worked_out_once) and set(Summary.objects.values_list("version", flat=True)) == {""}
    settle()
    worked_out()
    assert "" not in Summary.objects.values_list("version", flat=True)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_reads_all_results_of_many(client, season, page):
    worked_out()
    client.get(page.format(season.slug))  # which adds up the standings
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page.format(season.slug)).status_code == 200
    assert not [query["sql"] for query in captured if OF_ALL_RESULTS.search(query["sql"])]


def test_a_page_says_when_its_games_were_looked_through_and_before_that_it_waits(client, season):
    pages = [
        f"/seasons/{season.slug}/report/",
        f"/seasons/{season.slug}/race/",
        f"/leagues/{season.league.slug}/records/",
    ]
    assert ["This many games take a while" in text(client.get(page)) for page in pages] == [True] * 3
    worked_out()
    assert ["Looked through all games on" in text(client.get(page)) for page in pages] == [True] * 3


def test_a_program_is_told_when_records_were_worked_out_and_that_they_are_not_yet(client, season, settings):
    def worked_out_at() -> str | None:
        answer = client.get(f"/api/v1/leagues/{season.league.slug}/records/").json()
        assert bool(answer["records"]) == (answer["worked_out_at"] is not None)
        return answer["worked_out_at"]

    assert worked_out_at() is None
    worked_out()
    assert worked_out_at() == stamp(Summary.objects.get(kind="league_feats").made_at)
    settings.SUMMARISED_FROM = 1_000
    assert worked_out_at() is not None, "of few games, just now"
