"""How much of the engine's own speed an experiment keeps: pairs in one worker, rows and listening included, against the
same games in the engine alone, in turns and in the same run."""

import time

import pytest
from django.contrib.auth.models import User

from engine import SYSTEMS, simulate_chunk
from league.lab.models import Experiment
from league.lab.rules.lab import FIRST_LOOK, Measure
from league.lab.services.lab import Setup, order_experiment
from league.lab.services.portions import work_on_orders
from tests.benchmarks.measures import measured

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]
SEATS, ROUNDS = 4, 3
PAIRS = {"career_compass": 8 * FIRST_LOOK}  # where a game takes a fraction of a millisecond


def took(play) -> float:
    start = time.process_time()
    play()
    return time.process_time() - start


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_games_of_an_experiment_against_the_engine_alone(system):
    bots, pairs, shares, speeds = ("greedy",), PAIRS.get(system, FIRST_LOOK), [], []
    options = {"settings": {"mode": "formula", "target": 100}, "board": "london"} if system == "careers" else None
    for number in range(ROUNDS):
        person = User.objects.create(username=f"ada{number}", is_staff=True)
        order_experiment(
            system=system,
            a=Setup(SEATS, bots),
            b=Setup(SEATS, bots),
            measure=Measure("turns"),
            most=pairs,
            seed=number,
            by=person,
        )
        halves = [took(lambda: simulate_chunk(system, SEATS, bots, number, 0, pairs, options))]  # noqa: B023
        lab = took(lambda: all(iter(work_on_orders, False)))
        halves.append(took(lambda: simulate_chunk(system, SEATS, bots, number, 0, pairs, options)))  # noqa: B023
        shares.append(sum(halves) / lab)
        speeds.append(2 * pairs / lab)
    assert Experiment.objects.filter(status=Experiment.DONE).count() == ROUNDS
    best = sorted(shares)
    measured(
        f"{system}, {pairs:,} pairs of {SEATS} {bots[0]} bots",
        f"{100 * best[len(best) // 2]:.0f} % of the engine’s own games a second (median of {ROUNDS})",
        f"from {100 * best[0]:.0f} to {100 * best[-1]:.0f} %",
        f"{max(speeds):,.0f} games a second of the processor",
    )
