"""Bad input of every kind: a clear refusal in one shape, nothing changed, never a 500."""

import json

import pytest
from django.test import Client

from league.models import IdempotencyKey
from tests.factories.thursday_club import ThursdayClub, a_report

GAMES = "/api/v1/games/"
DEEP = b'{"seats": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"


def send(thursday: ThursdayClub, body: bytes, content_type: str = "application/json") -> object:
    return thursday.client("otto").post(GAMES, body, content_type=content_type)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "not JSON"),
        (b"", "required"),
        (b"[]", "must be a JSON object"),
        (b'"text"', "must be a JSON object"),
        (b"\xff\xfe{}", "not JSON"),
        (b'{"season": NaN}', "not a number"),
        (b'{"season": "a\\u0000b"}', "NUL"),
        (b'{"season": "\\ud800"}', "surrogate"),
        (b'{"\\u0000": 1}', "NUL"),
        (b'{"target": ' + b"9" * 5000 + b"}", "not JSON"),
        (DEEP, "nested too deeply"),
    ],
)
def test_a_body_that_is_no_json_object_is_refused(thursday: ThursdayClub, body: bytes, words: str):
    response = send(thursday, body)
    assert response.status_code == 400
    assert words in response.json()["errors"][0]["detail"]


def test_a_body_beyond_all_measure_is_refused(thursday: ThursdayClub):
    response = send(thursday, json.dumps(a_report(reference="x" * 1_000_000)).encode())
    assert response.status_code == 413
    assert response.json()["errors"][0]["code"] == "too_large"


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_another_content_type_is_refused(thursday: ThursdayClub, content_type: str):
    response = send(thursday, b"season=spring", content_type)
    assert response.status_code == 415
    assert response.json()["type"] == "client_error"


ANYTHING = [None, True, 1.5, -1, 10**18, "", "1;2", "x" * 5000, [], [[]], {}, {"a": {}}, {"": []}, "🤷"]


@pytest.mark.parametrize("path", sorted(a_report()))
def test_values_of_any_type_never_break_a_report(thursday: ThursdayClub, path: str):
    for value in ANYTHING:
        response = thursday.client("otto").post(GAMES, a_report() | {path: value}, format="json")
        assert response.status_code in (201, 400), value


@pytest.mark.parametrize("column", ["cash", "degrees", "trips", "laid_off", "left_early", "formula_cash"])
def test_values_of_any_type_never_break_a_score(thursday: ThursdayClub, column: str):
    for value in ANYTHING:
        body = a_report()
        body["seats"][0]["score"][column] = value
        assert thursday.client("otto").post(GAMES, body, format="json").status_code in (201, 400), value


@pytest.mark.parametrize(
    "query",
    [
        "games/?status=open",
        "games/?played_at_after=soon",
        "games/?played_at_after=0001-01-01T00:00:00%2B14:00",
        "games/?season=%00",
        "games/?character=%00",
        "characters/?level=boss",
        "characters/?name=%00",
        "seasons/spring-2026/promotions/?kind=review",
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(thursday: ThursdayClub, query: str):
    response = thursday.client().get("/api/v1/" + query)
    assert response.status_code == 400
    assert response.json()["type"] == "validation_error"


@pytest.mark.parametrize("cursor", ["x", "cD1hYmM=", "cD0lMDA=", "bz05OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "%00"])
@pytest.mark.parametrize("page", ["games/", "characters/", "seasons/", "seasons/spring-2026/promotions/"])
def test_a_cursor_that_somebody_made_up_is_404_or_an_empty_page(thursday: ThursdayClub, page: str, cursor: str):
    response = thursday.client().get(f"/api/v1/{page}?cursor={cursor}")
    assert response.status_code in (200, 404)


@pytest.mark.parametrize(
    "address", ["nothing/", "games/x/", "characters/ada/fire/", "seasons/a/b/c/", "tournaments/%0A/rounds/x/"]
)
def test_an_unknown_address_is_refused_in_the_same_shape(thursday: ThursdayClub, address: str):
    for response in (thursday.client().get("/api/v1/" + address), thursday.client("otto").post("/api/v1/" + address)):
        assert response.status_code == 404
        assert response.json()["errors"][0]["code"] == "not_found"


def test_an_address_without_its_last_slash_is_led_there(thursday: ThursdayClub):
    assert thursday.client().get("/api/v1/games").headers["Location"] == "/api/v1/games/"


def test_a_method_that_is_none_is_refused(thursday: ThursdayClub):
    response = thursday.client("otto").delete(GAMES)
    assert response.status_code == 405
    assert response.json()["errors"][0]["code"] == "method_not_allowed"


def test_an_idempotency_key_may_be_any_text(thursday: ThursdayClub):
    for key in ("🔑", "a\tb", "%00", " "):
        response = thursday.client("otto").post(GAMES, a_report(), format="json", headers={"Idempotency-Key": key})
        assert response.status_code == 201
    assert IdempotencyKey.objects.count() == 4


def test_a_session_needs_the_csrf_token(thursday: ThursdayClub):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(thursday.users["otto"])
    response = browser.post(GAMES, a_report(), content_type="application/json")
    assert response.status_code == 403
    assert "CSRF" in response.json()["errors"][0]["detail"]


def test_too_many_requests_are_refused_with_a_wait(thursday: ThursdayClub, monkeypatch):
    monkeypatch.setattr("rest_framework.throttling.AnonRateThrottle.get_rate", lambda self: "2/min")
    for _ in range(2):
        assert thursday.client().get(GAMES).status_code == 200
    response = thursday.client().get(GAMES)
    assert response.status_code == 429
    assert int(response.headers["Retry-After"]) > 0


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("page_size=1&page_size=2", "Say page_size once."),
        ("page_size=null", "page_size must be a whole number, 1 or more."),
        ("page_size=", "page_size must be a whole number, 1 or more."),
        ("page_size=0", "page_size must be a whole number, 1 or more."),
        ("played_at_before=", "A time must not be empty: leave it out, or say 2026-01-06T18:00:00Z."),
    ],
)
def test_a_query_that_says_nothing_is_refused(thursday: ThursdayClub, query: str, sentence: str):
    answer = thursday.client().get(f"/api/v1/games/?{query}")
    assert answer.status_code == 400 and answer.json()["errors"][0]["detail"] == sentence
