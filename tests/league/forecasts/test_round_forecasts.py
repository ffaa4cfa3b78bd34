"""The odds of a last round: drawn by a worker, kept, shown beside what is exact, scored when the round has ended."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from league.forecasts.models import RoundForecast
from league.forecasts.rules.season_chances import WHOLE
from league.forecasts.services import make_round_forecasts
from league.forecasts.tasks import forecast_last_rounds
from league.models import Entry, Rating, RatingList, Round, Ruling, Stage, Tournament
from tests.factories.pages import text
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
PAGE, DATA = "/tournaments/spring-open/last-round/", "/api/v1/tournaments/spring-open/last-round/"


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def entries(tournament) -> list[Entry]:
    return entered(tournament, 8)


@pytest.fixture
def last(tournament, entries) -> Round:
    """Four of eight go on. The round before, both tables ended in the order of their seats: 60, 44, 28, 12."""
    stage = a_stage(tournament, entries, rounds=2)
    for table in a_round(stage, entries[:4], entries[4:], status=Round.ENDED).tables.all():
        played_table(table)
    Stage.objects.create(tournament=tournament, number=2, name="Final", format=Stage.SWISS, rounds=1, cut=4)
    return a_round(stage, entries[:4], entries[4:], number=2)


def chances(forecast: RoundForecast) -> dict[str, int]:
    names = dict(Entry.objects.values_list("character", "character__name"))
    return {names[row.character]: row.chance for row in forecast.rows}


def test_nothing_is_drawn_before_the_last_round(tournament, entries):
    a_round(a_stage(tournament, entries, rounds=2), entries[:4], entries[4:])
    assert make_round_forecasts() == 0


def test_a_worker_draws_them_and_page_and_api_show_them(last):
    assert "Chances as of" not in text(Client().get(PAGE))
    assert {row["chance"] for row in Client().get(DATA).json()} == {None}
    forecast_last_rounds()
    said = {row["character"]: row for row in Client().get(DATA).json()}
    assert sum(row["chance"] for row in said.values()) == pytest.approx(4 * WHOLE, abs=8)
    assert said["ada"]["chance"] > said["bo"]["chance"] > said["dev"]["chance"]
    assert all(row["chance_with_win"] >= row["chance"] for row in said.values())
    page = text(Client().get(PAGE))
    assert "Chances as of" in page and page.count("; with a win ") == 4, "of the others a win is enough"


def test_they_are_drawn_once_and_again_after_each_confirmed_table(last):
    assert [make_round_forecasts(), make_round_forecasts()] == [1, 0]
    played_table(last.tables.get(number=1))
    assert [make_round_forecasts(), make_round_forecasts()] == [1, 0]
    before, after = RoundForecast.objects.order_by("id")
    assert len(before.odds) == 8
    assert "Ada" not in chances(after) and "Dev" not in chances(after), "through and out: nothing is open for them"


def test_with_the_last_table_there_is_nothing_left_to_draw(last):
    for table in last.tables.all():
        played_table(table)
    assert make_round_forecasts() == 0


def test_who_is_through_has_no_chance_beside_it_though_it_was_drawn_before(last):
    make_round_forecasts()
    played_table(last.tables.get(number=1))
    said = {row["character"]: row for row in Client().get(DATA).json()}
    assert said["ada"]["claim"] == "through" and said["ada"]["chance"] is None
    assert said["eve"]["claim"] == "open" and said["eve"]["chance"] is not None


def test_the_rating_counts_once_the_points_or_tables_have_changed(last, tournament):
    make_round_forecasts()
    even = chances(RoundForecast.objects.get())
    ratings, _made = RatingList.objects.get_or_create(league=tournament.season.league, system=tournament.system)
    cleo, dev = (Entry.objects.get(character__name=name) for name in ("Cleo", "Dev"))
    Rating.objects.create(
        rating_list=ratings, character=dev.character, played_at=timezone.now(), mu=60, sigma=1, games=40
    )
    assert make_round_forecasts() == 0
    Ruling.objects.create(tournament=tournament, round=last, entry=cleo, kind=Ruling.PENALTY, units=1, reason="Late")
    assert make_round_forecasts() == 1
    assert chances(RoundForecast.objects.last())["Dev"] > 2 * even["Dev"]


def test_they_are_append_only(last):
    make_round_forecasts()
    for change in (lambda: RoundForecast.objects.update(cut=9), lambda: RoundForecast.objects.all().delete()):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_they_are_scored_on_the_page_of_the_league_once_the_round_has_ended(last, tournament):
    make_round_forecasts()
    league = tournament.season.league
    public = f"/leagues/{league.slug}/forecasts/"
    assert "after a last round" not in text(Client().get(public))
    for table in last.tables.all():
        played_table(table)
    Round.objects.filter(pk=last.pk).update(status=Round.ENDED, ended_at=timezone.now())
    [score] = Client().get(f"/api/v1{public}").json()
    assert score["forecast"] == "through" and score["count"] == 8 and score["happened"] == WHOLE // 2
    assert float(score["skill"]) > 0, "the order was that of the round before"
    assert score["skill_over_same"] is None, "nothing changed, so that nothing could be saved"
    assert "Through, or first, after a last round" in text(Client().get(public))
