"""Confirming, disputing and voiding, with and without a preview."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from characters.models import CareerEvent, Fact
from games.models import Sheet
from games.services.review import review_waiting
from league.models import Result
from tests.factories.thursday_club import ThursdayClub, a_report, a_thursday_club, post_game

REASON = {"reason": "Wrong table."}


def decide(thursday: ThursdayClub, by: str, game: dict, what: str, body: dict | None = None) -> object:
    return thursday.client(by).post(f"/api/v1/games/{game['id']}/{what}", body or {}, format="json")


def test_an_organiser_confirms_and_the_next_read_shows_it(thursday: ThursdayClub, waiting: dict):
    response = decide(thursday, "otto", waiting, "confirm/", {"expected_version": 1})
    assert response.status_code == 200
    assert (response.json()["status"], response.json()["sheets"][0]["confirmed_by"]) == ("confirmed", "otto")
    table = thursday.client().get("/api/v1/seasons/spring-2026/standings/").json()
    assert table["count"] == 2


@pytest.mark.parametrize("what", ["confirm/", "void/"])
@pytest.mark.parametrize("by", ["ada", "sam", "vera", "xenia"])
def test_only_organisers_confirm_and_void(thursday: ThursdayClub, waiting: dict, what: str, by: str, problems):
    for query in ("", "?preview=1"):
        response = decide(thursday, by, waiting, what + query, REASON)
        assert response.status_code == 403
        assert problems(response)[None].startswith("Only an organiser of this league can")


@pytest.mark.parametrize("what", ["confirm/", "dispute/", "void/", "correct/"])
def test_nobody_decides_without_signing_in_or_about_an_unknown_game(thursday: ThursdayClub, waiting: dict, what: str):
    assert decide(thursday, "", waiting, what, REASON).status_code == 401
    assert decide(thursday, "otto", {"id": 77}, what, REASON).status_code == 404
    assert decide(thursday, "otto", {"id": 2**70}, what, REASON).status_code == 404


def test_who_comes_second_to_confirm_is_told_so(thursday: ThursdayClub, waiting: dict, problems):
    decide(thursday, "otto", waiting, "confirm/")
    response = decide(thursday, "otto", waiting, "confirm/")
    assert response.status_code == 409
    assert problems(response)[None] == "This sheet is already confirmed; somebody was faster."


def test_a_confirmation_of_an_older_version_is_stale(thursday: ThursdayClub, waiting: dict, problems):
    again = a_report("Ada", "Bo", expected_version=1, reason="typo")
    assert decide(thursday, "bo", waiting, "correct/", again).status_code == 200
    for query in ("", "?preview=1"):
        response = decide(thursday, "otto", waiting, "confirm/" + query, {"expected_version": 1})
        assert response.status_code == 409
        assert "at version 2 now" in problems(response)[None]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_at_the_same_moment_one_is_faster():
    thursday = a_thursday_club()
    game = post_game(thursday, by="ada", confirm=False)
    found, ready = [], Barrier(2)

    def confirm() -> None:
        ready.wait()
        found.append(decide(thursday, "otto", game, "confirm/").status_code)
        connection.close()

    threads = [Thread(target=confirm) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200, 409]
    assert Result.objects.count() == Fact.objects.count() == 2


@pytest.mark.parametrize("by", ["ada", "bo", "sam", "otto"])
def test_whoever_sat_there_may_dispute(thursday: ThursdayClub, waiting: dict, by: str):
    response = decide(thursday, by, waiting, "dispute/", REASON)
    assert response.status_code == 200
    sheet = response.json()["sheets"][0]
    assert (sheet["status"], sheet["closed_by"], sheet["closed_reason"]) == ("disputed", by, "Wrong table.")


@pytest.mark.parametrize("by", ["cleo", "vera", "xenia"])
def test_whoever_did_not_sit_there_may_not_dispute(thursday: ThursdayClub, waiting: dict, by: str, problems):
    response = decide(thursday, by, waiting, "dispute/", REASON)
    assert response.status_code == 403
    assert "sat at this table" in problems(response)[None]


def test_a_dispute_and_a_void_need_a_reason(thursday: ThursdayClub, waiting: dict, problems):
    for what in ("dispute/", "void/", "void/?preview=1"):
        for body in ({}, {"reason": " "}, {"reason": "x" * 301}):
            response = decide(thursday, "otto", waiting, what, body)
            assert response.status_code == 400
            assert "reason" in problems(response)


def test_a_confirmed_game_is_not_disputed_any_more(thursday: ThursdayClub, waiting: dict):
    decide(thursday, "otto", waiting, "confirm/")
    assert decide(thursday, "ada", waiting, "dispute/", REASON).status_code == 409


def test_a_void_game_counts_for_nobody_and_stays_readable(thursday: ThursdayClub):
    game = post_game(thursday)
    answer = decide(thursday, "otto", game, "void/", REASON | {"expected_version": 1}).json()
    assert (answer["status"], answer["sheets"][0]["closed_reason"]) == ("void", "Wrong table.")
    assert thursday.client().get("/api/v1/seasons/spring-2026/standings/").json()["count"] == 0
    review_waiting()
    events = thursday.client().get(f"/api/v1/games/{game['id']}/").json()["events"]
    assert [event["rescinded"] for event in events] == ["game spring-2026-0001 was voided: Wrong table."] * 2
    assert decide(thursday, "otto", game, "void/", REASON).status_code == 409


def test_a_preview_of_a_confirmation_changes_nothing(thursday: ThursdayClub, waiting: dict):
    response = decide(thursday, "otto", waiting, "confirm/?preview=1", {"expected_version": 1})
    assert response.status_code == 200
    assert [(move["name"], move["before"], move["after"]) for move in response.json()["moves"]] == [
        ("Ada", None, 1),
        ("Bo", None, 2),
    ]
    assert Sheet.objects.get().status == "submitted"
    assert not Result.objects.exists() and not Fact.objects.exists()


def test_a_preview_of_a_void_changes_nothing(thursday: ThursdayClub):
    game = post_game(thursday)
    before = thursday.client().get(f"/api/v1/games/{game['id']}/").json()
    answer = decide(thursday, "otto", game, "void/?preview=1", REASON).json()
    assert [(move["name"], move["after"]) for move in answer["moves"]] == [("Ada", None), ("Bo", None)]
    assert thursday.client().get(f"/api/v1/games/{game['id']}/").json() == before
    assert not CareerEvent.objects.exclude(rescinded_at=None).exists()
