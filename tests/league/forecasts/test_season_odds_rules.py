"""The odds of a season against closed forms, and what must hold of any."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import comb, exp, isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.forecasts.rules.season_chances import (
    WHOLE,
    Chances,
    Planned,
    PlayedGame,
    RoundsLeft,
    TakenSeat,
    ToCome,
    to_come,
)
from league.forecasts.rules.season_odds import season_odds
from league.standings.rules.divisions import DOWN, UP, ways
from league.standings.rules.ratings import BETA_SQUARED, RatingEstimate
from league.standings.rules.tiebreaks import Counting, points_for

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)
WEEK = timedelta(weeks=1)
OVER = ToCome(10, WEEK, timedelta())
ALL = Counting("all")


def a_game(*order: int, ago: timedelta = timedelta(), system: str = "careers") -> PlayedGame:
    """These characters in the order in which they finished."""
    seats = len(order)
    taken = (
        TakenSeat(who, points_for(place, 1, seats), place == 1, 10**6 // seats) for place, who in enumerate(order, 1)
    )
    return PlayedGame(system, NOW - ago, tuple(taken))


def odds(games, coming, *, counting=ALL, strengths=None, divisions=(), worlds=None) -> dict[int, Chances]:
    found = season_odds(games, games, coming, strengths or {}, counting, divisions, seed="seed", worlds=worlds)
    return {one.character: one for one in found}


def test_a_season_without_a_day_left_is_decided():
    found = odds([a_game(1, 2, 3), a_game(1, 3, 2), a_game(2, 1, 3)], OVER)
    assert {who: one.places[:3] for who, one in found.items()} == {1: (WHOLE, 0, 0), 2: (0, WHOLE, 0), 3: (0, 0, WHOLE)}
    assert {who: (one.least, one.middle, one.most) for who, one in found.items()} == {
        1: (1, 1, 1),
        2: (2, 2, 2),
        3: (3, 3, 3),
    }


def test_two_equals_who_are_level_have_even_chances():
    found = odds([a_game(1, 2), a_game(2, 1)], ToCome(2, WEEK, WEEK), worlds=4_000)
    assert abs(found[1].places[0] - WHOLE // 2) < 4 * WHOLE * sqrt(1 / 4 / 4_000)
    assert found[1].places[0] + found[2].places[0] == WHOLE


@pytest.mark.parametrize("better", [0, 3, 10])
def test_who_wins_each_game_and_how_many_are_to_come_are_the_models(better):
    """One game a week and one week left: n more games with a chance of 1/2 to the n + 1 (gamma of 1, then Poisson). The
    stronger of two wins each with Plackett and Luce's chance, and the season with most of them, or by lot."""
    strengths = {("careers", 1): RatingEstimate(25 + better, 0, 9), ("careers", 2): RatingEstimate(25, 0, 9)}
    wins = 1 / (1 + exp(-better / sqrt(2 * BETA_SQUARED)))
    expected = sum(
        0.5 ** (n + 1)
        * sum(
            comb(n, won) * wins**won * (1 - wins) ** (n - won) * (1 if 2 * won > n else 0.5 if 2 * won == n else 0)
            for won in range(n + 1)
        )
        for n in range(60)
    )
    level = [a_game(1, 2, ago=WEEK), a_game(2, 1, ago=WEEK)]
    found = season_odds(level, level[:1], ToCome(1, WEEK, WEEK), strengths, ALL, seed="seed", worlds=5_000)
    chance = next(one.places[0] for one in found if one.character == 1)
    assert isclose(chance / WHOLE, expected, abs_tol=4 * sqrt(1 / 4 / 5_000))


def test_a_strength_that_is_little_known_leads_to_less_certain_odds():
    games = [a_game(1, 2), a_game(2, 1)]
    sure = {("careers", 1): RatingEstimate(35, 0, 99), ("careers", 2): RatingEstimate(25, 0, 99)}
    vague = {("careers", 1): RatingEstimate(35, 8, 3), ("careers", 2): RatingEstimate(25, 8, 3)}
    first = [odds(games, ToCome(20, WEEK, WEEK), strengths=one)[1].places[0] for one in (sure, vague)]
    assert first[0] > first[1] > WHOLE // 2


