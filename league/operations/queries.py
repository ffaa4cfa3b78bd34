"""How the installation is: what it stands on, and how long its queues have waited. The rows are the queues."""

from functools import cache
from typing import NamedTuple, TypedDict

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from games.models import Sheet, Simulation
from league.models import FileImport, MailNotice, TournamentEvent, WebhookDelivery

BROKER_SECONDS = 1
Migration = tuple[str, str]


class Queue(NamedTuple):
    waiting: int
    oldest_seconds: int  # 0 where nothing waits


class Readiness(TypedDict):
    """`broker` is null where none is configured; ages are null where the database does not answer."""

    database: bool
    migrations: bool
    broker: bool | None
    oldest_review_seconds: int | None
    oldest_mail_seconds: int | None
    version: str


def readiness() -> Readiness:
    answer = Readiness(
        database=False,
        migrations=False,
        broker=broker_answers(),
        oldest_review_seconds=None,
        oldest_mail_seconds=None,
        version=settings.VERSION,
    )
    try:
        missing, unknown = unapplied_migrations(), unknown_migrations()
        answer["database"] = True
        answer["migrations"] = not missing and not unknown
        answer["oldest_review_seconds"] = _queue("reviews").oldest_seconds
        answer["oldest_mail_seconds"] = _queue("mail").oldest_seconds
    except DatabaseError:
        pass  # what could be read is in the answer, and the rest says that it could not
    return answer


def unapplied_migrations() -> frozenset[Migration]:
    """Migrations of this program that the database lacks."""
    return _own_migrations() - _applied()


def unknown_migrations() -> set[Migration]:
    """Migrations of the database that this program does not know: a newer one was here."""
    ours = {app for app, _ in _own_migrations()}
    return {migration for migration in _applied() if migration[0] in ours} - _own_migrations()


@cache
def _own_migrations() -> frozenset[Migration]:
    return frozenset(MigrationLoader(None).disk_migrations)


def _applied() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


def broker_answers() -> bool | None:
    if not settings.REDIS_URL:
        return None
    try:
        client = Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=BROKER_SECONDS, socket_timeout=BROKER_SECONDS
        )
        with client:
            return bool(client.ping())
    except (RedisError, OSError):
        return False


def queues() -> dict[str, Queue]:
    """Every queue by its name."""
    return {name: _queue(name) for name in _waiting()}


def _queue(name: str) -> Queue:
    waiting, since = _waiting()[name]
    found = waiting.order_by().aggregate(rows=Count("pk"), oldest=Min(since))
    age = timezone.now() - found["oldest"] if found["oldest"] else None
    return Queue(found["rows"], max(0, int(age.total_seconds())) if age else 0)


def _waiting() -> dict[str, tuple[QuerySet, str | Coalesce]]:  # type: ignore[type-arg]
    """The rows that wait, and what says since when."""
    under_way = (FileImport.WAITING, FileImport.RUNNING)
    return {
        "reviews": (Sheet.objects.awaiting_review(), Coalesce("closed_at", "confirmed_at", "submitted_at")),
        "mail": (MailNotice.objects.filter(status=MailNotice.WAITING), "created_at"),
        "webhooks": (WebhookDelivery.objects.filter(status=WebhookDelivery.WAITING), "created_at"),
        "events": (TournamentEvent.objects.filter(told_at=None), "at"),
        "imports": (FileImport.objects.filter(status__in=under_way), "uploaded_at"),
        "simulations": (Simulation.objects.filter(status=Simulation.RUNNING), "created_at"),
    }
