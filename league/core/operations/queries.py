"""The state of the installation: its services, and how long its queues have waited. The rows are the queues."""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, NamedTuple, TypedDict

from django.conf import settings
from django.core.checks import Error
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from characters.models import CareerEvent
from games.models import Play, Sheet
from league.core.ledger.queries.ends import ends
from league.core.ledger.rules.heads import ChainEnd
from league.core.services.periodic import last_sweeps
from league.models import FileImport, LedgerEntry, MailNotice, PushDelivery, WebhookDelivery

BROKER_SECONDS = 1
MOST_NAMED = 3  # of the migrations that are missing or unknown
# Of apps that an installation may leave out: their queues, with what says since when, and rows that go before games
# which bots think about though nobody asked.
QUEUES: dict[str, tuple[QuerySet[Any], str]] = {}
THINKERS: list[Callable[[], QuerySet[Any]]] = []
Migration = tuple[str, str]
BEFORE_1_0: Migration = ("characters", "0001_initial")  # every older database has it
BEGIN_AGAIN = (
    "It was made by a trial version, before release 1.0, and can't be read. Begin again with an empty one: move "
    "corner-office.sqlite3 out of the way, or name another database in DATABASE_URL, then run: python3 run.py"
)


class Queue(NamedTuple):
    waiting: int
    oldest_seconds: int  # 0 where nothing waits


class Readiness(TypedDict):
    """`broker` is null if none is configured; ages are null if the database does not answer. `swept_seconds`:
    how long ago a worker last went through the tasks of each lane, null if none ever did."""

    database: bool
    migrations: bool
    broker: bool | None
    oldest_review_seconds: int | None
    oldest_mail_seconds: int | None
    swept_seconds: dict[str, int | None] | None
    version: str


def readiness() -> Readiness:
    answer = Readiness(
        database=False,
        migrations=False,
        broker=broker_answers(),
        oldest_review_seconds=None,
        oldest_mail_seconds=None,
        swept_seconds=None,
        version=settings.VERSION,
    )
    try:
        missing, unknown = unapplied_migrations(), unknown_migrations()
        answer["database"] = True
        answer["migrations"] = not missing and not unknown
        answer["oldest_review_seconds"] = _queue("reviews").oldest_seconds
        answer["oldest_mail_seconds"] = _queue("mail").oldest_seconds
        answer["swept_seconds"] = swept()
    except DatabaseError:
        pass  # what could be read is in the answer, and the rest says that it could not
    return answer


def unapplied_migrations() -> frozenset[Migration]:
    """Return migrations of this program that the database lacks."""
    return _own_migrations() - _applied()


def unknown_migrations() -> set[Migration]:
    """Return migrations of the database that this program does not know: a newer version was here."""
    return foreign_migrations(_applied())


def foreign_migrations(applied: set[Migration]) -> set[Migration]:
    """Return those of the migrations that this program does not know, within its own apps."""
    apps = {app for app, _ in _own_migrations()}
    return {migration for migration in applied if migration[0] in apps} - _own_migrations()


def other_version(applied: set[Migration]) -> str:
    """Return a sentence for migrations that this version does not know; "" if it knows all of them."""
    unknown = foreign_migrations(applied)
    if BEFORE_1_0 in unknown:
        return BEGIN_AGAIN
    if unknown:
        return f"It was made by a newer version of Corner Office ({_named(unknown)}): take that version or a later one."
    return ""


def refuse_other_version(app_configs: Any, databases: Sequence[str] | None = None, **options: Any) -> list[Error]:
    """Return an error, for `migrate`, if another version made the database."""
    why = other_version(_applied()) if databases else ""
    return [Error(f"This database is of another version. {why}", id="league.E002")] if why else []


def schema_refusal() -> str:
    """Return why this program does not work with the schema of the database; "" if it does."""
    why = other_version(_applied())
    if why:
        return f"The database is of another version. {why}"
    missing = _named(unapplied_migrations())
    return f"The database lacks {missing}. Make a backup, then run: python manage.py migrate" if missing else ""


