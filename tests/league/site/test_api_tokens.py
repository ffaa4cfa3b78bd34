from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tests.factories.thursday_club import Club, a_report

URL = "/api/v1/token/"
ADA = {"username": "ada", "password": "a long pass phrase"}


def get_token(**credentials: str) -> object:
    return APIClient().post(URL, ADA | credentials, format="json")


def signed(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def test_a_token_is_given_for_a_password_and_signs_in(thursday: Club):
    response = get_token()
    assert response.status_code == 200
    assert response.json() == get_token().json()
    report = signed(response.json()["token"]).post("/api/v1/games/", a_report(), format="json")
    assert report.json()["sheets"][0]["submitted_by"] == "ada"


def test_a_wrong_password_gets_no_token(thursday: Club, problems):
    for wrong in (
        {"password": "guess"},
        {"username": "nobody"},
        {"password": "\udc80".encode("utf-8", "replace").decode()},
    ):
        response = get_token(**wrong)
        assert response.status_code == 400
        assert "Unable to log in" in problems(response)["non_field_errors"]
    assert not Token.objects.exists()


def test_what_is_missing_is_said(thursday: Club, problems):
    assert set(problems(APIClient().post(URL, {}, format="json"))) == {"username", "password"}


def test_somebody_who_left_gets_no_token_and_has_no_use_of_an_old_one(thursday: Club):
    token = get_token().json()["token"]
    thursday.users["ada"].is_active = False
    thursday.users["ada"].save()
    assert get_token().status_code == 400
    assert signed(token).post("/api/v1/games/", a_report(), format="json").status_code == 401


def test_a_broken_token_is_refused_but_can_be_replaced(thursday: Club):
    client = signed("nonsense")
    assert client.get("/api/v1/games/").status_code == 401
    assert client.post(URL, ADA, format="json").status_code == 200


def test_a_token_can_be_ended(thursday: Club):
    token = get_token().json()["token"]
    assert signed(token).delete(URL).status_code == 204
    assert signed(token).delete(URL).status_code == 401
    assert APIClient().delete(URL).status_code == 401
    assert get_token().json()["token"] != token


def test_guessing_is_slowed_down(thursday: Club):
    answers = [get_token(password=f"guess {number}").status_code for number in range(11)]
    assert answers == [400] * 10 + [429]
