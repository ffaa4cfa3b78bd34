"""What a game is worth, and the review that follows it."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules import ladder
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Performance, percent_of, points_of, raw_points, review
from tests.factories.facts import a_line

REVIEWED_LEVELS = ladder.LEVELS[1:]


def reviewed(points, level="vp", line=None, **settings):
    return review(line or a_line(1, points), points, level, HouseRules(**settings))


@pytest.mark.rule("careers R73", "careers R12")
@pytest.mark.parametrize(
    ("happiness", "fame", "cash", "points"),
    [(10, 20, 30_000, 60), (10, 20, 30_999, 60), (0, 0, 999, 0), (0, 0, 1000, 1), (300, 0, 0, 300)],
)
@pytest.mark.rule("careers S131")
def test_points_are_hearts_stars_and_whole_thousands_of_cash(happiness, fame, cash, points):
    assert raw_points(happiness, fame, cash) == points
    assert points_of(a_line(1, happiness, fame=fame, cash=cash), HouseRules()) == points


@pytest.mark.rule("careers R73")
@pytest.mark.parametrize(("cap", "points"), [(False, 260), (True, 200)])
def test_points_beyond_the_target_count_unless_the_league_caps_them(cap, points):
    line = a_line(1, 210, fame=50)
    assert points_of(line, HouseRules(cap_points_at_target=cap)) == points


@pytest.mark.rule("careers R73")
def test_a_cap_leaves_points_below_the_target_and_timed_games_alone():
    capped = HouseRules(cap_points_at_target=True)
    assert points_of(a_line(1, 150), capped) == 150
    assert points_of(a_line(1, 900, mode="timed"), capped) == 900


@pytest.mark.rule("careers R86")
@pytest.mark.parametrize(("leaver", "points"), [("reviewed", 120), ("zero", 0)])
def test_who_leaves_early_keeps_the_points_held_unless_the_league_takes_them(leaver, points):
    rules = HouseRules(leaver=leaver)
    assert points_of(a_line(1, 120, left_early=True), rules) == points
    assert points_of(a_line(1, 120), rules) == 120


@pytest.mark.rule("careers Performance")
@pytest.mark.rule("careers S208")
def test_180_points_of_a_200_point_game_are_90_percent():
    result = reviewed(180, "c_level")
    assert result == Performance(points=180, yardstick=200, minimum=90, safe_win=False)
    assert (result.percent, result.passed) == (Decimal("90.00"), True)


@pytest.mark.rule("careers Performance")
@pytest.mark.parametrize(
    ("level", "least"), [("senior", 100), ("manager", 120), ("director", 140), ("vp", 160), ("c_level", 180)]
)
@pytest.mark.rule("careers S209", "careers S210", "careers S211", "careers S212", "careers S213")
def test_the_minimum_itself_passes_and_a_point_less_does_not(level, least):
    assert reviewed(least, level).passed
    assert not reviewed(least - 1, level).passed


@pytest.mark.rule("careers R82")
@pytest.mark.parametrize("points", [0, 1, 500])
def test_at_entry_level_no_result_fails(points):
    assert reviewed(points, "entry").passed


@pytest.mark.rule("careers R83", "careers Performance")
@pytest.mark.parametrize(
    ("won", "target", "passed"), [(True, 200, True), (True, 500, True), (True, 199, False), (False, 200, False)]
)
@pytest.mark.rule("careers S207")
def test_a_win_of_200_or_more_passes_whatever_the_points(won, target, passed):
    assert reviewed(10, "c_level", a_line(1, 10, won=won, target=target)).passed is passed


@pytest.mark.rule("careers R83")
def test_performance_is_measured_without_a_ceiling():
    assert reviewed(250).percent == Decimal("125.00")


@pytest.mark.rule("careers R84")
@pytest.mark.parametrize(("points", "passed"), [(79, False), (80, True)])
def test_a_timed_game_is_measured_by_the_total_of_its_winner(points, passed):
    line = a_line(1, points, mode="timed", winner_total=100)
    result = reviewed(points, "vp", line)
    assert (result.yardstick, result.passed) == (100, passed)


@pytest.mark.rule("careers R84")
@pytest.mark.parametrize(("total", "safe"), [(199, False), (200, True)])
def test_a_timed_win_is_safe_from_a_total_of_200(total, safe):
    line = a_line(1, total, mode="timed", winner_total=total, won=True)
    assert reviewed(total, "c_level", line).safe_win is safe


@pytest.mark.rule("careers R84")
@pytest.mark.parametrize("total", [0, 1, 7, 150, 1000])
@pytest.mark.parametrize("level", REVIEWED_LEVELS)
def test_the_winner_of_a_timed_game_always_has_100_percent(total, level):
    line = a_line(1, total, mode="timed", winner_total=total, won=True)
    assert reviewed(total, level, line).passed


@pytest.mark.rule("careers R84")
@pytest.mark.parametrize(
    ("minutes", "par", "yardstick"),
    [(30, 125, 125), (60, 125, 250), (45, 100, 150), (30, 90, 90), (1, 1, 1), (None, 125, 80)],
)
def test_a_league_may_measure_timed_games_by_par(minutes, par, yardstick):
    line = a_line(1, 60, mode="timed", winner_total=80, minutes=minutes)
    assert reviewed(60, "vp", line, timed_performance="par", par_per_30_minutes=par).yardstick == yardstick


@pytest.mark.rule("careers R84")
def test_a_league_may_exempt_timed_games_and_only_those():
    timed = reviewed(0, "c_level", a_line(1, 0, mode="timed", winner_total=80), timed_performance="exempt")
    assert (timed.yardstick, timed.percent, timed.passed) == (None, None, True)
    assert not reviewed(0, "c_level", timed_performance="exempt").passed


@pytest.mark.rule("careers R86")
def test_a_leaver_who_scores_nothing_is_reviewed_on_nothing():
    line = a_line(1, 190, left_early=True)
    rules = HouseRules(leaver="zero")
    assert not review(line, points_of(line, rules), "senior", rules).passed


@pytest.mark.parametrize(
    ("points", "yardstick", "percent"),
    [(1, 3, "33.33"), (2, 3, "66.67"), (1, 800, "0.13"), (0, 200, "0.00"), (200, 200, "100.00")],
)
def test_a_percentage_has_two_decimals_rounded_half_up(points, yardstick, percent):
    assert str(percent_of(points, yardstick, 0)) == percent


def test_without_a_yardstick_there_is_no_percentage():
    assert percent_of(50, None, 0) is None


@pytest.mark.rule("careers Performance")
@given(points=st.integers(0, 3_000_000), target=st.integers(1, 3_000_000), level=st.sampled_from(REVIEWED_LEVELS))
def test_a_review_is_decided_in_whole_numbers_never_by_a_rounded_percentage(points, target, level):
    result = reviewed(points, level, a_line(1, points, target=target))
    assert result.passed == (100 * points >= ladder.MINIMUM_PERCENT[level] * target)


@given(points=st.integers(0, 1000), target=st.integers(100, 1000))
def test_who_passes_at_a_level_passes_at_every_level_below(points, target):
    passed = [reviewed(points, level, a_line(1, points, target=target)).passed for level in ladder.LEVELS]
    assert passed == sorted(passed, reverse=True)


@pytest.mark.rule("careers Performance")
@pytest.mark.parametrize("level", REVIEWED_LEVELS)
@given(yardstick=st.integers(1, 1_000_000), short=st.integers(1, 60))
def test_a_percentage_never_reaches_the_minimum_that_the_points_miss(level, yardstick, short):
    minimum = ladder.MINIMUM_PERCENT[level]
    points = max(-(-yardstick * minimum // 100) - short, 0)
    assert percent_of(points, yardstick, minimum) < minimum
