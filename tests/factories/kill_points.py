"""A process that is killed before any one of its database statements.

The process is a fork of this one, so every single statement can be tried.
"""

import os
import signal
import traceback
from collections.abc import Callable

from django.db import connection, connections

FAILED = 3
KILLED = 2026


WRITES = ("INSERT", "UPDATE", "DELETE")


def killed_before(statement: int, act: Callable[[], object], counts: tuple[str, ...] = ("",)) -> bool:
    """Run `act` in a process that is killed before that statement (from 1); False when it came to its end first.

    `counts`: the beginnings of the statements that count.
    """
    connections.close_all()
    child = os.fork()
    if child == 0:
        left = statement

        def count(execute, sql, params, many, context):
            nonlocal left
            left -= sql.startswith(counts)
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            return execute(sql, params, many, context)

        # However it ends, the copy must never come back into the test run.
        code = FAILED
        try:
            hold("pg_advisory_lock")
            with connection.execute_wrapper(count):
                act()
            connections.close_all()
            code = 0
        finally:
            if code:
                traceback.print_exc()
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    hold("pg_advisory_lock")  # waits until the server has noticed
    hold("pg_advisory_unlock")
    assert os.waitstatus_to_exitcode(status) != FAILED, "the act failed before it was killed"
    return status != 0


def hold(how: str) -> None:
    """A lock that ends with the connection. SQLite's locks end with the process."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {how}(%s)", [KILLED])


def kill_at_every_statement(act: Callable[[], object], check: Callable[[], None]) -> int:
    """Kill `act` before its first statement, then before its second, until it gets through; `check` after each kill."""
    statement = 1
    while killed_before(statement, act):
        check()
        statement += 1
    return statement
