from datetime import UTC, datetime

import pytest

from characters.rules.words import parachute
from characters.services.registration import rename_character
from games.services.review import review_waiting
from league.results.services.games import correct_game, void_game
from tests.factories.careers import often_reviewed
from tests.factories.characters import a_character
from tests.factories.games import played, reviewed
from tests.factories.people import an_organiser, owner_of
from tests.factories.sheets import a_sheet, at

READY = {"degrees": {"law": 1, "sales_marketing": 1}, "trips": {"agrivi": 2, "harrods": 2}}
LONG = "Wolfeschlegelsteinhausenbergerdorff " * 5


@pytest.fixture
def promoted(season, cast):
    """Ada needs one game of 510 points to become Senior."""
    return reviewed(season, "big", at(cast.ada, 510, won=True, **READY), at(cast.bo, 90), target=500)


def test_a_personnel_file_says_who_somebody_is(cast, text):
    page = text("/characters/ada/")
    for words in ("Ada", "Counsel at", "AGRIVI", "Entry Level", "owner-of-ada"):
        assert words in page
    papers = text("/characters/ada/numbers/").split(">Papers</h2>")[1]
    assert all(words in papers for words in ("Law", "Sales &amp; Marketing", "League of spring"))


def test_what_is_missing_stands_there_as_have_of_need(season, cast, text):
    reviewed(season, "one", at(cast.ada, 120, won=True, trips={"harrods": 1}), at(cast.bo, 40))
    page = text("/characters/ada/")
    assert "380 game points to Senior" in page and "120 of 500 game points" in page
    assert "Through Harrods" in page and "1 of 2" in page and "0 of 1" in page


def test_points_that_are_enough_are_not_missing_and_the_rest_is(season, cast, text):
    reviewed(season, "one", at(cast.ada, 510, won=True, degrees={"law": 3}), at(cast.bo, 90), target=500)
    page = text("/characters/ada/")
    assert "Enough game points for Senior" in page and "510 game points (500 needed)" in page
    assert "3 (1 needed)" in page and "0 of 2" in page


@pytest.mark.parametrize("tab", ["", "career/", "memos/", "numbers/"])
def test_a_tab_marks_itself_and_leads_to_the_others(promoted, client, tab):
    page = client.get(f"/characters/ada/{tab}").content.decode()
    assert f'href="/characters/ada/{tab}" aria-current="page"' in page
    assert all(f'href="/characters/ada/{other}"' in page for other in ("", "career/", "memos/", "numbers/"))


def test_a_file_without_games_says_what_will_be_in_it(cast, text):
    assert "500 game points to Senior" in text("/characters/ada/")
    career = text("/characters/ada/career/")
    assert "A clean slate" in career and "No games yet" in career
    assert "No mail from Human Resources" in text("/characters/ada/memos/")
    assert "/characters/ada/memos/" not in career


def test_a_promotion_is_in_the_memos_the_history_and_the_chart(promoted, text):
    assert "Your appointment as Senior" in text("/characters/ada/")
    assert "Your appointment as Senior" in text("/characters/ada/memos/")
    page = text("/characters/ada/career/")
    assert "promoted</span> <strong>Senior</strong>" in page and "mark-promotion" in page
    page = text("/characters/ada/career/?every=1")
    assert "promoted</span> to Senior" in page
    assert (
        "510 of 500 game points, 1 degree in Law and 1 in Sales &amp; Marketing (1 each needed), 2 trips through"
        in page
    )


def test_a_memo_says_what_was_missing_after_its_game_as_far_as_was_played(season, cast, text):
    reviewed(season, "second", at(cast.ada, 120, won=True), at(cast.bo, 40), day=2)
    reviewed(season, "first", at(cast.ada, 100, won=True), at(cast.bo, 40), day=1)
    second, first = text("/characters/ada/memos/").split("For Senior you still lack")[1:]
    assert "280 game points" in second and "400 game points" in first


def test_the_line_of_the_chart_ends_at_the_level_held_now(promoted, client):
    chart = client.get("/characters/ada/career/").context["chart"]
    assert chart.summary.startswith("1 game, from Entry in the first to Senior after the last; 1 promotion")


def test_a_memo_takes_back_a_promotion_and_says_why(promoted, text):
    void_game(season_game=promoted, reason="Nobody remembers playing it")
    review_waiting()
    assert "We take it back: your appointment as Senior" in text("/characters/ada/")
    page = text("/characters/ada/memos/")
    assert "We take it back: your appointment as Senior" in page
    assert "Nobody remembers playing it" in page and "taken back" in page


