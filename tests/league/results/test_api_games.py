import pytest

from games.models import Game
from games.services.review import review_waiting
from tests.factories.thursday_club import ThursdayClub, a_report, post_game

URL = "/api/v1/games/"


def references(thursday: ThursdayClub, query: str = "") -> list[str]:
    return [row["reference"] for row in thursday.client().get(URL + query).json()["results"]]


@pytest.fixture
def played(thursday: ThursdayClub) -> ThursdayClub:
    """Three games: confirmed, waiting, void."""
    post_game(thursday, reference="one")
    post_game(thursday, "Bo", "Cleo", by="sam", confirm=False, reference="two", played_at="2026-01-07T18:00:00Z")
    three = post_game(thursday, "Cleo", "Dev", reference="three", played_at="2026-01-08T18:00:00Z")
    thursday.client("otto").post(f"{URL}{three['id']}/void/", {"reason": "no quorum"}, format="json")
    return thursday


def test_anybody_reads_the_list_newest_first(played: ThursdayClub):
    assert references(played) == ["three", "two", "one"]
    [row] = played.client().get(URL + "?status=confirmed").json()["results"]
    assert (row["season"], row["system"], row["sheet_version"]) == ("spring-2026", "careers", 1)
    assert row["reviewed_at"] is not None
    assert [(seat["character"], seat["slug"], seat["place"]) for seat in row["seats"]] == [
        ("Ada", "ada", 1),
        ("Bo", "bo", 2),
    ]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?status=submitted", ["two"]),
        ("?status=void", ["three"]),
        ("?character=bo", ["two", "one"]),
        ("?character=nobody", []),
        ("?season=spring-2026&system=careers", ["three", "two", "one"]),
        ("?season=autumn", []),
        ("?played_at_after=2026-01-07T18:00:00Z", ["three", "two"]),
        ("?played_at_before=2026-01-07T18:00:00%2B01:00", ["one"]),
        ("?played_at_before=2026-01-07T18:00:00%2B20:09", ["one"]),
    ],
)
def test_the_list_can_be_filtered(played: ThursdayClub, query: str, expected: list[str]):
    assert references(played, query) == expected


def test_a_game_that_was_corrected_has_the_status_of_its_newest_sheet(played: ThursdayClub):
    [row] = played.client().get(URL + "?status=void").json()["results"]
    body = a_report("Ada", "Dev", expected_version=1, reason="there was one", played_at=row["played_at"])
    response = played.client("otto").post(f"{URL}{row['id']}/correct/", body, format="json")
    assert response.json()["status"] == "confirmed"
    assert references(played, "?status=void") == []
    assert references(played, "?status=confirmed&character=ada") == ["three", "one"]
    assert references(played, "?character=cleo") == ["two"]


def test_pages_follow_one_another_even_at_the_same_moment(thursday: ThursdayClub):
    for reference in "abcde":
        post_game(thursday, reference=reference)
    found, url = [], URL + "?page_size=2"
    while url:
        page = thursday.client().get(url).json()
        found += [row["reference"] for row in page["results"]]
        url = page["next"]
    assert found == list("edcba")


def test_a_longer_list_takes_no_more_queries(played: ThursdayClub, django_assert_num_queries):
    with django_assert_num_queries(4):
        played.client().get(URL + "?page_size=1")
    with django_assert_num_queries(4):
        played.client().get(URL)


def test_one_game_is_read_with_its_sheets_and_events(played: ThursdayClub):
    [row] = played.client().get(URL + "?status=confirmed").json()["results"]
    answer = played.client().get(f"{URL}{row['id']}/").json()
    [sheet] = answer["sheets"]
    assert (sheet["version"], sheet["status"], sheet["source"]) == (1, "confirmed", "api")
    assert (sheet["submitted_by"], sheet["confirmed_by"], sheet["closed_by"]) == ("otto", "otto", None)
    assert [(event["character"], event["kind"], event["performance"]) for event in answer["events"]] == [
        ("Ada", "review", "110.00"),
        ("Bo", "review", "30.00"),
    ]
    assert answer["events"][0]["why"].startswith("110 of 100 points is 110 %")


def test_the_number_of_queries_for_a_game_does_not_depend_on_its_versions(
    played: ThursdayClub, django_assert_num_queries
):
    [row] = played.client().get(URL + "?status=confirmed").json()["results"]
    url = f"{URL}{row['id']}/"
    with django_assert_num_queries(9):
        played.client().get(url)
    for version in (1, 2, 3):
        body = a_report("Ada", "Bo", "Cleo", expected_version=version, reason="again")
        played.client("otto").post(url + "correct/", body, format="json")
    review_waiting()
    with django_assert_num_queries(9):
        assert len(played.client().get(url).json()["sheets"]) == 4


def test_an_unknown_game_is_404(thursday: ThursdayClub):
    for number in ("7", "99999999999999999999999999", "x", "-1"):
        assert thursday.client().get(f"{URL}{number}/").status_code == 404


def test_a_renamed_character_is_on_old_sheets_as_it_was_called(played: ThursdayClub):
    from characters.services.registration import rename_character

    rename_character(character=played.characters["Ada"], name="Ada Byron")
    [row] = played.client().get(URL + "?status=confirmed").json()["results"]
    assert (row["seats"][0]["character"], row["seats"][0]["slug"]) == ("Ada", "ada")
    assert Game.objects.count() == 3
