"""The annual report on paper: what it says, page by page, and a sheet for each character."""

from dataclasses import replace

import pytest
from django.test import Client
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.charts.lines import Series, line_chart
from league.core.charts import paper
from league.models import Season
from league.people.services.pictures import upload_picture
from league.reports.charts.annual_paper import ENTRIES, AnnualPaper, annual_pdf
from league.reports.charts.paper_parts import PaperDrawing, PaperPart, wrapped
from league.reports.charts.personal_paper import PersonalPaper, personal_pdf
from league.reports.queries.annual_report import annual_report
from league.reports.queries.annual_report_words import letter_of, people_words
from league.reports.views.annual_paper import _drawing
from league.standings.services.summaries import summarise
from tests.factories.careers import climb
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.games import played, review
from tests.factories.people import an_organiser
from tests.factories.pictures import a_picture
from tests.factories.printed import outline_of, pages_of
from tests.factories.ratings import rate
from tests.factories.seasons import a_season
from tests.factories.sheets import at

PAPER, OWN = "/seasons/spring-2026/report.pdf", "/seasons/spring-2026/report/ada.pdf"
SQUARE = PaperDrawing('<svg viewBox="0 0 4 4"><rect width="4" height="4" /></svg>', 4, 4)
ADA = PersonalPaper(
    head="League · Spring",
    name="Ada",
    lines=["Manager"],
    face=SQUARE,
    photo=b"",
    figures=[("Games", "5")],
    chart_title="Points",
    chart=None,
    parts=([], []),
)
SPRING = AnnualPaper(
    title="Spring",
    league="League",
    kind="Annual report",
    dates="",
    figures=[("Games", "5")],
    contents_title="Contents",
    letter_title="Letter",
    letter=["Dear all"],
    signed="We",
    parts=[],
    people=[],
    foot="",
)


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def year(rows_of_module) -> Season:
    with rows_of_module.unblock():
        return a_year()


def a_year() -> Season:
    """Ada climbs two levels at the expense of Rival; Cleo beats Bo once."""
    season = a_season("spring-2026")
    climb(season, hire(season, "Ada"), 2)
    played(season, "g", at(hire(season, "Cleo"), 110), at(hire(season, "Bo"), 20), day=on_day(10), target=100)
    review()
    rate()
    return season


def printed(address: str, language: str = "en") -> list[str]:
    answer = Client().get(address, headers={"accept-language": language})
    assert answer["Content-Type"] == "application/pdf"
    return pages_of(answer.content)


def test_it_says_what_its_page_says_and_has_a_sheet_for_everybody(year):
    cover, contents, *sheets, ada, cleo, rival, bo = printed(PAPER)
    assert year.name in cover and "Annual report" in cover and "3\nGames" in cover
    said = "\n".join(sheets)
    for heading in ("Letter from the board", "Standings", "The race", "Appointments and departures"):
        assert heading in contents and heading in said, heading
    flat = " ".join(said.split())
    for sentence in letter_of(annual_report(year)):
        assert sentence in flat
    assert "A sheet for each of 4 characters" in flat
    assert [page.splitlines()[2] for page in (ada, cleo, rival, bo)] == ["Ada", "Cleo", "Rival", "Bo"]


def test_a_sheet_has_what_the_page_has(year):
    [ada] = printed(OWN)
    assert printed(PAPER)[-4].splitlines()[2:] == ada.splitlines()[2:-1], "the same alone, but for its foot"
    for said in (
        "Ada",
        "From Entry Level to Manager",
        "Position of 4",
        "120.00",
        "Points over the season",
        "120 Ada",
        "promoted to Senior",
        "promoted to Manager",
        "2 games together",
        "Rival",
        "place 1",
        "Records of the season",
    ):
        assert said in ada, said
    assert "Entry Level from the first game to the last" in printed(PAPER)[-1]
    hire(year, "Dev")
    assert Client().get("/seasons/spring-2026/report/dev.pdf").status_code == 404


def test_its_outline_leads_to_every_part_and_character(year):
    content = Client().get(PAPER).content
    assert outline_of(content)[-5:] == ["Personal reports", "Ada", "Cleo", "Rival", "Bo"]
    assert outline_of(content)[:2] == ["Letter from the board", "Standings"]
    contents = pages_of(content)[1].splitlines()
    for title in outline_of(content):
        page = int(contents[contents.index(title) + 1])
        assert title in pages_of(content)[page - 1].splitlines(), title


