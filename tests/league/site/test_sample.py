"""The sample that a first start loads: a season whose careers are known, and beside it a club on its Thursdays."""

import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from characters.models import CareerEvent, Character
from engine import replay
from engine.translatable import Translatable
from games.models import Game, GameRecord
from league.management.sample import Days, load_sample, moved
from league.models import Entry, JoinLink, League, LedgerEntry, Membership, SeasonGame, Tournament
from league.models.organisation import Joining
from league.tournaments.tables.queries.round_tables import round_tables
from tests.inspector.looks import ALWAYS, wrongs
from tests.inspector.pseudo import PSEUDO, Prose, data_texts, pseudo_locale
from tests.inspector.visits import Reader, Visitor
from tests.inspector.walk import walk

pytestmark = pytest.mark.django_db
EXPECTED = Path(__file__).parents[2] / "data" / "expected_careers.json"
NOW = datetime(2027, 8, 3, 9, 30, tzinfo=UTC)  # a Tuesday in summer


@pytest.fixture(scope="module")
def claim(rows_of_module: DjangoDbBlocker) -> str:
    """The secret of the link to the guest."""
    with rows_of_module.unblock():
        organiser, player = User.objects.create_superuser("organiser"), User.objects.create_user("player00")
        return load_sample(organiser=organiser, player=player, now=timezone.now())


def test_the_careers_of_the_season_stay_those_that_are_known(claim, run):
    expected = {row["name"]: row for row in json.loads(EXPECTED.read_text(encoding="utf-8"))}
    careers = json.loads(run("export_careers", "--season", "spring-2026").out)
    assert {career["name"] for career in careers} == set(expected)
    for career in careers:
        told = expected[career["name"]]
        of_note = [row for row in career["history"] if row["kind"] != "review"]
        history = [{key: row[key] for key in ("game", "kind", "from", "to")} for row in of_note]
        assert {**told, "history": history} == {**{key: career[key] for key in told}, "history": told["history"]}
    assert SeasonGame.objects.filter(season__slug="spring-2026").count() == 120


def test_everything_in_it_follows_from_its_facts_and_every_draw_is_proved(claim, run):
    assert run("check_careers").status == 0
    for slug in ("lantern-cup", "compass-night"):
        assert run("verify_draw", slug).status == 0


def test_all_that_its_ledger_says_can_be_told_in_another_language(claim):
    texts = set(LedgerEntry.objects.values_list("text", flat=True))
    assert len(texts) > 100
    assert [text for text in texts if not isinstance(text, Translatable)] == []


def test_there_is_a_tournament_of_every_kind(claim):
    assert dict(Tournament.objects.values_list("name", "status")) == {
        "Lantern Cup": "finished",
        "Compass Night": "running",
        "Boardroom Open": "planned",
    }
    coming = Tournament.objects.get(name="Boardroom Open")
    assert coming.registration_open and coming.entries.filter(status=Entry.REGISTERED).count() == 14 < coming.capacity


def test_the_tables_of_the_running_one_are_at_different_phases(claim):
    played = Tournament.objects.get(name="Compass Night").stages.get().played_rounds.get(number=2)
    assert Counter(table.phase for table in round_tables(played)) == {
        "confirmed": 2,
        "waiting": 2,
        "frozen": 1,
        "open": 1,
    }


def test_somebody_is_asked_to_agree_on_the_desk_of_the_demo_player(claim, client):
    client.force_login(User.objects.get(username="player00"))
    assert "Compass Night" in client.get("/").content.decode()


def test_all_five_games_have_a_record_that_proves_itself(claim):
    records = {one.game.system: one.text for one in GameRecord.objects.select_related("game")}
    assert len(records) == 5
    for text in records.values():
        assert replay(text.splitlines()) is not None


def test_only_those_who_play_no_other_season_played_careers_on_a_thursday(claim):
    careers = Game.objects.filter(system="careers")
    spring = Character.objects.filter(seats__sheet__game__in=careers.filter(season_game__season__slug="spring-2026"))
    others = list(careers.filter(season_game__season__slug="thursday-evenings").values_list("pk", flat=True))
    evenings = Character.objects.filter(seats__sheet__game__in=others)
    assert spring.distinct().count() == 24 and evenings.distinct().count() == 4 and not set(spring) & set(evenings)
    events = CareerEvent.objects.filter(game__in=others).select_related("character")
    assert {event.character for event in events} <= set(evenings)


def test_a_guest_can_be_claimed_by_the_link_that_the_organiser_is_shown(claim, client):
    guest = Character.objects.get(name="Winnie Walkin")
    assert guest.owner is None and guest.owner_name == "Winnie"
    dora = User.objects.create_user("dora")
    client.force_login(dora)
    client.post(reverse("character_claim", args=[claim]))
    guest.refresh_from_db()
    assert guest.owner == dora and Membership.objects.filter(user=dora).exists()


def test_league_and_tournament_are_open_and_have_a_link(claim):
    assert League.objects.get().joining == Joining.OPEN
    links = JoinLink.objects.filter(how=Joining.OPEN, ended_at=None)
    assert {link.tournament and link.tournament.name for link in links} == {None, "Boardroom Open"}


def test_days_are_counted_from_the_first_start():
    zone = ZoneInfo("Europe/London")
    days = Days(zone, NOW)
    assert [days.thursday(weeks, datetime.min.time()).astimezone(zone).date() for weeks in (-1, 0, 1)] == [
        date(2027, 7, 22),
        date(2027, 7, 29),
        date(2027, 8, 5),
    ]
    on_a_thursday = datetime(2027, 8, 5, 21, tzinfo=UTC)
    assert Days(zone, on_a_thursday).thursday(0, datetime.min.time()).astimezone(zone).date() == date(2027, 7, 29)


def test_an_evening_keeps_its_hours_on_the_clocks_of_summer():
    archive = {"exported_at": "2026-01-08T21:00:00Z"}
    archive["tournament"] = {"starts_at": "2026-01-08T19:00:00Z", "zone": "Europe/London"}
    here = moved(archive, Days(ZoneInfo("Europe/London"), NOW).on_a_thursday(archive))
    assert here["tournament"]["starts_at"] == "2027-07-29T18:00:00Z"


def test_nothing_in_it_is_of_another_day_than_it_says(claim):
    now, night = timezone.now(), Tournament.objects.get(name="Compass Night")
    assert timedelta() < now - night.starts_at < timedelta(hours=3)
    assert (night.starts_at.minute % 5, night.starts_at.second) == (0, 0)
    club = ZoneInfo("Europe/London")
    ahead = (
        Tournament.objects.get(name="Boardroom Open").starts_at.astimezone(club).date() - now.astimezone(club).date()
    )
    assert timedelta(days=7) <= ahead <= timedelta(days=14)
    cup = Tournament.objects.get(name="Lantern Cup")
    assert now - timedelta(days=8) < cup.starts_at < cup.finished_at < now
    assert all(one.played_at < now for one in SeasonGame.objects.all())


@pytest.mark.further
@pytest.mark.parametrize("who", ["", "player00", "organiser"])
def test_every_page_that_leads_on_from_home_answers_leads_on_and_speaks_every_language(claim, who):
    client = Client(raise_request_exception=False)
    if who:
        client.force_login(User.objects.get(username=who))
    looks = (*ALWAYS, Prose(data_texts()))
    with pseudo_locale():
        visits = list(walk(Visitor(Reader(who, PSEUDO), client)))
    assert len(visits) > 40
    assert [wrong for visit in visits for wrong in wrongs(visit, looks)] == []
