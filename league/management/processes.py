"""Processes that a command starts. Importing this module needs no models.

Where a process does not begin as a fork (Windows, macOS, Linux from Python 3.14), it unpickles its initializer before
Django is set up. An initializer that imports models fails there, and a pool replaces what failed for ever.
"""

import gc

import django


def begin_process() -> None:
    """Set up Django. Rows by the hundred thousand hold no cycles: looking for garbage would cost a tenth."""
    django.setup()
    gc.disable()
