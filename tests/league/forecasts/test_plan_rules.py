"""What the next game must bring, asked of the fold backwards: exact for every number of points."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.rules.career import fold
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import RETIRED
from league.forecasts.rules.plan import Band, NextGame, plan_of
from tests.factories.facts import (
    ADAS_PROFILE,
    BBC,
    BOARD,
    EVERYTHING,
    LAW,
    LISTER,
    NEWS,
    a_climb,
    a_line,
    a_result,
    fact_of,
    life_of,
)

TO_200 = NextGame(target=200)


def a_plan(facts, game=TO_200, **rules):
    return plan_of(life_of(facts, **rules).current, ADAS_PROFILE, HouseRules(**rules), game)


def short(bands):
    return [(band.least, band.level) for band in bands]


@pytest.mark.rule("careers R81", "careers R83")
def test_a_vice_president_needs_160_of_200_points_and_a_win_is_safe():
    plan = a_plan(a_climb(to="vp"))
    assert (plan.keeps, plan.keeps_winning) == (160, 0)
    assert short(plan.bands) == [(0, "director"), (160, "vp"), (2500, "c_level")]
    assert short(plan.winning) == [(0, "vp"), (2500, "c_level")]


@pytest.mark.rule("careers R82")
def test_at_entry_level_nothing_can_be_lost():
    plan = a_plan([])
    assert (plan.keeps, plan.rises) == (0, 500)
    assert [(need.kind, need.subject, need.missing) for need in plan.spoils] == [
        ("degrees", LAW, 1),
        ("degrees", NEWS, 1),
        ("trips", LISTER, 2),
        ("trips", BBC, 2),
    ]
    assert plan.bare == (Band(0, None, "entry"),)


def test_what_is_there_already_is_not_asked_again():
    plan = a_plan([a_result(1, 400, degrees={LAW: 1}, trips={LISTER: 2, BBC: 1})])
    assert plan.rises == 100
    assert [(need.subject, need.missing) for need in plan.spoils] == [(NEWS, 1), (BBC, 1)]


@pytest.mark.rule("careers R82")
def test_a_deep_fall_names_every_level_on_its_way():
    plan = a_plan(a_climb(to="vp"), demotion="to_fitting_level")
    assert short(plan.bands) == [
        (0, "entry"),
        (100, "senior"),
        (120, "manager"),
        (140, "director"),
        (160, "vp"),
        (2500, "c_level"),
    ]


@pytest.mark.rule("careers R73")
def test_points_above_the_target_that_do_not_count_can_not_promote():
    plan = a_plan([], cap_points_at_target=True)
    assert (plan.rises, plan.rises_winning) == (None, None)


@pytest.mark.rule("careers R76")
def test_a_post_doc_of_one_game_begins_again_from_nothing():
    facts = [a_result(1, 500, degrees={LAW: 3, NEWS: 4}, trips={LISTER: 12, BBC: 12})]
    facts += [a_result(day, points) for day, points in ((2, 500), (3, 1000), (4, 2500), (5, 2400))]
    assert life_of(facts, post_doc="one_game").current.level == "vp"
    plan = a_plan(facts, post_doc="one_game")
    assert [(need.subject, need.missing) for need in plan.spoils] == [(LAW, 4)]
    assert [(need.subject, need.missing) for need in a_plan(facts).spoils] == [(LAW, 1)]


@pytest.mark.rule("careers R84")
def test_a_timed_game_is_measured_against_its_winner_or_par_or_nothing():
    timed, facts = NextGame(winner_total=150, minutes=60), a_climb(to="manager")
    assert a_plan(facts, timed).keeps == 90
    assert a_plan(facts, timed, timed_performance="par").keeps == 150
    assert a_plan(facts, timed, timed_performance="exempt").keeps == 0


@pytest.mark.rule("careers R88")
def test_the_golden_parachute_comes_before_the_review():
    facts = [*a_climb(to="c_level"), a_result(6, 9_950)]
    plan = a_plan(facts)
    assert (plan.higher, plan.goal, plan.rises) == (None, RETIRED, 50)
    assert short(plan.bands) == [(0, "vp"), (50, RETIRED)]


def test_after_a_golden_parachute_and_for_impossible_figures_there_is_no_plan():
    with pytest.raises(ValueError, match="no further game"):
        a_plan([*a_climb(to="c_level"), a_result(6, 10_000)])
    for game in (NextGame(target=0), NextGame(target=100_001), NextGame(winner_total=0), NextGame(100, 0, 0)):
        with pytest.raises(ValueError, match="is not between"):
            a_plan([], game)


RULES = st.fixed_dictionaries(
    {
        "cap_points_at_target": st.booleans(),
        "promotion_points": st.sampled_from(["since_level_change", "cumulative"]),
        "trips": st.sampled_from(["each", "combined"]),
        "post_doc": st.sampled_from(["lifetime", "one_game"]),
        "demotion": st.sampled_from(["one", "to_fitting_level"]),
        "timed_performance": st.sampled_from(["of_winner", "par", "exempt"]),
        "parachute_counts": st.sampled_from(["all_spells", "current_spell"]),
    }
)
SPOILS = st.sampled_from([{}, EVERYTHING, {"degrees": {LAW: 2}, "trips": {LISTER: 3, BBC: 1}}])
GAMES = st.one_of(
    st.builds(NextGame, target=st.integers(60, 400)),
    st.builds(NextGame, winner_total=st.integers(1, 300), minutes=st.integers(10, 240)),
)


@settings(deadline=None, max_examples=60)
@given(st.data(), RULES, GAMES)
def test_every_level_that_a_plan_names_is_what_the_fold_says(data, rules, game):
    climb = data.draw(st.sampled_from(["entry", "senior", "manager", "director", "vp", "c_level"]))
    house = HouseRules(**rules)
    facts = [a_result(1, 500)] if climb == "entry" else a_climb(to=climb)
    played = data.draw(st.lists(st.tuples(st.integers(0, 3000), SPOILS), max_size=4))
    facts += [a_result(10 + day, points, **spoils) for day, (points, spoils) in enumerate(played)]
    before = fold(facts, ADAS_PROFILE, {BOARD: house}).current
    if before.status == RETIRED:
        return
    plan = plan_of(before, ADAS_PROFILE, house, game)
    edges = {max(band.least + change, 0) for band in (*plan.bands, *plan.winning, *plan.bare) for change in (-1, 0, 1)}
    asked = sorted(edges | set(data.draw(st.lists(st.integers(0, 400), max_size=5))))
    gained = {
        "degrees": {need.subject: need.missing for need in plan.spoils if need.kind == "degrees"},
        "trips": {need.subject or LISTER: need.missing for need in plan.spoils if need.kind == "trips"},
    }
    for points in asked:
        for bands, won, spoils in ((plan.bands, False, gained), (plan.winning, True, gained), (plan.bare, False, {})):
            line = a_line(
                99,
                points,
                won=won,
                mode="formula" if game.target else "timed",
                target=game.target,
                winner_total=points if won else max(game.winner_total, game.target or 0),
                minutes=game.minutes,
                **spoils,
            )
            career = fold([*facts, fact_of(line)], ADAS_PROFILE, {BOARD: house}).current
            came = RETIRED if career.status == RETIRED else career.level
            told = next(
                band.level for band in bands if band.least <= points <= (points if band.most is None else band.most)
            )
            assert told == came, (points, won, spoils)
