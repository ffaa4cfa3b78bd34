import pytest

from games.models import Game
from league.models import Ruling, SeasonPlay, Table, TableReport
from tests.factories.compass_sheets import cards_body
from tests.factories.thursday_club import ThursdayClub, a_tournament_of

URL = "/api/v1/tournaments/spring-open/rounds/1/1/tables/1/"


@pytest.fixture
def table(thursday: ThursdayClub) -> Table:
    a_tournament_of(thursday)
    return Table.objects.get()


@pytest.fixture
def at_seat(thursday: ThursdayClub, table):
    """The user whose character has this seat."""

    def owner(number: int) -> str:
        return table.seats.get(seat=number).entry.character.owner.username

    return owner


def send(thursday: ThursdayClub, who: str, path: str, body: dict, **headers: str):
    return thursday.client(who).post(f"{URL}{path}/", body, format="json", headers=headers)


def test_the_first_seat_reports_and_a_majority_confirms(thursday: ThursdayClub, table, at_seat):
    answer = send(thursday, at_seat(1), "report", cards_body(seat=1))
    assert (answer.status_code, answer.json()["state"], answer.json()["needed"]) == (200, "reported", 3)
    shown = answer.json()["digest"]
    assert send(thursday, at_seat(2), "report", cards_body(seat=2)).json()["reported"] == 2
    answer = send(thursday, at_seat(3), "confirm", {"seat": 3, "digest": shown})
    assert answer.json()["state"] == "confirmed"
    game = thursday.client().get(f"/api/v1/games/{answer.json()['game']}/").json()
    assert (game["status"], game["reference"]) == ("confirmed", "spring-open-s1r1t1")


def test_a_report_sent_twice_arrives_once(thursday: ThursdayClub, table, at_seat):
    for _ in range(2):
        assert (
            send(thursday, at_seat(1), "report", cards_body(seat=1), **{"Idempotency-Key": "phone-1"}).status_code
            == 200
        )
    assert TableReport.objects.count() == Game.objects.count() == 1


def test_a_contradiction_freezes_the_table_until_the_referee_rules(thursday: ThursdayClub, table, at_seat):
    send(thursday, at_seat(1), "report", cards_body(seat=1))
    answer = send(thursday, at_seat(2), "contradict", {"seat": 2, "reason": "I held 12"})
    assert answer.json()["state"] == "frozen" and "I held 12" in answer.json()["frozen_because"]
    ruling = cards_body(12, 12, 8, 1, reason="Counted again")
    assert send(thursday, at_seat(2), "rule", ruling).status_code == 403
    assert send(thursday, "sam", "rule", ruling).json()["state"] == "confirmed"
    assert Ruling.objects.get().reason == "Counted again"


def test_a_referee_may_let_the_sheet_stand(thursday: ThursdayClub, table, at_seat):
    send(thursday, at_seat(1), "report", cards_body(seat=1))
    assert send(thursday, "sam", "rule", {"reason": "Seen it"}).json()["state"] == "confirmed"


def test_nobody_speaks_for_another_seat(thursday: ThursdayClub, table, at_seat):
    for who, status in (("", 401), ("xenia", 403), (at_seat(2), 403), ("sam", 200)):
        assert send(thursday, who, "report", cards_body(seat=1)).status_code == status
    assert send(thursday, "sam", "report", cards_body(seat=9)).status_code == 404


def test_what_cannot_have_happened_is_refused_at_its_figure(thursday: ThursdayClub, table, problems, at_seat):
    answer = send(thursday, at_seat(1), "report", cards_body(20, 9, 3, 2, seat=1))
    assert answer.status_code == 400 and "the deck has 33" in problems(answer)["seats.0.score.cards"]
    answer = send(thursday, at_seat(1), "report", {"seat": 1, "seats": [{"seat": 1, "score": {"luck": 7}}]})
    assert answer.status_code == 400 and "seats.0.score.luck" in problems(answer)
    assert not TableReport.objects.exists()


def test_figures_of_other_seats_than_those_there_are_a_conflict(thursday: ThursdayClub, table, at_seat):
    assert send(thursday, at_seat(1), "report", cards_body(20, 13, seat=1)).status_code == 409


def test_a_sheet_that_changed_cannot_be_confirmed(thursday: ThursdayClub, table, at_seat, problems):
    send(thursday, at_seat(1), "report", cards_body(seat=1))
    answer = send(thursday, at_seat(2), "confirm", {"seat": 2, "digest": "0" * 64})
    assert answer.status_code == 409 and "changed since you saw them" in problems(answer)[None]


def test_after_the_round_nothing_more_is_reported(thursday: ThursdayClub, table, at_seat):
    thursday.client("otto").post(URL.replace("tables/1/", "end/"), {"force": True, "reason": "Snow"}, format="json")
    assert send(thursday, at_seat(1), "report", cards_body(seat=1)).status_code == 409