def _named(migrations: Collection[Migration]) -> str:
    names = sorted(".".join(migration) for migration in migrations)
    return ", ".join(names[:MOST_NAMED]) + (" and more" if len(names) > MOST_NAMED else "")


@cache
def _own_migrations() -> frozenset[Migration]:
    return frozenset(MigrationLoader(None).disk_migrations)


def _applied() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


def broker_answers() -> bool | None:
    if not settings.REDIS_URL:
        return None
    try:
        waits = {"socket_connect_timeout": BROKER_SECONDS, "socket_timeout": BROKER_SECONDS}
        with Redis.from_url(settings.REDIS_URL, **waits) as client:
            return bool(client.ping())
    except (RedisError, OSError):
        return False


def swept() -> dict[str, int | None]:
    """Return the seconds since a worker last went through each lane."""
    now = timezone.now()
    ages = {lane: max(0, int((now - at).total_seconds())) for lane, at in last_sweeps().items()}
    return {lane.name: ages.get(lane.name) for lane in settings.LANES}


def queues() -> dict[str, Queue]:
    """Return every queue by its name."""
    return {name: _queue(name) for name in _waiting()}


def _queue(name: str) -> Queue:
    waiting, since = _waiting()[name]
    figures = waiting.order_by().aggregate(rows=Count("pk"), oldest=Min(since))
    age = timezone.now() - figures["oldest"] if figures["oldest"] else None
    return Queue(figures["rows"], max(0, int(age.total_seconds())) if age else 0)


def _waiting() -> dict[str, tuple[QuerySet[Any], str | Coalesce]]:
    """Return the rows that wait, each with the column or expression of the time since when."""
    under_way = (FileImport.WAITING, FileImport.RUNNING)
    return {
        "reviews": (Sheet.objects.awaiting_review(), Coalesce("closed_at", "confirmed_at", "submitted_at")),
        "mail": (MailNotice.objects.filter(status=MailNotice.WAITING), "created_at"),
        "webhooks": (WebhookDelivery.objects.filter(status=WebhookDelivery.WAITING), "created_at"),
        "pushes": (PushDelivery.objects.filter(status=PushDelivery.WAITING), "created_at"),
        "careers": (CareerEvent.objects.to_tell(), Coalesce("rescinded_at", "recorded_at")),
        "events": (LedgerEntry.objects.filter(told_at=None), "at"),
        "ledger": (LedgerEntry.objects.filter(number=None), "at"),
        "imports": (FileImport.objects.filter(status__in=under_way), "uploaded_at"),
        "bot_games": (Play.objects.filter(status=Play.RUNNING).exclude(ordered_as=""), "opened_at"),
        **QUEUES,
    }


def upgrade_obstacles() -> list[str]:
    """Return sentences about what makes it unsafe to upgrade this database to this version now."""
    if not _applied():
        return ["There is no database to upgrade: python3 run.py makes a new one."]
    why = other_version(_applied())
    obstacles = [f"The database is of another version. {why}"] if why else []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(OTHERS)
            (others,) = cursor.fetchone()
        if others:
            text = f"Other connections to the database are open ({others}): stop the site and its workers first."
            obstacles.append(text)
    return obstacles


OTHERS = """SELECT COUNT(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""


TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))",
}


def ends_in(cursor: Any) -> list[ChainEnd]:
    """Return the ends of all chains behind a cursor of Python's database API, also of a backup that an older version
    made."""
    cursor.execute(TABLES[connection.vendor])
    return ends(cursor, tables={name for (name,) in cursor.fetchall()})


def filled_tables() -> list[str]:
    """Return the tables that hold anything but what `migrate` puts into a new database."""
    with connection.cursor() as cursor:
        names = [table.name for table in connection.introspection.get_table_list(cursor) if table.type == "t"]
        filled = []
        for name in sorted({*names} - {"django_migrations", "django_content_type", "auth_permission"}):
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")
            filled += [name] if cursor.fetchone() else []
    return filled
