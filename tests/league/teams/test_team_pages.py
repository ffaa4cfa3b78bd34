"""The pages of teams: read by everybody, entered by a captain, changed until the deadline."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from league.models import MailNotice, Team, TeamContest
from league.talk.services import report_page
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.results import placed_game
from tests.factories.teams import a_contest, a_team, names_of
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
URL = "/seasons/spring/teams/"


@pytest.fixture
def organiser(season):
    return an_organiser(season)


@pytest.fixture
def captain(season, client):
    user = a_member(season, "captain")
    client.force_login(user)
    return user


def test_a_season_without_teams_has_no_tab_and_leads_an_organiser_to_set_them_up(season, organiser, client, text):
    assert URL not in text("/seasons/spring/")
    assert "No teams compete here" in text(URL)
    client.force_login(organiser)
    assert "Let teams compete" in text(URL)
    sent = {"counting": "best", "best_of": "2", "size": "3", "closes_at": "2026-12-31T20:00"}
    client.post(f"{URL}set-up/", sent)
    contest = TeamContest.objects.get()
    assert (contest.counting, contest.best_of, contest.size) == ("best", 2, 3)
    assert URL in text("/seasons/spring/")


def test_figures_that_no_contest_has_are_refused_beside_their_fields(season, organiser, client):
    client.force_login(organiser)
    answer = client.post(f"{URL}set-up/", {"counting": "luck", "best_of": "0", "size": "21", "closes_at": ""})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"counting", "best_of", "size", "closes_at"}
    assert not TeamContest.objects.exists()


def test_a_captain_enters_a_team_on_one_page(season, cast, captain, client, text):
    a_contest(season)
    assert "Enter a team" in text(URL)
    sent = {"name": "Red", "member_1": "Ada", "member_2": "Bo"}
    answer = client.post(f"{URL}new/", sent, follow=True)
    team = Team.objects.get()
    assert (team.captain, names_of(team)) == (captain, ["Ada", "Bo"])
    assert answer.request["PATH_INFO"] == team.get_absolute_url()


def test_a_name_that_nobody_has_stands_beside_its_field_and_nothing_is_entered(season, cast, captain, client):
    a_contest(season)
    answer = client.post(f"{URL}new/", {"name": "Red", "member_1": "Ada", "member_2": "Nobody"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"member_2"}
    assert not Team.objects.exists()


def test_the_page_of_a_team_says_why_it_is_there(season, cast, text):
    contest = a_contest(season)
    red = a_team(contest, "Red", cast.ada)
    a_team(contest, "Blue", cast.cleo)
    placed_game(season, "one", 1, cast.ada, cast.cleo)
    assert "Red" in text(URL)
    page = text(red.get_absolute_url())
    assert "Why it is number 1 of 2" in page
    assert "60.00 points from 1 game." in page
    assert "Blue" in page


def test_a_hidden_name_is_nowhere_but_with_its_captain(season, cast, captain, client, text):
    contest = a_contest(season)
    rude = a_team(contest, "Rude", cast.ada, hidden_at=timezone.now(), hidden_why="rude", captain=captain)
    client.logout()
    assert "Rude" not in text(URL) + text(rude.get_absolute_url())
    assert "Team 1" in text(URL)


def test_a_captain_changes_the_team_until_the_deadline(season, cast, captain, client, text):
    red = a_team(a_contest(season), "Red", cast.ada, captain=captain)
    edit = f"{red.get_absolute_url()}edit/"
    client.post(edit, {"what": "add", "member": "Bo"})
    client.post(edit, {"what": "out", "member": red.members.get(character=cast.ada).pk})
    client.post(edit, {"what": "name", "name": "Crimson"})
    red.refresh_from_db()
    assert (red.name, names_of(red)) == ("Crimson", ["Bo"])
    assert client.post(edit, {"what": "add", "member": "Nobody"}).status_code == 422
    TeamContest.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    assert client.post(edit, {"what": "add", "member": "Cleo"}).status_code == 422
    assert "only an organiser" in text(edit)
    assert names_of(red) == ["Bo"]


def test_a_captain_does_not_choose_another_one(season, cast, captain, client):
    red = a_team(a_contest(season), "Red", cast.ada, captain=captain)
    client.post(f"{red.get_absolute_url()}edit/", {"what": "name", "name": "Red", "captain": "olga"})
    red.refresh_from_db()
    assert red.captain == captain


def test_a_captain_who_has_left_the_league_changes_nothing(season, cast, captain, client):
    red = a_team(a_contest(season), "Red", cast.ada, captain=captain)
    captain.memberships.all().delete()
    assert client.post(f"{red.get_absolute_url()}edit/", {"what": "withdraw"}).status_code == 403
    red.refresh_from_db()
    assert red.withdrawn_at is None


def test_a_player_leaves_a_team_alone_until_the_deadline(season, cast, client, text):
    red = a_team(a_contest(season), "Red", cast.ada, cast.bo)
    client.force_login(owner_of(cast.ada))
    page = red.get_absolute_url()
    assert "Leave the team" in text(page)
    client.post(f"{page}leave/", {"member": red.members.get(character=cast.bo).pk})
    client.post(f"{page}leave/", {"member": red.members.get(character=cast.ada).pk})
    assert names_of(red) == ["Bo"]
    late = a_team(TeamContest.objects.get(), "Late", cast.ada)
    TeamContest.objects.update(closes_at=timezone.now())
    client.post(f"{late.get_absolute_url()}leave/", {"member": late.members.get().pk})
    assert names_of(late) == ["Ada"]
    assert "Leave the team" not in text(late.get_absolute_url())


def test_somebody_else_changes_nothing(season, cast, client, captain):
    red = a_team(a_contest(season), "Red", cast.ada)
    assert client.post(f"{red.get_absolute_url()}edit/", {"what": "withdraw"}).status_code == 403
    assert client.post(f"{URL}set-up/", {}).status_code == 403
    red.refresh_from_db()
    assert red.withdrawn_at is None


def test_an_organiser_names_the_captain_and_registers_guests(season, organiser, captain, client):
    tournament = a_tournament(season)
    a_contest(season, tournament)
    client.force_login(organiser)
    page = f"/tournaments/{tournament.slug}/teams/new/"
    sent = {"name": "Guests", "member_1": "Nia", "captain": "nobody", "guests": "on"}
    answer = client.post(page, sent)
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"captain"})
    client.post(page, {**sent, "captain": "captain"})
    team = Team.objects.get()
    assert (team.captain, names_of(team)) == (captain, ["Nia"])


def test_more_teams_and_games_take_no_more_queries(season, cast, client, queries):
    contest = a_contest(season)
    red = a_team(contest, "Red", cast.ada)
    a_team(contest, "Blue", cast.cleo)
    placed_game(season, "one", 1, cast.ada, cast.cleo)
    before = queries(client, URL), queries(client, red.get_absolute_url())
    a_team(contest, "Green", cast.bo)
    a_team(contest, "Gold", cast.dev)
    for day in range(2, 6):
        placed_game(season, f"g{day}", day, cast.ada, cast.cleo, cast.bo, cast.dev)
    assert (queries(client, URL), queries(client, red.get_absolute_url())) == before


def test_the_staff_hides_the_name_of_a_team_that_somebody_reports(season, cast, captain, client, text):
    rude = a_team(a_contest(season), "Rude", cast.ada, captain=captain)
    report = report_page(page=rude.get_absolute_url(), why="Rude", by=a_member(season, "eve"))
    assert report.person == captain
    client.force_login(User.objects.create_superuser("root", "root@league.example", "a long pass phrase"))
    assert f"Hide the name of team {rude.number} in {season.name}" in text("/moderation/")
    client.post("/moderation/", {"report": report.pk, "hide_words": f"team-{rude.pk}", "why": "An insult"})
    letter = MailNotice.objects.get(user=captain)
    assert f"the name of team {rude.number} in {season.name}. The reason: An insult" in letter.text
    assert "Rude" not in letter.subject + letter.text
    client.logout()
    assert "Rude" not in text(rude.get_absolute_url())
    client.force_login(captain)
    assert "An insult" in text(f"{rude.get_absolute_url()}edit/")
