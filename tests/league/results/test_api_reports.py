"""Reporting a game that was played."""

from copy import deepcopy

import pytest

from characters.services.registration import rename_character
from games.models import Game
from games.services.review import review_waiting
from tests.factories.thursday_club import ThursdayClub, a_report

URL = "/api/v1/games/"


def report(thursday: ThursdayClub, by: str, body: dict) -> object:
    return thursday.client(by).post(URL, body, format="json")


def changed(path: str, value: object) -> dict:
    """A report with one value replaced: `seats.1.score.cash`."""
    body: dict = deepcopy(a_report())
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = body
    for step in way:
        place = place[step]
    place[last] = value
    return body


def test_a_player_reports_the_own_table_and_it_waits(thursday: ThursdayClub):
    response = report(thursday, "bo", a_report(reference="table 4"))
    assert response.status_code == 201
    answer = response.json()
    assert (answer["id"], answer["status"], answer["sheet_version"]) == (Game.objects.get().pk, "submitted", 1)
    assert (answer["reference"], answer["reviewed_at"]) == ("table 4", None)
    assert thursday.client().get(f"{URL}{answer['id']}/").json() == answer


def test_without_a_reference_the_game_gets_the_next_free(thursday: ThursdayClub):
    assert report(thursday, "otto", a_report()).json()["reference"] == "spring-2026-0001"
    assert report(thursday, "otto", a_report()).json()["reference"] == "spring-2026-0002"


def test_an_organiser_confirms_at_once_and_the_next_read_shows_it(thursday: ThursdayClub):
    answer = report(thursday, "otto", a_report(confirm=True)).json()
    assert answer["status"] == "confirmed"
    table = thursday.client().get("/api/v1/seasons/spring-2026/standings/").json()
    assert [(row["name"], row["points"]) for row in table["results"]] == [("Ada", "60.00"), ("Bo", "12.00")]
    review_waiting()
    assert thursday.client().get("/api/v1/characters/ada/career/").json()["games"] == 1
    assert thursday.client().get(f"{URL}{answer['id']}/").json()["reviewed_at"] is not None


def test_reviewers_are_told(thursday: ThursdayClub, monkeypatch, django_capture_on_commit_callbacks):
    told: list[str] = []
    monkeypatch.setattr("games.tasks.review_waiting_games.delay", lambda: told.append("now"))
    with django_capture_on_commit_callbacks(execute=True):
        report(thursday, "otto", a_report(confirm=True))
    assert told == ["now"]


def test_tallies_may_be_text_as_in_a_csv_cell(thursday: ThursdayClub):
    body = changed("seats.0.score", {"happiness": "40", "fame": 40, "cash": "£30,000", "degrees": "law=2;journalism=1"})
    body["seats"][1]["won"] = "no"
    answer = report(thursday, "otto", body).json()
    assert answer["seats"][0]["score"]["degrees"] == {"journalism": 1, "law": 2}
    assert answer["seats"][0]["score"]["cash"] == 30000


def test_characters_are_found_by_name_address_and_former_name(thursday: ThursdayClub):
    rename_character(character=thursday.characters["Bo"], name="Bo Peep")
    for name in ("bo peep", " BO  PEEP ", "bo", "Bo", "BO"):
        answer = report(thursday, "otto", changed("seats.1.character", name)).json()
        assert answer["seats"][1]["character"] == "Bo Peep"


def test_a_seat_without_a_character_is_a_guest(thursday: ThursdayClub):
    body = a_report("Ada", "Bo", "")
    assert report(thursday, "otto", body).json()["seats"][2]["slug"] is None
    body["seats"][2]["character"] = None
    assert report(thursday, "otto", body).json()["seats"][2]["character"] is None


def test_nobody_reports_without_signing_in(thursday: ThursdayClub):
    assert report(thursday, "", a_report()).status_code == 401


@pytest.mark.parametrize(("by", "status"), [("ada", 201), ("sam", 201), ("cleo", 403), ("vera", 403), ("xenia", 403)])
def test_players_report_only_tables_where_they_sat(thursday: ThursdayClub, by: str, status: int, problems):
    response = report(thursday, by, a_report())
    assert response.status_code == status
    if status == 403:
        assert problems(response)[None].startswith("Players can only report their own games.")
        assert not Game.objects.exists()


def test_only_organisers_confirm_with_the_report(thursday: ThursdayClub, problems):
    response = report(thursday, "ada", a_report(confirm=True))
    assert response.status_code == 403
    assert problems(response)[None] == "Only an organiser of this league can confirm a score sheet."
    assert not Game.objects.exists()