def test_a_promotion_that_holds_by_other_figures_is_not_taken_back(season, cast, promoted, text):
    sheet = a_sheet(at(cast.ada, 520, won=True, **READY), at(cast.bo, 90), target=500)
    correct_game(season_game=promoted, sheet=sheet, reason="A card was missed", source="web")
    review_waiting()
    page = text("/characters/ada/memos/")
    assert "Your appointment as Senior" in page and "We take it back" not in page


def test_a_review_that_changed_nothing_says_what_the_next_level_lacks(season, cast, text):
    reviewed(season, "one", at(cast.ada, 120, won=True, trips={"harrods": 1}), at(cast.bo, 40))
    reviewed(season, "two", at(cast.ada, 100, won=True, degrees={"law": 1}), at(cast.bo, 40), day=2)
    page = text("/characters/ada/memos/")
    late = "For Senior you still lack 280 game points, 1 degree in Sales &amp; Marketing, 2 trips through AGRIVI"
    early = "For Senior you still lack 380 game points, 1 degree in Law, 1 degree in Sales &amp; Marketing, 2 trips"
    assert late in page and early in page


@pytest.fixture
def veteran(cast):
    return often_reviewed(cast.ada, 300)


def test_hundreds_of_games_are_charted_in_pages_and_the_last_page_comes_first(veteran, client, text):
    page = text("/characters/ada/career/")
    assert "Games 289 to 300 of 300" in page and "chart=6" in page and "chart=8" not in page
    page = text("/characters/ada/career/?chart=1")
    assert "Games 1 to 48 of 300" in page and "chart=2" in page and "chart=0" not in page
    assert len(client.get("/characters/ada/career/?chart=1").context["chart"].columns) == 48


@pytest.mark.parametrize(("asked", "shown"), [("99", 7), ("0", 7), ("last", 1)])
def test_a_page_of_the_chart_that_is_not_there_becomes_another(veteran, client, asked, shown):
    assert client.get("/characters/ada/career/", {"chart": asked}).context["chart_page"].number == shown


def test_memos_come_in_pages_the_newest_first(veteran, client):
    newest = client.get("/characters/ada/memos/").context["memos"]
    oldest = client.get("/characters/ada/memos/?page=30").context["memos"]
    assert [letter.game for letter in newest] == list(range(300, 290, -1))
    assert [letter.game for letter in oldest] == list(range(10, 0, -1))


def test_what_was_taken_back_stays_behind_a_toggle(promoted, text):
    void_game(season_game=promoted, reason="Played by other rules")
    review_waiting()
    page = text("/characters/ada/career/")
    assert "Show 2 more" in page and "No longer holds" not in page
    page = text("/characters/ada/career/?every=1")
    assert "Only changes of level" in page and "game big was voided: Played by other rules" in page


def test_a_pending_review_says_so_and_completes_itself(season, cast, client, text):
    played(season, "one", at(cast.ada, 120, won=True), at(cast.bo, 40))
    assert 'hx-get="/characters/ada/"' in text("/characters/ada/")
    waiting = client.get("/characters/ada/", headers={"HX-Request": "true"})
    assert "<html" not in waiting.content.decode() and "Review pending" in waiting.content.decode()
    known = {"HX-Request": "true", "If-None-Match": waiting["ETag"]}
    assert client.get("/characters/ada/", headers=known).status_code == 304
    review_waiting()
    done = client.get("/characters/ada/", headers=known)
    assert done.status_code == 200 and done["HX-Retarget"] == "#main"
    assert 'hx-get="/characters' not in done.content.decode()


def test_a_page_that_somebody_opens_is_never_answered_with_not_modified(cast, client):
    assert "ETag" not in client.get("/characters/ada/")


def test_office_politics_are_counted_done_and_suffered(season, cast, text):
    reviewed(season, "one", at(cast.ada, 120, won=True, backstabbed=[2]), at(cast.bo, 40, bumped=[1]))
    page = text("/characters/ada/numbers/")
    assert 'Backstabs</th> <td class="num">1</td> <td class="num">0</td>' in page
    assert 'Bumps</th> <td class="num">0</td> <td class="num">1</td>' in page


def test_a_former_name_stays_readable(cast, text):
    rename_character(character=cast.ada, name="Adele")
    page = text("/characters/ada/")
    assert "<bdi>Adele</bdi>" in page and "Formerly <bdi>Ada</bdi>" in page
    assert "Adele" in text("/characters/?q=ada")


@pytest.mark.parametrize("name", [LONG.strip(), "🦊 O'Neill & <b>Sons</b>", "שרה הגדולה"])
def test_any_name_can_be_shown(season, client, text, name):
    who = a_character(season, name)
    assert "<b>Sons" not in text(who.get_absolute_url())
    assert client.get("/characters/", {"q": name[:20]}).context["people"][0].name == name


