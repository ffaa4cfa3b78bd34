"""The lobby and the table as people meet them."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from games.models import Game, GameRecord, Play
from games.services.plays import game_of
from league.clubs.services.leagues import close_league, open_league
from league.core.queries.access import forget_leagues
from league.core.views.wording import told_lines
from league.models import SeasonPlay
from league.play.queries.tables import table_view
from league.play.queries.turn_log import LogLine
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import take_own_turn
from tests.factories.plays import a_running_play, a_table_of, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def page(client: Client, season_play: SeasonPlay, more: str = "", **headers: str) -> str:
    answer = client.get(f"/play/{season_play.pk}/{more}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.further
def test_from_the_lobby_to_the_end_by_the_buttons_of_the_pages(club):
    ada = club.signed_in("ada")
    assert "/play/new/" in ada.get("/play/").content.decode()
    sent = {"system": "career_compass", "seats": "2", "season": club.season.slug}
    opened = ada.post("/play/new/", sent)
    season_play = SeasonPlay.objects.get()
    assert opened.headers["Location"] == f"/play/{season_play.pk}/"
    ada.post(f"/play/{season_play.pk}/sit/", {"seat": "1", "character": "ada"})
    ada.post(f"/play/{season_play.pk}/bot/", {"seat": "2", "bot": "greedy"})
    ada.post(f"/play/{season_play.pk}/start/")
    for _turn in range(500):
        play = plays_on(season_play, most=0)
        from league.play.services.season_plays import play_for_bots

        while play_for_bots():
            pass
        play = fresh(season_play).play
        if play.status == Play.OVER:
            break
        seen = page(ada, season_play)
        [number] = re.findall(r'name="number" value="(\d+)"', seen)
        action = re.findall(r'name="action"\s+value="([^"]+)"', seen)[0]
        ada.post(f"/play/{season_play.pk}/turns/", {"number": number, "action": action, "key": ""})
    seen = page(ada, season_play)
    assert "won." in seen and f"/play/{season_play.pk}/record.jsonl" in seen
    assert ada.get(f"/play/{season_play.pk}/record.jsonl").status_code == 200


def test_who_is_at_turn_finds_the_table_on_their_desk(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    by = decider(season_play.play)
    for name in ("ada", "bo"):
        desk = club.signed_in(name).get("/").content.decode()
        assert (f"/play/{season_play.pk}/" in desk) == (club.users[name] == by)


def test_what_ended_while_its_league_was_closed_is_handed_in_when_it_is_open_again(club):
    season_play, browsers = a_running_play(club, "ada", "bo", counts=True), {"ada": Client(), "otto": Client()}
    for name, browser in browsers.items():
        browser.force_login(club.users[name])
    close_league(league=club.league, why="The summer", by=club.users["otto"])
    forget_leagues()
    assert plays_on(fresh(season_play)).game is None
    page = f"/play/{season_play.pk}/"
    assert "The game could not be handed in" in browsers["otto"].get(page).content.decode()
    browsers["otto"].post(f"{page}hand-in/")
    assert fresh(season_play).play.game is None
    open_league(league=club.league, by=club.users["otto"])
    forget_leagues()
    assert "Hand it in again" not in browsers["ada"].get(page).content.decode()
    assert browsers["ada"].post(f"{page}hand-in/").status_code == 403
    assert "Hand it in again" in browsers["otto"].get(page).content.decode()
    for _twice in range(2):
        browsers["otto"].post(f"{page}hand-in/")
        assert GameRecord.objects.get().game == fresh(season_play).play.game == Game.objects.get()
    assert "could not be handed in" not in browsers["otto"].get(page).content.decode()


def test_nobody_reads_another_hand_or_the_record_before_the_end(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    play = season_play.play
    stranger, ada = Client(), club.signed_in("ada")
    assert "Your cards" in page(ada, season_play) and "Your cards" not in page(stranger, season_play)
    for client in (stranger, ada):
        assert client.get(f"/play/{play.pk}/record.jsonl").status_code == 404
        assert bytes(play.secret).hex() not in page(client, season_play)


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_a_page_says_nothing_that_its_reader_does_not_know(club, system):
    """Two worlds: what a page is made of stays, however the hidden cards are dealt."""
    season_play = a_running_play(club, "ada", "bo", system=system, bots=2)
    plays_on(season_play, most=15)
    play = fresh(season_play).play
    game = game_of(play)
    for reader, eyes in ((club.users["ada"], 0), (club.users["bo"], 1), (club.users["vera"], None)):
        seen = table_view(fresh(season_play), reader)
        Play.objects.filter(pk=play.pk).update(state=game.determinize(eyes, 5).save())
        again = table_view(fresh(season_play), reader)
        assert (seen.view, seen.drawn, seen.choices, seen.log) == (again.view, again.drawn, again.choices, again.log)
        Play.objects.filter(pk=play.pk).update(state=game.save())


def test_one_screen_for_two_seats_goes_round_behind_a_curtain(club):
    season_play = a_table_of(club, "ada", bots=0 + 1)
    ada = club.signed_in("ada")
    from characters.models import Character

    Character.objects.filter(pk=club.characters["Bo"].pk).update(owner=club.users["ada"])
    ada.post(f"/play/{season_play.pk}/leave/", {"seat": "2"})
    ada.post(f"/play/{season_play.pk}/sit/", {"seat": "2", "character": "bo"})
    ada.post(f"/play/{season_play.pk}/start/")
    play = fresh(season_play).play
    assert decider(play) == club.users["ada"]
    seen = page(ada, season_play)
    assert "Hand the screen to" in seen and 'name="action"' not in seen and "compass-card" not in seen
    seen = page(ada, season_play, f"?seat={play.actor + 1}")
    assert 'name="action"' in seen and "compass-card" in seen
    other = page(ada, season_play, f"?seat={2 - play.actor}")
    assert "compass-card" not in other
    assert "no-store" in ada.get(f"/play/{season_play.pk}/").headers["Cache-Control"]


def test_a_page_without_news_is_not_sent_again(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    vera = club.signed_in("vera")
    first = vera.get(f"/play/{season_play.pk}/", headers={"HX-Request": "true"})
    assert b"<html" not in first.content
    again = {"HX-Request": "true", "If-None-Match": first.headers["ETag"]}
    assert vera.get(f"/play/{season_play.pk}/", headers=again).status_code == 304
    plays_on(season_play, most=1)
    assert vera.get(f"/play/{season_play.pk}/", headers=again).status_code == 200


def test_the_foot_of_a_table_names_the_version_of_the_program(club):
    page = club.signed_in("vera").get(f"/play/{a_running_play(club, 'ada', 'bo').pk}/").content.decode()
    assert f"Version {settings.VERSION}<" in page


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("sit/", {"seat": "9", "character": "ada"}),
        ("sit/", {"seat": "x", "character": "nobody"}),
        ("bot/", {"seat": "2", "bot": "hal"}),
        ("bot/", {"seat": "", "bot": ""}),
        ("leave/", {"seat": "1"}),
        ("leave/", {"seat": "9" * 5000}),
        ("leave/", {"seat": "99999"}),
        ("turns/", {"number": "-1", "action": "throw"}),
        ("turns/", {"number": "0", "action": "x" * 10_000}),
        ("turns/", {}),
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(club, path, sent):
    season_play = a_table_of(club, "ada", bots=1)
    before = list(season_play.play.seats.values())
    bo = club.signed_in("bo")
    answer = bo.post(f"/play/{season_play.pk}/{path}", sent, follow=True)
    assert 'class="messages' in answer.content.decode() or "message" in answer.content.decode()
    assert list(season_play.play.seats.values()) == before and fresh(season_play).play.number == 0


def test_an_unknown_deed_or_table_is_not_found(club):
    season_play, ada = a_table_of(club, "ada", bots=1), club.signed_in("ada")
    assert ada.post(f"/play/{season_play.pk}/fly/").status_code == 404
    assert ada.get("/play/999/").status_code == 404
    assert ada.get(f"/play/{season_play.pk}/?seat={'9' * 5000}").status_code == 200


def test_what_was_told_stands_on_the_page_escaped_with_its_clause():
    turn = LogLine(1234, (("<b>Ada</b> rolls 6.", ""), ("Ada pays.", "R34")))
    assert told_lines([turn]) == (
        '<li value="1234"><span>&lt;b&gt;Ada&lt;/b&gt; rolls 6.</span> '
        '<span>Ada pays. <span class="muted small">(R34)</span></span></li>'
    )


def test_a_page_is_never_older_than_it_says(club):
    """Somebody moves while it is made. A page that took itself for the newest would never ask for what it lacks."""
    season_play = a_running_play(club, "ada", "bo")
    moved = []

    def moves_once(execute, sql, parameters, many, context):
        found = execute(sql, parameters, many, context)
        if not moved and "league_seasonplay" in sql:
            moved.append(sql)
            play = fresh(season_play).play
            action = game_of(play).legal[0].text
            take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
        return found

    with connection.execute_wrapper(moves_once):
        shown = page(club.signed_in("ada"), season_play)
    [number] = re.findall(r'data-number="(\d+)"', shown)
    [said] = re.findall(rf'data-version="{season_play.play_id}\.(\d+)\.', shown)
    assert moved and int(said) <= int(number)


@pytest.mark.parametrize(
    ("system", "words"), [("career_poker", "Tap a card to lead."), ("career_compass", "Tap a card.")]
)
def test_who_can_only_tap_cards_is_told_so(club, system, words):
    season_play = a_running_play(club, "ada", "bo", "cleo", "dev", system=system, bots=0)
    while len(game_of(fresh(season_play).play).legal) < 2:
        plays_on(season_play, most=1)
    reader = club.signed_in(decider(fresh(season_play).play).username)
    assert re.findall(r'id="play-asked">([^<]*)<', page(reader, season_play)) == [words]


def test_who_can_pass_is_asked_what_they_do(club):
    season_play = a_running_play(club, "ada", "bo", "cleo", "dev", system="career_poker", bots=0)
    plays_on(season_play, most=1)
    follower = club.signed_in(decider(fresh(season_play).play).username)
    assert re.findall(r'id="play-asked">([^<]*)<', page(follower, season_play)) == ["What do you do?"]
