"""An archive brought over the same tournament as it was before: whatever was played on there stands here too, each row
that stays is the same row, and whoever stops in the middle goes on where they stopped."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from itertools import chain
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import CharField
from django.db.models.functions import Cast
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from characters.models import Character
from engine.translatable import said
from games.models import Sheet
from games.services.review import review_waiting
from league.core.ledger.services import record
from league.core.rules.csv_text import FileProblem
from league.models import Draw, Entry, LedgerEntry, Result, Round, Stage, Table, TableSeat, Team, TeamMember, Tournament
from league.results.services.games import correct_game, void_game
from league.sheets.queries.import_check import character_ids
from league.tournaments.archive.rules.archive import with_words
from league.tournaments.archive.services.archive_games import record_games
from league.tournaments.archive.services.archive_rows import People, bring_rows
from league.tournaments.desk.services.rounds import end_round, end_stage, finish_tournament, start_round, start_stage
from league.tournaments.draws.services.draw_changes import lock_table, swap_seats
from league.tournaments.draws.services.draws import draw_next_round, publish_round, redraw_round
from league.tournaments.entries.services.check_in import check_in
from league.tournaments.entries.services.entries import drop_entry, keep_apart, let_meet, register_entry, withdraw_entry
from league.tournaments.stages.rules.stage_plans import StagePlan
from league.tournaments.stages.services import create_tournament
from league.tournaments.tables.services.acts import contradict_table
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    rescind_ruling,
    rule_table,
)
from league.tournaments.teams.services import add_member, change_team, withdraw_member
from tests.factories.archives import archive_of, spoilt
from tests.factories.careers import differences, life
from tests.factories.characters import a_character
from tests.factories.compass_sheets import sheet_of_cards
from tests.factories.people import an_organiser
from tests.factories.reports import agrees, confirmed, frozen, says
from tests.factories.seasons import a_season
from tests.factories.tables import game_of, seat, table_at
from tests.factories.teams import a_contest, a_team
from tests.factories.tournaments import entered

pytestmark = pytest.mark.django_db

ONLY_HERE = {"exported_at", "archived_names"}


def planned() -> Tournament:
    """29 entries and three teams for a round or two of tables of four and a final; larger than the fields that take a
    second to draw."""
    season = a_season("spring")
    olga = an_organiser(season)
    tournament = create_tournament(
        season=season,
        name="Spring Open",
        system="career_compass",
        edition="london",
        by=olga,
        starts_at=datetime(2026, 1, 10, 9, tzinfo=UTC),
        shortfall="bye",
        stages=[StagePlan("swiss", "Swiss", rounds=2), StagePlan("knock_out", "Final", cut=4)],
    )
    entries = entered(tournament, 29)
    keep_apart(entry=entries[0], other=entries[1], reason="Brothers", by=olga)
    for name in ("Yan", "Zoe"):
        a_character(season, name)
    contest = a_contest(season, tournament)
    for name, members in (("Red", entries[:2]), ("Blue", entries[2:4]), ("Green", entries[4:5])):
        a_team(contest, name, *(entry.character for entry in members))
    return tournament


def evening(tournament: Tournament) -> Iterator[None]:
    """Play it to the end; it can be taken along at each stop."""
    olga = User.objects.get(username="olga")
    entry = {one.number: one for one in tournament.entries.select_related("character")}
    yield
    red, blue, green = Team.objects.filter(contest__tournament=tournament).order_by("number")
    for team, name in ((red, "Crimson"), (blue, "Red"), (red, "Blue")):
        change_team(team=team, name=name, captain=None, by=olga)
    withdraw_member(member=green.members.get(), by=olga)
    add_member(team=red, name=entry[5].character.name, by=olga)
    let_meet(pair=tournament.kept_apart.get(), by=olga)
    keep_apart(entry=entry[12], other=entry[13], reason="Sisters", by=olga)
    withdraw_entry(entry=entry[11], by=olga)
    withdraw_entry(entry=entry[12], by=olga)
    walk_in(tournament, Character.objects.get(name="Zoe"))
    walk_in(tournament, entry[12].character)
    start_stage(tournament=tournament, by=olga)
    played = draw_next_round(tournament=tournament, by=olga)
    yield
    swap_seats(round=played, place=(1, 1), other=(2, 1), reason="Stairs", by=olga)
    redraw_round(round=played, reason="Again", by=olga)
    lock_table(table=table_at(played, 1), by=olga)
    swap_seats(round=played, place=(2, 1), other=(3, 1), reason="Stairs again", by=olga)
    publish_round(round=played, by=olga)
    start_round(round=played, by=olga)
    confirmed(table_at(played, 1))
    says(table_at(played, 2), 1)
    frozen(table_at(played, 3))
    yield
    game = game_of(table_at(played, 1))
    corrected = {"season_game": game, "source": Sheet.WEB, "by": olga}
    correct_game(**corrected, sheet=sheet_of_cards(table_at(played, 1), [12, 11, 10, 0]), reason="Miscounted")
    void_game(season_game=game, reason="Never played", by=olga)
    yield
    correct_game(**corrected, sheet=sheet_of_cards(table_at(played, 1), [10, 12, 11, 0]), reason="It was played")
    says(table_at(played, 2), 1, [18, 11, 3, 1])
    agrees(table_at(played, 2), 2)
    contradict_table(seat=seat(table_at(played, 2), 3), reason="Not so", by=olga)
    rule_table(table=table_at(played, 2), reason="As counted", by=olga)
    rule_table(table=table_at(played, 3), reason="As seat 2 says", by=olga, sheet=sheet_of_cards(table_at(played, 3)))
    give_warning(entry=entry[1], round=played, reason="Loud", by=olga)
    penalty = give_penalty(entry=entry[2], round=played, points=1, reason="Late", by=olga)
    end_round(round=played, force=True, reason="The light went out", by=olga)
    late = walk_in(tournament, Character.objects.get(name="Yan"))
    drop_entry(entry=entry[3], reason="Ill", by=olga)
    played = draw_next_round(tournament=tournament, by=olga)
    publish_round(round=played, by=olga)
    start_round(round=played, by=olga)
    rescind_ruling(ruling=penalty, reason="Was there", by=olga)
    says(table_at(played, 1), 1)
    frozen(table_at(played, 2))
    says(table_at(played, 3), 1)
    yield
    mark_absent(seat=seat(table_at(played, 3), 4), reason="Gone home", by=olga)
    yield
    says(table_at(played, 3), 1, [20, 10, 3])
    agrees(table_at(played, 3), 2)
    withdraw_member(member=red.members.order_by("id").first(), by=olga)
    drop_entry(entry=late, reason="Tired", by=olga)
    agrees(table_at(played, 1), 2)
    agrees(table_at(played, 1), 3)
    rule_table(table=table_at(played, 2), reason="Recounted", by=olga)
    end_round(round=played, force=True, reason="It was late", by=olga)
    end_stage(stage=Stage.objects.get(number=1), by=olga)
    start_stage(tournament=tournament, by=olga)
    final = draw_next_round(tournament=tournament, by=olga)
    publish_round(round=final, by=olga)
    start_round(round=final, by=olga)
    says(table_at(final, 1), 1)
    yield
    agrees(table_at(final, 1), 2)
    agrees(table_at(final, 1), 3)
    end_round(round=final, by=olga)
    end_stage(stage=Stage.objects.get(number=2), by=olga)
    finish_tournament(tournament=tournament, by=olga)


def walk_in(tournament: Tournament, character: Character) -> Entry:
    entry = register_entry(tournament=tournament, character=character)
    check_in(tournament=tournament, entries=[entry])
    return entry


def at_stop(number: int) -> tuple[Tournament, Iterator[None]]:
    """The tournament as it is at that stop, and what follows."""
    tournament, rest = planned(), None
    rest = evening(tournament)
    for _ in range(number + 1):
        next(rest)
    return tournament, rest


def played_on(tournament: Tournament, rest: Iterator[None]) -> list[tuple[dict[str, Any], Any]]:
    """The archive and what follows from it, at each stop and at the end; here everything is as it was."""
    with transaction.atomic():
        states = [(archived(tournament), consequences()) for _ in chain(rest, [None])]
        transaction.set_rollback(True)
    return states


def archived(tournament: Tournament) -> dict[str, Any]:
    return with_words(archive_of(Tournament.objects.get(pk=tournament.pk), private=True, with_secret=True))


def lasting(archive: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in archive.items() if key not in ONLY_HERE}


def consequences() -> Any:
    while review_waiting():
        pass
    results = Result.objects.order_by("game__season_game__reference", "place", "character__name")
    lives = {who.name: life(who) for who in Character.objects.order_by("name")}
    return lives, list(results.values_list("game__season_game__reference", "character__name", "place", "table_points"))


def bring(tournament: Tournament, archive: dict[str, Any], **how: Any) -> list[FileProblem]:
    """Bring the archive as a caller does: the rows, an entry of the ledger for them, the games."""
    ids, people = character_ids(tournament.season.league), here(archive)
    tournament, rows, gone = bring_rows(tournament=tournament, archive=archive, ids=ids, people=people)
    text = said("The tournament {name} was brought.", name=tournament.name)
    record(kind="hall_read", text=text, season=tournament.season, rows=rows, gone=gone)
    return record_games(tournament=tournament, archive=archive, ids=ids, people=people, **how)


def here(archive: dict[str, Any]) -> People:
    return People(None, archive["archived_names"], {"olga": User.objects.get(username="olga")})


def assert_brought(tournament: Tournament, state: tuple[dict[str, Any], Any]) -> None:
    archive, follows = state
    waiting = set(LedgerEntry.objects.filter(told_at=None))
    assert bring(tournament, archive) == []
    assert set(LedgerEntry.objects.filter(told_at=None)) == waiting
    assert lasting(archived(tournament)) == lasting(archive)
    assert consequences() == follows


def test_what_was_played_on_elsewhere_stands_here_hour_by_hour():
    tournament, rest = at_stop(0)
    for state in played_on(tournament, rest):
        assert_brought(tournament, state)
    assert differences() == []


@pytest.mark.parametrize("stop", [0, 2, 4])
def test_what_was_played_on_elsewhere_stands_here_at_the_end(stop):
    tournament, rest = at_stop(stop)
    assert_brought(tournament, played_on(tournament, rest)[-1])
    assert differences() == []


class Stopped(Exception):
    pass


def stopped(number: int) -> Callable[[int, int], None]:
    """What stops as soon as more than that many steps are taken."""

    def taken(done: int, _of: int) -> None:
        if done > number:
            raise Stopped

    return taken


def test_whoever_is_stopped_after_any_step_goes_on_there():
    tournament, rest = at_stop(2)
    state = played_on(tournament, rest)[-1]
    told: list[tuple[int, int]] = []
    with transaction.atomic():
        bring(tournament, state[0], taken=lambda *step: told.append(step))
        transaction.set_rollback(True)
    assert told == [(number, len(told)) for number in range(1, len(told) + 1)]
    for number in range(len(told)):
        with pytest.raises(Stopped):
            bring(tournament, state[0], taken=stopped(number))
    assert_brought(tournament, state)
    assert differences() == []


def rows() -> dict[str, list[Any]]:
    return {model._meta.label: list(model._default_manager.order_by("pk").values()) for model in apps.get_models()}


@pytest.mark.parametrize("stop", [0, 2, 6])
def test_what_is_here_already_is_not_written(stop):
    tournament, _rest = at_stop(stop)
    archive, before = archived(tournament), rows()
    ids, people = character_ids(tournament.season.league), here(archive)
    with CaptureQueriesContext(connection) as queries:
        bring_rows(tournament=tournament, archive=archive, ids=ids, people=people)
    assert [sql for query in queries if not (sql := query["sql"]).startswith(("SELECT", "SAVEPOINT", "RELEASE"))] == []
    assert record_games(tournament=tournament, archive=archive, ids=ids, people=people) == []
    assert rows() == before


def test_brought_twice_it_is_brought_once():
    tournament, rest = at_stop(1)
    archive, _follows = played_on(tournament, rest)[-1]
    bring(tournament, archive)
    before = rows()
    ids, people = character_ids(tournament.season.league), here(archive)
    bring_rows(tournament=tournament, archive=archive, ids=ids, people=people)
    assert record_games(tournament=tournament, archive=archive, ids=ids, people=people) == []
    assert rows() == before


def game_at(archive: dict[str, Any], reference: str) -> tuple[int, dict[str, Any]]:
    return next((at, game) for at, game in enumerate(archive["games"]) if game["reference"] == reference)


def found(problems: list[FileProblem]) -> list[tuple[str, str]]:
    return [(problem.column, problem.message) for problem in problems]


def test_a_game_that_cannot_stand_is_listed_and_the_others_are_there():
    tournament, rest = at_stop(2)
    archive, follows = played_on(tournament, rest)[-1]
    broken = deepcopy(archive)
    place, game = game_at(broken, "spring-open-s1r2t1")
    game["sheets"][0]["seats"][0]["score"] = {"luck": 1}
    problems = found(bring(tournament, broken))
    assert {where for where, _why in problems} == {f"games[{place}].sheets[0]"}
    assert "has no figure 'luck'" in problems[-1][1]
    others = [game for game in archive["games"] if game["reference"] != "spring-open-s1r2t1"]
    assert archived(tournament)["games"] == others
    assert_brought(tournament, (archive, follows))


def test_a_version_that_says_something_else_here_stays_and_nothing_follows_it():
    tournament, rest = at_stop(2)
    archive, _follows = played_on(tournament, rest)[-1]
    place, game = game_at(archive, "spring-open-s1r1t1")
    game["sheets"][0]["minutes"] = 7
    otherwise = (f"games[{place}].sheets[0]", "Version 1 of this game says something else here.")
    assert found(bring(tournament, archive)) == [otherwise]
    assert Sheet.objects.filter(game__season_game__reference="spring-open-s1r1t1").count() == 1


def test_a_version_that_only_this_site_has_is_a_problem():
    tournament, rest = at_stop(2)
    archive = archived(tournament)
    next(rest)
    place, _game = game_at(archive, "spring-open-s1r1t1")
    otherwise = (f"games[{place}].sheets[0]", "Version 2 of this game says something else here.")
    assert found(bring(tournament, archive)) == [otherwise]


def test_a_table_keeps_the_game_that_it_has():
    tournament, _rest = at_stop(2)
    archive = archived(tournament)
    place, game = game_at(archive, "spring-open-s1r1t1")
    game["reference"] = archive["stages"][0]["played_rounds"][0]["tables"][0]["game"] = "another"
    assert found(bring(tournament, archive)) == [
        (f"games[{place}].reference", "Table 1 has another game here, spring-open-s1r1t1.")
    ]


FIRST = ("stages", 0, "played_rounds", 0, "draws", 0)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ((*FIRST, "reason"), "Another", "Draw 1 is not the same here and in the archive"),
        ((*FIRST, "number"), 9, "Draw 1 is not the same here and in the archive"),
        (("stages", 0, "played_rounds"), [], "Draw 1 is not the same here and in the archive"),
        (("tournament", "draw_commitment"), "0" * 64, "from a different secret"),
    ],
)
def test_a_draw_never_changes(path, value, says):
    tournament, _rest = at_stop(1)
    archive, before = archived(tournament), rows()
    with pytest.raises(ValidationError, match=says):
        bring(tournament, spoilt(archive, path, value))
    assert rows() == before


def test_people_are_named_where_nobody_was_named_and_stay_where_somebody_was():
    tournament, _rest = at_stop(1)
    archive = spoilt(archived(tournament), (*FIRST, "made_by"), "mallory")
    for entry in archive["entries"]:
        entry["registered_by"] = "mallory"
    bring(tournament, archive)
    assert {draw.who_made for draw in Draw.objects.all()} == {"olga"}
    assert set(tournament.entries.values_list("registered_by", "registered_by_name")) == {(None, "mallory")}


def test_names_that_went_along_stand_for_their_accounts_although_an_archive_has_them():
    olga, ada = User.objects.create(username="olga"), User.objects.create(username="ada")
    people = People(ada, ["olga", "ada"], {"olga": olga})
    assert (people.account("olga"), people.account("ada"), people.account("mallory")) == (olga, None, None)


def test_what_is_of_this_site_stays():
    tournament, rest = at_stop(2)
    archive, _follows = played_on(tournament, rest)[-1]
    archive["tournament"] |= {"zone": "Europe/Paris", "draw_secret": None, "division": {"tier": 1, "name": "First"}}
    Team.objects.filter(number=1).update(name="Rude", name_key="rude", hidden_at=timezone.now(), hidden_why="Rude")
    Team.objects.filter(number=2).update(captain=User.objects.get(username="olga"))
    Table.objects.filter(number=1).update(extra_minutes=5)
    secret = tournament.draw_secret
    bring(tournament, archive)
    assert (tournament.zone, tournament.draw_secret, tournament.division) == ("", secret, None)
    assert Team.objects.get(number=1).name == "Rude" and Team.objects.get(number=2).captain.get_username() == "olga"
    assert Table.objects.get(round__number=1, round__stage__number=1, number=1).extra_minutes == 5


def test_a_phone_speaks_for_its_seat_until_somebody_else_sits_there():
    tournament, _rest = at_stop(1)
    with transaction.atomic():
        swap_seats(round=Round.objects.get(), place=(1, 1), other=(2, 1), reason="Stairs")
        archive = archived(tournament)
        transaction.set_rollback(True)
    TableSeat.objects.update(device=Cast("pk", CharField()))
    places = ("table__number", "seat")
    before = {tuple(place): device for *place, device in TableSeat.objects.values_list(*places, "device")}
    bring(tournament, archive)
    after = {tuple(place): device for *place, device in TableSeat.objects.values_list(*places, "device")}
    assert after == before | {(1, 1): "", (2, 1): ""}


def test_what_a_seat_has_reported_comes_along_where_seats_change_hands():
    tournament, _rest = at_stop(2)
    archive = archived(tournament)
    one, other, *_others = archive["stages"][0]["played_rounds"][0]["tables"][1]["seats"]
    one["entry"], other["entry"] = other["entry"], one["entry"]
    bring(tournament, archive)
    assert archived(tournament)["stages"] == archive["stages"]


def test_what_a_version_changed_is_said_until_the_next_step_is_taken():
    tournament, rest = at_stop(2)
    archive, _follows = played_on(tournament, rest)[0]
    Table.objects.update(changed="Other figures")
    bring(tournament, archive)
    assert set(Table.objects.filter(changed="").values_list("number", flat=True)) == {1}


def test_a_captain_who_leaves_the_order_to_strength_does_so_here_too():
    tournament, _rest = at_stop(1)
    archive = archived(tournament)
    TeamMember.objects.update(place=1)
    bring(tournament, archive)
    assert set(TeamMember.objects.values_list("place", flat=True)) == {None}
