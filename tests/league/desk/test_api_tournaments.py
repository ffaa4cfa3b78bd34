from datetime import date

import pytest

from league.models import IdempotencyKey, Tournament
from league.tournaments.stages.services import cancel_tournament
from tests.factories.thursday_club import ThursdayClub, a_tournament_of

URL = "/api/v1/tournaments/"
ONE = f"{URL}spring-open/"
NEW = {"season": "spring-2026", "name": "Autumn Cup", "system": "career_compass", "edition": "london"}


@pytest.fixture
def held(thursday: ThursdayClub) -> Tournament:
    return a_tournament_of(thursday)


def test_tournaments_are_listed_newest_first_and_filtered(thursday: ThursdayClub, held, django_assert_num_queries):
    thursday.client("otto").post(URL, NEW, format="json")
    with django_assert_num_queries(1):
        rows = thursday.client().get(URL).json()["results"]
    assert [row["slug"] for row in rows] == ["autumn-cup", "spring-open"]
    for query, expected in (("status=running", 1), ("league=other", 0), ("character=ada", 1), ("system=careers", 0)):
        assert len(thursday.client().get(f"{URL}?{query}").json()["results"]) == expected


def test_a_tournament_tells_its_stages_entries_and_round(thursday: ThursdayClub, held, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        answer = thursday.client().get(ONE).json()
    assert answer["entries"] == {"registered": 0, "waiting": 0, "checked_in": 4, "dropped": 0}
    assert answer["round"] == {"stage": 1, "number": 1, "status": "running"}
    assert [stage["name"] for stage in answer["stages"]] == ["Swiss"]
    assert "draw_secret" not in answer and len(answer["draw_commitment"]) == 64


@pytest.mark.parametrize("page", ["", "entries/", "rounds/", "draws/", "rulings/", "events/", "stages/1/standings/"])
def test_an_unknown_tournament_is_404(thursday: ThursdayClub, page: str):
    for slug in ("winter", "%00"):
        assert thursday.client("otto").get(f"{URL}{slug}/{page}").status_code == 404


def test_an_organiser_announces_a_tournament_once(thursday: ThursdayClub):
    for _ in range(2):
        answer = thursday.client("otto").post(URL, NEW, format="json", headers={"Idempotency-Key": "k1"})
        assert answer.status_code == 201 and answer.json()["slug"] == "autumn-cup"
    assert Tournament.objects.count() == 1 == IdempotencyKey.objects.count()


def test_a_tournament_is_announced_with_its_stages(thursday: ThursdayClub):
    stages = [{"format": "swiss", "name": "Swiss", "rounds": 3}, {"format": "knock_out", "name": "Final", "cut": 4}]
    answer = thursday.client("otto").post(URL, NEW | {"stages": stages}, format="json").json()
    found = [(one["name"], one["rounds"], one["cut"]) for one in answer["stages"]]
    assert found == [("Swiss", 3, None), ("Final", None, 4)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"system": "chess"}, "system"),
        ({"edition": "mars"}, "edition"),
        ({"capacity": 1}, "capacity"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(thursday: ThursdayClub, problems, change, field):
    answer = thursday.client("otto").post(URL, NEW | change, format="json")
    assert answer.status_code == 400 and field in problems(answer)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("who", ["sam", "ada", "xenia"])
def test_only_organisers_announce_change_and_draw(thursday: ThursdayClub, held, who):
    client = thursday.client(who)
    assert client.post(URL, NEW, format="json").status_code == 403
    for step, body in (
        ("edit", {"place": "Library"}),
        ("cancel", {"reason": "Snow"}),
        ("cancel", {}),
        ("start", {}),
        ("draw", {}),
        ("end-stage", {}),
        ("finish", {}),
    ):
        assert client.post(f"{ONE}{step}/", body, format="json").status_code == 403
    assert Tournament.objects.get().status == "running"


def test_strangers_sign_in_first(thursday: ThursdayClub, held):
    assert thursday.client().post(f"{ONE}finish/").status_code == 401


def test_settings_are_changed_as_long_as_that_is_fair(thursday: ThursdayClub, held, problems):
    answer = thursday.client("otto").post(f"{ONE}edit/", {"place": "Library"}, format="json")
    assert (answer.status_code, answer.json()["place"]) == (200, "Library")
    refused = thursday.client("otto").post(f"{ONE}edit/", {"table_size": 3}, format="json")
    assert refused.status_code == 400 and "table_size" in problems(refused)


@pytest.fixture
def dated(thursday: ThursdayClub) -> ThursdayClub:
    thursday.season.starts_on, thursday.season.ends_on = date(2026, 1, 1), date(2026, 6, 30)
    thursday.season.save()
    return thursday


OUTSIDE = "Spring 2026 ends on 30 June 2026, and every game of this tournament would count for it."


def test_a_day_outside_the_season_is_refused_unless_it_is_meant(dated: ThursdayClub, problems):
    late = NEW | {"starts_at": "2026-07-01T18:00:00Z"}
    refused = dated.client("otto").post(URL, late, format="json")
    assert refused.status_code == 400 and OUTSIDE in problems(refused)["starts_at"]
    assert "outside_season" in problems(refused)["starts_at"] and not Tournament.objects.exists()
    meant = dated.client("otto").post(URL, late | {"outside_season": True}, format="json")
    assert meant.status_code == 201 and "outside_season" not in meant.json()


def test_the_day_is_that_of_the_place_where_it_is_played(dated: ThursdayClub):
    """Half past two in the morning in Tokyo is the last evening of June in New York."""
    late = NEW | {"starts_at": "2026-07-01T02:30:00Z"}
    assert dated.client("otto").post(URL, late | {"zone": "Asia/Tokyo"}, format="json").status_code == 400
    there = dated.client("otto").post(URL, late | {"zone": "America/New_York"}, format="json")
    assert there.status_code == 201 and there.json()["zone"] == "America/New_York"


def test_a_tournament_is_not_moved_out_of_its_season_unasked(dated: ThursdayClub, problems):
    dated.client("otto").post(URL, NEW | {"starts_at": "2026-06-01T18:00:00Z"}, format="json")
    edit = f"{URL}autumn-cup/edit/"
    refused = dated.client("otto").post(edit, {"starts_at": "2026-12-01T18:00:00Z"}, format="json")
    assert refused.status_code == 400 and OUTSIDE in problems(refused)["starts_at"]
    said = {"starts_at": "2026-12-01T18:00:00Z", "outside_season": True}
    assert dated.client("otto").post(edit, said, format="json").json()["starts_at"] == said["starts_at"]
    assert dated.client("otto").post(edit, {"place": "Library"}, format="json").status_code == 200


def test_a_tournament_says_on_whose_clocks_it_is_played(dated: ThursdayClub, problems):
    made = dated.client("otto").post(URL, NEW, format="json").json()
    assert made["zone"] == dated.league.zone
    edit = f"{URL}autumn-cup/edit/"
    assert dated.client("otto").post(edit, {"zone": "Asia/Tokyo"}, format="json").json()["zone"] == "Asia/Tokyo"
    refused = dated.client("otto").post(edit, {"zone": "Mars/Olympus"}, format="json")
    assert refused.status_code == 400 and "Europe/London" in problems(refused)["zone"]


def test_a_whole_day_through_the_api(thursday: ThursdayClub):
    a_tournament_of(thursday, draw=False)
    client = thursday.client("otto")

    def step(path: str, body: dict | None = None, status: int = 200) -> dict:
        answer = client.post(f"{ONE}{path}/", body or {}, format="json")
        assert answer.status_code == status, answer.content
        return answer.json()

    assert step("check-in")["entries"] == [1, 2, 3, 4]
    assert step("start")["stages"][0]["status"] == "running"
    drawn = step("draw", status=201)
    assert (drawn["status"], len(drawn["tables"])) == ("draft", 1)
    step("draw", status=409)
    assert step("rounds/1/1/publish")["status"] == "published"
    assert step("rounds/1/1/start")["status"] == "running"
    seats = [{"seat": at, "score": {"cards": held}} for at, held in enumerate((20, 9, 3, 1), 1)]
    step("rounds/1/1/tables/1/rule", {"seats": seats, "reason": "Seen by all"})
    assert step("rounds/1/1/end")["status"] == "ended"
    assert step("end-stage")["stages"][0]["status"] == "ended"
    assert step("finish")["status"] == "finished"
    rows = client.get(f"{ONE}stages/1/standings/").json()["results"]
    assert [row["points"] for row in rows] == ["60.00", "44.00", "28.00", "12.00"]


def test_a_step_that_is_done_already_is_a_conflict(thursday: ThursdayClub, held, problems):
    for _ in range(2):
        answer = thursday.client("otto").post(f"{ONE}start/")
        assert answer.status_code == 409 and "Swiss is running" in problems(answer)[None]


def test_standings_of_a_stage_in_parts_and_as_they_were(thursday: ThursdayClub, held, django_assert_max_num_queries):
    with django_assert_max_num_queries(13):
        answer = thursday.client().get(f"{ONE}stages/1/standings/?limit=2&until=1").json()
    assert (answer["count"], len(answer["results"])) == (4, 2)
    assert "offset=2" in answer["next"] and "until=1" in answer["next"]
    assert {one["name"] for one in answer["results"][0]["tiebreaks"]} >= {"Table points", "Draw"}
    assert thursday.client().get(f"{ONE}stages/9/standings/").status_code == 404
    assert thursday.client().get(f"{ONE}stages/1/standings/?until=x").status_code == 400


def test_the_log_is_for_referees_until_the_tournament_is_over(thursday: ThursdayClub, held, problems):
    refused = thursday.client("ada").get(f"{ONE}events/")
    assert refused.status_code == 403 and "until the tournament is over" in problems(refused)[None]
    rows = thursday.client("sam").get(f"{ONE}events/?kind=round_started").json()["results"]
    assert [row["kind"] for row in rows] == ["round_started"] and rows[0]["by"] == "otto"
    cancel_tournament(tournament=held, reason="Snow")
    assert thursday.client().get(f"{ONE}events/").json()["results"][0]["kind"] == "cancelled"
