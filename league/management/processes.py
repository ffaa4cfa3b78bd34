"""Processes that a command starts. Importing this module needs no models.

A process that is not a fork (Windows, macOS) unpickles its initializer before Django is set up. An initializer that
imports models fails there, and a pool replaces what failed forever.
"""

import gc
import multiprocessing
import sys
from multiprocessing.context import BaseContext

import django


def processes() -> BaseContext:
    """Return how to start processes: as forks on Linux, which already have Django and the name of the database.

    A command has no threads that would not survive that. Python 3.14 no longer forks unless it is told to.
    """
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def begin_process() -> None:
    """Set up Django. Rows by the hundred thousand hold no cycles: looking for garbage would cost a tenth."""
    django.setup()
    gc.disable()
