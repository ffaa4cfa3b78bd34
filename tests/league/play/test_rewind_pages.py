"""Going back to an earlier move as people and programs meet it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Play
from games.queries.rewinds import reach_of_play
from games.rules.told import told_to
from league.play.services.season_plays import take_own_turn
from tests.factories.plays import a_running_play, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def where_it_can_go_back(club, *names: str, **opened):
    """A table of Careers at which everybody has written a formula, which nobody but its owner knows."""
    season_play = a_running_play(club, *names, system="careers", bots=0, **opened)
    plays_on(season_play, most=1)
    assert reach_of_play(fresh(season_play).play).earliest == 0
    return season_play


def test_two_people_go_back_by_the_buttons_of_their_pages(club):
    season_play = where_it_can_go_back(club, "ada", "bo", pace="day")
    ada, bo, at = club.signed_in("ada"), club.signed_in("bo"), f"/play/{season_play.pk}/"
    assert f'href="{at}rewind/"' in ada.get(at).content.decode()
    page = ada.get(f"{at}rewind/").content.decode()
    assert "The beginning" in page and "the time to decide begins when the last one agrees" in page
    answer = ada.post(f"{at}rewind/", {"number": "1", "to": "0"}, follow=True).content.decode()
    assert "wants to go back to" in answer and "1 of 2 votes" in answer and "Stay here" in answer
    seen = bo.get(at).content.decode()
    assert "Go back to move 0" in seen and f'href="{at}rewind/"' not in seen
    assert bo.get(f"{at}rewind/").headers["Location"] == at, "it is answered at the table"
    assert "Go back to move 0" not in club.signed_in("vera").get(at).content.decode()
    gone = bo.post(f"{at}rewind/", {"number": "1", "to": "0"}, follow=True).content.decode()
    assert "The game goes on from move 0." in gone and "All agreed: the game goes back to move 0." in gone
    assert fresh(season_play).play.actions == 0


def test_one_of_them_stays_and_is_not_asked_again_at_once(club):
    season_play = where_it_can_go_back(club, "ada", "bo")
    ada, bo, at = club.signed_in("ada"), club.signed_in("bo"), f"/play/{season_play.pk}/"
    ada.post(f"{at}rewind/", {"number": "1", "to": "0"})
    assert "stays at this move" in bo.post(f"{at}stay/", {"number": "1"}, follow=True).content.decode()
    page = ada.get(f"{at}rewind/").content.decode()
    assert "You can ask again after the next move." in page and "Ask the others" not in page
    assert "Nobody proposes" in bo.post(f"{at}stay/", {"number": "1"}, follow=True).content.decode()


def test_where_a_die_was_thrown_the_page_says_so(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    play = season_play.play
    take_own_turn(season_play=season_play, number=0, action="throw", key="", by=decider(play))
    page = club.signed_in("ada").get(f"/play/{play.pk}/rewind/").content.decode()
    assert "Chance fell in the last move" in page and "Ask the others" not in page


def test_only_those_who_play_have_the_page(club):
    season_play = where_it_can_go_back(club, "ada", "bo")
    at = f"/play/{season_play.pk}/rewind/"
    assert club.signed_in("vera").get(at).status_code == 404
    assert (
        "sit at this table" in club.signed_in("vera").post(at, {"number": "1", "to": "0"}, follow=True).content.decode()
    )
    assert Client().get(at).status_code == 302
    for nonsense in ("", "x", "-1", "9" * 30):
        club.signed_in("ada").post(at, {"number": nonsense, "to": nonsense})
    assert fresh(season_play).play.rewind_to is None


def test_the_page_tells_of_a_move_what_this_seat_was_told(club):
    season_play = where_it_can_go_back(club, "ada", "bo")
    play = plays_on(season_play, most=1)
    turn, names = play.turns.get(number=0), ("ada", "bo")
    [sentence] = told_to(turn.told, turn.seat)
    page = [club.signed_in(name).get(f"/play/{play.pk}/rewind/").content.decode() for name in names]
    assert [str(sentence.named(["Ada", "Bo"])) in text for text in page] == [turn.seat == 0, turn.seat == 1]


def test_a_page_costs_the_same_with_a_proposal_of_many(club):
    costs = []
    for names in (("ada", "bo"), ("ada", "bo", "cleo", "dev")):
        season_play = where_it_can_go_back(club, *names)
        at, reader = f"/play/{season_play.pk}/", names[season_play.play.turns.get(number=0).seat]
        for name in names:
            if name != reader:
                club.signed_in(name).post(f"{at}rewind/", {"number": "1", "to": "0"})
        client = club.signed_in(reader)
        client.get(at)
        with CaptureQueriesContext(connection) as queries:
            client.get(at)
        costs.append(len(queries))
    assert costs[1] <= costs[0]


def test_a_program_goes_back_and_stays(club):
    season_play = where_it_can_go_back(club, "ada", "bo")
    ada, bo, at = club.client("ada"), club.client("bo"), f"/api/v1/plays/{season_play.pk}/"
    assert ada.get(at).data["rewind"] is None
    asked = ada.post(f"{at}rewind/", {"number": 1, "to": 0}, format="json")
    assert asked.status_code == 200 and asked.data["rewind"] == {"to": 0, "agreed": [1]}
    assert bo.post(f"{at}rewind/", {"number": 0, "to": 0}, format="json").status_code == 409
    assert bo.post(f"{at}rewind/", {"number": 1, "to": 1}, format="json").status_code == 422
    assert bo.post(f"{at}stay/", {"number": 1}, format="json").data["rewind"] is None
    refused = ada.post(f"{at}rewind/", {"number": 1, "to": 0}, format="json")
    assert refused.status_code == 422 and "after the next move" in str(refused.data)
    plays_on(season_play, most=1)
    assert ada.post(f"{at}rewind/", {"number": 2, "to": 1}, format="json").status_code == 200
    gone = bo.post(f"{at}rewind/", {"number": 2, "to": 1}, format="json")
    assert gone.status_code == 200 and gone.data["rewind"] is None and gone.data["number"] == 3
    assert fresh(season_play).play.actions == 1 and fresh(season_play).play.status == Play.RUNNING
