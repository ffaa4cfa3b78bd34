"""Whoever waits for a review does not wait for bots: a real worker, started as run.py starts it."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from redis import Redis

import run
from games.models import Sheet
from games.services.plays import game_of
from league.lab.models import Experiment, ExperimentChunk
from league.lab.services.lab import Setup, order_experiment
from league.models import SeasonGame
from league.play.services.games_of_bots import order_game_of_bots
from league.play.services.season_plays import take_own_turn
from league.results.services.prepared_tables import Chair, PreparedTable
from tests.factories.databases import database_url
from tests.factories.friday_club import a_friday_club, friday_game
from tests.factories.people import a_user
from tests.factories.plays import a_running_play, fresh
from tests.factories.processes import eventually
from tests.factories.thursday_club import a_thursday_club

pytestmark = pytest.mark.django_db(transaction=True)


API = "/api/v1/experiments/"
EXPERIMENT = {
    "system": "careers",
    "a": {"seats": 6, "bots": ["greedy"]},
    "b": {"bots": ["greedy", "random"]},
    "measure": "turns",
    "most": 20_000,
}


def post(client, url: str, sent: dict[str, object]):
    return client.post(url, sent, content_type="application/json")


@pytest.fixture
def start(tmp_path):
    """Starts a worker process; all of them end with the test."""
    started = []
    with (tmp_path / "workers.log").open("wb") as log:

        def start(arguments: str) -> None:
            command = [sys.executable, *shlex.split(arguments)]
            env = os.environ | {"DATABASE_URL": database_url()}
            streams = {"stdout": log, "stderr": log}
            started.append(subprocess.Popen(command, cwd=run.ROOT, env=env, start_new_session=True, **streams))

        yield start
        for worker in started:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()


def test_a_review_does_not_wait_for_an_experiment(start):
    experiment = order_experiment(
        system="careers", a=Setup(6, ("search:visits=200",), mode="timed", minutes=300), most=2, seed=1
    )
    held = ExperimentChunk.objects.filter(experiment=experiment, leased_until__isnull=False)
    start(run.WORKER)
    eventually(held.exists)
    game = friday_game(a_friday_club())
    reviewed = Sheet.objects.filter(game=game.game, reviewed_at__isnull=False)
    eventually(reviewed.exists)
    experiment.refresh_from_db()
    assert experiment.status in (Experiment.RUNNING, Experiment.FAILED)
    assert "too long" in experiment.error or held.exists()


def test_a_game_of_the_season_does_not_wait_for_the_end_of_an_experiment(start):
    experiment = order_experiment(system="careers", a=Setup(6, ("greedy",)), most=20_000, seed=1)
    start(run.WORKER)
    eventually(experiment.chunks.filter(totals__isnull=False).exists)
    club = a_friday_club()
    table = PreparedTable((Chair(club.overtime, "greedy"), Chair(club.bigdesk, "greedy")), mode="formula", target=100)
    play = order_game_of_bots(season=club.season, table=table, by=club.cleo, token="one")
    eventually(SeasonGame.objects.filter(game__play=play).exists)
    experiment.refresh_from_db()
    assert experiment.status == Experiment.RUNNING


@pytest.mark.further
def test_an_order_that_is_stopped_and_resumed_a_hundred_times_is_one_order_and_delays_no_bot_at_a_table(start, client):
    """Each resumption rings once, and nothing rings by itself: while the experiment goes on its queue is empty."""
    start(run.WORKER)
    client.force_login(a_user("eve"))
    order = post(client, API, EXPERIMENT).json()
    for _ in range(100):
        assert post(client, f"{API}{order['id']}/state/", {"do": "stop"}).status_code == 200
        assert post(client, f"{API}{order['id']}/state/", {"do": "resume"}).status_code == 200
    under_way = ExperimentChunk.objects.filter(experiment=order["id"], leased_until__gt=timezone.now())
    eventually(under_way.exists)
    club = a_thursday_club()
    table = a_running_play(club, "ada", bots=3)
    while not fresh(table).play.bot_decides:
        take_the_first_choice(table, club.users["ada"])
    eventually(lambda: not fresh(table).play.bot_decides)
    assert under_way.count() <= 1 and Experiment.objects.get().status == Experiment.RUNNING
    if settings.REDIS_URL:
        with Redis.from_url(settings.REDIS_URL) as broker:
            eventually(lambda: broker.llen("thinking") == 0)
    assert Experiment.objects.get().status == Experiment.RUNNING


def take_the_first_choice(table, user) -> None:
    play = fresh(table).play
    with contextlib.suppress(ValidationError):  # a bot's worker has just played
        take_own_turn(season_play=table, number=play.number, action=game_of(play).legal[0].text, key="", by=user)
