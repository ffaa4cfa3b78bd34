"""The pages of a league's own games: added, tried, changed in two steps, retired, taken along as a file."""

import json
import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.rules.definition_judge import BY_POINTS
from games.rules.definitions import shapes
from league.clubs.services import own_games
from league.clubs.services.leagues import create_league
from league.clubs.services.own_games import add_game
from league.models import League, OwnGame, OwnGameVersion
from league.talk.services import hide_league
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.pages import inputs, text

pytestmark = pytest.mark.django_db
URL = "/leagues/friday-club/games/"
ADD = f"{URL}add/"
GAME = f"{URL}own-rails/"
CHANGE = f"{GAME}change/"
RAILS = {
    "name": "Rails",
    "seats": [2, 4],
    "ends": "most_points",
    "ties": ["coins"],
    "columns": [
        {"id": "coins", "label": "Coins", "kind": "number", "most": 100},
        {
            "id": "line",
            "label": "Line",
            "kind": "choice",
            "options": [{"id": "red", "label": "Red", "points": 3}, {"id": "blue", "label": "Blue"}],
        },
        {"id": "bridge", "label": "Bridge", "kind": "yes_no", "points": 5},
    ],
}


@pytest.fixture(scope="module")
def club(rows_of_module) -> FridayClub:
    with rows_of_module.unblock():
        return a_friday_club()


@pytest.fixture
def cleo(client: Client, club: FridayClub) -> Client:
    """Signed in as the organiser."""
    client.force_login(club.cleo)
    return client


@pytest.fixture
def rails(club: FridayClub) -> OwnGame:
    return add_game(league=club.league, content=RAILS, by=club.cleo)


def form(client: Client, **changes: str) -> dict[str, str]:
    """What the form of the game holds, with what somebody changes."""
    page = client.get(CHANGE)
    areas = re.findall(r'<textarea name="([^"]+)"[^>]*>\s*(.*?)</textarea>', page.content.decode(), re.DOTALL)
    kept = {**dict(inputs(page)), **{name: unescape(lines) for name, lines in areas if name != "text"}}
    ticked = {name: "on" for name in kept if name.endswith("-required")}
    return {name: value for name, value in kept.items() if not name.startswith("try-")} | ticked | changes


def saved(client: Client, sent: dict[str, str]) -> dict:
    """Go through both steps, and return the newest definition."""
    page = client.post(CHANGE, {"go": "see", **sent})
    assert page.status_code == 200, text(page)
    hidden = {name: value for name, value in inputs(page) if name in ("text", "seen")}
    assert client.post(CHANGE, {"go": "save", **hidden}).status_code == 302
    return json.loads(OwnGame.objects.get().definition.content)


def hide(league: League) -> None:
    hide_league(league=league, why="Advertisements", by=User.objects.create(username="staff"))
    cache.clear()  # as the commit does


def ids(client: Client, sent: dict[str, str]) -> list[str]:
    return [value for name, value in inputs(client.post(CHANGE, sent)) if re.fullmatch(r"column-\d-id", name)]


def test_a_league_without_games_says_what_to_do_next(cleo: Client):
    page = text(cleo.get(URL))
    assert "No games of your own yet" in page and ADD in page
    assert URL in text(cleo.get("/leagues/friday-club/workshop/"))
    assert ADD in text(cleo.get("/enter/"))


def test_a_name_and_a_kind_are_enough_for_a_game(cleo: Client):
    answer = cleo.post(ADD, {"name": "Five things", "shape": "sum", "columns": ""})
    assert (answer.status_code, answer["Location"]) == (302, f"{URL}own-five-things/")
    page = text(cleo.get(answer["Location"]))
    assert "2 to 5 players" in page and "2 points for each" in page
    assert "Five things" in text(cleo.get(URL))