def test_a_corrected_game_shows_in_the_file(promoted, season, cast, text):
    sheet = a_sheet(at(cast.ada, 400), at(cast.bo, 500, won=True), target=500)
    correct_game(season_game=promoted, sheet=sheet, reason="Seats mixed up", source="web")
    review_waiting()
    page = text("/characters/ada/career/?every=1")
    assert "corrected: Seats mixed up" in page and "400 of 500 game points" in page


def test_an_earlier_career_can_be_opened(season, text, client):
    zoe = a_character(season, "Zoe", status="retired", level="c_level")
    zoe.careers.update(current=False)
    zoe.careers.create(number=2, current=True)
    assert 'href="/characters/zoe/career/?career=1"' in text("/characters/zoe/career/")
    for tab in ("career", "numbers"):
        assert "Career 1 of 2" in text(f"/characters/zoe/{tab}/?career=1")
        assert client.get(f"/characters/zoe/{tab}/?career=3").status_code == 404


def test_a_retired_character_says_how_it_left(season, text):
    a_character(season, "Zoe", status="retired", level="c_level")
    assert "Nothing left to climb" in text("/characters/zoe/")


def test_money_is_in_the_currency_of_the_edition(season, text):
    zoe = a_character(season, "Zoe", company="harrods", status="retired", level="c_level")
    zoe.events.create(
        career=1, kind="parachute", game=7, reference="g7", at=datetime(2026, 3, 1, tzinfo=UTC), from_level="c_level",
        to_level="c_level", points=10_000, why=parachute(10_000),
    )  # fmt: skip
    assert "leaves with a bonus of £100,000" in text("/characters/zoe/memos/")
    zoe.edition, zoe.specialty, zoe.side_interest = "jazz_age", "music", "dance"
    zoe.primary_company, zoe.secondary_company = "paul_whitemans_orchestra", "cotton_club"
    zoe.save()
    for tab in ("", "memos/", "career/?every=1"):
        page = text(f"/characters/zoe/{tab}")
        assert "a bonus of $100,000" in page and "£" not in page


@pytest.mark.parametrize("query", ["?chart=0", "?chart=x", "?page=x", "?chart=" + "9" * 30, "?chart=²"])
def test_an_odd_address_still_shows_the_file(promoted, text, query):
    assert "Ada" in text("/characters/ada/career/" + query)


def test_nobody_is_not_found(db, client):
    assert client.get("/characters/nobody/").status_code == 404


def test_owner_and_organiser_may_edit_and_strangers_may_not(season, cast, client):
    assert client.get("/characters/ada/").context["may_edit"] is False
    client.force_login(owner_of(cast.bo))
    assert client.get("/characters/ada/").context["may_edit"] is False
    client.force_login(owner_of(cast.ada))
    assert client.get("/characters/ada/").context["may_edit"] is True
    client.force_login(an_organiser(season))
    assert client.get("/characters/ada/").context["may_edit"] is True


@pytest.mark.parametrize("tab", ["", "career/", "memos/", "numbers/"])
def test_a_long_career_takes_as_many_queries_as_a_short_one(promoted, season, cast, client, queries, tab):
    reviewed(season, "no-change", at(cast.ada, 100, won=True), at(cast.dev, 40), day=3)
    before = queries(client, f"/characters/ada/{tab}")
    for number in range(8):
        reviewed(season, f"more-{number}", at(cast.ada, 100, won=True), at(cast.dev, 40), day=4 + number)
    assert queries(client, f"/characters/ada/{tab}") == before


def test_characters_are_found_by_name_level_company_and_status(season, cast, text):
    a_character(season, "Zoe", status="retired", level="c_level")
    page = text("/characters/?q=BO")
    assert "/characters/bo/" in page and "/characters/ada/" not in page
    page = text("/characters/?company=london/stonehenge")
    assert "/characters/cleo/" in page and "/characters/ada/" not in page
    page = text("/characters/?level=c_level&status=retired")
    assert "/characters/zoe/" in page and "golden parachute" in page and "/characters/ada/" not in page
    assert "Nobody matches" in text("/characters/?q=nobody&company=mars/lander")


def test_the_roster_is_limited_to_a_league_when_asked(season, cast, text, client):
    assert "Characters of" in text("/characters/?league=league-of-spring")
    assert client.get("/characters/?league=none").status_code == 404


def test_an_empty_roster_says_what_to_do(db, text):
    assert "Nobody works here yet" in text("/characters/")


def test_the_roster_takes_as_many_queries_for_many(season, cast, client, queries):
    before = queries(client, "/characters/")
    for number in range(60):
        a_character(season, f"Extra {number}")
    assert queries(client, "/characters/") == before
    assert client.get("/characters/").context["page_obj"].paginator.num_pages == 3
