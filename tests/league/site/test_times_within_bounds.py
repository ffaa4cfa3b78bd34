"""Stored times lie between 1950 and 2200, whatever door they come through, and no page falls over an odd one."""

import json
from datetime import UTC, date, datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.template import Context, Template
from django.utils import timezone

from characters.rules.facts import BETWEEN, bounds_problem
from games.models import Sheet
from league.clubs.services.leagues import change_season, create_season
from league.config.middleware import ReadersZone
from league.models import Season, Tournament
from league.tournaments.archive.rules.archive import read_archive
from league.tournaments.stages.services import edit_tournament
from tests.factories.archives import an_archive
from tests.factories.thursday_club import a_report
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
OUTSIDE = [
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(1949, 12, 31, 23, 59, 59, tzinfo=UTC),
    datetime(2200, 1, 1, 0, 0, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
]


@pytest.mark.rule("contract 5")
@pytest.mark.parametrize("when", OUTSIDE)
def test_a_time_outside_is_refused_in_a_sentence(when):
    assert BETWEEN in bounds_problem(when)
    assert bounds_problem(when.date()) or when.date() == date(2200, 1, 1)


@pytest.mark.parametrize("when", [datetime(1950, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)])
def test_the_bounds_themselves_are_within(when):
    assert bounds_problem(when) == bounds_problem(when.date()) == ""


@pytest.mark.parametrize("when", OUTSIDE)
def test_no_service_stores_one(when):
    tournament = a_tournament()
    with pytest.raises(ValidationError, match="must lie between"):
        edit_tournament(tournament=tournament, starts_at=when)
    day = date(9999, 1, 1) if when.year > 2000 else when.date()
    season = Season.objects.latest("pk")
    with pytest.raises(ValidationError, match="must lie between"):
        create_season(league=season.league, name="Once upon a time", starts_on=day)
    with pytest.raises(ValidationError, match="must lie between"):
        change_season(season=season, name=season.name, starts_on=None, ends_on=day)


@pytest.mark.parametrize("when", OUTSIDE)
def test_no_row_holds_one(when):
    tournament = a_tournament()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(starts_at=when)
    day = date(9999, 1, 1) if when.year > 2000 else when.date()
    for field in ("starts_on", "ends_on"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Season.objects.update(**{field: day})


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "UTC"])
@pytest.mark.parametrize("when", OUTSIDE)
def test_a_page_shows_any_time_in_any_zone(zone, when):
    with timezone.override(ReadersZone(zone)):
        shown = Template("{{ when }} {{ when|date:'c' }} {{ when|timesince }}").render(Context({"when": when}))
    assert str(when.year) in shown or str(when.year + 1) in shown or str(when.year - 1) in shown


def test_a_readers_zone_shows_ordinary_times_as_its_zone_does():
    noon = datetime(2026, 7, 1, 12, tzinfo=UTC)
    with timezone.override(ReadersZone("Europe/Berlin")):
        assert timezone.localtime(noon).hour == 14


@pytest.mark.parametrize("when", ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_the_api_takes_none(thursday, problems, when):
    client = thursday.client("otto")
    report = a_report("Ada", "Bo", played_at=when)
    answer = client.post("/api/v1/games/", report, format="json")
    assert (answer.status_code, BETWEEN in problems(answer)["played_at"]) == (400, True)
    tournament = {
        "season": thursday.season.slug,
        "name": "Never",
        "system": "career_compass",
        "edition": "london",
        "starts_at": when,
    }
    answer = client.post("/api/v1/tournaments/", tournament, format="json")
    assert (answer.status_code, BETWEEN in problems(answer)["starts_at"]) == (400, True)
    assert (Sheet.objects.count(), Tournament.objects.count()) == (0, 0)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
@pytest.mark.parametrize("typed", ["0001-01-01T00:00", "9999-12-31T23:59"])
def test_the_forms_take_none(client, thursday, zone, typed):
    client.force_login(thursday.users["otto"])
    client.cookies["zone"] = zone
    slug = thursday.season.slug
    page = client.post(
        f"/seasons/{slug}/tournaments/new/",
        {"name": "Never", "system": "career_compass", "edition": "london", "starts_at": typed},
    )
    assert (page.status_code, BETWEEN in page.content.decode()) == (422, True)
    page = client.post(f"/seasons/{slug}/edit/", {"name": "Never", "starts_on": typed[:10]})
    assert (page.status_code, BETWEEN in page.content.decode()) == (422, True)
    assert Tournament.objects.count() == 0


def test_an_archive_with_one_is_refused_at_its_place():
    archive = an_archive()
    archive["tournament"]["starts_at"] = "9999-12-31T23:59:59Z"
    _, problems = read_archive(json.dumps(archive).encode())
    assert [str(one) for one in problems if "2200-01-01" in str(one)] != []