@pytest.mark.parametrize("shape", [shape.id for shape in shapes()])
def test_every_kind_of_game_can_be_begun_with_columns_of_ones_own(cleo: Client, shape: str):
    cleo.post(ADD, {"name": "Ours", "shape": shape, "columns": "Buildings, Goods ,Points,金貨"})
    columns = json.loads(OwnGame.objects.get().definition.content)["columns"]
    assert [column["label"] for column in columns] == ["Buildings", "Goods", "Points", "金貨"]
    assert [column["id"] for column in columns] == ["buildings", "goods", "points_2", "c"]
    ending = json.loads(OwnGame.objects.get().definition.content)["ends"]
    assert {column.get("weight", 1) for column in columns} == {1 if ending in BY_POINTS else 0}
    assert cleo.get(f"{URL}own-ours/").status_code == 200


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"name": ""}, "name", "Say what the game is called."),
        ({"name": "CAREERS"}, "name", "This league already has a game called CAREERS."),
        ({"name": "\u200b"}, "name", "visible letters"),
        ({"columns": "Coins, coins"}, "columns", "is already there; each must be different."),
        ({"columns": ",".join(["X" * 41])}, "columns", "of 1 to 40 visible letters"),
    ],
)
def test_what_is_wrong_with_a_new_game_stands_beside_its_field(cleo: Client, sent, field: str, sentence: str):
    answer = cleo.post(ADD, {"name": "Ours", "shape": "sum", "columns": ""} | sent)
    assert answer.status_code == 422
    assert sentence in str(answer.context["new"].errors[field])
    assert not OwnGame.objects.exists()


def test_a_label_of_40_capitals_fits_and_is_kept(cleo: Client):
    label = "W" * 40
    cleo.post(ADD, {"name": "W" * 60, "shape": "sum", "columns": label})
    game = OwnGame.objects.get()
    assert label in text(cleo.get(game.get_absolute_url()))


def test_a_league_has_so_many_games_and_no_more(cleo: Client, rails: OwnGame, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(own_games, "MOST_GAMES", 1)
    answer = cleo.post(ADD, {"name": "Ours", "shape": "sum", "columns": ""})
    assert answer.status_code == 422 and "1 games of its own at most" in text(answer)


def test_a_game_is_taken_along_as_a_file_and_comes_back_under_another_name(cleo: Client, rails: OwnGame):
    file = cleo.get(f"{GAME}game.toml?version=1")
    assert file["Content-Type"].startswith("application/toml")
    sent = {"upload": "1", "called": "Rails again", "file": SimpleUploadedFile("game.toml", file.content)}
    assert cleo.post(ADD, sent).status_code == 302
    first, again = OwnGame.objects.order_by("pk")
    assert json.loads(again.definition.content) == json.loads(first.definition.content) | {"name": "Rails again"}
    assert cleo.get(f"{GAME}game.toml?version=2").status_code == 404


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"x" * 20_001, "the limit is 20,000 bytes"),
        (b"name = ", "The text can&#x27;t be read"),
        (b"", "name: This is missing."),
        (b"seats = " + b"[" * 3000, "nested too deep"),
        (json.dumps(RAILS | {"colour": "red"}).encode(), "colour: &#x27;colour&#x27; is not known here"),
        (json.dumps(RAILS | {"ends": "100%"}).encode(), "&#x27;100%&#x27;."),
    ],
)
def test_a_file_that_is_no_game_is_refused_with_the_reason(cleo: Client, content: bytes, sentence: str):
    answer = cleo.post(ADD, {"upload": "1", "called": "", "file": SimpleUploadedFile("game.toml", content)})
    assert answer.status_code == 422 and sentence in text(answer)
    assert not OwnGame.objects.exists()


