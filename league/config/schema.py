"""The site and its worker start only on the schema that they were written for.

Older code on a newer schema writes without an error and leaves out what the newer code relies on.
"""

import structlog
from django.db import DatabaseError, connection

from league.core.operations.queries import schema_refusal

log = structlog.get_logger(__name__)


def refuse_other_schema() -> None:
    """End the process with a sentence if the schema is a different one. A database that can't be reached is not a
    reason to end: it may come back."""
    try:
        why = schema_refusal()
    except DatabaseError as error:
        log.warning("schema_not_checked", error=str(error).strip())
        return
    finally:
        connection.close()
    if why:
        raise SystemExit(f"Refusing to start: {why}")
