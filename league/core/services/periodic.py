"""What is done every so often. The database knows when it was done last, so neither a restart nor a lost broker
begins an interval again, and of many workers one does it.

Killed at any point, it is done again once the lease is over; so it must be right to do it twice.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import structlog
from django.db import InterfaceError, OperationalError
from django.db.models import Q
from django.utils import timezone

from league.models import PeriodicRun

log = structlog.get_logger(__name__)
LEASE = timedelta(minutes=10)
PAUSE = timedelta(minutes=1)  # after a failure
NOTED_EVERY = timedelta(seconds=10)
SWEEP_OF = "sweep of"  # a lane: the name of a row


def run_due(every: Mapping[str, float], act: Callable[[str], object]) -> list[str]:
    """Do each of the tasks in `every` (name: seconds) whose interval is over since its last run; those that were done.
    A task that fails keeps no other one waiting and is tried again after `PAUSE`."""
    done = []
    for name in _due(every):
        began = timezone.now()
        if not _claim(name, began, every[name]):
            continue
        try:
            act(name)
        except (OperationalError, InterfaceError) as error:
            log.warning("periodic_task_postponed", task=name, error=" ".join(str(error).split()))
            _pause(name)
        except Exception:
            log.exception("periodic_task_failed", task=name)
            _pause(name)
        else:
            PeriodicRun.objects.filter(task=name).update(ran_at=began, leased_until=None)
            done.append(name)
    return done


def note_sweep(lane: str) -> None:
    """Write down that a worker has just been through the tasks of a lane; not more often than every `NOTED_EVERY`,
    however many workers do so."""
    name, now = f"{SWEEP_OF} {lane}", timezone.now()
    if not PeriodicRun.objects.filter(task=name, ran_at__gt=now - NOTED_EVERY, ran_at__lte=now).exists():
        PeriodicRun.objects.update_or_create(task=name, defaults={"ran_at": now})


def last_sweeps() -> dict[str, datetime]:
    """When each lane that a worker ever went through was swept last, give or take `NOTED_EVERY`."""
    noted = PeriodicRun.objects.filter(task__startswith=f"{SWEEP_OF} ", ran_at__isnull=False)
    return {name.removeprefix(f"{SWEEP_OF} "): at for name, at in noted.values_list("task", "ran_at") if at}


def _pause(name: str) -> None:
    PeriodicRun.objects.filter(task=name).update(leased_until=timezone.now() + PAUSE)


def _due(every: Mapping[str, float]) -> list[str]:
    """Names, those that wait longest first."""
    known = {one.task: one for one in PeriodicRun.objects.filter(task__in=every)}
    missing = [PeriodicRun(task=name) for name in every if name not in known]
    if missing:
        PeriodicRun.objects.bulk_create(missing, ignore_conflicts=True)
        known |= {one.task: one for one in missing}
    now = timezone.now()
    due = [one for one in known.values() if one.ran_at is None or one.ran_at + _interval(every[one.task]) <= now]
    return [one.task for one in sorted(due, key=lambda one: one.ran_at or datetime.min.replace(tzinfo=now.tzinfo))]


def _claim(name: str, now: datetime, seconds: float) -> bool:
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = Q(ran_at=None) | Q(ran_at__lte=now - _interval(seconds))
    return bool(PeriodicRun.objects.filter(free, due, task=name).update(leased_until=now + LEASE))


def _interval(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)
