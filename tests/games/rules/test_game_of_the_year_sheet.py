"""What cannot have happened at a Game of the Year table, and who wins there."""

import pytest

from games.rules import game_of_the_year
from games.rules.figures import read_figures
from games.rules.sheets import WARNING, ScoreSheet, SeatLine
from games.rules.systems import problems, winners
from tests.factories.careers_sheets import SEATED, YESTERDAY, known
from tests.factories.engine_games import played_by_engine

COLUMNS = [figure.name for figure in game_of_the_year.FIGURES]
DECIDES = "the most points among the players who lead a category, then more categories, then more money"


def a_seat(seat, *figures, won=False):
    return SeatLine(seat, seat, SEATED[seat - 1], won, dict(zip(COLUMNS, figures, strict=True)))


def a_sheet(*seats):
    return ScoreSheet("game_of_the_year", "london", YESTERDAY, seats)


def said(*seats):
    return [str(problem) for problem in problems(a_sheet(*seats), known())]


def test_the_columns_are_those_of_the_contract():
    assert COLUMNS == ["fame_tokens", "family_tokens", "red_letter_tokens", "holiday_cards", "money"]
    assert all(figure.required for figure in game_of_the_year.FIGURES)
    assert (game_of_the_year.SEATS, game_of_the_year.MODES, game_of_the_year.ONE_WINNER) == ((2, 6), {}, False)


@pytest.mark.rule("game_of_the_year 1")
def test_tokens_and_cards_count_five_and_each_full_hundred_one():
    assert game_of_the_year.points(a_seat(1, 2, 3, 4, 1, 990)) == 10 + 15 + 20 + 5 + 9
    assert game_of_the_year.category_points(a_seat(1, 2, 3, 4, 1, 990)) == (10, 15, 20, 5, 9)


@pytest.mark.rule("game_of_the_year 2")
@pytest.mark.rule("game_of_the_year example 23")
def test_the_winner_must_lead_a_category():
    ada, bo, cleo = a_seat(1, 6, 6, 5, 0, 500), a_seat(2, 5, 5, 0, 0, 3800), a_seat(3, 8, 8, 0, 0, 0)
    sheet = a_sheet(ada, bo, cleo, a_seat(4, 0, 0, 8, 1, 300))
    assert [game_of_the_year.points(line) for line in sheet.seats] == [90, 88, 80, 48]
    assert game_of_the_year.ranking(sheet) == ((2,), (1,), (3,), (4,))
    assert winners(sheet) == {2} and problems(sheet, known()) == []


@pytest.mark.rule("game_of_the_year 2")
def test_ties_go_by_categories_then_money_then_are_shared():
    assert game_of_the_year.ranking(a_sheet(a_seat(1, 1, 1, 0, 0, 0), a_seat(2, 2, 0, 0, 0, 0))) == ((1, 2),)
    assert game_of_the_year.ranking(a_sheet(a_seat(1, 2, 0, 0, 0, 0), a_seat(2, 1, 0, 0, 0, 500))) == ((2,), (1,))
    more = a_sheet(a_seat(1, 2, 0, 1, 0, 0), a_seat(2, 0, 2, 0, 0, 500), a_seat(3, 0, 2, 1, 0, 0))
    assert game_of_the_year.ranking(more) == ((2,), (1, 3)), "all lead two categories"


@pytest.mark.rule("game_of_the_year 2")
def test_a_stated_winner_must_be_the_one_of_the_figures():
    one, two = (1, 3, 0, 0, 0, 0), (2, 1, 0, 0, 0, 100)
    assert said(a_seat(*one), a_seat(*two)) == [] == said(a_seat(*one, won=True), a_seat(*two))
    assert said(a_seat(*one), a_seat(*two, won=True)) == [
        f"Seat 1 (Ada): won by the figures ({DECIDES}), but is not marked as winner. (rule 2)",
        f"Seat 2 (Bo): marked as winner, but by the figures seat 1 won: {DECIDES}. (rule 2)",
    ]


@pytest.mark.parametrize(("seats", "supply"), [(2, 18), (3, 22), (4, 26), (5, 30), (6, 34)])
@pytest.mark.parametrize("column", range(3))
def test_no_more_tokens_than_the_box_holds(seats, supply, column):
    def table(total):
        shares = [total - seats + 1, *[1] * (seats - 1)]
        return [a_seat(at, *(share if at_column == column else 0 for at_column in range(5)))
                for at, share in enumerate(shares, 1)]  # fmt: skip

    assert said(*table(supply)) == []
    label = game_of_the_year.FIGURES[column].label
    (sentence,) = said(*table(supply + 1))
    assert sentence == (
        f"Seat 1 (Ada): {supply - seats + 2} {label}, {supply + 1} at the table; for {seats} players the box holds "
        f"{supply}. (the supply)"
    )


@pytest.mark.rule("game_of_the_year 4")
def test_no_more_holiday_cards_than_there_are():
    assert said(a_seat(1, 0, 0, 0, 6, 0), a_seat(2, 0, 0, 0, 6, 0)) == []
    (sentence,) = said(a_seat(1, 0, 0, 0, 6, 0), a_seat(2, 0, 0, 0, 7, 0))
    assert sentence.startswith("Seat 2 (Bo): 7 Holiday Cards, 13 at the table")


def test_money_that_is_no_multiple_of_a_hundred_deserves_a_second_look():
    (problem,) = problems(a_sheet(a_seat(1, 1, 0, 0, 0, 850), a_seat(2, 0, 1, 0, 0, 0)), known())
    assert (problem.severity, problem.seat, problem.figure) == (WARNING, 1, "money")


@pytest.mark.parametrize("size", [1, 7])
def test_two_to_six_play(size):
    (sentence, *_) = said(*(a_seat(seat, 0, 0, 0, 0, 0) for seat in range(1, size + 1)))
    assert sentence == f"The sheet has {size} seats; Game of the Year is played by 2 to 6."


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("fame_tokens", "-1", "fame tokens is -1; it can't be below 0"),
        ("money", "1.5", "money '1.5' is not a whole number"),
        ("holiday_cards", None, "holiday cards is missing"),
    ],
)
def test_impossible_figures_are_refused_by_name(column, value, reason):
    raw = {**dict.fromkeys(COLUMNS, "1"), column: value}
    _, found = read_figures(game_of_the_year.FIGURES, raw, who="Seat 1 (Ada)", seat=1)
    assert [str(problem) for problem in found] == [f"Seat 1 (Ada): {reason}."]


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_finished_engine_game_is_a_sheet_that_stands(seats):
    for seed in range(4):
        sheet, outcome = played_by_engine("game_of_the_year", seats, seed)
        assert problems(sheet, known()) == []
        assert [game_of_the_year.points(line) for line in sheet.seats] == [one["points"] for one in outcome.scores]
        assert winners(sheet) == {seat + 1 for seat in outcome.winners}


@pytest.mark.rule("game_of_the_year B4")
@pytest.mark.parametrize(("money", "warned"), [(5_000, False), (5_100, True), (1_000_000, True)])
def test_more_money_than_anybody_ever_has_is_a_warning(money, warned):
    found = problems(a_sheet(a_seat(1, 1, 0, 0, 0, money), a_seat(2, 0, 0, 0, 0, 0)), known())
    assert [(problem.figure, problem.severity) for problem in found] == [("money", "warning")] * warned
