"""Games ordered from the bots: no request thinks, one game comes out, and nobody can choose it."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, OperationalError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from games.models import Game, GameRecord, Play, Sheet, ThinkingTime, Turn
from games.queries.plays import record_of
from games.rules.play_records import prove
from games.services import absence
from games.services.bot_turns import waiting_bot
from games.services.plays import take_turn
from games.services.stopped_plays import stop_play
from games.services.take_backs import take_back
from league.clubs.queries import waiting_sheets
from league.clubs.services.leagues import close_league
from league.config.celery import queue_of
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from league.play.services import games_of_bots as service
from league.play.services.games_of_bots import order_game_of_bots
from league.play.services.season_plays import close_table, play_for_bots, seat_a_bot, sit_down, stand_up
from league.play.services.sweeps import close_forgotten
from league.play.tasks import play_ordered_games, take_waiting_turns
from league.results.services.prepared_tables import Chair, PreparedTable
from tests.factories.families import family
from tests.factories.friday_club import FridayClub
from tests.factories.games_of_bots import bots_play, game_of_bots_form
from tests.factories.plays import a_running_play, fresh, time_passes
from tests.factories.races import at_once, refused
from tests.factories.seasons import set_house_rules
from tests.factories.thursday_club import a_thursday_club

pytestmark = pytest.mark.django_db


def an_order(club: FridayClub, *, by=None, token="one", bot="greedy", **changes) -> Play:
    """A deal of Career Poker, which is quickly thought about."""
    seats = (Chair(club.overtime, bot), Chair(club.bigdesk, bot), Chair(None, bot), Chair(None, bot))
    table = PreparedTable(seats, **{"system": "career_poker", "choices": {"deals": 1}} | changes)
    return order_game_of_bots(season=club.season, table=table, by=by or club.cleo, token=token)


def a_game_that_nobody_wins(club: FridayClub) -> Play:
    return an_order(club, system="careers", mode="formula", target=1000, choices={"turn_limit": 5})


def again(play: Play) -> Play:
    return Play.objects.get(pk=play.pk)


def lease_is_over() -> None:
    Play.objects.update(leased_until=timezone.now() - timedelta(seconds=1))


def test_an_order_is_a_play_that_has_begun_and_the_bots_play_it_to_its_sheet(club: FridayClub):
    play = an_order(club)
    assert (play.status, play.number, play.visibility) == (Play.RUNNING, 0, Play.LEAGUE) and not Game.objects.exists()
    bots_play()
    done = again(play)
    sheet = Sheet.objects.get(game=done.game)
    assert (done.status, done.problem, sheet.status, sheet.submitted_by) == ("over", "", "confirmed", club.cleo)
    assert (sheet.source, sheet.played_at, done.game.played_by_bots) == ("engine", done.started_at, True)
    assert ThinkingTime.objects.get().person == club.cleo
    assert prove(record_of(done).splitlines(), published=play.commitment).as_dict() == done.outcome


@pytest.mark.parametrize("system", family(PLAYED_HERE))
def test_every_game_begins_and_is_watched_at_its_table(club: FridayClub, client, text, system):
    play = an_order(
        club, system=system, choices={}, **({"mode": "formula", "target": 100} if system == "careers" else {})
    )
    client.force_login(club.ada)
    assert "A game of bots." in text(play.get_absolute_url())
    play_ordered_games()
    assert Turn.objects.filter(play=play).exists() and "What happened" in text(play.get_absolute_url())


def test_the_request_asks_no_bot_for_anything(client, club: FridayClub, monkeypatch):
    asked = []
    monkeypatch.setattr("engine.careers.bots.search.SearchBot.choose", lambda *_: asked.append(1))
    client.force_login(club.cleo)
    sent = game_of_bots_form(club, mode="timed", minutes="300", **{f"bot_{seat}": "search" for seat in range(1, 7)})
    response = client.post(reverse("season_play", args=[club.season.slug]), sent)
    assert response.url == Play.objects.get().get_absolute_url() and asked == []


def test_games_that_were_ordered_and_bots_at_tables_are_in_different_queues():
    assert queue_of(take_waiting_turns.name) == "playing"
    assert queue_of(play_ordered_games.name) == "thinking"


def test_only_who_administers_the_league_orders(club: FridayClub):
    with pytest.raises(PermissionDenied):
        an_order(club, by=club.ada)
    assert not Play.objects.exists()


def test_sent_twice_it_is_one_order(club: FridayClub):
    first = an_order(club)
    assert an_order(club) == first
    bots_play()
    assert an_order(club) == first and Play.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Play.objects.create(commitment="x", secret=b"x", opened_by=club.cleo, ordered_as="one")


def test_nobody_has_two_under_way_and_the_site_only_so_many(club: FridayClub, monkeypatch):
    an_order(club)
    with pytest.raises(ValidationError, match="still playing a game that you ordered"):
        an_order(club, token="two")
    assert Play.objects.count() == SeasonPlay.objects.count() == 1
    monkeypatch.setattr(service, "MOST_UNDER_WAY", 1)
    club.ada.is_superuser = True
    with pytest.raises(ValidationError, match="Many games are already waiting"):
        an_order(club, by=club.ada)
    bots_play()
    assert an_order(club, token="two").status == Play.RUNNING


@pytest.mark.django_db(transaction=True)
def test_two_orders_at_once_are_one(club: FridayClub):
    same = at_once(*[lambda: an_order(club).pk] * 3)
    assert refused(same) == [] and len(set(same)) == 1
    bots_play()
    others = at_once(*[lambda token=token: an_order(club, token=token) for token in "abc"])
    assert len(refused(others)) == 2 and Play.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_play_it_once(club: FridayClub):
    an_order(club)
    at_once(bots_play, bots_play)
    assert Game.objects.count() == 1 and Play.objects.get().problem == ""


def test_the_game_of_a_killed_worker_goes_on_where_it_stood(club: FridayClub):
    play = an_order(club)
    play_ordered_games()
    killed = waiting_bot()
    assert killed is None or not play_for_bots()
    begun = list(Turn.objects.filter(play=play).values_list("number", "action"))
    lease_is_over()
    bots_play()
    assert list(Turn.objects.filter(play=play).values_list("number", "action"))[: len(begun)] == begun
    assert again(play).status == "over" and Game.objects.count() == 1


def test_nobody_ends_it_or_plays_in_it(club: FridayClub):
    play, season_play = an_order(club), SeasonPlay.objects.get()
    cleo, seat = club.cleo, {"season_play": season_play, "seat": 3}
    deeds = {
        "nobody can choose how it ends": lambda: stop_play(play=play, why="I don't like it."),
        "has begun, or is over": lambda: close_table(season_play=season_play, by=cleo),
        "has begun: nobody can sit down": lambda: seat_a_bot(**seat, bot="random", by=cleo),
        "has begun. Play on": lambda: stand_up(**seat, by=cleo),
        "don't sit at this table": lambda: absence.resign(play_id=play.pk, by=cleo),
        "sit at this table": lambda: absence.ask_for_pause(play_id=play.pk, by=cleo),
        "at this table": lambda: absence.ask_for_bot(play_id=play.pk, seat=1, by=cleo),
        "not your turn": lambda: take_turn(play_id=play.pk, number=0, action="pass", by=cleo),
        "no choice to take back": lambda: take_back(play_id=play.pk, number=0, by=cleo),
    }
    for says, deed in deeds.items():
        with pytest.raises(ValidationError, match=says):
            deed()
    with pytest.raises(ValidationError):
        sit_down(**seat, character=club.overtime, by=club.ada)
    time_passes(season_play, timedelta(days=100))
    assert close_forgotten() == 0
    with pytest.raises(IntegrityError), transaction.atomic():
        Play.objects.update(status=Play.CLOSED, actor=None, bot_decides=False)
    bots_play()
    assert again(play).game is not None


def test_its_season_waits_for_it_and_its_league_is_not_closed_meanwhile(club: FridayClub):
    an_order(club)
    assert waiting_sheets(club.season) == {"career_poker": 1}
    with pytest.raises(ValidationError, match="Bots are still playing"):
        close_league(league=club.league, why="I don't like it.", by=club.cleo)
    bots_play()
    assert waiting_sheets(club.season) == {}
    close_league(league=club.league, why="We moved.", by=club.cleo)


def test_no_button_of_its_table_ends_it(client, club: FridayClub):
    play = an_order(club)
    client.force_login(club.cleo)
    page = client.get(play.get_absolute_url()).content.decode()
    for deed in ("close", "start", "resign", "pause", "back", "replace"):
        assert f"{play.get_absolute_url()}{deed}/" not in page
        client.post(f"{play.get_absolute_url()}{deed}/")
    assert again(play) == play and again(play).status == Play.RUNNING and not Turn.objects.exists()


def test_people_do_not_wait_for_games_of_bots(db):
    club = a_thursday_club()
    seats = tuple(Chair(club.characters[name], "greedy") for name in ("Ada", "Bo"))
    table = PreparedTable(seats, "career_compass")
    order_game_of_bots(season=club.season, table=table, by=club.users["otto"], token="one")
    season_play = a_running_play(club, "ada", bots=3)
    Play.objects.filter(pk=season_play.pk).update(bot_decides=True)
    assert waiting_bot(ordered=False) == fresh(season_play).play
    assert waiting_bot(ordered=False) is None and waiting_bot(ordered=True).ordered_as == "one"


def test_what_it_was_begun_with_stands_and_a_sheet_that_cannot_stand_says_why(club: FridayClub):
    play = an_order(club, system="careers", mode="formula", target=100, choices={})
    set_house_rules(club.season, league_min_target=150)
    bots_play()
    done = again(play)
    assert (done.status, done.game) == ("over", None) and "at least 150" in done.problem
    assert not Game.objects.exists()


def test_a_bot_that_fails_holds_nothing_up(club: FridayClub, monkeypatch):
    def fail(*arguments: object) -> int:
        raise RuntimeError("out of ideas")

    monkeypatch.setattr("engine.career_poker.bots.GreedyBot.choose", fail)
    play = an_order(club)
    bots_play()
    assert again(play).status == "over" and Game.objects.count() == 1


def test_a_database_that_fails_decides_no_turn_of_a_bot(club: FridayClub):
    play, failed = an_order(club), list[str]()

    def fail_once(execute, sql, params, many, context):
        if not failed and 'FROM "games_playseat"' in sql and sql.startswith("SELECT") and "UPDATE" not in sql:
            failed.append(sql)
            raise OperationalError("the connection is gone")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(fail_once), pytest.raises(OperationalError):
        play_for_bots()
    assert failed and again(play).number == play.number


def test_a_game_that_nobody_wins_says_so(client, club: FridayClub, text):
    play = a_game_that_nobody_wins(club)
    bots_play()
    assert "Nobody won" in again(play).problem and not Game.objects.exists()
    client.force_login(club.cleo)
    page = text(play.get_absolute_url())
    assert "Nobody won" in page and "by hand" not in page and "Let bots play another one" in page


def test_who_has_used_up_the_day_orders_nothing(club: FridayClub, settings):
    settings.THINKING_SECONDS = 1
    ThinkingTime.objects.create(person=club.cleo, day=timezone.now().date(), milliseconds=1000)
    with pytest.raises(ValidationError, match="used up"):
        an_order(club)


def test_the_page_of_the_season_and_the_lobby_show_what_is_under_way(client, club: FridayClub, text):
    play = an_order(club)
    client.force_login(club.cleo)
    assert play.get_absolute_url() in text(reverse("season_play", args=[club.season.slug]))
    client.force_login(club.ada)
    page = text(reverse("play"))
    assert "To watch" in page and play.get_absolute_url() in page and "a game of bots" in page
    client.logout()
    assert play.get_absolute_url() not in text(reverse("play"))


def test_who_ordered_a_game_reads_once_that_it_is_played(client, club: FridayClub):
    client.force_login(club.cleo)
    page = client.post(reverse("season_play", args=[club.season.slug]), game_of_bots_form(club, bot_1="greedy")).url
    assert client.get(page).status_code == 200
    bots_play()
    game = Game.objects.get().get_absolute_url()
    assert client.get(page, headers={"HX-Request": "true"})["HX-Redirect"] == game
    assert "The bots have played Careers, " in client.get(game).content.decode()
    again_there = client.get(page)
    assert again_there.status_code == 200 and "The bots have played" not in again_there.content.decode()


def test_others_are_not_led_away_from_the_table(client, club: FridayClub):
    play = an_order(club)
    bots_play()
    client.force_login(club.ada)
    page = client.get(play.get_absolute_url())
    assert page.status_code == 200 and again(play).game.get_absolute_url() in page.content.decode()
    assert GameRecord.objects.get().game == again(play).game