def test_a_no_show_is_marked_and_taken_back(thursday: ThursdayClub, table):
    assert send(thursday, "ada", "seats/4/absent", {"reason": "Not here"}).status_code == 403
    answer = send(thursday, "sam", "seats/4/absent", {"reason": "Not here"})
    assert [seat["absent"] for seat in answer.json()["seats"]] == [False, False, False, True]
    assert send(thursday, "sam", "report", cards_body(20, 9, 4, seat=1)).status_code == 200
    assert send(thursday, "sam", "seats/4/present", {"reason": "There she is"}).json()["seats"][3]["absent"] is False


def test_organisers_lock_a_table(thursday: ThursdayClub, table):
    assert send(thursday, "sam", "lock", {}).status_code == 403
    assert send(thursday, "otto", "lock", {}).json()["locked"] is True
    assert send(thursday, "otto", "unlock", {}).json()["locked"] is False


def test_referees_give_a_table_more_time(thursday: ThursdayClub, table):
    assert send(thursday, "ada", "extra-time", {"minutes": 5}).status_code == 403
    for _ in range(2):
        assert send(thursday, "sam", "extra-time", {"minutes": 5}).json()["extra_minutes"] == 5
    assert send(thursday, "sam", "extra-time", {"minutes": 61}).status_code == 400
    assert send(thursday, "sam", "extra-time", {"minutes": 0}).json()["extra_minutes"] == 0


def test_a_table_takes_as_many_queries_with_reports(
    thursday: ThursdayClub, table, at_seat, django_assert_max_num_queries
):
    send(thursday, at_seat(1), "report", cards_body(seat=1))
    with django_assert_max_num_queries(11):
        answer = thursday.client().get(URL)
    assert answer.json()["digest"] and thursday.client().get(URL.replace("tables/1", "tables/9")).status_code == 404


def test_warnings_penalties_and_their_end(thursday: ThursdayClub, table, problems, django_assert_max_num_queries):
    url = "/api/v1/tournaments/spring-open/rulings/"
    body = {"kind": "penalty", "entry": 1, "stage": 1, "round": 1, "points": "2.50", "reason": "Late"}
    assert thursday.client("ada").post(url, body, format="json").status_code == 403
    assert thursday.client().post(url, body, format="json").status_code == 401
    for _ in range(2):
        made = thursday.client("sam").post(url, body, format="json", headers={"Idempotency-Key": "k"})
        assert (made.status_code, made.json()["points"], made.json()["character"]) == (201, "2.50", "Ada")
    refused = thursday.client("sam").post(url, body | {"points": "0"}, format="json")
    assert refused.status_code == 400 and "points" in problems(refused)
    thursday.client("sam").post(url, body | {"kind": "warning"}, format="json")
    with django_assert_max_num_queries(2):
        rows = thursday.client().get(url).json()["results"]
    assert [row["kind"] for row in rows] == ["penalty", "warning"]
    assert thursday.client().get(f"{url}?kind=warning&character=bo").json()["results"] == []
    end = f"{url}{made.json()['id']}/rescind/"
    rescinded = thursday.client("sam").post(end, {"reason": "Was there"}, format="json")
    assert rescinded.json()["rescinded_because"] == "Was there"
    assert thursday.client("sam").post(end, {"reason": "Was there"}, format="json").status_code == 409
    assert thursday.client("sam").post(f"{url}999/rescind/", {"reason": "x"}, format="json").status_code == 404


def test_a_referee_plays_a_table_here_and_stops_that(thursday: ThursdayClub, table, at_seat):
    assert thursday.client().get(URL).json()["play"] is None
    for name in (at_seat(1), "vera", "xenia"):
        assert send(thursday, name, "play", {}).status_code == 403
        assert send(thursday, name, "play/stop", {"reason": "No"}).status_code == 403
    opened = send(thursday, "sam", "play", {})
    play = SeasonPlay.objects.get()
    assert (opened.status_code, opened.json()["play"], opened.json()["state"]) == (200, play.pk, "open")
    assert send(thursday, "otto", "play", {}).json()["play"] == play.pk
    refused = send(thursday, at_seat(1), "report", cards_body(seat=1))
    assert refused.status_code == 409 and "played on the site" in refused.text
    assert send(thursday, "sam", "play/stop", {"reason": " "}).status_code == 400
    stopped = send(thursday, "sam", "play/stop", {"reason": "The network is gone"})
    assert (stopped.status_code, stopped.json()["play"]) == (200, None)
    again = send(thursday, "sam", "play/stop", {"reason": "Again"})
    assert again.status_code == 409 and "not played on the site" in again.text
    assert send(thursday, at_seat(1), "report", cards_body(seat=1)).status_code == 200
    late = send(thursday, "sam", "play", {})
    assert late.status_code == 409 and SeasonPlay.objects.filter(table=table).count() == 0
