"""`simulate_tournament`: what it prints in every format, and what it refuses."""

import csv
import io
import json

import pytest

FIGURES = ["repeats", "uneven_seats", "score_spread", "byes", "small_tables", "seconds_worst_round"]
USUAL = ("--players", 30, "--table-size", 4, "--rounds", 3, "--games", 2, "--rng-seed", 5)


def test_json_has_the_figures_and_those_of_rank_and_cut(run):
    status, out, reasons = run("simulate_tournament", *USUAL, "--format", "json")
    found = json.loads(out)
    assert (status, reasons) == (0, [])
    assert set(FIGURES) <= set(found) and set(found["rank_and_cut"]) == set(FIGURES)
    assert found["repeats"] == 0 and found["small_tables"] == 6 and found["players"] == 30
    assert all(isinstance(found[name], int | float) for name in FIGURES)


def test_csv_has_a_row_for_each_way_to_draw(run):
    rows = list(csv.DictReader(io.StringIO(run("simulate_tournament", *USUAL, "--format", "csv").out)))
    assert [row["draw"] for row in rows] == ["here", "rank and cut"]
    assert list(rows[0])[1:] == FIGURES


def test_the_table_compares(run):
    assert [line.split("  ")[0] for line in run("simulate_tournament", *USUAL).out.splitlines()] == [
        "draw",
        "here",
        "rank and cut",
    ]


def test_numbers_that_make_no_table_are_refused(run):
    status, out, reasons = run("simulate_tournament", "--players", 3, "--table-size", 4, "--rounds", 1)
    assert (status, out) == (1, "")
    assert reasons == ["3 characters are here, and a table of 4 needs 4. Check in one more, or choose tables of 3."]


@pytest.mark.parametrize("players", ["0", "-4", "many", "4.5"])
def test_what_is_no_number_is_bad_usage(run, players):
    _, out, reasons = run("simulate_tournament", f"--players={players}", "--table-size", 4, "--rounds", 1)
    assert out == "" and f"'{players}' is not a whole number from 1 up" in reasons[-1]
