"""One way to play alone: thousands of games of it, as the engine plays them, and each of them watched again."""

from collections import Counter
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from engine import simulate
from games.rules.systems import SYSTEMS
from games.services import thinking
from league.clubs.services.leagues import create_league
from league.lab.models import Experiment, ExperimentChunk
from league.lab.queries import replay
from league.lab.queries.lab import pairs_played
from league.lab.queries.lab_words import report_of
from league.lab.queries.replay import reel_of_experiment
from league.lab.rules.lab import Measure
from league.lab.services.lab import EXPERIMENTS, Setup, order_experiment, run_on
from league.lab.services.orders import resume_order, stop_order
from league.lab.services.portions import work_on_orders
from tests.factories.boards import a_board
from tests.factories.friday_club import FridayClub
from tests.factories.lab import play_all, sent
from tests.factories.races import at_once, refused

pytestmark = pytest.mark.django_db
NEW, GAMES = "/lab/new/?game=careers", 24
SETUP = Setup(3, ("greedy", "random"), target=10)


@pytest.fixture(scope="module")
def expected() -> dict:
    """What the engine says without any queue."""
    return simulate("careers", 3, GAMES, 5, ["greedy", "random"], 1, {"settings": {"target": 10}}).as_dict()


def order(**changes) -> Experiment:
    return order_experiment(**{"system": "careers", "a": SETUP, "most": GAMES, "seed": 5} | changes)


def fresh(experiment: Experiment) -> Experiment:
    return Experiment.objects.get(pk=experiment.pk)


@pytest.mark.parametrize("seconds", [0, 60])
def test_its_totals_are_those_of_the_engine(expected, seconds):
    made = order()
    play_all(seconds)
    done = fresh(made)
    assert (done.status, done.done, done.looks) == (Experiment.DONE, GAMES, [])
    assert done.totals["arms"] == [expected] and done.totals["paired"] == {}


@pytest.mark.django_db(transaction=True)
def test_two_workers_share_the_games_and_play_none_twice(expected):
    made = order()
    assert refused(at_once(*[lambda: all(iter(lambda: work_on_orders(seconds=0), False))] * 2)) == []
    assert fresh(made).totals["arms"] == [expected]


def test_a_small_one_does_not_wait_for_a_big_one():
    big, small = order(most=400), order(most=2)
    work_on_orders(seconds=0)
    while fresh(small).status == Experiment.RUNNING:
        work_on_orders(seconds=0)
    assert pairs_played(fresh(big)) <= 3


@pytest.mark.django_db(transaction=True)
def test_two_at_once_of_a_person_are_one(club: FridayClub):
    made = at_once(*[lambda: order(by=club.dev)] * 3)
    assert len(refused(made)) == 2 and Experiment.objects.count() == 1


def test_a_game_that_takes_too_long_is_said_to_and_nothing_is_stuck(monkeypatch):
    monkeypatch.setattr(thinking, "GAME_SECONDS", 1)
    made, quick = order(a=Setup(6, ("search:visits=200,turns=2",), target=300)), order()
    play_all()
    assert fresh(made).status == Experiment.FAILED and "did not finish within" in fresh(made).error
    assert fresh(quick).status == Experiment.DONE
    assert not ExperimentChunk.objects.exclude(leased_until=None).exists()


def test_a_stop_ends_the_game_under_way(expected, monkeypatch):
    made = order()
    monkeypatch.setattr(thinking, "ASK_EVERY", 0)
    chunk = EXPERIMENTS.claim()
    stop_order(order=made)
    with pytest.raises(thinking.NoLongerWanted):
        EXPERIMENTS.play(chunk, float("inf"))
    EXPERIMENTS.jobs.release(chunk)
    resume_order(order=fresh(made))
    play_all()
    assert fresh(made).totals["arms"] == [expected]


def test_a_portion_of_one_that_was_stopped_is_claimed_by_nobody():
    made, chunk = order(), EXPERIMENTS.claim()
    Experiment.objects.filter(pk=made.pk).update(status=Experiment.STOPPED)
    ExperimentChunk.objects.filter(pk=chunk.pk).update(leased_until=timezone.now() - timedelta(seconds=1))
    assert EXPERIMENTS.claim() is None


