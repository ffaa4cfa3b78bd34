"""What the next promotion asks for, as have and need."""

import pytest

from characters.rules.career import CareerTotals
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Need, needs_for
from tests.factories.facts import ADAS_PROFILE, BBC, LAW, LISTER, NEWS


def needs(level, career=None, **settings):
    return needs_for(level, career or CareerTotals(), ADAS_PROFILE, HouseRules(**settings))


def needed(level, **settings):
    return [(need.kind, need.subject, need.need) for need in needs(level, **settings)]


@pytest.mark.rule("careers R74", "careers R75", "careers R76", "careers R78", "careers Employee Level and Promotions")
@pytest.mark.parametrize(
    ("level", "asked"),
    [
        (
            "senior",
            [("points", "", 500), *[("degrees", p, 1) for p in (LAW, NEWS)], *[("trips", c, 2) for c in (LISTER, BBC)]],
        ),
        (
            "manager",
            [("points", "", 500), *[("degrees", p, 2) for p in (LAW, NEWS)], *[("trips", c, 4) for c in (LISTER, BBC)]],
        ),
        ("director", [("points", "", 1000), *[("degrees", p, 3) for p in (LAW, NEWS)], ("trips", LISTER, 6)]),
        ("vp", [("points", "", 2500)]),
        ("c_level", [("points", "", 2500), *[("degrees", p, 4) for p in (LAW, NEWS)], ("trips", LISTER, 12)]),
    ],
)
def test_a_promotion_asks_for_points_then_degrees_then_trips(level, asked):
    assert needed(level) == asked


@pytest.mark.rule("careers R74")
def test_points_are_those_since_the_last_change_of_level():
    career = CareerTotals(points=3000, points_since_level_change=120)
    assert needs("vp", career)[0] == Need("points", "", have=120, need=2500)


@pytest.mark.rule("careers R74")
@pytest.mark.parametrize(
    ("level", "total"), [("senior", 500), ("manager", 1000), ("director", 2000), ("vp", 4500), ("c_level", 7000)]
)
def test_a_league_may_count_the_points_of_the_whole_career(level, total):
    career = CareerTotals(points=3000, points_since_level_change=120)
    assert needs(level, career, promotion_points="cumulative")[0] == Need("points", "", have=3000, need=total)


@pytest.mark.rule("careers R75")
@pytest.mark.parametrize(("level", "number"), [("senior", 2), ("manager", 4)])
def test_a_league_may_count_trips_through_both_companies_together(level, number):
    career = CareerTotals(trips={LISTER: 1, BBC: 2, "arsenal": 9})
    assert needs(level, career, trips="combined")[3:] == (Need("trips", "", have=3, need=number),)


@pytest.mark.rule("careers R75")
@pytest.mark.parametrize(("level", "number"), [("director", 6), ("c_level", 12)])
@pytest.mark.rule("careers S178")
def test_later_steps_count_the_primary_company_alone_either_way(level, number):
    career = CareerTotals(trips={LISTER: 5, BBC: 20})
    for reading in ("each", "combined"):
        assert needs(level, career, trips=reading)[3:] == (Need("trips", LISTER, have=5, need=number),)


@pytest.mark.rule("careers R76")
@pytest.mark.parametrize(("reading", "have"), [("lifetime", (5, 4)), ("one_game", (3, 4))])
def test_a_post_doc_is_a_fourth_degree_of_the_career_or_of_one_game(reading, have):
    career = CareerTotals(degrees={LAW: 5, NEWS: 4}, best_degrees={LAW: 3, NEWS: 4})
    found = [need.have for need in needs("c_level", career, post_doc=reading) if need.kind == "degrees"]
    assert tuple(found) == have


@pytest.mark.rule("careers R76")
def test_lower_degrees_count_over_the_career_even_where_a_post_doc_takes_one_game():
    career = CareerTotals(degrees={LAW: 3, NEWS: 3}, best_degrees={LAW: 1, NEWS: 1})
    degrees = [need for need in needs("director", career, post_doc="one_game") if need.kind == "degrees"]
    assert all(need.met for need in degrees)


@pytest.mark.rule("careers R78")
def test_degrees_in_one_program_do_not_stand_in_for_the_other():
    career = CareerTotals(degrees={LAW: 6})
    assert [(need.have, need.met) for need in needs("director", career)[1:3]] == [(6, True), (0, False)]


@pytest.mark.parametrize("reading", ["each", "combined"])
@pytest.mark.parametrize("level", ["senior", "manager", "director", "vp", "c_level"])
def test_a_new_career_has_nothing_of_it_yet(level, reading):
    assert {need.have for need in needs(level, trips=reading)} == {0}


@pytest.mark.parametrize(("have", "met", "missing"), [(1, False, 1), (2, True, 0), (3, True, 0)])
def test_a_need_knows_whether_it_is_met_and_what_is_missing(have, met, missing):
    need = Need("trips", LISTER, have=have, need=2)
    assert (need.met, need.missing) == (met, missing)
