"""A process that is killed before any one of its writes.

The process is a fork of this one, so every single one can be tried. Between two writes there is nothing new to lose.
"""

import os
import signal
import traceback
from collections.abc import Callable

from django.db import connection, connections

FAILED = 3
KILLED = 2026


WRITES = ("INSERT", "UPDATE", "DELETE")


def killed_before(write: int, act: Callable[[], object]) -> bool:
    """Run `act` in a process that is killed before that write (from 1); False when it came to its end first."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        left = write

        def count(execute, sql, params, many, context):
            nonlocal left
            left -= sql.startswith(WRITES)
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


def kill_at_every_write(act: Callable[[], object], check: Callable[[], None]) -> int:
    """Kill `act` before its first write, then before its second, until it gets through; `check` after each kill."""
    write = 1
    while killed_before(write, act):
        check()
        write += 1
    return write
