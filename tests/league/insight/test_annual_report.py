"""The annual report: a page, a paper, and each character's own part; every figure as other pages have it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.models import Character
from league.clubs.services import create_season
from league.core.charts import paper
from league.insight.charts.annual_paper import AnnualPaper, Part, annual_pdf, wrapped
from league.insight.queries.annual_report import annual_report, personal_report
from league.insight.queries.annual_report_words import letter_of, paper_of
from league.insight.rules.expectations import FEWEST_GAMES
from league.models import Season
from tests.factories.careers import climb
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.ratings import rate
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db
REPORT, PAPER = "/seasons/spring-2026/report/", "/seasons/spring-2026/report.pdf"


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


def test_a_season_without_games_says_when_the_report_comes(season):
    assert "Nothing to report yet" in text(Client().get(REPORT))
    assert Client().get(PAPER).status_code == 404
    assert Client().get("/seasons/nowhere/report/").status_code == 404


def test_its_figures_are_those_of_the_season(year):
    found = annual_report(year)
    assert found is not None
    assert (found.games, found.characters, found.moves["promotion"]) == (5, 4, 2)
    assert [(one.level, [who.name for who in one.people]) for one in found.appointments] == [
        ("Manager", ["Ada"]),
        ("Senior", ["Ada"]),
    ]
    assert found.luckiest is not None and found.luckiest.person.name == "Cleo", "Ada has too few rated games"
    assert found.hardest is not None and found.hardest.person.name == "Bo", "who met a winner"
    [careers] = found.balance
    assert (careers.name, careers.games, careers.seats) == ("Careers", 5, [(1, 5, 5), (2, 0, 5)])
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


def test_once_it_is_over_it_says_so(year):
    Season.objects.filter(pk=year.pk).update(ends_on=timezone.localdate() - timedelta(days=1))
    assert "is over" in text(Client().get(REPORT))


def test_the_seasons_records_are_of_its_own_games(year):
    other = create_season(league=year.league, name="Autumn 2026")
    rich, poor = Character.objects.get(name="Bo"), Character.objects.get(name="Cleo")
    played(other, "later", at(rich, 900, cash=900_000), at(poor, 10), day=on_day(20), target=100)
    review()
    names = {one.key: one.person.name for one in annual_report(year).records}
    assert names["run"] == "Cleo" and names.get("cash") != "Bo"


def test_everybody_has_a_page_of_their_own(year, ada):
    found = personal_report(year, ada)
    assert found is not None
    assert (found.row.games, found.row.wins, [one.place for one in found.best]) == (2, 2, [1, 1])
    assert [event.kind for event in found.events] == ["promotion", "promotion"]
    page = text(Client().get(f"{REPORT}ada/"))
    assert "Personal report" in page and "Best games" in page and "promoted" in page and "opponents more" in page
    assert "opponents fewer" in text(Client().get(f"{REPORT}bo/"))
    hire(year, "Dev")
    assert Client().get(f"{REPORT}dev/").status_code == 404
    assert Client().get(f"{REPORT}nobody/").status_code == 404


def sheets(paper: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", paper))


def test_it_is_printed(year):
    answer = Client().get(PAPER)
    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
    assert sheets(answer.content) == 2, "a cover, and all that there is to say"
    report = annual_report(year)
    told = paper_of(report, ["First place of a season: no better."])
    assert told.letter == letter_of(report) and told.title == year.name
    titles = [part.title for part in told.parts]
    assert titles[:2] == ["Standings", "Appointments and departures"] and titles[-1] == "Forecasts and how they did"
    assert all(part.rows for part in told.parts)


def test_a_long_one_takes_more_sheets():
    rows = [(f"{number}", "A sentence that goes on and on. " * 8) for number in range(60)]
    part = Part("Appointments", rows)
    told = AnnualPaper(
        "Spring", "League", "Annual report", "", [("Games", "5")], "Letter", ["Dear all"], "We", [part], ""
    )
    assert sheets(annual_pdf(told)) > 4


@settings(max_examples=20, deadline=None)
@given(st.text(st.sampled_from("ab é中 "), max_size=300))
def test_what_is_wrapped_keeps_every_word(words):
    with paper() as pdf:
        pdf.add_page()
        lines = wrapped(pdf, words, 40, size=10)
        assert " ".join(lines).split() == words.split()
        assert all(pdf.width_of(line, 10) <= 40 or " " not in line for line in lines)
