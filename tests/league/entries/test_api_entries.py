import pytest

from league.models import Entry, KeptApart, Tournament
from league.tournaments.entries.services.entries import withdraw_entry
from tests.factories.thursday_club import ThursdayClub, a_tournament_of

URL = "/api/v1/tournaments/spring-open/entries/"


@pytest.fixture
def planned(thursday: ThursdayClub) -> Tournament:
    """Ada, Bo and Cleo are registered; Dev withdrew."""
    made = a_tournament_of(thursday, draw=False)
    withdraw_entry(entry=made.entries.get(character__name="Dev"))
    return made


def test_entries_are_listed_by_number_and_filtered(thursday: ThursdayClub, planned, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        rows = thursday.client().get(URL).json()["results"]
    assert [(row["number"], row["character"], row["status"]) for row in rows][:2] == [
        (1, "Ada", "registered"),
        (2, "Bo", "registered"),
    ]
    for query, expected in (("status=dropped", 1), ("character=ada", 1), ("status=waiting", 0)):
        assert len(thursday.client().get(f"{URL}?{query}").json()["results"]) == expected


def test_households_are_for_organisers_alone(thursday: ThursdayClub, planned):
    Entry.objects.update(household="Elm Street 4")
    for who, sees in (("", None), ("bo", None), ("sam", None), ("otto", "Elm Street 4")):
        assert thursday.client(who).get(f"{URL}1/").json()["household"] == sees


def test_owners_enter_their_own_characters(thursday: ThursdayClub, planned, problems):
    body = {"character": "dev", "club": "Friday Club"}
    refused = thursday.client("ada").post(URL, body, format="json")
    assert refused.status_code == 403 and "Only the owner of Dev" in problems(refused)[None]
    answer = thursday.client("dev").post(URL, body, format="json")
    assert (answer.status_code, answer.json()["status"], answer.json()["club"]) == (201, "registered", "Friday Club")
    again = thursday.client("dev").post(URL, body, format="json")
    assert again.status_code == 400 and "already entered" in problems(again)["non_field_errors"]


def test_an_entry_sent_twice_is_one(thursday: ThursdayClub, planned):
    for _ in range(2):
        answer = thursday.client("dev").post(URL, {"character": "dev"}, format="json", headers={"Idempotency-Key": "k"})
        assert answer.status_code == 201
    assert Entry.objects.filter(character__name="Dev").count() == 1


def test_the_same_key_for_another_tournament_is_another_request(thursday: ThursdayClub, planned, problems):
    client = thursday.client("sam")
    client.post(URL, {"character": "dev"}, format="json", headers={"Idempotency-Key": "k"})
    other = client.post(URL.replace("entries", "rulings"), {}, format="json", headers={"Idempotency-Key": "k"})
    assert other.status_code == 409 and "another request" in problems(other)[None]


def test_strangers_and_unknown_characters_are_refused(thursday: ThursdayClub, planned, problems):
    assert thursday.client().post(URL, {"character": "dev"}, format="json").status_code == 401
    assert thursday.client("xenia").post(URL, {"character": "dev"}, format="json").status_code == 403
    refused = thursday.client("sam").post(URL, {"character": "nobody"}, format="json")
    assert refused.status_code == 400 and "no such character" in problems(refused)["character"]


def test_who_may_withdraw_check_in_drop_and_reinstate(thursday: ThursdayClub, planned):
    def step(who: str, path: str, **body: str) -> tuple[int, str]:
        answer = thursday.client(who).post(f"{URL}{path}/", body, format="json")
        return answer.status_code, answer.json().get("status", "")

    assert step("bo", "1/withdraw")[0] == 403
    assert step("ada", "1/withdraw") == (200, "dropped")
    assert step("ada", "2/check-in")[0] == 403
    assert step("sam", "2/check-in") == (200, "checked_in")
    assert step("sam", "2/undo-check-in") == (200, "registered")
    assert step("ada", "2/drop")[0] == 403
    assert step("sam", "2/drop")[0] == 400
    assert step("sam", "2/drop", reason="Must catch a train") == (200, "dropped")
    assert step("sam", "2/reinstate") == (200, "registered")
    assert step("sam", "9/drop", reason="Gone")[0] == 404
    assert step("sam", "99999999999999999999/reinstate")[0] == 404


def test_many_are_checked_in_at_once(thursday: ThursdayClub, planned, problems):
    url = URL.replace("entries", "check-in")
    assert thursday.client("ada").post(url, {}, format="json").status_code == 403
    assert thursday.client("sam").post(url, {"entries": [1]}, format="json").json() == {"entries": [1]}
    refused = thursday.client("sam").post(url, {"entries": [2, 77]}, format="json")
    assert refused.status_code == 400 and "no entry 77" in problems(refused)["entries"]
    assert thursday.client("sam").post(url, {}, format="json").json() == {"entries": [2, 3]}


def test_organisers_keep_two_apart(thursday: ThursdayClub, planned):
    url = URL.replace("entries", "kept-apart")
    assert thursday.client("sam").post(url, {"one": 1, "other": 2}, format="json").status_code == 403
    assert thursday.client("otto").post(url, {"one": 2, "other": 2}, format="json").status_code == 400
    answer = thursday.client("otto").post(url, {"one": 3, "other": 1, "reason": "Married"}, format="json")
    assert (answer.status_code, answer.json()) == (201, {"one": 1, "other": 3, "reason": "Married"})
    assert KeptApart.objects.count() == 1
