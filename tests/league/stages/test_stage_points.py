"""The working of a row of a stage, in words: games, byes and penalties, or how far somebody came in a knock-out."""

import pytest

from games.rules.points import UNIT
from league.standings.rules.standings import Standing
from league.standings.rules.tiebreaks import DRAW, POINTS, WINS, Tally, Tiebreak, draw
from league.tournaments.stages.rules.stage_points import bye_units, knock_out_row, points_explanation, with_explanation

ADA = 1


@pytest.mark.parametrize(
    ("games", "played", "byes", "times_out", "penalties", "sentence"),
    [
        (1, 60, 0, 0, 0, "60.00 points from 1 game."),
        (2, 108, 36, 1, 0, "108.00 points from 2 games, 36.00 from a bye."),
        (2, 108, 72, 2, 5, "108.00 points from 2 games, 72.00 from 2 byes, 5.00 taken by penalties."),
        (0, 0, 0, 1, 0, "0.00 points from 0 games, 0.00 from a bye."),
        (2, 108, 0, 0, 5, "108.00 points from 2 games, 5.00 taken by penalties."),
    ],
)
def test_points_of_a_row_are_worked_out_in_words(games, played, byes, times_out, penalties, sentence):
    assert points_explanation(games, played * UNIT, byes * UNIT, times_out, penalties * UNIT) == sentence


@pytest.mark.parametrize(
    ("points", "games", "units"),
    [(0, 0, 36 * UNIT), (60 * UNIT, 1, 48 * UNIT), (12 * UNIT, 1, 12 * UNIT), (100, 3, 33), (0, 2, 0)],
)
def test_a_bye_is_the_own_average_rounded_down_48_at_most_and_36_before_the_first_game(points, games, units):
    assert bye_units(points, games) == units


@pytest.mark.parametrize(
    ("reached", "through", "place", "shown", "sentence"),
    [
        (2, True, 1, "Round 2", "Reached round 2: won its table; seeded 3."),
        (2, False, 4, "Round 2", "Reached round 2: place 4 at its table; seeded 3."),
        (2, False, 0, "Round 2", "Reached round 2: no result there; seeded 3."),
        (0, False, 0, "Not played", "Seeded 3."),
    ],
)
def test_a_row_of_a_knock_out_says_how_far_somebody_came(reached, through, place, shown, sentence):
    tally = Tally(ADA, 2, 1, 104 * UNIT, 0)
    row = knock_out_row(1, tally, reached=reached, through=through, place=place, seeding=3)
    assert [(each.shown, each.explanation) for each in row.tiebreaks] == [
        ("104.00", "104.00 points from 2 games."),
        (shown, sentence),
    ]


def test_the_first_of_a_knock_out_is_decided_by_nothing_and_the_others_by_it():
    rows = [knock_out_row(at, Tally(ADA, 1, 0, 0, 0), reached=1, through=False, place=2, seeding=1) for at in (1, 2, 3)]
    assert [row.decided_by for row in rows] == ["", "Knock-out", "Knock-out"]
    assert [(row.position, row.position_before_draw) for row in rows] == [(1, 1), (2, 2), (3, 3)]


def test_the_lot_of_a_stage_follows_from_the_commitment_and_other_tie_breaks_keep_their_words():
    tiebreaks = tuple(Tiebreak(name, None, "-", "as in a season") for name in (POINTS, WINS, DRAW))
    row = with_explanation(Standing(1, 1, Tally(ADA, 1, 0, 0, 0), "", tiebreaks), "60.00 points.", "c0ffee", 17)
    points, wins, lot = (each.explanation for each in row.tiebreaks)
    assert (points, wins) == ("60.00 points.", "as in a season")
    assert "SHA-256 of 'c0ffee17'" in lot and draw("c0ffee", 17) in lot
