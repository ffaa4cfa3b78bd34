"""The site and its worker start on the schema that they were written for, and on no other one.

Older code on a newer schema writes without an error and leaves out what the newer code relies on.
"""

import structlog
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

log = structlog.get_logger(__name__)
OURS = ("league", "games", "characters")


def schema_refusal() -> str:
    """Why this code does not work with the schema of the database; "" where it does."""
    executor = MigrationExecutor(connection)
    known = executor.loader.disk_migrations
    missing = [f"{one.app_label}.{one.name}" for one, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    if missing:
        return f"The database lacks {', '.join(missing)}. Make a backup, then run: python manage.py migrate"
    unknown = [
        ".".join(key) for key in sorted(executor.loader.applied_migrations) if key[0] in OURS and key not in known
    ]
    if unknown:
        return f"The database is ahead of this code by {', '.join(unknown)}. Start the newer version of Corner Office."
    return ""


def refuse_other_schema() -> None:
    """Ends the process with a sentence. A database that can't be reached says nothing, and may come back."""
    try:
        why = schema_refusal()
    except DatabaseError as error:
        log.warning("schema_not_checked", error=str(error).strip())
        return
    finally:
        connection.close()
    if why:
        raise SystemExit(f"Refusing to start: {why}")
