"""Several people at the same moment: each act in a thread with a connection of its own."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from django.db import connection


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act gave or raised, in the order of the acts; all start together."""
    outcomes: list[Any] = [None] * len(acts)
    start = Barrier(len(acts))

    def run(number: int, act: Callable[[], Any]) -> None:
        try:
            start.wait(10)
            outcomes[number] = act()
        except Exception as error:
            outcomes[number] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes


def refused(outcomes: list[Any]) -> list[Exception]:
    return [outcome for outcome in outcomes if isinstance(outcome, Exception)]
