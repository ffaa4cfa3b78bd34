"""Each tie-break alone: its figure and its working."""

import hashlib
from fractions import Fraction

import pytest

from games.rules.points import UNIT, decimal
from league.standings.rules.tiebreaks import (
    DRAW,
    POINTS,
    SHARE,
    WINS,
    Counting,
    TableSeatLine,
    TablesPlayed,
    Tally,
    draw,
    draw_tiebreak,
    head_to_head,
    head_to_head_tiebreak,
    opponents,
    opponents_tiebreak,
    points_tiebreak,
    separation,
    share_tiebreak,
    told_apart,
    totals_of,
    wins_tiebreak,
)

ADA, BO, CLEO, DEV = 1, 2, 3, 4
ALL, BEST, AVERAGE = Counting(), Counting("best", 3), Counting("average")


def tally(*, games: int = 4, wins: int = 2, points: int = 160, share: int = 1_200_000) -> Tally:
    return Tally(ADA, games, wins, points * UNIT, share)


def table(game: int, *characters: int) -> list[TableSeatLine]:
    """A game of these characters from first to last: 60, 44, 28, 12 points."""
    return [TableSeatLine(game, who, (60 - 16 * place) * UNIT) for place, who in enumerate(characters)]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(0), "0.00"),
        (Fraction(1, 8), "0.13"),
        (Fraction(1, 200), "0.01"),
        (Fraction(4999, 1_000_000), "0.00"),
        (Fraction(1999, 2000), "1.00"),
        (Fraction(200, 3), "66.67"),
        (Fraction(1_234_567), "1,234,567.00"),
    ],
)
def test_decimals_round_half_up(value: Fraction, shown: str):
    assert decimal(value) == shown


def test_all_games_add_up():
    assert points_tiebreak(tally(), ALL).value == 160
    assert points_tiebreak(tally(), ALL).explanation == "160.00 points from 4 games; every one counts."


def test_the_best_games_add_up():
    assert points_tiebreak(tally(), BEST).explanation == "The 3 best of 4 games add up to 160.00 points."


def test_ten_games_count_where_nobody_said_how_many():
    assert points_tiebreak(tally(games=11), Counting("best")).explanation.startswith("The 10 best of 11 games")


def test_with_fewer_games_than_may_count_every_one_counts():
    assert points_tiebreak(tally(games=3), BEST).explanation == "160.00 points from 3 games; every one counts."


def test_the_average_is_exact_and_shown_with_two_decimals():
    average = points_tiebreak(tally(games=3), AVERAGE)
    assert (average.value, average.shown) == (Fraction(160, 3), "53.33")
    assert average.explanation == "160.00 points over 3 games: 53.33 on average."


def test_first_places_are_counted():
    assert wins_tiebreak(tally(wins=1, games=1)).explanation == "1 first place in 1 game."
    assert wins_tiebreak(tally()).explanation == "2 first places in 4 games."


def test_the_average_share_is_in_percent():
    share = share_tiebreak(tally())
    assert (share.value, share.shown) == (30, "30.00 %")
    assert share.explanation == "Shares of the tables' scores in 4 games add up to 120.00 %: on average 30.00 %."


def test_an_opponent_counts_once_per_meeting():
    lines = [*table(1, ADA, BO), *table(2, ADA, BO, CLEO), *table(3, BO, CLEO)]
    totals = {ADA: Fraction(0), BO: Fraction(100 * UNIT), CLEO: Fraction(40 * UNIT)}
    met = opponents(TablesPlayed.of(lines), [ADA], totals)[ADA]
    assert (met.meetings, met.people, met.average) == (3, 2, 80 * UNIT)
    assert opponents_tiebreak(met).explanation == (
        "3 meetings with 2 opponents. Their table points, once per meeting, add up to 240.00: 80.00 on average."
    )


def test_whoever_sat_among_guests_alone_met_no_opponent():
    met = opponents(TablesPlayed.of(table(1, ADA)), [ADA], {ADA: Fraction(0)})[ADA]
    assert (met.meetings, met.people, met.average) == (0, 0, 0)
    assert (opponents_tiebreak(met).shown, opponents_tiebreak(met).explanation) == ("0.00", "Met no other character.")


