"""The first sheet of a workbook says what the same rows as CSV say, and no archive takes the site down."""

import tracemalloc
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.rules import workbooks
from league.core.rules.csv_text import FileProblem, write_csv
from league.core.rules.tables import Columns, in_cells, read_table, sheets_of
from league.core.rules.workbooks import NoWorkbook, letters, sheet_rows
from tests.factories.workbooks import MAIN, content, ods, workbook, xlsx, zipped

BOTH = pytest.mark.parametrize("write", [xlsx, ods], ids=["xlsx", "ods"])
COLUMNS = Columns(("name",), ("note",))


@BOTH
def test_cells_say_what_a_person_sees(write):
    at = datetime(2026, 10, 3, 20, 0)
    rows = [["Ada & Co", 12.0, 0.1 + 0.2, True, at], ["", "1;3;2", -5, False, datetime(2026, 10, 4)]]
    assert list(sheet_rows(write(rows))) == [
        (1, ["Ada & Co", "12", "0.3", "yes", "2026-10-03T20:00:00"]),
        (2, ["", "1;3;2", "-5", "no", "2026-10-04T00:00:00" if write is ods else "2026-10-04"]),
    ]


@BOTH
def test_empty_rows_say_nothing_and_are_counted(write):
    assert [number for number, _ in sheet_rows(write([["name"], ["", ""], ["Ada"]]))] == [1, 3]


@BOTH
def test_a_row_that_ends_early_is_whole(write):
    rows, problems = read_table(write([["name", "note"], ["Ada"], ["Bo", "late"]]), COLUMNS)
    assert problems == [] and [row.cells for row in rows] == [
        {"name": "Ada", "note": ""},
        {"name": "Bo", "note": "late"},
    ]


@BOTH
def test_a_title_and_a_column_without_content_say_nothing(write):
    rows, problems = read_table(write([["Friday Club"], [], ["name", "", "note"], ["Ada", "", "late", " "]]), COLUMNS)
    assert problems == [] and [(row.line, row.cells) for row in rows] == [(4, {"name": "Ada", "note": "late"})]


@BOTH
def test_a_cell_beyond_the_header_is_a_problem_of_its_row(write):
    _, problems = read_table(write([["name"], ["Ada", "", "stray"]]), COLUMNS)
    assert [str(problem) for problem in problems] == ["line 2: Too many cells: the row has 3, the header 1."]


@BOTH
def test_problems_of_a_workbook_name_the_cell(write):
    [problem] = in_cells([FileProblem(7, "note", "No.")], write([["Name", "x", "Note"]]), COLUMNS)
    assert str(problem) == "cell C7, column note: No."


texts = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=6).map(str.strip)


@given(st.lists(st.tuples(texts.filter(lambda text: text[:1] != "'"), texts.filter(bool)), max_size=5))
def test_a_workbook_reads_like_the_same_rows_as_csv(rows):
    table = [("note", "name"), *(row for row in rows if row[1][:1] not in "'=+-@")]
    as_csv = read_table(write_csv(table[0], table[1:]), COLUMNS)
    for write in (xlsx, ods):
        read = read_table(write(table), COLUMNS)
        assert [row.cells for row in read[0]] == [row.cells for row in as_csv[0]] and read[1] == as_csv[1]


