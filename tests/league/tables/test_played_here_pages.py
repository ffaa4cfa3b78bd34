"""The buttons by which a tournament's table is played on the site, and who is told of it where."""

import pytest
from django.test import Client

from games.models import Play, PlaySeat
from league.models import SeasonPlay, Table
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.services.played_here import stop_playing_here
from tests.factories.phones import a_phone, look
from tests.factories.plays import fresh, plays_on
from tests.factories.tables import now
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, a_tournament_of

MINE = 4
pytestmark = pytest.mark.django_db
ROUND = "/tournaments/spring-open/stages/1/rounds/1/manage/"


@pytest.fixture
def club(db) -> ThursdayClub:
    made = a_thursday_club()
    a_tournament_of(made)
    return made


@pytest.fixture
def table(club) -> Table:
    return Table.objects.select_related("round__stage__tournament__season__league").get()


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_from_the_table_to_the_standings_by_buttons(club, table):
    otto = club.signed_in("otto")
    assert "Play it here" in text(otto, f"/tables/{table.pk}/")
    opened = otto.post(f"/tables/{table.pk}/play/")
    season_play = SeasonPlay.objects.get()
    at = f"/play/{season_play.pk}/"
    assert opened.headers["Location"] == at
    for row in PlaySeat.objects.filter(play=season_play.pk).select_related("character__owner"):
        client = club.signed_in(row.character.owner.username)
        seen = text(client, at)
        assert "not here yet" in seen and f'value="{row.character.slug}"' in seen and "Begin the game" not in seen
        client.post(f"{at}sit/", {"seat": row.seat, "character": row.character.slug})
    assert fresh(season_play).play.status == Play.RUNNING
    play = plays_on(season_play)
    assert now(table).phase == "confirmed" and f'href="/tables/{table.pk}/"' in text(otto, at)
    assert f"/play/{play.pk}/" in text(otto, f"/tables/{table.pk}/")


def test_rounds_projector_and_phones_say_that_it_is_played_on_the_site(club, table):
    pages = ("/tournaments/spring-open/rounds/1/1/", "/tournaments/spring-open/screen/", table_path(table), ROUND)
    otto = club.signed_in("otto")
    assert not any("on the site" in text(otto, page) for page in pages if page != table_path(table))
    done = otto.post(ROUND, {"act": "play"})
    assert done.status_code == 302
    season_play = SeasonPlay.objects.get()
    for page in pages:
        seen = text(otto, page)
        assert f"/play/{season_play.pk}/" in seen and "on the site" in seen
    assert 'data-enter="no"' in text(club.signed_in(""), table_path(table))
    again = otto.post(ROUND, {"act": "play"})
    assert again.status_code == 302 and SeasonPlay.objects.count() == 1


def test_only_a_referee_opens_and_stops_it(club, table):
    for name in ("", "ada", "vera", "xenia"):
        assert "Play it here" not in text(club.signed_in(name), f"/tables/{table.pk}/")
        answer = club.signed_in(name).post(f"/tables/{table.pk}/play/")
        assert answer.status_code == (302 if name == "" else 403)
    assert not SeasonPlay.objects.exists()


def test_a_stopped_play_says_why_and_leaves_the_table_to_the_phones(club, table):
    otto = club.signed_in("otto")
    otto.post(f"/tables/{table.pk}/play/")
    season_play = SeasonPlay.objects.get()
    assert "Stop the play" in text(otto, f"/tables/{table.pk}/")
    otto.post(f"/tables/{table.pk}/play/", {"act": "stop", "reason": ""})
    assert fresh(season_play).play.status == Play.OPEN
    otto.post(f"/tables/{table.pk}/play/", {"act": "stop", "reason": "The network is gone"})
    assert "The network is gone" in text(otto, f"/play/{season_play.pk}/")
    assert "Play it here" in text(otto, f"/tables/{table.pk}/")


def test_a_phone_is_told_at_once(club, table):
    phone = a_phone(table, MINE)
    _text, tag, _status = look(phone, table)
    club.signed_in("otto").post(f"/tables/{table.pk}/play/")
    seen, tag, status = look(phone, table, tag)
    assert status == 200 and "Played on the site" in seen and 'data-enter="no"' in seen
    stop_playing_here(table=table, reason="No network", by=club.users["otto"])
    seen, _tag, status = look(phone, table, tag)
    assert status == 200 and "Played on the site" not in seen
