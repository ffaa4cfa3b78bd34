"""What luck did in a game and what decisions did: against closed forms, and what must hold of every game."""

import json
from dataclasses import replace
from fractions import Fraction
from statistics import fmean, variance

import pytest

from engine import SYSTEMS, Recorder, record_game
from engine.core.errors import BadRecord
from engine.core.films import Film, film_of
from engine.core.luck import LuckMeasure, Study
from engine.core.reckoning import Effort, chances, figures, pairs_of, slope, start
from engine.core.rng import Stream, derive, seeded
from engine.core.simulation import film_of_game
from engine.core.values import FINE, WHOLE, Sums, Value, sums_of
from tests.engine.dice_duel import DICE_DUEL, LOST_BY_A_ONE, TAKE_ONE, THROW
from tests.factories.families import family

SMALL = Effort(
    openings=20,
    block=10,
    moments=6,
    short=8,
    long=4,
    pairs=60,
    most=20,
    pairs_of_best=8,
    bot="ismcts:visits=8,rounds=1",
)
EXACT = Effort(openings=4_000, block=1_000, short=4_000, long=2, pairs=4_000, most=4_000)


def studied(study: Study) -> list[list]:
    results: list[list] = []
    while len(results) < study.plan.tasks:
        results.append(study.next_result(results))
    return results


def told(film: Film, system, seed: int, effort: Effort) -> dict:
    study = Study(film, system, seed, effort)
    return figures(study.plan, studied(study))


def duel(*choices: int, rng_seed: int = 4) -> tuple[Film, list[int]]:
    """The film, and what was thrown."""
    game = DICE_DUEL.new_game(len(choices), rng_seed)
    opened = game.clone()
    for choice in choices:
        game.play(choice)
    return Film(opened, tuple(opened.describe(one) for one in choices), None), game.pips


def near(value: int, wanted: Fraction, within: int = 250) -> bool:
    """In ten-thousandths; of 4,000 games three standard errors are 237."""
    return abs(value - wanted * WHOLE) < within


@pytest.mark.parametrize("rng_seed", family(range(4), usual=2))
def test_a_fair_die_gives_what_a_fair_die_gives(rng_seed):
    film, (first, second) = duel(THROW, THROW, rng_seed=rng_seed)
    said = told(film, DICE_DUEL, 1, EXACT)
    wins = Fraction(first - 1, 6) + Fraction(1, 12)
    end = Fraction(1, 2) if first == second else Fraction(int(first > second))
    assert [moment["at"] for moment in said["chances"]] == [0, 1, 2]
    for moment, wanted in zip(said["chances"], (Fraction(1, 2), wins, end), strict=True):
        assert near(moment["seats"][0], wanted) and near(moment["seats"][1], 1 - wanted)
    assert said["chances"][-1]["give"] == [0, 0], "how it ended is known"
    one, other = said["seats"]
    assert near(one["start"], Fraction(1, 2)) and near(one["luck"], end - Fraction(1, 2))
    assert (one["own"], one["others"], other["own"], other["otherwise"]) == (0, 0, 0, 0)


def test_a_bad_choice_costs_what_it_costs_and_the_other_one_gains_it():
    film, (_one, second) = duel(TAKE_ONE, THROW)
    one, other = told(film, DICE_DUEL, 2, EXACT)["seats"]
    assert near(one["own"], -LOST_BY_A_ONE) and near(other["others"], LOST_BY_A_ONE)
    assert (one["otherwise"], one["faced"], other["otherwise"], other["faced"]) == (1, 1, 0, 1)
    end = Fraction(1, 2) if second == 1 else Fraction(0)
    assert near(one["luck"], end - Fraction(1, 12), 400)