def test_head_to_head_adds_up_the_games_among_the_tied():
    lines = [*table(1, ADA, DEV, BO), *table(2, BO, ADA), *table(3, ADA, DEV)]
    games = head_to_head(TablesPlayed.of(lines), [ADA, BO])
    ada, bo = (head_to_head_tiebreak(who, games) for who in (ADA, BO))
    assert (ada.value, bo.value) == (104, 88)
    assert ada.explanation == (
        "Every pair of the 2 tied met 2 times. Points from the games among them: 60.00 + 44.00 = 104.00."
    )


def test_head_to_head_does_not_apply_when_two_of_the_tied_never_met():
    games = head_to_head(TablesPlayed.of([*table(1, ADA, BO), *table(2, BO, CLEO)]), [ADA, BO, CLEO])
    assert not games.applies
    assert head_to_head_tiebreak(ADA, games).value is None
    assert head_to_head_tiebreak(ADA, games).explanation == (
        "Does not apply: the pairs among the 3 tied met 0 to 1 times, not all equally often."
    )


def test_head_to_head_does_not_apply_when_some_met_more_often():
    games = head_to_head(TablesPlayed.of([*table(1, ADA, BO, CLEO), *table(2, BO, CLEO)]), [ADA, BO, CLEO])
    assert (games.fewest, games.most, games.applies) == (1, 2, False)
    assert [games.total(who) for who in (ADA, BO, CLEO)] == [0, 0, 0]


def test_head_to_head_does_not_apply_when_none_of_the_tied_met():
    games = head_to_head(TablesPlayed.of([*table(1, ADA, CLEO), *table(2, BO, DEV)]), [ADA, BO])
    assert head_to_head_tiebreak(ADA, games).explanation == "Does not apply: no two of the 2 tied met."


def test_head_to_head_is_not_needed_by_somebody_alone():
    assert head_to_head_tiebreak(ADA, head_to_head(TablesPlayed.of([]), [ADA])).explanation == (
        "Not needed: nobody else is level up to here."
    )


def test_anybody_can_check_the_draw():
    digest = hashlib.sha256(b"seed1").hexdigest()
    assert draw("seed", ADA) == digest
    assert digest in draw_tiebreak("seed", ADA).explanation
    assert digest.startswith(draw_tiebreak("seed", ADA).shown)


def test_opponents_are_worth_what_they_are_worth_in_this_way_of_counting():
    tallies = {BO: Tally(BO, 4, 1, 80 * UNIT, 9), CLEO: Tally(CLEO, 1, 0, 44 * UNIT, 9)}
    assert totals_of(tallies, [BO, CLEO, DEV], ALL) == {BO: 80 * UNIT, CLEO: 44 * UNIT}
    assert totals_of(tallies, [BO, CLEO, DEV], AVERAGE) == {BO: 20 * UNIT, CLEO: 44 * UNIT}


def test_an_opponent_without_a_row_is_met_and_worth_nothing():
    met = opponents(TablesPlayed.of(table(1, ADA, BO, DEV)), [ADA], {BO: 44 * UNIT})[ADA]
    assert (met.meetings, met.points, met.average) == (2, 44 * UNIT, 22 * UNIT)


def test_neighbours_are_told_apart_by_the_first_figure_that_differs():
    above = [points_tiebreak(tally(), ALL), wins_tiebreak(tally())]
    below = [points_tiebreak(tally(), ALL), wins_tiebreak(tally(wins=1))]
    assert separation(above, below, WINS) == "Level on table points. First places: 2 against 1."
    assert separation(above[1:], below[1:], WINS) == "First places: 2 against 1."
    with pytest.raises(ValueError, match="'Draw' is not one of the tie-breaks"):
        separation(above, below, DRAW)


def test_a_difference_too_small_for_two_decimals_is_shown_with_more():
    above, below = share_tiebreak(tally(share=1_200_001)), share_tiebreak(tally(share=1_200_000))
    assert above.shown == below.shown == "30.00 %"
    assert told_apart(above, below) == ("30.00003 %", "30.00000 %")
    assert separation([above], [below], SHARE) == "Average share: 30.00003 % against 30.00000 %."
    above, below = (points_tiebreak(Tally(ADA, 1, 0, units, 0), ALL) for units in (40 * UNIT + 1, 40 * UNIT))
    assert told_apart(above, below) == ("40.001", "40.000")


def test_table_points_come_first():
    assert points_tiebreak(tally(), ALL).name == POINTS == "Table points"
