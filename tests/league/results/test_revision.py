"""Whoever decides about a game says which revision they saw; after any other decision they are told what it was."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import Decision, Sheet
from league.results.services.games import confirm_game, correct_game, dispute_game, void_game
from tests.factories.friday_club import FridayClub, friday_form, friday_game, friday_sheet
from tests.factories.pages import inputs, text
from tests.factories.races import at_once
from tests.factories.thursday_club import ThursdayClub, a_report, a_thursday_club, post_game

REASON = {"reason": "Wrong table."}
ACTS = ("confirm", "dispute", "correct", "void")


def decide(thursday: ThursdayClub, by: str, game: dict, act: str, body: dict | None = None, **headers: str):
    return thursday.client(by).post(f"/api/v1/games/{game['id']}/{act}/", body or {}, format="json", headers=headers)


def asked(act: str, **more) -> dict:
    """A request for this act that nothing speaks against but what was decided meanwhile."""
    body = a_report(reason="typo", expected_version=1) if act == "correct" else dict(REASON)
    return body | more


@pytest.fixture
def settled(thursday: ThursdayClub) -> dict:
    return post_game(thursday)


def test_a_game_tells_its_revision_its_decisions_and_those_of_every_version(thursday: ThursdayClub, settled: dict):
    decide(thursday, "otto", settled, "correct", asked("correct"))
    decide(thursday, "otto", settled, "void", REASON)
    answer = thursday.client().get(f"/api/v1/games/{settled['id']}/")
    game = answer.json()
    assert (game["revision"], answer["ETag"]) == (4, '"4"')
    assert [sheet["revision"] for sheet in game["sheets"]] == [2, 4]
    told = [(one["revision"], one["kind"], one["version"], one["by"], one["text"]) for one in game["decisions"]]
    assert told == [
        (1, "submitted", 1, "otto", ""),
        (2, "confirmed", 1, "otto", ""),
        (3, "corrected", 2, "otto", "typo"),
        (4, "voided", 2, "otto", "Wrong table."),
    ]


def test_a_version_from_before_the_log_has_no_revision(thursday: ThursdayClub, settled: dict):
    Decision.objects.all().delete()
    [sheet] = thursday.client().get(f"/api/v1/games/{settled['id']}/").json()["sheets"]
    assert sheet["revision"] is None


@pytest.mark.parametrize("act", ACTS)
def test_the_present_revision_is_accepted_in_the_body_and_as_an_etag(thursday: ThursdayClub, act: str):
    for number, headers in enumerate(({}, {"If-Match": '"1"'}, {"If-Match": 'W/"1"'}, {"If-Match": "*"})):
        game = post_game(thursday, by="ada", confirm=False, reference=f"g{number}")
        body = asked(act) if headers else asked(act, expected_revision=1)
        answer = decide(thursday, "otto", game, act, body, **headers)
        assert (answer.status_code, answer["ETag"]) == (200, '"2"')


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("query", ["", "?preview=1"])
def test_another_revision_is_refused_with_who_decided_what(thursday: ThursdayClub, waiting: dict, act: str, query: str):
    decide(thursday, "bo", waiting, "dispute", {"reason": "I had 32 fame."})
    before = list(Sheet.objects.values())
    for body, headers in ((asked(act, expected_revision=1), {}), (asked(act), {"If-Match": '"1"'})):
        url = f"/api/v1/games/{waiting['id']}/{act}/{query if act != 'dispute' else ''}"
        answer = thursday.client("otto").post(url, body, format="json", headers=headers)
        assert answer.status_code == 409
        [error] = answer.json()["errors"]
        assert error["code"] == "stale" and "version 1 was disputed by bo (I had 32 fame.)" in error["detail"]
        [one] = answer.json()["since"]
        assert one.pop("at").endswith("Z")
        assert one == {"revision": 2, "kind": "disputed", "version": 1, "by": "bo", "text": "I had 32 fame."}
    assert list(Sheet.objects.values()) == before


def test_a_dispute_is_seen_before_its_sheet_is_confirmed(thursday: ThursdayClub, waiting: dict):
    seen = thursday.client("otto").get(f"/api/v1/games/{waiting['id']}/").json()
    decide(thursday, "bo", waiting, "dispute", REASON)
    body = {"expected_version": seen["sheet_version"], "expected_revision": seen["revision"]}
    assert decide(thursday, "otto", waiting, "confirm", body).status_code == 409
    assert decide(thursday, "otto", waiting, "confirm", body | {"expected_revision": 2}).status_code == 200


def test_two_different_expectations_are_refused(thursday: ThursdayClub, waiting: dict, problems):
    answer = decide(thursday, "otto", waiting, "confirm", {"expected_revision": 1}, **{"If-Match": '"2"'})
    assert answer.status_code == 400
    assert "If-Match says revision 2 and expected_revision says 1" in problems(answer)["non_field_errors"]


@pytest.mark.parametrize("header", ["one", '"one"', '"1", "2"', '"-1"', '"9999999999999999999"'])
def test_an_if_match_that_is_no_revision_is_refused(thursday: ThursdayClub, waiting: dict, header: str, problems):
    answer = decide(thursday, "otto", waiting, "confirm", {}, **{"If-Match": header})
    assert answer.status_code == 400 and "If-Match takes one ETag" in problems(answer)["non_field_errors"]
    assert Sheet.objects.get().status == "submitted"


@pytest.mark.django_db(transaction=True)
def test_of_corrections_and_voids_upon_one_sight_exactly_one_succeeds():
    thursday = a_thursday_club()
    rounds = 10 if connection.vendor == "postgresql" else 3
    seen = {"expected_version": 1, "expected_revision": 2}
    for number in range(rounds):
        game = post_game(thursday, reference=f"race-{number}")
        answers = at_once(
            *[lambda game=game: decide(thursday, "otto", game, "correct", asked("correct", **seen))] * 2,
            *[lambda game=game: decide(thursday, "otto", game, "void", REASON | seen)] * 2,
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        for answer in answers:
            assert answer.status_code == 200 or [one["revision"] for one in answer.json()["since"]] == [3]
        assert Decision.objects.filter(game=game["id"]).count() == 3


def url(act: str, game) -> str:
    return reverse(f"game_{act}", args=[game.game_id])


def shown(client: Client, act: str, game) -> dict[str, str]:
    """The hidden fields of the form as the page shows it."""
    names = {"expected_version", "expected_revision"}
    return {name: value for name, value in inputs(client.get(url(act, game))) if name in names}


@pytest.mark.parametrize("act", ["confirm", "void", "dispute"])
def test_a_form_of_before_another_decision_changes_nothing_and_says_what_happened(
    client: Client, club: FridayClub, act: str
):
    game = friday_game(club, confirm=False)
    client.force_login(club.cleo)
    seen = shown(client, act, game)
    assert seen == {"expected_version": "1", "expected_revision": "1"}
    dispute_game(season_game=game, reason="I had 32 fame", by=club.bo)
    answer = client.post(url(act, game), seen | {"reason": "Entered twice"})
    assert answer.status_code == 409
    assert "version 1 was disputed by bo (I had 32 fame)" in text(answer)
    assert game.game.sheets.get().status == Sheet.DISPUTED


def test_a_refused_void_keeps_its_reason_and_can_be_sent_again(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    seen = shown(client, "void", game)
    correct_game(season_game=game, sheet=friday_sheet(club, fame=41), reason="First", source=Sheet.WEB, by=club.cleo)
    answer = client.post(url("void", game), seen | {"reason": "Entered twice"})
    kept = dict(inputs(answer))
    assert (kept["reason"], kept["expected_revision"]) == ("Entered twice", "3")
    client.post(url("void", game), {name: kept[name] for name in ("reason", "expected_version", "expected_revision")})
    assert game.game.sheets.latest("version").status == Sheet.VOID


def test_a_correction_does_not_bring_back_a_game_that_was_voided_unseen(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    form = friday_form(club, reason="Misread", seat__1__fame="45", **shown(client, "correct", game))
    void_game(season_game=game, reason="Entered twice", by=club.ada)
    answer = client.post(url("correct", game), form)
    assert answer.status_code == 409
    assert "Version 1 voided by <bdi>ada</bdi>" in text(answer) and "Entered twice" in text(answer)
    assert ("seat-1-fame", "45") in inputs(answer)
    assert game.game.sheets.get().status == Sheet.VOID


def test_after_a_look_the_correction_goes_on_from_there(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    form = friday_form(club, reason="Misread", seat__1__fame="45", **shown(client, "correct", game))
    void_game(season_game=game, reason="Entered twice", by=club.ada)
    client.post(url("correct", game), form)
    again = client.post(url("correct", game), form | {"go": "check", "rebase": "1-3"})
    assert again.status_code == 200 and ("expected_revision", "3") in inputs(again)
    client.post(url("correct", game), form | {"expected_revision": "3"})
    assert game.game.sheets.confirmed().get().version == 2


def test_the_page_of_a_game_says_what_happened_to_its_sheet(client: Client, club: FridayClub):
    game = friday_game(club, confirm=False)
    dispute_game(season_game=game, reason="I had 32 fame", by=club.bo)
    confirm_game(season_game=game, by=club.cleo)
    page = text(client.get(game.game.get_absolute_url()))
    assert "What happened to this sheet" in page
    for words in ("submitted by <bdi>ada", "disputed by <bdi>bo", "I had 32 fame", "confirmed by <bdi>cleo"):
        assert words in page


def test_a_command_may_say_which_revision_it_saw(club: FridayClub):
    game = friday_game(club)
    with pytest.raises(SystemExit):
        call_command("void_game", "evening-1", "--reason", "Twice", "--expected-revision", "1")
    assert game.game.sheets.get().status == Sheet.CONFIRMED
    call_command("void_game", "evening-1", "--reason", "Twice", "--expected-revision", "2")
    assert game.game.sheets.get().status == Sheet.VOID
