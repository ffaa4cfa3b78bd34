"""The golden parachute, and the career that may follow it."""

import pytest

from characters.rules.ladder import C_LEVEL
from tests.factories.days import on_day
from tests.factories.facts import EVERYTHING, a_climb, a_restart, a_result, life_of, told, withdrawn

pytestmark = pytest.mark.rule("careers Golden Parachute")

AT_THE_TOP = a_climb(to="c_level")
OUT = [*AT_THE_TOP, a_result(6, 10_000, won=True)]
PARACHUTE = ("parachute", C_LEVEL, C_LEVEL)


@pytest.mark.parametrize(("points", "status"), [(9_999, "active"), (10_000, "retired")])
@pytest.mark.rule("careers S219")
def test_a_c_level_leaves_on_reaching_10_000_points(points, status):
    life = life_of([*AT_THE_TOP, a_result(6, 4_000), a_result(7, points - 4_000)])
    assert (life.current.status, life.current.level) == (status, C_LEVEL)


def test_only_points_of_games_played_as_c_level_open_it():
    life = life_of([a_result(0, 400), *AT_THE_TOP[:4], a_result(5, 90_000)])
    assert (life.current.level, life.current.c_level_points, life.current.status) == (C_LEVEL, 0, "active")


@pytest.mark.rule("careers R88")
@pytest.mark.rule("careers S221")
def test_the_bonus_goes_into_cash_alone():
    before, after = life_of(AT_THE_TOP).current, life_of(OUT).current
    assert after.cash == before.cash + 100_000
    assert after.points == before.points + 10_000
    assert after.happiness == before.happiness + 10_000
    rich = life_of([*AT_THE_TOP, a_result(6, 10_000, won=True, cash=35_000)]).current
    assert (before.cash, rich.cash) == (0, 135_000)


@pytest.mark.parametrize(
    ("facts", "levels"), [(AT_THE_TOP, {7: C_LEVEL}), (OUT, {}), ([*OUT, a_restart(6)], {7: "entry"})]
)
def test_who_has_left_holds_no_level_in_games_of_other_systems(facts, levels):
    elsewhere = a_result(7, system="office_job", mode="", target=None)
    assert life_of([*facts, elsewhere]).elsewhere == levels


@pytest.mark.rule("careers R89")
@pytest.mark.parametrize("system", [{}, {"system": "office_job", "mode": "", "target": None}])
def test_a_new_career_begins_until_its_first_game_of_any_system(system):
    assert not life_of([]).begins and not life_of(OUT).begins
    assert life_of([*OUT, a_restart(6)]).begins
    life = life_of([*OUT, a_restart(6), a_result(7, **system), a_result(8)])
    assert not life.begins and life.opened == {7: 2}


@pytest.mark.rule("careers R88")
@pytest.mark.rule("careers S220")
def test_the_parachute_comes_before_the_review_of_that_game():
    life = life_of([*AT_THE_TOP, a_result(6, 10_000, target=20_000)])
    assert [(event.game, event.kind) for event in life.events][-2:] == [(5, "promotion"), (6, "parachute")]
    parachute = life.events[-1]
    assert (parachute.from_level, parachute.to_level) == (C_LEVEL, C_LEVEL)
    assert (parachute.points, parachute.yardstick, parachute.minimum) == (10_000, 10_000, None)
    assert parachute.why == "10,000 of 10,000 points as C-level; leaves with a bonus of £100,000"


@pytest.mark.rule("careers R88")
@pytest.mark.parametrize(
    ("reading", "points", "status"), [("all_spells", 10_000, "retired"), ("current_spell", 4_000, "active")]
)
def test_after_a_demotion_and_return_earlier_spells_count_by_default(reading, points, status):
    games = [*AT_THE_TOP, a_result(6, 6_000), a_result(7, 0), a_result(8, 2_500), a_result(9, 4_000)]
    career = life_of(games, parachute_counts=reading).current
    assert (career.level, career.c_level_points, career.status) == (C_LEVEL, points, status)


@pytest.mark.rule("careers R88")
@pytest.mark.parametrize(("reading", "points"), [("all_spells", 6_100), ("current_spell", 0)])
def test_a_spell_that_ends_is_forgotten_where_the_current_one_counts(reading, points):
    career = life_of([*AT_THE_TOP, a_result(6, 6_000), a_result(7, 100)], parachute_counts=reading).current
    assert (career.level, career.c_level_points) == ("vp", points)


