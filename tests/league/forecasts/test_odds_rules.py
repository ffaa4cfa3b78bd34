"""Odds against what can be worked out otherwise: shares of games, a geometric series, games told as another's."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.rules.career import RETIRED, CareerTotals
from characters.rules.facts import FactLine
from characters.rules.house_rules import DEFAULTS
from characters.rules.ladder import LEVELS, Profile
from engine.careers.editions import edition, edition_ids
from league.forecasts.rules.odds import SOON, Odds, odds_of
from league.forecasts.rules.scores import ForecastOutcome, Foretold, Happened, outcomes_of, score
from league.people.rules.urn import PULL, UrnGame, as_if_played_by, urn_of
from tests.factories.families import family
from tests.factories.sample_season import sample_profiles

DAY = datetime(2026, 1, 1, tzinfo=UTC)
ADA, BO, *_OTHERS = sample_profiles().values()


def a_line(profile: Profile, *, rises: bool, target: int = 100) -> FactLine:
    """A game that leads from Entry Level to Senior by itself, or one that brings nothing."""
    gained = {
        "happiness": 500,
        "degrees": {profile.specialty: 1, profile.side_interest: 1},
        "trips": {profile.primary_company: 2, profile.secondary_company: 2},
    }
    more = gained if rises else {}
    return FactLine(1, "", DAY, 1, "careers", profile.edition, "", rises, "formula", target, 500, **more)


def lines(profile: Profile, rising: int, others: int, *, target: int = 100) -> list[FactLine]:
    told = [True] * rising + [False] * others
    return [a_line(profile, rises=rises, target=target) for rises in told]


def of_league(rising: int, others: int, *, level: str = "entry", target: int = 100) -> list[UrnGame]:
    return [UrnGame(level, line, BO) for line in lines(BO, rising, others, target=target)]


def odds(own: list[FactLine], league: list[UrnGame], lives: int = 10) -> Odds:
    found = odds_of(CareerTotals(), ADA, DEFAULTS, own, league, "seed", lives)
    assert found is not None
    return found


COUNTS = st.integers(0, 12)


@given(rising=COUNTS, others=COUNTS, theirs=COUNTS, not_theirs=COUNTS)
@settings(max_examples=20)
def test_the_next_game_is_the_weighted_share_of_the_games_that_may_come(rising, others, theirs, not_theirs):
    own, pool = rising + others, theirs + not_theirs
    if own + pool == 0:
        assert odds_of(CareerTotals(), ADA, DEFAULTS, [], [], "seed") is None
        return
    found = odds(lines(ADA, rising, others), of_league(theirs, not_theirs))
    expected = (rising + PULL * theirs / pool) / (own + PULL) if pool else rising / own
    assert abs(found.rises - 10_000 * expected) <= 1
    assert found.passes == 10_000, "at Entry Level nobody fails"
    assert found.weight == (10_000 if not pool else round(10_000 * own / (own + PULL)))
    assert (found.own, found.pool) == (own, pool)


@pytest.mark.parametrize(("rising", "others"), family([(1, 4), (1, 1), (3, 2)]))
def test_within_five_games_is_the_geometric_series(rising, others):
    """Each of these games promotes or leaves everything as it is."""
    once = rising / (rising + others)
    found = odds(lines(ADA, rising, others), [], lives=1000)
    assert abs(found.soon / 10_000 - (1 - (1 - once) ** SOON)) < 0.04
    middle = next(games for games in range(1, 60) if 1 - (1 - once) ** games >= 0.5)
    assert abs(found.middle - middle) <= 1
    assert found.least <= found.middle <= found.most


def test_nobody_who_left_by_golden_parachute_has_odds():
    assert odds_of(CareerTotals(level=LEVELS[-1], status=RETIRED), ADA, DEFAULTS, lines(ADA, 1, 1), [], "seed") is None


def test_of_the_league_only_kinds_of_games_that_one_plays_count_where_there_are_enough():
    own = lines(ADA, 1, 0, target=100)
    few = of_league(5, 0, target=200)
    assert len(urn_of(ADA, own, few + of_league(0, 9, target=100)).pools["entry"]) == 14
    assert len(urn_of(ADA, own, few + of_league(0, 10, target=100)).pools["entry"]) == 10


def test_games_at_another_level_stand_in_where_nobody_has_played_at_this_one():
    assert odds([], of_league(3, 1, level="manager")).rises == 7_500


EVERY = st.sampled_from(edition_ids())


@st.composite
def profiles(draw) -> Profile:
    of = draw(EVERY)
    names = edition(of)
    one, other = draw(st.permutations(names.career_programs))[:2]
    return Profile(one.id, other.id, names.company_of(one.id).id, names.company_of(other.id).id, of)


@given(who=profiles(), reader=profiles(), counts=st.lists(st.integers(1, 5), min_size=2, max_size=2))
def test_a_game_of_another_is_told_as_ones_own(who, reader, counts):
    """What served their promotion serves one's own, and nothing is lost or counted twice."""
    line = a_line(who, rises=True)._replace(
        degrees={who.specialty: counts[0], who.side_interest: counts[1]},
        trips={who.primary_company: counts[0], who.secondary_company: counts[1]},
    )
    told = as_if_played_by(reader, who, line)
    assert told.edition == reader.edition
    assert told.degrees == {reader.specialty: counts[0], reader.side_interest: counts[1]}
    assert told.trips == {reader.primary_company: counts[0], reader.secondary_company: counts[1]}
    everything = line._replace(degrees=dict.fromkeys((one.id for one in edition(who.edition).career_programs), 1))
    assert sum(as_if_played_by(reader, who, everything).degrees.values()) == len(everything.degrees)


