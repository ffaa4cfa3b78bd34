"""While a tournament runs in a hall, this site changes nothing of it: one writer at a time."""

from datetime import UTC, datetime
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import strip_tags
from structlog.testing import capture_logs

from characters.models import Character
from engine.translatable import spoken
from games.models import Play, Sheet
from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import remove_member
from league.core.services.uploads import FileRefused
from league.models import Entry, Hall, LedgerEntry, Membership, SeasonPlay, Table, Tournament
from league.models.organisation import Role
from league.people.services.merging import ask_merge
from league.play.services.season_plays import hand_in_again
from league.play.services.sweeps import next_clock_ends
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.services.acts import end_countdowns, next_countdown_ends
from league.tournaments.tables.services.played_here import play_here
from tests.factories.characters import a_character
from tests.factories.halls import DOORS, WITHIN_ANOTHER, every_row, is_back, services_of_tournaments, taken_along
from tests.factories.pages import text as text_of
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.phones import a_phone, look, send_report
from tests.factories.plays import everybody_sits, fresh, plays_on
from tests.factories.reports import says
from tests.factories.tables import now, status, the_countdown_ends
from tests.factories.thursday_club import a_tournament_of
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db
AWAY = "Spring Open runs in a hall: until it is back, it can only be changed there."


def shown(response: HttpResponse) -> str:
    return " ".join(unescape(strip_tags(text_of(response))).split())


def said_by(refused: Exception) -> list[str]:
    if isinstance(refused, FileRefused):
        return [spoken(problem.message) for problem in refused.problems]
    return refused.messages


@pytest.mark.parametrize("door", DOORS)
def test_every_door_is_shut_while_the_tournament_runs_in_a_hall_and_opens_when_it_is_back(door):
    act = DOORS[door]()
    hall = taken_along(Tournament.objects.get())
    before = every_row()
    with pytest.raises((ValidationError, FileRefused)) as refused, transaction.atomic():
        act()
    assert said_by(refused.value) == [AWAY]
    assert every_row() == before
    is_back(hall)
    before = every_row()
    act()
    assert every_row() != before


def test_every_service_that_changes_a_tournament_is_among_these_doors():
    assert {*services_of_tournaments()} == {*DOORS} | WITHIN_ANOTHER


def test_a_countdown_waits_until_the_tournament_is_back(table):
    says(table, 1)
    the_countdown_ends(table)
    hall = taken_along(table.round.stage.tournament)
    before = every_row()
    assert (end_countdowns(), next_countdown_ends()) == (0, None)
    with capture_logs() as logs:
        look(a_phone(table), table)
    assert every_row() == before and not [one for one in logs if one["log_level"] == "error"]
    is_back(hall)
    assert end_countdowns() == 1 and status(table) == Sheet.CONFIRMED


@pytest.fixture
def played_here(thursday) -> SeasonPlay:
    """A table of the tournament that is played on the site."""
    a_tournament_of(thursday)
    [table] = Table.objects.select_related("round__stage__tournament__season__league")
    return everybody_sits(thursday, play_here(table=table, by=thursday.users["otto"]))


def test_the_outcome_of_a_play_is_kept_and_handed_in_when_the_tournament_is_back(thursday, played_here):
    hall = taken_along(Tournament.objects.get())
    play = plays_on(played_here)
    assert (play.status, play.problem) == (Play.OVER, AWAY)
    assert now(played_here.table).newest is None
    is_back(hall)
    hand_in_again(season_play=fresh(played_here), by=thursday.users["otto"])
    assert now(played_here.table).phase == "confirmed" and fresh(played_here).play.problem == ""


def test_the_clock_of_a_round_calls_no_time_at_tables_of_a_tournament_in_a_hall(played_here):
    Play.objects.update(decide_by=None)
    assert next_clock_ends() is not None
    taken_along(Tournament.objects.get())
    assert next_clock_ends() is None


@pytest.fixture
def bea() -> Entry:
    """Bea's place in a full tournament, with another entry that waits for one."""
    tournament = a_tournament(capacity=4)
    entries = entered(tournament, 5)
    Entry.objects.filter(pk=entries[4].pk).update(status=Entry.WAITING)
    owner_of(entries[1].character)
    return entries[1]


@pytest.mark.parametrize(
    "leave",
    [
        lambda user: remove_member(member=Membership.objects.get(user=user)),
        lambda user: forget_person(user=user, label="former member"),
    ],
    ids=["the league", "the site"],
)
def test_who_leaves_keeps_the_place_in_a_hall_and_gives_up_the_others(bea, leave):
    elsewhere = a_tournament(bea.tournament.season, name="Autumn Open", slug="autumn-open")
    Entry.objects.create(tournament=elsewhere, character=bea.character, number=1)
    taken_along(bea.tournament)
    before = list(bea.tournament.entries.values_list("status", "number", "dropped_at"))
    leave(bea.character.owner)
    assert list(bea.tournament.entries.values_list("status", "number", "dropped_at")) == before
    assert elsewhere.entries.get().status == Entry.DROPPED
    assert not LedgerEntry.objects.filter(tournament=bea.tournament).exists()


