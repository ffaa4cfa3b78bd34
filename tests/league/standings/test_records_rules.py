"""Who holds a record, from plain steps and places: what counts, what is not a record yet, and who had it first."""

import pytest

from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION, RESTARTED, REVIEW
from characters.rules.ladder import LEVELS
from engine.translatable import said
from league.standings.rules.records import (
    CareerStep,
    Feat,
    Placed,
    SeatPlaced,
    Streaks,
    Table,
    TableRecords,
    fastest_to_the_top,
    first_parachute,
    greatest_comeback,
    longest_without_a_demotion,
)
from tests.factories.days import on_day

ADA, BO = 1, 2


def life(who: int, *steps: tuple[str, int, int, int], career: int = 1, elsewhere: bool = False) -> list[CareerStep]:
    """One career: kind, day, and the numbers of the levels before and after. Game number `day` is played that day."""
    return [
        CareerStep(who, career, kind, None if elsewhere else day, on_day(day), LEVELS[before], LEVELS[after])
        for kind, day, before, after in steps
    ]


def played(who: int, *places: int, first_day: int = 1) -> list[Placed]:
    return [Placed(who, day, on_day(day), place) for day, place in enumerate(places, first_day)]


def streaks(placed: list[Placed]) -> dict[str, Feat]:
    shown = Streaks()
    for result in placed:
        shown.show(result)
    return shown.feats()


def reviewed(*days: int) -> list[tuple[str, int, int, int]]:
    return [(REVIEW, day, 0, 0) for day in days]


def climb(*days: int) -> list[tuple[str, int, int, int]]:
    """From Entry Level to C-level: a promotion on each of the last five days, a passed review on all."""
    promoted = {day: before for before, day in enumerate(days[-5:])}
    steps = []
    for day in days:
        level = promoted.get(day, 0)
        steps.append((REVIEW, day, level, level))
        if day in promoted:
            steps.append((PROMOTION, day, level, level + 1))
    return steps


def feat(who: int, day: int, figure: int) -> Feat:
    return Feat(who, day, on_day(day), figure)


@pytest.mark.rule("careers R81")
@pytest.mark.parametrize(
    ("steps", "record"),
    [
        (life(ADA, *climb(1, 2, 3, 4, 5, 6)) + life(BO, *climb(11, 12, 13, 14, 15)), feat(BO, 15, 5)),
        (life(ADA, *climb(6, 7, 8, 9, 10)) + life(BO, *climb(1, 2, 3, 4, 5)), feat(BO, 5, 5)),
        # A game that was failed is a game on the way too.
        (life(ADA, (DEMOTION, 1, 0, 0), *climb(2, 3, 4, 5, 6)), feat(ADA, 6, 6)),
        # Ada begins as a Manager, by a passport; Bo has not arrived.
        (life(ADA, *climb(1, 2, 3, 4, 5)[4:]) + life(BO, *climb(1, 2, 3, 4, 5, 6)), feat(BO, 6, 6)),
        (life(BO, *climb(1, 2, 3, 4, 5)[:-1]), None),
        (life(BO, *reviewed(1)), None),
        (life(ADA, *climb(1, 2, 3, 4, 5), elsewhere=True), None),
        # A second career begins at the beginning.
        (life(ADA, *reviewed(1, 2, 3)) + life(ADA, *climb(4, 5, 6, 7, 8), career=2), feat(ADA, 8, 5)),
    ],
)
def test_the_fastest_to_the_top_took_the_fewest_games_from_entry_level(steps, record):
    assert fastest_to_the_top(steps) == record