@pytest.mark.rule("careers R88")
def test_points_as_vp_between_two_spells_never_count():
    games = [*AT_THE_TOP, a_result(6, 6_000), a_result(7, 100), a_result(8, 2_500), a_result(9, 3_899)]
    career = life_of(games).current
    assert (career.c_level_points, career.status) == (9_999, "active")


@pytest.mark.rule("careers R89")
@pytest.mark.rule("careers S222")
def test_games_after_retirement_count_for_nothing():
    life = life_of([*OUT, a_result(7, 500, **EVERYTHING), a_result(8, 600)])
    assert (life.current.games, [line.game for line in life.uncounted]) == (6, [7, 8])
    assert not {7, 8} & life.held.keys()
    assert told(life.events)[-1] == (6, *PARACHUTE)


@pytest.mark.rule("careers R89")
def test_games_between_parachute_and_restart_belong_to_no_career():
    between = a_result(8, 500), a_result(9, system="office_job", mode="", target=None)
    life = life_of([*OUT, *between, a_restart(10), a_result(11, 120)])
    assert ([line.game for line in life.uncounted], life.elsewhere) == ([8], {})
    assert (life.current.number, life.current.games, life.current.points) == (2, 1, 120)
    assert [event.game for event in life.events if event.career == 2] == [None, 11]


@pytest.mark.rule("careers R89", "careers S224", "careers S225")
def test_a_restart_opens_career_2_at_entry_with_everything_at_0():
    life = life_of([*OUT, a_restart(7)])
    first, second = life.careers
    assert (first.number, first.status, first.games) == (1, "retired", 6)
    assert (second.number, second.level, second.status) == (2, "entry", "active")
    assert [second.games, second.wins, second.points, second.points_since_level_change, second.c_level_points] == [
        0
    ] * 5
    assert [second.happiness, second.fame, second.cash] == [0] * 3
    assert [second.degrees, second.trips, second.best_degrees] == [{}] * 3
    restart = life.events[-1]
    assert (restart.kind, restart.career, restart.game, restart.at) == ("restart", 2, None, on_day(7))
    assert (restart.from_level, restart.to_level) == (C_LEVEL, "entry")


@pytest.mark.rule("careers R89")
def test_what_career_1_earned_helps_career_2_to_nothing():
    life = life_of([*OUT, a_restart(7), a_result(8, 500)])
    assert (life.current.level, life.held[8], life.current.points) == ("entry", "entry", 500)
    assert life.careers[0].games == 6


@pytest.mark.rule("careers R89")
def test_a_restart_waits_for_its_parachute_where_a_correction_moves_that_back():
    corrected = a_result(6, 9_999, won=True)
    life = life_of([*OUT, a_restart(7), a_result(8, 180), corrected])
    assert told(life.events)[-2:] == [(8, *PARACHUTE), (None, "restart", C_LEVEL, "entry")]
    assert life.events[-1].at == on_day(8)
    assert (len(life.careers), life.current.games) == (2, 0)


@pytest.mark.rule("careers R89")
def test_a_restart_follows_its_parachute_where_a_correction_moves_that_forward():
    games = [*AT_THE_TOP, a_result(6, 5_000), a_result(7, 5_000), a_restart(8), a_result(9, 180), a_result(6, 10_000)]
    life = life_of(games)
    assert told(life.events)[-2:] == [(6, *PARACHUTE), (None, "restart", C_LEVEL, "entry")]
    assert (life.held.get(7), life.held[9], life.current.games) == (None, "entry", 1)


@pytest.mark.rule("careers R89")
def test_without_its_parachute_a_restart_means_nothing_yet():
    life = life_of([*OUT, a_restart(7), withdrawn(6)])
    assert (len(life.careers), life.current.level) == (1, C_LEVEL)
    assert [event.kind for event in life.events].count("restart") == 0


@pytest.mark.rule("careers R89")
def test_the_second_restart_follows_the_second_parachute():
    second = [
        a_result(
            fact.game + 10, fact.line.happiness, degrees=fact.line.degrees, trips=fact.line.trips, won=fact.line.won
        )
        for fact in OUT
    ]
    facts = [*OUT, a_restart(7), *second]
    assert [career.status for career in life_of(facts).careers] == ["retired", "retired"]
    life = life_of([*facts, a_restart(18), a_result(19, 10)])
    assert [(career.number, career.status, career.games) for career in life.careers] == [
        (1, "retired", 6),
        (2, "retired", 6),
        (3, "active", 1),
    ]
    assert [(event.career, event.at) for event in life.events if event.kind == "restart"] == [
        (2, on_day(7)),
        (3, on_day(18)),
    ]
