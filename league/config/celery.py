"""The Celery app. The row in the database is the queue; a message is only a hint that may be lost.

With REDIS_URL a hint travels through Redis. Without it there is no broker between processes: the worker has
one in its own memory, fed by its own sweep alone, and a hint sent by anybody else goes nowhere. Either way
every worker sends the tasks of CELERY_BEAT_SCHEDULE that belong to its queues (CELERY_TASK_ROUTES) to itself at
their intervals: no beat process is needed, no job waits longer than one interval.
"""

import os
from typing import Any

import structlog
from celery import Celery, Task, bootsteps
from celery.result import AsyncResult
from celery.signals import setup_logging
from celery.utils import uuid
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")


class Hint(Task):  # type: ignore[type-arg]
    """A task whose message may be lost: dropped where there is no broker, logged where it is away."""

    def apply_async(self, *args: Any, **kwargs: Any) -> AsyncResult[Any]:
        if not self.app.conf.broker_url.startswith("memory:"):
            try:
                return super().apply_async(*args, **kwargs)
            except OperationalError as error:
                log.warning("No broker; the sweep will find the job", task=self.name, error=str(error))
        return AsyncResult(uuid(), app=self.app)


def queue_of(task: str) -> str:
    """The queue that a task's name is routed to."""
    return str((app.conf.task_routes or {}).get(task, {}).get("queue", app.conf.task_default_queue))


class Sweep(bootsteps.StartStopStep):
    """The schedule inside the worker. A consumer step, because a lost connection clears the timer."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        listened_to = {queue.name for queue in parent.task_consumer.queues}
        self.entries = [
            parent.timer.call_repeatedly(
                entry["schedule"], app.send_task, (entry["task"],), {"expires": entry["schedule"]}
            )
            for entry in app.conf.beat_schedule.values()
            if queue_of(entry["task"]) in listened_to
        ]

    def stop(self, parent: Any) -> None:
        for entry in getattr(self, "entries", []):
            entry.cancel()


app = Celery("league", task_cls=Hint)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Sweep)


@setup_logging.connect
def keep_django_logging(**kwargs: object) -> None:
    """Being connected is enough: Celery then leaves the logging of the settings alone."""
