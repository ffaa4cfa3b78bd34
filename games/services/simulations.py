"""Simulations: the chunk without totals is the job.

A chunk is a pure function of its simulation and its numbers, so it does not matter who plays it, how often, or how the
games were cut. Its totals are written once, in the transaction that also ends the simulation when nothing is left.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import Error, IntegrityError, transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import EngineError, simulate, simulate_chunk
from engine.core.simulation import SimulationTotals
from engine.said import said, spoken
from games.models import Simulation, SimulationChunk
from games.queries.simulations import totals_of
from games.rules.bots import too_patient
from games.services.jobs import Jobs
from games.services.thinking import (
    SPENT,
    TOO_LONG,
    NoLongerWanted,
    TookTooLong,
    counted,
    has_spent,
    refuse_spent,
    watch,
)

log = structlog.get_logger(__name__)
User = Person | None
CHUNK = 250
MOST_GAMES = 100_000
SECONDS = 1
# The least advanced first, so that a small simulation does not wait for the end of a big one.
CHUNKS = Jobs(SimulationChunk, to_do=Q(totals__isnull=True), order=("first_game", "pk"))
UNDER_WAY = gettext_lazy("One of your simulations is under way. Wait for it, or stop it.")

INTERRUPTED = said("The simulation was interrupted {times} times at game {game}.")
ENDS = (SPENT, TOO_LONG, INTERRUPTED)  # what `error` may say


@transaction.atomic
def start_simulation(
    *,
    system: str,
    seats: int,
    games: int,
    bots: Sequence[str],
    rng_seed: int,
    options: Mapping[str, Any] | None = None,
    by: User = None,
    chunk: int = CHUNK,
) -> Simulation:
    """Start a simulation whose chunks wait for the workers. Raises ValidationError when it can't be played."""
    if not 1 <= games <= MOST_GAMES:
        refused = said("1 to {most:,} games can be simulated at once.", most=MOST_GAMES)
        raise ValidationError({"games": spoken(refused)})
    refuse_spent(by)
    try:
        patient = too_patient(system, bots)
        if patient:
            raise ValidationError({"bots": [spoken(one) for one in patient]})
        simulate(system, seats, 0, rng_seed, bots, 1, options)
    except EngineError as error:
        raise ValidationError(spoken(error.args[0])) from error
    with _one_at_a_time():
        made = Simulation.objects.create(
            system=system,
            seats=seats,
            games=games,
            bots=list(bots),
            rng_seed=rng_seed,
            options=dict(options or {}),
            created_by=by,
        )
    SimulationChunk.objects.bulk_create(
        SimulationChunk(simulation=made, first_game=first, count=min(chunk, games - first))
        for first in range(0, games, chunk)
    )
    return made


def stop_simulation(*, simulation: Simulation) -> None:
    """Stop a simulation: no further chunk is begun, the game under way is broken off, and what was played stays. Raises
    ValidationError when it is not under way."""
    _change(simulation, (Simulation.RUNNING,), Simulation.STOPPED, _("This simulation is not under way."))


def resume_simulation(*, simulation: Simulation) -> None:
    """Let a stopped simulation go on where it stood. Raises ValidationError when there is nothing to go on with, or no
    time."""
    refuse_spent(simulation.created_by)
    stood = (Simulation.STOPPED, Simulation.FAILED)
    with _one_at_a_time():
        _change(simulation, stood, Simulation.RUNNING, _("Only a simulation that was stopped can go on."))


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Allow one simulation of a person under way. The database enforces it: two requests at once are one simulation."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise ValidationError(UNDER_WAY) from error


def _change(simulation: Simulation, before: Sequence[str], after: str, otherwise: str) -> None:
    """Change the status in one conditional update: another request may have been faster."""
    found = Simulation.objects.filter(pk=simulation.pk, status__in=before)
    if not found.update(status=after, error=""):
        raise ValidationError(otherwise)
    simulation.status = after


def run_waiting_chunk(*, seconds: float = SECONDS) -> bool:
    """Claim one waiting chunk and play it, for about so many seconds; return whether there was one.

    What is not reached in time becomes a chunk of its own, so that slow bots keep nobody waiting. Safe with any number
    of workers.
    """
    chunk = _claim()
    if chunk is not None:
        with CHUNKS.working_on(chunk):
            _work_on(chunk, seconds)
    return chunk is not None


def _claim() -> SimulationChunk | None:
    waiting = SimulationChunk.objects.filter(simulation__status=Simulation.RUNNING).select_related("simulation")
    return CHUNKS.claim(waiting, _give_up)


def _give_up(chunk: SimulationChunk) -> None:
    _fail(chunk, said(INTERRUPTED, times=CHUNKS.tries, game=chunk.first_game + 1))


def _work_on(chunk: SimulationChunk, seconds: float) -> None:
    person = chunk.simulation.created_by_id
    try:
        with counted(person):
            totals = _play(chunk, time.monotonic() + seconds)
    except Error:
        raise
    except TookTooLong as error:
        _fail(chunk, f"{error.message}")
    except Exception as error:
        # A pure function: another try fails again.
        log.exception("simulation_failed", simulation=chunk.simulation_id, first_game=chunk.first_game)
        _fail(chunk, f"{error}" or type(error).__name__)
    else:
        _keep(chunk, totals)
    if has_spent(person):
        under_way = Simulation.objects.filter(pk=chunk.simulation_id, status=Simulation.RUNNING)
        under_way.update(status=Simulation.STOPPED, error=SPENT)


def _play(chunk: SimulationChunk, until: float) -> SimulationTotals:
    """Play at least one game, or what was played when somebody stopped the simulation."""
    simulation, totals = chunk.simulation, SimulationTotals(chunk.simulation.seats)
    wanted = Exists(Simulation.objects.filter(pk=simulation.pk, status=Simulation.RUNNING))
    while totals.games < chunk.count and (not totals.games or time.monotonic() < until):
        try:
            played = simulate_chunk(
                simulation.system,
                simulation.seats,
                simulation.bots,
                simulation.rng_seed,
                chunk.first_game + totals.games,
                1,
                simulation.options,
                watch(partial(CHUNKS.hold, chunk, wanted)),
            )
        except NoLongerWanted:
            break
        totals.merge(played)
    return totals


@transaction.atomic
def _keep(chunk: SimulationChunk, totals: SimulationTotals) -> None:
    """Write the totals, unless another worker has the chunk by now. The simulation's lock lets the last of several
    workers see that it is the last."""
    simulation = Simulation.objects.select_for_update(no_key=True).get(pk=chunk.simulation_id)
    if not totals.games:
        CHUNKS.release(chunk)
        return
    if not CHUNKS.release(chunk, totals=totals.as_dict(), count=totals.games):
        return
    if totals.games < chunk.count:
        SimulationChunk.objects.create(
            simulation=simulation, first_game=chunk.first_game + totals.games, count=chunk.count - totals.games
        )
    elif not simulation.chunks.filter(totals__isnull=True).exists():
        _finish(simulation, timezone.now())


def _finish(simulation: Simulation, now: datetime) -> None:
    simulation.totals = totals_of(simulation).as_dict()
    simulation.status, simulation.finished_at = Simulation.DONE, now
    simulation.save(update_fields=["totals", "status", "finished_at"])


def _fail(chunk: SimulationChunk, why: str) -> None:
    if CHUNKS.release(chunk):
        under_way = Simulation.objects.filter(pk=chunk.simulation_id, status=Simulation.RUNNING)
        under_way.update(status=Simulation.FAILED, error=why[:300])