def test_a_picture_takes_the_place_of_the_portrait(year):
    ada = year.league.enrolments.get(character__name="Ada").character
    assert b"/DCTDecode" not in Client().get(OWN).content
    upload_picture(character=ada, content=a_picture(), by=an_organiser(year))
    assert b"/DCTDecode" in Client().get(OWN).content


def test_only_so_many_have_a_sheet_and_the_rest_are_told_where_theirs_is(year, monkeypatch):
    whole = len(printed(PAPER))
    monkeypatch.setattr("league.reports.views.annual_paper.MOST_PEOPLE", 2)
    pages = printed(PAPER)
    assert len(pages) == whole - 2
    assert "A sheet for each of the first 2 of 4 characters" in " ".join(" ".join(pages).split())
    with override("de"):
        assert people_words(100, 10_000).count("10.000") == 1


def test_of_a_large_season_fewer_have_a_sheet(year, settings, monkeypatch):
    whole = len(printed(PAPER))
    monkeypatch.setattr("league.reports.views.annual_paper.FIRST_OF_MANY", 1)
    settings.SUMMARISED_FROM = 1
    while summarise():
        pass
    assert len(printed(PAPER)) == whole - 3


def test_what_was_drawn_is_kept_until_it_would_say_something_else(year):
    first = Client().get(PAPER).content
    assert Client().get(PAPER).content == first
    played(year, "later", at(hire(year, "Dev"), 110), at(hire(year, "Eve"), 20), day=20)
    assert len(printed(PAPER)) == len(pages_of(first)) + 2
    ada = year.league.enrolments.get(character__name="Ada").character
    upload_picture(character=ada, content=a_picture(), by=an_organiser(year))
    assert b"/DCTDecode" in Client().get(PAPER).content


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_a_sheet_stays_one_page_in_every_language(year, language):
    [ada] = printed(OWN, language)
    assert "Ada" in ada and "120" in ada


def test_who_played_much_and_is_called_long_still_has_one_sheet():
    rows = [("Of a long name " * 3, "A sentence that goes on and on. " * 8)] * 40
    full = replace(ADA, name="Maximiliana " * 9, parts=([PaperPart("File", rows)] * 3, [PaperPart("Games", rows)]))
    [page] = pages_of(personal_pdf(full))
    assert page.count("A sentence that goes on") > 10
    assert len(pages_of(annual_pdf(replace(SPRING, people=[full] * 3)))) == 6


def test_contents_take_as_many_sheets_as_they_need():
    for number, sheets in ((2 * ENTRIES - 1, 1), (2 * ENTRIES, 2)):
        people = [replace(ADA, name=f"Person {one}") for one in range(number)]
        pages = pages_of(annual_pdf(replace(SPRING, people=people)))
        assert len(pages) == 1 + sheets + 1 + number
        assert f"Person {number - 1}\n{len(pages)}" in pages[sheets]


def test_a_long_one_takes_more_sheets():
    rows = [(f"{number}", "A sentence that goes on and on. " * 8) for number in range(60)]
    assert len(pages_of(annual_pdf(replace(SPRING, parts=[PaperPart("Appointments", rows)])))) > 4


def test_drawings_are_vectors_with_the_words_of_the_page():
    chart = line_chart([Series("Łucja & محمد", [1, None, 3]), Series("Bo", [2, 2, 2])], ["1 Mar", "2 Mar", "3 Mar"])
    drawings = [_drawing("components/line_chart_svg.html", chart, title="Points", id="x")] * 9
    content = annual_pdf(replace(SPRING, parts=[PaperPart("The race", [], drawings)]))
    assert b"/Subtype /Image" not in content
    pages = pages_of(content)
    assert [page.count("2 Bo") for page in pages] == [0, 0, 6, 3], "two beside each other, three rows on a sheet"
    assert "3 Łucja &" in pages[3] and "2 Bo" in pages[3] and "3 Mar" in pages[3]
    assert "Points" not in pages[3], "titles are for those who can't see it"


@pytest.fixture(scope="module")
def sheet():
    with paper() as pdf:
        pdf.add_page()
        yield pdf


@settings(max_examples=20, deadline=None)
@given(words=st.text(st.sampled_from("ab é中 "), max_size=300))
def test_what_is_wrapped_keeps_every_word(sheet, words):
    lines = wrapped(sheet, words, 40, size=10)
    assert " ".join(lines).split() == words.split()
    assert all(sheet.width_of(line, 10) <= 40 or " " not in line for line in lines)


def test_of_a_season_without_games_there_is_only_the_page_that_says_what_to_do():
    a_season("empty")
    assert Client().get("/seasons/empty/report.pdf").headers["Location"] == "/seasons/empty/report/"