SAID = st.builds(ForecastOutcome, st.integers(0, 10_000), st.booleans(), st.booleans())


@given(st.lists(SAID, min_size=1, max_size=60))
def test_scores_are_what_their_definitions_say(outcomes):
    found = score(outcomes)
    assert found.count == len(outcomes) == sum(one.count for one in found.bins)
    brier = sum((one.chance / 10_000 - one.happened) ** 2 for one in outcomes) / len(outcomes)
    assert abs(float(found.brier) - brier) < 0.0001
    base = sum(one.happened for one in outcomes) / len(outcomes)
    if found.skill is None:
        assert base in (0, 1)
    else:
        assert abs(float(found.skill) - (1 - brier / (base * (1 - base)))) < 0.001
    assert found.log >= 0 and all(one.least * 100 <= one.chance <= one.most * 100 for one in found.bins)


def test_sure_and_right_scores_nothing_and_sure_and_wrong_is_still_a_number():
    right = score([ForecastOutcome(10_000, True, True), ForecastOutcome(0, False, False)])
    assert (right.brier, right.log, right.skill) == (0, 0, 1)
    wrong = score([ForecastOutcome(0, True, True), ForecastOutcome(10_000, False, False)])
    assert wrong.brier == 1 and wrong.log > 9
    assert score([]) is None


def foretold(after_fact: int, made: int, level: str = "senior", *, most: int | None = 3) -> Foretold:
    return Foretold(after_fact, DAY.replace(hour=made), level, 9_000, 1_000, 5_000, 1, most)


def happened(number: int, hour: int, *kinds: str, level: str = "senior") -> Happened:
    return Happened(number, DAY.replace(hour=hour), level, frozenset(kinds))


def test_a_game_has_the_last_forecast_before_it_of_the_level_held_in_it():
    made = [foretold(1, 1), foretold(2, 3), foretold(3, 9), foretold(4, 10, "manager")]
    games = [
        happened(2, 2, "review"),
        happened(3, 4, "demotion"),
        happened(4, 8, "review"),  # heard of before its forecast was made
        happened(5, 11, "review"),  # at another level than foretold
    ]
    found = outcomes_of({1: (made, games)})
    assert found.passed == [ForecastOutcome(9_000, True, True), ForecastOutcome(9_000, False, True)]
    assert found.rose == [ForecastOutcome(1_000, False, False)] * 2


def test_what_lies_ahead_is_scored_once_it_is_known():
    made = [foretold(1, 1, most=3)]
    known = [happened(2, 2, "review")]
    assert outcomes_of({1: (made, known)}).soon == []
    risen = [*known, happened(3, 3, "review", "promotion")]
    found = outcomes_of({1: (made, risen)})
    assert (found.soon, found.within, found.beyond) == ([ForecastOutcome(5_000, True, False)], 1, 0)
    never = [*known, *(happened(number, number, "review") for number in range(3, 7))]
    found = outcomes_of({1: (made, never)})
    assert (found.soon, found.within, found.beyond) == ([ForecastOutcome(5_000, False, False)], 0, 1)
