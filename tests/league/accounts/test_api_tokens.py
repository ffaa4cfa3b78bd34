from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from league.accounts.queries.accounts import live_tokens
from league.accounts.services.tokens import create_token, use_token
from league.models import ApiToken
from tests.factories.thursday_club import ThursdayClub, a_report

URL = "/api/v1/token/"
ADA = {"username": "ada", "password": "a long pass phrase"}


def get_token(**credentials: str) -> object:
    return APIClient().post(URL, ADA | credentials, format="json")


def signed(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def test_a_token_is_given_for_a_password_and_signs_in(thursday: ThursdayClub):
    response = get_token()
    assert response.status_code == 200
    report = signed(response.json()["token"]).post("/api/v1/games/", a_report(), format="json")
    assert report.json()["sheets"][0]["submitted_by"] == "ada"


def test_a_wrong_password_gets_no_token(thursday: ThursdayClub, problems):
    for wrong in (
        {"password": "guess"},
        {"username": "nobody"},
        {"password": "\udc80".encode("utf-8", "replace").decode()},
    ):
        response = get_token(**wrong)
        assert response.status_code == 400
        assert "Unable to log in" in problems(response)["non_field_errors"]
    assert not ApiToken.objects.exists()


def test_what_is_missing_is_said(thursday: ThursdayClub, problems):
    assert set(problems(APIClient().post(URL, {}, format="json"))) == {"username", "password"}


def test_somebody_who_left_gets_no_token_and_has_no_use_of_an_old_one(thursday: ThursdayClub):
    token = get_token().json()["token"]
    thursday.users["ada"].is_active = False
    thursday.users["ada"].save()
    assert get_token().status_code == 400
    assert signed(token).post("/api/v1/games/", a_report(), format="json").status_code == 401


def test_a_broken_token_is_refused_but_can_be_replaced(thursday: ThursdayClub):
    client = signed("nonsense")
    assert client.get("/api/v1/games/").status_code == 401
    assert client.post(URL, ADA, format="json").status_code == 200


def test_a_token_can_be_ended(thursday: ThursdayClub):
    token = get_token().json()["token"]
    assert signed(token).delete(URL).status_code == 204
    assert signed(token).delete(URL).status_code == 401
    assert APIClient().delete(URL).status_code == 401
    assert get_token().json()["token"] != token


def test_guessing_is_slowed_down(thursday: ThursdayClub):
    answers = [get_token(password=f"guess {number}").status_code for number in range(6)]
    assert answers == [400] * 5 + [429]
    assert get_token().status_code == 429


def test_pages_and_tokens_count_wrong_passwords_together(thursday: ThursdayClub):
    for number in range(5):
        Client().post("/accounts/login/", {"login": "ada", "password": f"guess {number}"})
    assert get_token().status_code == 429


def test_a_person_has_several_each_with_a_name_and_an_end(thursday: ThursdayClub):
    tokens = [get_token(name=name, scope="read").json()["token"] for name in ("Bot", "Spreadsheet")]
    assert [one.name for one in live_tokens(thursday.users["ada"])] == ["Spreadsheet", "Bot"]
    signed(tokens[0]).delete(URL)
    assert [use_token(one) is not None for one in tokens] == [False, True]
    late = ApiToken.objects.get().expires_at - timezone.now()
    assert timedelta(days=89) < late <= timedelta(days=90)


def test_no_secret_is_kept(thursday: ThursdayClub):
    token = get_token().json()["token"]
    assert len(token) >= 43
    assert token not in str(list(ApiToken.objects.values()))


def test_a_token_ends_by_its_time_with_the_account_and_with_the_password(thursday: ThursdayClub):
    ada = thursday.users["ada"]
    token = get_token().json()["token"]
    ApiToken.objects.update(expires_at=timezone.now())
    assert signed(token).get("/api/v1/games/").status_code == 401
    token = get_token().json()["token"]
    ada.set_password("another long pass phrase")
    ada.save()
    assert signed(token).get("/api/v1/games/").status_code == 401
    assert not live_tokens(ada)


def test_the_day_of_its_last_use_is_noted(thursday: ThursdayClub):
    token = get_token().json()["token"]
    assert ApiToken.objects.get().last_used_on is None
    signed(token).get("/api/v1/games/")
    assert ApiToken.objects.get().last_used_on == timezone.now().date()


@pytest.mark.parametrize(("scope", "status"), [("read", [200, 403, 403]), ("report", [200, 201, 403])])
def test_a_scope_ends_where_it_says(thursday: ThursdayClub, scope: str, status: list[int]):
    client = signed(create_token(user=thursday.users["otto"], name="Bot", scope=scope))
    hook = {"url": "https://hooks.example/1", "kinds": ["finished"]}
    address = f"/api/v1/leagues/{thursday.league.slug}/webhooks/"
    asked = [
        client.get(address),
        client.post("/api/v1/games/", a_report(), format="json"),
        client.post(address, hook, format="json"),
    ]
    assert [one.status_code for one in asked] == status
    assert f"Your token has the scope '{scope}'" in asked[2].json()["errors"][0]["detail"]


def test_what_a_token_cannot_be_is_refused(thursday: ThursdayClub, problems):
    ada = thursday.users["ada"]
    for wrong in ({"scope": "all"}, {"days": 366}, {"days": 0}):
        with pytest.raises(ValidationError, match=r"Choose what|lasts from"):
            create_token(user=ada, name="Bot", **wrong)
        assert set(problems(get_token(**wrong))) == set(wrong)
    assert not ApiToken.objects.exists()


def test_the_newest_twenty_stay(thursday: ThursdayClub):
    tokens = [create_token(user=thursday.users["ada"], name="Bot") for _ in range(21)]
    assert [use_token(one) is not None for one in tokens] == [False] + [True] * 20


def test_a_token_outlives_a_new_secret_key_while_the_old_one_is_a_fallback(thursday: ThursdayClub, settings):
    token = get_token().json()["token"]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of this site, as long as a key has to be in production"
    assert signed(token).get("/api/v1/characters/").status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert signed(token).get("/api/v1/characters/").status_code == 401
