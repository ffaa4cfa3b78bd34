"""From bytes to rows: what a file may look like, and why another is refused."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.rules.csv_text import FileProblem, FileRow, guarded, write_csv
from league.core.rules.tables import Columns, read_table

COLUMNS = ("name", "owner")


def read(data: bytes | str, optional=()):
    return read_table(data.encode() if isinstance(data, str) else data, Columns(COLUMNS, optional))


def sentences(data: bytes | str):
    rows, problems = read(data)
    assert rows == []
    return [str(problem) for problem in problems]


ADA_AND_BO = [FileRow(2, {"name": "Ada", "owner": "ada"}), FileRow(3, {"name": "Bo", "owner": "bo"})]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_every_line_end_and_the_byte_order_mark_read_alike(end, bom, last):
    text = bom + end.join(["name,owner", "Ada,ada", "Bo,bo"]) + (end if last else "")
    assert read(text) == (ADA_AND_BO, [])


def test_columns_may_come_in_any_order_and_cells_lose_the_space_around_them():
    assert read(" owner ,name\n ada\t, Ada\u00a0\nbo,Bo\n") == (ADA_AND_BO, [])


def test_an_optional_column_may_be_there():
    rows, problems = read("name,owner,note\nAda,ada,\n", optional=("note",))
    assert rows == [FileRow(2, {"name": "Ada", "owner": "ada", "note": ""})]
    assert problems == []


def test_a_file_of_a_header_alone_has_no_rows_and_no_problem():
    assert read("name,owner\n") == ([], [])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_numbers_count_quoted_line_ends_and_empty_lines(end):
    text = end.join(["", "name,owner", f'"Ada{end}of{end}London",ada', "", ",", "Bo,bo", ""])
    rows, problems = read(text)
    assert [row.line for row in rows] == [3, 8]
    assert problems == []


def test_a_comma_and_a_doubled_quote_may_stand_inside_quotes():
    rows, _ = read('name,owner\n"Ada ""the Ace"", Countess",ada\n')
    assert rows[0].cells["name"] == 'Ada "the Ace", Countess'


def test_unicode_separators_end_no_line():
    rows, _ = read("name,owner\nA\u2028d\x0ba\x85x,ada\nBo,bo\n")
    assert [row.line for row in rows] == [2, 3]


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\n\r\n", b" \n", b",,,\n,,,\n", b'""\n'])
def test_an_empty_file_is_refused(data):
    assert sentences(data) == ["The file is empty."]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (b"\x1f\x8b\x08\x00", "a gzip"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        ("name,owner\n".encode("utf-16"), "UTF-16"),
    ],
)
def test_another_kind_of_file_is_named(data, what):
    (sentence,) = sentences(data)
    assert sentence.startswith(f"This is {what}")
    assert "CSV UTF-8" in sentence


def test_text_that_is_not_utf_8_names_the_byte_and_the_line():
    (sentence,) = sentences("name,owner\r\nZoë,zoe\r\n".encode("cp1252"))
    assert sentence.startswith("line 2: Byte 15 (0xEB) is not UTF-8.")
    assert "CSV UTF-8" in sentence


def test_the_byte_is_counted_with_the_byte_order_mark():
    (sentence,) = sentences(b"\xef\xbb\xbfname,owner\rZo\xeb,zoe\r")
    assert sentence.startswith("line 2: Byte 17 ")


@pytest.mark.parametrize("data", [b"name,owner\nAda\0,ada\n", "name,owner\nAda,ada\n".encode("utf-16-le")])
def test_a_nul_byte_is_refused(data):
    (sentence,) = sentences(data)
    assert "is NUL" in sentence


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_any_usual_separator_is_recognised_by_the_header(separator):
    head = separator.join(["name", "owner", '"no,te;s|\t"'])
    text = f'{head}\nAda{separator}ada{separator}"a;b,c"\nBo{separator}bo{separator}\n'
    rows, problems = read(text, optional=("no,te;s|",))
    assert problems == []
    assert [row.cells["owner"] for row in rows] == ["ada", "bo"]
    assert rows[0].cells["no,te;s|"] == "a;b,c"


def test_missing_and_unknown_columns_are_all_named():
    assert sentences("Nam,shoe_size,,Wizard\nAda,40,cat,\n") == [
        "line 1: Missing columns: name, owner.",
        "line 1, column Nam: Unknown column 'Nam'; did you mean 'name'?",
        "line 1, column shoe_size: Unknown column 'shoe_size'.",
        "line 1: Column 3 has no name.",
        "line 1, column Wizard: Unknown column 'Wizard'.",
    ]


@pytest.mark.parametrize("blank", ["", " ", "\u00a0"])
def test_a_column_without_a_name_and_without_content_says_nothing(blank):
    table = [["name", blank, "owner", blank, ""], ["Ada", "", "ada"], ["Bo", blank, "bo", "", "", "", blank]]
    assert read("\n".join(map(";".join, table))) == (ADA_AND_BO, [])
    table[1] += ["cat"]
    assert sentences("\n".join(map(";".join, table))) == ["line 1: Column 4 has no name."]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("mark", ["", '"'])
def test_the_line_in_which_excel_says_what_separates_cells_is_no_row(separator, mark):
    table = ["name,owner", "Ada,ada", "Bo,bo"]
    text = "\r\n".join([f"{mark}sep={separator}{mark}", *(line.replace(",", separator) for line in table)])
    rows, problems = read("\ufeff" + text)
    assert (problems, [(row.line, row.cells) for row in rows]) == (
        [],
        [(one.line + 1, one.cells) for one in ADA_AND_BO],
    )


@pytest.mark.parametrize("title", ["Friday Club, season 2026", "Friday Club;;", '"Friday Club"\n\nSpring;'])
def test_a_title_above_the_header_says_nothing(title):
    rows, problems = read(f"{title}\nname;owner\nAda;ada\nBo;bo\n")
    assert (problems, [row.cells for row in rows]) == ([], [row.cells for row in ADA_AND_BO])
    assert rows[0].line == title.count("\n") + 3


def test_rows_above_the_header_are_never_taken_for_a_title():
    assert sentences("Ada,ada\nname,owner\nBo,bo\n")[:2] == [
        "line 1: Missing columns: name, owner.",
        "line 1: This line names no column; line 2 does. Remove the lines above it.",
    ]


def test_a_heading_of_two_lines_is_one_heading():
    rows, problems = read('"no\nte",name,owner\nlate,Ada,ada\n', optional=("no_te",))
    assert (problems, [row.cells["no_te"] for row in rows]) == ([], ["late"])


def test_a_column_that_is_there_twice_is_refused():
    assert sentences("name,owner,name\nAda,ada,Ada\n") == ["line 1, column name: The column 'name' appears twice."]


def test_a_file_without_a_header_row_is_refused():
    assert sentences("Ada,ada\nBo,bo\n")[0] == "line 1: Missing columns: name, owner."


def test_a_web_page_in_place_of_a_file_is_refused():
    first, second = sentences("<!DOCTYPE html>\n<html lang='en'>\n")
    assert first == "line 1: Missing columns: name, owner."
    assert "Unknown column '<!DOCTYPE html>'" in second


def test_rows_with_too_few_or_too_many_cells_are_told_by_line_and_hide_no_other():
    rows, problems = read("name,owner\nAda\nAda,ada,x\nBo,bo\n")
    assert [str(problem) for problem in problems] == [
        "line 2: Too few cells: the row has 1, the header 2.",
        "line 3: Too many cells: the row has 3, the header 2.",
    ]
    assert [row.line for row in rows if not row.broken] == [4]


@pytest.mark.parametrize(
    "row", ['"Ada,ada', 'Ada,"ada', '"Ada" x,ada', '"Ada,' + "x" * 200_000], ids=["open", "late", "stray", "long"]
)
def test_quotes_that_do_not_pair_up_break_one_row_and_not_the_file(row):
    rows, problems = read(f'name,owner\n{row}\nBo,bo\n"Cleo",cleo\nDev\n')
    assert [problem.line for problem in problems] == [2, 5]
    assert problems[0].message.startswith("The quotes (\") don't pair up")
    assert [(row.line, row.broken) for row in rows] == [(2, True), (3, False), (4, False), (5, True)]


def test_a_header_with_an_open_quote_is_refused():
    assert sentences('"name,owner\nAda,ada\n')[0].startswith("line 1: The quotes")


def test_a_broken_row_keeps_what_tells_where_it_belongs():
    rows, _ = read('name,owner\nAda\nBo,"bo\n')
    assert [row.cells["name"] for row in rows] == ["Ada", "Bo"]


def test_many_open_quotes_do_not_make_reading_slow():
    rows, problems = read("name,owner\n" + 'Ada,"ada\n' * 20_001)
    assert len(rows) == len(problems) == 20_001


def test_a_long_unknown_column_is_cut_in_the_message():
    assert max(len(sentence) for sentence in sentences("name,owner," + "x" * 5000)) < 200


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (FileProblem(17, "cash", "Too little."), "line 17, column cash: Too little."),
        (FileProblem(17, "", "Too little."), "line 17: Too little."),
        (FileProblem(None, "", "Too little."), "Too little."),
    ],
)
def test_a_problem_says_its_place_first(problem, sentence):
    assert str(problem) == sentence


@pytest.mark.parametrize("text", ["=1+1", "+SUM(A1)", "-1+2", "@SUM(1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", "'=1"])
def test_no_cell_that_goes_out_begins_like_a_formula(text):
    cell = next(csv.reader([write_csv(["name"], [[text]]).decode("utf-8-sig").split("\r\n", 1)[1]]))[0]
    assert cell == f"'{text}"


@pytest.mark.parametrize("number", ["-5", "+44", "-1.25", "1e-05", -5, 0.5, None])
def test_numbers_go_out_as_they_are(number):
    assert guarded(number) == number


@given(st.text(st.sampled_from("'=+-@\t\ra1 ,\";"), max_size=8).map(str.strip).filter(bool))
def test_what_goes_out_comes_back(text):
    rows, problems = read_table(write_csv(["name"], [[text]]), Columns(["name"]))
    assert problems == [] and [row.cells["name"] for row in rows] == [text]


@pytest.mark.parametrize("cell", ["x" * 131_073, '"' + "x," * 70_000 + '"', '"' + 'x""' * 131_073 + '"'])
def test_a_cell_that_is_too_long_is_refused_as_that(cell):
    [sentence] = [str(problem) for problem in read(f"name,owner\n{cell},ada\nBo,bo\n")[1]]
    assert sentence.startswith("line 2") and "131,072" in sentence and "quotes" not in sentence
