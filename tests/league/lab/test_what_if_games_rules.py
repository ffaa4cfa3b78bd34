"""Seasons that the engine plays in two worlds, against what must come out of them."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.rules.career import CareerTotals
from characters.rules.house_rules import DEFAULTS, HouseRules
from characters.rules.ladder import C_LEVEL, DIRECTOR, ENTRY, LEVELS, MANAGER, Profile
from engine.translatable import spoken
from league.lab.charts.what_if import LEFT, RIGHT, Span, pair_chart
from league.lab.rules.what_if import AT, KINDS, WorldTotals
from league.lab.rules.what_if_games import (
    CHECK_EVERY,
    OTHER_DICE,
    POLITICS,
    Roster,
    blank_sheet,
    checked,
    live_games,
    options_of,
    play,
)
from league.lab.rules.what_if_worlds import PLAYED, SETTINGS, BadFormat, TableFormat, World, check_format
from tests.factories.sample_season import sample_profiles

LAWYER: Profile = next(iter(sample_profiles().values()))
SHORT = TableFormat(target=30)


def a_roster(*levels: str) -> Roster:
    """Colleagues of one company, who all sat at one table."""
    people = {who: (CareerTotals(level=level), LAWYER) for who, level in enumerate(levels, 1)}
    return Roster(people, [tuple(people)])


BOSS_AND_THREE = a_roster(C_LEVEL, ENTRY, ENTRY, ENTRY)


def of_all(roster: Roster, today: World, other: World, *, seasons: range, games: int = 5) -> WorldTotals:
    totals = WorldTotals()
    for season in seasons:
        totals.merge(live_games(roster, today, other, games, seed="seed", season=season))
    return totals


def a_game(roster: Roster, world: World, seed: int, *, check: bool):
    careers = {who: career for who, (career, _profile) in roster.people.items()}
    return play(options_of(roster, careers, blank_sheet(roster, tuple(roster.people), world), world), seed, check)


RULES = st.builds(
    HouseRules,
    unrelated=st.sampled_from(["forbidden", "normal"]),
    boss_only=st.booleans(),
    carry_over=st.sampled_from(["none", "degrees_and_trips"]),
    board=st.sampled_from(["edition", "hi_tech"]),
    count_games=st.sampled_from(["all", "average"]),
    games=st.sampled_from([{}, {"careers": {"doubles_extra_turn": True}}]),
)
FORMATS = st.builds(TableFormat, target=st.integers(10, 60), seats=st.sampled_from([0, 2, 3])) | st.builds(
    TableFormat, mode=st.just("timed"), minutes=st.integers(10, 20), seats=st.sampled_from([0, 4])
)


@settings(max_examples=12, deadline=None)
@given(rules=RULES, format=FORMATS, levels=st.lists(st.sampled_from(LEVELS), min_size=4, max_size=6))
def test_the_same_world_twice_brings_the_same_lives_whatever_it_is(rules, format, levels):
    world, roster = World(rules, format), a_roster(*levels)
    totals = of_all(roster, world, world, seasons=range(2), games=3)
    assert totals.today == totals.other
    assert all(more == Counter({0: 2}) for more in totals.more.values())
    assert set(totals.more) == {*KINDS, *AT.values(), POLITICS, OTHER_DICE}
    assert totals.today.ends.total() == 2 * len(levels)
    assert WorldTotals.of(json.loads(json.dumps(totals.kept()))) == totals


def test_seasons_come_out_the_same_in_whatever_portions_and_order():
    today, other = World(DEFAULTS, SHORT), World(HouseRules(boss_only=False), replace(SHORT, seats=3))
    whole = of_all(BOSS_AND_THREE, today, other, seasons=range(4))
    late = of_all(BOSS_AND_THREE, today, other, seasons=range(2, 4))
    late.merge(of_all(BOSS_AND_THREE, today, other, seasons=range(2)))
    assert late == whole and whole.today != whole.other


def test_a_number_of_seats_is_that_of_every_table():
    totals = of_all(BOSS_AND_THREE, World(DEFAULTS, SHORT), World(DEFAULTS, replace(SHORT, seats=2)), seasons=range(1))
    assert (totals.today.played, totals.other.played) == (5 * 4, 5 * 2)


def test_where_nobody_sat_together_yet_four_sit_down():
    roster = Roster(a_roster(*[ENTRY] * 6).people, [])
    world = World(DEFAULTS, SHORT)
    assert of_all(roster, world, world, seasons=range(1)).today.played == 5 * 4


def test_politics_decide_nothing_where_nobody_has_a_power():
    """Everybody is at Entry Level, and three games of 30 points lift nobody."""
    world = World(DEFAULTS, SHORT)
    totals = of_all(a_roster(*[ENTRY] * 4), world, world, seasons=range(6), games=3)
    assert totals.today.counts[POLITICS] == totals.today.counts[OTHER_DICE] == Counter({0: 6})


def test_politics_decide_some_games_of_a_boss_and_subordinates():
    world = World(HouseRules(boss_only=False), TableFormat(target=100))
    looked_at = [a_game(BOSS_AND_THREE, world, seed, check=True) for seed in range(25)]
    assert any(one.politics for one in looked_at) and any(one.other_dice for one in looked_at)
    assert not all(one.politics for one in looked_at)


@pytest.mark.parametrize("seed", range(6))
def test_looking_at_a_game_for_politics_changes_nothing_in_it(seed):
    world = World(HouseRules(boss_only=False), TableFormat(target=100))
    seen, unseen = (a_game(BOSS_AND_THREE, world, seed, check=check) for check in (True, False))
    assert seen.game.digest() == unseen.game.digest()


def test_everybody_sits_down_with_the_level_of_the_moment():
    world = World(HouseRules(carry_over="degrees_and_trips"), SHORT)
    careers = {1: CareerTotals(level=DIRECTOR, degrees={LAWYER.specialty: 2}), 2: CareerTotals(level=MANAGER)}
    roster = a_roster(ENTRY, ENTRY)
    first, second = options_of(roster, careers, blank_sheet(roster, (1, 2), world), world)["players"]
    assert (first["level"], second["level"]) == (DIRECTOR, MANAGER) and sum(first["degrees"].values()) == 2


def test_a_game_that_nobody_wins_counts_for_nobody():
    stuck = World(HouseRules(games={"careers": {"turn_limit": 1}}), SHORT)
    totals = of_all(BOSS_AND_THREE, World(DEFAULTS, SHORT), stuck, seasons=range(2))
    assert totals.other.unwon == 10 and totals.other.played == 0
    assert totals.other.ends == Counter({C_LEVEL: 2, ENTRY: 6}) and totals.today.unwon == 0


def test_every_fifth_table_is_looked_at():
    assert [checked(games) for games in (1, CHECK_EVERY, CHECK_EVERY + 1, 120)] == [1, 1, 2, 24]


def test_whoever_watches_can_break_a_season_off():
    class Enough(Exception):
        pass

    asked = []

    def go_on() -> bool:
        asked.append(1)
        if len(asked) > 20:
            raise Enough
        return True

    world = World(DEFAULTS, SHORT)
    with pytest.raises(Enough):
        live_games(BOSS_AND_THREE, world, world, 5, seed="seed", season=0, go_on=go_on)


@given(format=FORMATS)
def test_a_format_reads_as_it_was_written(format):
    assert TableFormat.of(format.written()) == format


@pytest.mark.parametrize(
    ("format", "said"),
    [
        (TableFormat("race"), "formula or timed"),
        (TableFormat("formula"), "from 100 to 500"),
        (TableFormat("formula", target=99), "from 100 to 500"),
        (TableFormat("formula", target=501), "from 100 to 500"),
        (TableFormat("formula", target=100, minutes=30), "has no length"),
        (TableFormat("timed"), "from 10 to 120 minutes"),
        (TableFormat("timed", minutes=9), "from 10 to 120 minutes"),
        (TableFormat("timed", minutes=121), "from 10 to 120 minutes"),
        (TableFormat("timed", minutes=30, target=100), "has no target"),
        (TableFormat("formula", target=100, seats=1), "from 2 to 4"),
        (TableFormat("formula", target=100, seats=5), "from 2 to 4"),
        (TableFormat("formula", target=100, seats=-1), "from 2 to 4"),
    ],
)
def test_on_what_no_table_agrees_is_refused_in_a_sentence(format, said):
    with pytest.raises(BadFormat) as refused:
        check_format(format, DEFAULTS, 4)
    assert said in spoken(refused.value.args[0])


def test_what_is_played_are_house_rules_and_settings():
    assert set(PLAYED) <= set(HouseRules.__dataclass_fields__) and "turn_limit" not in SETTINGS


FIGURES = st.integers(0, 40) | st.none()


@given(drawn=st.lists(st.lists(FIGURES, min_size=6, max_size=6), min_size=1, max_size=6), unit=st.sampled_from([1, 10]))
def test_what_is_drawn_stays_on_the_sheet_and_nothing_lies_on_another(drawn, unit):
    chart = pair_chart([("level", a_span(six[:3]), a_span(six[3:])) for six in drawn], unit)
    marks = [mark for row in chart.rows for mark in row.marks]
    assert len(marks) == 2 * len(drawn)
    for mark in marks:
        assert all(LEFT <= at <= RIGHT for at in (mark.low, mark.x, mark.high) if at is not None)
        assert mark.low is None or mark.high is None or mark.low <= mark.high
    tops = [mark.y for mark in marks]
    assert all(lower - upper >= chart.bar for upper, lower in pairwise(tops))
    assert tops[-1] + chart.bar <= chart.bottom and all(label > 0 or at == LEFT for at, label in chart.ticks)


def a_span(figures: list[int | None]) -> Span:
    """What lies beyond comes after everything else."""
    return Span(*sorted(figures, key=lambda value: 10**6 if value is None else value), "")