@pytest.mark.rule("careers R84")
@pytest.mark.parametrize(
    ("steps", "record"),
    [
        (life(ADA, *reviewed(1)), None),
        (life(ADA, *reviewed(1, 2)), feat(ADA, 2, 2)),
        (life(ADA, *reviewed(1, 2), (DEMOTION, 3, 0, 0), *reviewed(4, 5, 6)), feat(ADA, 6, 3)),
        (life(ADA, *reviewed(1, 2), (DEMOTION, 3, 0, 0), *reviewed(4)), feat(ADA, 2, 2)),
        (life(ADA, *reviewed(1)) + life(ADA, *reviewed(2), career=2), None),
        (life(ADA, *reviewed(1), (PROMOTION, 1, 0, 1)), None),
        (life(ADA, *reviewed(1), (PARACHUTE, 2, 5, 5)), feat(ADA, 2, 2)),
        (life(ADA, *reviewed(1, 2), elsewhere=True), None),
    ],
)
def test_the_longest_without_a_demotion_passed_most_games_of_one_career_in_a_row(steps, record):
    assert longest_without_a_demotion(steps) == record


@pytest.mark.parametrize(
    ("steps", "record"),
    [
        (life(ADA, *climb(1, 2, 3, 4, 5)), None),
        (life(ADA, (DEMOTION, 1, 2, 1), (PROMOTION, 2, 1, 2), (PROMOTION, 3, 2, 3)), feat(ADA, 3, 2)),
        # The second demotion of a row leaves Ada lower, the one after her way up does not.
        (
            life(ADA, (DEMOTION, 1, 3, 1), (PROMOTION, 2, 1, 3), (DEMOTION, 3, 3, 2), (PROMOTION, 4, 2, 4)),
            feat(ADA, 4, 3),
        ),
        (life(ADA, (DEMOTION, 1, 3, 2), (DEMOTION, 2, 2, 1), (PROMOTION, 3, 1, 2)), feat(ADA, 3, 1)),
        (life(ADA, (DEMOTION, 1, 1, 0)) + life(ADA, (PROMOTION, 2, 0, 1), career=2), None),
        (life(ADA, (DEMOTION, 1, 1, 0), (REVIEW, 2, 0, 1)), None),
        (life(ADA, (DEMOTION, 1, 1, 0), (PROMOTION, 2, 0, 1), elsewhere=True), None),
    ],
)
def test_a_comeback_is_counted_from_where_the_lowest_demotion_of_a_career_led(steps, record):
    assert greatest_comeback(steps) == record


@pytest.mark.rule("careers R88")
@pytest.mark.parametrize(
    ("steps", "record"),
    [
        (life(ADA, (PARACHUTE, 5, 5, 5)) + life(BO, (PARACHUTE, 4, 5, 5)), feat(BO, 4, 0)),
        (life(ADA, (PARACHUTE, 3, 5, 5)) + life(BO, (PARACHUTE, 4, 5, 5)), feat(ADA, 3, 0)),
        (life(ADA, *climb(1, 2, 3, 4, 5), (RESTARTED, 6, 5, 0)), None),
        (life(ADA, (PARACHUTE, 3, 5, 5), elsewhere=True), None),
    ],
)
def test_the_first_golden_parachute_is_a_record_for_good(steps, record):
    assert first_parachute(steps) == record


@pytest.mark.parametrize(
    ("placed", "record"),
    [
        (played(ADA, 1, 2, 1), None),
        (played(ADA, 1, 1, 2, 1), feat(ADA, 2, 2)),
        (played(ADA, 1, 1, 2, 1, 1, 1), feat(ADA, 6, 3)),
        (played(ADA, 2, 1) + played(BO, 1, 2, first_day=3), None),
        (played(ADA, 1, 1, first_day=5) + played(BO, 1, 1, first_day=3), feat(BO, 4, 2)),
    ],
)
def test_a_winning_run_is_of_one_character_and_two_games_at_least(placed, record):
    assert streaks(placed).get("run") == record


@pytest.mark.parametrize(
    ("placed", "record"),
    [
        ([], None),
        (played(ADA, 4), feat(ADA, 1, 1)),
        (played(ADA, 1, 2, first_day=2) + played(BO, 4, 4, 4, first_day=7), feat(BO, 9, 3)),
        (played(ADA, 1, 1, first_day=2) + played(BO, 1, 1), feat(BO, 2, 2)),
        # In one and the same game: by the number of the character.
        (played(BO, 1, 1) + played(ADA, 2, 2), feat(ADA, 2, 2)),
    ],
)
def test_most_games_is_of_who_came_to_so_many_first(placed, record):
    assert streaks(placed).get("games") == record


