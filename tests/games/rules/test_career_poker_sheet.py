"""What cannot have happened at a Career Poker table, and who wins there."""

from fractions import Fraction

import pytest

import engine
from characters.rules.house_rules import HouseRules
from engine.core.rng import Stream
from games.rules import career_poker
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine, by_rules
from games.rules.systems import problems, winners
from tests.factories.careers_sheets import SEATED, YESTERDAY, known

EXAMPLE_20 = ("1;2;1", "2;1;4", "3;3;2", "4;4;3")


def a_sheet(*cells, won=()):
    seats = []
    for seat, cell in enumerate(cells, 1):
        figures, found = read_figures(career_poker.FIGURES, {"positions": cell}, who=f"Seat {seat}", seat=seat)
        assert found == []
        seats.append(SeatLine(seat, seat, SEATED[seat - 1], seat in won, figures))
    return ScoreSheet("career_poker", "london", YESTERDAY, tuple(seats))


def said(*cells, won=()):
    return [str(problem) for problem in problems(a_sheet(*cells, won=won), known())]


def test_the_column_is_that_of_the_contract():
    assert [figure.name for figure in career_poker.FIGURES] == ["positions"]
    assert (career_poker.SEATS, career_poker.MODES, career_poker.ONE_WINNER) == ((4, 8), {}, False)


@pytest.mark.rule("career_poker 28")
@pytest.mark.rule("career_poker B12")
@pytest.mark.rule("career_poker example 20")
def test_points_and_places_follow_from_the_positions():
    sheet = a_sheet(*EXAMPLE_20)
    assert [career_poker.points(line, sheet) for line in sheet.seats] == [8, 5, 4, 1]
    assert career_poker.ranking(sheet) == ((1,), (2,), (3,), (4,))
    assert winners(sheet) == {1} and problems(sheet, known()) == []


@pytest.mark.rule("career_poker 28")
@pytest.mark.rule("career_poker B12")
def test_a_season_says_what_a_position_is_worth():
    sheet = by_rules(a_sheet(*EXAMPLE_20), HouseRules(games={"career_poker": {"points": [10, 3, 1]}}))
    assert [career_poker.points(line, sheet) for line in sheet.seats] == [10 + 3 + 10, 3 + 10, 1 + 1 + 3, 1]
    sheet = by_rules(a_sheet(*EXAMPLE_20), HouseRules(games={"career_poker": {"points": [5, 4, 3, 2]}}))
    assert [career_poker.points(line, sheet) for line in sheet.seats][3] == 2 + 2 + 3, "the last place counts as well"


@pytest.mark.rule("career_poker B12")
def test_engine_and_sheet_score_a_match_alike_where_a_season_gives_points():
    options = {"settings": {"points": [10, 6, 3, 1], "deals": 3}}
    game, stream = engine.new_game("career_poker", 5, 4, options), Stream(4)
    while not game.over:
        game.apply(stream.choice(game.legal_actions()))
    cells = [";".join(map(str, score["positions"])) for score in game.outcome().scores]
    sheet = by_rules(a_sheet(*cells), HouseRules(games={"career_poker": {"points": [10, 6, 3, 1]}}))
    assert [career_poker.points(line, sheet) for line in sheet.seats] == [
        one["points"] for one in game.outcome().scores
    ]


@pytest.mark.rule("career_poker B12")
def test_equal_sums_go_to_the_better_position_in_the_last_deal():
    assert career_poker.ranking(a_sheet("1;2", "2;1", "4;3", "3;4")) == ((2,), (1,), (3,), (4,))


@pytest.mark.rule("career_poker 8")
@pytest.mark.parametrize(
    ("cells", "sentences"),
    [
        (("1;2", "2;1", "3;3", "3;4"),
         ["Seat 4 (Dev): position 3 in deal 1, which seat 3 already has. (rule 8)"]),
        (("1;2", "2;1", "3;3", "4"),
         ["Seat 4 (Dev): 1 position, but 2 deals were played. (rule 8)"]),
        (("1", "2", "3", "5"),
         ["Seat 4 (Dev): position 5 in deal 1, at a table of 4. (rule 8)"]),
        (("1", "1", "1", "1"),
         [f"Seat {seat} ({SEATED[seat - 1]}): position 1 in deal 1, which seat 1 already has. (rule 8)"
          for seat in (2, 3, 4)]),
    ],
)  # fmt: skip
def test_positions_are_a_permutation_in_every_deal(cells, sentences):
    assert said(*cells) == sentences


