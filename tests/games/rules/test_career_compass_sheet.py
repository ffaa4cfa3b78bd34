"""What cannot have happened at a Career Compass table, and who wins there."""

import pytest

from games.rules import career_compass
from games.rules.figures import read_figures
from games.rules.sheets import WARNING, ScoreSheet, SeatLine
from games.rules.systems import problems, winners
from tests.factories.careers_sheets import SEATED, YESTERDAY, known
from tests.factories.engine_games import played_by_engine


def a_seat(seat, cards, joker="", *, won=False):
    figures = {"cards": cards, **({"joker": joker} if joker else {})}
    return SeatLine(seat, seat, SEATED[seat - 1], won, figures)


def a_sheet(*seats):
    return ScoreSheet("career_compass", "london", YESTERDAY, seats)


def said(*seats):
    return [str(problem) for problem in problems(a_sheet(*seats), known())]


def test_the_columns_are_those_of_the_contract_and_the_joker():
    assert [(figure.name, figure.required) for figure in career_compass.FIGURES] == [("cards", True), ("joker", False)]
    assert (career_compass.SEATS, career_compass.MODES, career_compass.ONE_WINNER) == ((2, 33), {}, False)


@pytest.mark.rule("career_compass 4")
@pytest.mark.rule("career_compass example 17")
def test_most_cards_win_and_equal_numbers_share():
    sheet = a_sheet(a_seat(1, 0), a_seat(2, 18), a_seat(3, 15))
    assert career_compass.ranking(sheet) == ((2,), (3,), (1,)) and winners(sheet) == {2}
    shared = a_sheet(a_seat(1, 11), a_seat(2, 0), a_seat(3, 11), a_seat(4, 11))
    assert career_compass.ranking(shared) == ((1, 3, 4), (2,)) and winners(shared) == {1, 3, 4}
    assert problems(sheet, known()) == problems(shared, known()) == []


@pytest.mark.rule("career_compass 4")
def test_a_stated_winner_must_be_the_one_of_the_figures():
    assert said(a_seat(1, 33, won=True), a_seat(2, 0)) == []
    assert said(a_seat(1, 33), a_seat(2, 0, won=True)) == [
        "Seat 1 (Ada): won by the figures (the most cards), but is not marked as winner. (rule 4)",
        "Seat 2 (Bo): marked as winner, but by the figures seat 1 won: the most cards. (rule 4)",
    ]


@pytest.mark.rule("career_compass 2")
@pytest.mark.rule("career_compass 7")
@pytest.mark.parametrize("cards", [(17, 15), (33, 1), (0, 0), (20, 14)])
def test_cards_that_do_not_add_up_to_33_are_refused(cards):
    (sentence,) = said(*(a_seat(seat, count) for seat, count in enumerate(cards, 1)))
    most = max(cards)
    who = "Seat 1 (Ada)" if cards[0] == most else "Seat 2 (Bo)"
    together = f"the table has {sum(cards)} in all, but the deck has 33"
    assert sentence == f"{who}: {most} cards; {together}. (rules 2 and 7)"


@pytest.mark.rule("career_compass 9")
def test_the_joker_may_be_stated_by_one_seat_or_by_all_but_only_one():
    assert career_compass.joker(a_sheet(a_seat(1, 33), a_seat(2, 0, "teamwork"))) == "teamwork"
    assert career_compass.joker(a_sheet(a_seat(1, 33), a_seat(2, 0))) is None
    assert said(a_seat(1, 33, "teamwork"), a_seat(2, 0, "teamwork")) == []
    (sentence,) = said(a_seat(1, 33, "teamwork"), a_seat(2, 0, "creativity"))
    assert sentence.startswith("Seat 2 (Bo): joker skill 'creativity', but another seat says 'teamwork'")


@pytest.mark.rule("career_compass 4")
def test_a_game_that_nobody_has_lost_all_cards_in_deserves_a_second_look():
    (problem,) = problems(a_sheet(a_seat(1, 11), a_seat(2, 11), a_seat(3, 11)), known())
    assert problem.severity == WARNING and problem.figure == "cards"
    assert said(a_seat(1, 20), a_seat(2, 13)) == [], "two players may stop after a number of rounds"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"cards": "34"}, "cards is 34; it can't be more than 33"),
        ({"cards": ""}, "cards is missing"),
        ({"cards": "3", "joker": "luck"}, "joker skill 'luck' must be one of quantitative, creativity, communication, "
                                          "practical, organisms, leadership, teamwork"),
    ],
)  # fmt: skip
def test_impossible_figures_are_refused_by_name(raw, reason):
    _, found = read_figures(career_compass.FIGURES, raw, who="Seat 1 (Ada)", seat=1)
    assert [str(problem) for problem in found] == [f"Seat 1 (Ada): {reason}."]


@pytest.mark.parametrize("size", [1, 9])
def test_two_to_eight_play(size):
    seats = [SeatLine(seat, None, "", False, {"cards": 33 if seat == 1 else 0}) for seat in range(1, size + 1)]
    (sentence, *_) = said(*seats)
    assert sentence == f"The sheet has {size} seats; The Ecologist's Career Compass is played by 2 to 8."


@pytest.mark.rule("career_compass B2")
@pytest.mark.parametrize("aside", [False, True])
def test_nine_play_where_the_season_says_so_with_or_without_the_odd_cards(aside):
    cards = [33 - 6 * aside, *[0] * 8]
    seats = [SeatLine(seat, seat if seat < 7 else None, "", False, {"cards": n}) for seat, n in enumerate(cards, 1)]
    sheet = ScoreSheet("career_compass", "london", YESTERDAY, tuple(seats))
    chosen = {"max_players": 9, **({"uneven": "set_aside"} if aside else {})}
    assert problems(sheet, known(games={"career_compass": chosen})) == []
    assert "played by 2 to 8" in str(problems(sheet, known())[0])


@pytest.mark.rule("career_compass 1", "career_compass B2")
@pytest.mark.parametrize(("size", "aside", "total"), [(33, False, 33), (20, True, 20), (34, False, 33)])
def test_as_many_play_as_there_are_cards_where_the_season_says_so(size, aside, total):
    seats = [SeatLine(seat, seat if seat < 7 else None, "", False, {"cards": 0}) for seat in range(1, size + 1)]
    seats[-1] = SeatLine(size, None, "", False, {"cards": total})
    chosen = {"max_players": 33, **({"uneven": "set_aside"} if aside else {})}
    found = problems(
        ScoreSheet("career_compass", "london", YESTERDAY, tuple(seats)), known(games={"career_compass": chosen})
    )
    assert any("played by 2 to 33" in str(one) for one in found) == (size > 33)
    assert found == [] or size > 33


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_finished_engine_game_is_a_sheet_that_stands(seats):
    for seed in range(4):
        sheet, outcome = played_by_engine("career_compass", seats, seed)
        assert problems(sheet, known()) == [] and career_compass.joker(sheet) == outcome.scores[0]["joker"]
        assert [career_compass.points(line) for line in sheet.seats] == [one["points"] for one in outcome.scores]
        assert winners(sheet) == {seat + 1 for seat in outcome.winners}
