"""All doors to one table in any order, by everybody, also upon an old sight: whatever happens, nothing counts that
nobody agreed to, every reader sees the same, and every decision is in the log once.

`python3 run.py test -m slow` takes 20,000 steps by hypothesis, which shortens the way to a fault, and 20,000 by seeds,
which is cheaper. How far seeds go, from which one on (each walks 30 steps; a fault names its own), is said so:
`DOOR_SEED=6032 DOOR_STEPS=1000000 .venv/bin/pytest -n 0 -s -m slow tests/league/tables/test_every_door.py -k seeds`.
"""

import os
import time
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.factories.doors import Doors
from tests.factories.every_door import TAKEN, EveryDoor
from tests.factories.tables import a_table

pytestmark = pytest.mark.django_db
STEPS = 30
ASKED = 0.25  # the share of acts after which a far walk asks every reader; they take half of the time


def open_doors() -> None:
    EveryDoor.doors = Doors(a_table())
    _ = EveryDoor.doors.olga, EveryDoor.doors.sam, EveryDoor.doors.owner(1), EveryDoor.doors.owner(2)


def walk(steps: int) -> None:
    open_doors()
    run_state_machine_as_test(
        EveryDoor,
        settings=settings(
            max_examples=max(1, steps // STEPS),
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def walk_far(steps: int, seed: int = 0) -> None:
    """As many examples of STEPS steps as it takes, each chosen by a seed of its own."""
    open_doors()
    machine, acts = EveryDoor(), [(one.function, one.arguments) for one in EveryDoor.setup_state().rules]
    for example in range(seed, seed + max(1, steps // STEPS)):
        chance, taken = Random(example), []
        try:
            machine.begin()
            for _ in range(STEPS):
                door, domains = chance.choice(acts)
                with_what = {name: chance.choice(domain.elements) for name, domain in domains.items()}
                taken.append((door.__name__, with_what))
                door(machine, **with_what)
                machine.checked |= chance.random() > ASKED
                machine.nothing_is_wrong()
            machine.teardown()
        except Exception as fault:
            fault.add_note(f"Example {example}: {taken}")
            raise


def test_every_door_in_any_order():
    walk(300)


def test_every_door_as_a_seed_chooses():
    walk_far(90)


def far() -> None:
    walk_far(int(os.environ.get("DOOR_STEPS", "20000")), int(os.environ.get("DOOR_SEED", "0")))


@pytest.mark.slow
@pytest.mark.parametrize("way", (lambda: walk(20_000), far), ids=("hypothesis", "seeds"))
def test_every_door_for_long(way):
    TAKEN.clear()
    begun = time.process_time()
    try:
        way()
    finally:
        print(f"\n{sum(TAKEN.values()):,} acts in {time.process_time() - begun:.1f} s of processor: {dict(TAKEN)}")
