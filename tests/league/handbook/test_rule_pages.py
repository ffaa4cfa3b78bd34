"""Every rule of every game on a page, what proves it, and the links that lead there."""

import pytest
from django.urls import reverse

from engine.core.rulebook import rules_of
from games.rules.systems import SYSTEMS
from league.core.views.wording import cited
from league.handbook.queries.rule_pages import book

pytestmark = pytest.mark.django_db
BOOKS = [system for system in SYSTEMS if rules_of(system)]


@pytest.mark.parametrize("system", BOOKS)
def test_a_page_has_every_rule_of_its_book_with_an_address_of_its_own(text, system):
    page = text(f"/rules/{system}/")
    assert all(page.count(f'id="{rule}"') == 1 for rule in rules_of(system))
    assert all(f'href="#section-{number}"' in page for number in range(1, 3))


def test_a_rule_says_its_reading_its_house_rule_and_its_proof(text):
    page = text("/rules/careers/")
    rule = page[page.index('id="S190"') : page.index('id="S191"')]
    assert "Managers and above can lay off subordinates." in rule and 'href="/rules/careers/#R96"' in rule
    assert "while a reorg reaches all subordinates? <strong>Yes</strong> or No" in rule
    assert "Proved by 2 tests" in rule
    engine_only = page[page.index('id="S48"') : page.index('id="S50"')]
    assert "May players trade? <strong>Yes</strong> or No" in engine_only


def test_a_rule_without_a_test_says_why(text):
    page = text("/rules/careers/")
    assert "No test: A recommendation; every total is allowed." in page


def test_a_search_finds_words_numbers_and_house_rules(text):
    page = text("/rules/careers/?q=holiday+retire")
    assert 'id="S107"' in page and 'id="S1"' not in page and "rules contain" in page
    assert 'id="R48"' in text("/rules/careers/?q=r48")
    assert 'id="S200"' in text("/rules/?q=free+pass") and "Game of the Year" not in text("/rules/?q=backstabber")


def test_a_search_for_nothing_known_says_so(text):
    assert "Nothing is said about it." in text("/rules/careers/?q=zeppelin")
    assert "No book says anything about" in text("/rules/?q=zeppelin")
    assert "<script>" not in text("/rules/?q=<script>")


def test_all_books_are_listed_with_their_size(text):
    page = text("/rules/")
    assert all(f'href="/rules/{system}/"' in page for system in BOOKS) and "343 rules" in page


def test_a_game_without_a_list_is_not_found(client):
    assert client.get("/rules/chess/").status_code == 404


@pytest.mark.parametrize("system", BOOKS)
def test_how_to_play_leads_to_the_rules(text, system):
    assert f'href="/rules/{system}/"' in text(f"/how-to-play/{system}/")


def test_the_help_leads_to_the_rules(text):
    assert 'href="/rules/"' in text("/help/")


def test_a_reading_that_a_refusal_cites_is_a_link():
    assert cited("A <b> (Reorgs, R98).") == 'A &lt;b&gt; (Reorgs, <a href="/rules/careers/#R98">R98</a>).'
    assert cited("R999 and AR98 are no readings.") == "R999 and AR98 are no readings."


def test_the_house_rules_of_a_season_lead_to_their_readings(text, season):
    assert 'href="/rules/careers/#R73"' in text(reverse("house_rules", args=[season.slug]))


def test_the_same_rules_are_read_once():
    assert book("careers") == book("careers") and book("chess") is None


@pytest.mark.parametrize("page", ["/rules/", "/rules/careers/"])
def test_the_box_keeps_what_was_looked_for(text, page):
    assert 'value="bankrupt"' in text(page + "?q=bankrupt")
