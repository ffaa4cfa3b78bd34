"""What the schema says of a request is so: what it lets through is not refused for its form, what it forbids is
refused."""

import re
from typing import Any

import pytest

from games.models import Sheet
from league.core.api.schema import NOT_BLANK
from tests.factories.document import DOCUMENT
from tests.factories.thursday_club import ThursdayClub, a_tournament_of, post_game

NEITHER = ["", "ture", "null", "2"]


def parameters(path: str, method: str = "get") -> dict[str, Any]:
    return {one["name"]: one for one in DOCUMENT["paths"][f"/api/v1/{path}"][method]["parameters"]}


@pytest.mark.parametrize("said", [*NEITHER, "1&preview=0"])
@pytest.mark.parametrize("what", ["confirm", "void"])
def test_a_preview_that_is_mistyped_decides_nothing(thursday: ThursdayClub, what: str, said: str, problems):
    game = post_game(thursday, by="ada", confirm=False)
    response = thursday.client("otto").post(
        f"/api/v1/games/{game['id']}/{what}/?preview={said}", {"reason": "Wrong table."}, format="json"
    )
    assert response.status_code == 400
    assert problems(response) == {"preview": "Say 1 or 0 for preview, or leave it out."}
    assert Sheet.objects.get().status == Sheet.SUBMITTED


def test_a_preview_of_a_swap_that_is_mistyped_swaps_nothing(thursday: ThursdayClub):
    a_tournament_of(thursday)
    table = "/api/v1/tournaments/spring-open/rounds/1/1/"
    before = thursday.client("otto").get(table).json()
    swap = {"one": {"table": 1, "seat": 1}, "other": {"table": 1, "seat": 2}, "reason": "Sat wrong."}
    assert thursday.client("otto").post(f"{table}swap/?preview=ture", swap, format="json").status_code == 400
    assert thursday.client("otto").get(table).json() == before


@pytest.mark.parametrize("said", NEITHER)
@pytest.mark.parametrize("path", ["career/?rescinded", "passport/?owner"])
def test_a_flag_says_yes_or_no(thursday: ThursdayClub, path: str, said: str):
    response = thursday.client("ada").get(f"/api/v1/characters/ada/{path}={said}")
    assert response.status_code == 400
    assert "Say 1 or 0" in response.json()["errors"][0]["detail"]


@pytest.mark.parametrize("said", ["1", "true", "YES", "0", "False", "no"])
def test_a_flag_is_read_as_people_write_it(thursday: ThursdayClub, said: str):
    assert thursday.client("ada").get(f"/api/v1/characters/ada/career/?rescinded={said}").status_code == 200


def test_a_page_has_at_least_one_row():
    lists = [path for path, methods in DOCUMENT["paths"].items() if "page_size" in str(methods.get("get"))]
    assert len(lists) > 10
    for path in lists:
        assert parameters(path.removeprefix("/api/v1/"))["page_size"]["schema"]["minimum"] == 1, path


def test_the_number_of_a_stage_has_its_bounds():
    stage = parameters("tournaments/{slug}/rounds/")["stage"]["schema"]
    assert (stage["minimum"], stage["maximum"]) == (1, 32767)


@pytest.mark.parametrize("path", ["seasons/{slug}/standings/", "games/", "ratings/"])
def test_a_choice_that_a_form_left_empty_is_no_choice(thursday: ThursdayClub, path: str):
    assert parameters(path)["system"]["allowEmptyValue"]
    there = path.format(slug="spring-2026")
    assert thursday.client().get(f"/api/v1/{there}?system=").json() == thursday.client().get(f"/api/v1/{there}").json()


@pytest.mark.parametrize("name", ["limit", "offset"])
def test_a_number_that_a_form_left_empty_is_no_number(thursday: ThursdayClub, name: str):
    assert parameters("seasons/{slug}/standings/")[name]["allowEmptyValue"]
    assert thursday.client().get(f"/api/v1/seasons/spring-2026/standings/?{name}=").status_code == 200


def test_a_size_of_pages_is_never_empty(thursday: ThursdayClub):
    assert parameters("games/")["page_size"]["allowEmptyValue"] is False
    assert thursday.client().get("/api/v1/games/?page_size=").status_code == 400


def test_texts_that_must_not_be_blank_say_so():
    asked = DOCUMENT["components"]["schemas"]["CharacterInput"]["properties"]
    assert {name: one["pattern"] for name, one in asked.items() if "pattern" in one} == dict.fromkeys(
        ("name", "edition", "specialty", "side_interest", "title"), NOT_BLANK
    )
    assert not re.search(NOT_BLANK, " \t\x1f\x85") and re.search(NOT_BLANK, " Ada")
    assert asked["league"]["minLength"] == 1


def test_texts_that_are_answered_promise_nothing_of_the_kind():
    answered = DOCUMENT["components"]["schemas"]["CharacterRow"]["properties"]
    assert not any("pattern" in one for one in answered.values())


@pytest.mark.parametrize("said", ["", "-", ".", "-1", "1.234", "1234567", "ten"])
def test_points_that_no_ruling_can_take_are_none_by_the_schema_either(thursday: ThursdayClub, said: str):
    a_tournament_of(thursday)
    schema = DOCUMENT["components"]["schemas"]["RulingInput"]["properties"]["points"]
    assert not re.fullmatch(schema["pattern"], said)
    ruling = {"kind": "penalty", "entry": 1, "stage": 1, "round": 1, "points": said, "reason": "Late."}
    answer = thursday.client("otto").post("/api/v1/tournaments/spring-open/rulings/", ruling, format="json")
    assert answer.status_code == 400 and answer.json()["errors"][0]["attr"] == "points"


@pytest.mark.parametrize("said", ["0", "1.", ".5", "12.25", "123456.78"])
def test_points_that_the_schema_knows_are_read(thursday: ThursdayClub, said: str):
    a_tournament_of(thursday)
    schema = DOCUMENT["components"]["schemas"]["RulingInput"]["properties"]["points"]
    assert re.fullmatch(schema["pattern"], said)
    ruling = {"kind": "penalty", "entry": 1, "stage": 1, "round": 1, "points": said, "reason": "Late."}
    answer = thursday.client("otto").post("/api/v1/tournaments/spring-open/rulings/", ruling, format="json")
    assert "A valid number is required." not in [one["detail"] for one in answer.json().get("errors", [])]
