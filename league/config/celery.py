"""The Celery app. The row in the database is the queue; a message is only a hint that may be lost.

With REDIS_URL a hint travels through Redis to a worker, which passes it on to its sweepers (`league.config.sweep`).
Without it a hint goes nowhere, and a worker watches the file for writes. Either way no beat process is needed, and no
job waits longer than one interval. What is done every few minutes or hours (`PERIODIC`) has no interval in a worker: a
task asks the database what is due.
"""

import os
from functools import cache
from typing import Any

import structlog
from celery import Celery, Task
from celery.result import AsyncResult
from celery.signals import setup_logging, task_postrun, task_prerun, worker_init
from celery.utils import uuid
from kombu import Connection
from kombu.pools import producers

from league.config.redis import TIMEOUTS, circuit
from league.config.sweep import Sweep, hear

log = structlog.get_logger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")  # they load every page of the site, which is 60 MB in a worker


class HintTask(Task):  # type: ignore[type-arg]
    """A task whose message may be lost: dropped if there is no broker, or it does not answer at once. It carries the id
    of the request whose commit sends it. In a worker a message only wakes the sweeper that calls the task."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not self.request.called_directly:
            request_id = structlog.contextvars.get_contextvars().get("request_id")
            if hear(self.name, request_id):
                return None
        return super().__call__(*args, **kwargs)

    def apply_async(self, *args: Any, **kwargs: Any) -> AsyncResult[Any]:
        request_id = structlog.contextvars.get_contextvars().get("request_id")
        if request_id:
            kwargs["headers"] = {"request_id": request_id} | (kwargs.get("headers") or {})
        if not (self.app.conf.broker_url.startswith("memory:") or circuit.is_open):
            try:
                with producers[_impatient(self.app.conf.broker_url)].acquire(block=False) as producer:
                    return super().apply_async(*args, **(kwargs | {"producer": producer}))
            except Exception as error:  # any error of the transport: the change is made, and the sweep finds the job
                circuit.fail("hint", error)
        return AsyncResult(uuid(), app=self.app)


@cache
def _impatient(url: str) -> Connection:
    return Connection(url, transport_options={**TIMEOUTS, "max_retries": 0, "retry_on_timeout": False})


def queue_of(task: str) -> str:
    """Return the queue that a task's name is routed to."""
    return str((app.conf.task_routes or {}).get(task, {}).get("queue", app.conf.task_default_queue))


app = Celery("league", task_cls=HintTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(Sweep)


@setup_logging.connect
def keep_django_logging(**kwargs: object) -> None:
    """Keep the logging of the settings: Celery leaves it alone once this is connected."""


@task_prerun.connect
def take_request_id(task: Task[Any, Any], **kwargs: object) -> None:
    """Give every line that the task logs the id of the request that it follows from; a task of the sweep follows from
    no request."""
    given = (task.request.headers or {}).get("request_id")
    if given:
        structlog.contextvars.bind_contextvars(request_id=given)


@task_postrun.connect
def drop_request_id(**kwargs: object) -> None:
    structlog.contextvars.clear_contextvars()


@worker_init.connect
def check_the_schema(**kwargs: object) -> None:
    from league.config.schema import refuse_other_schema  # Django is not set up when this module is loaded

    refuse_other_schema()
