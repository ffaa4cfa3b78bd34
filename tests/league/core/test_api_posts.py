"""Every POST of the API may be sent twice: the same key gets the first answer again."""

import re
from functools import partial

import pytest

from characters.models import Character
from games.models import Decision
from league.core.services.idempotency import digest_of
from league.models import IdempotencyKey, Ruling, Webhook
from tests.factories.compass_sheets import cards_body
from tests.factories.document import DOCUMENT
from tests.factories.races import at_once
from tests.factories.thursday_club import ThursdayClub, a_report, a_thursday_club, a_tournament_of, post_game

EXEMPT = "/api/v1/token/"  # nobody is signed in yet, and asking again gives the same token
POSTS = {path: methods["post"] for path, methods in DOCUMENT["paths"].items() if "post" in methods}
FIRST = {"first": "answer"}


def address(path: str) -> str:
    return re.sub(r"{\w+}", "1", path)


@pytest.mark.parametrize("path", sorted(POSTS.keys() - {EXEMPT}))
def test_every_post_documents_its_key_and_the_conflict(path: str):
    headers = {one["name"] for one in POSTS[path].get("parameters", ()) if one["in"] == "header"}
    assert "Idempotency-Key" in headers
    assert {"400", "409"} <= POSTS[path]["responses"].keys()


@pytest.mark.parametrize("path", sorted(POSTS.keys() - {EXEMPT}))
def test_every_post_honours_its_key(path: str, thursday: ThursdayClub, problems):
    url, otto = address(path), thursday.client("otto")
    IdempotencyKey.objects.create(
        user=thursday.users["otto"],
        key="k1",
        request_digest=digest_of({"path": url, "body": {"a": 1}}),
        status_code=207,
        answer=FIRST,
    )
    again = otto.post(url, {"a": 1}, format="json", headers={"Idempotency-Key": "k1"})
    assert (again.status_code, again.json()) == (207, FIRST)
    other = otto.post(url, {"a": 2}, format="json", headers={"Idempotency-Key": "k1"})
    assert other.status_code == 409 and "used for another request" in problems(other)[None]
    refused = otto.post(url, {}, format="json", headers={"Idempotency-Key": "k" * 201})
    assert refused.status_code == 400 and "too long" in problems(refused)["non_field_errors"]
    assert thursday.client().post(url, {"a": 1}, format="json", headers={"Idempotency-Key": "k1"}).status_code == 401


def test_asking_for_a_token_takes_no_key():
    assert not [one for one in POSTS[EXEMPT].get("parameters", ()) if one["name"] == "Idempotency-Key"]


def sent(thursday: ThursdayClub, url: str, body: dict, key: str = "k1", by: str = "otto"):
    return thursday.client(by).post(f"/api/v1/{url}", body, format="json", headers={"Idempotency-Key": key})


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("confirm", {"expected_version": 1, "expected_revision": 1}),
        ("dispute", {"reason": "Wrong table.", "expected_revision": 1}),
        ("correct", a_report(reason="typo", expected_version=1, expected_revision=1)),
        ("void", {"reason": "Twice.", "expected_revision": 1}),
    ],
)
def test_whoever_decided_gets_their_answer_again_and_no_conflict(thursday: ThursdayClub, act: str, body: dict):
    game = post_game(thursday, by="ada", confirm=False)
    first = sent(thursday, f"games/{game['id']}/{act}/", body)
    again = sent(thursday, f"games/{game['id']}/{act}/", body)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    assert Decision.objects.filter(game=game["id"]).count() == 2


def test_a_key_belongs_to_its_address(thursday: ThursdayClub, problems):
    one, other = (post_game(thursday, by="ada", confirm=False, reference=name) for name in ("g1", "g2"))
    assert sent(thursday, f"games/{one['id']}/confirm/", {}).status_code == 200
    answer = sent(thursday, f"games/{other['id']}/confirm/", {})
    assert answer.status_code == 409 and "used for another request" in problems(answer)[None]
    assert sent(thursday, f"games/{one['id']}/confirm/?preview=1", {}).status_code == 409


def test_steps_of_a_tournament_are_taken_once(thursday: ThursdayClub):
    a_tournament_of(thursday, rounds=2)
    table = "tournaments/spring-open/rounds/1/1/tables/1/"
    for url, body in (
        (f"{table}report/", cards_body() | {"seat": 1}),
        (f"{table}rule/", {"reason": "Counted again."}),
        ("tournaments/spring-open/rounds/1/1/end/", {}),
        ("tournaments/spring-open/draw/", {}),
        ("tournaments/spring-open/rounds/1/2/publish/", {}),
        ("tournaments/spring-open/rounds/1/2/start/", {}),
        ("tournaments/spring-open/rulings/", {"kind": "warning", "entry": 1, "stage": 1, "round": 2, "reason": "Loud"}),
    ):
        first = sent(thursday, url, body, key=url)
        assert first.status_code in (200, 201), (url, first.content)
        again = sent(thursday, url, body, key=url)
        assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert Ruling.objects.filter(kind="warning").count() == 1


def test_a_character_and_a_webhook_are_made_once(thursday: ThursdayClub):
    hook = {"url": "https://8.8.8.8/here", "kinds": ["finished"]}
    profile = {"edition": "london", "specialty": "law", "side_interest": "journalism", "title": "Counsel"}
    for url, body in (("leagues/thursday-club/webhooks/", hook), ("characters/", {"name": "Otto", **profile})):
        first = sent(thursday, url, body, key=url)
        assert first.status_code == 201, first.content
        assert sent(thursday, url, body, key=url).json() == first.json()
    assert Webhook.objects.count() == 1 and Character.objects.filter(name="Otto").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_several_sent_at_once_with_one_key_all_get_one_answer():
    thursday = a_thursday_club()
    game = post_game(thursday, by="ada", confirm=False)
    for act, body in (("confirm", {"expected_revision": 1}), ("void", {"reason": "Twice.", "expected_revision": 2})):
        url = f"games/{game['id']}/{act}/"
        answers = at_once(*[partial(sent, thursday, url, body, key=act)] * 4)
        assert [answer.status_code for answer in answers] == [200] * 4
        assert all(answer.json() == answers[0].json() for answer in answers)
    assert Decision.objects.filter(game=game["id"]).count() == 3