def test_only_the_best_games_count_where_the_house_rules_say_so():
    many, few = [a_game(2, 1)] * 6, [a_game(1, 2)] * 3
    assert odds(many + few, OVER)[2].places[0] == WHOLE
    best = odds(many + few, OVER, counting=Counting("best", 3))
    assert best[2].places[0] == WHOLE, "level on points, and more first places"
    assert odds([*few, a_game(3, 4)], OVER, counting=Counting("best", 1))[1].places[0] == WHOLE
    assert odds([*few, a_game(3, 4)], OVER, counting=Counting("average"))[1].places[0] == WHOLE


def test_an_average_does_not_grow_with_games():
    found = odds([a_game(1, 2), a_game(1, 2), a_game(2, 1), a_game(3, 4)], OVER, counting=Counting("average"))
    assert found[3].places[0] == WHOLE and found[1].places[1] == WHOLE


def test_a_guests_place_stays_the_guests():
    """The guest won, so no character has a first place, however often the game is drawn again."""
    guest_won = PlayedGame(
        "careers", NOW, (TakenSeat(1, points_for(2, 1, 3), False, 1), TakenSeat(2, points_for(3, 1, 3), False, 1))
    )
    leads_by_a_win = a_game(3, 4)
    found = odds([guest_won, leads_by_a_win], OVER)
    assert found[3].places[0] == WHOLE
    later = season_odds([guest_won, leads_by_a_win], [guest_won], ToCome(3, WEEK, WEEK), {}, ALL, seed="s")
    assert {one.character for one in later if one.places[0]} >= {1, 2}, "many second places are worth more than a win"


def test_the_pace_is_that_of_the_newest_games():
    old = [a_game(1, 2, ago=timedelta(weeks=weeks)) for weeks in (30, 20, 10)]
    new = [a_game(2, 3, ago=timedelta(weeks=weeks)) for weeks in (8, 4, 2, 1)]
    coming, newest = to_come([*old, *new], NOW, NOW + 4 * WEEK)
    assert newest == new and coming.expected == 2
    coming, newest = to_come(new[-2:], NOW, NOW + 4 * WEEK)
    assert newest == new[-2:] and coming.expected == 4, "a young season from its first game"
    coming, _newest = to_come([a_game(1, 2)] * 6, NOW, NOW + WEEK)
    assert coming.expected == 6, "the pace of a first evening is that of a week"
    assert to_come(new, NOW, NOW - WEEK)[0].expected == 0


def test_who_no_longer_plays_does_not_overtake():
    gone, here = [a_game(1, 2, ago=20 * WEEK)] * 5, [a_game(3, 4)]
    found = season_odds([*gone, *here], here, ToCome(1, WEEK, 2 * WEEK), {}, ALL, seed="seed")
    assert {one.character: sum(one.places[:1]) for one in found}[2] == 0


def planned_odds(games, planned, *, coming=OVER, strengths=None, worlds=4_000) -> dict[int, Chances]:
    found = season_odds(games, [], coming, strengths or {}, ALL, (), [planned], seed="seed", worlds=worlds)
    return {one.character: one for one in found}