def test_two_characters_are_merged_while_one_of_them_plays_in_a_hall(season):
    olga = an_organiser(season)
    for name in ("Ann", "Anne"):
        a_character(season, name)
    Character.objects.update(owner=None)
    [played, again] = Character.objects.order_by("name")
    tournament = a_tournament(season)
    Entry.objects.create(tournament=tournament, character=played, number=1)
    taken_along(tournament)
    assert ask_merge(target=played, merged=again, by=olga).agreed_at is not None


@pytest.fixture
def away(table) -> Tournament:
    tournament = table.round.stage.tournament
    Tournament.objects.filter(pk=tournament.pk).update(zone="Europe/Berlin")
    nora = a_member(tournament.season, "nora", Role.ORGANISER)
    taken_along(tournament, taken_by=nora, taken_at=datetime(2026, 5, 2, 11, 5, tzinfo=UTC))
    return tournament


PAGES = {
    "the tournament": "tournament_detail",
    "who entered": "tournament_entries",
    "the teams": "tournament_teams",
    "the rounds": "round_current",
    "the draws": "draw_list",
    "the desk": "tournament_desk",
}


@pytest.mark.parametrize("name", PAGES.values(), ids=PAGES)
def test_every_page_of_the_tournament_says_since_when_it_runs_in_a_hall(client, away, name):
    client.force_login(User.objects.get(username="nora"))
    page = shown(client.get(reverse(name, args=[away.slug]), follow=True))
    assert "Runs in the hall since 13:05, Berlin time, by nora." in page and "As of" not in page
    Hall.objects.update(as_of=datetime(2026, 5, 2, 13, 42, tzinfo=UTC))
    assert "As of 15:42, Berlin time." in shown(client.get(reverse(name, args=[away.slug]), follow=True))


def test_programs_read_it_too(client, away):
    address = f"/api/v1/tournaments/{away.slug}/"
    assert client.get(address).json()["hall"] == {"since": "2026-05-02T11:05:00Z", "as_of": None}
    Hall.objects.update(as_of=datetime(2026, 5, 2, 13, 42, tzinfo=UTC))
    assert client.get(address).json()["hall"]["as_of"] == "2026-05-02T13:42:00Z"
    Tournament.objects.update(hall=None)
    assert client.get(address).json()["hall"] is None


def test_the_desk_offers_nothing_that_could_only_be_refused(client, away):
    client.force_login(User.objects.get(username="nora"))
    desk = reverse("tournament_desk", args=[away.slug])
    body = client.get(desk).content.decode()
    assert "desk-next" not in body and reverse("desk_check_in", args=[away.slug]) not in body
    Tournament.objects.update(hall=None)
    body = client.get(desk).content.decode()
    assert "desk-next" in body and reverse("desk_check_in", args=[away.slug]) in body


def test_players_are_told_where_the_tournament_runs_instead_of_registering(client, bea):
    taken_along(bea.tournament)
    client.force_login(bea.character.owner)
    address = reverse("entry_register", args=[bea.tournament.slug])
    response = client.get(address)
    assert "Runs in the hall" in shown(response) and "withdraw" not in response.content.decode().lower()
    assert address not in client.get(bea.tournament.get_absolute_url()).content.decode()
    response = client.post(address, {"what": "withdraw", "character": bea.character_id})
    assert response.status_code == 422


def test_a_phone_reads_its_table_and_is_told_that_it_can_report_nothing(table, client):
    says(table, 1)
    taken_along(table.round.stage.tournament)
    page = client.get(table_path(table))
    assert "Runs in the hall" in shown(page) and "20" in shown(page)
    assert 'id="entry"' not in page.content.decode() and "Who are you?" not in page.content.decode()
    answer = send_report(client, table, {"seat": 2}, key="")
    assert (answer.status_code, answer.json()["errors"]) == (409, [AWAY])


def test_a_phone_that_polls_hears_of_the_hall(table):
    phone = a_phone(table, 1)
    _text, tag, _status = look(phone, table)
    taken_along(table.round.stage.tournament)
    text, _tag, code = look(phone, table, tag)
    assert code == 200 and "Runs in the hall" in text


def test_the_api_answers_with_a_conflict(thursday):
    tournament = a_tournament_of(thursday)
    taken_along(tournament)
    address = f"/api/v1/tournaments/{tournament.slug}/cancel/"
    response = thursday.client("otto").post(address, {"reason": "No room"}, format="json")
    assert (response.status_code, response.json()["errors"][0]["detail"]) == (409, AWAY)
