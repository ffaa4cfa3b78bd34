"""Each character's own part of a season, as a page."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from characters.models import Character
from league.clubs.services.leagues import create_season
from league.models import Season
from league.reports.queries.personal_report import MET, personal_report, personal_reports
from tests.factories.careers import PATHS, climb
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.ratings import rate
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db
REPORT = "/seasons/spring-2026/report/"


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
    for number in range(3):
        moment = on_day(10) + timedelta(days=number)
        played(season, f"g{number}", at(cleo, 110), at(bo, 20), day=moment, target=100)
    review()
    rate()
    return season


def test_everybody_has_a_page_of_their_own(year, ada):
    found = personal_report(year, ada)
    assert found is not None
    assert (found.row.games, found.row.wins, [one.place for one in found.best]) == (2, 2, [1, 1])
    assert [event.kind for event in found.events] == ["promotion", "promotion"]
    assert (found.begun, found.ended) == ("Entry Level", "Manager")
    assert [(person.name, games) for person, games in found.met] == [("Rival", 2)]
    assert found.chart is not None and found.chart.rows[0].values == [60, 120, 120, 120, 120]
    page = text(Client().get(f"{REPORT}ada/"))
    for said in ("Personal report", "Best games", "promoted", "more opponents", "From Entry Level to Manager."):
        assert said in page, said
    assert "Season points over time" in page and "2 games together" in page
    assert f'href="{REPORT}ada.pdf"' in page and f'href="{REPORT}ada/share/"' in page
    fewer = text(Client().get(f"{REPORT}bo/"))
    assert "fewer opponents" in fewer and "Entry Level from the first game to the last." in fewer
    hire(year, "Dev")
    assert Client().get(f"{REPORT}dev/").status_code == 404
    assert Client().get(f"{REPORT}nobody/").status_code == 404


def test_levels_are_those_of_its_own_season_whatever_came_before_and_after(year, ada):
    autumn = create_season(league=year.league, name="Autumn 2026")
    played(autumn, "a1", at(ada, 2500, **PATHS), at(Character.objects.get(name="Rival"), 10), day=on_day(20))
    review()
    spring, after = personal_report(year, ada), personal_report(autumn, ada)
    assert (spring.begun, spring.ended) == ("Entry Level", "Manager")
    assert (after.begun, after.ended) == ("Manager", "Director")
    assert after.chart is None, "one day makes no line"


def test_of_many_who_were_met_the_most_frequent_are_named(season, ada):
    others = [hire(season, name) for name in ("Bo", "Cleo", "Dev", "Eve")]
    for day in range(1, 5):
        played(season, f"g{day}", at(ada, 110), *(at(one, 20) for one in others[: 5 - day]), day=day)
    review()
    [first, *_others] = personal_reports(season, 1)
    assert [(person.name, games) for person, games in first.met] == [("Bo", 4), ("Cleo", 3), ("Dev", 2)]
    assert len(first.met) == MET


def test_all_of_them_are_read_in_as_many_queries_as_some(year, ada):
    with CaptureQueriesContext(connection) as some:
        assert len(personal_reports(year, 3)) == 3, "with one of two who are level"
    with CaptureQueriesContext(connection) as all_of_them:
        found = personal_reports(year, 100)
    assert [report.row.position for report in found] == [1, 2, 3, 4]
    assert len(all_of_them) == len(some)
    assert found[[report.row.name for report in found].index("Ada")] == personal_report(year, ada)
