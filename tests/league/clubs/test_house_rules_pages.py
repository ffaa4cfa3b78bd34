import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from characters.rules.choices import QUESTIONS
from characters.rules.house_rules import DEFAULTS, SETTINGS
from engine import new_game
from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.tables import TablePlayer, engine_options
from league.clubs.forms import HouseRulesForm
from league.clubs.queries import first_confirmed, house_rules_of
from league.clubs.rules import groups_of
from league.clubs.services.leagues import set_house_rules
from league.core.queries.games import headline_of
from league.models import Membership
from league.results.queries.check import sheet_differences
from league.results.services.games import confirm_game, report_game, void_game
from tests.factories.careers_sheets import YESTERDAY
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, reviewed
from tests.factories.sheets import at

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


@pytest.mark.django_db(transaction=True)
def test_the_game_that_fixed_the_rules_is_known_at_once_and_stays():
    season, ada, bo, *_ = a_staffed_season()
    assert first_confirmed(season) is None
    first = played(season, "g2", at(ada, 120), at(bo, 40), day=2)
    known = first_confirmed(season)
    played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    void_game(season_game=first, reason="never played")
    assert known is not None and known == first_confirmed(season) and known[0].reference == "g2"


def test_fixed_rules_name_the_game_that_fixed_them(season, cast, text):
    game = reviewed(season, "spring-1", at(cast.ada, 110, won=True), at(cast.bo, 60))
    page = text(URL)
    assert "Fixed" in page and f'href="/games/{game.game_id}/"' in page and "the game <a" in page
    assert headline_of(game) in page and "spring-1" not in page


def test_many_versions_take_no_more_queries(season, client, queries):
    before = queries(client, URL)
    for number in range(5):
        set_house_rules(season=season, values={"best_of": 20 + number})
    assert queries(client, URL) == before


def sent(season, **changes) -> dict[str, str]:
    form = HouseRulesForm(rules=house_rules_of(season))
    return {field.name: str(field.value()) for field in form} | changes


@pytest.fixture
def organiser(season, client) -> User:
    person = User.objects.create_user("olga")
    Membership.objects.create(league=season.league, user=person, role="organiser")
    client.force_login(person)
    return person


def test_every_setting_of_every_game_is_shown(season, text):
    page = text(URL)
    for questions in QUESTIONS.values():
        for one in questions.values():
            assert one.text in page.replace("&#x27;", "'")
    assert page.count("as in the book<") == len(groups_of(DEFAULTS)) + len(QUESTIONS)


def test_nothing_is_kept_before_one_has_read_what_changes(season, organiser, client):
    edit = reverse("house_rules_edit", args=[season.slug])
    chosen = sent(season, career_compass__uneven="set_aside", career_poker__deals="4", best_of="12")
    page = client.post(edit, chosen).content.decode()
    for words in ("What changes", "They are set aside", "How many deals are played?", "Concerns the standings"):
        assert words in page
    assert "points, winners and what a sheet may say" in page and season.house_rules.count() == 1
    assert client.post(edit, {**chosen, "back": "yes"}).content.decode().count("1 not as in the book") == 2
    assert client.post(edit, {**chosen, "sure": "yes"}).url == URL
    rules = house_rules_of(season)
    assert rules.games == {"career_compass": {"uneven": "set_aside"}, "career_poker": {"deals": 4}}
    page = client.get(URL).content.decode()
    assert "3 choices differ" in page and "Career Poker: How many deals are played? 6 → 4" in page


def test_one_tap_makes_a_game_as_in_the_book_and_keeps_nothing_yet(season, organiser, client):
    edit = reverse("house_rules_edit", args=[season.slug])
    set_house_rules(season=season, values={"games": {"office_job": {"max_turns": 20}, "careers": {"trading": False}}})
    assert "Office Job as in the book" in client.get(edit).content.decode()
    page = client.post(edit, {**sent(season), "book": "office_job"})
    assert page.status_code == 200 and "Office Job as in the book" not in page.content.decode()
    assert "Careers as in the book" in page.content.decode() and season.house_rules.count() == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"career_poker__deals": "0"}, "greater than or equal to 1"),
        ({"game_of_the_year__points": "five"}, "whole numbers with commas"),
        ({"game_of_the_year__points": "5, 5"}, "three whole numbers"),
        ({"game_of_the_year__start_date": "tomorrow"}, "a date such as"),
        ({"career_compass__ties": "coin"}, "Select a valid choice"),
        ({"career_poker__score_first_deal": "False"}, "starts without positions"),
    ],
)
@pytest.mark.parametrize("step", [{}, {"sure": "yes"}])
def test_what_a_game_cannot_be_is_refused_beside_the_form(season, organiser, client, changes, said, step):
    response = client.post(reverse("house_rules_edit", args=[season.slug]), sent(season, **changes, **step))
    assert response.status_code == 422 and said in response.content.decode()
    assert season.house_rules.count() == 1


def test_a_form_that_knows_nothing_of_a_game_leaves_it_as_it_is(season, organiser, client):
    set_house_rules(season=season, values={"games": {"office_job": {"max_turns": 20}}})
    old = {name: one for name, one in sent(season).items() if "__" not in name}
    client.post(reverse("house_rules_edit", args=[season.slug]), {**old, "best_of": "12", "sure": "yes"})
    assert house_rules_of(season).games == {"office_job": {"max_turns": 20}}


