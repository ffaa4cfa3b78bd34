import pytest

from characters.models import Career, CareerEvent
from characters.services.review import review_characters
from league.people.api.careers import career_records
from tests.factories.thursday_club import ThursdayClub, post_game, retire

KEYS = [
    "name",
    "slug",
    "owner",
    "edition",
    "specialty",
    "side_interest",
    "title",
    "level",
    "level_name",
    "status",
    "career",
    "games",
    "wins",
    "points_since_level_change",
    "happiness",
    "fame",
    "cash",
    "degrees",
    "trips",
    "history",
]


def career(thursday: ThursdayClub, slug: str = "ada", query: str = "") -> dict:
    return thursday.client().get(f"/api/v1/characters/{slug}/career/{query}").json()


def test_a_career_has_exactly_the_keys_of_the_contract(thursday: ThursdayClub):
    post_game(thursday)
    answer = career(thursday)
    assert list(answer) == KEYS
    assert answer["history"] == [
        {
            "game": "spring-2026-0001",
            "at": "2026-01-06T18:00:00Z",
            "kind": "review",
            "from": "entry",
            "to": "entry",
            "performance": "110.00",
            "points": 110,
            "rescinded": None,
        }
    ]
    assert (answer["games"], answer["wins"], answer["cash"]) == (1, 1, 30000)


def test_the_export_and_the_api_tell_the_same(thursday: ThursdayClub):
    post_game(thursday)
    assert list(career_records()) == [career(thursday, slug) for slug in ("ada", "bo", "cleo", "dev")]


def test_an_export_of_a_season_has_only_who_played_in_it(thursday: ThursdayClub):
    post_game(thursday)
    assert [one["name"] for one in career_records(season=thursday.season)] == ["Ada", "Bo"]


def test_rescinded_rows_are_shown_when_asked_for(thursday: ThursdayClub):
    game = post_game(thursday)
    void = f"/api/v1/games/{game['id']}/void/"
    assert thursday.client("otto").post(void, {"reason": "wrong table"}, format="json").status_code == 200
    review_characters(character_ids=[thursday.characters["Ada"].pk])
    assert career(thursday)["history"] == []
    [row] = career(thursday, query="?rescinded=1")["history"]
    assert row["rescinded"] == "game spring-2026-0001 was voided: wrong table"


def test_the_number_of_queries_does_not_grow_with_the_characters(thursday: ThursdayClub, django_assert_num_queries):
    post_game(thursday, "Ada", "Bo")
    with django_assert_num_queries(2):
        list(career_records(season=thursday.season))
    post_game(thursday, "Ada", "Bo", "Cleo", "Dev", played_at="2026-01-07T18:00:00Z")
    with django_assert_num_queries(2):
        assert len(list(career_records(season=thursday.season))) == 4


@pytest.mark.rule("careers R88", "careers R89")
def test_a_restart_follows_its_parachute_and_no_game_dated_before_it_counts_for_it(thursday: ThursdayClub):
    retire(thursday)
    assert career(thursday)["status"] == "retired"
    response = thursday.client("ada").post("/api/v1/characters/ada/restart/", format="json")
    assert response.status_code == 200
    answer = response.json()
    assert (answer["career"], answer["level"], answer["status"]) == (2, "entry", "active")
    kinds = [row["kind"] for row in answer["history"]]
    assert kinds[kinds.index("parachute") :] == ["parachute", "restart"]
    restart = answer["history"][kinds.index("restart")]
    assert (restart["game"], restart["from"], restart["to"], restart["performance"]) == (None, "c_level", "entry", None)
    assert Career.objects.get(character__slug="ada", number=1).cash == 100_000


def test_a_promotion_stands_after_its_review_though_the_review_was_written_anew(thursday: ThursdayClub):
    retire(thursday)
    first = CareerEvent.objects.filter(character__slug="ada", kind="review").earliest("pk")
    CareerEvent.objects.filter(pk=first.pk).delete()
    first.pk = None
    first.save(force_insert=True)
    kinds = [row["kind"] for row in career(thursday)["history"]]
    assert kinds[:2] == ["review", "promotion"]


def test_who_is_still_at_work_is_not_restarted(thursday: ThursdayClub, problems):
    response = thursday.client("ada").post("/api/v1/characters/ada/restart/", format="json")
    assert response.status_code == 400
    assert "still at work" in problems(response)["non_field_errors"]


def test_only_the_owner_or_an_organiser_restarts(thursday: ThursdayClub, problems):
    retire(thursday)
    for name in ("bo", "sam", "xenia"):
        response = thursday.client(name).post("/api/v1/characters/ada/restart/", format="json")
        assert response.status_code == 403
        assert problems(response)[None] == "Only the owner of Ada or an organiser of the league can do that."
    assert thursday.client().post("/api/v1/characters/ada/restart/").status_code == 401
    assert thursday.client("otto").post("/api/v1/characters/ada/restart/").status_code == 200


def test_an_unknown_character_has_no_career(thursday: ThursdayClub):
    assert thursday.client().get("/api/v1/characters/nobody/career/").status_code == 404
