"""The clock of a round."""

from datetime import UTC, datetime, timedelta

import pytest

from league.core.rules.round_clock import length, runs_out_at, time_left
from league.models import Round

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def a_round(**more) -> Round:
    return Round(**{"minutes": 60, "started_at": NOON} | more)


def test_before_its_start_a_round_shows_no_time():
    assert time_left(a_round(started_at=None), NOON) is None
    assert runs_out_at(a_round(started_at=None)) is None


@pytest.mark.parametrize(("gone", "left"), [(0, 60), (45, 15), (75, -15)])
def test_time_runs_down_and_on(gone: int, left: int):
    assert time_left(a_round(), NOON + gone * MINUTE) == left * MINUTE


def test_a_pause_stops_the_clock():
    paused = a_round(paused_at=NOON + 20 * MINUTE)
    assert time_left(paused, NOON + 50 * MINUTE) == 40 * MINUTE
    assert runs_out_at(paused) is None


def test_what_was_paused_is_added_to_the_end():
    later = a_round(paused_seconds=300)
    assert length(later) == 65 * MINUTE
    assert runs_out_at(later) == NOON + 65 * MINUTE
    assert time_left(later, NOON + 65 * MINUTE) == timedelta(0)


def test_an_ended_round_keeps_what_it_showed():
    assert time_left(a_round(ended_at=NOON + 50 * MINUTE), NOON + 90 * MINUTE) == 10 * MINUTE