def a_compass(season, cast, *cards):
    seats = (SeatLine(at, one.pk, one.name, False, {"cards": held}) for at, (one, held) in enumerate(cards, 1))
    sheet = ScoreSheet("career_compass", "london", YESTERDAY, tuple(seats))
    return report_game(season=season, reference="", sheet=sheet, source=Sheet.WEB)


def test_the_odd_card_set_aside_is_a_result_where_the_season_plays_so(season, cast):
    set_house_rules(season=season, values={"games": {"career_compass": {"uneven": "set_aside"}}})
    made = a_compass(season, cast, (cast.ada, 20), (cast.bo, 12))
    confirm_game(season_game=made)
    assert [seat.place for seat in made.game.sheets.get().seats.order_by("seat")] == [1, 2]
    assert list(sheet_differences(made.game_id, made.game_id)) == []


def test_a_sheet_that_waits_is_scored_by_the_rules_that_hold_when_it_is_confirmed(season, cast, organiser, client):
    figures = [(2, 1, 1, 1, 300), (1, 1, 1, 1, 900)]
    names = ("fame_tokens", "family_tokens", "red_letter_tokens", "holiday_cards", "money")
    seats = (
        SeatLine(at, one.pk, one.name, False, dict(zip(names, held, strict=True)))
        for at, (one, held) in enumerate(zip((cast.ada, cast.bo), figures, strict=True), 1)
    )
    made = report_game(
        season=season,
        reference="",
        sheet=ScoreSheet("game_of_the_year", "london", YESTERDAY, tuple(seats)),
        source=Sheet.WEB,
    )
    edit = reverse("house_rules_edit", args=[season.slug])
    page = client.post(edit, sent(season, game_of_the_year__points="5, 5, 2")).content.decode()
    assert "1 game of Game of the Year waits to be confirmed" in page
    client.post(edit, sent(season, game_of_the_year__points="5, 5, 2", sure="yes"))
    confirm_game(season_game=made)
    sheet = made.game.sheets.get()
    assert [seat.points for seat in sheet.seats.order_by("seat")] == [31, 38]
    assert list(sheet_differences(made.game_id, made.game_id)) == []


def test_how_to_play_says_what_the_season_plays_by(season, text):
    guide = reverse("how_to_play", args=["career_poker"])
    assert "plays Career Poker as the book says" in text(f"{guide}?season={season.slug}")
    set_house_rules(season=season, values={"games": {"career_poker": {"positions": False, "score_first_deal": False}}})
    page = text(f"{guide}?season={season.slug}")
    assert "differs from the book in 2 rules" in page and "every match starts without" in page
    assert f"{guide}?season={season.slug}" in text(URL)
    assert "differs from the book" not in text(guide) and text(f"{guide}?season=nowhere")


CARDS = (
    "2 x Jubilee: happiness 4, cash 500, lose_turn 1\n3 x minus12\n\n"
    "1 x Fire: lose_cash 900, go_to hospital\n2 x to_payday"
)


@pytest.mark.rule("careers S141")
def test_a_season_adds_cards_of_its_own_and_its_bots_play_with_them(season, organiser, client):
    edit = reverse("house_rules_edit", args=[season.slug])
    page = client.post(edit, sent(season, careers__extra_cards=CARDS)).content.decode()
    assert "2 x Jubilee: happiness 4, cash 500, lose_turn 1; 3 x minus12" in page
    client.post(edit, sent(season, careers__extra_cards=CARDS, sure="yes"))
    rules = house_rules_of(season)
    kept = rules.choices("careers")["extra_cards"]
    assert [card["count"] for card in kept] == [2, 3, 1, 2] and kept[0]["does"][0] == ["happiness", 4]
    assert HouseRulesForm(rules=rules)["careers__extra_cards"].value() == CARDS.replace("\n\n", "\n")
    blank = ScoreSheet("careers", "london", YESTERDAY, (SeatLine(1, None, "A"), SeatLine(2, None, "B")), "formula", 100)
    game = new_game("careers", 2, 1, engine_options(blank, [TablePlayer(""), TablePlayer("")], rules))
    assert len(game.table.opportunity_deck) == 73 + 5 and len(game.table.experience_deck) == 58 + 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Jubilee", "is not an added card"),
        ("2 x Jubilee: win 1", "can&#x27;t do &#x27;win&#x27;"),
        ("2 x Jubilee: happiness 99", "takes 1 to 20"),
        ("2 x Jubilee:", "can&#x27;t do"),
        ("99 x minus12", "1 to 20 cards"),
        ("2 x unknown", "the rules know no such card"),
    ],
)
@pytest.mark.parametrize("step", [{}, {"sure": "yes"}])
def test_a_card_that_cannot_be_played_is_refused_beside_the_form(season, organiser, client, line, said, step):
    response = client.post(
        reverse("house_rules_edit", args=[season.slug]), sent(season, careers__extra_cards=line, **step)
    )
    assert response.status_code == 422 and said in response.content.decode()
    assert season.house_rules.count() == 1
