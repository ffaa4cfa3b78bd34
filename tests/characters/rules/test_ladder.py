"""The ladder as the rule book prints it, figure by figure."""

import pytest

from characters.rules import ladder
from characters.rules.ladder import LadderStep, Powers

pytestmark = pytest.mark.rule("careers Employee Level and Promotions")


def test_there_are_six_levels_from_entry_to_c_level():
    assert ladder.LEVELS == ("entry", "senior", "manager", "director", "vp", "c_level")


@pytest.mark.parametrize(
    ("level", "step"),
    [
        ("senior", LadderStep(points=500, degrees=1, trips_each=2, trips_primary=0)),
        ("manager", LadderStep(points=500, degrees=2, trips_each=4, trips_primary=0)),
        ("director", LadderStep(points=1000, degrees=3, trips_each=0, trips_primary=6)),
        ("vp", LadderStep(points=2500, degrees=0, trips_each=0, trips_primary=0)),
        ("c_level", LadderStep(points=2500, degrees=4, trips_each=0, trips_primary=12)),
    ],
)
@pytest.mark.rule("careers S170", "careers S171", "careers S172", "careers S173", "careers S174", "careers S175")
@pytest.mark.rule("careers S176", "careers S177", "careers S178", "careers S179", "careers S181")
def test_each_promotion_asks_for_what_the_rule_book_prints(level, step):
    assert ladder.STEPS[level] == step


def test_nobody_is_promoted_to_entry():
    assert "entry" not in ladder.STEPS


@pytest.mark.rule("careers Performance")
@pytest.mark.rule("careers S209", "careers S210", "careers S211", "careers S212", "careers S213")
def test_each_level_has_its_minimum_and_entry_has_none():
    assert ladder.MINIMUM_PERCENT == {"entry": 0, "senior": 50, "manager": 60, "director": 70, "vp": 80, "c_level": 90}
    assert ladder.SAFE_WIN_FROM == 200


@pytest.mark.rule("careers R96", "careers R97", "careers R98", "careers Layoffs and Bumps", "careers Reorgs")
@pytest.mark.rule("careers S195", "careers S196", "careers S197", "careers S198")
def test_each_level_has_its_powers():
    assert {
        "entry": Powers(layoffs=0, reorgs=0, free_passes=0),
        "senior": Powers(layoffs=0, reorgs=0, free_passes=1),
        "manager": Powers(layoffs=1, reorgs=0, free_passes=1),
        "director": Powers(layoffs=2, reorgs=0, free_passes=1),
        "vp": Powers(layoffs=3, reorgs=1, free_passes=1),
        "c_level": Powers(layoffs=4, reorgs=1, free_passes=1),
    } == ladder.POWERS


@pytest.mark.rule("careers Golden Parachute")
@pytest.mark.rule("careers S221")
def test_the_parachute_opens_at_10_000_points_with_100_000_pounds():
    assert (ladder.PARACHUTE_POINTS, ladder.PARACHUTE_CASH) == (10_000, 100_000)


@pytest.mark.rule("careers R80")
def test_a_step_up_is_the_next_level_and_the_top_has_none():
    assert [ladder.above(level) for level in ladder.LEVELS] == [*ladder.LEVELS[1:], None]


@pytest.mark.rule("careers R82")
def test_a_step_down_is_the_level_before_and_entry_is_the_floor():
    assert [ladder.below(level) for level in ladder.LEVELS] == ["entry", *ladder.LEVELS[:-1]]


@pytest.mark.rule("careers R74")
def test_thresholds_read_as_totals_are_the_sums_of_the_steps():
    assert [ladder.cumulative_points(level) for level in ladder.LEVELS] == [0, 500, 1000, 2000, 4500, 7000]


@pytest.mark.rule("careers R93", "careers Player Relationships")
@pytest.mark.parametrize(
    ("level", "company", "subordinate"),
    [
        ("senior", "lister_bacon", True),
        ("entry", "lister_bacon", True),
        ("manager", "lister_bacon", False),
        ("director", "lister_bacon", False),
        ("senior", "bbc_news", False),
    ],
)
@pytest.mark.rule("careers S187")
def test_a_subordinate_has_the_same_primary_company_and_a_lower_level(level, company, subordinate):
    found = ladder.is_subordinate(level, company, to_level="manager", to_company="lister_bacon")
    assert found is subordinate


@pytest.mark.rule("careers R91")
@pytest.mark.rule("careers S183", "careers S186")
def test_peers_hold_the_same_level_whatever_their_company_or_title():
    assert [ladder.is_peer("vp", level) for level in ladder.LEVELS] == [False, False, False, False, True, False]