def test_a_sheet_without_positions_is_refused():
    sheet = ScoreSheet("career_poker", "london", YESTERDAY, tuple(SeatLine(n, n, "", False) for n in range(1, 5)))
    assert [problem.figure for problem in problems(sheet, known())] == ["positions"] * 4
    assert career_poker.ranking(sheet) == ((1, 2, 3, 4),)


@pytest.mark.rule("career_poker B15")
@pytest.mark.parametrize(("positions", "held"), [((4, 2, 1), "Boss, 1 of 4"), ((1, 2, 4), "Dishwasher, 4 of 4")])
def test_the_position_held_is_that_after_the_last_deal(positions, held):
    assert career_poker.position_held({"positions": positions}, 4, {}) == held


@pytest.mark.rule("career_poker 27")
@pytest.mark.parametrize(("deals", "total", "words"), [(3, 8, "2.67 points a deal"), (1, 3, "3.00 points a deal")])
def test_a_best_match_is_remembered_by_points_a_deal(deals, total, words):
    key, text = career_poker.best({"positions": (1,) * deals}, total)
    assert (key, text) == ((Fraction(total, deals),), words)


@pytest.mark.rule("career_poker 27")
def test_a_match_has_a_hundred_deals_at_most():
    cells = [";".join([str(position)] * 101) for position in range(1, 5)]
    assert said(*cells)[0] == "Seat 1 (Ada): 101 deals; the limit is 100. (rule 27)"
    cells = [";".join([str(position)] * 100) for position in range(1, 5)]
    assert said(*cells) == []


@pytest.mark.rule("career_poker 28")
def test_a_stated_winner_must_be_the_one_of_the_figures():
    assert said(*EXAMPLE_20, won=(1,)) == []
    wrong = said(*EXAMPLE_20, won=(1, 3))
    assert wrong == [
        "Seat 3 (Cleo): marked as winner, but by the figures seat 1 won: the most points, then the better position in "
        "the last deal. (rule 28)"
    ]


def test_a_sheet_of_one_seat_is_refused_like_any_other_size():
    assert "The sheet has 1 seats; Career Poker is played by 4 to 8." in said("1")


@pytest.mark.parametrize("size", [3, 7])
def test_four_to_eight_play(size):
    found = said(*(str(position) for position in range(1, size + 1)))
    assert found == ([] if size == 7 else ["The sheet has 3 seats; Career Poker is played by 4 to 8."])


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("", "is missing"),
        ("1;;2", "'1;;2' must be one position per deal, like 1;3;2"),
        ("1;2;", "'1;2;' must be one position per deal, like 1;3;2"),
        ([], "'[]' must be one position per deal, like 1;3;2"),
        (3, "'3' must be one position per deal, like 1;3;2"),
        ("1;x", "'x' is not a whole number"),
        ("0;1", "contains a 0; the first position is 1"),
        ("9;1", "is 9; it can't be more than 8"),
        ("-1;1", "is -1; it can't be below 0"),
    ],
)
def test_positions_that_cannot_be_read_are_refused_by_name(value, reason):
    _, found = read_figures(career_poker.FIGURES, {"positions": value}, who="Seat 1 (Ada)", seat=1)
    assert [str(problem) for problem in found] == [f"Seat 1 (Ada): positions {reason}."]


@pytest.mark.parametrize("value", ["1;3;2", " 1; 3 ;2", [1, 3, 2], (1, "3", 2)])
def test_positions_are_read_from_text_and_lists(value):
    assert read_figures(career_poker.FIGURES, {"positions": value}, who="", seat=1)[0] == {"positions": (1, 3, 2)}
