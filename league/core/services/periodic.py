"""Tasks that are done at intervals. The database knows when each was done last, so neither a restart nor a lost broker
begins an interval again, and of many workers one does it.

Killed at any point, it is done again; so it must be right to do it twice.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import structlog
from django.db import InterfaceError, OperationalError
from django.db.models import Q
from django.utils import timezone

from games.services.jobs import Jobs
from league.models import PeriodicRun

log = structlog.get_logger(__name__)
RUNS = Jobs(PeriodicRun, to_do=Q(), order=("ran_at",), lease=timedelta(minutes=10))
PAUSE = timedelta(minutes=1)  # after a failure
NOTED_EVERY = timedelta(seconds=10)
SWEEP_OF = "sweep of"  # a lane: the name of a row


def run_due(every: Mapping[str, float], act: Callable[[str], object]) -> list[str]:
    """Do each of the tasks in `every` (name: seconds) whose interval is over since its last run, and return the ones
    that were done. A task that fails delays no other and is tried again after `PAUSE`."""
    done = []
    for run in _due(every):
        began = timezone.now()
        if not RUNS.take(run, where=Q(ran_at=run.ran_at)):
            continue
        if run.tries > RUNS.tries:
            log.error("periodic_task_given_up", task=run.task, times=RUNS.tries)  # until it is due again
            RUNS.release(run, ran_at=began)
        elif _do(run, act, began):
            done.append(run.task)
    return done


def _do(run: PeriodicRun, act: Callable[[str], object], began: datetime) -> bool:
    try:
        with RUNS.working_on(run):
            act(run.task)
            RUNS.release(run, ran_at=began)
    except (OperationalError, InterfaceError) as error:
        log.warning("periodic_task_postponed", task=run.task, error=" ".join(str(error).split()))
        return False
    except Exception:
        log.exception("periodic_task_failed", task=run.task)
        RUNS.release(run, leased_until=timezone.now() + PAUSE)
        return False
    return True


def note_sweep(lane: str) -> None:
    """Write down that a worker has just been through the tasks of a lane; not more often than every `NOTED_EVERY`,
    however many workers do so."""
    name, now = f"{SWEEP_OF} {lane}", timezone.now()
    if not PeriodicRun.objects.filter(task=name, ran_at__gt=now - NOTED_EVERY, ran_at__lte=now).exists():
        PeriodicRun.objects.update_or_create(task=name, defaults={"ran_at": now})


def last_sweeps() -> dict[str, datetime]:
    """Return when each lane that a worker ever went through was last swept, give or take `NOTED_EVERY`."""
    noted = PeriodicRun.objects.filter(task__startswith=f"{SWEEP_OF} ", ran_at__isnull=False)
    return {name.removeprefix(f"{SWEEP_OF} "): at for name, at in noted.values_list("task", "ran_at") if at}


def _due(every: Mapping[str, float]) -> list[PeriodicRun]:
    """Return the runs whose interval is over, the longest waiting first."""
    runs = {run.task: run for run in PeriodicRun.objects.filter(task__in=every)}
    missing = [PeriodicRun(task=name) for name in every if name not in runs]
    if missing:
        PeriodicRun.objects.bulk_create(missing, ignore_conflicts=True)
        return _due(every)
    now = timezone.now()
    never = datetime.min.replace(tzinfo=now.tzinfo)
    due = [run for run in runs.values() if run.ran_at is None or run.ran_at + timedelta(seconds=every[run.task]) <= now]
    return sorted(due, key=lambda run: run.ran_at or never)
