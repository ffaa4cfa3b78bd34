"""The pages of rounds in which teams meet: the line-up of a captain, the matches, and the organiser's desk."""

from contextlib import nullcontext

import pytest
from django.db import IntegrityError
from django.http import HttpResponse

from league.models import Bye, Entry, Round, Stage, Team, TeamContest, TeamMember, Tournament
from league.tournaments.desk.services.rounds import start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.formats import FORMATS
from league.tournaments.teams.queries import TeamTable, line_up_of
from league.tournaments.teams.services import withdraw_member
from tests.factories.draws import play_round, published, seating, to_draw
from tests.factories.people import a_member, an_organiser
from tests.factories.refusals import refusal
from tests.factories.tables import played_table, table_at
from tests.factories.teams import a_contest, started, team_of, teams_meet
from tests.factories.tournaments import a_round

pytestmark = pytest.mark.django_db


def order(team: Team) -> list[str]:
    return [member.character.name for member in line_up_of(team.contest, team).values()]


@pytest.fixture
def tournament() -> Tournament:
    """Four teams of three, of which two play; the first has a captain."""
    tournament = started(4, 3, line_up=2)
    Team.objects.filter(number=1).update(captain=a_member(tournament.season, "captain"))
    return tournament


@pytest.fixture
def team(tournament) -> Team:
    return Team.objects.select_related("captain").get(number=1)


def test_a_captain_moves_a_member_up_and_the_draw_takes_the_order_over(tournament, team, client):
    client.force_login(team.captain)
    one, two, three = order(team)
    page = client.get(team.get_absolute_url())
    assert [(row.member.character.name, row.plays) for row in page.context["line_up"].rows] == [
        (one, True),
        (two, True),
        (three, False),
    ]
    up = f"{team.get_absolute_url()}line-up/"
    last = team.members.get(character__name=three)
    client.post(up, {"member": last.pk})
    client.post(up, {"member": last.pk})
    assert order(team) == [three, one, two]
    client.post(up, {"member": last.pk})
    assert order(team) == [three, one, two], "the first one stays"
    line_up = draw_next_round(tournament=tournament).draws.get().source["line_ups"][0]
    assert line_up == [1, [Entry.objects.get(character__name=name).number for name in (three, one)]]
    client.post(up, {"by": "strength"})
    assert order(team) == [one, two, three]


def test_nobody_else_sees_or_changes_a_line_up(tournament, team, client, text):
    first = order(team)
    url, sent = f"{team.get_absolute_url()}line-up/", {"member": team.members.last().pk}
    assert "Line-up of the next round" not in text(team.get_absolute_url())
    client.force_login(a_member(tournament.season, "bob"))
    assert "Line-up of the next round" not in text(team.get_absolute_url())
    assert client.post(url, sent).status_code == 403
    other = Team.objects.get(number=2).members.last()
    client.force_login(team.captain)
    client.post(url, {"member": other.pk})
    client.post(url, {"member": "x"})
    assert client.get(url).status_code == 405
    assert order(team) == first and not TeamMember.objects.exclude(place=None).exists()


@pytest.mark.parametrize("status", [Entry.DROPPED, Entry.REGISTERED])
def test_a_member_who_is_not_here_makes_room(tournament, team, client, status):
    client.force_login(team.captain)
    one, two, three = order(team)
    tournament.entries.filter(character__name=one).update(status=status)
    rows = client.get(team.get_absolute_url()).context["line_up"].rows
    assert [(row.member.character.name, row.here, row.plays) for row in rows] == [
        (one, False, False),
        (two, True, True),
        (three, True, True),
    ]


def test_a_finished_tournament_has_no_line_ups_left(tournament, team, client, text):
    Tournament.objects.update(status=Tournament.FINISHED)
    client.force_login(team.captain)
    assert "Line-up of the next round" not in text(team.get_absolute_url())
    last = team.members.last()
    client.post(f"{team.get_absolute_url()}line-up/", {"member": last.pk})
    last.refresh_from_db()
    assert last.place is None


