"""What a person may do while another one decides: calls for a trade in Careers."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from engine import SYSTEMS, IllegalAction
from games.models import Play, PlaySeat, Turn
from games.queries.play_check import play_differences
from games.services import absence
from games.services.plays import game_of
from games.services.take_backs import take_back
from league.models import SeasonPlay
from league.play.rules.alone import play_alone
from league.play.services.season_plays import take_own_turn
from tests.factories.plays import a_running_play, decider, fresh, plays_on, time_passes
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
NAMES = ("ada", "bo", "cleo")


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def before_a_throw(club: ThursdayClub, **opened) -> tuple[SeasonPlay, str, str, str]:
    """A table of three with who is about to throw, who may call, with whom, and the call."""
    season_play = a_running_play(club, *NAMES, system="careers", bots=0, **opened)
    while game_of(fresh(season_play).play).prompt != "turn":
        plays_on(season_play, most=1)
    at = fresh(season_play).play.actor
    caller, partner = (at + 1) % 3, (at + 2) % 3
    call = f"seat {caller + 1} calls for a trade with seat {partner + 1}"
    return season_play, NAMES[caller], NAMES[partner], call


def sends(season_play: SeasonPlay, action: str, by=None) -> Play:
    play = fresh(season_play).play
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=by or decider(play))
    return fresh(season_play).play


def bank_of(play: Play, seat: int) -> int:
    return PlaySeat.objects.get(play=play, seat=seat + 1).bank


def test_two_who_wait_trade_on_the_page_and_the_seat_on_turn_is_asked_again(club):
    season_play, caller, partner, call = before_a_throw(club)
    before = fresh(season_play).play
    clients = {name: Client() for name in (*NAMES, "vera")}
    for name, client in clients.items():
        client.force_login(club.users[name])
    offers = f">Offer {partner.title()} a trade</button>"
    pages = {name: client.get(f"/play/{before.pk}/").content.decode() for name, client in clients.items()}
    assert [name for name, page in pages.items() if f'value="{call}"' in page] == [caller]
    assert offers in pages[caller]
    clients[caller].post(f"/play/{before.pk}/turns/", {"number": before.number, "action": call})
    page = clients[caller].get(f"/play/{before.pk}/").content.decode()
    assert f"What do you give {partner.title()}?" in page and offers not in page
    assert f"{caller.title()} calls for a trade with {partner.title()}." in page
    for action in ("item cash", "amount 3", "item nothing", "accept"):
        after = sends(season_play, action)
    assert after.actor == before.actor and game_of(after).prompt == "turn"
    cash = [player["cash"] for player in game_of(after).view(None)["players"]]
    assert sorted(cash) == [cash[NAMES.index(caller)], cash[before.actor], cash[NAMES.index(partner)]]
    assert list(play_differences(after)) == []
    assert offers not in clients[caller].get(f"/play/{before.pk}/").content.decode(), "once in a turn"


def test_a_program_reads_its_asides_and_plays_one(club):
    season_play, caller, partner, call = before_a_throw(club)
    at, number = f"/api/v1/plays/{season_play.pk}/", fresh(season_play).play.number
    seen = {name: club.client(name).get(at).data for name in (*NAMES, "vera", "")}
    assert seen[caller]["asides"] == [{"action": call, "text": f"Offer {partner.title()} a trade"}]
    assert not seen[caller]["legal"] and not seen["vera"]["asides"] and not seen[""]["asides"]
    sent = {"number": number, "action": call}
    refused = club.client(partner).post(f"{at}turns/", sent, format="json")
    assert refused.status_code == 422 and "not your turn" in str(refused.data)
    taken = club.client(caller).post(f"{at}turns/", sent, format="json").data
    assert taken["number"] == number + 1 and taken["asides"] == [] and taken["view"]["prompt"] == "give"
    assert Turn.objects.get(play=season_play.pk, number=number).seat == taken["actor"] - 1
    stale = club.client(decider(season_play.play).username).post(f"{at}turns/", sent, format="json")
    assert stale.status_code == 409


def between_two_steps(club: ThursdayClub) -> SeasonPlay:
    """A table where the seat on turn, which has begun, may make an offer and is asked what no money decides."""
    season_play, *_ = before_a_throw(club)
    while True:
        game = game_of(fresh(season_play).play)
        offers = [action for action in game.asides().get(game.actor, ()) if "trade" in game.describe(action)]
        if game.prompt == "ride" and offers and game.cash[game.actor] >= 300:
            return season_play
        plays_on(season_play, most=1, choice=0)


def test_a_player_makes_an_offer_between_two_steps_of_the_own_turn(club):
    season_play = between_two_steps(club)
    play = fresh(season_play).play
    before, partner = game_of(play), (play.actor + 1) % 3
    client, url, trade = Client(), f"/play/{play.pk}/", f"trade with seat {partner + 1}"
    client.force_login(decider(play))
    page = client.get(url).content.decode()
    assert f'value="{trade}"' in page and f">Trade with {NAMES[partner].title()}</button>" in page
    client.post(f"{url}turns/", {"number": play.number, "action": trade})
    assert f"What do you give {NAMES[partner].title()}?" in client.get(url).content.decode()
    for action in ("item cash", "amount 3", "item nothing", "accept"):
        after = sends(season_play, action)
    game = game_of(after)
    assert (after.actor, game.prompt, game.arg) == (play.actor, before.prompt, before.arg)
    assert game.cash[partner] == before.cash[partner] + 300 and list(play_differences(after)) == []


def test_a_player_goes_bankrupt_between_two_steps_of_the_own_turn(club):
    season_play = between_two_steps(club)
    play = fresh(season_play).play
    assert "declare bankruptcy" not in {choice.text for choice in game_of(play).legal}
    client, number, at = Client(), play.number, f"/api/v1/plays/{play.pk}/"
    client.force_login(decider(play))
    broke = {"action": "declare bankruptcy", "text": "Declare bankruptcy"}
    assert [name for name in NAMES if broke in club.client(name).get(at).data["asides"]] == [decider(play).username]
    assert 'value="declare bankruptcy"' in client.get(f"/play/{play.pk}/").content.decode()
    client.post(f"/play/{play.pk}/turns/", {"number": number, "action": "declare bankruptcy"})
    after = fresh(season_play).play
    assert after.number > number and after.actor != play.actor and game_of(after).cash[play.actor] == 2_500
    assert list(play_differences(after)) == []


def test_a_player_of_the_year_buys_the_token_before_the_move_and_decides_again(club):
    season_play = a_running_play(club, "ada", "bo", system="game_of_the_year", bots=0)
    while not game_of(fresh(season_play).play).asides():
        plays_on(season_play, most=1, choice=0)
    play = fresh(season_play).play
    client, url, before = Client(), f"/play/{play.pk}/", game_of(play)
    client.force_login(decider(play))
    assert "A Fame Token for $500" in client.get(url).content.decode() and before.prompt != "buy_token"
    client.post(f"{url}turns/", {"number": play.number, "action": "buy fame token"})
    after = game_of(fresh(season_play).play)
    assert (after.actor, after.prompt) == (play.actor, before.prompt)
    assert after.money[play.actor] == before.money[play.actor] - 500
    page = client.get(url).content.decode()
    assert "buys a token for $500" in page and "A Fame Token for $500" not in page
    assert list(play_differences(fresh(season_play).play)) == []


def test_a_call_costs_the_seat_on_turn_what_it_used_and_nothing_more(club):
    season_play, caller, _partner, call = before_a_throw(club, pace="live")
    on_turn = fresh(season_play).play.actor
    time_passes(season_play, timedelta(seconds=30))
    play = sends(season_play, call, club.users[caller])
    assert bank_of(play, on_turn) == 290 and decider(play) == club.users[caller]
    time_passes(season_play, timedelta(seconds=60))
    for action in ("item cash", "amount 1", "item nothing", "decline"):
        play = sends(season_play, action)
    assert play.actor == on_turn and bank_of(play, on_turn) == 290 and bank_of(play, NAMES.index(caller)) == 260
    assert play.decide_by - play.decides_since == timedelta(seconds=20 + 290)


def test_a_call_saves_nobody_who_is_out_of_time(club):
    season_play, caller, _partner, call = before_a_throw(club, pace="live")
    time_passes(season_play, timedelta(minutes=6))
    with pytest.raises(ValidationError, match="is out of time"):
        sends(season_play, call, club.users[caller])
    assert club.client(caller).get(f"/api/v1/plays/{season_play.pk}/").data["asides"] == []
    assert absence.replace_late(play_id=season_play.pk)


def test_nobody_calls_in_a_pause_or_while_a_bot_plays_for_them(club):
    season_play, caller, _partner, call = before_a_throw(club)
    at = f"/api/v1/plays/{season_play.pk}/"
    for name in NAMES:
        absence.ask_for_pause(play_id=season_play.pk, by=club.users[name])
    with pytest.raises(ValidationError, match="paused"):
        sends(season_play, call, club.users[caller])
    assert club.client(caller).get(at).data["asides"] == []
    for name in NAMES[:2]:
        absence.ask_for_pause(play_id=season_play.pk, by=club.users[name])
    assert club.client(caller).get(at).data["asides"] != []
    absence.resign(play_id=season_play.pk, by=club.users[caller])
    with pytest.raises(ValidationError, match="a bot plays for you"):
        sends(season_play, call, club.users[caller])
    assert club.client(caller).get(at).data["asides"] == []


def test_a_call_cannot_be_taken_back_nor_sent_for_a_seat_that_is_not_there(club):
    season_play, caller, _partner, call = before_a_throw(club)
    with pytest.raises(ValidationError, match="cannot play"):
        sends(season_play, "seat 5 calls for a trade with seat 6")
    play = sends(season_play, call, club.users[caller])
    with pytest.raises(ValidationError, match="revealed something"):
        take_back(play_id=play.pk, number=play.number, by=club.users[caller])


def test_who_plays_alone_makes_no_bot_call():
    game = SYSTEMS["careers"].new_game(3, 4)
    while not game.asides():
        game.play(game.legal_actions()[0])
    [caller, *_others] = game.asides()
    with pytest.raises(IllegalAction):
        play_alone(game, bytes(32), 0, game.actor, game.describe(game.asides()[caller][0]), bot="greedy")
