"""Two worlds with the same luck, against what must come out of them."""

import json
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from statistics import mean as mean_of
from statistics import stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION, CareerTotals
from characters.rules.facts import FactLine
from characters.rules.house_rules import DEFAULTS, HouseRules
from characters.rules.ladder import C_LEVEL, ENTRY, LEVELS, SENIOR
from league.lab.rules.what_if import JUDGED, KINDS, LEADS, Club, WorldTotals, live, mean, member, quantile
from league.people.rules.urn import UrnGame
from tests.factories.sample_season import sample_profiles

DAY = datetime(2026, 1, 1, tzinfo=UTC)
ADA, BO, *_OTHERS = sample_profiles().values()


def a_game(points: int, *, target: int = 100, won: bool = True, times: int = 1, **changes) -> FactLine:
    """Brings these points, and degrees and trips for the first promotion."""
    spoils = {
        "degrees": {ADA.specialty: times, ADA.side_interest: times},
        "trips": {ADA.primary_company: 2 * times, ADA.secondary_company: 2 * times},
    }
    told = {"happiness": points, "winner_total": points} | spoils | changes
    return FactLine(1, "", DAY, 1, "careers", ADA.edition, "", won, "formula", target, **told)


def alone(*lines: FactLine, career: CareerTotals | None = None) -> Club:
    one = member(career or CareerTotals(), ADA, lines, [])
    assert one is not None
    return Club({1: one}, [(1,)])


def lived(club: Club, *, games: int, today: HouseRules = DEFAULTS, other: HouseRules = DEFAULTS, season: int = 0):
    return live(club, today, other, games, seed="seed", season=season)


def of_all(club: Club, *, seasons: int, **asked) -> WorldTotals:
    totals = WorldTotals()
    for season in range(seasons):
        totals.merge(lived(club, season=season, **asked))
    return totals


CHOSEN = st.fixed_dictionaries(
    {},
    optional={
        "cap_points_at_target": st.booleans(),
        "promotion_points": st.sampled_from(["since_level_change", "cumulative"]),
        "demotion": st.sampled_from(["one", "to_fitting_level"]),
        "parachute_counts": st.sampled_from(["all_spells", "current_spell"]),
        "count_games": st.sampled_from(["all", "best", "average"]),
        "best_of": st.integers(1, 5),
    },
)
GAMES = st.lists(
    st.builds(a_game, st.integers(0, 700), won=st.booleans(), times=st.integers(0, 3)), min_size=1, max_size=6
)


@settings(max_examples=40, deadline=None)
@given(chosen=CHOSEN, theirs=GAMES, others=GAMES, seasons=st.integers(1, 3))
def test_the_same_rules_in_both_worlds_bring_the_same_whatever_they_are(chosen, theirs, others, seasons):
    one, two = (
        member(CareerTotals(), ADA, theirs, []),
        member(CareerTotals(), BO, [], [UrnGame(ENTRY, line, ADA) for line in others]),
    )
    rules = HouseRules(**chosen)
    totals = of_all(Club({1: one, 2: two}, [(1, 2), (2,)]), seasons=seasons, games=12, today=rules, other=rules)
    assert totals.today == totals.other
    assert all(more == Counter({0: seasons}) for more in totals.more.values())
    assert totals.today.ends.total() == 2 * seasons
    assert WorldTotals.of(json.loads(json.dumps(totals.kept()))) == totals


def test_seasons_come_out_the_same_whoever_lives_them_and_in_whatever_portions():
    club = alone(a_game(90), a_game(400, target=400), a_game(10, won=False))
    asked = {"games": 15, "other": HouseRules(cap_points_at_target=True)}
    whole = of_all(club, seasons=6, **asked)
    first, rest = WorldTotals(), WorldTotals()
    for season in range(6):
        (first if season < 2 else rest).merge(lived(club, season=season, **asked))
    first.merge(rest)
    assert first == whole and first.seasons == 6


def test_a_rule_that_halves_the_points_lets_a_promotion_take_twice_the_games():
    """200 points a game are 500 after three; capped at the target of 100 it takes five."""
    capped = HouseRules(cap_points_at_target=True)
    totals = lived(alone(a_game(200)), games=5, other=capped)
    assert totals.today.reached[SENIOR] == Counter({3: 1}) and totals.other.reached[SENIOR] == Counter({5: 1})
    assert totals.more[PROMOTION] == Counter({0: 1})
    assert totals.today.never == Counter(LEVELS[2:])


def test_demotions_are_counted_and_the_level_in_the_end_is_that_of_the_last_game():
    senior = CareerTotals(level=SENIOR)
    totals = lived(alone(a_game(0, won=False), career=senior), games=1)
    assert totals.today.counts[DEMOTION] == Counter({1: 1}) and totals.today.ends == Counter({ENTRY: 1})
    assert not totals.today.reached[SENIOR] and totals.today.never[SENIOR] == 0, "held from the start"


def test_who_leaves_by_golden_parachute_begins_again():
    chief = CareerTotals(level=C_LEVEL, c_level_points=9_900)
    totals = lived(alone(a_game(100), career=chief), games=2)
    assert totals.today.counts[PARACHUTE] == Counter({1: 1})
    assert totals.today.ends == Counter({ENTRY: 1}) and totals.today.played == 2


def test_the_lead_changes_when_somebody_else_is_alone_in_front():
    near, far = a_game(100), a_game(10, winner_total=100, won=False)
    strong, weak = member(CareerTotals(), ADA, [near], []), member(CareerTotals(), ADA, [far], [])
    club = Club({1: strong, 2: weak}, [(1, 2)])
    assert lived(club, games=9).today.counts[LEADS] == Counter({0: 1}), "the stronger one leads from the first game"
    two = Club({1: strong, 2: strong}, [(1,), (2,)])
    counts = of_all(two, seasons=40, games=2).today.counts[LEADS]
    assert set(counts) == {0}, "who is level with the leader does not lead"
    assert max(of_all(two, seasons=40, games=9).today.counts[LEADS]) > 1


def test_of_nobody_without_any_game_to_draw_there_is_no_member():
    assert member(CareerTotals(), ADA, [], []) is None


def test_what_is_judged_are_house_rules():
    assert set(JUDGED) <= set(HouseRules.__dataclass_fields__) and len(set(KINDS)) == 4


@given(values=st.lists(st.integers(-50, 50), min_size=2, max_size=60))
def test_a_mean_is_that_of_the_values_and_its_give_their_standard_error(values):
    found = mean(Counter(values))
    assert found.value == Fraction(sum(values), len(values))
    assert float(found.give) == pytest.approx(1.96 * stdev(values) / len(values) ** 0.5, abs=1e-4)
    assert float(found.value) == pytest.approx(mean_of(values))


@given(
    values=st.lists(st.integers(0, 50), min_size=1, max_size=40), beyond=st.integers(0, 20), tenths=st.integers(1, 9)
)
def test_a_quantile_is_the_least_value_that_so_many_stay_within(values, beyond, tenths):
    found = quantile(Counter(values), tenths, beyond)
    needed = -(-(len(values) + beyond) * tenths // 10)
    told = sorted(values)
    assert found == (told[needed - 1] if needed <= len(values) else None)
