"""The annual report: a page, a paper, and each character's own part; every figure as other pages have it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from characters.models import Character
from league.clubs.services.leagues import create_season
from league.forecasts.rules.expectations import FEWEST_GAMES
from league.models import Season
from league.reports.queries.annual_report import annual_report
from tests.factories.careers import climb
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.forecasts import season_forecasts_between_games
from tests.factories.friday_club import play_to_retirement
from tests.factories.games import a_game_of, played, review
from tests.factories.pages import text
from tests.factories.printed import pages_of
from tests.factories.ratings import rate
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db
REPORT = "/seasons/spring-2026/report/"
PICTURED = ("Standings", "Records of the season")


@pytest.fixture
def season(db) -> Season:
    return a_season("spring-2026")


@pytest.fixture
def ada(season) -> Character:
    return hire(season, "Ada")


@pytest.fixture
def year(season, ada) -> Season:
    """Ada climbs two levels at the expense of Rival; Bo and Cleo play each other, and Cleo always wins."""
    climb(season, ada, 2)
    bo, cleo = hire(season, "Bo"), hire(season, "Cleo")
    for number in range(FEWEST_GAMES):
        moment = on_day(10) + timedelta(days=number)
        played(season, f"g{number}", at(cleo, 110), at(bo, 20), day=moment, target=100)
    review()
    rate()
    return season


def test_a_season_without_games_says_when_the_report_comes_and_what_to_do(season):
    page = text(Client().get(REPORT))
    assert "Nothing to report yet" in page and f'href="{reverse("result_enter")}"' in page
    assert Client().get("/seasons/nowhere/report/").status_code == 404


def test_its_standings_and_records_have_faces(year):
    page = text(Client().get(REPORT))
    standings, records = (page.partition(f">{title}</h2>")[2].partition("</section>")[0] for title in PICTURED)
    assert standings.count('class="portrait') == 4 and 'class="portrait' in records


def test_its_figures_are_those_of_the_season(year):
    found = annual_report(year)
    assert found is not None
    assert (found.games, found.characters, found.moves["promotion"]) == (5, 4, 2)
    assert [(one.title, [who.name for who in one.people]) for one in found.rolls] == [
        ("Manager", ["Ada"]),
        ("Senior", ["Ada"]),
    ]
    assert found.luckiest is not None and found.luckiest.person.name == "Cleo", "Ada has too few rated games"
    assert found.hardest is not None and found.hardest.person.name == "Bo", "who met a winner"
    [careers] = found.balance
    assert (careers.name, careers.games, careers.seats) == ("Careers", 5, [(1, 5, 5, 500), (2, 0, 5, 500)])
    page = text(Client().get(REPORT))
    for said in (
        "5 games",
        "4 characters",
        "Letter from the board",
        "Human Resources signed 2 promotions",
        "Luckiest season",
    ):
        assert said in page, said
    assert "is under way" in page and "Forecasts and how they did" not in page


def test_of_many_games_only_those_played_most_are_drawn(year, monkeypatch):
    a_game_of("office_job", year, [*Character.objects.order_by("pk")[:2], None], day=9)
    assert [balance.name for balance in annual_report(year).balance] == ["Careers", "Office Job"]
    monkeypatch.setattr("league.reports.queries.annual_report.BALANCED", 1)
    assert [balance.name for balance in annual_report(year).balance] == ["Careers"]
    assert "These games were played most; 1 more was played." in text(Client().get(REPORT))


def test_once_it_is_over_it_says_so(year):
    Season.objects.filter(pk=year.pk).update(ends_on=timezone.localdate() - timedelta(days=1))
    assert "is over" in text(Client().get(REPORT))


def test_what_is_drawn_says_how_to_read_it(year):
    page = text(Client().get(REPORT))
    assert "Season points over time" in page and "Places over the season" in page
    assert "seat 1</text>" in page and "5 of 5, 100 %</text>" in page
    assert "The mark is where a bar ends" in page


def test_forecasts_of_a_season_that_is_over_are_told_and_drawn_on_the_page_and_on_paper(year):
    year.ends_on = timezone.localdate() + timedelta(days=1)
    year.save()
    season_forecasts_between_games(year, 2)
    assert "Forecasts and how they did" not in text(Client().get(REPORT)), "it is not over"
    Season.objects.filter(pk=year.pk).update(ends_on=timezone.localdate() - timedelta(days=1))
    page = text(Client().get(REPORT))
    assert "Forecasts and how they did" in page and page.count("happened, in percent</text>") == 2
    paper = "\n".join(pages_of(Client().get("/seasons/spring-2026/report.pdf").content))
    assert paper.count("happened, in percent") == 2 and "First place of a season:" in paper


def test_the_seasons_records_are_of_its_own_games(year):
    other = create_season(league=year.league, name="Autumn 2026")
    rich, poor = Character.objects.get(name="Bo"), Character.objects.get(name="Cleo")
    played(other, "later", at(rich, 900, cash=900_000), at(poor, 10), day=on_day(20), target=100)
    review()
    names = {one.key: one.person.name for one in annual_report(year).records}
    assert names["run"] == "Cleo" and names.get("cash") != "Bo"


def test_who_left_is_named_after_who_rose_and_the_rest_are_counted(club, monkeypatch):
    play_to_retirement(club, club.overtime)
    [*levels, left] = annual_report(club.season).rolls
    assert len(levels) == 5 and (left.title, [who.name for who in left.people], left.more) == (
        "Golden parachutes",
        ["Ada Overtime"],
        0,
    )
    monkeypatch.setattr("league.reports.queries.annual_report.NAMED", 0)
    assert annual_report(club.season).rolls[-1].more == 1
    page = text(Client().get(f"/seasons/{club.season.slug}/report/"))
    assert "and 1 more" in page.partition("<summary>Golden parachutes")[2].partition("</details>")[0]
