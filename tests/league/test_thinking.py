"""Whoever waits for a review does not wait for bots: real workers, started as run.py starts them."""

import os
import shlex
import signal
import subprocess
import sys

import pytest

import run
from games.models import Sheet, Simulation, SimulationChunk
from games.services.simulations import start_simulation
from league.models import SeasonGame
from league.play.services.games_of_bots import order_game_of_bots
from league.results.services.prepared_tables import Chair, Table
from tests.factories.databases import database_url
from tests.factories.friday_club import a_friday_club, friday_game
from tests.factories.processes import eventually

pytestmark = pytest.mark.django_db(transaction=True)


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


def test_a_review_does_not_wait_for_a_simulation(start):
    simulation = start_simulation(
        system="careers",
        seats=6,
        games=1,
        bots=["search:visits=200"],
        rng_seed=1,
        options={"settings": {"mode": "timed", "timed_minutes": 300}},
    )
    held = SimulationChunk.objects.filter(simulation=simulation, leased_until__isnull=False)
    start(run.THINKER)
    eventually(held.exists)
    game = friday_game(a_friday_club())
    reviewed = Sheet.objects.filter(game=game.game, reviewed_at__isnull=False)
    assert not reviewed.exists()
    start(run.WORKER)
    eventually(reviewed.exists)
    simulation.refresh_from_db()
    assert simulation.status in (Simulation.RUNNING, Simulation.FAILED)
    assert "too long" in simulation.error or held.exists()


def test_a_game_of_the_season_does_not_wait_for_the_end_of_a_simulation(start):
    simulation = start_simulation(system="careers", seats=6, games=20_000, bots=["greedy"], rng_seed=1)
    start(run.THINKER)
    eventually(simulation.chunks.filter(totals__isnull=False).exists)
    club = a_friday_club()
    table = Table((Chair(club.overtime, "greedy"), Chair(club.bigdesk, "greedy")), mode="formula", target=100)
    play = order_game_of_bots(season=club.season, table=table, by=club.cleo, token="one")
    eventually(SeasonGame.objects.filter(game__play=play).exists)
    simulation.refresh_from_db()
    assert simulation.status == Simulation.RUNNING
