"""What cost a player most: their own decisions, judged by what they knew, and a game that goes on from there."""

import re

import pytest
from django.test import Client

from engine.core.game import Game
from games.models import GameRecord, Play
from games.queries.plays import film_of_play
from league.lab.models import GameStudy
from league.models import SeasonGame, TryOut
from tests.factories.plays import a_running_play, fresh, plays_on
from tests.factories.studies import worked_out
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


@pytest.fixture(scope="module")
def studied(rows_of_module, club: ThursdayClub) -> Play:
    """A game of Ada, Bo, Cleo and Dev whose chances are worked out, the first one in which somebody had a choice."""
    with rows_of_module.unblock():
        play = next(play for play in (a_short_game(club) for _ in range(20)) if choices(play))
        worked_out(SeasonGame.objects.get(game=play.game_id))
        return play


def a_short_game(club: ThursdayClub) -> Play:
    season_play = a_running_play(club, "ada", "bo", "cleo", "dev", bots=0, counts=True)
    plays_on(season_play)
    return fresh(season_play).play


def choices(play: Play) -> list[tuple[int, Game]]:
    """The moments of this game, by number, in which there was more than one thing to do."""
    film = film_of_play(play)
    games = [film.opened.clone(), *(frame.game.clone() for frame in film.frames())]
    return [(at, game) for at, game in enumerate(games) if not game.over and len(game.legal) > 1]


def first_choice(play: Play) -> dict[str, object]:
    """What a study would say of the first decision with a choice in this game."""
    at, game = choices(play)[0]
    legal = [each.text for each in game.legal]
    return {"at": at, "seat": game.actor, "chosen": legal[0], "better": legal[1], "cost": 1234, "give": 321}


def costs(play: Play) -> str:
    """Ada, Bo, Cleo or Dev: who took the decision that the study now says cost most."""
    row, study = first_choice(play), GameStudy.objects.get()
    GameStudy.objects.filter(pk=study.pk).update(figures=study.figures | {"costly": [row]})
    return play.seats.get(seat=row["seat"] + 1).person.username


def page(club: ThursdayClub, play: Play, name: str) -> str:
    client = Client()
    if name:
        client.force_login(club.users[name])
    return client.get(f"/games/{play.game_id}/story/").content.decode()


def test_a_record_that_does_not_replay_promises_no_moments(club, studied):
    assert "What cost you most" in page(club, studied, "ada")
    GameRecord.objects.filter(game=studied.game_id).update(text="{}")
    seen = page(club, studied, "ada")
    assert "does not replay" in seen and "What cost you most" not in seen


def test_only_who_took_a_decision_reads_what_it_cost(club, studied):
    who = costs(studied)
    assert "would have won 12.3 more of 100 such games, give or take 3.2" in page(club, studied, who)
    for other in {"ada", "bo", "cleo", "dev"} - {who}:
        assert "None of your decisions clearly cost you anything" in page(club, studied, other)
    for stranger in ("vera", ""):
        assert 'id="moments"' not in page(club, studied, stranger)


def test_the_end_leads_there_and_nowhere_for_a_stranger(club, studied):
    asked = {"HX-Request": "true", "HX-Target": "turning-point"}
    ada = Client()
    ada.force_login(club.users["ada"])
    link = f"/games/{studied.game_id}/story/#moments"
    parts = [client.get(link, headers=asked).content.decode() for client in (ada, Client())]
    assert [link in part for part in parts] == [True, False]


def test_an_older_study_says_how_to_get_it(club, studied):
    study = GameStudy.objects.get()
    study.figures.pop("costly")
    GameStudy.objects.update(figures=study.figures)
    assert "Once the chances are worked out" in page(club, studied, "ada")


def test_the_moment_is_played_on_against_bots_from_the_seat_that_decided(club, studied):
    who = costs(studied)
    seen = page(club, studied, who)
    [at] = re.findall(r'name="at" value="(\d+)"', seen)
    client = Client()
    begun = client.post("/play/try/new/", {"game": studied.game_id, "at": at, "level": "regular"}, follow=True)
    assert begun.status_code == 200 and 'name="action"' in begun.content.decode()
    assert TryOut.objects.get().seat == first_choice(studied)["seat"] and TryOut.objects.get().actions == 0


@pytest.mark.parametrize(("game", "at"), [("own", "99999"), ("own", "x"), ("0", "0"), ("9" * 30, "0")])
def test_what_is_not_recorded_cannot_be_played_on(studied, game, at):
    sent = {"game": str(studied.game_id) if game == "own" else game, "at": at}
    answer = Client().post("/play/try/new/", sent, follow=True)
    assert answer.status_code == 200 and (not TryOut.objects.exists() or at == "x")
