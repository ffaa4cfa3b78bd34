"""A table that plays longer than the others: who gives it, who sees it, and what time is called for."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone

from league.models import LedgerEntry, Round, Table
from league.models.organisation import Role
from league.play.queries.table_plays import clock_version, place_of
from league.tournaments.desk.services.rounds import end_round, pause_round, start_round
from league.tournaments.tables.rules import MOST_EXTRA
from league.tournaments.tables.services.played_here import play_here
from league.tournaments.tables.services.rulings import set_extra_time
from tests.factories.draws import begun, published
from tests.factories.people import a_member
from tests.factories.phones import a_phone, look
from tests.factories.races import at_once
from tests.factories.reports import confirmed
from tests.factories.tables import table_at

pytestmark = pytest.mark.django_db
DESK = "/tournaments/spring-open/referee/"


@pytest.fixture
def played() -> Round:
    """Return a round of two tables whose hour began fifty-nine minutes ago."""
    begins = published(begun(8, rounds=1))
    start_round(round=begins)
    began(59)
    return Round.objects.select_related("stage__tournament__season__league").get(pk=begins.pk)


def began(minutes: int) -> None:
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=minutes))


def staff(played: Round, name: str, role: str):
    return a_member(played.stage.tournament.season, name, role)


def refusal(**given) -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        set_extra_time(**given)
    return caught.value


def test_a_table_gets_minutes_of_its_own_once_and_they_are_taken_back(played):
    table = table_at(played, 1)
    for _ in range(2):  # a double tap
        set_extra_time(table=table, minutes=5, seen=0)
    assert [table_at(played, number).extra_minutes for number in (1, 2)] == [5, 0]
    set_extra_time(table=table, minutes=0, seen=5)
    assert [event.text for event in LedgerEntry.objects.filter(kind="clock_changed").order_by("pk")] == [
        "Round 1, table 1 has 5 minutes more than the others.",
        "Round 1, table 1 has no more time than the others.",
    ]


def test_who_gives_time_on_what_another_has_changed_is_told(played):
    set_extra_time(table=table_at(played, 1), minutes=10, seen=0)
    error = refusal(table=table_at(played, 1), minutes=5, seen=0)
    assert (error.code, error.message) == ("stale", "Somebody was faster: table 1 has 10 minutes more now.")
    assert table_at(played, 1).extra_minutes == 10


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_give_five_minutes():
    played = published(begun(8, rounds=1))
    start_round(round=played)
    table = table_at(played, 1)
    at_once(*[lambda: set_extra_time(table=table, minutes=5, seen=0)] * 2)
    assert Table.objects.get(pk=table.pk).extra_minutes == 5
    assert LedgerEntry.objects.filter(kind="clock_changed").count() == 1


def test_an_hour_is_the_most(played):
    table = table_at(played, 1)
    assert "60 minutes more at most" in refusal(table=table, minutes=MOST_EXTRA + 1).message
    with pytest.raises(IntegrityError):
        Table.objects.filter(pk=table.pk).update(extra_minutes=MOST_EXTRA + 1)


def test_only_a_table_that_plays_gets_time():
    played = published(begun(8, rounds=1))
    assert "has not been started" in refusal(table=table_at(played, 1), minutes=5).message
    start_round(round=played)
    confirmed(table_at(played, 1))
    assert refusal(table=table_at(played, 1), minutes=5).code == "stale"
    end_round(round=played, force=True, reason="The hall closes")
    assert refusal(table=table_at(played, 2), minutes=5).code == "over"


def test_an_organiser_gives_time_by_one_tap_on_the_page_of_the_round(played, client):
    url = reverse("round_manage", args=[played.stage.tournament.slug, played.stage.number, played.number])
    client.force_login(staff(played, "otto", Role.ORGANISER))
    table = table_at(played, 1)
    assert f'value="{table.pk}-5-0"' in client.get(url).text
    tap = {"act": "extra", "extra": f"{table.pk}-5-0"}
    assert "Table 1 has 5 minutes more." in client.post(url, tap, follow=True).text
    page = client.get(url).text
    assert "Table 1 until" in page and f'value="{table.pk}-0-5"' in page
    late = client.post(url, {"act": "extra", "extra": f"{table.pk}-10-0"})
    assert late.status_code == 409 and "Somebody was faster" in late.text
    assert client.post(url, {"act": "extra", "extra": "1-2"}).status_code == 404


def test_a_referee_gives_time_where_tables_are_decided_and_a_player_does_not(played, client):
    url = reverse("table_rule", args=[table_at(played, 1).pk])
    client.force_login(staff(played, "olga", Role.SCORE_KEEPER))
    answer = client.post(url, {"go": "extra", "extra": f"{table_at(played, 1).pk}-15-0"}, follow=True)
    assert "Table 1 has 15 minutes more." in answer.text
    client.force_login(staff(played, "ada", Role.PLAYER))
    assert client.post(url, {"go": "extra", "extra": f"{table_at(played, 1).pk}-0-15"}).status_code == 403
    assert table_at(played, 1).extra_minutes == 15


def test_a_table_with_more_time_is_overdue_later(played, client):
    set_extra_time(table=table_at(played, 1), minutes=10)
    client.force_login(staff(played, "olga", Role.SCORE_KEEPER))
    began(65)
    more, overdue = client.get(DESK).text.split("More time:")[1].split("Overdue")
    assert "Table 1 until" in more and "Table 2" not in more and "Table 2" in overdue
    began(75)
    assert "More time:" not in client.get(DESK).text


def test_time_is_called_later_in_a_play_of_that_table(played):
    olga = staff(played, "olga", Role.SCORE_KEEPER)
    plays = [play_here(table=table_at(played, number), by=olga) for number in (1, 2)]
    before = clock_version(plays[0].play_id)
    set_extra_time(table=table_at(played, 1), minutes=10)
    assert clock_version(plays[0].play_id) != before
    began(65)
    assert [place_of(play).called for play in plays] == [False, True]


def test_the_phones_of_the_table_say_so_at_once(played):
    table, other = table_at(played, 1), table_at(played, 2)
    phone, neighbour = a_phone(table, 1), a_phone(other, 1)
    (_, tag, _), (_, quiet, _) = look(phone, table), look(neighbour, other)
    set_extra_time(table=table, minutes=5)
    page, tag, status = look(phone, table, tag)
    assert status == 200 and "5 minutes more." in page and "This table plays until" in page
    assert look(neighbour, other, quiet)[2] == 304
    pause_round(round=played)
    page, _, status = look(phone, table, tag)
    assert status == 200 and "The clock is stopped." in page


def test_the_projector_and_everybody_see_who_plays_on(played, client):
    url = "/tournaments/spring-open/screen/"
    before = client.get(url, headers={"HX-Request": "true"})
    set_extra_time(table=table_at(played, 1), minutes=5)
    headers = {"HX-Request": "true", "If-None-Match": before.headers["ETag"]}
    page = client.get(url, headers=headers).text
    assert "Table 1 until" in page and "+ 5 min" in page
    assert "Table 1 until" in client.get("/tournaments/spring-open/rounds/1/1/").text
    confirmed(table_at(played, 1))
    assert "Table 1 until" not in client.get(url, headers=headers).text