@pytest.mark.parametrize(("place", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_have_letters(place, name):
    assert letters(place) == name


def sheet(xml: str) -> bytes:
    return xlsx(
        [], **{"xl/worksheets/sheet2.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{xml}</sheetData></worksheet>'}
    )


def rows_of(cells: str, repeated: str = "") -> str:
    return f"<table:table><table:table-row {repeated}>{cells}</table:table-row></table:table>"


BOMB = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>"
CELL = "<table:table-cell {}><text:p>x</text:p></table:table-cell>"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04\x14\x00\x06\x00", "damaged"),
        (xlsx([["name"], ["Ada"]])[:-60], "damaged"),
        (zipped({"readme.txt": "hello"}), "not a workbook"),
        (xlsx([], **{"xl/_rels/workbook.xml.rels": "<Relationships/>"}), "no sheet"),
        (zipped({"content.xml": BOMB + content(rows_of("&b;"))}), "entities"),
        (zipped({"content.xml": "<a" * 500}), "damaged"),
        (zipped({"content.xml": "<a>" * 500}), "more than any spreadsheet"),
        (
            zipped({"content.xml": content(rows_of(CELL.format('table:number-columns-repeated="16384"')))}),
            "beyond column",
        ),
        (zipped({"content.xml": content(rows_of(CELL.format(""), 'table:number-rows-repeated="9999999999"'))}), "rows"),
        (sheet('<row r="1"><c r="XFD1" t="str"><v>x</v></c></row>'), "beyond column"),
        (sheet('<row r="9999999"><c r="A9999999" t="str"><v>x</v></c></row>'), "rows"),
        (sheet('<row r="x"/>'), "numbers or places"),
        (sheet("<row>" + "<c><is>" + "<t/>" * 60_000 + "</is></c></row>"), "more than any spreadsheet"),
    ],
    ids=["no-zip", "cut", "zip", "no-sheet", "entities", "syntax", "deep", "wide", "tall", "far", "low", "nan", "full"],
)
def test_what_is_no_spreadsheet_of_a_club_is_refused_in_a_sentence(data, said):
    with pytest.raises(NoWorkbook, match=said):
        list(sheet_rows(data))
    assert read_table(data, COLUMNS)[1]


def test_an_archive_that_unpacks_to_far_more_is_given_up_with_little_memory(monkeypatch):
    monkeypatch.setattr(workbooks, "MOST_UNPACKED", 2_000_000)
    row = f"<table:table-row>{'<table:table-cell/>' * 100}</table:table-row>"
    bomb = zipped({"content.xml": content(f"<table:table>{row * 4_000}</table:table>")})
    assert len(bomb) < 60_000
    tracemalloc.start()
    with pytest.raises(NoWorkbook, match="unpacks to more than 2 MB"):
        list(sheet_rows(bomb))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000


def test_one_text_of_many_megabytes_is_not_kept():
    bomb = zipped({"content.xml": content("<table:table>" + " " * 60_000_000)})
    assert len(bomb) < 100_000
    with pytest.raises(NoWorkbook, match="more than 16 MB"):
        list(sheet_rows(bomb))


@pytest.mark.parametrize("value", ["1E+999999", "-3", "99999999", "nan", "1e9999999999"])
def test_a_number_that_is_no_day_is_left_as_it_is(value):
    [(_, cells)] = sheet_rows(sheet(f'<row r="1"><c r="A1" s="1"><v>{value}</v></c></row>'))
    assert len(cells[0]) < 30


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_cell_merged_over_rows_stands_in_each_that_is_not_blank_otherwise(kind):
    rows = [["Club", "", ""], ["7", "x", "Ada"], ["", "", "Bo"], ["", "", ""], ["", "", "Cleo"]]
    table = workbook({"Games": rows}, kind=kind, merged=["A1:C1", "A2:A4", "B2:B3"])
    assert list(sheet_rows(table)) == [
        (1, ["Club"]),
        (2, ["7", "x", "Ada"]),
        (3, ["7", "x", "Bo"]),
        (5, ["", "", "Cleo"]),
    ]


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_sheet_is_read_by_its_name_and_the_likeliest_where_none_is_given(kind):
    table = workbook({"A": [["Snacks"]], "Empty": [], "B": [["name", "note"], ["Ada", ""]]}, kind=kind)
    assert list(sheet_rows(table, "A")) == [(1, ["Snacks"])]
    assert sheets_of(table, COLUMNS) == ("B", ["A", "B"])
    assert [row.cells["name"] for row in read_table(table, COLUMNS)[0]] == ["Ada"]


def test_more_merged_cells_than_anybody_makes_are_refused(monkeypatch):
    monkeypatch.setattr(workbooks, "MOST_MERGED", 3)
    with pytest.raises(NoWorkbook, match="more than 3 merged cells"):
        list(sheet_rows(workbook({"Games": [["name"]]}, merged=[f"A{row}:B{row + 1}" for row in range(2, 9)])))
