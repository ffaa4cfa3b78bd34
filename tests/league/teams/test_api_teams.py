"""The standings of teams by the API: read by everybody who sees the league, in parts, with no name that is hidden."""

from typing import Any

import pytest
from django.utils import timezone

from league.models import TeamMember
from league.talk.services import hide_league
from tests.factories.people import a_user
from tests.factories.results import placed_game
from tests.factories.teams import a_contest, a_team
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
URL = "/api/v1/seasons/spring/teams/"


@pytest.fixture
def contest(season, cast):
    contest = a_contest(season)
    a_team(contest, "Red", cast.ada, cast.bo)
    a_team(contest, "Blue", cast.cleo)
    placed_game(season, "one", 1, cast.ada, cast.cleo, cast.bo)
    placed_game(season, "two", 2, cast.dev, cast.cleo)
    return contest


def rows(client, url: str = URL) -> list[dict[str, Any]]:
    answer = client.get(url)
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def test_the_teams_of_a_season_are_read_with_members_games_and_points(contest, client):
    answer = client.get(URL).json()
    about = [answer[name] for name in ("season", "tournament", "count", "next", "counting", "best_of")]
    assert about == ["spring", None, 2, None, "sum", None]
    read = [[row[name] for name in ("position", "number", "name", "games", "wins", "points")] for row in rows(client)]
    assert read == [[1, 1, "Red", 2, 1, "72.00"], [2, 2, "Blue", 2, 0, "48.00"]]
    assert rows(client)[0]["members"] == [{"name": "Ada", "slug": "ada"}, {"name": "Bo", "slug": "bo"}]
    assert [row["decided_by"] for row in rows(client)] == ["", rows(client)[0]["tiebreaks"][0]["name"]]


def test_who_has_left_is_no_member_and_a_team_that_has_withdrawn_says_so(contest, client):
    now = timezone.now()
    TeamMember.objects.filter(character__name="Bo").update(until=now)
    contest.teams.filter(name="Blue").update(withdrawn_at=now)
    red, blue = rows(client)
    assert [one["name"] for one in red["members"]] == ["Ada"] and red["points"] == "72.00"
    assert (red["withdrawn"], blue["withdrawn"]) == (False, True)


def test_a_hidden_name_is_read_as_a_number(contest, client):
    contest.teams.filter(name="Red").update(hidden_at=timezone.now(), hidden_why="rude")
    assert [row["name"] for row in rows(client)] == ["Team 1", "Blue"]
    assert "Red" not in client.get(URL).content.decode()


def test_parts_fit_together_by_their_version(contest, client):
    first = client.get(f"{URL}?limit=1").json()
    second = client.get(first["next"]).json()
    assert [part["results"][0]["name"] for part in (first, second)] == ["Red", "Blue"]
    assert (first["version"], first["count"], second["next"]) == (second["version"], 2, None)
    assert client.get(f"{URL}?limit=0").status_code == 400


def test_the_best_results_of_each_day_say_how_many_count(season, cast, client):
    a_team(a_contest(season, counting="best", best_of=1), "Red", cast.ada)
    answer = client.get(URL).json()
    assert (answer["counting"], answer["best_of"]) == ("best", 1)


def test_the_teams_of_a_tournament_have_their_own_standings(contest, season, client):
    cup = a_tournament(season, name="Cup")
    url = f"/api/v1/tournaments/{cup.slug}/teams/"
    assert client.get(url).status_code == 404
    a_team(a_contest(season, cup, closes_at=None), "Cup team")
    answer = client.get(url).json()
    assert (answer["tournament"], [row["name"] for row in answer["results"]]) == (cup.slug, ["Cup team"])
    assert [row["name"] for row in rows(client)] == ["Red", "Blue"]


def test_more_teams_and_games_cost_no_more_queries(contest, season, cast, client, queries):
    before = queries(client, URL)
    a_team(contest, "Green", cast.dev)
    for day in range(3, 6):
        placed_game(season, f"g{day}", day, cast.dev, cast.ada, cast.cleo, cast.bo)
    assert queries(client, URL) == before


def test_where_no_teams_compete_and_in_a_hidden_league_there_is_nothing(
    season, cast, client, django_capture_on_commit_callbacks
):
    assert client.get(URL).status_code == client.get("/api/v1/seasons/%00/teams/").status_code == 404
    a_team(a_contest(season), "Red", cast.ada)
    assert len(rows(client)) == 1
    with django_capture_on_commit_callbacks(execute=True):
        hide_league(league=season.league, why="Insults", by=a_user("root"))
    assert client.get(URL).status_code == 404
