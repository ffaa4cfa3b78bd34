"""Two ways to play, pair by pair: sums that add up however they are cut, and differences that are what they must be."""

from fractions import Fraction
from itertools import pairwise
from math import isqrt, sqrt
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import SYSTEMS
from engine.core.simulation import bot_streams, play_out, seat_bots, seed_of_game, simulate_chunk
from league.lab.charts.intervals import Interval, intervals
from league.lab.rules.lab import (
    FIRST_LOOK,
    HEARD,
    MOST_PAIRS,
    MOST_SEATS,
    PART,
    POINTS,
    TURNS,
    WHOLE,
    WINS,
    Arm,
    Measure,
    Pairs,
    PairTotals,
    chunks,
    difference,
    is_enough,
    measure_of,
    measures_of,
    next_look,
    student_squared,
)
from league.lab.rules.lab_presets import PRESETS
from league.lab.rules.lab_sources import COLUMNS, add_sources

COMPASS = SYSTEMS["career_compass"]
GREEDY, RANDOM = Arm(3, ("greedy",), {}), Arm(3, ("random",), {})
SEED, GAMES = 5, 60


def never() -> bool:
    return False


def played(system: str, a: Arm, b: Arm, first: int, count: int, seed: int = SEED) -> PairTotals:
    return Pairs(SYSTEMS[system], [a, b], seed, lambda: True).play(first, count, never)


WHOLE_RUN = played("career_compass", GREEDY, RANDOM, 0, GAMES).kept()


