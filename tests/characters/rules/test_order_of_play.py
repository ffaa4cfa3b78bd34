"""Facts come in any order; the career follows the order of play. What holds whatever the games were."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules import ladder
from characters.rules.facts import current_lines
from characters.rules.house_rules import HouseRules
from tests.factories.days import on_day
from tests.factories.facts import (
    BBC,
    EVERYTHING,
    LAW,
    LISTER,
    NEWS,
    a_climb,
    a_restart,
    a_result,
    life_of,
    told,
    withdrawn,
)

COUNTS = st.integers(0, 4)
SETTINGS = st.fixed_dictionaries(
    {
        "promotion_points": st.sampled_from(["since_level_change", "cumulative"]),
        "demotion": st.sampled_from(["one", "to_fitting_level"]),
        "parachute_counts": st.sampled_from(["all_spells", "current_spell"]),
        "trips": st.sampled_from(["each", "combined"]),
        "post_doc": st.sampled_from(["lifetime", "one_game"]),
    }
)


@st.composite
def games(draw, *, day):
    """One game; hearts are drawn so that failed reviews, promotions and parachutes all come up."""
    return a_result(
        day,
        draw(st.sampled_from([0, 90, 115, 150, 200, 500, 2500, 6000])),
        fame=draw(st.integers(0, 300)),
        cash=draw(st.integers(0, 99_999)),
        won=draw(st.booleans()),
        degrees={program: number for program in (LAW, NEWS, "physic") if (number := draw(COUNTS))},
        trips={company: 2 * number for company in (LISTER, BBC, "arsenal") if (number := draw(COUNTS))},
    )


@st.composite
def seasons(draw):
    """Up to 25 games of one character on different days, and perhaps restarts."""
    played = [draw(games(day=day)) for day in range(1, draw(st.integers(1, 25)) + 1)]
    return played, [a_restart(100 + number) for number in range(draw(st.integers(0, 2)))]


@given(season=seasons(), settings=SETTINGS, data=st.data())
def test_the_order_in_which_games_become_known_does_not_matter(season, settings, data):
    played, restarts = season
    mixed = data.draw(st.permutations(played))
    first, second = life_of([*played, *restarts], **settings), life_of([*restarts, *mixed], **settings)
    assert (first.careers, first.events, first.held) == (second.careers, second.events, second.held)


@given(season=seasons(), settings=SETTINGS, data=st.data())
def test_later_games_change_nothing_that_came_before(season, settings, data):
    played, restarts = season
    cut = data.draw(st.integers(0, len(played)))
    before, after = life_of([*played[:cut], *restarts], **settings), life_of([*played, *restarts], **settings)
    assert after.events[: len(before.events)] == before.events
    assert {game: after.held[game] for game in before.held} == before.held
    uncounted = {line.game for line in after.uncounted}  # between a parachute and its restart (R89)
    if cut < len(played) and before.current.status == "active" and cut + 1 not in uncounted:
        assert after.held[cut + 1] == before.current.level


@pytest.mark.rule("careers R80", "careers R81")
@given(season=seasons(), settings=SETTINGS)
def test_no_game_ever_moves_two_steps_up_or_both_ways(season, settings):
    played, restarts = season
    moves = Counter()
    for event in life_of([*played, *restarts], **settings).events:
        if event.kind in ("promotion", "demotion", "parachute"):
            moves[event.game] += 1
        if event.kind == "promotion":
            assert event.to_level == ladder.above(event.from_level)
        if event.kind == "demotion" and settings["demotion"] == "one":
            assert event.to_level == ladder.below(event.from_level)
    assert set(moves.values()) <= {1}


@given(season=seasons(), settings=SETTINGS)
@pytest.mark.rule("careers S214")
def test_every_counted_game_has_one_review_or_a_parachute(season, settings):
    played, restarts = season
    life = life_of([*played, *restarts], **settings)
    verdicts = Counter(event.game for event in life.events if event.kind in ("review", "demotion", "parachute"))
    assert verdicts == dict.fromkeys(life.held, 1)
    assert len(life.held) + len(life.uncounted) == len(played)


@given(season=seasons(), settings=SETTINGS)
@pytest.mark.rule("careers S169")
def test_totals_are_the_sums_of_the_counted_games(season, settings):
    played, restarts = season
    life = life_of([*played, *restarts], **settings)
    counted = [fact.line for fact in played if fact.game in life.held]
    parachutes = sum(career.status == "retired" for career in life.careers)
    assert sum(career.games for career in life.careers) == len(counted)
    assert sum(career.wins for career in life.careers) == sum(line.won for line in counted)
    assert sum(career.happiness for career in life.careers) == sum(line.happiness for line in counted)
    assert sum(career.fame for career in life.careers) == sum(line.fame for line in counted)
    assert sum(career.cash for career in life.careers) == sum(line.cash for line in counted) + 100_000 * parachutes
    for tally in ("degrees", "trips"):
        summed = sum((Counter(getattr(career, tally)) for career in life.careers), Counter())
        assert summed == sum((Counter(getattr(line, tally)) for line in counted), Counter())


@given(season=seasons(), settings=SETTINGS)
def test_the_history_leads_to_the_level_that_is_held(season, settings):
    played, restarts = season
    life = life_of([*played, *restarts], **settings)
    level = ladder.ENTRY
    for event in life.events:
        assert event.from_level == level
        level = event.to_level
    assert life.current.level == level


def test_games_count_in_order_of_date_then_reference():
    late = a_result(7, 500, reference="b", at=on_day(1), **EVERYTHING)
    early = a_result(8, 100, reference="a", at=on_day(1))
    assert [line.reference for line in current_lines([late, early])] == ["a", "b"]
    assert life_of([late, early]).current.points_since_level_change == 0
    assert life_of([late, a_result(8, 100, reference="c", at=on_day(1))]).current.points_since_level_change == 100


def test_a_backdated_game_moves_the_promotion_to_an_earlier_day():
    games = [a_result(2, 300, **EVERYTHING), a_result(3, 300), a_result(4, 100)]
    assert told(life_of(games).events)[0] == (3, "promotion", "entry", "senior")
    late = life_of([*games, a_result(1, 200)])
    assert told(late.events)[0] == (2, "promotion", "entry", "senior")
    assert late.held == {1: "entry", 2: "entry", 3: "senior", 4: "senior"}


def test_a_corrected_game_takes_the_place_of_the_first_report():
    life = life_of([*a_climb(to="senior"), a_result(2, 90), a_result(1, 400, version=2, **EVERYTHING)])
    assert (life.current.games, life.current.points, life.current.level) == (2, 490, "entry")
    assert told(life.events) == []


def test_a_correction_may_move_a_game_to_another_day():
    life = life_of(
        [a_result(1, 500, **EVERYTHING), a_result(2, 10), a_result(1, 500, at=on_day(3), version=2, **EVERYTHING)]
    )
    assert told(life.events) == [(1, "promotion", "entry", "senior")]
    assert list(life.held) == [2, 1]


def test_a_withdrawn_game_counts_for_nothing_and_a_new_version_brings_it_back():
    facts = [*a_climb(to="manager"), withdrawn(1)]
    assert (life_of(facts).current.level, life_of(facts).current.games) == ("entry", 1)
    assert life_of([*facts, a_result(1, 500, version=3, **EVERYTHING)]).current.level == "manager"


def test_each_game_is_played_by_the_house_rules_of_its_season():
    rules = {"board": HouseRules(), "mild": HouseRules(timed_performance="exempt")}
    games = [*a_climb(to="manager"), a_result(3, 0, mode="timed", winner_total=100, rules="mild"), a_result(4, 0)]
    assert told(life_of(games, rules=rules).events)[-1] == (4, "demotion", "manager", "senior")