def test_what_was_given_away_is_named_with_what_the_best_bot_would_have_done():
    film, _pips = duel(TAKE_ONE, THROW)
    effort = replace(EXACT, pairs_of_best=2_000)
    turning = told(film, DICE_DUEL, 2, effort)["turning"]
    first = next(one for one in turning if one["at"] == 1)
    best = first["best"]
    assert (best["at"], best["seat"], best["chosen"], best["best"]) == (0, 0, "take one", "throw")
    assert near(best["gain"], LOST_BY_A_ONE, 400) and 0 < best["give"] < 400


def test_over_many_games_luck_is_nothing_and_without_it_results_vary_less():
    effort = replace(SMALL, openings=100, block=100, short=1, long=1, pairs=200, most=200)
    seats = []
    for number in range(100):
        film = film_of_game(DICE_DUEL, 2, ["random", "greedy"], 11, number)
        seats.append(told(film, DICE_DUEL, number, effort)["seats"])
    for seat in (0, 1):
        luck = [row[seat]["luck"] for row in seats]
        ends = [row[seat]["end"] for row in seats]
        without = [end - given for end, given in zip(ends, luck, strict=True)]
        assert abs(fmean(luck)) < 3 * (variance(luck) / len(luck)) ** 0.5
        assert abs(fmean(ends) - fmean(without)) < 3 * (variance(luck) / len(luck)) ** 0.5, "the mean stays"
        assert variance(without) < variance(ends) / 3
    assert fmean(row[0]["own"] for row in seats) < -1_000, "half of the ones that it took"


@pytest.mark.parametrize("system", ["careers", "game_of_the_year", "career_compass", "office_job", "career_poker"])
def test_every_row_adds_up_and_what_one_seat_gains_others_lose(system):
    options = {"settings": {"deals": 2}} if system == "career_poker" else None
    lines = record_game(system, max(2, SYSTEMS[system].seats[0]), ["random", "greedy"], 5, options).lines
    said = told(film_of(lines, SYSTEMS), SYSTEMS[system], 3, SMALL)
    for row in said["seats"]:
        assert row["start"] + row["luck"] + row["own"] + row["others"] == row["end"]
        assert row["otherwise"] <= row["faced"]
    for name in ("luck", "own", "others"):
        whole = sum(row[name] for row in said["seats"])
        assert name != "luck" or abs(whole) < 20, "roundings"
    assert abs(sum(row["start"] for row in said["seats"]) - WHOLE) < 5
    for moment in said["chances"]:
        assert all(0 <= chance <= WHOLE for chance in moment["seats"])
    assert said["chances"][-1]["seats"] == [row["end"] for row in said["seats"]]
    assert 0 < len(said["turning"]) <= 3
    assert json.loads(json.dumps(said)) == said


def test_parts_done_by_anybody_come_to_the_same():
    lines = record_game("career_compass", 3, ["random", "greedy"], 5).lines

    def study() -> Study:
        return Study(film_of(lines, SYSTEMS), SYSTEMS["career_compass"], 9, SMALL)

    whole = studied(study())
    parts: list[list] = []
    while len(parts) < study().plan.tasks:
        parts = [*json.loads(json.dumps(parts)), study().next_result(parts)]
    assert parts == whole
    with pytest.raises(IndexError):
        study().next_result(whole)
    other = Study(film_of(lines, SYSTEMS), SYSTEMS["career_compass"], 10, SMALL)
    assert other.next_result([]) != whole[0], "another seed is another study"


def test_control_variates_make_chances_vary_less_and_leave_their_mean():
    system, seeds, at = SYSTEMS["career_compass"], 30, 4
    film = film_of_game(system, 4, ["greedy"], 3, 0)
    effort = replace(SMALL, openings=10, short=40, long=8, moments=9)
    measure, controlled, plain = LuckMeasure(system, effort.rounds), [], []
    for seed in range(seeds):
        study = Study(film, system, seed, effort)
        results: list = [None]
        results += [study.next_result(results + [None] * number) for number in range(len(study.plan.moments))]
        controlled.append(float(chances(study.plan, results)[at][0].value))
        ends = []
        for number in range(effort.long):
            game = study.games[study.plan.moments[at]].clone()
            game.rng = seeded(derive(seed, 99, number))
            measure.play_on(game, Stream(number), to_the_end=True)
            ends.append(measure.worth(game)[0].sure)
        plain.append(fmean(ends))
    assert variance(controlled) < variance(plain) / 2
    assert abs(fmean(controlled) - fmean(plain)) < 3 * ((variance(plain) + variance(controlled)) / seeds) ** 0.5


