"""What cannot have happened at an Office Job table, and who wins there."""

import pytest

import engine
from games.rules import office_job
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, problems, winners
from tests.factories.careers_sheets import SEATED, YESTERDAY, known

ENTRY = office_job.RANKS["entry"]
CLEAN = "unless a card in effect did that: then say so in rank_by_card"


def a_seat(seat, points, rank, *, won=False, **figures):
    return SeatLine(seat, seat, SEATED[seat - 1], won, {"career_points": points, "rank": rank, **figures})


def a_sheet(*seats):
    return ScoreSheet("office_job", "london", YESTERDAY, seats)


def said(*seats):
    return [str(problem) for problem in problems(a_sheet(*seats), known())]


def test_the_columns_are_those_of_the_contract():
    assert [figure.name for figure in office_job.FIGURES if figure.required] == ["career_points", "rank"]
    assert (office_job.SEATS, office_job.MODES, office_job.ONE_WINNER) == ((2, 5), {}, False)


@pytest.mark.parametrize(
    "seats",
    [
        [(1, 0, "entry"), (2, 4, "entry")],
        [(1, 5, "manager"), (2, 12, "manager")],
        [(1, 10, "c_suite"), (2, 30, "c_suite"), (3, 4, "entry"), (4, 9, "manager"), (5, 0, "entry")],
    ],
)
def test_what_can_have_happened_is_accepted(seats):
    assert said(*(a_seat(*seat) for seat in seats)) == []


@pytest.mark.rule("office_job 8")
@pytest.mark.rule("office_job 7")
@pytest.mark.rule("office_job 15")
@pytest.mark.parametrize(
    ("points", "rank", "sentence"),
    [
        (9, "c_suite", f"C-Suite with 9 career points; it takes 10, {CLEAN}. (rules 8 and 29)"),
        (4, "manager", f"Manager with 4 career points; it takes 5, {CLEAN}. (rules 7 and 29)"),
        (
            5,
            "entry",
            f"Entry-Level Employee with 5 career points; 5 make a Manager at once, {CLEAN}. (rules 15 and 29)",
        ),
    ],
)
def test_a_rank_goes_with_the_points(points, rank, sentence):
    assert said(a_seat(1, points, rank), a_seat(2, 1, "entry")) == [f"Seat 1 (Ada): {sentence}"]


@pytest.mark.rule("office_job 29")
@pytest.mark.rule("office_job example 8")
@pytest.mark.parametrize(("points", "rank"), [(7, "c_suite"), (2, "manager"), (6, "entry")])
def test_a_card_in_effect_may_give_another_rank(points, rank):
    assert said(a_seat(1, points, rank, rank_by_card=True), a_seat(2, 1, "entry")) == []


@pytest.mark.rule("office_job 30")
@pytest.mark.rule("office_job example 21")
def test_rank_comes_before_points_and_equals_share_the_victory():
    sheet = a_sheet(a_seat(1, 12, "c_suite"), a_seat(2, 20, "manager"), a_seat(3, 12, "c_suite"))
    assert office_job.ranking(sheet) == ((1, 3), (2,))
    assert winners(sheet) == {1, 3} and problems(sheet, known()) == []


@pytest.mark.rule("office_job 30")
def test_a_stated_winner_must_be_the_one_of_the_figures():
    assert said(a_seat(1, 12, "c_suite", won=True), a_seat(2, 20, "manager")) == []
    wrong = said(a_seat(1, 12, "c_suite"), a_seat(2, 20, "manager", won=True))
    decides = "the highest rank, then the most points"
    assert wrong == [
        f"Seat 1 (Ada): won by the figures ({decides}), but is not marked as winner. (rule 30)",
        f"Seat 2 (Bo): marked as winner, but by the figures seat 1 won: {decides}. (rule 30)",
    ]
    shared = said(a_seat(1, 3, "entry", won=True), a_seat(2, 3, "entry"))
    assert shared == [f"Seat 2 (Bo): won by the figures ({decides}), but is not marked as winner. (rule 30)"]


@pytest.mark.parametrize("size", [1, 6])
def test_two_to_five_play(size):
    (sentence, *_) = said(*(a_seat(seat, seat, "entry", rank_by_card=True) for seat in range(1, size + 1)))
    assert sentence == f"The sheet has {size} seats; Office Job is played by 2 to 5."


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("career_points", "-1", "career points is -1; it can't be below 0"),
        ("career_points", "1000", "career points is 1,000; it can't be more than 999"),
        ("career_points", "", "career points is missing"),
        ("rank", "boss", "rank 'boss' must be one of entry, manager, c_suite"),
        ("rank", 3, "rank '3' must be one of entry, manager, c_suite"),
        ("rank", None, "rank is missing"),
    ],
)
def test_impossible_figures_are_refused_by_name(column, value, reason):
    raw = {"career_points": "7", "rank": "manager", column: value}
    _, found = read_figures(office_job.FIGURES, raw, who="Seat 1 (Ada)", seat=1)
    assert [str(problem) for problem in found] == [f"Seat 1 (Ada): {reason}."]


def test_a_rank_is_read_in_any_case():
    raw = {"career_points": "1,0", "rank": " C_Suite "}
    assert read_figures(office_job.FIGURES, {**raw, "career_points": "10"}, who="", seat=1)[0] == {
        "career_points": 10, "rank": "c_suite",
    }  # fmt: skip


def played(system, seats, seed):
    """The sheet of a game that bots played, made without a line that knows which game it is."""
    game = engine.new_game(system, seats, seed)
    while not game.over:
        legal = game.legal_actions()
        game.apply(legal[seed * game.rng % len(legal)])
    outcome = game.outcome()
    lines = []
    for seat, score in enumerate(outcome.scores, 1):
        figures, found = read_figures(SYSTEMS[system].FIGURES, score, who=f"Seat {seat}", seat=seat)
        assert found == []
        lines.append(SeatLine(seat, seat if seat < 8 else None, "", score["won"], figures))
    return ScoreSheet(system, "london", YESTERDAY, tuple(lines)), outcome


@pytest.mark.parametrize("system", ["office_job", "career_poker"])
@pytest.mark.parametrize("seed", range(6))
def test_a_finished_engine_game_is_a_sheet_that_stands(system, seed):
    least, most = SYSTEMS[system].SEATS
    for seats in range(least, most + 1):
        sheet, outcome = played(system, seats, seed)
        assert problems(sheet, known()) == []
        assert [SYSTEMS[system].points(line, sheet) for line in sheet.seats] == [
            score["points"] for score in outcome.scores
        ]
        assert winners(sheet) == {seat + 1 for seat in outcome.winners}


@pytest.mark.rule("office_job 29")
@pytest.mark.parametrize(
    ("points", "rank", "by_card", "figure"),
    [
        (41, "c_suite", False, "career_points"),
        (999, "c_suite", False, "career_points"),
        (40, "c_suite", False, None),
        (0, "c_suite", True, "rank"),
        (21, "entry", True, "rank"),
        (11, "entry", True, None),
        (5, "c_suite", True, None),
        (7, "manager", True, "rank_by_card"),
    ],
)
def test_what_hardly_ever_happens_deserves_a_second_look(points, rank, by_card, figure):
    seat = a_seat(1, points, rank, **({"rank_by_card": True} if by_card else {}))
    found = problems(a_sheet(seat, a_seat(2, 0, "entry")), known())
    expected = [(figure, "warning")] if figure else []
    assert [(problem.figure, problem.severity) for problem in found] == expected
