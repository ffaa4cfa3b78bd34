"""Choose the season where nobody names one: the one that runs, then the newest that is over."""

from datetime import date

import pytest
from django.test import Client

from league.clubs.queries import current_first, current_season, current_seasons
from league.models import League, Season
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 26)


def season(league: League, name: str, starts_on: date | None = None, ends_on: date | None = None) -> Season:
    return Season.objects.create(
        league=league, name=name, slug=name.lower(), draw_seed="seed", starts_on=starts_on, ends_on=ends_on
    )


@pytest.fixture
def league() -> League:
    return League.objects.create(name="Club", slug="club")


def test_seasons_stand_in_the_order_in_which_one_means_them(league: League):
    season(league, "Later", date(2028, 1, 1))
    season(league, "Next", date(2026, 11, 27))
    season(league, "Older", date(2024, 1, 1), date(2024, 6, 30))
    season(league, "Over", date(2026, 1, 1), date(2026, 11, 25))
    season(league, "Undated")
    season(league, "Running", date(2025, 10, 1))
    season(league, "Last day", date(2025, 9, 1), TODAY)
    names = [row.name for row in current_first(league.seasons.all(), today=TODAY)]
    assert names == ["Running", "Last day", "Undated", "Over", "Older", "Next", "Later"]


def test_a_season_that_is_over_gives_way_to_one_that_runs(league: League):
    over, undated = season(league, "Spring", date(2026, 1, 1), date(2026, 6, 30)), season(league, "Thursdays")
    assert current_season(league, today=TODAY) == undated
    assert current_season(league, today=date(2026, 6, 30)) == over


def test_each_league_has_a_season_of_its_own(league: League):
    first, other = season(league, "Autumn", date(2026, 9, 1)), a_season("elsewhere")
    assert current_seasons([league.pk, other.league_id, 0], today=TODAY) == {league.pk: first, other.league_id: other}


def test_a_league_without_a_season_has_no_current_one(league: League):
    assert current_season(league, today=TODAY) is None


def test_a_new_table_is_for_the_season_that_runs(league: League, client: Client):
    season(league, "Spring", date(2026, 1, 1), date(2026, 6, 30))
    client.force_login(an_organiser(season(league, "Thursdays")))
    page = client.get("/play/new/").content.decode()
    assert page.index('value="thursdays"') < page.index('value="spring"')
