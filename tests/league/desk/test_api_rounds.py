import pytest

from league.models import Draw, Round, Tournament
from league.tournaments.desk.services.rounds import end_round
from league.tournaments.draws.services.draws import draw_next_round
from tests.factories.thursday_club import ThursdayClub, a_tournament_of

URL = "/api/v1/tournaments/spring-open/"
ROUND = f"{URL}rounds/1/1/"


@pytest.fixture
def held(thursday: ThursdayClub) -> Tournament:
    return a_tournament_of(thursday, rounds=2)


@pytest.fixture
def drafted(thursday: ThursdayClub, held) -> Tournament:
    """A second round that only organisers know of."""
    end_round(round=Round.objects.get(), force=True, reason="Snow", by=thursday.users["otto"])
    draw_next_round(tournament=held, by=thursday.users["otto"])
    return held


def test_rounds_are_listed_and_filtered(thursday: ThursdayClub, held, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        [row] = thursday.client().get(f"{URL}rounds/").json()["results"]
    assert (row["stage"], row["number"], row["status"], row["tables"], row["byes"]) == (1, 1, "running", 1, 0)
    assert thursday.client().get(f"{URL}rounds/?stage=2").json()["results"] == []
    assert thursday.client().get(f"{URL}rounds/?status=running").json()["results"] == [row]


def test_a_round_shows_every_place_and_why(thursday: ThursdayClub, held, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        answer = thursday.client().get(ROUND).json()
    [table] = answer["tables"]
    assert (table["state"], table["game"], len(table["seats"]), bool(table["reasons"])) == ("open", None, 4, True)
    assert {seat["character"] for seat in table["seats"]} == {"Ada", "Bo", "Cleo", "Dev"}
    assert answer["draws"] == [1] and answer["byes"] == []
    for unknown in ("rounds/1/9/", "rounds/2/1/", "rounds/1/99999999999999999999/"):
        assert thursday.client().get(URL + unknown).status_code == 404


def test_a_draft_is_the_organisers_alone(thursday: ThursdayClub, drafted):
    for who, sees in (("", 1), ("sam", 1), ("otto", 2)):
        client = thursday.client(who)
        assert len(client.get(f"{URL}rounds/").json()["results"]) == sees
        assert len(client.get(f"{URL}draws/").json()["results"]) == sees
        for page in ("rounds/1/2/", "draws/2/", "rounds/1/2/tables/1/"):
            assert client.get(URL + page).status_code == (200 if sees == 2 else 404)
    assert thursday.client("sam").post(f"{URL}rounds/1/2/publish/").status_code == 404


def test_the_clock_is_for_referees_and_the_rest_for_organisers(thursday: ThursdayClub, held, problems):
    def step(who: str, path: str, **body: object) -> int:
        return thursday.client(who).post(f"{ROUND}{path}/", body, format="json").status_code

    assert step("ada", "pause") == 403
    assert step("ada", "extend") == step("ada", "redraw") == 403  # before anybody looks at what they sent
    assert [step("sam", "pause"), step("sam", "pause"), step("sam", "resume")] == [200, 409, 200]
    assert step("sam", "extend", minutes=5) == 200 and Round.objects.get().minutes == 65
    assert step("sam", "end") == 403
    refused = thursday.client("otto").post(f"{ROUND}end/")
    assert refused.status_code == 400 and "table 1 (nothing reported)" in problems(refused)["non_field_errors"]
    assert step("otto", "end", force=True, reason="Snow") == 200
    assert step("otto", "end", force=True, reason="Snow") == 409


def test_two_seats_are_swapped_after_a_look_at_the_cost(thursday: ThursdayClub, held, problems):
    first, second, *_ = thursday.client().get(ROUND).json()["tables"][0]["seats"]
    body = {
        "one": {"table": 1, "seat": 1, "character": first["character"]},
        "other": {"table": 1, "seat": 2, "character": second["character"]},
        "reason": "They asked for it",
    }
    assert thursday.client("sam").post(f"{ROUND}swap/", body, format="json").status_code == 403
    seen = thursday.client("otto").post(f"{ROUND}swap/?preview=1", body, format="json").json()
    assert (
        first["character"] in seen["sentence"] and thursday.client().get(ROUND).json()["tables"][0]["seats"][0] == first
    )
    assert thursday.client("otto").post(f"{ROUND}swap/", body, format="json").status_code == 200
    again = thursday.client("otto").post(f"{ROUND}swap/", body, format="json")
    assert again.status_code == 409 and "meanwhile" in problems(again)[None]
    [change] = thursday.client().get(f"{URL}draws/1/").json()["changes"]
    assert change["reason"] == "They asked for it"


def test_a_round_is_drawn_again_with_a_reason(thursday: ThursdayClub, held):
    client = thursday.client("otto")
    assert client.post(f"{ROUND}redraw/", {}, format="json").status_code == 400
    assert client.post(f"{ROUND}redraw/", {"reason": "Mixed up", "tables": [7]}, format="json").status_code == 404
    answer = client.post(f"{ROUND}redraw/", {"reason": "Mixed up"}, format="json")
    assert (answer.status_code, answer.json()["draws"]) == (200, [1, 2])


def test_draws_tell_all_that_it_takes_to_repeat_them(thursday: ThursdayClub, held, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        [row] = thursday.client().get(f"{URL}draws/").json()["results"]
    draw = Draw.objects.get()
    assert (row["seed"], row["digest"], row["cost"]) == (draw.seed, draw.digest, draw.cost)
    with django_assert_max_num_queries(9):
        answer = thursday.client().get(f"{URL}draws/1/").json()
    assert answer["source"] == draw.source and answer["outcome"] == draw.outcome
    assert answer["previous"] == held.draw_commitment
    assert thursday.client().get(f"{URL}draws/9/").status_code == 404
