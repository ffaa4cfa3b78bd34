import pytest

from characters.services.registration import rename_character
from games.models import Sheet
from games.services.review import review_waiting
from league.results.services.games import correct_game, dispute_game, void_game
from tests.factories.games import played, reviewed
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.sheets import a_sheet, at

READY = {"degrees": {"law": 1, "sales_marketing": 1}, "trips": {"agrivi": 2, "harrods": 2}}


@pytest.fixture
def game(season, cast):
    return reviewed(season, "one", at(cast.ada, 510, won=True, **READY), at(cast.bo, 90), target=500)


@pytest.fixture
def url(game):
    return f"/games/{game.game_id}/"


def actions(client, url):
    return {name for name, allowed in client.get(url).context["actions"].items() if allowed}


def test_the_sheet_is_shown_as_the_table_knew_it(game, url, cast, text):
    rename_character(character=cast.ada, name="Adele")
    page = text(url)
    for words in (
        "Adele",
        "then known as <bdi>Ada</bdi>",
        "510",
        "Table points 60",
        "Table points 12",
        "Law 1",
        "Harrods 2",
        "target 500",
    ):
        assert words in page


def test_what_the_game_changed_stands_below_with_why(url, text):
    page = text(url)
    assert "promoted</span> to Senior" in page and "102 %" in page


def test_a_guest_holds_a_place_without_table_points(season, cast, text):
    game = reviewed(season, "g", at("Uncle Tom", 120, won=True), at(cast.ada, 50), at(cast.bo, 20))
    page = text(f"/games/{game.game_id}/")
    assert "Uncle Tom" in page and "guest" in page and "Table points 36" in page


def test_a_correction_shows_the_difference_and_what_was_taken_back(game, url, season, cast, text):
    sheet = a_sheet(at(cast.ada, 400), at(cast.bo, 500, won=True), target=500)
    correct_game(season_game=game, sheet=sheet, reason="Seats mixed up", source="web", by=an_organiser(season))
    review_waiting()
    page = text(url)
    assert "Version 2 of 2" in page and "Seats mixed up" in page and "by <bdi>olga</bdi>" in page
    assert "<del>510</del>" in page and "<ins>400</ins>" in page and "No longer holds" in page
    old = text(url + "?version=1")
    assert "An earlier version" in old and "Law 1" in old and "Replaced" in old


def test_a_void_game_stays_readable_and_says_why(game, url, text):
    void_game(season_game=game, reason="Played twice")
    review_waiting()
    page = text(url)
    assert "This game counts for nobody: Played twice" in page and "Ada" in page and "No longer holds" in page


def test_a_disputed_sheet_says_who_doubts_what(season, cast, text):
    game = played(season, "two", at(cast.ada, 110, won=True), at(cast.bo, 90), confirm=False)
    assert "This sheet counts once an organiser confirms it" in text(f"/games/{game.game_id}/")
    dispute_game(season_game=game, reason="Bo had 95", by=owner_of(cast.bo))
    page = text(f"/games/{game.game_id}/")
    assert "Bo had 95" in page and "An organiser decides" in page and "by <bdi>owner-of-bo</bdi>" in page


def test_doubts_are_listed(game, url, text):
    Sheet.objects.filter(game=game.game_id).update(doubts=["Seat 1 (Ada): 1 layoff, but a Senior may use none."])
    assert "Seat 1 (Ada): 1 layoff, but a Senior may use none." in text(url)


def test_a_pending_review_completes_itself(season, cast, client, text):
    game = played(season, "two", at(cast.ada, 110, won=True), at(cast.bo, 90))
    url = f"/games/{game.game_id}/"
    assert "hx-get" in text(url) and "The review is on its way" in text(url)
    waiting = client.get(url, headers={"HX-Request": "true"})
    known = {"HX-Request": "true", "If-None-Match": waiting["ETag"]}
    assert client.get(url, headers=known).status_code == 304
    review_waiting()
    done = client.get(url, headers=known)
    assert done.status_code == 200 and done["HX-Retarget"] == "#main" and "<html" in done.content.decode()


def test_a_failed_review_says_so_and_stops_asking(season, cast, text):
    game = played(season, "two", at(cast.ada, 110, won=True), at(cast.bo, 90))
    Sheet.objects.filter(game=game.game_id).update(review_tries=5, review_error="disk full")
    page = text(f"/games/{game.game_id}/")
    assert "It was tried 5 times: disk full" in page and 'hx-get="/games' not in page


@pytest.mark.parametrize("address", ["/games/99999/", "/games/{}/?version=2", "/games/{}/?version=x"])
def test_an_unknown_game_or_version_is_not_found(game, client, address):
    assert client.get(address.format(game.game_id)).status_code == 404


def test_a_stranger_may_do_nothing_and_an_organiser_correct_and_void(game, url, season, client):
    assert actions(client, url) == set()
    client.force_login(an_organiser(season))
    assert actions(client, url) == {"correct", "name", "void"}


def test_an_open_sheet_is_edited_by_those_who_sat_there(season, cast, client):
    game = played(season, "two", at(cast.ada, 110, won=True), at(cast.bo, 90), confirm=False)
    url = f"/games/{game.game_id}/"
    client.force_login(owner_of(cast.ada))
    assert actions(client, url) == {"edit", "dispute"}
    client.force_login(owner_of(cast.cleo))
    assert actions(client, url) == set()
    client.force_login(a_member(season, "sam", "score_keeper"))
    assert actions(client, url) == {"edit", "dispute"}
    client.force_login(an_organiser(season))
    assert actions(client, url) == {"confirm", "dispute", "edit", "name", "void"}


def test_more_seats_and_versions_take_no_more_queries(game, url, season, cast, client, queries):
    before = queries(client, url)
    for number in range(4):
        sheet = a_sheet(
            at(cast.ada, 500 + number, won=True), *(at(one, 90) for one in (cast.bo, cast.cleo, cast.dev)), target=500
        )
        correct_game(season_game=game, sheet=sheet, reason=f"Typing error {number}", source="web")
    review_waiting()
    assert queries(client, url) == before


def test_a_timed_game_names_its_mode(season, cast, text):
    game = reviewed(season, "t", at(cast.ada, 80, won=True), at(cast.bo, 60), target=None)
    assert "Timed game" in text(f"/games/{game.game_id}/")
