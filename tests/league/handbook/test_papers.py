"""PDF and QR codes from plain data."""

import pytest

from league.core.charts import paper, qr_image, qr_png
from league.core.charts.document import Paper
from league.sheets.charts.score_sheets import FigureRow, SheetPaper, score_sheets
from league.sheets.rules.sheet_cells import Cell
from league.tournaments.desk.charts.posters import ListPaper, list_paper

NAMES = ("Octavia", "Жанна", "محمد", "अमृता")


def a_sheet(table: int = 1, *seats: str) -> SheetPaper:
    rows = tuple(
        FigureRow(cell)
        for cell in (Cell("Cards", "in hand", digits=2), Cell("Joker", choices=("Maths", "Art")), Cell("Won", ticks=1))
    )
    return SheetPaper(table, "Spring Open", "Round 1", seats or NAMES, rows, "https://example.org/t/1", "Sign below.")


def pages(content: bytes) -> int:
    return content.count(b"/Type /Page\n")


def known(text: str) -> tuple[str, bool]:
    """How a text is printed, and whether the page says that something is missing."""
    with paper() as pdf:
        assert isinstance(pdf, Paper)
        printed = pdf._known(text)
        return printed, pdf.lacks


def test_every_table_has_a_page():
    assert pages(score_sheets([a_sheet(number) for number in range(1, 6)])) == 5


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_sheets_are_printed_for_every_size_of_table(seats):
    names = tuple(f"Somebody with a rather long name {number}" for number in range(seats))
    assert pages(score_sheets([a_sheet(1, *names)])) == 1


def test_a_list_takes_as_many_pages_as_it_needs():
    blocks = tuple(((f"Name {number}", str(number)),) for number in range(200))
    assert pages(list_paper(ListPaper("Names", "", ("Name", "Table"), "LR", blocks, wide=0, strong=1))) == 3
    assert pages(list_paper(ListPaper("Names", "", ("Name", "Table"), "LR", (), wide=0, strong=1))) == 1


@pytest.mark.parametrize("name", ["Ærøskøbing", "Ǽ", "Ωμέγα", "Жанна", "محمد", "שלום", "अमृता", "สมชาย", "გიორგი"])
def test_names_in_these_scripts_are_printed_as_they_are(name):
    assert known(name) == (name, False)


def test_what_the_font_lacks_is_visible_and_noted():
    assert known("田中 Kenji") == ("TianZhong Kenji", True)
    assert known("Ⓐda") == ("Ada", False)


def test_a_qr_code_in_a_page_comes_without_another_request():
    assert qr_image("https://example.org/t/1").startswith("data:image/svg+xml")


def test_the_same_link_gives_the_same_code_on_paper():
    one, same, other = (qr_png(f"https://example.org/t/{number}").read() for number in (1, 1, 2))
    assert one.startswith(b"\x89PNG") and one == same != other
