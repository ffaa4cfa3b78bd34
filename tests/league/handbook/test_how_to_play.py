"""How to play each game, and its paper score sheets."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.html import escape

from engine.core.rulebook import rules_of
from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.words import happens
from games.rules.systems import SYSTEMS, seats_by
from league.handbook.queries.balance import balance_of, measured_seats, variations_of
from league.handbook.queries.papers import blank_paper
from league.handbook.rules import guide
from league.results.queries.notes import season_note, table_note
from league.sheets.charts.sheet_layout import SIZES
from league.tournaments.stages.queries.tournament_setup import setup_problems_of
from tests.factories.people import an_organiser
from tests.factories.seasons import set_house_rules
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
ALL = tuple(SYSTEMS)
PICTURES = settings.BASE_DIR / "templates/league/handbook/step_picture.html"
SHOWN = {
    "careers": "Lister &amp; Bacon",
    "office_job": "Coffee Run",
    "career_poker": "Managing Director",
    "game_of_the_year": 'class="day border-red picture"',
    "career_compass": "Lecturer with a half-finished grant proposal",
}


@pytest.mark.parametrize("system", ALL)
def test_a_page_per_game_with_words_data_and_balance(text, system):
    page = text(f"/how-to-play/{system}/")
    assert page.count("<li>") > 5 and SHOWN[system] in page
    assert page.count('class="chart fits"') >= len(measured_seats(SYSTEMS[system].SEATS))
    games = "500" if system == "careers" else "10,000"
    assert f"{games} games of greedy bots" in page


@pytest.mark.parametrize("system", ALL)
def test_each_step_stands_in_a_numbered_list_with_its_picture(text, system):
    [steps] = re.findall(r'<ol class="guide-steps">.*?</ol>', text(f"/how-to-play/{system}/"))
    pictures = re.findall(r"<li> <svg .*?</svg> <p>", steps)
    assert len(pictures) == len(guide(system).steps) > 5
    drawn = {*re.findall(r'one.sign == "(\w+)"', PICTURES.read_text()), "arrow"}
    assert {sign.sign for step in guide(system).steps for sign in step.picture} <= drawn


@pytest.mark.parametrize("system", ALL)
def test_every_page_says_the_same_of_how_many_play(client, season, text, system):
    least, most = seats_by(SYSTEMS[system], {})
    assert f"For {least} to {most} players." in text(f"/how-to-play/{system}/")
    name = escape(SYSTEMS[system].NAME)
    assert re.search(rf"{name}</a> <span[^>]*>{least} to {most} players\b", text(reverse("play")))
    client.force_login(an_organiser(season))
    assert f"{least} to {most} sit down." in text(f"{reverse('season_play', args=[season.slug])}?system={system}")
    assert f"{name} is played by {least} to {most}." in text(
        f"{reverse('result_enter')}?season={season.slug}&system={system}"
    )


def test_a_season_with_smaller_tables_of_compass_says_so_everywhere(client, season, text):
    set_house_rules(season=season, games={"career_compass": {"max_players": 5}})
    client.force_login(an_organiser(season))
    asked = f"?season={season.slug}&system=career_compass"
    assert "For 2 to 5 players." in text(f"/how-to-play/career_compass/{asked}")
    assert "2 to 5 sit down." in text(f"{reverse('season_play', args=[season.slug])}{asked}")
    assert "Career Compass is played by 2 to 5." in text(f"{reverse('result_enter')}{asked}")
    tournament = a_tournament(season=season, system="career_compass", table_size=6)
    assert "2 to 5" in setup_problems_of(tournament)["table_size"]


def test_the_page_of_careers_shows_other_boards_and_settings_too(text):
    page = text("/how-to-play/careers/")
    assert page.count('class="chart fits"') == len(balance_of("careers")) + len(variations_of("careers"))
    assert "Board: Careers Hi-Tech." in page and "Setting: Do doubles give another turn" in page


@pytest.mark.parametrize(
    ("system", "seats"),
    [(one.ID, seats) for one in SYSTEMS.values() for seats in range(one.SEATS[0], one.SEATS[1] + 1)],
)
def test_a_paper_sheet_for_each_game_and_number_of_seats(text, system, seats):
    page = text(f"/play/{system}/sheet/{seats}/")
    assert page.count('<th scope="col">Seat') == seats
    for column in SYSTEMS[system].FIGURES:
        assert column.label in page or column.kind == "positions"
    assert ("Position in deal 6" in page) == (system == "career_poker")


def test_a_season_finds_its_sheets_as_pdf_whose_code_opens_its_form(client, season):
    season_page, sheets = f"?season={season.slug}", reverse("paper_sheets")
    assert f"/play/office_job/sheet/4/{season_page}" in client.get(f"{sheets}{season_page}").text
    page = client.get(f"/play/office_job/sheet/4/{season_page}").text
    for size in SIZES:
        pdf = f"/play/office_job/sheet/4.pdf?size={size.lower()}&season={season.slug}"
        assert pdf.replace("&", "&amp;") in page
    answer = client.get(pdf)
    assert answer.headers["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
    blank, of_season = (
        blank_paper(SYSTEMS["office_job"], 4, which, "https://club.example") for which in (None, season)
    )
    assert blank.link == f"https://club.example{reverse('result_enter')}?system=office_job"
    assert of_season.link == f"https://club.example{reverse('result_enter')}?season={season.slug}&system=office_job"
    assert (blank.title, of_season.title) == (SYSTEMS["office_job"].NAME, season.name)
    assert client.get("/play/office_job/sheet/4.pdf?size=a0").status_code == 404


@pytest.mark.parametrize(
    "address",
    ["/how-to-play/chess/", "/play/chess/sheet/2/", "/play/career_poker/sheet/3/", "/play/career_poker/sheet/3.pdf"],
)
def test_a_game_or_table_that_is_none_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_the_help_leads_to_every_game(text):
    page = text("/help/")
    assert all(f'href="/how-to-play/{system}/"' in page for system in ALL)


@pytest.mark.parametrize(
    ("seats", "begins"),
    [
        (5, "Seats 1 to 3 get 7 cards, the others 6: among 5 bots a seat with more won 29 %, one with fewer 15 %"),
        (4, "Seat 1 gets 9 cards, the others 8: among 4 bots a seat with more won 30 %, one with fewer 27 %"),
        (3, None),
    ],
)
def test_a_compass_table_is_told_who_gets_one_card_more(season, seats, begins):
    note = table_note(season, "career_compass", [(number, f"Seat {number}") for number in range(seats)])
    assert note.text.startswith(begins) if begins else note is None, note


def test_a_season_that_sets_the_odd_cards_aside_says_so_at_the_table_and_nothing_of_seats(season):
    set_house_rules(season=season, games={"career_compass": {"uneven": "set_aside"}})
    note = table_note(season, "career_compass", [(number, f"Seat {number}") for number in range(5)])
    assert note.text == "Everybody gets 6. Under the season's house rules 3 cards are set aside, out of the game."
    assert season_note(season, "career_compass") is None


def test_a_season_page_says_what_one_card_more_is_worth(season):
    note = season_note(season, "career_compass")
    assert note.rows[0][:2] == ("2", "Seat 1") and {row[0] for row in note.rows} == {"2", "4", "5", "6", "7", "8"}
    set_house_rules(season=season, games={"career_compass": {"max_players": 9}})
    assert {row[0] for row in season_note(season, "career_compass").rows} >= {"8", "9"}


def test_game_of_the_year_prints_what_every_day_and_card_does(text):
    page = text("/how-to-play/game_of_the_year/")
    data = read_data()
    assert page.count("<tr") >= len(data["day"]) + len(data["chance"]) + len(data["hazard"])
    assert "The leader on the board changes places with the last on the board." in page
    assert "If you are last on the board: You receive $300 from the bank. Else: You receive $100 from the bank." in page
    assert all(happens(entry) for entry in (*data["chance"], *data["hazard"]))


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_turn_is_shown_step_by_step_with_the_rules_that_say_so(text, system: str):
    page = text(reverse("how_to_play", args=[system]))
    assert "A turn, step by step" in page
    steps = guide(system).turn
    assert len(steps) >= 5
    for step in steps:
        assert step.rules
        for rule in step.rules:
            assert rule in rules_of(system)
            assert f'href="{reverse("rule_book", args=[system])}#{rule}"' in page


@pytest.mark.parametrize(
    ("system", "drawn"),
    [
        ("careers", "Drawing of the board"),
        ("office_job", "play-card"),
        ("career_poker", "play-card"),
        ("game_of_the_year", "The year day by day"),
        ("career_compass", "play-card"),
    ],
)
def test_what_lies_on_the_table_is_drawn(text, system: str, drawn: str):
    page = text(reverse("how_to_play", args=[system]))
    assert drawn in page
    assert f"mark-{system}" in page
