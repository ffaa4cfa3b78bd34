"""Processes that tests start: where they listen, and when they are ready."""

import socket
import time
from collections.abc import Callable


def free_port(wanted: int = 0) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", wanted))
        return int(probe.getsockname()[1])


def eventually(check: Callable[[], bool], seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < deadline
        time.sleep(0.05)
