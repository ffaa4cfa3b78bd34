import pytest

from games.models import Sheet
from games.services.review import review_waiting
from league.models import Result
from tests.factories.thursday_club import ThursdayClub, a_report, post_game


def correct(thursday: ThursdayClub, by: str, game: dict, query: str = "", **changes: object) -> object:
    body = a_report("Bo", "Ada", **{"reason": "Bo won.", "expected_version": 1} | changes)
    body = {key: value for key, value in body.items() if value is not ...}
    return thursday.client(by).post(f"/api/v1/games/{game['id']}/correct/{query}", body, format="json")


@pytest.fixture
def game(thursday: ThursdayClub) -> dict:
    return post_game(thursday)


def test_a_corrected_game_keeps_both_versions_and_moves_everybody(thursday: ThursdayClub, game: dict):
    response = correct(thursday, "otto", game)
    assert response.status_code == 200
    answer = response.json()
    assert (answer["status"], answer["sheet_version"]) == ("confirmed", 2)
    assert [(sheet["status"], sheet["reason"]) for sheet in answer["sheets"]] == [
        ("superseded", ""),
        ("confirmed", "Bo won."),
    ]
    table = thursday.client().get("/api/v1/seasons/spring-2026/standings/").json()
    assert [row["name"] for row in table["results"]] == ["Bo", "Ada"]
    review_waiting()
    assert thursday.client().get("/api/v1/characters/bo/career/").json()["wins"] == 1


def test_system_and_edition_need_not_be_said_and_can_not_be_changed(thursday: ThursdayClub, game: dict, problems):
    assert correct(thursday, "otto", game, season=..., system=..., edition=...).status_code == 200
    response = correct(thursday, "otto", game, expected_version=2, edition="jazz_age")
    assert response.status_code == 400
    assert "can't change the game system or the edition" in problems(response)["non_field_errors"]


def test_a_correction_says_who_may_be_meant(thursday: ThursdayClub, game: dict, problems):
    seats = a_report("Cleoo", "Ada")["seats"]
    response = correct(thursday, "otto", game, seats=seats)
    assert problems(response)["seats.0.character"] == "There is no character 'Cleoo'; did you mean 'Cleo'?"


def test_a_stale_version_is_a_conflict(thursday: ThursdayClub, game: dict, problems):
    correct(thursday, "otto", game)
    for query in ("", "?preview=1"):
        response = correct(thursday, "otto", game, query)
        assert response.status_code == 409
        assert "at version 2 now, and you saw version 1" in problems(response)[None]
    assert Sheet.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value"), [("expected_version", "x"), ("expected_version", 0), ("reason", ...), ("reason", "")]
)
def test_version_and_reason_must_be_right(thursday: ThursdayClub, game: dict, field: str, value: object, problems):
    response = correct(thursday, "otto", game, **{field: value})
    assert response.status_code == 400
    assert field in problems(response)


@pytest.mark.parametrize("version", [..., None])
def test_a_correction_without_the_version_seen_is_a_conflict(
    thursday: ThursdayClub, game: dict, version: object, problems
):
    response = correct(thursday, "otto", game, expected_version=version)
    assert response.status_code == 409
    assert "This game is at version 1" in problems(response)[None]
    assert correct(thursday, "otto", game, "?preview=1", expected_version=..., reason=...).status_code == 200


def test_a_preview_tells_what_follows_and_changes_nothing(thursday: ThursdayClub, game: dict):
    url = f"/api/v1/games/{game['id']}/"
    before = thursday.client().get(url).json()
    response = correct(thursday, "otto", game, "?preview=1")
    assert response.status_code == 200
    assert [(move["name"], move["before"], move["after"]) for move in response.json()["moves"]] == [
        ("Bo", 2, 1),
        ("Ada", 1, 2),
    ]
    assert thursday.client().get(url).json() == before
    assert list(Result.objects.order_by("place").values_list("character__name", flat=True)) == ["Ada", "Bo"]


def test_problems_of_a_correction_are_at_their_places(thursday: ThursdayClub, game: dict, problems):
    seats = a_report("Bo", "Ada")["seats"]
    seats[1]["score"]["degrees"] = {"law": 9}
    for query in ("", "?preview=1"):
        response = correct(thursday, "otto", game, query, seats=seats)
        assert response.status_code == 400
        assert "9 degrees in" in problems(response)["seats.1.score.degrees"]


@pytest.mark.parametrize("by", ["ada", "bo", "sam", "cleo", "vera", "xenia"])
def test_only_organisers_correct_a_confirmed_game(thursday: ThursdayClub, game: dict, by: str, problems):
    response = correct(thursday, by, game)
    assert response.status_code == 403
    assert problems(response)[None] == "Only an organiser of this league can correct a confirmed game."


@pytest.mark.parametrize("by", ["ada", "bo", "sam", "otto"])
def test_an_open_sheet_is_replaced_and_waits_as_before(thursday: ThursdayClub, waiting: dict, by: str):
    answer = correct(thursday, by, waiting).json()
    assert (answer["status"], answer["sheet_version"]) == ("submitted", 2)
    assert answer["sheets"][1]["submitted_by"] == by
    assert not Result.objects.exists()


@pytest.mark.parametrize("by", ["cleo", "vera", "xenia"])
def test_who_did_not_sit_there_does_not_touch_an_open_sheet(thursday: ThursdayClub, waiting: dict, by: str, problems):
    response = correct(thursday, by, waiting)
    assert response.status_code == 403
    assert problems(response)[None].startswith("Players can only change unconfirmed sheets of their own games.")


def test_a_void_game_comes_back_by_a_correction(thursday: ThursdayClub, game: dict):
    thursday.client("otto").post(f"/api/v1/games/{game['id']}/void/", {"reason": "wrong"}, format="json")
    assert correct(thursday, "otto", game).json()["status"] == "confirmed"
    assert Result.objects.count() == 2


def test_a_preview_of_another_open_sheet_tells_what_its_confirmation_would_change(
    thursday: ThursdayClub, waiting: dict
):
    moves = correct(thursday, "ada", waiting, "?preview=1").json()["moves"]
    assert [(move["name"], move["before"], move["after"]) for move in moves] == [("Bo", None, 1), ("Ada", None, 2)]
    assert list(Sheet.objects.values_list("status", flat=True)) == ["submitted"]
    assert not Result.objects.exists()