def test_a_round_shows_its_matches_and_who_plays_for_whom(tournament, client, text):
    played = publish_round(round=draw_next_round(tournament=tournament))
    url = f"/tournaments/{tournament.slug}/rounds/1/1/"
    answer = client.get(url)
    (match,) = answer.context["matches"]
    assert {side.name for side in match.sides} == {"Team 1", "Team 2", "Team 3", "Team 4"}
    assert (match.first, match.last, {(side.points, side.leads) for side in match.sides}) == (1, 2, {("", False)})
    assert "tables 1 to 2" in text(url)
    start_round(round=played)
    for number in (1, 2):
        played_table(table_at(played, number))
    (match,) = client.get(url).context["matches"]
    # 60, 44, 28 and 12 by seat, and at the second table the seats have moved on by one
    assert [(side.points, side.leads) for side in match.sides] == [
        ("72.00", False),
        ("104.00", True),
        ("72.00", False),
        ("40.00", False),
    ]


def test_a_team_whose_name_is_hidden_has_its_number_in_a_match(tournament, text):
    publish_round(round=draw_next_round(tournament=tournament))
    Team.objects.filter(number=2).update(name="Rude", hidden_at=tournament.starts_at, hidden_why="rude")
    page = text(f"/tournaments/{tournament.slug}/rounds/1/1/")
    assert "Rude" not in page and "Team 2" in page


def test_the_settings_say_how_many_of_each_team_play(client):
    tournament = to_draw(4)
    client.force_login(an_organiser(tournament.season))
    url = f"/tournaments/{tournament.slug}/desk/settings/"
    client.post(url, {"what": "plan", "plan": "fixed", "rounds": "3", "line_up": "2", "cut": ""})
    stage = Stage.objects.get()
    assert (stage.format, stage.rounds, stage.line_up) == ("fixed", 3, 2)
    answer = client.post(url, {"what": "plan", "plan": "swiss", "rounds": "3", "line_up": "21", "cut": ""})
    assert answer.status_code == 422 and set(answer.context["plan_form"].errors) == {"line_up"}
    client.post(url, {"what": "plan", "plan": "open", "rounds": "", "line_up": "2", "cut": ""})
    assert Stage.objects.get().line_up is None, "where no teams meet it is no figure of the plan"


def test_the_desk_says_what_the_teams_lack(client, text):
    tournament = to_draw(8, plans=[{"line_up": 2}])
    client.force_login(an_organiser(tournament.season))
    url = f"/tournaments/{tournament.slug}/desk/"
    assert "Set the teams up first." in text(url)
    a_contest(tournament.season, tournament)
    assert "play for no team" in text(url)
    assert f"/tournaments/{tournament.slug}/teams/" in text(url)


def test_before_a_draw_the_desk_counts_teams_and_matches(client, text):
    tournament = teams_meet(5, 3, line_up=2, shortfall="bye")
    client.force_login(an_organiser(tournament.season))
    url = f"/tournaments/{tournament.slug}/draw/"
    assert "5 teams, 2 members of each: 1 match of 4, 1 bye." in text(url)
    start_stage(tournament=tournament)
    assert "5 teams, 2 members of each: 1 match of 4, 1 bye." in text(url)


def announced(client, **stage: object) -> HttpResponse:
    """The answer of the API to a cup with a stage of teams."""
    tournament = to_draw(4)
    client.force_login(an_organiser(tournament.season))
    body = {
        "season": tournament.season.slug,
        "name": "Cup",
        "system": "career_compass",
        "edition": "london",
        "stages": [{"name": "Teams", "format": "swiss", "line_up": 2, **stage}],
    }
    return client.post("/api/v1/tournaments/", body, content_type="application/json")


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ({"format": "knock_out"}, "teams meet only in Swiss rounds or in a fixed schedule"),
        ({"line_up": 21}, "the number of members who play must be a whole number from 1 to 20"),
    ],
)
def test_stages_of_teams_that_cannot_be_are_refused_by_the_api(client, stage, words):
    answer = announced(client, **stage)
    assert answer.status_code == 400 and words in answer.content.decode()


