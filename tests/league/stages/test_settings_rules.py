"""The bounds of a tournament's settings: both ends are allowed, and the next number is refused with both."""

import pytest

from league.tournaments.stages.rules.stage_plans import setting_problems


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("table_size", 2, 8), ("capacity", 2, 100_000), ("round_minutes", 1, 1_440), ("confirm_seconds", 10, 86_400)],
)
def test_a_setting_is_refused_outside_its_bounds_and_may_be_left_open(name: str, least: int, most: int):
    refused = {name: f"This must be a whole number from {least:,} to {most:,}."}
    values = least - 1, least, most, most + 1, None
    assert [setting_problems({name: value}) for value in values] == [refused, {}, {}, refused, {}]


def test_every_setting_that_is_wrong_is_named():
    assert set(setting_problems({"table_size": 9, "capacity": 10, "round_minutes": 0})) == {
        "table_size",
        "round_minutes",
    }
