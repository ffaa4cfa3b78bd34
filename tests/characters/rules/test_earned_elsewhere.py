"""What a passport proved is the level that a first career begins at, as far as the house rules let it."""

import pytest

from characters.rules.facts import decode, encode
from characters.rules.house_rules import DEFAULTS
from tests.factories.facts import EVERYTHING, a_restart, a_result, earned, life_of

KEPT = {"earned_elsewhere": "kept"}


@pytest.mark.parametrize(
    ("settings", "level"),
    [
        ({}, "entry"),
        ({"earned_elsewhere": "capped"}, "senior"),
        ({"earned_elsewhere": "capped", "earned_elsewhere_cap": "manager"}, "manager"),
        ({"earned_elsewhere": "capped", "earned_elsewhere_cap": "vp"}, "director"),
        (KEPT, "director"),
    ],
)
def test_the_house_rule_says_what_it_counts_for(settings, level):
    assert life_of([earned()], **settings).current.level == level


def test_by_default_nothing_counts_that_was_earned_elsewhere():
    assert DEFAULTS.earned_elsewhere == "shown"


def test_nothing_but_the_level_is_counted():
    now = life_of([earned()], **KEPT).current
    assert (now.games, now.wins, now.points, now.cash, now.degrees, now.trips) == (0, 0, 0, 0, {}, {})
    assert not life_of([earned()], **KEPT).events


def test_games_here_are_reviewed_at_that_level_whenever_they_were_played():
    life = life_of([earned(), a_result(-5, 20)], **KEPT)
    assert life.held == {-5: "director"}
    assert (life.events[0].kind, life.events[0].from_level, life.events[0].to_level) == (
        "demotion",
        "director",
        "manager",
    )


def test_degrees_of_elsewhere_lead_to_no_promotion_here():
    assert life_of([earned(level="senior"), a_result(1, 500)], **KEPT).current.level == "senior"
    assert life_of([earned(level="senior"), a_result(1, 500, **EVERYTHING)], **KEPT).current.level == "manager"


@pytest.mark.rule("careers R89")
def test_a_career_that_ended_by_golden_parachute_begins_again_at_entry():
    assert life_of([earned(level="c_level", status="retired")], **KEPT).current.level == "entry"


@pytest.mark.rule("careers R89")
def test_a_second_career_here_begins_at_entry_too():
    facts = [earned(level="c_level"), a_result(1, 10_000), a_restart(2)]
    life = life_of(facts, **KEPT)
    assert [career.level for career in life.careers] == ["c_level", "entry"]


def test_the_fact_is_read_as_it_was_written():
    assert decode(encode(earned())) == earned()


@pytest.mark.parametrize("text", ["{}", '{"kind":"earned_elsewhere","at":"2026-01-01T00:00:00Z","earned":{"level":1}}'])
def test_half_a_fact_is_none(text):
    with pytest.raises(ValueError):
        decode(text)
