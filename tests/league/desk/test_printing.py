"""Papers for the day: pages to print, and PDF."""

import re
from datetime import UTC, datetime

import pytest
from django.utils.html import escape

from characters.models import Character
from league.models import Stage
from league.tournaments.desk.queries.papers import names_paper, sheet_papers, standings_paper
from league.tournaments.desk.views import round_pages
from tests.factories.evening import an_evening
from tests.factories.people import a_member, an_organiser
from tests.factories.printed import pages_of
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
URL = "/tournaments/spring-open/"
PAPERS = ("rounds/1/2/print/names", "rounds/1/2/print/tables", "rounds/1/2/print/sheets", "stages/1/standings")


def page_of(paper: str) -> str:
    return f"{URL}{paper}/print/" if paper.startswith("stages") else f"{URL}{paper}/"


@pytest.fixture
def evening(client):
    made = an_evening()
    client.force_login(an_organiser(made.tournament.season))
    return made


def test_each_paper_is_a_page_and_a_pdf(evening, client):
    for paper in PAPERS:
        assert client.get(page_of(paper)).status_code == 200, paper
        response = client.get(f"{URL}{paper}.pdf")
        assert response.status_code == 200, paper
        assert response.headers["Content-Type"] == "application/pdf"
        assert response.content.startswith(b"%PDF-") and b"FiraGO" in response.content, paper


def test_players_are_refused_and_strangers_sign_in(client):
    season = an_evening().tournament.season
    player, keeper = a_member(season, "player"), a_member(season, "keeper", "score_keeper")
    for url in [*map(page_of, PAPERS), *(f"{URL}{paper}.pdf" for paper in PAPERS)]:
        client.logout()
        assert client.get(url).headers["Location"].startswith("/accounts/login/"), url
        client.force_login(player)
        refused = client.get(url)
        assert refused.status_code == 403 and "referee" in refused.content.decode(), url
        client.force_login(keeper)
        assert client.get(url).status_code == 200, url


def test_names_are_sorted_with_table_and_seat(evening, text):
    page = text(URL + "rounds/1/2/print/names/")
    rows = re.findall(r"<td><bdi>(\w+)</bdi></td>\s*<td><bdi>(\d)</bdi></td>\s*<td><bdi>(\d)</bdi></td>", page)
    assert rows[:3] == [("Ada", "1", "4"), ("Bo", "2", "1"), ("Cleo", "2", "2")] and len(rows) == 8


LISTS = ("rounds/1/2/print/names", "rounds/1/2/print/tables", "stages/1/standings")


@pytest.mark.parametrize("paper", LISTS)
def test_a_list_for_the_wall_comes_in_three_sizes_and_its_links_lead_there(evening, client, text, paper):
    links = re.findall(r'href="([^"]+\.pdf\?size=\w+)"', text(page_of(paper)))
    assert links == [f"{URL}{paper}.pdf?size={size}" for size in ("a4", "a3", "letter")]
    small, large, letter = (client.get(link).content for link in links)
    assert b"595.28 841.89" in small and b"841.89 1190.55" in large and b"612.00 792.00" in letter
    assert client.get(f"{URL}{paper}.pdf?size=a9").status_code == 404


def test_score_sheets_come_in_three_sizes_with_marks_that_tell_which(evening, client, text):
    paper = "rounds/1/2/print/sheets"
    links = re.findall(r'href="([^"]+\.pdf\?size=\w+)"', text(page_of(paper)))
    assert links == [f"{URL}{paper}.pdf?size={size}" for size in ("a4", "a5", "letter")]
    large, small, letter = (client.get(link).content for link in links)
    assert b"595.28 841.89" in large and b"419.53 595.28" in small and b"612.00 792.00" in letter
    assert client.get(f"{URL}{paper}.pdf?size=a3").status_code == 404


