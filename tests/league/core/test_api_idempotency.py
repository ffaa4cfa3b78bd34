from threading import Barrier, Thread

import pytest
from django.db import connection

from games.models import Game
from league.models import IdempotencyKey
from tests.factories.thursday_club import ThursdayClub, a_report, a_thursday_club

URL = "/api/v1/games/"


def report(thursday: ThursdayClub, body: dict, key: str, by: str = "otto") -> object:
    return thursday.client(by).post(URL, body, format="json", headers={"Idempotency-Key": key})


def test_the_same_request_gets_the_first_answer_again(thursday: ThursdayClub):
    first = report(thursday, a_report(), "k1")
    url = f"{URL}{first.json()['id']}/void/"
    thursday.client("otto").post(url, {"reason": "in between"}, format="json")
    again = report(thursday, a_report(), "k1")
    assert (again.status_code, again.json()) == (201, first.json())
    assert Game.objects.count() == 1


def test_order_and_space_of_the_json_do_not_matter(thursday: ThursdayClub):
    report(thursday, a_report(), "k1")
    assert report(thursday, dict(reversed(a_report().items())), "k1").status_code == 201
    assert Game.objects.count() == 1


def test_another_body_with_the_same_key_is_a_conflict(thursday: ThursdayClub, problems):
    report(thursday, a_report(), "k1")
    response = report(thursday, a_report(reference="other"), "k1")
    assert response.status_code == 409
    assert "used for another request" in problems(response)[None]
    assert Game.objects.count() == 1


def test_keys_belong_to_their_users(thursday: ThursdayClub):
    report(thursday, a_report(), "k1")
    assert report(thursday, a_report(), "k1", by="ada").status_code == 201
    assert Game.objects.count() == 2


def test_a_refused_request_is_not_remembered(thursday: ThursdayClub):
    assert report(thursday, a_report("Ada", "Nobody"), "k1").status_code == 400
    assert report(thursday, a_report(confirm=True), "k1", by="ada").status_code == 403
    assert not IdempotencyKey.objects.exists()
    assert report(thursday, a_report(), "k1").status_code == 201


def test_another_key_is_another_game(thursday: ThursdayClub):
    report(thursday, a_report(), "k1")
    report(thursday, a_report(), "k2")
    assert Game.objects.count() == 2


def test_a_key_that_is_too_long_is_refused(thursday: ThursdayClub, problems):
    response = report(thursday, a_report(), "k" * 201)
    assert response.status_code == 400
    assert "too long" in problems(response)["non_field_errors"]


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_the_same_moment_make_one_game():
    thursday = a_thursday_club()
    answers, ready = [], Barrier(2)

    def send() -> None:
        ready.wait()
        answers.append(report(thursday, a_report(confirm=True), "k1"))
        connection.close()

    threads = [Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Game.objects.count() == 1