def test_a_game_of_another_league_is_copied_unless_that_league_is_hidden(cleo: Client, club: FridayClub):
    other = create_league(name="Other Club", by=club.dev)
    there = add_game(league=other, content=RAILS, by=club.dev)
    assert "Rails (Other Club)" in text(cleo.get(ADD))
    assert cleo.post(ADD, {"copy": "1", "game": there.system, "called": ""}).status_code == 302
    assert OwnGame.objects.filter(league=club.league, name="Rails").exists()
    hide(other)
    assert "Rails (Other Club)" not in text(cleo.get(ADD))
    answer = cleo.post(ADD, {"copy": "1", "game": there.system, "called": "Stolen"})
    assert answer.status_code == 422 and not OwnGame.objects.filter(name="Stolen").exists()


FIGURES = {"try-1-coins": "10", "try-1-line": "red", "try-2-coins": "9", "try-2-line": "blue", "try-2-bridge": "yes"}


def sums(page) -> list[str]:
    return re.findall(r'<output class="sum">([^<]+)</output>', page.content.decode())


def test_a_sheet_is_tried_with_figures_and_nothing_is_kept(client: Client, rails: OwnGame):
    third = {"try-3-coins": "1", "try-3-line": "red"}
    assert "is missing" not in text(client.get(GAME, FIGURES))
    assert sums(client.get(GAME, FIGURES)) == ["13", "14", "0", "–", "–", "–"]
    assert sums(client.get(GAME, FIGURES | third)) == ["13", "14", "4", "2", "1", "3"]
    page = client.get(GAME, FIGURES | {"try-1-coins": "101"})
    assert "Seat 1 (A): Coins is 101; it can&#x27;t be more than 100." in text(page)


def test_whoever_won_is_said_where_figures_do_not_decide(client: Client, club: FridayClub):
    sides = next(shape.content for shape in shapes() if shape.id == "two_sides")
    game = add_game(league=club.league, content=sides, by=club.cleo)
    seats = {"try-1-side": "north", "try-2-side": "south", "try-3-side": "north"}
    page = client.get(game.get_absolute_url(), seats | {"try-won": ["1"]})
    assert "not marked as winner, unlike others" in text(page)
    assert sums(client.get(game.get_absolute_url(), seats | {"try-won": ["1", "3"]})) == ["1", "3", "1"]


def test_a_change_is_shown_first_and_then_made_the_next_version(cleo: Client, rails: OwnGame):
    sent = form(cleo, **{"column-0-label": "Gold coins", "column-0-weight": "2", "least": "3"})
    page = text(cleo.post(CHANGE, {"go": "see", **sent}))
    assert "Players: 3 to 4, not 2 to 4." in page and "Save as version 2" in page
    assert OwnGameVersion.objects.count() == 1
    after = saved(cleo, sent)
    assert after == RAILS | {
        "seats": [3, 4],
        "columns": [{**RAILS["columns"][0], "label": "Gold coins", "weight": 2}, *RAILS["columns"][1:]],
        "ties": ["coins"],
    }
    assert "Version 2" in text(cleo.get(GAME)) and "cleo" in text(cleo.get(GAME))


def test_a_form_that_nobody_touched_changes_nothing(cleo: Client, rails: OwnGame):
    assert "Nothing differs from the newest version." in text(
        cleo.post(CHANGE, {"go": "see", **form(cleo, ties="Coins")})
    )


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.id)
def test_the_form_holds_all_of_every_kind_of_game(cleo: Client, club: FridayClub, shape):
    add_game(league=club.league, content=shape.content | {"name": "Rails"}, by=club.cleo)
    page = cleo.post(CHANGE, {"go": "see", **form(cleo)})
    assert "Nothing differs from the newest version." in text(page)


def test_options_sides_and_columns_keep_their_ids_when_their_words_change(cleo: Client, rails: OwnGame):
    options = saved(cleo, form(cleo, **{"column-1-options": "Crimson = 3\nBlue\nGreen = -1"}))["columns"][1]["options"]
    assert [option["id"] for option in options] == ["crimson", "blue", "green"]
    options = saved(cleo, form(cleo, **{"column-1-options": "Scarlet = 3\nBlue\nGreen = -1"}))["columns"][1]["options"]
    assert options[0] == {"id": "crimson", "label": "Scarlet", "points": 3}
    assert options[2] == {"id": "green", "label": "Green", "points": -1}


