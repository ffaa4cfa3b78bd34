"""Teams: who may enter and change them, until when, and what counts for them."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.accounts.services.farewell import forget_person
from league.models import CharacterMerge, Entry, LedgerEntry, Ruling, Team, TeamContest, TeamMember, Tournament
from league.people.queries.merging import plan_of
from league.tournaments.teams.queries import TeamTable, TeamUnits, why_team
from league.tournaments.teams.services import (
    add_member,
    change_team,
    enter_team,
    set_up_teams,
    withdraw_member,
    withdraw_team,
)
from tests.factories.characters import a_character
from tests.factories.days import on_day
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.results import placed_game
from tests.factories.teams import a_contest, a_team, names_of
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(season):
    return an_organiser(season)


@pytest.fixture
def captain(season):
    return a_member(season, "captain")


@pytest.fixture
def contest(season) -> TeamContest:
    return a_contest(season)


def entry_of(contest, captain, *members: str, name: str = "Red", by=None) -> Team:
    return enter_team(contest=contest, name=name, members=members, by=by or captain, captain=captain)


def points(contest) -> dict[str, str]:
    table = TeamTable(contest)
    return {
        table.teams[row.character].name: row.tiebreaks[0].shown for row in table.standings.rows(list(table.standings))
    }


def test_a_team_scores_what_its_members_score(season, cast, contest):
    a_team(contest, "Red", cast.ada, cast.bo)
    a_team(contest, "Blue", cast.cleo)
    placed_game(season, "one", 1, cast.ada, cast.cleo, cast.bo)
    placed_game(season, "two", 2, cast.dev, cast.cleo)
    assert points(contest) == {"Red": "72.00", "Blue": "48.00"}


def test_the_same_figures_are_explained_day_by_day(season, cast):
    contest = a_contest(season, counting="best", best_of=1)
    red = a_team(contest, "Red", cast.ada, cast.bo)
    placed_game(season, "one", 1, cast.ada, cast.bo)
    placed_game(season, "two", 2, cast.bo, cast.dev)
    table = TeamTable(contest)
    why = why_team(table, red)
    assert why.standing.tiebreaks[0].shown == "120.00"
    units = TeamUnits(table, red)
    assert [(unit.points, [(one.person.name, one.points, one.counts) for one in unit.lines]) for unit in units] == [
        ("60.00", [("Bo", "60.00", True)]),
        ("60.00", [("Ada", "60.00", True), ("Bo", "12.00", False)]),
    ]
    assert len(units[:1]) == 1


def test_who_comes_after_the_deadline_scores_from_then_on(season, cast, contest, organiser):
    red = a_team(contest, "Red", cast.ada)
    placed_game(season, "one", 1, cast.ada, cast.bo)
    TeamContest.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    withdraw_member(member=red.members.get(), by=organiser)
    add_member(team=red, name="Bo", by=organiser)
    assert points(contest) == {"Red": "60.00"}  # Ada's, and not the game of Bo before
    TeamMember.objects.filter(character=cast.bo).update(since=on_day(2))
    placed_game(season, "two", 3, cast.bo, cast.ada)
    TeamMember.objects.filter(character=cast.ada).update(until=on_day(2))
    assert points(contest) == {"Red": "120.00"}


def test_before_the_deadline_a_change_counts_from_the_first_game(season, cast, contest, captain):
    red = entry_of(contest, captain, "Ada")
    placed_game(season, "one", 1, cast.ada, cast.bo)
    add_member(team=red, name="bo", by=captain)
    withdraw_member(member=red.members.get(character=cast.ada), by=captain)
    assert points(contest) == {"Red": "12.00"}


def test_nobody_but_an_organiser_changes_a_team_after_the_deadline(cast, contest, captain, organiser):
    red = entry_of(contest, captain, "Ada")
    TeamContest.objects.update(closes_at=timezone.now())
    changes = [
        lambda: add_member(team=red, name="Bo", by=captain),
        lambda: withdraw_member(member=red.members.get(), by=captain),
        lambda: withdraw_team(team=red, by=captain),
        lambda: change_team(team=red, name="Blue", captain=captain, by=captain),
        lambda: entry_of(contest, captain, "Cleo", name="Blue"),
    ]
    for change in changes:
        with pytest.raises(ValidationError, match="Ask an organiser"):
            change()
    assert names_of(red) == ["Ada"]
    add_member(team=red, name="Bo", by=organiser)
    assert names_of(red) == ["Ada", "Bo"]


@pytest.mark.parametrize(
    ("members", "field", "sentence"),
    [
        ([], "member_1", "A team needs a member"),
        (["Adda"], "member_1", "Do you mean Ada"),
        (["Bo", "Zoe"], "member_2", "no character 'Zoe'"),
        (["Bo", "bo"], "member_2", "already in the team Red"),
        (["Cleo"], "member_1", "already in the team Taken"),
    ],
)
def test_a_member_who_cannot_play_for_the_team_is_refused_where_it_stands(
    cast, contest, captain, members, field, sentence
):
    a_team(contest, "Taken", cast.cleo)
    with pytest.raises(ValidationError) as refused, transaction.atomic():
        entry_of(contest, captain, *members)
    assert sentence in refused.value.message_dict[field][0]
    assert Team.objects.count() == 1


def test_too_many_members_two_teams_of_a_name_and_two_teams_of_a_captain_are_refused(season, cast, captain):
    contest = a_contest(season, size=2)
    with pytest.raises(ValidationError, match="at most 2 members"), transaction.atomic():
        entry_of(contest, captain, "Ada", "Bo", "Cleo")
    red = entry_of(contest, captain, "Ada", "Bo")
    with pytest.raises(ValidationError, match="at most 2 members"):
        add_member(team=red, name="Cleo", by=captain)
    with pytest.raises(ValidationError, match="captain of a team"):
        entry_of(contest, captain, "Cleo", name="Blue")
    with pytest.raises(ValidationError, match="Another team has this name"):
        entry_of(contest, a_member(season, "other"), "Cleo", name=" RED ")


def test_a_team_that_withdraws_keeps_what_it_scored_and_is_gone_without_it(season, cast, contest, organiser):
    red, blue = a_team(contest, "Red", cast.ada), a_team(contest, "Blue", cast.bo)
    placed_game(season, "one", 1, cast.ada, cast.dev)
    TeamContest.objects.update(closes_at=timezone.now())
    withdraw_team(team=red, by=organiser)
    withdraw_team(team=blue, by=organiser)
    withdraw_team(team=blue, by=organiser)
    assert points(contest) == {"Red": "60.00"}
    assert names_of(red) == names_of(blue) == []


def test_a_contest_is_changed_but_not_below_the_largest_team(season, cast, organiser):
    fields = {"counting": "sum", "best_of": 3, "size": 4, "closes_at": timezone.now() + timedelta(days=1)}
    contest = set_up_teams(season=season, by=organiser, **fields)
    a_team(contest, "Red", cast.ada, cast.bo, cast.cleo)
    with pytest.raises(ValidationError, match="3 members"):
        set_up_teams(season=season, by=organiser, **{**fields, "size": 2})
    assert set_up_teams(season=season, by=organiser, **{**fields, "counting": "best"}).pk == contest.pk
    with pytest.raises(ValidationError, match="until when"):
        set_up_teams(season=season, by=organiser, **{**fields, "closes_at": None})


def test_the_database_holds_one_team_of_a_character(contest, cast):
    a_team(contest, "Red", cast.ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        a_team(contest, "Blue", cast.ada)


def test_a_deleted_account_is_captain_no_longer(contest, cast, captain):
    red = entry_of(contest, captain, "Ada")
    forget_person(user=captain, label="somebody")
    red.refresh_from_db()
    assert red.captain is None
    assert names_of(red) == ["Ada"]


@pytest.fixture
def tournament(season) -> Tournament:
    return a_tournament(season)


def test_the_members_of_a_team_are_entered_with_it_and_withdrawn_from_it(season, cast, tournament, captain):
    contest = a_contest(season, tournament)
    red = entry_of(contest, captain, "Ada", "Bo")
    assert list(tournament.entries.values_list("character__name", "status")) == [
        ("Ada", Entry.REGISTERED),
        ("Bo", Entry.REGISTERED),
    ]
    withdraw_member(member=red.members.get(character=cast.bo), by=captain)
    assert tournament.entries.get(character=cast.bo).status == Entry.DROPPED


@pytest.mark.parametrize("by", ["owner", "organiser"])
def test_an_entry_that_was_there_before_stays_when_the_team_goes(season, tournament, captain, organiser, by):
    own = a_character(season, "Eve")
    who = owner_of(own) if by == "owner" else organiser
    Entry.objects.create(tournament=tournament, character=own, number=1, registered_by=who)
    red = entry_of(a_contest(season, tournament), captain, "Eve")
    withdraw_team(team=red, by=captain)
    assert tournament.entries.get().status == Entry.REGISTERED


def test_a_captain_who_enters_with_the_team_goes_with_it(season, tournament, cast):
    captain = owner_of(cast.ada)
    red = entry_of(a_contest(season, tournament), captain, "Ada")
    withdraw_team(team=red, by=captain)
    assert tournament.entries.get().status == Entry.DROPPED


def test_a_team_that_has_withdrawn_takes_nobody_and_no_name(season, cast, contest, organiser):
    red = a_team(contest, "Red", cast.ada)
    withdraw_team(team=red, by=organiser)
    for change in (
        lambda: add_member(team=red, name="Bo", by=organiser),
        lambda: change_team(team=red, name="Blue", captain=None, by=organiser),
    ):
        with pytest.raises(ValidationError, match="has withdrawn"):
            change()
    assert names_of(red) == []


def test_no_decision_repeats_a_name_that_the_staff_may_hide(season, cast, contest, captain, tournament):
    for where in (contest, a_contest(season, tournament)):
        red = entry_of(where, captain, "Ada", name="Rude")
        add_member(team=red, name="Bo", by=captain)
        withdraw_member(member=red.members.get(character=cast.bo), by=captain)
        change_team(team=red, name="Ruder", captain=captain, by=captain)
        withdraw_team(team=red, by=captain)
    assert LedgerEntry.objects.count() >= 10
    assert [entry.text for entry in LedgerEntry.objects.all() if "Rude" in f"{entry.text}{entry.about}"] == []


def test_an_organiser_brings_a_guest_club(season, tournament, organiser):
    contest = a_contest(season, tournament)
    guests = {"contest": contest, "name": "Guests", "members": ["Nia", "Omar"], "captain": None}
    with pytest.raises(ValidationError, match="no character 'Nia'"), transaction.atomic():
        enter_team(by=organiser, **guests)
    unusable = {**guests, "members": ["Nia", "O" * 201]}
    with pytest.raises(ValidationError) as refused, transaction.atomic():
        enter_team(by=organiser, guests=True, **unusable)
    assert set(refused.value.message_dict) == {"member_2"}
    assert names_of(enter_team(by=organiser, guests=True, **guests)) == ["Nia", "Omar"]
    assert tournament.entries.count() == 2


def test_a_started_tournament_closes_its_teams(season, cast, tournament, captain):
    contest = a_contest(season, tournament, closes_at=None)
    red = entry_of(contest, captain, "Ada")
    Tournament.objects.update(status=Tournament.RUNNING)
    with pytest.raises(ValidationError, match="has begun"):
        add_member(team=red, name="Bo", by=captain)


def test_in_a_tournament_rounds_byes_and_penalties_count(season, tournament):
    entries = entered(tournament, 4)
    ann, bea, cat, don = entries
    contest = a_contest(season, tournament, counting="best", best_of=1)
    a_team(contest, "Red", ann.character, bea.character)
    a_team(contest, "Blue", cat.character)
    stage = a_stage(tournament, entries)
    first = a_round(stage, [ann, bea, don], status="ended")
    game = placed_game(season, "one", 1, ann.character, don.character, bea.character)
    first.tables.update(game=game)
    second = a_round(stage, [don, cat], status="ended", number=2)
    second.tables.update(game=placed_game(season, "two", 1, cat.character, don.character))
    first.byes.create(entry=cat)
    Ruling.objects.create(
        tournament=tournament, round=first, entry=ann, kind="penalty", units=5 * 840, reason="late", by_name="x"
    )
    assert points(contest) == {"Red": "55.00", "Blue": "108.00"}  # Cleo's bye is worth 48 at most
    second.byes.create(entry=bea)  # its average is that of the stage, whenever it came to the team
    TeamMember.objects.filter(character=bea.character).update(since=on_day(1) + timedelta(minutes=1))
    TeamContest.objects.update(counting="sum")
    assert points(contest)["Red"] == "67.00"


def test_after_a_merge_the_games_of_the_character_that_stays_count(season, cast, contest, organiser):
    a_team(contest, "Red", cast.ada)
    placed_game(season, "one", 1, cast.bo, cast.dev)
    merge = {"kept": cast.bo, "merged": cast.ada, "agreed_by": a_member(season, "eve"), "agreed_at": timezone.now()}
    CharacterMerge.objects.create(league=season.league, asked_by=organiser, **merge)
    assert points(contest) == {"Red": "60.00"}


def test_two_characters_in_teams_of_one_contest_are_not_merged(cast, contest):
    a_team(contest, "Red", cast.ada)
    assert not any("teams of one contest" in why for why in plan_of(cast.bo, cast.ada).refusals)
    a_team(contest, "Blue", cast.bo)
    assert any("teams of one contest" in why for why in plan_of(cast.bo, cast.ada).refusals)
