"""The hours in which a person plays, for programs."""

import pytest

from games.models import PlayHours
from games.rules.hours import Hours
from league.accounts.services.tokens import create_token
from league.play.queries.hours import hours_of
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
AT = "/api/v1/plays/hours/"
EVENINGS = {"days": [0, 1, 2, 3, 4], "start": 18, "end": 22, "zone": "Europe/Berlin"}
ALWAYS = {"days": [], "start": 0, "end": 0, "zone": ""}


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def test_a_program_sets_the_hours_of_its_person_reads_them_and_takes_them_back(club):
    ada, bo = club.client("ada"), club.client("bo")
    assert ada.get(AT).data == ALWAYS
    assert ada.put(AT, EVENINGS, format="json").data == ada.get(AT).data == EVENINGS
    assert hours_of(club.users["ada"].pk) == Hours((0, 1, 2, 3, 4), 18, 22, "Europe/Berlin")
    assert bo.get(AT).data == ALWAYS
    assert ada.put(AT, {"days": []}, format="json").data == ALWAYS
    assert not PlayHours.objects.exists()


def test_the_days_come_back_in_order_and_once(club):
    answer = club.client("ada").put(AT, EVENINGS | {"days": [6, 5, 6]}, format="json")
    assert answer.status_code == 400, "8 hours a week"
    assert club.client("ada").put(AT, EVENINGS | {"days": [6, 5, 0, 6]}, format="json").data["days"] == [0, 5, 6]


@pytest.mark.parametrize(
    ("sent", "where", "sentence"),
    [
        ({"days": [0, 1]}, "days", "These are 8 hours a week"),
        ({"days": [7]}, "days.0", "less than or equal to 6"),
        ({"days": [0] * 8}, "days", "no more than 7"),
        ({"days": "every"}, "days", "Expected a list"),
        ({"days": None}, "days", "may not be null"),
        ({"start": 24}, "start", "less than or equal to 23"),
        ({"start": 8, "end": 8}, "end", "two different hours"),
        ({"zone": "Mars/Olympus"}, "zone", "Choose a time zone"),
        ({"zone": ""}, "zone", "Choose a time zone"),
        ({"zone": "x" * 65}, "zone", "no more than 64"),
    ],
)
def test_what_cannot_be_hours_is_refused_and_changes_nothing(club, problems, sent, where, sentence):
    refused = club.client("ada").put(AT, EVENINGS | sent, format="json")
    assert refused.status_code == 400 and sentence in problems(refused)[where]
    assert not PlayHours.objects.exists()


def test_a_stranger_has_no_hours_and_a_token_to_read_does_not_set_them(club, client):
    assert client.get(AT).status_code == client.put(AT, EVENINGS, "application/json").status_code == 401
    token = create_token(user=club.users["ada"], name="mine", scope="read", days=1)
    sent = {"HTTP_AUTHORIZATION": f"Token {token}"}
    assert client.get(AT, **sent).status_code == 200
    assert client.put(AT, EVENINGS, "application/json", **sent).status_code == 403
    assert not PlayHours.objects.exists()


def test_reading_them_is_one_question_to_the_database(club, django_assert_num_queries):
    ada = club.client("ada")
    ada.put(AT, EVENINGS, format="json")
    with django_assert_num_queries(1):
        ada.get(AT)
