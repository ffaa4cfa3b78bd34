"""A sum is a check digit, and the rules decide: which figures of a photo are sure, and what is offered instead."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from games.rules import career_poker, careers
from games.rules.definitions import canonical, definition
from games.rules.figures import UNMARKED
from games.rules.sheets import Problem, SeatLine
from games.rules.systems import SYSTEMS
from league.photo.rules.settling import EMPTY, SCRIBBLE, digit_ways, settle
from league.sheets.rules.sheet_cells import POINTS, cells_of
from tests.factories.definitions import seven_on_paper
from tests.factories.families import family
from tests.photos.pictures import a_played_sheet, written
from tests.photos.readings import CAREERS, blank, box, cell, read, readings

GAMES = (*SYSTEMS.values(), *(definition(canonical(raw), f"own-{key}") for key, raw in seven_on_paper().items()))


def test_a_line_that_adds_up_is_sure():
    settled = read()
    assert settled.sheet == CAREERS
    assert all(one.sure for one in settled.cells)


def test_the_sum_makes_a_doubtful_digit_sure():
    settled = read(doubts={("happiness", 0): "7"})
    assert cell(settled, "happiness").sure and cell(settled, "happiness").value == 17


def test_what_does_not_add_up_is_never_sure_and_the_likeliest_misreading_is_offered():
    settled = read({"happiness": "77"}, {("happiness", 0): "1"})
    assert [cell(settled, figure).sure for figure in ("happiness", "fame", "cash", POINTS)] == [False] * 4
    assert (cell(settled, "happiness").value, cell(settled, "happiness").offer) == (77, 17)
    assert cell(settled, "fame").offer is None and cell(settled, "layoffs").sure
    assert cell(settled, "fame", seat=2).sure


def test_a_wrong_sum_is_offered_to_be_wrong():
    settled = read({POINTS: "168"}, {(POINTS, 1): "0"})
    assert cell(settled, POINTS).offer == 108 and not cell(settled, POINTS).sure


def test_nothing_is_offered_where_no_misreading_explains_it():
    settled = read({"happiness": "99"})
    assert not cell(settled, "happiness").sure and all(one.offer is None for one in settled.cells)


def test_pounds_that_are_in_no_sum_have_to_be_sure_by_themselves():
    assert not cell(read(doubts={("cash", 3): "7"}), "cash").sure
    assert cell(read(doubts={("cash", 1): "7"}), "cash").sure


def test_a_doubt_about_them_is_not_forgotten_beside_many_doubts_that_the_sum_settles():
    boxes = readings(careers, 2, written(careers, CAREERS), {("cash", 3): "7"})
    cash = next(at for at, one in enumerate(cells_of(careers)) if one.figure == "cash")
    first = next(at for at, one in enumerate(boxes) if (one.field.seat, one.field.cell) == (1, cash))
    boxes[first] = replace(boxes[first], shares=tuple([0.04] * 5 + [0.75] + [0.04] * 4 + [0.005, 0.005]))
    boxes[first + 3] = replace(boxes[first + 3], shares=box(5, 0.99, 7))
    settled = settle(boxes, blank(CAREERS))
    assert cell(settled, "cash").value == 51_250 and not cell(settled, "cash").sure


def test_two_doubts_that_make_up_for_each_other_are_asked_about():
    settled = read(doubts={("happiness", 1): "8", ("fame", 1): "1", (POINTS, 2): "9"})
    assert not cell(settled, "happiness").sure


def test_without_a_sum_a_figure_has_to_be_sure_by_itself():
    settled = read({POINTS: ""}, {("happiness", 0): "7"})
    assert not cell(settled, "happiness").sure and cell(settled, "fame").sure
    assert cell(settled, POINTS).value is None


def test_a_required_figure_that_is_empty_is_asked_for():
    settled = read({"fame": "", POINTS: ""})
    assert cell(settled, "fame").value is None and not cell(settled, "fame").sure
    assert cell(settled, "salary").value is None and cell(settled, "salary").sure


@pytest.mark.parametrize("seat", [1, None])
def test_what_the_rules_contradict_is_not_sure(seat):
    settled = read(judge=lambda sheet: [Problem("Won below the target.", seat, "won")])
    assert not cell(settled, "won").sure and cell(settled, "fame").sure
    assert cell(settled, "won", seat=2).sure == (seat == 1)


@pytest.mark.parametrize(
    ("answers", "value", "readable"),
    [
        ((1, 2, EMPTY, EMPTY), 12, True),
        ((EMPTY, EMPTY, 1, 2), 12, True),
        ((0, 0, 7, EMPTY), 7, True),
        ((EMPTY, EMPTY, EMPTY, EMPTY), None, True),
        ((1, EMPTY, 2, EMPTY), None, False),
        ((1, SCRIBBLE, EMPTY, EMPTY), None, False),
    ],
)
def test_digits_make_a_number_from_either_side_without_a_gap(answers, value, readable):
    first = digit_ways([box(answer) for answer in answers])[0]
    assert (first.value, first.readable) == (value, readable)


def test_boxes_lost_in_glare_are_asked_about():
    boxes = readings(careers, 2, written(careers, CAREERS), {})
    lost = [
        replace(one, shares=()) if (one.field.seat, one.field.cell, one.field.at) == (1, 3, 0) else one for one in boxes
    ]
    settled = settle(lost, blank(CAREERS))
    assert not cell(settled, "fame").sure and not cell(settled, POINTS).sure and cell(settled, "fame", seat=2).sure


def test_degrees_and_trips_go_to_the_programs_whose_names_stand_on_the_sheet():
    columns = cells_of(careers)
    law, firm = (next(at for at, one in enumerate(columns) if one.own == own) for own in (0, 2))
    what = written(careers, CAREERS) | {(1, law): frozenset({0, 1}), (1, law + 2): "3", (1, firm): "4"}
    own = {1: ("law", "journalism", "bbc_news", "harrods")}
    figures = settle(readings(careers, 2, what, {}), blank(CAREERS), own=own).sheet.seats[0].figures
    assert figures["degrees"] == {"law": 2, UNMARKED: 1} and figures["trips"] == {"bbc_news": 4}
    figures = settle(readings(careers, 2, what, {}), blank(CAREERS)).sheet.seats[0].figures
    assert figures["degrees"] == {UNMARKED: 3} and figures["trips"] == {UNMARKED: 4}


def test_a_total_below_what_is_counted_by_name_is_asked_about():
    columns = cells_of(careers)
    law = next(at for at, one in enumerate(columns) if one.own == 0)
    for total, sure in (("1", False), ("2", True), ("3", True)):
        what = written(careers, CAREERS) | {(1, law): frozenset({0, 1}), (1, law + 2): total}
        settled = settle(readings(careers, 2, what, {}), blank(CAREERS))
        assert next(one for one in settled.cells if (one.seat, one.cell) == (1, law + 2)).sure == sure


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.ID)
@pytest.mark.parametrize("number", family(range(20), usual=2))
def test_what_was_written_comes_back_as_the_same_sheet(system, number):
    sheet = a_played_sheet(system, system.SEATS[1], np.random.default_rng(number))
    settled = settle(readings(system, len(sheet.seats), written(system, sheet), {}), blank(sheet))
    assert settled.sheet == sheet and all(one.sure for one in settled.cells)


def test_positions_without_those_of_a_deal_are_left_to_the_person():
    sheet = a_played_sheet(career_poker, 3, np.random.default_rng(2))
    names = [column.figure for column in cells_of(career_poker)]
    what = {key: text for key, text in written(career_poker, sheet).items() if names[key[1]] != POINTS}  # no sum
    boxes = readings(career_poker, 3, what, {})
    assert settle(boxes, blank(sheet)).sure.seats[0] == sheet.seats[0]
    second = names.index("positions") + 1
    lost = [replace(one, shares=()) if (one.field.seat, one.field.cell) == (1, second) else one for one in boxes]
    settled = settle(lost, blank(sheet))
    assert [one.sure for one in settled.cells if one.seat == 1 and names[one.cell] == "positions"].count(False) == 1
    assert "positions" not in settled.sure.seats[0].figures


@pytest.mark.parametrize(("points", "sure"), [("31", True), ("", False)])
def test_a_faint_minus_is_settled_by_the_sum_or_asked_about(points, sure):
    ponds = next(system for system in GAMES if system.ID == "own-fewest")
    sheet = replace(
        a_played_sheet(ponds, 1, np.random.default_rng(1)),
        seats=(SeatLine(1, 11, "Ada", won=True, figures={"first": -5, "second": 36}),),
    )
    at = {column.figure: number for number, column in enumerate(cells_of(ponds))}
    boxes = readings(ponds, 1, written(ponds, sheet) | {(1, at[POINTS]): points}, {})
    faint = [
        replace(one, shares=(0.9,)) if (one.field.kind, one.field.cell) == ("sign", at["first"]) else one
        for one in boxes
    ]
    first = next(one for one in settle(faint, blank(sheet)).cells if one.cell == at["first"])
    assert (first.value, first.sure) == (-5, sure)
