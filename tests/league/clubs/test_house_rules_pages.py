from characters.rules.house_rules import SETTINGS
from league.clubs.services import set_house_rules
from tests.factories.tables import a_table, seat

URL = "/seasons/spring/house-rules/"


def test_every_setting_is_shown_with_its_choice_and_clause(season, text):
    page = text(URL)
    for setting in SETTINGS:
        assert setting.question in page and setting.clause in page
    assert "Every choice is the book's default reading" in page.replace("&#x27;", "'")


def test_another_choice_says_what_the_book_would_read(season, text):
    set_house_rules(season=season, values={"trips": "combined", "best_of": 12})
    page = text(URL)
    assert "2 choices differ" in page and "The number through both together" in page
    assert "The book's reading: The number through each company" in page
    assert "Version 2" in page and "The number through each company → The number through both together" in page


def test_open_rules_say_until_when(season, text):
    assert "The rules can change until" in text(URL)


def test_fixed_rules_name_the_game_that_fixed_them(season, cast, text):
    game = a_table(season, "spring-1", seat(cast.ada, 110, won=True), seat(cast.bo, 60))
    page = text(URL)
    assert "Fixed" in page and f'href="/games/{game.game_id}/"' in page and "spring-1" in page


def test_many_versions_take_no_more_queries(season, client, queries):
    before = queries(client, URL)
    for number in range(5):
        set_house_rules(season=season, values={"best_of": 20 + number})
    assert queries(client, URL) == before