@pytest.mark.parametrize("by", ["ada", "otto"])
def test_an_unknown_season_is_refused(thursday: ThursdayClub, by: str, problems):
    response = report(thursday, by, a_report(season="autumn-2026"))
    assert response.status_code == 400
    assert "There is no season 'autumn-2026'" in problems(response)["season"]


def test_a_taken_reference_is_refused(thursday: ThursdayClub, problems):
    report(thursday, "otto", a_report(reference="table 4"))
    response = report(thursday, "otto", a_report(reference="table 4"))
    assert response.status_code == 400
    assert "There is already a game table 4" in problems(response)["reference"]


@pytest.mark.parametrize(
    ("path", "value", "attr", "words"),
    [
        ("target", "many", "target", "valid integer"),
        ("target", 10**30, "target", "less than or equal"),
        ("target", 50, "target", "at least 100"),
        ("mode", "fast", "mode", "formula or timed"),
        ("system", "chess", "system", "There is no game system 'chess'."),
        ("edition", "mars", "edition", "no edition 'mars'"),
        ("played_at", "2026-01-06", "played_at", "no offset"),
        ("played_at", "in spring", "played_at", "wrong format"),
        ("played_at", "2026-01-06T18:00:00", "played_at", "no offset"),
        ("played_at", "2036-01-06T18:00:00Z", "played_at", "in the future"),
        ("played_at", "0001-01-01T00:00:00+14:00", "played_at", "must lie between 1950-01-01 and 2200-01-01"),
        ("seats", [], "seats.non_field_errors", "may not be empty"),
        ("seats", "two", "seats.non_field_errors", "Expected a list"),
        ("seats.1.seat", 3, "seats", "numbered 1 to 2"),
        ("seats.1.character", "Nobody", "seats.1.character", "no character 'Nobody'"),
        ("seats.1.character", "Ádà", "seats.1.character", "no character 'Ádà'; did you mean 'Ada'?"),
        ("seats.1.character", "Ada", "seats.1.character", "sits at this table twice"),
        ("seats.1.won", True, "seats", "2 winners"),
        ("seats.1.won", "perhaps", "seats.1.won", "yes or no"),
        ("seats.1.score", [1], "seats.1.score", "must be an object"),
        ("seats.1.score.cash", -1, "seats.1.score.cash", "can't be below 0"),
        ("seats.1.score.cash", 10**30, "seats.1.score.cash", "more than"),
        ("seats.1.score.cash", 1.5, "seats.1.score.cash", "not a whole number"),
        ("seats.1.score.cash", None, "seats.1.score.cash", "is missing"),
        ("seats.1.score.luck", 1, "seats.1.score.luck", "no figure 'luck'"),
        ("seats.1.score.degrees", {"law": 5}, "seats.1.score.degrees", "at most 4"),
        ("seats.1.score.degrees", {"magic": 1}, "seats.1.score.degrees", "not a degree program"),
        ("seats.1.score.layoffs", 2, "seats.1.score.layoffs", "may use none"),
    ],
)
def test_what_cannot_have_happened_is_refused_at_its_place(thursday: ThursdayClub, path, value, attr, words, problems):
    response = report(thursday, "otto", changed(path, value))
    assert response.status_code == 400
    assert words in problems(response)[attr]
    assert not Game.objects.exists()


def test_all_problems_are_told_at_once(thursday: ThursdayClub, problems):
    body = changed("seats.1.score", {"fame": -3, "luck": 1})
    body |= {"target": "many", "played_at": "yesterday"}
    assert set(problems(report(thursday, "otto", body))) == {
        "target",
        "played_at",
        "seats.1.score.happiness",
        "seats.1.score.fame",
        "seats.1.score.cash",
        "seats.1.score.luck",
    }


def test_a_character_of_another_league_is_refused(thursday: ThursdayClub, problems):
    thursday.characters["Bo"].enrolment.delete()
    response = report(thursday, "otto", a_report())
    assert "no such character in this league" in problems(response)["seats.1.character"]


def test_a_percent_sign_in_a_name_stays_a_percent_sign(thursday: ThursdayClub, problems):
    rename_character(character=thursday.characters["Bo"], name="100 % Bo")
    response = report(thursday, "otto", changed("seats.1.score.layoffs", 2) | {"reference": "x"})
    assert response.status_code == 400, response.content
