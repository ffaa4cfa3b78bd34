"""Games ordered from the bots: no request thinks, one game comes out, whoever is killed, stopped or faster."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from games.models import Game, GameRecord, Sheet, ThinkingTime
from games.services import thinking
from league.config.celery import queue_of
from league.models import BotGame
from league.results.services import bot_games as service
from league.results.services.bot_games import order_bot_game, run_waiting_bot_game, stop_bot_game
from league.results.services.played import Chair, Table
from league.results.tasks import play_waiting_bot_game
from tests.factories.bot_games import bot_game_form
from tests.factories.friday_club import FridayClub
from tests.factories.races import at_once, refused
from tests.factories.seasons import set_house_rules

pytestmark = pytest.mark.django_db


def an_order(club: FridayClub, *, by=None, token="one", bot="greedy", **changes) -> BotGame:
    seats = (Chair(club.overtime, bot), Chair(club.bigdesk, bot), Chair(None, bot))
    table = Table(seats, **{"mode": "formula", "target": 100} | changes)
    return order_bot_game(season=club.season, table=table, by=by or club.cleo, token=token)


def fresh(order: BotGame) -> BotGame:
    return BotGame.objects.get(pk=order.pk)


def lease_is_over() -> None:
    BotGame.objects.update(leased_until=timezone.now() - timedelta(seconds=1))


def test_an_order_only_waits_and_the_worker_plays_it(club: FridayClub):
    order = an_order(club)
    assert order.status == "waiting" and not Game.objects.exists()
    assert run_waiting_bot_game() and not run_waiting_bot_game()
    done = fresh(order)
    sheet = Sheet.objects.get(game=done.game.game)
    assert (done.status, sheet.status, sheet.submitted_by, done.finished_at is None) == (
        "done",
        "confirmed",
        club.cleo,
        False,
    )
    assert ThinkingTime.objects.get().person == club.cleo


def test_the_request_asks_no_bot_for_anything(client, club: FridayClub, monkeypatch):
    asked = []
    monkeypatch.setattr("engine.careers.bots.search.SearchBot.choose", lambda *_: asked.append(1))
    client.force_login(club.cleo)
    sent = bot_game_form(club, mode="timed", minutes="300", **{f"bot_{seat}": "search" for seat in range(1, 7)})
    response = client.post(reverse("season_play", args=[club.season.slug]), sent)
    assert response.url == BotGame.objects.get().get_absolute_url() and asked == []


def test_bots_play_in_the_queue_of_their_own(club: FridayClub):
    assert queue_of(play_waiting_bot_game.name) == "thinking"
    an_order(club)
    play_waiting_bot_game()
    assert Game.objects.count() == 1


def test_sent_twice_it_is_one_order(club: FridayClub):
    first = an_order(club)
    assert an_order(club) == first
    run_waiting_bot_game()
    assert an_order(club) == first and not run_waiting_bot_game()


def test_nobody_has_two_under_way_and_the_site_only_so_many(club: FridayClub, monkeypatch):
    order = an_order(club)
    with pytest.raises(ValidationError, match="still play a game that you ordered"):
        an_order(club, token="two")
    monkeypatch.setattr(service, "MOST_WAITING", 1)
    with pytest.raises(ValidationError, match="Many games wait"):
        an_order(club, by=club.ada)
    stop_bot_game(bot_game=order)
    assert an_order(club, token="two").status == "waiting"


@pytest.mark.django_db(transaction=True)
def test_two_orders_at_once_are_one(club: FridayClub):
    same = at_once(*[lambda: an_order(club).pk] * 3)
    assert refused(same) == [] and len(set(same)) == 1
    others = at_once(*[lambda token=token: an_order(club, by=club.ada, token=token) for token in "abc"])
    assert len(refused(others)) == 2 and BotGame.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_play_it_once(club: FridayClub):
    an_order(club)
    assert sorted(at_once(run_waiting_bot_game, run_waiting_bot_game)) == [False, True]
    assert Game.objects.count() == 1


def test_the_game_of_a_killed_worker_is_played_again_and_counts_once(club: FridayClub):
    order = an_order(club)
    killed = service._claim()
    assert not run_waiting_bot_game()
    lease_is_over()
    late = service.play_table(season=club.season, table=Table.from_dict(killed.table), go_on=lambda: True)
    assert run_waiting_bot_game()
    mine = BotGame.objects.filter(pk=killed.pk, status="playing", leased_until=killed.leased_until)
    with pytest.raises(thinking.NoLongerWanted):
        service._hand_in(killed, mine, late)
    assert fresh(order).status == "done" and Game.objects.count() == 1


def test_a_killed_worker_s_game_is_played_again_with_other_dice_and_nothing_of_the_first_is_seen(
    club: FridayClub, client, text
):
    order = an_order(club)
    killed = service._claim()
    first = service.play_table(season=club.season, table=Table.from_dict(killed.table), go_on=lambda: True)
    client.force_login(club.cleo)
    length = len(first.record.splitlines())
    page = text(order.get_absolute_url())
    assert (
        "Nothing of the game can be seen" in page and f"{length}" not in page.split('id="bot-game"')[1].split("</p>")[0]
    )
    assert not hasattr(fresh(order), "actions") and not GameRecord.objects.exists()
    lease_is_over()
    run_waiting_bot_game()
    assert GameRecord.objects.get().text.splitlines()[-1] != first.record.splitlines()[-1]


def test_a_sheet_that_cannot_stand_any_more_tells_nothing_of_its_outcome(club: FridayClub):
    order = an_order(club)
    job = service._claim()
    mine = BotGame.objects.filter(pk=job.pk, status="playing")
    played = service.play_table(season=club.season, table=Table.from_dict(job.table), go_on=lambda: True)
    set_house_rules(club.season, league_min_target=150)
    with pytest.raises(ValidationError) as refusal:
        service._hand_in(job, mine, played)
    assert refusal.value.messages == [service.OVERTAKEN] and fresh(order).status == "playing"
    assert not Game.objects.exists()


def test_what_takes_its_worker_down_again_and_again_is_given_up(club: FridayClub):
    order = an_order(club)
    for _ in range(service.MOST_CLAIMS):
        assert service._claim() is not None
        lease_is_over()
    assert service._claim() is None
    assert "interrupted 5 times" in fresh(order).error and not Game.objects.exists()


def test_a_stop_breaks_the_game_off(club: FridayClub, monkeypatch):
    monkeypatch.setattr(thinking, "ASK_EVERY", 0)
    order = an_order(club)
    looked = []

    def stop_now(*arguments: object) -> bool:
        if not looked:
            stop_bot_game(bot_game=order)
        looked.append(1)
        return watched()

    job = service._claim()
    watched = thinking.watch(BotGame.objects.filter(pk=job.pk, status="playing").exists)
    with pytest.raises(thinking.NoLongerWanted):
        service.play_table(season=club.season, table=Table.from_dict(job.table), go_on=stop_now)
    assert len(looked) == 1 and fresh(order).status == "stopped"
    with pytest.raises(ValidationError, match="over already"):
        stop_bot_game(bot_game=order)
    assert not run_waiting_bot_game() and not Game.objects.exists()


def test_a_game_that_takes_too_long_says_so(club: FridayClub, monkeypatch):
    monkeypatch.setattr(thinking, "GAME_SECONDS", 0)
    order = an_order(club)
    assert run_waiting_bot_game()
    assert fresh(order).status == "refused" and "took too long" in fresh(order).error
    assert not Game.objects.exists()


def test_a_game_that_nobody_wins_says_so(club: FridayClub):
    order = an_order(club, bot="random", target=30_000)
    run_waiting_bot_game()
    assert "Nobody won" in fresh(order).error and not Game.objects.exists()


def test_who_has_used_up_the_day_orders_nothing(club: FridayClub, settings):
    settings.THINKING_SECONDS = 1
    ThinkingTime.objects.create(person=club.cleo, day=timezone.now().date(), milliseconds=1000)
    with pytest.raises(ValidationError, match="used up"):
        an_order(club)


def test_done_without_a_game_is_impossible(club: FridayClub):
    order = an_order(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        BotGame.objects.filter(pk=order.pk).update(status="done")


def test_the_page_waits_and_then_leads_to_the_sheet(client, club: FridayClub, text):
    client.force_login(club.cleo)
    order = an_order(club)
    page = text(order.get_absolute_url())
    assert 'hx-trigger="every 2s"' in page and "Waiting" in page and ">Stop<" in page
    assert order.get_absolute_url() in text(reverse("season_play", args=[club.season.slug]))
    service._claim()
    assert "Under way" in text(order.get_absolute_url())
    lease_is_over()
    run_waiting_bot_game()
    game = fresh(order).game.game.get_absolute_url()
    assert client.get(order.get_absolute_url()).url == game
    assert client.get(order.get_absolute_url(), headers={"HX-Request": "true"})["HX-Redirect"] == game


def test_the_page_has_a_stop_for_organisers_only(client, club: FridayClub, text):
    order = an_order(club)
    stop = reverse("bot_game_stop", args=[order.pk])
    assert reverse("account_login") in client.post(stop).url
    client.force_login(club.ada)
    assert client.get(order.get_absolute_url()).status_code == client.post(stop).status_code == 403
    assert fresh(order).status == "waiting"
    client.force_login(club.cleo)
    assert client.get(stop).status_code == 405
    page = client.post(stop, follow=True).content.decode()
    assert "Stopped" in page and 'hx-trigger="every' not in page and fresh(order).status == "stopped"
    assert "over already" in client.post(stop, follow=True).content.decode()


def test_what_went_wrong_stands_on_the_page(client, club: FridayClub, text):
    client.force_login(club.cleo)
    order = an_order(club, bot="random", target=30_000)
    run_waiting_bot_game()
    page = text(order.get_absolute_url())
    assert "Not played" in page and "Nobody won" in page and "Let them play another one" in page


def test_who_ordered_a_game_reads_once_that_it_is_played(client, club: FridayClub):
    client.force_login(club.cleo)
    page = client.post(reverse("season_play", args=[club.season.slug]), bot_game_form(club, bot_1="greedy")).url
    run_waiting_bot_game()
    assert "The bots have played Careers, " in client.get(page, follow=True).content.decode()
    assert "The bots have played" not in client.get(page, follow=True).content.decode()