@given(cuts=st.sets(st.integers(1, GAMES - 1), max_size=8), order=st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_pairs_come_to_the_same_however_they_are_cut_and_in_any_order(cuts, order):
    edges = [0, *sorted(cuts), GAMES]
    parts = [played("career_compass", GREEDY, RANDOM, one, to - one) for one, to in pairwise(edges)]
    order.shuffle(parts)
    totals = PairTotals.none_yet([GREEDY, RANDOM])
    for part in parts:
        totals.merge(PairTotals.of(part.kept()))
    assert totals.kept() == WHOLE_RUN


@pytest.mark.parametrize("system", list(COLUMNS))
def test_games_are_those_of_the_engine_whether_somebody_listens_or_not(system):
    arm = Arm(4, ("greedy", "random"), {})
    found = played(system, arm, Arm(4, ("random",), {}), 0, HEARD + 2)
    alone = simulate_chunk(SYSTEMS[system], 4, arm.bots, SEED, 0, HEARD + 2)
    assert found.arms[0].as_dict() == alone.as_dict()
    assert found.heard == 2 and found.pairs == HEARD + 2
    assert set(found.sources[0]) <= set(COLUMNS[system]) and found.sources[0]
    assert all(row[0] > 0 for rows in found.sources[0].values() for row in rows.values() if any(row[1:2]))


def test_a_game_against_itself_differs_by_nothing_at_all():
    for system in SYSTEMS:
        totals = played(system, Arm(4, ("greedy",), {}), Arm(4, ("greedy",), {}), 0, 10)
        for measure in measures_of([Arm(4, ("greedy",), {})] * 2):
            found = difference(totals, measure)
            assert found.mean == 0 and found.a == found.b and found.spared is None and not found.is_clear
            assert found.half == (3 * WHOLE // 10 if measure.kind == WINS else 0)


def test_the_difference_and_its_width_are_what_statistics_say():
    seats, a, b = 3, [], []
    for number in range(GAMES):
        for values, bots in ((a, ("greedy",)), (b, ("random",))):
            game = COMPASS.new_game(seats, seed_of_game(SEED, number))
            play_out(game, seat_bots(COMPASS, seats, bots), bot_streams(SEED, number, seats))
            values.append(game.outcome().turns)
    found = difference(PairTotals.of(WHOLE_RUN), Measure(TURNS))
    gaps = [other - one for one, other in zip(a, b, strict=True)]
    assert found.mean == round(WHOLE * Fraction(sum(gaps), GAMES))
    half = WHOLE * 2.000995 * stdev(gaps) / sqrt(GAMES)  # Student's t of 59 degrees of freedom
    assert half <= found.half <= half + 2
    assert found.a == round(WHOLE * mean(a)) and found.b == round(WHOLE * mean(b))
    assert found.spared == pytest.approx(100 * (stdev(a) ** 2 + stdev(b) ** 2) / stdev(gaps) ** 2, abs=1)


@pytest.mark.parametrize(
    ("pairs", "t"),
    [(2, 12.706), (3, 4.303), (5, 2.776), (6, 2.571), (31, 2.042), (60, 2.001), (500, 1.965), (10**6, 1.96)],
)
def test_few_pairs_are_known_by_the_table_of_student(pairs, t):
    assert sqrt(student_squared(pairs - 1) / 10**6) == pytest.approx(t, abs=0.001)


@pytest.mark.parametrize("pairs", [5, 60])
def test_of_intervals_of_points_that_differ_by_nothing_95_in_100_hold_it(pairs):
    chance, held, tried = Random(SEED), 0, 2_000
    for _ in range(tried):
        gaps = [round(chance.gauss(0, 1_000)) * PART for _ in range(pairs)]
        totals = PairTotals.none_yet([GREEDY, RANDOM])
        totals.pairs = pairs
        squares = sum(gap * gap for gap in gaps)
        totals.paired["points:1"] = [0, sum(gaps), 0, squares, squares]
        held += not difference(totals, Measure(POINTS, "1")).is_clear
    assert abs(held / tried - 0.95) < 0.01


def test_seats_of_career_compass_are_worth_the_same():
    """Nothing in its rules knows a seat, so with one bot in all of them each wins as often, and a bot in more seats
    wins no more often in each of them."""
    totals = played("career_compass", Arm(4, ("random",), {}), Arm(4, ("random", "greedy"), {}), 0, 400)
    wins = totals.arms[0].wins
    even = sum(wins) / 4
    assert all(abs(one - even) < 5 * isqrt(int(even)) for one in wins)
    bots = difference(totals, Measure(WINS, "random"))
    assert bots.a == pytest.approx(WHOLE * sum(wins) / 1600, abs=1)
    assert bots.b == pytest.approx(WHOLE * (totals.arms[1].wins[0] + totals.arms[1].wins[2]) / 800, abs=1)


def test_what_can_be_compared_is_what_both_have():
    a, b = Arm(3, ("greedy", "random", "random"), {}), Arm(2, ("random", "greedy"), {})
    keys = [one.key for one in measures_of([a, b])]
    assert keys == [
        "turns", "wins:1", "wins:2", "points:1", "points:2", "wins:greedy", "points:greedy", "wins:random",
        "points:random",
    ]  # fmt: skip
    everywhere = [one.key for one in measures_of([GREEDY, Arm(4, ("greedy",), {})]) if one.who == "greedy"]
    assert everywhere == ["points:greedy"], "who sits everywhere wins whatever happens"
    assert all(measure_of(key).key == key for key in [*keys, "wins:search:visits=80,turns=2"])
    assert all(PART % seats == 0 for seats in range(1, MOST_SEATS + 1))


def test_looks_double_and_end_with_what_was_asked_for():
    looks, done = [], 0
    while done < MOST_PAIRS:
        done = next_look(done, MOST_PAIRS)
        looks.append(done)
    assert looks[:3] == [FIRST_LOOK, 2 * FIRST_LOOK, 4 * FIRST_LOOK] and looks[-1] == MOST_PAIRS
    assert next_look(0, 40) == 40 and next_look(700, 1000) == 1000 and next_look(700, 900) == 900


@given(first=st.integers(0, 600_000), count=st.integers(1, 500_000))
@settings(max_examples=50, deadline=None)
def test_chunks_cover_every_pair_once(first, count):
    found = list(chunks(first, first + count))
    assert found[0][0] == first and sum(size for _, size in found) == count
    assert all(one + size == then for (one, size), (then, _) in pairwise(found))
    assert all(1 <= size <= 2_000 for _, size in found)


def test_no_width_is_never_enough_and_a_wide_one_is_at_once():
    totals = PairTotals.of(WHOLE_RUN)
    half = difference(totals, Measure(TURNS)).half
    assert not is_enough(totals, Measure(TURNS), None)
    assert is_enough(totals, Measure(TURNS), half) and not is_enough(totals, Measure(TURNS), half - 1)


def test_one_pair_alone_says_nothing():
    totals = played("career_compass", GREEDY, RANDOM, 0, 1)
    assert not difference(totals, Measure(TURNS)).is_clear


def test_what_squares_of_careers_bring_is_all_that_there_is_in_the_end():
    """But where somebody went bankrupt and lost it all at once."""
    careers, seen = SYSTEMS["careers"], 0
    for number in range(12):
        game, events, sources = careers.new_game(4, seed_of_game(1, number)), [], {}
        game.events = events
        play_out(game, seat_bots(careers, 4, ["greedy"]), bot_streams(1, number, 4))
        if any(event[0] == "bankrupt" for event in events):
            continue
        add_sources(sources, game, events)
        rows, scores = sources["squares"].values(), game.outcome().scores
        assert sum(row[1] for row in rows) == sum(score["happiness"] for score in scores)
        assert sum(row[2] for row in rows) == sum(score["fame"] for score in scores)
        trips = sum(sum(score["trips"].values()) for score in scores)
        assert sum(row[4] for row in sources["paths"].values()) == trips
        seen += 1
    assert seen > 3


def test_tricks_and_cards_are_counted_once():
    sources = played("career_poker", Arm(4, ("greedy",), {}), Arm(4, ("random",), {}), 0, 1).sources[0]
    assert all(row[1] <= row[0] for row in sources["sets"].values())
    compass = played("career_compass", GREEDY, RANDOM, 0, 1).sources[0]
    assert sum(row[1] for row in compass["cards"].values()) > 0


def test_what_a_pair_draws_is_shared_and_listening_changes_nothing():
    first = played("careers", Arm(2, ("greedy",), {}), Arm(2, ("greedy",), {}), HEARD, 1)
    assert first.heard == 1 and first.arms[0].as_dict() == first.arms[1].as_dict()


def test_presets_are_of_games_there_are():
    assert all(one.system in SYSTEMS and one.key == key for key, one in PRESETS.items())


def test_bars_stand_on_one_scale():
    chart = intervals([Interval("A", 50, 20, 80, "50"), Interval("B with a very long name", -20, -40, 0, "-20")])
    first, second = chart.bars
    assert first.x == chart.origin and second.x + second.width == chart.origin
    assert second.low < second.x and first.low < first.x + first.width < first.high
    assert second.label.endswith("…") and chart.height == 56