def test_equal_seats_begin_with_equal_chances():
    film, _pips = duel(THROW, THROW, THROW, THROW)
    study = Study(film, DICE_DUEL, 5, EXACT)
    results = [study.next_result([None] * number) for number in range(4)]
    for one in start(study.plan, results):
        assert near(one.whole, Fraction(1, 4)) and 0 < one.give < 200


def test_an_outlook_that_is_too_sure_is_believed_less():
    study = Study(film_of_game(SYSTEMS["career_compass"], 2, ["greedy"], 3, 0), SYSTEMS["career_compass"], 1, SMALL)
    short, missed = Sums(2), Sums(2)
    short.add([Value(FINE // 2, 400_000), Value(FINE // 2, -400_000)], True)
    missed.add([Value(200_000, -400_000), Value(-200_000, 400_000)], True)  # came true by half
    results = [[1, 0, []]] * 2 + [[short.kept(), missed.kept()]] * len(study.plan.moments)
    assert slope(study.plan, results) == Fraction(1, 2)
    assert chances(study.plan, results)[0][0].value == Fraction(7 * FINE, 10)


def test_sums_may_be_cut_anywhere():
    one, first, second = Sums(1), Sums(1), Sums(1)
    for number in range(10):
        value = [Value(number * 1_000, 7 - number)]
        one.add(value, number % 2 == 0)
        (first if number < 4 else second).add(value, number % 2 == 0)
    together = sums_of(first.kept(), second.kept())
    assert together.kept() == one.kept()
    assert together.mean(0, Fraction(1)) == one.mean(0, Fraction(1))


def test_thought_is_shared_among_the_decisions():
    film, _pips = duel(TAKE_ONE, TAKE_ONE)
    plan = Study(film, DICE_DUEL, 5, replace(SMALL, pairs=30, most=100)).plan
    assert len(plan.decisions) == 2 and pairs_of(plan) == 15


def test_a_record_that_stops_before_the_end_has_no_luck_yet():
    recorder = Recorder(SYSTEMS["career_compass"], 2, 3)
    recorder.play(recorder.game.legal_actions()[0])
    recorder.stop()
    with pytest.raises(BadRecord, match="not over"):
        Study(film_of(recorder.lines, SYSTEMS), SYSTEMS["career_compass"], 1, SMALL)


def test_the_decisions_that_cost_most_are_those_of_each_seat_with_what_would_have_been_better():
    film, _pips = duel(TAKE_ONE, THROW)
    study = Study(film, DICE_DUEL, 5, EXACT)
    costly = study.figures(studied(study))["costly"]
    assert [(row["at"], row["seat"], row["chosen"], row["better"]) for row in costly] == [(0, 0, "take one", "throw")]
    assert near(costly[0]["cost"], LOST_BY_A_ONE, within=2 * 250) and 0 < costly[0]["give"] < costly[0]["cost"]


def test_at_most_three_decisions_of_a_seat_cost_most_and_the_worst_comes_first():
    film = film_of(record_game("office_job", 2, ["random", "greedy"], 3).text().splitlines(), SYSTEMS)
    study = Study(film, SYSTEMS["office_job"], 1, SMALL)
    costly = study.figures(studied(study))["costly"]
    for seat in range(2):
        costs = [row["cost"] for row in costly if row["seat"] == seat]
        assert len(costs) <= 3 and costs == sorted(costs, reverse=True)
    assert all(row["cost"] > row["give"] and row["chosen"] != row["better"] for row in costly) and costly
