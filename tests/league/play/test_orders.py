"""Standing orders: what is done for who gave one, when they end, and that nobody else sees them."""

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from engine import new_game
from games.models import Play, PlaySeat, Turn
from games.services.absence import resign
from games.services.plays import game_of
from games.services.take_backs import take_back
from league.models import SeasonPlay
from league.play.rules.orders import ORDERS, ordered, specs_of
from league.play.rules.systems import PLAYED_HERE
from league.play.services.orders import give_order
from league.play.services.season_plays import play_for_bots, take_own_turn
from league.play.services.sweeps import take_due_turns
from tests.factories.plays import ANY_GAME, a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def where_it_would(
    club: ThursdayClub, system: str, spec: str, *, act: bool = True, names: tuple[str, ...] = ("ada", "bo")
) -> SeasonPlay:
    """Play on until the order would act at the turn of a person, or end; everybody takes their first choice."""
    season_play = a_running_play(club, *names, system=system, bots=4 - len(names))
    for _turn in range(400):
        while play_for_bots():
            pass
        play = fresh(season_play).play
        assert play.status == Play.RUNNING
        game = game_of(play)
        if (ordered(game, spec) is not None) == act:
            return fresh(season_play)
        choice = game.legal[0].text
        take_own_turn(season_play=season_play, number=play.number, action=choice, key="", by=decider(play))
    raise AssertionError("the order would never act")


def due(season_play: SeasonPlay) -> None:
    Play.objects.filter(~Q(due_at=None), pk=season_play.pk).update(due_at=timezone.now())


def test_there_are_orders_for_every_game():
    assert set(ORDERS) == set(PLAYED_HERE) and all(ORDERS.values())


@pytest.mark.parametrize("system", ANY_GAME)
def test_it_is_carried_out_in_the_name_of_who_is_away(club, system):
    spec = specs_of(system)[-1]
    season_play = where_it_would(club, system, spec)
    by, number = decider(season_play.play), season_play.play.number
    wanted = ordered(game_of(season_play.play), spec)
    give_order(play_id=season_play.pk, order=spec, by=by)
    assert take_due_turns() == 0  # not before its moment
    due(season_play)
    assert take_due_turns() == 1
    turn = Turn.objects.get(play=season_play.pk, number=number)
    assert (turn.action, turn.by, turn.kind) == (wanted, by, Turn.ACT)


def test_it_ends_at_the_first_decision_that_it_does_not_cover(club):
    season_play = where_it_would(club, "career_poker", "pass_below 8", act=False)
    by, before = decider(season_play.play), season_play.play
    give_order(play_id=season_play.pk, order="pass_below 8", by=by)
    due(season_play)
    assert take_due_turns() == 0
    assert PlaySeat.objects.get(play=before.pk, person=by).order == ""
    after = fresh(season_play).play
    assert (after.number, after.changed_at, after.due_at) == (before.number, before.changed_at, None)


def test_a_number_is_where_it_stops():
    game = new_game("career_poker", 4, rng_seed=1)
    while not (game.about().get("may_pass") and 8 <= game.about()["beat"]["value"] < 13):
        game.play(game.legal[0].text)
    value = game.about()["beat"]["value"]
    assert ordered(game, f"pass_below {value + 1}") == "pass" and ordered(game, f"pass_below {value}") is None


def test_what_is_taken_back_is_not_done_again(club):
    season_play = where_it_would(club, "career_poker", "pass_below 13", names=("ada", "bo", "cleo", "dev"))
    by = decider(season_play.play)
    give_order(play_id=season_play.pk, order="pass_below 13", by=by)
    due(season_play)
    take_due_turns()
    take_back(play_id=season_play.pk, number=season_play.play.number + 1, by=by)
    play = fresh(season_play).play
    assert decider(play) == by and PlaySeat.objects.get(play=play.pk, person=by).order == ""


def test_who_gives_up_has_none(club):
    season_play = a_running_play(club, "ada", "bo", bots=1)
    give_order(play_id=season_play.pk, order="throw", by=club.users["ada"])
    resign(play_id=season_play.pk, by=club.users["ada"])
    assert PlaySeat.objects.get(person=club.users["ada"]).order == ""


def test_only_who_sits_there_orders_and_only_what_there_is(club):
    season_play = a_running_play(club, "ada", "bo", bots=1)
    for name, order in (("vera", "throw"), ("ada", "fly"), ("ada", "pass_below 8")):
        with pytest.raises(ValidationError):
            give_order(play_id=season_play.pk, order=order, by=club.users[name])
    assert not PlaySeat.objects.exclude(order="").exists()


def test_the_page_shows_what_it_would_have_done_then_it_is_given_and_ended(club):
    season_play = where_it_would(club, "career_compass", "throw")
    play = season_play.play
    by = decider(play)
    take_own_turn(season_play=season_play, number=play.number, action="throw", key="", by=by)
    client, at = signed_in(by), f"/play/{play.pk}/orders/"
    page = client.get(at, {"order": "throw"}).content.decode()
    assert "As you did: Throw the die" in page
    client.post(at, {"order": "throw"})
    assert PlaySeat.objects.get(person=by).order == "throw"
    assert "You ordered: Throw for me until I have to choose." in client.get(f"/play/{play.pk}/").content.decode()
    client.post(at, {"order": ""})
    assert PlaySeat.objects.get(person=by).order == ""


def test_an_order_with_a_number_is_offered_once_and_its_number_is_chosen(club):
    season_play = where_it_would(club, "career_poker", "pass_below 13")
    by, at = decider(season_play.play), f"/play/{season_play.pk}/orders/"
    page = signed_in(by).get(at, {"order": "pass_below", "pass_below": "13"}).content.decode()
    assert page.count('type="radio"') == len(ORDERS["career_poker"])
    assert "<option selected>13</option>" in page and "<p>Pass until somebody plays a 13 or higher.</p>" in page
    assert '<input type="hidden" name="order" value="pass_below 13">' in page
    assert "Order it" not in signed_in(by).get(at, {"order": "pass_below", "pass_below": "2"}).content.decode()


def test_an_order_that_this_version_does_not_know_has_ended(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    PlaySeat.objects.filter(play=season_play.pk, person=decider(season_play.play)).update(order="fly 7")
    page = signed_in(decider(season_play.play)).get(f"/play/{season_play.pk}/").content.decode()
    assert "Your standing order has ended" in page and "Give a standing order" in page
    Play.objects.filter(pk=season_play.pk).update(due_at=timezone.now())
    assert take_due_turns() == 0
    assert not PlaySeat.objects.exclude(order="").exists()


def test_nobody_else_sees_it_nor_that_it_was_given(club):
    season_play = a_running_play(club, "ada", "bo", bots=1)
    at = f"/play/{season_play.pk}/"
    readers = [signed_in(club.users["bo"]), signed_in(club.users["vera"]), Client()]
    fragment = {"HX-Request": "true"}
    before = [reader.get(at, headers=fragment)["ETag"] for reader in readers]
    give_order(play_id=season_play.pk, order="throw", by=club.users["ada"])
    assert [reader.get(at, headers=fragment)["ETag"] for reader in readers] == before
    assert all("You ordered" not in reader.get(at).content.decode() for reader in readers)
    assert [reader.get(f"{at}orders/").status_code for reader in readers[1:]] == [404, 302]
    program = club.client("bo").get(f"/api/v1/plays/{season_play.pk}/").content.decode()
    assert "due_at" not in program and '"order"' not in program
    assert fresh(season_play).play.changed_at == season_play.play.changed_at