def test_the_api_makes_stages_of_teams_and_reads_them(client):
    assert announced(client).json()["stages"][0]["line_up"] == 2


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_the_database_knows_the_formats_in_which_teams_meet(form):
    stage = to_draw(4).stages.get()
    stage.format, stage.line_up = form.key, 2
    with nullcontext() if form.of_teams else pytest.raises(IntegrityError):
        stage.save()


def test_before_the_tournament_the_line_up_is_of_those_who_are_expected(client):
    tournament = teams_meet(4, 3, line_up=2)
    tournament.entries.update(status=Entry.REGISTERED)
    team = Team.objects.get(number=1)
    client.force_login(an_organiser(tournament.season))
    assert [row.plays for row in client.get(team.get_absolute_url()).context["line_up"].rows] == [True, True, False]


def test_after_the_last_draw_no_line_up_is_asked_for(client):
    tournament = started(4, 3, line_up=2, rounds=1)
    team = Team.objects.get(number=1)
    client.force_login(an_organiser(tournament.season))
    assert client.get(team.get_absolute_url()).context["line_up"] is not None
    draw_next_round(tournament=tournament)
    assert client.get(team.get_absolute_url()).context["line_up"] is None


def test_more_than_a_team_may_have_do_not_play():
    tournament = teams_meet(4, 2, line_up=3)
    TeamContest.objects.update(size=2)
    said = refusal(start_stage, tournament=tournament)
    assert said == "3 of each team play, but a team has at most 2 members. Change one of the two."


def test_where_teams_meet_places_are_those_in_each_match():
    """Tables of two and one place in the line-up: the first seat has 60 points, the other 12, and who has a bye 36."""
    tournament = started(5, 2, line_up=1, table_size=2, shortfall="bye")
    TeamContest.objects.update(counting="places")
    played = play_round(published(tournament))
    first = {table[0] for table in seating(played).values()}
    table = TeamTable(TeamContest.objects.get())
    points = {table.teams[pk].number: tally.points // 840 for pk, tally in table.standings.tallies.items()}
    team = {name: number for name, number in team_of(tournament).items() if number in points}
    assert {points[team[name]] for name in first} == {60}
    assert sorted(points.values()) == [12, 12, 36, 60, 60]


def test_a_member_who_sits_out_adds_to_the_match_of_the_others():
    tournament = started(2, 2, line_up=2, table_size=2)
    TeamContest.objects.update(counting="places")
    tournament.entries.filter(number=1).update(status=Entry.DROPPED)
    play_round(published(tournament))
    table = TeamTable(TeamContest.objects.get())
    assert sorted(tally.points // 840 for tally in table.standings.tallies.values()) == [12, 60]
    assert {line.unit for line in table.lines} == {(1, 1, 1)} and len(table.lines) == 3


def test_teams_with_a_bye_have_36_points_each_where_places_count():
    """One has the average of a first place, the other of a last one; they were in no match with each other."""
    tournament = started(4, 1, line_up=1)
    TeamContest.objects.update(counting="places")
    first = play_round(published(tournament))
    ends = first.tables.get().seats.order_by("seat")
    second = a_round(first.stage, number=2, status=Round.ENDED)
    Bye.objects.bulk_create(Bye(round=second, entry=seat.entry) for seat in (ends[0], ends[3]))
    table = TeamTable(TeamContest.objects.get())
    points = sorted(tally.points // 840 for tally in table.standings.tallies.values())
    assert points == sorted([60 + 36, 44, 28, 12 + 36])


def test_where_no_teams_meet_who_leaves_a_team_under_way_plays_on():
    tournament = started(4, 2, line_up=2)
    member = Team.objects.get(number=1).members.last()
    TeamMember.objects.update(entered=True)
    Stage.objects.update(line_up=None)
    withdraw_member(member=member, by=an_organiser(tournament.season))
    assert not tournament.entries.filter(status=Entry.DROPPED).exists()