@pytest.mark.parametrize(("paper", "most"), [("sheets", "MOST_SHEETS"), ("cards", "MOST_CARDS")])
def test_papers_of_many_tables_come_in_parts_that_link_to_each_other(evening, client, text, monkeypatch, paper, most):
    whole = client.get(f"{URL}rounds/1/2/print/{paper}.pdf").content
    monkeypatch.setattr(round_pages, most, 1)
    page = f"{URL}rounds/1/2/print/{paper}/"
    assert "?part=2" in text(page) and f"{paper}.pdf" in text(f"{page}?part=2") and "part=2" in text(f"{page}?part=2")
    first, second = (client.get(f"{URL}rounds/1/2/print/{paper}.pdf?part={part}").content for part in (1, 2))
    assert len(pages_of(first)) == len(pages_of(second)) == 1 and pages_of(first) != pages_of(second)
    assert len(whole) > len(first)
    for part in ("0", "99", "x"):
        assert client.get(f"{URL}rounds/1/2/print/{paper}.pdf?part={part}").status_code == 404


def test_papers_name_the_clocks_on_which_a_time_stands(evening, client, text):
    evening.tournament.zone = "Asia/Tokyo"
    evening.tournament.save()
    evening.second.started_at = datetime(2026, 7, 2, 10, tzinfo=UTC)
    evening.second.save()
    for paper in ("names", "tables", "sheets"):
        assert "round 2, 19:00, Tokyo time, Guildhall" in text(f"{URL}rounds/1/2/print/{paper}/")
    assert re.search(r"As of \d\d:\d\d, Tokyo time", text(URL + "stages/1/standings/print/"))


def test_score_sheets_have_names_figures_and_room_to_sign(evening, text):
    page = text(URL + "rounds/1/2/print/sheets/")
    assert page.count('class="paper"') == 2 and "Iris" in page and "Cards" in page
    assert page.count("Signature") == 2 and "Joker skill" in page


def test_a_sheet_of_careers_names_what_each_promotion_counts(client, text):
    tournament = a_tournament(system="careers", mode="formula", target=100)
    stage = a_stage(tournament, entered(tournament, 4))
    a_round(stage, list(tournament.entries.all()))
    client.force_login(an_organiser(tournament.season))
    page = text(URL + "rounds/1/1/print/sheets/")
    own = tournament.entries.first().character
    for label, name in (
        ("Degrees: specialty", own.names.programs[own.specialty].name),
        ("Trips: primary company", own.company_name),
    ):
        row = page[page.index(f'<th scope="row">{label}') :].partition("</tr>")[0]
        assert escape(name) in row
    assert page.index("Degrees in all") < page.index("Other degrees") < page.index("Layoffs")


def test_standings_on_paper_have_byes_and_points(evening, text):
    page = text(URL + "stages/1/standings/print/")
    assert "1 × bye" in page and "60.00" in page


def test_an_evening_of_career_poker_has_a_line_per_deal(client, text):
    tournament = a_tournament(system="career_poker")
    stage = a_stage(tournament, entered(tournament, 4), format=Stage.CAREER_POKER)
    a_round(stage, list(tournament.entries.all()))
    client.force_login(an_organiser(tournament.season))
    assert "Position in deal 6" in text(URL + "rounds/1/1/print/sheets/")


@pytest.mark.parametrize(
    "path", ["rounds/1/9/print/names/", "rounds/1/2/print/maps/", "rounds/1/2/print/maps.pdf", "stages/9/standings.pdf"]
)
def test_what_is_not_there_is_not_found(evening, client, path):
    assert client.get(URL + path).status_code == 404


def test_the_number_of_queries_does_not_grow(client, queries):
    tournament = a_tournament()
    entries = entered(tournament, 24)
    for number, people in ((1, 4), (2, 24)):
        stage = a_stage(tournament, entries, number=number, status=Stage.ENDED)
        a_round(stage, *[entries[at : at + 4] for at in range(0, people, 4)])
    client.force_login(an_organiser(tournament.season))
    for what in ("names", "tables", "sheets"):
        few, many = (queries(client, f"{URL}rounds/{stage}/1/print/{what}/") for stage in (1, 2))
        assert few == many, what


def test_a_name_that_is_printed_as_it_is_read_has_its_number_beside_it(evening):
    seat = evening.second.tables.get(number=1).seats.exclude(entry=None).select_related("entry__character").first()
    who = seat.entry.character
    Character.objects.filter(pk=who.pk).update(name="王芳")
    papers = sheet_papers(evening.second, "https://corner.example")
    assert f"王芳 ({seat.entry.number})" in papers[0].seats
    for paper in (names_paper(evening.second), standings_paper(evening.second.stage)):
        assert any(f"王芳 ({seat.entry.number})" in line for block in paper.blocks for line in block)
