"""A process of its own for what somebody brought: it answers, refuses, or ends with its work."""

import os
import sys

import pytest

from characters.charts.apart import Refused, TooMuchWork, opened_apart, seconds_elsewhere


def secrets(content: bytes) -> bytes:
    return " ".join([content.decode(), *os.environ, *sorted({name.partition(".")[0] for name in sys.modules})]).encode()


def endless(content: bytes) -> bytes:
    while True:
        pass


def vast(content: bytes) -> bytes:
    return bytes(600_000_000)


def falling(content: bytes) -> bytes:
    os.abort()


def refusing(content: bytes) -> bytes:
    raise Refused("scans")


def test_what_comes_back_was_made_without_secrets_and_without_django(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "secret")
    words = opened_apart(secrets, b"here").decode().split()
    assert words[0] == "here" and not {"SECRET_KEY", "django", "celery", "engine"} & {*words}


def test_a_refusal_comes_back_with_its_reason():
    with pytest.raises(Refused) as refused:
        opened_apart(refusing, b"")
    assert refused.value.reason == "scans"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits neither time nor memory of a process")
@pytest.mark.parametrize("work", [endless, vast, falling])
def test_work_without_measure_ends_with_its_process_and_is_counted(work):
    before = seconds_elsewhere()
    with pytest.raises(TooMuchWork):
        opened_apart(work, b"", seconds=1)
    assert seconds_elsewhere() > before