def test_it_runs_on_with_more_games():
    made = order(most=2)
    play_all()
    run_on(experiment=fresh(made), most=GAMES, width=5)
    play_all()
    done = fresh(made)
    assert (done.status, done.done, done.width) == (Experiment.DONE, GAMES, None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"a": Setup(7, ("greedy",))}, "2 to 6 seats"),
        ({"a": Setup(3, ())}, "Name 1 to 3 bots"),
        ({"a": Setup(3, ("telepath",))}, "no bot 'telepath'"),
        ({"a": Setup(3, ("search:visits=200,turns=200,width=200,doubt=200",))}, "120,000 rounds a decision"),
        ({"a": Setup(3, ("greedy", "search:visits=200,turns=100"))}, "plays out 20,000 rounds for one decision"),
        ({"a": Setup(3, ("search:visits=²",))}, "whole number"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(changes, said):
    with pytest.raises(ValidationError, match=said):
        order(**changes)
    assert not Experiment.objects.exists()


def test_bigger_tables_than_can_be_compared_play_alone():
    made = order(system="career_compass", a=Setup(33, ("random",)))
    play_all()
    assert fresh(made).status == Experiment.DONE and len(report_of(fresh(made)).won) == 33


def test_a_report_shows_rates_with_their_intervals_and_means(expected):
    made = order()
    play_all()
    report = report_of(fresh(made))
    assert [row.bot for row in report.won] == ["greedy", "random", "greedy"]
    assert [row.wins for row in report.won] == expected["wins"]
    for seat, row in enumerate(report.won):
        labels = [label for label, _mean in row.means]
        assert labels[0] == "Points" and {"Happiness", "Fame", "Cash"} <= set(labels)
        assert float(row.means[0][1]) == pytest.approx(expected["points"][seat] / GAMES, abs=0.06)


def test_who_leaves_all_of_b_empty_lets_a_play_alone(client, club: FridayClub, text):
    client.force_login(club.dev)
    assert "Leave all of B empty to play A alone" in text(NEW)
    page = client.post(NEW, sent(client, NEW, a_seats="2", a_target="20", a_bots="greedy, random", most="6")).url
    waiting = text(page)
    assert 'hx-trigger="every 2s"' in waiting and "0 of 6 games" in waiting
    play_all()
    done = text(page)
    assert 'hx-trigger="every' not in done and "95 % interval" in done and "20 points" in done
    assert "The difference" not in done and "Replay B" not in done and 'data-label="B"' not in done
    assert "Careers, 2 seats" in text("/lab/") and "greedy, random" in text("/lab/")
    again = client.get(f"/lab/new/?like={Experiment.objects.get().pk}").context["form"]
    assert (again["a_target"].value(), again["b_target"].value()) == (20, None)
    assert (
        client.get(f"{page}files/figures.csv").status_code == client.get(f"{page}files/figures.json").status_code == 200
    )


@pytest.mark.parametrize("system", [system for system in SYSTEMS if system != "careers"])
def test_every_game_is_played_alone(client, club: FridayClub, text, system):
    client.force_login(club.ada)
    address = f"/lab/new/?game={system}"
    page = client.post(address, sent(client, address, a_seats="4", a_bots="random", most="2")).url
    play_all()
    assert "Who wins" in text(page) and Experiment.objects.get().status == Experiment.DONE


def test_a_board_of_ones_league_alone_is_played_on(client, club: FridayClub):
    digest = a_board(club.league).versions.get().digest
    client.force_login(club.cleo)
    fields = sent(client, NEW, a_board=digest, a_seats="2", a_target="20", most="2")
    assert client.post(NEW, fields).status_code == 302 and Experiment.objects.get().board_a.digest == digest
    create_league(name="Elsewhere", by=club.dev)
    client.force_login(club.dev)
    assert client.post(NEW, fields).status_code == 422


def test_a_program_orders_it_without_b(client, club: FridayClub):
    client.force_login(club.dev)
    asked = {"system": "career_compass", "a": {"seats": 5, "bots": ["random"]}, "most": 4}
    made = client.post("/api/v1/experiments/", asked, content_type="application/json")
    assert made.status_code == 201 and len(made.json()["arms"]) == 1
    play_all()
    found = client.get(f"/api/v1/experiments/{made.json()['id']}/").json()
    assert found["totals"]["pairs"] == 4 and found["differences"] == found["looks"] == []


def test_every_game_is_watched_again_as_it_was(client, text):
    made = order(most=3)
    play_all()
    points: Counter[int] = Counter()
    for number in (1, 2, 3):
        film = reel_of_experiment(made, 0, number).film
        for seat, score in enumerate(film.at(len(film.actions))[0].outcome().scores):
            points[seat] += score["points"]
    assert [points[seat] for seat in range(3)] == fresh(made).totals["arms"][0]["points"]
    address = f"/lab/{made.pk}/replay/"
    assert address in text(made.get_absolute_url()) and client.get(address, {"game": 2, "at": 9}).status_code == 200
    for wrong in ({"game": "0"}, {"game": "4"}, {"game": "x"}, {"game": "9" * 5000}, {"arm": "b"}, {"arm": ""}):
        assert client.get(address, wrong).status_code == 404
    Experiment.objects.update(rules_version=999)
    assert "The rules have changed since this game was played" in text(address)


def test_bots_that_think_too_long_keep_nobody_waiting(client, text, monkeypatch):
    made = order(most=2)
    monkeypatch.setattr(replay, "SECONDS", -1.0)
    assert "think too long" in text(f"/lab/{made.pk}/replay/")


def test_a_game_of_either_way_to_play_is_watched_again(client):
    made = order(b=Setup(2, ("random",), target=10), measure=Measure("turns"))
    for arm, seats in (("a", 3), ("b", 2)):
        assert len(reel_of_experiment(made, "ab".index(arm), 1).sitters) == seats
        assert client.get(f"/lab/{made.pk}/replay/", {"arm": arm}).status_code == 200


def test_the_page_of_simulations_leads_to_the_lab(client):
    assert client.get("/simulations/").url == "/lab/"
