"""`check_edition`: the totals of a board beside Appendix 2, and what the book forbids to change."""

import csv
import io
import json
import re
from importlib import resources

import pytest

FIGURES = {"happiness", "fame", "bonus", "salary", "experience", "opportunities"}
PATHS = resources.files("engine.careers") / "data" / "london" / "paths.toml"


@pytest.fixture
def check(run, write):
    return lambda text, *more: run("check_edition", write(text.encode()), *more)


def board(before: str = "", after: str = "") -> str:
    """The paths of London as a file, with one place changed."""
    text = PATHS.read_text(encoding="utf-8")
    assert before in text
    return re.sub(r"^\[(\w+)\]$", r"[paths.\1]", text.replace(before, after, 1), flags=re.MULTILINE)


def test_json_has_the_totals_of_every_path_and_the_mismatches(run):
    status, out, reasons = run("check_edition", "london", "--format", "json")
    report = json.loads(out)
    assert (status, reasons) == (0, [])
    assert set(report) == {"names", "paths", "mismatches", "differences"} and len(report["paths"]) == 10
    assert all(set(path) >= FIGURES for path in report["paths"].values())
    assert all(set(one) == {"path", "figure", "board", "book"} for one in report["mismatches"])


def test_the_table_shows_a_row_for_each_path(run):
    status, out, _ = run("check_edition", "london")
    assert status == 0 and out.splitlines()[0].split()[0] == "path" and "rolls_royce" in out


def test_csv_has_a_row_for_each_path(run):
    rows = list(csv.DictReader(io.StringIO(run("check_edition", "london", "--format", "csv").out)))
    assert len(rows) == 10 and set(rows[0]) == {"path", "name", *FIGURES}


def test_an_edition_without_a_board_of_its_own_has_the_figures_of_london(run):
    london, medieval = (
        json.loads(run("check_edition", name, "--format", "json").out) for name in ("london", "medieval")
    )
    assert medieval["names"] != london["names"] and medieval["differences"] == []
    assert medieval | {"names": 0} == london | {"names": 0}
    assert "plays with the figures of London" in run("check_edition", "medieval").out


@pytest.mark.rule("careers Game Editions")
def test_the_report_on_a_board_of_its_own_names_what_differs_from_london(run):
    status, out, reasons = run("check_edition", "jazz_age")
    assert (status, reasons) == (0, [])
    assert "The Stork Club" in out and "starting_salary" in out and "2 Income Tax" in out and "From London: " in out
    differences = json.loads(run("check_edition", "hi_tech", "--format", "json").out)["differences"]
    assert {"place": "University of Florida", "figure": "entry_fee", "board": 500, "london": 1000} in differences
    assert {"place": "figures", "figure": "starting_cash", "board": 2000, "london": 2500} in differences


def test_a_board_that_is_londons_own_passes(check):
    assert check(board()).status == 0


def test_a_replaced_module_keeps_its_points(check):
    status, _, reasons = check(board("happiness = 3", "happiness = 30"), "--format", "json")
    assert status == 1 and len(reasons) == 1
    assert "keeps its figures" in reasons[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("paths = [", "no TOML"),
        ("[agrivi]\nentrance = 4", "there is no entry 'agrivi'"),
        ("[paths]\nagrivi = 3", "paths.agrivi must be a table"),
        ("a = " + "[" * 50_000, "more than 20 levels deep"),
        ("border = " + "[" * 200 + "]" * 200, "more than 20 levels deep"),
        ("border = " + "9" * 10_000, "no TOML"),
        ("[paths.agrivi]\nentrance = 0x" + "f" * 10_000, "beyond 1,000,000,000,000,000"),
        ("[paths.moon]\nentrance = 99", "paths.moon.entrance is 99"),
        ("[paths.agrivi]\nentrance = 3", "agrivi"),
    ],
)
def test_a_broken_board_is_refused_by_the_entry(check, text, said):
    status, _, reasons = check(text)
    assert status == 1 and said in " ".join(reasons)


def test_what_is_no_text_is_refused(run, write):
    outcome = run("check_edition", write(b"\xff\xfe\x00"))
    assert outcome.status == 1 and "UTF-8" in outcome.reasons[0]


def test_an_unknown_name_is_refused_with_the_known_ones(run):
    status, out, reasons = run("check_edition", "atlantis")
    assert (status, out) == (1, "") and "no edition and no file 'atlantis'" in reasons[0] and "london" in reasons[0]
