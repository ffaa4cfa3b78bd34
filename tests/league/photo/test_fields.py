"""Which field of the form a photo fills, and what a report made of what was read: counts alone."""

from dataclasses import replace

import pytest

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from games.rules.figures import UNMARKED
from games.rules.systems import SYSTEMS
from league.photo.rules.fields import Compared, FieldReading, cells_kept, compared, field_readings, fields_kept
from league.photo.rules.settling import CellReading, Settled
from league.sheets.rules.sheet_cells import DEALS, ReadField, cells
from tests.photos.readings import CAREERS, read

OWN = {1: ("law", "sales", "harrods", "harrods")}


def fields_of(settled: Settled, system: str = "careers") -> dict[str, FieldReading]:
    return {field.name: field for field in field_readings(SYSTEMS[system], settled.cells, OWN)}


def test_a_field_has_the_name_of_its_input_and_what_is_written_in_it():
    fields = fields_of(read())
    assert set(fields) == {
        *("seat-1-won", "seat-1-points", "seat-1-happiness", "seat-1-fame", "seat-1-cash"),
        *("seat-2-points", "seat-2-happiness", "seat-2-fame", "seat-2-cash"),
    }
    assert (fields["seat-1-cash"].read, fields["seat-1-cash"].sure, fields["seat-1-cash"].guess) == ("51250", True, "")


def test_what_would_add_up_is_said_where_it_is_one_figure_alone():
    field = fields_of(read({"happiness": "77"}, {("happiness", 0): "1"}))["seat-1-happiness"]
    assert (field.sure, field.read, field.guess, field.adds_up) == (False, "77", "17", True)
    others = fields_of(read({"happiness": "77"}, {("happiness", 0): "1"}))
    assert not others["seat-1-fame"].adds_up and others["seat-1-fame"].guess == "40"


def cell_of(system: str, figure: str, nth: int = 0) -> int:
    return [at for at, cell in enumerate(cells(SYSTEMS[system].FIGURES, DEALS)) if cell.figure == figure][nth]


def test_marks_of_own_programs_have_their_field_and_what_has_no_name_is_in_the_total():
    program, company, total = (cell_of("careers", *which) for which in (("degrees", 0), ("trips", 0), ("degrees", 2)))
    readings = [
        CellReading(1, program, frozenset({0, 1}), 1, True),
        CellReading(1, company, 3, 0.9, False),
        CellReading(2, program, frozenset({0}), 1, True),
        CellReading(2, total, 4, 1, True),
    ]
    fields = {field.name: field for field in field_readings(SYSTEMS["careers"], readings, OWN)}
    assert set(fields) == {"seat-1-degrees-law", "seat-1-trips-harrods", "seat-2-degrees-total"}
    assert fields["seat-1-trips-harrods"].guess == "3" and fields["seat-2-degrees-total"].cells == (program, total)


def test_positions_are_one_field_with_all_deals():
    deals = [cell_of("career_poker", "positions", deal) for deal in range(DEALS)]
    values = [3, 1, 2, None, None, None]
    readings = [CellReading(1, deal, value, 0.9, value != 1) for deal, value in zip(deals, values, strict=True)]
    (field,) = field_readings(SYSTEMS["career_poker"], readings, {})
    assert (field.name, field.sure, field.guess) == ("seat-1-positions", False, "3;1;2")


def test_a_report_counts_what_was_changed_and_what_was_guessed():
    settled = read({"happiness": "77"}, {("happiness", 0): "1"})
    counts = compared(CAREERS, settled.cells, {})
    assert counts == {
        "won": Compared(sure=1),
        "happiness": Compared(sure=1, asked=1, right=1),
        "fame": Compared(sure=1, asked=1, right=1),
        "cash": Compared(sure=1, asked=1, right=1),
    }
    ada, bo = CAREERS.seats
    other = replace(CAREERS, seats=(ada, replace(bo, figures={**bo.figures, "fame": 31, "layoffs": 2})))
    assert compared(other, settled.cells, {})["fame"] == Compared(sure=1, changed=1, asked=1, right=1)
    assert compared(other, settled.cells, {})["layoffs"] == Compared(sure=1, changed=1)


def test_ticks_of_a_program_are_compared_by_their_number_and_a_total_not_at_all():
    ada, bo = CAREERS.seats
    program, total = cell_of("careers", "degrees", 0), cell_of("careers", "degrees", 2)
    sheet = replace(CAREERS, seats=(replace(ada, figures={**ada.figures, "degrees": {"law": 2, UNMARKED: 1}}), bo))
    readings = [CellReading(1, program, frozenset({0, 2}), 1, True), CellReading(1, total, None, 1, True)]
    assert compared(sheet, readings, OWN) == {"degrees": Compared(sure=1)}


def test_what_another_version_kept_was_not_read_where_it_does_not_fit():
    """A day's readings outlive an update that takes away a figure or adds something to what is kept."""
    settled = read()
    beyond = CellReading(1, len(list(cells(SYSTEMS["careers"].FIGURES, DEALS))), 3, 1, True)
    assert compared(CAREERS, [*settled.cells, beyond], {}) == compared(CAREERS, settled.cells, {})
    row = {
        "system": "careers",
        "fields": {"seat-1-fame": ["", True, "40"], "seat-1-cash": ["data:", True, "9", "", False]},
        "cells": [[1, 3, 40, 1.0, True], [1, 4, 9, 1.0, True, None, "more"], [1, 0, [0], 1.0, True, None]],
    }
    assert fields_kept(row) == {"seat-1-cash": ReadField("data:", True, "9")}
    assert list(cells_kept(row)) == [CellReading(1, 0, frozenset({0}), 1.0, True)]
    assert not fields_kept({}) and not list(cells_kept({}))
    assert fields_kept(row, [11, 12]) and not fields_kept(row | {"who": [12, 11]}, [11, 12])
