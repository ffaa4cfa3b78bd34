"""Plays of a tournament and their round: opened with it by a setting, on its clock, and what becomes of those that are
not over when it ends."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from characters.models import Character
from games.models import Play, PlaySeat
from league.models import Round, SeasonPlay, Stage, Table, Tournament
from league.play.queries.changes import versions_of_plays
from league.play.services.season_plays import sit_down
from league.tournaments.desk.queries.changes import versions_of_tournaments
from league.tournaments.desk.services.rounds import end_round, extend_round, pause_round, resume_round, start_round
from league.tournaments.stages.services import edit_tournament
from league.tournaments.tables.queries.referee_desk import desk_version, referee_desk
from league.tournaments.tables.services.open_play import open_table
from league.tournaments.tables.services.played_here import play_here, stop_playing_here
from league.tournaments.tables.services.rulings import rule_table
from tests.factories.compass_sheets import compass_sheet
from tests.factories.plays import fresh, plays_on
from tests.factories.tables import now
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, a_tournament_of

pytestmark = pytest.mark.django_db
DESK, ROUND = "/tournaments/spring-open/referee/", "/tournaments/spring-open/stages/1/rounds/1/manage/"


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def published(club) -> Round:
    """Of a tournament that is played on the site; its clock has not been started."""
    edit_tournament(tournament=a_tournament_of(club), played_here=True, by=club.users["otto"])
    Round.objects.update(status=Round.PUBLISHED, started_at=None)
    return Round.objects.select_related("stage__tournament").get()


@pytest.fixture
def season_play(club, published) -> SeasonPlay:
    """Of the one table, everybody seated."""
    start_round(round=published, by=club.users["otto"])
    return everybody_sits(club)


def everybody_sits(club: ThursdayClub) -> SeasonPlay:
    season_play = SeasonPlay.objects.get()
    for row in PlaySeat.objects.filter(play=season_play.pk, person=None).select_related("character__owner"):
        sit_down(season_play=season_play, seat=row.seat, character=row.character, by=row.character.owner)
    return fresh(season_play)


def the_table() -> Table:
    return Table.objects.select_related("round__stage__tournament__season__league").get()


def reading(club: ThursdayClub, name: str, address: str) -> str:
    browser = Client()
    browser.force_login(club.users[name])
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.text


def end(club: ThursdayClub) -> None:
    end_round(round=Round.objects.get(), force=True, reason="It is late", by=club.users["otto"])


def test_the_tables_of_a_round_open_with_its_clock(club, published):
    assert not SeasonPlay.objects.exists()
    start_round(round=published, by=club.users["sam"])
    season_play = SeasonPlay.objects.get()
    assert (season_play.table, season_play.play.opened_by) == (the_table(), club.users["sam"])
    assert referee_desk(published.stage.tournament, club.users["otto"].pk).played_here == {season_play.table_id}


def test_without_anybody_who_starts_it_they_are_opened_for_who_announced_the_tournament(club, published):
    start_round(round=published)
    assert SeasonPlay.objects.get().play.opened_by == club.users["otto"]


def test_without_the_setting_tables_stay_at_their_boards(club):
    tournament = a_tournament_of(club)
    assert not SeasonPlay.objects.exists()
    assert referee_desk(tournament, club.users["otto"].pk).boards == []


def test_a_play_that_a_referee_stopped_stays_stopped_and_is_no_table_that_could_not_open(club, published):
    start_round(round=published, by=club.users["otto"])
    stop_playing_here(table=the_table(), reason="The network is gone", by=club.users["otto"])
    assert not SeasonPlay.objects.filter(table__isnull=False).exists()
    assert referee_desk(published.stage.tournament, club.users["otto"].pk).boards == []


def test_a_table_that_can_not_be_played_here_stays_at_a_board_and_the_desk_says_why(club, published):
    Character.objects.update(owner=None)
    started = start_round(round=published, by=club.users["otto"])
    assert started.status == Round.RUNNING and not SeasonPlay.objects.exists()
    for page in (DESK, ROUND):
        seen = reading(club, "otto", page)
        assert "played on the site, and these tables can" in seen and "at least two people with an account" in seen
    Character.objects.filter(name="Ada").update(owner=club.users["ada"])
    assert "these tables can" not in reading(club, "otto", DESK)  # he sits down for the others
    play_here(table=the_table(), by=club.users["otto"])
    assert "▶ on the site" in reading(club, "otto", DESK)


def test_tables_of_open_play_open_as_people_come_together(club):
    tournament = a_tournament_of(club)
    edit_tournament(tournament=tournament, played_here=True, by=club.users["otto"])
    end(club)
    Stage.objects.update(format=Stage.OPEN)
    Round.objects.update(status=Round.RUNNING, ended_at=None, started_at=None)
    Table.objects.all().delete()
    entries = list(tournament.entries.all())[:2]
    table = open_table(stage=Stage.objects.get(), entries=entries, by=club.users["otto"])
    season_play = SeasonPlay.objects.get(table=table)
    assert season_play.play.pace == Play.NO_CLOCK
    assert "data-clock" not in reading(club, "ada", f"/play/{season_play.pk}/")


def test_the_page_of_the_play_shows_the_clock_of_the_round_and_says_when_time_is_called(club, season_play):
    at, played = f"/play/{season_play.pk}/", Round.objects.get()
    seen = reading(club, "ada", at)
    ends = (played.started_at + timedelta(minutes=played.minutes)).timestamp() * 1000 // 1
    assert f'data-ends="{ends:.0f}"' in seen and "Time left" in seen and "league/clock.js" in seen
    assert re.search(r"<p data-called hidden>", seen)
    pause_round(round=played)
    seen = reading(club, "ada", at)
    assert "‖ Paused" in seen and "data-left=" in seen and "data-ends=" not in seen
    resume_round(round=played)
    Round.objects.update(started_at=timezone.now() - timedelta(hours=3))
    for name in ("ada", "vera"):
        seen = reading(club, name, at)
        assert "! Over time" in seen and "<p data-called >" in seen and "Time is called." in seen
    end(club)
    seen = reading(club, "ada", at)
    assert "data-clock" not in seen and "The round is over" in seen


def test_the_page_hears_of_the_clock_and_asks_for_nothing_while_it_ticks(club, season_play):
    at, played, browser = f"/play/{season_play.pk}/", Round.objects.get(), Client()
    browser.force_login(club.users["ada"])
    htmx = {"HX-Request": "true"}

    def news() -> tuple[int, bool]:
        """What the page is answered with the tag of its last answer, and whether the events process has news."""
        heard = versions_of_plays([season_play.pk])
        answer = browser.get(at, headers=htmx | {"If-None-Match": news.tag})
        found = answer.status_code, heard != news.heard
        news.tag, news.heard = answer.headers["ETag"], heard
        return found

    news.tag, news.heard = "", None
    assert news() == (200, True) and news() == (304, False)
    for deed in (
        lambda: extend_round(round=played, minutes=5),
        lambda: pause_round(round=played),
        lambda: resume_round(round=played),
        lambda: end(club),
    ):
        deed()
        assert news() == (200, True) and news() == (304, False)


def test_time_that_is_called_is_a_new_page(club, season_play):
    at, browser, htmx = f"/play/{season_play.pk}/", Client(), {"HX-Request": "true"}
    browser.force_login(club.users["ada"])
    minutes = timedelta(minutes=Round.objects.get().minutes)
    Round.objects.update(started_at=timezone.now() - minutes + timedelta(minutes=1))
    tag = browser.get(at, headers=htmx).headers["ETag"]
    Round.objects.update(started_at=timezone.now() - minutes)
    answer = browser.get(at, headers=htmx | {"If-None-Match": tag})
    assert answer.status_code == 200 and "<p data-called >" in answer.text


def test_a_game_that_outlasts_its_round_stands_on_the_referees_desk_until_it_is_decided(club, season_play):
    otto, tournament = club.users["otto"], Tournament.objects.get()
    assert referee_desk(tournament, otto.pk).plays_left == []
    end(club)
    seen = reading(club, "otto", DESK)
    assert "Played on the site, without a result" in seen and "the game is not over" in seen
    before = desk_version(tournament.pk), versions_of_tournaments([tournament.pk])
    play = plays_on(season_play)
    assert (desk_version(tournament.pk), versions_of_tournaments([tournament.pk])) != before
    assert desk_version(tournament.pk) != before[0] and versions_of_tournaments([tournament.pk]) != before[1]
    [left] = referee_desk(tournament, otto.pk).plays_left
    assert (left.play.status, left.play.problem) == ("over", play.problem) and "Round 1 is over" in play.problem
    assert play.problem in reading(club, "otto", DESK)
    sheet = compass_sheet(the_table(), (20, 9, 4, 0))
    rule_table(table=the_table(), sheet=sheet, reason="As it was played", by=otto)
    assert now(the_table()).phase == "confirmed" and referee_desk(tournament, otto.pk).plays_left == []


def test_a_game_that_outlasts_its_round_can_be_stopped(club, season_play):
    end(club)
    stop_playing_here(table=the_table(), reason="It is late", by=club.users["otto"])
    assert referee_desk(Tournament.objects.get(), club.users["otto"].pk).plays_left == []


def test_the_desk_says_by_itself_that_time_is_up(club, season_play):
    tournament = Tournament.objects.get()
    before = desk_version(tournament.pk)
    Round.objects.update(minutes=1, started_at=timezone.now() - timedelta(minutes=2))
    assert desk_version(tournament.pk) != before
    assert "time is up since" in reading(club, "otto", DESK)


def test_a_game_of_friends_has_no_clock_of_a_round(club, season_play):
    SeasonPlay.objects.update(table=None)
    seen = reading(club, "ada", f"/play/{season_play.pk}/")
    assert "data-clock" not in seen and "clock.js" not in seen