def tables(*games: tuple[tuple[int | None, int, int], ...], minutes: tuple[int, ...] = ()) -> list[Table]:
    """Games of one system on the days from 1, game number `day` on that day: who, place and points of each seat."""
    long = dict(enumerate(minutes, 1))
    return [
        Table(
            day,
            "own",
            on_day(day),
            long.get(day, 0),
            [SeatPlaced(*seat, (seat[2],), said("{n}", n=seat[2])) for seat in seats],
        )
        for day, seats in enumerate(games, 1)
    ]


def records_in(games: list[Table], **comparing: bool) -> dict[str, Feat]:
    records = TableRecords(**comparing)
    for game in games:
        records.show(game)
    return records.feats()


def test_in_one_game_the_best_the_closest_and_the_longest_are_records():
    games = tables(
        ((ADA, 1, 50), (BO, 2, 20)), ((BO, 1, 40), (ADA, 2, 36)), ((None, 1, 90), (BO, 2, 89)), minutes=(45, 0, 30)
    )
    found = records_in(games, one_game=True, timed=True, points_decide=True)
    assert (found["best"].character, found["best"].game) == (BO, 3), "a guest holds no record"
    assert found["closest"] == feat(BO, 2, 4), "the closest of all was won by a guest"
    assert found["longest"] == feat(ADA, 1, 45)


def test_who_did_it_first_keeps_it_and_a_shared_place_is_ahead_of_nobody():
    games = tables(((ADA, 1, 50), (BO, 2, 20)), ((BO, 1, 50), (ADA, 2, 20)), ((ADA, 1, 50), (BO, 1, 50)))
    found = records_in(games, one_game=True)
    assert (found["best"].character, found["best"].game) == (ADA, 1) and "ahead" not in found


def test_what_does_not_compare_is_no_record():
    games = tables(((ADA, 1, 50), (BO, 2, 20)), minutes=(45,))
    assert records_in(games).keys() == {"games"}, "of several games"
    assert records_in(games, one_game=True).keys() == {"games", "best"}, "agreed minutes, points that came last"
    together = tables(((ADA, 1, 5), (BO, 1, 5)))
    assert "closest" not in records_in(together, one_game=True, points_decide=True)
    uncounted = [Table(1, "own", on_day(1), 0, [SeatPlaced(ADA, 1, 0, (0,), said(""))])]
    assert "best" not in records_in(uncounted, one_game=True)


def test_runs_and_how_often_one_is_ahead_of_the_same_person_are_counted_in_order_of_play():
    cleo, first, second = 3, (ADA, 1, 9), (BO, 2, 1)
    games = tables((first, second), (first, (cleo, 2, 5)), ((BO, 1, 9), (ADA, 2, 5)), (first, second), (first, second))
    found = records_in(games)
    assert found["run"] == feat(ADA, 2, 2) and found["games"] == feat(ADA, 5, 5)
    assert found["ahead"] == Feat(ADA, 5, on_day(5), 3, other=BO)
    assert records_in(games[:3]).keys() == {"run", "games"}, "ahead once is no record"


def test_where_too_many_pairs_met_nobody_is_said_to_be_ahead_most_often(monkeypatch):
    games = tables(((ADA, 1, 9), (BO, 2, 1)), ((ADA, 1, 9), (BO, 2, 1)), ((3, 1, 9), (4, 2, 1)))
    monkeypatch.setattr("league.standings.rules.records.MOST_PAIRS", 2)
    assert "ahead" in records_in(games)
    monkeypatch.setattr("league.standings.rules.records.MOST_PAIRS", 1)
    assert "ahead" not in records_in(games)
