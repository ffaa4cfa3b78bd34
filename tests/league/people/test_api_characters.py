import pytest

from characters.models import Character
from characters.services.registration import change_titles, rename_character
from league.models import League, Membership
from tests.factories.thursday_club import ThursdayClub

URL = "/api/v1/characters/"
PROFILE = {
    "name": "Eve Adam",
    "edition": "london",
    "specialty": "law",
    "side_interest": "journalism",
    "title": "Counsel",
}


def names(thursday: ThursdayClub, query: str = "") -> list[str]:
    return [row["name"] for row in thursday.client().get(URL + query).json()["results"]]


def test_anybody_reads_the_list_sorted_by_name(thursday: ThursdayClub):
    response = thursday.client().get(URL)
    assert response.status_code == 200
    assert response.json()["results"][0] == {
        "name": "Ada",
        "slug": "ada",
        "owner": "ada",
        "owner_is_account": True,
        "league": "thursday-club",
        "edition": "london",
        "specialty": "law",
        "side_interest": "journalism",
        "title": "Counsel",
        "company": "lister_bacon",
        "level": "entry",
        "level_name": "Entry Level",
        "status": "active",
        "career": 1,
    }
    assert names(thursday) == ["Ada", "Bo", "Cleo", "Dev"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?name=CLE", ["Cleo"]),
        ("?name=Cl%C3%A9o", ["Cleo"]),
        ("?company=pfizer_uk", ["Bo"]),
        ("?level=entry&status=active&edition=london", ["Ada", "Bo", "Cleo", "Dev"]),
        ("?level=vp", []),
        ("?owner=dev", ["Dev"]),
        ("?league=thursday-club&name=a", ["Ada"]),
        ("?league=another", []),
    ],
)
def test_the_list_can_be_filtered(thursday: ThursdayClub, query: str, expected: list[str]):
    assert names(thursday, query) == expected


def test_pages_follow_one_another(thursday: ThursdayClub):
    first = thursday.client().get(URL + "?page_size=3").json()
    second = thursday.client().get(first["next"]).json()
    assert [row["name"] for row in first["results"] + second["results"]] == ["Ada", "Bo", "Cleo", "Dev"]
    assert second["next"] is None
    assert thursday.client().get(second["previous"]).json()["results"] == first["results"]


def test_a_longer_list_takes_no_more_queries(thursday: ThursdayClub, django_assert_num_queries):
    with django_assert_num_queries(1):
        thursday.client().get(URL + "?page_size=1")
    with django_assert_num_queries(1):
        thursday.client().get(URL)


def test_one_character_is_read_with_its_former_names(thursday: ThursdayClub):
    rename_character(character=thursday.characters["Ada"], name="Ada Byron")
    answer = thursday.client().get(URL + "ada/").json()
    assert answer["name"] == "Ada Byron"
    assert answer["former_names"] == ["Ada"]
    assert answer["secondary_company"] == "bbc_news"


def test_a_chosen_c_level_title_is_shown(thursday: ThursdayClub):
    change_titles(character=thursday.characters["Ada"], title="Counsel", c_level_title="Lord of Briefs")
    assert thursday.client().get(URL + "ada/").json()["c_level_title"] == "Lord of Briefs"


def test_an_unknown_address_is_404(thursday: ThursdayClub):
    for slug in ("nobody", "ada%00", "%F0%9F%92%BC", "a" * 3000):
        assert thursday.client().get(f"{URL}{slug}/").status_code == 404


def test_a_member_registers_a_character(thursday: ThursdayClub):
    response = thursday.client("sam").post(URL, PROFILE, format="json")
    assert response.status_code == 201
    assert response.json()["slug"] == "eve-adam"
    assert (response.json()["owner"], response.json()["owner_is_account"]) == ("sam", True)
    assert "Eve Adam" in names(thursday)


def test_an_organiser_registers_for_somebody_else(thursday: ThursdayClub):
    response = thursday.client("otto").post(URL, PROFILE | {"owner": "sam", "league": "thursday-club"}, format="json")
    assert response.json()["owner"] == "sam"


@pytest.mark.parametrize("owner", ["xenia", "Eve from the pub", ""])
def test_an_owner_who_is_no_member_is_a_label(thursday: ThursdayClub, owner: str):
    made = thursday.client("otto").post(URL, PROFILE | {"owner": owner}, format="json").json()
    listed = thursday.client().get(f"{URL}?name=Eve Adam").json()["results"][0]
    assert {(one["owner"], one["owner_is_account"]) for one in (made, listed)} == {(owner, False)}
    who = Character.objects.get(slug=made["slug"])
    assert (who.owner, who.owner_label) == (None, owner)
    assert not Membership.objects.filter(user__username="xenia").exists()
    assert names(thursday, "?owner=Eve from the pub") == (["Eve Adam"] if owner == "Eve from the pub" else [])


def test_a_player_does_not_register_for_somebody_else(thursday: ThursdayClub, problems):
    response = thursday.client("sam").post(URL, PROFILE | {"owner": "otto"}, format="json")
    assert response.status_code == 403
    assert problems(response)[None] == "Only an organiser of this league can do that."


def test_a_stranger_and_a_spectator_are_refused_with_a_sentence(thursday: ThursdayClub, problems):
    for name in ("xenia", "vera"):
        response = thursday.client(name).post(URL, PROFILE, format="json")
        assert response.status_code == 403
        assert "Join the league first" in problems(response)[None]


def test_nobody_registers_without_signing_in(thursday: ThursdayClub):
    assert thursday.client().post(URL, PROFILE, format="json").status_code == 401


@pytest.mark.rule("careers R101")
def test_a_second_active_character_is_refused(thursday: ThursdayClub, problems):
    response = thursday.client("ada").post(URL, PROFILE, format="json")
    assert response.status_code == 400
    assert "(R101)" in problems(response)["non_field_errors"]


def test_every_problem_is_at_its_field(thursday: ThursdayClub, problems):
    wrong = {"name": "ADA", "edition": "london", "specialty": "magic", "side_interest": "law", "title": "Counsel"}
    found = problems(thursday.client("sam").post(URL, wrong, format="json"))
    assert "already a character" in found["name"]
    assert "magic" in found["specialty"]


def test_fields_and_league_must_exist(thursday: ThursdayClub, problems):
    response = thursday.client("sam").post(URL, {"owner": "nobody", "league": "none", "name": " "}, format="json")
    assert response.status_code == 400
    assert problems(response) == {
        "name": "This field may not be blank.",
        "edition": "This field is required.",
        "specialty": "This field is required.",
        "side_interest": "This field is required.",
        "title": "This field is required.",
        "league": "There is no league 'none'.",
    }


def test_registering_without_any_league_is_refused(thursday: ThursdayClub, problems, monkeypatch):
    monkeypatch.setattr(League, "objects", League.objects.none())
    response = thursday.client("sam").post(URL, PROFILE, format="json")
    assert problems(response) == {"league": "There is no league yet."}
