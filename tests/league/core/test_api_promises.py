"""What the schema says of a request is so: what it lets through is not refused for its form, what it forbids is
refused."""

import pytest

from games.models import Sheet
from tests.factories.thursday_club import Club, a_tournament_of, post_game

NEITHER = ["", "ture", "null", "2"]


@pytest.mark.parametrize("said", [*NEITHER, "1&preview=0"])
@pytest.mark.parametrize("what", ["confirm", "void"])
def test_a_preview_that_is_mistyped_decides_nothing(thursday: Club, what: str, said: str, problems):
    game = post_game(thursday, by="ada", confirm=False)
    response = thursday.client("otto").post(
        f"/api/v1/games/{game['id']}/{what}/?preview={said}", {"reason": "Wrong table."}, format="json"
    )
    assert response.status_code == 400
    assert problems(response) == {"preview": "Say 1 or 0 for preview, or leave it out."}
    assert Sheet.objects.get().status == Sheet.SUBMITTED


def test_a_preview_of_a_swap_that_is_mistyped_swaps_nothing(thursday: Club):
    a_tournament_of(thursday)
    table = "/api/v1/tournaments/spring-open/rounds/1/1/"
    before = thursday.client("otto").get(table).json()
    swap = {"one": {"table": 1, "seat": 1}, "other": {"table": 1, "seat": 2}, "reason": "Sat wrong."}
    assert thursday.client("otto").post(f"{table}swap/?preview=ture", swap, format="json").status_code == 400
    assert thursday.client("otto").get(table).json() == before


@pytest.mark.parametrize("said", NEITHER)
@pytest.mark.parametrize("path", ["career/?rescinded", "passport/?owner"])
def test_a_flag_says_yes_or_no(thursday: Club, path: str, said: str):
    response = thursday.client("ada").get(f"/api/v1/characters/ada/{path}={said}")
    assert response.status_code == 400
    assert "Say 1 or 0" in response.json()["errors"][0]["detail"]


@pytest.mark.parametrize("said", ["1", "true", "YES", "0", "False", "no"])
def test_a_flag_is_read_as_people_write_it(thursday: Club, said: str):
    assert thursday.client("ada").get(f"/api/v1/characters/ada/career/?rescinded={said}").status_code == 200