def test_columns_are_added_moved_and_removed_by_buttons(cleo: Client, rails: OwnGame):
    sent = form(cleo)
    assert ids(cleo, {"go": "add", **sent}) == ["coins", "line", "bridge", ""]
    assert ids(cleo, {"go": "up-2", **sent}) == ["coins", "bridge", "line"]
    assert ids(cleo, {"go": "down-0", **sent}) == ["line", "coins", "bridge"]
    assert ids(cleo, {"go": "remove-1", **sent}) == ["coins", "bridge"]
    assert ids(cleo, {"go": "remove-9", **sent}) == ["coins", "line", "bridge"]
    assert OwnGameVersion.objects.count() == 1
    new = {"rows": "4", "column-3-label": "Coins!", "column-3-kind": "number", "column-3-required": "on"}
    assert saved(cleo, sent | new)["columns"][3] == {"id": "coins_2", "label": "Coins!", "kind": "number"}


def test_a_row_without_a_label_is_no_column(cleo: Client, rails: OwnGame):
    new = {"rows": "4", "column-3-label": "", "column-3-kind": "number", "column-3-weight": "1"}
    assert "Nothing differs" in text(cleo.post(CHANGE, {"go": "see", **form(cleo), **new}))


@pytest.mark.parametrize(
    ("sent", "row", "field", "sentence"),
    [
        ({"least": "5"}, None, "most", "The fewest players come first"),
        ({"most": "many"}, None, "most", "not &#x27;many&#x27;"),
        ({"ties": "Silver"}, None, "ties", "Silver is not a column of this game."),
        ({"name": ""}, None, "name", "visible letters"),
        ({"ends": "sides", "sides": "North"}, None, "sides", "a list of 2 to 6"),
        ({"column-0-label": ""}, 0, "label", "visible letters"),
        ({"column-0-weight": "1.5"}, 0, "weight", "not &#x27;1.5&#x27;"),
        ({"column-0-most": "0"}, 0, "most", "must be more than the smallest"),
        ({"column-1-options": "Red = lots\nBlue"}, 1, "options", "Line 1: This must be a whole number"),
        ({"column-2-weight": "x"}, 2, "weight", "not &#x27;x&#x27;"),
        ({"column-1-id": "winner!"}, 1, "label", "a short name of small letters"),
    ],
)
def test_what_is_wrong_with_a_change_stands_beside_its_field(cleo: Client, rails, sent, row, field, sentence):
    answer = cleo.post(CHANGE, {"go": "see", **form(cleo), **sent})
    editor = answer.context["editor"]
    assert answer.status_code == 422
    assert sentence in str((editor.form if row is None else editor.rows[row]).errors[field])
    live = cleo.post(CHANGE, {"go": "live", **form(cleo), **sent})
    assert live.status_code == 200 and "The sheet is shown as soon as this is right:" in text(live)
    assert OwnGameVersion.objects.count() == 1


def test_the_picture_follows_the_form_before_anything_is_kept(cleo: Client, rails: OwnGame):
    sent = form(cleo, **{"column-0-weight": "4"}) | FIGURES
    assert sums(cleo.post(CHANGE, {"go": "live", **sent}))[:2] == ["43", "41"]
    assert OwnGameVersion.objects.count() == 1


def test_the_game_may_be_pasted_as_text(cleo: Client, rails: OwnGame):
    page = cleo.post(CHANGE, {"go": "see", "seen": "1", "text": json.dumps(RAILS | {"minutes": 45})})
    assert "Usual length in minutes: 45, not nothing." in text(page)
    refused = cleo.post(CHANGE, {"go": "see", "seen": "1", "text": json.dumps(RAILS | {"minutes": 0})})
    assert refused.status_code == 422 and "minutes: This must be" in text(refused)


