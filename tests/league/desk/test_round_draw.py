"""What comes next: starting a stage, drawing, ending it, finishing; open play."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Entry, KeptApart, Membership, Round, Stage, Tournament
from league.tournaments.desk.queries.desk import why_byes
from league.tournaments.formats.format import knockout
from tests.factories.draws import begun, play_round, published, to_draw
from tests.factories.pages import text
from tests.factories.tables import played_table

pytestmark = pytest.mark.django_db


def organiser(tournament: Tournament, role: str = "organiser") -> Client:
    user = User.objects.create(username="cleo")
    Membership.objects.create(league=tournament.season.league, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def url(tournament: Tournament, name: str = "round_draw") -> str:
    return reverse(name, args=[tournament.slug])


def test_before_the_start_it_says_how_many_tables_there_will_be_and_who_is_missing():
    tournament = to_draw(14)
    tournament.entries.filter(number=14).update(status=Entry.REGISTERED)
    page = text(organiser(tournament).get(url(tournament)))
    assert "13 characters: 1 table of 4, 3 tables of 3." in page
    assert "1 not checked in." in page
    assert "Start and draw round 1" in page


def test_starting_draws_the_first_round():
    tournament = to_draw(8)
    client = organiser(tournament)
    response = client.post(url(tournament), {"act": "start"})
    assert response.headers["Location"] == reverse("round_manage", args=[tournament.slug, 1, 1])
    assert Round.objects.get().status == Round.DRAFT
    assert client.get(url(tournament)).headers["Location"] == response.headers["Location"]


def test_too_few_are_told_so_and_nothing_starts():
    tournament = to_draw(3)
    client = organiser(tournament)
    assert "a table of 4 needs 4" in text(client.get(url(tournament)))
    refused = client.post(url(tournament), {"act": "start"})
    assert refused.status_code == 422
    assert "a table of 4 needs 4" in text(refused)
    assert tournament.stages.get().status == Stage.PLANNED


def test_the_next_round_the_end_and_the_finish():
    tournament = begun(16, rounds=2)
    client = organiser(tournament)
    play_round(published(tournament))
    page = text(client.get(url(tournament)))
    assert "16 characters: 4 tables of 4." in page
    assert "2 rounds are planned." in page
    assert client.post(url(tournament)).status_code == 302
    late = client.post(url(tournament), {"act": "draw"})
    assert late.status_code == 409
    assert "Round 2 is already drawn." in text(late)
    client.post(reverse("round_manage", args=[tournament.slug, 1, 2]), {"act": "publish"})
    play_round(Round.objects.select_related("stage__tournament").get(number=2))
    assert "Every round of" in text(client.get(url(tournament)))
    assert client.post(url(tournament), {"act": "end", "stage": 1}).status_code == 302
    assert "Every stage is played" in text(client.get(url(tournament)))
    assert client.post(url(tournament), {"act": "finish"}).status_code == 302
    assert "Nothing left to do" in text(client.get(url(tournament)))
    assert client.post(url(tournament), {"act": "finish"}).status_code == 409


BUTTON = re.compile(r'<button[^>]*name="act"[^>]*value="(\w+)"[^>]*>([^<]*)</button>')
FORM = re.compile(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="(stage|number)" value="(\d+)">')


def press(client: Client, page: HttpResponse, label: str) -> HttpResponse:
    """Press the button with this label, and return the page that it leads to."""
    for action, form in FORM.findall(text(page)):
        for act, words in BUTTON.findall(form):
            if words.strip() == label:
                return client.post(action, dict(FIELD.findall(form)) | {"act": act}, follow=True)
    raise AssertionError(f"no button {label!r}")


def test_three_rounds_and_the_end_take_eight_presses_that_begin_at_the_desk():
    tournament = to_draw(8)
    client = organiser(tournament)
    page = client.get(url(tournament, "tournament_desk"))
    for number in (1, 2, 3):
        page = press(client, page, f"Draw, publish and start round {number}")
        played = Round.objects.select_related("stage__tournament").get(number=number)
        assert played.status == Round.RUNNING and played.started_at is not None
        for table in played.tables.all():
            played_table(table)
        page = press(client, client.get(url(tournament, "tournament_desk")), f"End round {number}")
    press(client, press(client, page, "End the stage"), "Finish the tournament")
    tournament.refresh_from_db()
    assert tournament.status == Tournament.FINISHED


def test_the_desk_takes_the_single_steps_too():
    tournament = begun(4, rounds=1)
    client = organiser(tournament)
    client.post(url(tournament), {"act": "draw"})
    for label in ("Publish round 1", "Start the clock of round 1"):
        press(client, client.get(url(tournament, "tournament_desk")), label)
    played_table(Round.objects.get(status=Round.RUNNING).tables.select_related("round__stage__tournament").get())
    for label in ("End round 1", "End Swiss", "Close the tournament"):
        press(client, client.get(url(tournament, "tournament_desk")), label)
    assert Tournament.objects.get().status == Tournament.FINISHED


def test_a_page_from_before_a_round_was_drawn_draws_no_further_one():
    tournament = begun(8)
    client = organiser(tournament)
    before = client.get(url(tournament, "tournament_desk"))
    play_round(published(tournament))
    assert press(client, before, "Draw, publish and start round 1").status_code == 409
    assert Round.objects.count() == 1


def test_a_refused_draw_leaves_the_stage_that_was_started_and_says_both():
    tournament = to_draw(4)
    ada, bo = tournament.entries.order_by("number")[:2]
    KeptApart.objects.create(tournament=tournament, one=ada, other=bo)
    client = organiser(tournament)
    page = press(client, client.get(url(tournament)), "Draw, publish and start round 1")
    assert "Swiss has begun." in text(page) and "must not meet" in text(page)
    assert tournament.stages.get().status == Stage.RUNNING and not Round.objects.exists()


def test_open_play_is_started_on_a_page_of_its_own():
    tournament = to_draw(8, plans=[{"format": Stage.OPEN, "name": "Open play", "rounds": None}])
    assert "publish and start" not in text(organiser(tournament).get(url(tournament, "tournament_desk")))


@pytest.mark.parametrize(("players", "after"), [(4, "Every round of"), (7, "4 characters: 1 table of 4.")])
def test_one_table_decides_a_knock_out_unless_others_are_through_without_one(players: int, after: str):
    tournament = begun(players, format=Stage.KNOCK_OUT, name="Knock-out", rounds=None)
    client = organiser(tournament)
    play_round(published(tournament))
    assert after in text(client.get(url(tournament)))
    desk = text(client.get(url(tournament, "tournament_desk")))
    assert ("End Knock-out" if players == 4 else "Draw round 2") in desk


def test_whoever_came_late_is_counted():
    tournament = begun(8)
    play_round(published(tournament))
    tournament.entries.filter(number=8).update(status=Entry.DROPPED)
    tournament.stages.get().stage_entries.filter(entry__number=7).delete()
    page = text(organiser(tournament).get(url(tournament)))
    assert "7 characters: 1 table of 4, 1 table of 3." in page
    assert "1 of them came after the stage began and joins now." in page


@pytest.mark.parametrize("role", ["score_keeper", "player", "spectator"])
def test_only_organisers_draw(role: str):
    tournament = begun(8)
    client = organiser(tournament, role)
    assert client.get(url(tournament)).status_code == 403
    assert client.post(url(tournament)).status_code == 403
    assert client.post(url(tournament, "table_open")).status_code == 403
    assert Client().post(url(tournament)).status_code == 302
    assert not Round.objects.exists()


def test_tables_of_open_play_are_opened_by_name():
    tournament = begun(8, format=Stage.OPEN, name="Open play", rounds=None)
    client = organiser(tournament)
    page = text(client.get(url(tournament)))
    assert "8 characters are free." in page
    assert client.post(url(tournament, "table_open"), {"name": ["ada", "Bo", "", "Cleo"]}).status_code == 302
    page = text(client.get(url(tournament)))
    assert "5 characters are free." in page
    assert "Ada, Bo, Cleo" in page
    assert "Nobody has not entered" in text(client.post(url(tournament, "table_open"), {"name": ["Nobody", "Bo"]}))
    busy = client.post(url(tournament, "table_open"), {"name": ["Dev", "Bo"]})
    assert busy.status_code == 422
    assert "Bo still plays at table 1." in text(busy)
    played_table(Round.objects.get().tables.select_related("round__stage__tournament").get())
    assert client.post(url(tournament), {"act": "end", "stage": 1}).status_code == 302
    tournament.stages.get(status=Stage.ENDED)


@pytest.mark.parametrize("number", [8, 48])
def test_queries_do_not_grow_with_the_field(number: int):
    tournament = begun(number)
    play_round(published(tournament))
    client = organiser(tournament)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url(tournament)).status_code == 200
    assert len(captured) <= 14


@pytest.mark.parametrize(
    ("players", "size", "words"),
    [
        (8, 4, ("4 must be left", "go through without playing", "With 16 characters")),
        (7, 4, ("4 must be left", "With 16 characters")),
        (16, 4, ()),
    ],
)
def test_why_some_go_through_without_playing_is_said(players: int, size: int, words: tuple[str, ...]):
    said = why_byes(knockout(players, size, 3), players, size)
    assert all(one in said for one in words)
    assert bool(said) == bool(words)
