"""Replays: every record of the site, move by move, and before the end never more than one's own seat sees."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from characters.models import Character
from engine import record_game
from engine.core.films import Film
from games.models import Game, GameRecord, Play, Turn
from games.queries.plays import key_of_play
from games.rules.told import told_to
from games.services.plays import game_of
from league.handbook.queries.rule_moments import moment_of as moment_of_rule
from league.models import League
from league.play.queries.replays import ALL, WATCHING, asked_of, course_of, moment_of, reel_of_play
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import begin, sit_down, stand_up
from tests.factories.plays import a_running_play, a_table_of, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, post_game

GOLDEN = Path(__file__).parents[2] / "engine" / "golden_games"
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


@pytest.fixture(scope="module")
def over(rows_of_module, club: ThursdayClub) -> Play:
    """A play of Ada and two bots, played to its end."""
    with rows_of_module.unblock():
        return plays_on(a_running_play(club, "ada", bots=2))


def test_a_play_that_is_over_is_seen_by_anybody_through_any_eyes(club):
    play = plays_on(a_running_play(club, "ada", "bo", system="career_poker", bots=2, settings={"deals": 1}))
    stranger = Client()
    for query in ("", "?at=0", "?at=7&seat=2", "?at=7&seat=watch", f"?at={play.actions}&seat=all"):
        answer = stranger.get(f"/play/{play.pk}/replay/{query}")
        assert answer.status_code == 200, query
    page = stranger.get(f"/play/{play.pk}/replay/?at=7&seat=2").content.decode()
    assert "Your cards" in page and "?at=8&amp;seat=2" in page and "?at=6&amp;seat=2" in page
    assert "All hands" in stranger.get(f"/play/{play.pk}/replay/?at=7").content.decode()


def test_the_last_moment_is_how_it_ended_and_the_first_how_it_began(club):
    season_play = a_running_play(club, "ada", "bo", bots=1)
    opened = game_of(season_play.play)
    play = plays_on(season_play)
    reel = reel_of_play(fresh(season_play), club.users["vera"])
    assert reel.film.opened == opened and reel.film.at(play.actions)[0] == game_of(play)
    course = course_of(reel, 0, ALL)
    assert len(course.steps) == play.actions and len(course.chart.lines) == 3
    assert [line.last for line in course.chart.lines] == [one["cards"] for one in game_of(play).view(None)["players"]]


def test_what_was_told_links_the_rule_that_it_follows_from(over):
    reel = reel_of_play(over.season_play, over.opened_by)
    rules = {rule for step in course_of(reel, 0, ALL).steps for sentence in step.sentences for rule in sentence.rules}
    assert rules and all(href == f"/rules/career_compass/{clause}/" for clause, href in rules)
    for _clause, href in rules:
        assert Client().get(href).status_code == 200


@pytest.mark.parametrize("eyes", ["2", "all", "3", "9", "0", "nobody", "01", "٢"])
def test_before_the_end_nobody_looks_through_other_eyes(club, eyes):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    ada = club.signed_in("ada")
    assert ada.get(f"/play/{season_play.pk}/replay/?seat={eyes}").status_code == 404
    assert ada.get(f"/api/v1/plays/{season_play.pk}/replay/?seat={eyes}").status_code == 404


def test_before_the_end_one_looks_through_ones_own_eyes_or_watches(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    plays_on(season_play, most=4)
    ada, stranger = club.signed_in("ada"), Client()
    own = ada.get(f"/play/{season_play.pk}/replay/?seat=1")
    assert own.status_code == 200 and "Your cards" in own.content.decode()
    watched = stranger.get(f"/play/{season_play.pk}/replay/")
    assert watched.status_code == 200 and "Your cards" not in watched.content.decode()
    assert stranger.get(f"/play/{season_play.pk}/replay/?seat=1").status_code == 404
    answer = ada.get(f"/api/v1/plays/{season_play.pk}/replay/?at=2&seat=1").json()
    assert (answer["at"], answer["seat"]) == (2, "1") and answer["view"]["hand"]
    assert stranger.get(f"/api/v1/plays/{season_play.pk}/replay/").json()["view"]["hand"] == []


def test_one_screen_for_two_seats_shows_only_the_one_at_turn(club):
    season_play, ada = a_table_of(club, "ada", bots=1), club.users["ada"]
    Character.objects.filter(pk=club.characters["Bo"].pk).update(owner=ada)
    stand_up(season_play=season_play, seat=2, by=ada)
    bo = Character.objects.get(pk=club.characters["Bo"].pk)
    sit_down(season_play=season_play, seat=2, character=bo, by=ada)
    begin(season_play=season_play, by=ada)
    reel = reel_of_play(fresh(season_play), ada)
    assert reel.own == (fresh(season_play).play.actor,)


@pytest.mark.parametrize("system", ["career_compass", "career_poker"])
def test_a_replay_says_nothing_that_its_reader_does_not_know(club, system):
    """Two worlds: what a page is made of stays, however the cards that its reader does not see are dealt."""
    season_play = a_running_play(club, "ada", "bo", system=system, bots=2)
    plays_on(season_play, most=6)
    for reader, eyes, seat in (("ada", "1", 0), ("bo", "2", 1), ("vera", WATCHING, None)):
        reel = reel_of_play(fresh(season_play), club.users[reader])
        game = reel.film.at(reel.last)[0]
        for seed in range(5):
            dealt = replace(reel, film=Film(game.determinize(seat, seed), (), None))
            known = replace(reel, film=Film(game, (), None))
            seen, other = moment_of(known, 0, eyes), moment_of(dealt, 0, eyes)
            assert (seen.view, seen.table.drawn, seen.hands) == (other.view, other.table.drawn, other.hands)
            assert course_of(known, 0, eyes) == course_of(dealt, 0, eyes)
        assert moment_of(reel, reel.last, eyes).hands == ()


def test_what_a_replay_tells_is_what_its_reader_was_told(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    play = plays_on(season_play, most=6)
    names = [seat.name for seat in play.seats.all()]
    for reader, eyes, seat in (("ada", "1", 0), ("vera", WATCHING, None)):
        steps = course_of(reel_of_play(fresh(season_play), club.users[reader]), 0, eyes).steps
        kept = [told_to(turn.told, seat) for turn in Turn.objects.filter(play=play)]
        assert [[one.text for one in step.sentences] for step in steps] == [
            [one.named(names) for one in told] for told in kept
        ]


def test_the_key_and_the_secret_stay_hidden_until_the_end(club):
    season_play = a_running_play(club, "ada", "bo", bots=1)
    plays_on(season_play, most=2)
    play = fresh(season_play).play
    ada = club.signed_in("ada")
    for address in (f"/play/{play.pk}/replay/", f"/api/v1/plays/{play.pk}/replay/"):
        page = ada.get(address).content.decode()
        assert bytes(play.secret).hex() not in page
        assert key_of_play(play, list(play.seats.all())).hex() not in page
    assert ada.get(f"/play/{play.pk}/proof/").status_code == 404
    assert ada.get(f"/play/{play.pk}/record.jsonl").status_code == 404


def test_a_moment_that_there_is_not_is_not_found(over):
    pages = (f"/play/{over.pk}/replay/", f"/api/v1/plays/{over.pk}/replay/")
    for at in ("-1", "9999", "x", "1" * 5000, "1e3", "٣"):
        assert [Client().get(page, {"at": at}).status_code for page in pages] == [404, 404], at


def test_the_script_is_sent_the_moment_alone(over):
    answer = Client().get(f"/play/{over.pk}/replay/?at=3", headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert page.lstrip().startswith('<div id="moment"') and "<html" not in page
    assert "HX-Request" in answer.headers["Vary"]


def test_a_game_by_rules_that_have_changed_says_so(over):
    Play.objects.filter(pk=over.pk).update(rules_version=99)
    page = Client().get(f"/play/{over.pk}/replay/")
    assert page.status_code == 200 and "The rules have changed since" in page.content.decode()
    assert Client().get(f"/api/v1/plays/{over.pk}/replay/").status_code == 404
    proof = Client().get(f"/play/{over.pk}/proof/").content.decode()
    assert "Not proved." in proof and 'id="proof"' not in proof
    assert Client().get(f"/play/{over.pk}/record.jsonl").status_code == 404


def test_a_table_that_has_not_begun_has_nothing_to_replay(club):
    season_play = a_table_of(club, "ada", bots=1)
    page = Client().get(f"/play/{season_play.pk}/replay/")
    assert page.status_code == 200 and "has not begun" in page.content.decode()


def test_the_proof_page_says_what_was_proved(over):
    page = Client().get(f"/play/{over.pk}/proof/").content.decode()
    assert "✓ Proved." in page and over.commitment in page and f"/play/{over.pk}/record.jsonl" in page


def test_asking_for_nothing_shows_the_beginning_of_what_is_over_and_the_newest_of_what_runs(club):
    season_play = a_running_play(club, "ada", "bo", bots=1)
    plays_on(season_play, most=2)
    reel = reel_of_play(fresh(season_play), club.users["ada"])
    assert asked_of(reel, "", "") == (fresh(season_play).play.actions, "1")
    plays_on(season_play)
    assert asked_of(reel_of_play(fresh(season_play), club.users["ada"]), "", "") == (0, ALL)


def test_who_may_trade_now_sees_the_replay_of_the_game_that_goes_on(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0)
    while not any(one.text.startswith("trade") for one in game_of(fresh(season_play).play).legal):
        plays_on(season_play, most=1)
    actor = decider(fresh(season_play).play)
    assert club.signed_in(actor.username).get(f"/play/{season_play.pk}/replay/").status_code == 200


def a_game_with(club: ThursdayClub, text: str) -> int:
    """A game of the season with this record."""
    game = post_game(club, "Ada", "Bo", "Cleo", "Dev")["id"]
    head = json.loads(text.splitlines()[0])
    Game.objects.filter(pk=game).update(system=head["game"])
    GameRecord.objects.create(game_id=game, text=text, rules_version=head["rules"])
    return game


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_a_record_of_every_game_replays(club, system):
    record = record_game(system, 4, ["greedy"], 7)
    game, last = a_game_with(club, record.text()), sum('"action"' in line for line in record.lines)
    half = Client().get(f"/games/{game}/replay/?at={last // 2}").content.decode()
    assert "All hands" in half and f"Move {last // 2}" in half and "It is the turn of" in half
    end = Client().get(f"/games/{game}/replay/?at={last}&seat=4").content.decode()
    assert "won." in end or "Nobody won." in end


def test_the_page_of_a_game_leads_to_its_replay(club):
    game = a_game_with(club, record_game("careers", 4, ["greedy"], 7).text())
    assert f'href="/games/{game}/replay/"' in Client().get(f"/games/{game}/").content.decode()


@pytest.mark.parametrize(
    ("change", "says"),
    [(lambda text: text.replace('"rules":', '"rules":9'), "rules have changed"),
     (lambda text: text.replace('"action"', '"fiction"', 1), "does not replay"),
     (lambda text: "", "does not replay")],
)  # fmt: skip
def test_a_record_that_does_not_replay_says_so_in_a_sentence(club, change, says):
    text = record_game("career_compass", 4, ["greedy"], 7).text()
    game = a_game_with(club, text)
    GameRecord.objects.filter(game=game).update(text=change(text))
    page = Client().get(f"/games/{game}/replay/")
    assert page.status_code == 200 and says in page.content.decode()


def test_the_moment_of_a_rule_is_played_on_the_table():
    page = Client().get("/rules/careers/R54/").content.decode()
    assert 'href="/rules/careers/R54/replay/"' in page
    number = moment_of_rule("careers", "R54") + 1
    page = Client().get("/rules/careers/R54/replay/").content.decode()
    assert f"Move {number}" in page and 'href="/rules/careers/R54/"' in page
    assert Client().get("/rules/careers/R999/replay/").status_code == 404
    assert Client().get("/rules/chess/1/replay/").status_code == 404


def test_a_moment_has_a_card_that_tells_no_more_than_a_stranger_may_know(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, settings={"deals": 1})
    plays_on(season_play, most=4)
    stranger, ada = Client(), club.signed_in("ada")
    address = f"/play/{season_play.pk}/card.png"
    card = stranger.get(address)
    assert card.status_code == 200 and card.headers["Content-Type"] == "image/png"
    for client in (stranger, ada):
        assert client.get(f"{address}?seat=1").status_code == client.get(f"{address}?seat=all").status_code == 404
    page = ada.get(f"/play/{season_play.pk}/replay/?at=3&seat=1").content.decode()
    assert f'content="http://testserver{address}?at=3"' in page
    plays_on(season_play)
    assert stranger.get(f"{address}?at=3&seat=2").status_code == 200
    page = stranger.get(f"/play/{season_play.pk}/replay/?at=3&seat=2").content.decode()
    assert f'content="http://testserver{address}?at=3&amp;seat=2"' in page


def test_a_hidden_league_has_no_cards(over):
    League.objects.update(hidden_at=over.over_at, hidden_why="Insults")
    assert Client().get(f"/play/{over.pk}/card.png").status_code == 404