def test_a_table_that_is_drawn_is_played_even_when_nothing_else_is_to_come():
    found = planned_odds([a_game(1, 2)], Planned("careers", ((1, 2),)))
    assert abs(found[2].places[0] - WHOLE // 2) < 4 * WHOLE * sqrt(1 / 4 / 4_000)
    assert found[1].places[0] + found[2].places[0] == WHOLE


def test_who_sits_at_no_planned_table_stays_where_they_are():
    found = planned_odds([a_game(1, 2, 3)] * 20, Planned("careers", ((2, 3),)))
    assert found[1].places[0] == WHOLE, "a win is worth less than the lead"
    rounds = Planned("careers", (), RoundsLeft(3, (2, 3), ((2, 0),)))
    assert planned_odds([a_game(1, 2, 3)], rounds)[1].places[0] < WHOLE


def test_who_enters_a_tournament_without_a_game_yet_may_come_first_too():
    found = planned_odds([a_game(1, 2)], Planned("careers", (), RoundsLeft(2, (3, 4), ((2, 0),))))
    assert set(found) == {1, 2, 3, 4} and found[3].places[0] > 0 < found[4].places[0]


def test_a_bot_holds_a_place_and_comes_nowhere():
    sure = {("careers", 1): RatingEstimate(25, 0, 9)}
    found = planned_odds([a_game(1, 2)], Planned("careers", ((2, None),)), strengths=sure)
    assert set(found) == {1, 2}
    assert 0 < found[2].places[0] < WHOLE


def test_who_is_left_over_sits_out():
    """Three for one table of two, once: each sits out in a third of the worlds."""
    left = RoundsLeft(1, (2, 3, 4), ((2, 0),))
    found = planned_odds([a_game(1, 5)], Planned("careers", (), left), worlds=6_000)
    last = [found[who].places[4] for who in (2, 3, 4)]
    assert all(abs(share - WHOLE // 3) < 4 * WHOLE * sqrt(2 / 9 / 6_000) for share in last), "no game, no point"


def test_games_of_a_running_tournament_say_nothing_of_the_pace():
    free, apart = a_game(1, 2, ago=WEEK), replace(a_game(3, 4, ago=WEEK), apart=True)
    coming, newest = to_come([free, apart], NOW, NOW + 4 * WEEK)
    assert newest == [free] and coming.expected == 4


@settings(max_examples=12, deadline=None)
@given(
    tables=st.lists(st.lists(st.one_of(st.none(), st.integers(1, 8)), min_size=2, max_size=5), max_size=4),
    rounds=st.integers(0, 3),
    entered=st.integers(2, 8),
)
def test_every_place_is_somebodys_whatever_is_planned(tables, rounds, entered):
    sizes = ((2, 1),) * (entered // 2)
    left = RoundsLeft(rounds, tuple(range(1, entered + 1)), sizes)
    planned = Planned("careers", tuple(map(tuple, tables)), left)
    found = planned_odds([a_game(1, 2), a_game(3, 9)], planned, coming=ToCome(2, WEEK, WEEK), worlds=100)
    assert planned.games == len(tables) + rounds * (entered // 2)
    for place in range(min(len(found), 8)):
        assert abs(sum(one.places[place] for one in found.values()) - WHOLE) <= len(found)


a_table = st.lists(st.integers(1, 9), min_size=2, max_size=5, unique=True).map(lambda order: a_game(*order))


@settings(max_examples=15, deadline=None)
@given(
    games=st.lists(a_table, min_size=1, max_size=12),
    mode=st.sampled_from(["all", "best", "average"]),
    weeks=st.integers(0, 6),
    cut=st.integers(1, 8),
)
def test_every_place_is_somebodys_and_every_division_sends_as_many_as_it_must(games, mode, weeks, cut):
    everybody = sorted({one.character for game in games for one in game.taken} | {10})
    divisions = [everybody[:cut], everybody[cut:]] if everybody[cut:] else [everybody]
    coming = ToCome(len(games), WEEK, weeks * WEEK)
    found = odds(games, coming, counting=Counting(mode, 2), divisions=divisions, worlds=200)
    for place in range(min(len(found), 8)):
        assert abs(sum(one.places[place] for one in found.values()) - WHOLE) <= len(found)
    for one in found.values():
        assert 1 <= one.least <= one.middle <= one.most <= len(found)
        assert sum(one.places) <= WHOLE + 8
    if weeks == 0 and len(divisions) == 2:
        final = sorted(found, key=lambda who: found[who].middle)
        if all(found[who].least == found[who].most for who in found):
            for tier, members in enumerate(divisions):
                order = [who for who in final if who in members] + [who for who in members if who not in found]
                told = ways(order, top=tier == 0, bottom=tier == 1)
                for who in order:
                    if who in found:
                        assert found[who].up == (None if tier == 0 else WHOLE * (told[who] == UP))
                        assert found[who].down == (None if tier == 1 else WHOLE * (told[who] == DOWN))


def test_the_same_results_lead_to_the_same_odds():
    games = [a_game(1, 2, 3), a_game(3, 1, 2)]
    assert odds(games, ToCome(2, WEEK, WEEK)) == odds(games, ToCome(2, WEEK, WEEK))