def test_going_back_from_the_changes_shows_the_form_as_it_was_typed(cleo: Client, rails: OwnGame):
    page = cleo.post(CHANGE, {"go": "see", **form(cleo, minutes="75")})
    hidden = {name: value for name, value in inputs(page) if name in ("text", "seen")}
    back = cleo.post(CHANGE, {"go": "back", **hidden})
    assert back.status_code == 200 and ("minutes", "75") in inputs(back)


def test_somebody_who_was_slower_is_told_so_and_keeps_what_was_typed(cleo: Client, rails: OwnGame):
    page = cleo.post(CHANGE, {"go": "see", **form(cleo, minutes="75")})
    saved(cleo, form(cleo, minutes="60"))
    hidden = {name: value for name, value in inputs(page) if name in ("text", "seen")}
    answer = cleo.post(CHANGE, {"go": "save", **hidden})
    assert answer.status_code == 422 and "Somebody has made version 2" in text(answer)
    assert ("minutes", "75") in inputs(answer)


def test_a_game_is_retired_and_brought_back(cleo: Client, rails: OwnGame):
    cleo.post(f"{GAME}retire/", {"retire": "1"})
    assert "No longer offered for new results." in text(cleo.get(URL)) and "own-rails" not in text(cleo.get("/enter/"))
    cleo.post(f"{GAME}retire/", {"back": "1"})
    assert "No longer offered" not in text(cleo.get(URL)) and "own-rails" in text(cleo.get("/enter/"))


@pytest.fixture(autouse=True)
def nothing_hidden_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_a_stranger_reads_and_changes_nothing(client: Client, club: FridayClub, rails: OwnGame):
    assert client.get(ADD).status_code == 302
    client.force_login(club.dev)
    page = text(client.get(GAME))
    assert "Rails" in page and CHANGE not in page and f"{GAME}retire/" not in page
    assert ADD not in text(client.get(URL)) and "own-rails" in text(client.get(URL))
    assert [client.get(url).status_code for url in (ADD, CHANGE)] == [403, 403]
    assert client.post(f"{GAME}retire/", {"retire": "1"}).status_code == 403
    assert client.post(ADD, {"name": "Ours", "shape": "sum", "columns": ""}).status_code == 403


def test_games_of_a_hidden_league_are_not_found(client: Client, club: FridayClub, rails: OwnGame):
    hide(club.league)
    assert [client.get(url).status_code for url in (URL, GAME, f"{GAME}game.toml")] == [404, 404, 404]


def test_a_game_is_found_at_the_address_of_its_league_alone(client: Client, club: FridayClub, rails: OwnGame):
    create_league(name="Other Club", by=club.dev)
    assert client.get("/leagues/other-club/games/own-rails/").status_code == 404


def test_a_game_among_many_is_found_by_a_part_of_its_name(cleo: Client, club: FridayClub, rails: OwnGame):
    assert "Search the games" not in text(cleo.get(URL)), "of one game"
    for number in range(10):
        add_game(league=club.league, content=RAILS | {"name": f"Mill {number}"}, by=club.cleo)
    page = text(cleo.get(URL, {"q": " mill 7"}))
    assert "Mill 7" in page and "Mill 6" not in page and ">Rails<" not in page
    assert "No game of this league is called that" in text(cleo.get(URL, {"q": "chess"}))


def test_the_games_of_a_league_take_as_many_queries_however_many_there_are(
    cleo: Client, club: FridayClub, rails: OwnGame, django_assert_max_num_queries
):
    for number in range(5):
        add_game(league=club.league, content=RAILS | {"name": f"Rails {number}"}, by=club.cleo)
    cleo.get(URL)
    with django_assert_max_num_queries(8):
        cleo.get(URL)
