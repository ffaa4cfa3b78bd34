"""Big simulations: the same totals for any chunks and any workers, whoever is killed, stopped or faster."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import simulate
from games.models import Simulation, SimulationChunk, ThinkingTime
from games.queries.simulations import games_done, report_of, totals_of, wilson
from games.services import simulations as service
from games.services import thinking
from games.services.simulations import resume_simulation, run_waiting_chunk, start_simulation, stop_simulation
from games.tasks import run_simulation_chunk
from tests.factories.races import at_once, refused

pytestmark = pytest.mark.django_db
SHORT = {"settings": {"target": 10}}
SETUP = {"system": "careers", "seats": 3, "bots": ["greedy", "random"], "rng_seed": 5, "options": SHORT}
GAMES = 24


@pytest.fixture(scope="module")
def expected() -> dict:
    """What the engine says without any queue."""
    return simulate("careers", 3, GAMES, 5, ["greedy", "random"], 1, SHORT).as_dict()


def a_simulation(games: int = GAMES, **changes) -> Simulation:
    return start_simulation(games=games, **{**SETUP, **changes})


def play_all(seconds: float = 60) -> int:
    tasks = 0
    while run_waiting_chunk(seconds=seconds):
        tasks += 1
    return tasks


def fresh(simulation: Simulation) -> Simulation:
    return Simulation.objects.get(pk=simulation.pk)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, GAMES + 5))
def test_any_chunking_gives_the_same_totals(expected, chunk):
    made = a_simulation(chunk=chunk)
    assert play_all() == -(-GAMES // chunk)
    done = fresh(made)
    assert (done.status, done.totals) == ("done", expected)
    assert done.finished_at is not None


def test_what_a_task_does_not_reach_in_its_time_is_a_chunk_of_its_own(expected):
    made = a_simulation()
    assert run_waiting_chunk(seconds=0)
    assert [(one.first_game, one.count, one.totals is None) for one in made.chunks.all()] == [
        (0, 1, False),
        (1, GAMES - 1, True),
    ]
    assert play_all(seconds=0) == GAMES - 1
    assert fresh(made).totals == expected


def test_a_worker_that_comes_back_late_changes_nothing(expected):
    made = a_simulation(chunk=8)
    late = service._claim()
    SimulationChunk.objects.filter(pk=late.pk).update(leased_until=timezone.now() - timedelta(seconds=1))
    play_all()
    service._keep(late, service._play(late, 0))
    assert made.chunks.count() == 3
    assert fresh(made).totals == expected


def test_a_stopped_simulation_goes_on_where_it_stood(expected):
    made = a_simulation(chunk=8)
    run_waiting_chunk()
    stop_simulation(simulation=made)
    assert not run_waiting_chunk() and games_done(made) == 8
    with pytest.raises(ValidationError, match="not under way"):
        stop_simulation(simulation=made)
    resume_simulation(simulation=made)
    assert play_all() == 2
    assert fresh(made).totals == expected
    with pytest.raises(ValidationError, match="was stopped"):
        resume_simulation(simulation=made)


def test_the_last_chunk_ends_a_simulation_that_was_stopped_meanwhile(expected):
    made = a_simulation(chunk=GAMES)
    chunk = service._claim()
    totals = service._play(chunk, float("inf"))
    stop_simulation(simulation=made)
    service._keep(chunk, totals)
    assert (fresh(made).status, fresh(made).totals) == ("done", expected)


@pytest.mark.django_db(transaction=True)
def test_two_workers_share_the_chunks_and_play_none_twice(expected):
    made = a_simulation(chunk=4)
    played = at_once(play_all, play_all)
    assert refused(played) == [] and sum(played) == 6
    assert fresh(made).totals == expected


def test_a_small_simulation_does_not_wait_for_a_big_one():
    big, small = a_simulation(chunk=2), a_simulation(games=2)
    run_waiting_chunk()
    run_waiting_chunk()
    assert fresh(small).status == "done" and games_done(big) == 2


def test_a_simulation_that_cannot_be_played_says_why_and_keeps_nobody_busy(monkeypatch):
    def broken(*_):
        raise RuntimeError("out of dice")

    made = a_simulation(chunk=8)
    with monkeypatch.context() as patch:
        patch.setattr(service, "simulate_chunk", broken)
        assert play_all() == 1
    assert (fresh(made).status, fresh(made).error) == ("failed", "out of dice")
    resume_simulation(simulation=made)
    assert play_all() == 3 and fresh(made).status == "done"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"games": 0}, "1 to 100,000"),
        ({"games": 100_001}, "1 to 100,000"),
        ({"seats": 7}, "2 to 6 seats"),
        ({"system": "chess"}, "no game system 'chess'"),
        ({"bots": []}, "Name 1 to 3 bots"),
        ({"bots": ["telepath"]}, "no bot 'telepath'"),
        ({"bots": ["search:visits=1000000"]}, "think too long"),
        ({"bots": ["search:visits=200,turns=200,width=200,doubt=200"]}, "120,000 rounds a decision"),
        ({"bots": ["greedy", "search:visits=200,turns=100"]}, "plays out 20,000 rounds for one decision"),
        ({"bots": ["search:visits=²"]}, "whole number"),
        ({"options": {"settings": {"target": 0}}}, "target"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(changes, said):
    with pytest.raises(ValidationError, match=said):
        a_simulation(**changes)
    assert not Simulation.objects.exists()


@pytest.fixture
def ada() -> User:
    return User.objects.create(username="ada")


def a_game_without_end(**changes) -> Simulation:
    """Bots that nobody waits for: their one game takes minutes."""
    patient = {"bots": ["search:visits=200,turns=2"], "options": {"settings": {"target": 300}}, "seats": 6}
    return a_simulation(games=1, **patient | changes)


def test_nobody_has_two_under_way(ada):
    first = a_simulation(games=1, by=ada)
    with pytest.raises(ValidationError, match="under way"):
        a_simulation(games=1, by=ada)
    stop_simulation(simulation=first)
    a_simulation(games=1, by=ada)
    with pytest.raises(ValidationError, match="under way"):
        resume_simulation(simulation=first)
    play_all()
    resume_simulation(simulation=first)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_one(ada):
    made = at_once(*[lambda: a_simulation(games=1, by=ada)] * 3)
    assert len(refused(made)) == 2 and Simulation.objects.count() == 1


def test_a_game_that_takes_too_long_is_said_to_and_nothing_is_stuck(monkeypatch):
    monkeypatch.setattr(thinking, "GAME_SECONDS", 1)
    made = a_game_without_end()
    quick = a_simulation(games=2)
    assert play_all() == 2
    assert fresh(made).status == "failed" and "did not finish within 1 seconds" in fresh(made).error
    assert fresh(quick).status == "done"
    assert not made.chunks.exclude(leased_until=None).exists()


def test_a_stop_ends_the_game_under_way_and_keeps_what_was_played(expected, monkeypatch):
    made = a_simulation(chunk=GAMES)
    monkeypatch.setattr(thinking, "ASK_EVERY", 0)
    chunk = service._claim()
    stop_simulation(simulation=made)
    totals = service._play(chunk, float("inf"))
    service._keep(chunk, totals)
    assert totals.games == 0 and fresh(made).status == "stopped"
    resume_simulation(simulation=made)
    play_all()
    assert fresh(made).totals == expected


def test_thinking_time_is_counted_for_the_person_and_day(ada, settings):
    a_simulation(by=ada)
    play_all()
    spent = ThinkingTime.objects.get()
    assert spent.person == ada and spent.milliseconds > 0
    settings.THINKING_SECONDS = 0
    with pytest.raises(ValidationError, match="used up"):
        a_simulation(by=ada)
    stop_simulation(simulation=a_simulation(by=User.objects.create(username="bo")))
    ThinkingTime.objects.update(day=spent.day - timedelta(days=1), milliseconds=10**9)
    again = a_simulation(by=ada, chunk=8)
    assert run_waiting_chunk()
    assert ThinkingTime.objects.get(person=ada).milliseconds < 10**9
    assert (fresh(again).status, "used up" in fresh(again).error) == ("stopped", True)
    with pytest.raises(ValidationError, match="used up"):
        resume_simulation(simulation=again)


def test_a_task_plays_one_chunk_so_that_reviews_come_in_between():
    made = a_simulation(chunk=1, games=3)
    run_simulation_chunk()
    assert games_done(made) == 1


def test_a_report_shows_rates_with_their_intervals(expected):
    made = a_simulation(chunk=8)
    assert report_of(made).done == 0
    run_waiting_chunk()
    assert report_of(made).done == 8
    play_all()
    report = report_of(fresh(made))
    assert report.done == GAMES
    assert [label for label, _ in report.seats[0].means] == ["Points", "Happiness", "Fame", "Cash"]
    assert [seat.bot for seat in report.seats] == ["greedy", "random", "greedy"]
    assert sum(seat.wins for seat in report.seats) == GAMES
    for seat, wins in zip(report.seats, expected["wins"], strict=True):
        assert seat.low < seat.rate < seat.high and seat.rate == 100 * wins / GAMES
        assert seat.means[0][1] == expected["points"][seat.seat - 1] / GAMES


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (250, 1000, 0.2241, 0.2778), (1, 2, 0.0945, 0.9055)],
)
def test_the_interval_is_wilsons(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.0001)


def test_totals_are_added_up_from_the_chunks_until_they_are_stored(expected):
    made = a_simulation(chunk=8)
    play_all()
    Simulation.objects.filter(pk=made.pk).update(status="stopped", totals=None)
    assert totals_of(fresh(made)).as_dict() == expected
