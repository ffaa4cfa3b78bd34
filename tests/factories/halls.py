"""Tournaments that run in a hall, and every door by which this site changes a tournament."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.utils import timezone

from characters.models import Character
from games.models import Sheet
from league import tournaments
from league.models import (
    Entry,
    EveningPhoto,
    Hall,
    KeptApart,
    RoomCode,
    Round,
    Ruling,
    Season,
    Stage,
    Table,
    Team,
    TeamMember,
    Tournament,
)
from league.results.services import games
from league.tournaments.desk.services import photos, rounds
from league.tournaments.draws.services import draw_changes, draws
from league.tournaments.entries.services import check_in, days, entries, import_entries
from league.tournaments.hall.services import along
from league.tournaments.stages import services as stages
from league.tournaments.stages.rules.stage_plans import StagePlan
from league.tournaments.tables.services import acts, open_play, played_here, rulings, seats
from league.tournaments.teams import services as teams
from tests.factories.characters import a_character
from tests.factories.compass_sheets import OTHERWISE, sheet_of_cards
from tests.factories.draws import begun, to_draw
from tests.factories.people import a_user, an_organiser, owner_of
from tests.factories.pictures import a_picture
from tests.factories.reports import agrees, says
from tests.factories.tables import a_table, game_of, played_table, seat
from tests.factories.teams import teams_meet
from tests.factories.tournaments import a_stage, a_tournament, entered

Act = Callable[[], object]
Door = Callable[[], Act]  # sets the scene, and returns what is then done there


def taken_along(tournament: Tournament, **fields: Any) -> Hall:
    """The tournament runs in a hall from now on."""
    hall = Hall.objects.create(tournament=tournament, key=f"key of {tournament.pk}", seal="seal", **fields)
    Tournament.objects.filter(pk=tournament.pk).update(hall=hall)
    return hall


def is_back(hall: Hall) -> None:
    Tournament.objects.filter(hall=hall).update(hall=None)
    Hall.objects.filter(pk=hall.pk).update(back_at=timezone.now())


def every_row() -> dict[str, list[tuple[Any, ...]]]:
    """The rows of all that is played, by model."""
    models = (model for label in ("league", "games", "characters") for model in apps.get_app_config(label).get_models())
    return {model._meta.label: list(model._default_manager.order_by("pk").values_list()) for model in models}


def services_of_tournaments() -> Iterator[str]:
    """The services by which a tournament, or a game of one of its tables, is changed: what has keywords alone."""
    found = pkgutil.walk_packages(tournaments.__path__, f"{tournaments.__name__}.")
    modules = [importlib.import_module(one.name) for one in found if ".services" in one.name]
    for module in (*modules, games):
        for name, function in vars(module).items():
            if name.startswith("_") or not inspect.isfunction(function) or function.__module__ != module.__name__:
                continue
            given = inspect.signature(function).parameters.values()
            if given and all(one.kind in (one.KEYWORD_ONLY, one.VAR_KEYWORD) for one in given):
                yield f"{module.__name__.removeprefix('league.').removeprefix('tournaments.')}.{name}"


def at_table(act: Callable[[Table], object], *before: Callable[[Table], object]) -> Door:
    """A table of four in a running round."""

    def scene() -> Act:
        table = a_table()
        a_user("sam")
        for step in before:
            step(table)
        table.refresh_from_db()
        return lambda: act(table)

    return scene


def in_tournament(
    act: Callable[[Tournament], object],
    *before: Callable[[Tournament], object],
    made: Callable[[], Tournament] = lambda: to_draw(8),
) -> Door:
    """A tournament about to start, with eight entries that are checked in."""

    def scene() -> Act:
        tournament = made()
        an_organiser(tournament.season)
        a_character(tournament.season, "Zoe")
        for step in before:
            step(tournament)
        return lambda: act(tournament)

    return scene


def in_round(act: Callable[[Round], object], *before: Callable[[Round], object]) -> Door:
    """The first round of eight, drawn as a draft."""

    def scene() -> Act:
        played = draws.draw_next_round(tournament=begun(8))
        for step in before:
            step(played)
        return lambda: act(played)

    return scene


def with_teams(act: Callable[[Team], object]) -> Door:
    """The first of two teams of three."""

    def scene() -> Act:
        tournament = teams_meet(2, 2, line_up=2)
        tournament.team_contest.size = 3
        tournament.team_contest.save()
        an_organiser(tournament.season)
        a_character(tournament.season, "Zoe")
        TeamMember.objects.update(place=1)  # as the captains ordered them
        team = Team.objects.select_related("contest__season__league", "contest__tournament").get(number=1)
        return lambda: act(team)

    return scene


def sam() -> User:
    return User.objects.get(username="sam")


def olga() -> User:
    return User.objects.get(username="olga")


def entry_one(tournament: Tournament) -> Entry:
    return tournament.entries.select_related("character__owner").order_by("number")[0]


def registered() -> Tournament:
    tournament = a_tournament()
    entered(tournament, 8, status=Entry.REGISTERED)
    return tournament


def finished() -> Tournament:
    tournament = a_tournament(status=Tournament.FINISHED)
    an_organiser(tournament.season)
    return tournament


def in_open_play() -> Tournament:
    tournament = a_tournament()
    a_stage(tournament, entered(tournament, 8), format=Stage.OPEN, rounds=None)
    return tournament


def between_stages(table: Table) -> None:
    ended(table)
    Stage.objects.update(status=Stage.ENDED)


def ended(table: Table) -> None:
    Stage.objects.update(rounds=1)
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())


def zoe() -> Character:
    return Character.objects.get(name="Zoe")


def last_of(team: Team) -> TeamMember:
    return team.members.order_by("id").last()


def has_fee(tournament: Tournament) -> None:
    days.set_fee(tournament=tournament, hundredths=500, currency="EUR", how_to_pay="", by=olga())


def has_code(tournament: Tournament) -> None:
    days.open_self_check_in(tournament=tournament, minutes=60, by=olga())
    owner_of(entry_one(tournament).character)


def has_photo(tournament: Tournament) -> None:
    photos.add_photo(tournament=tournament, content=a_picture(200, 200), caption="", by=olga())


def two_apart(tournament: Tournament) -> KeptApart:
    one, other, *_ = tournament.entries.order_by("number")
    return entries.keep_apart(entry=one, other=other)


def is_warned(table: Table) -> None:
    rulings.give_warning(entry=seat(table, 1).entry, round=table.round, reason="Late", by=sam())


def contest_in(season: Season, tournament: Tournament) -> object:
    plan: dict[str, Any] = {"counting": "sum", "best_of": 3, "size": 4, "closes_at": None}
    return teams.set_up_teams(season=season, tournament=tournament, by=olga(), **plan)


DOORS: dict[str, Door] = {
    "desk.services.photos.add_photo": in_tournament(has_photo, made=finished),
    "desk.services.photos.caption_photo": in_tournament(
        lambda _: photos.caption_photo(photo=EveningPhoto.objects.get(), caption="The final", by=olga()),
        has_photo,
        made=finished,
    ),
    "desk.services.photos.remove_photo": in_tournament(
        lambda _: photos.remove_photo(photo=EveningPhoto.objects.get(), by=olga()), has_photo, made=finished
    ),
    "desk.services.rounds.start_round": in_round(
        lambda played: rounds.start_round(round=played), lambda played: draws.publish_round(round=played)
    ),
    "desk.services.rounds.pause_round": at_table(lambda table: rounds.pause_round(round=table.round)),
    "desk.services.rounds.resume_round": at_table(
        lambda table: rounds.resume_round(round=table.round), lambda table: rounds.pause_round(round=table.round)
    ),
    "desk.services.rounds.extend_round": at_table(lambda table: rounds.extend_round(round=table.round, minutes=5)),
    "desk.services.rounds.end_round": at_table(
        lambda table: rounds.end_round(round=table.round, force=True, reason="It is late")
    ),
    "desk.services.rounds.start_stage": in_tournament(lambda one: rounds.start_stage(tournament=one)),
    "desk.services.rounds.end_stage": at_table(lambda table: rounds.end_stage(stage=table.round.stage), ended),
    "desk.services.rounds.finish_tournament": at_table(
        lambda table: rounds.finish_tournament(tournament=table.round.stage.tournament), between_stages
    ),
    "draws.services.draw_changes.swap_seats": in_round(
        lambda played: draw_changes.swap_seats(round=played, place=(1, 1), other=(2, 1))
    ),
    "draws.services.draw_changes.lock_table": in_round(
        lambda played: draw_changes.lock_table(table=played.tables.get(number=1))
    ),
    "draws.services.draw_changes.unlock_table": in_round(
        lambda played: draw_changes.unlock_table(table=played.tables.get(number=1)),
        lambda played: draw_changes.lock_table(table=played.tables.get(number=1)),
    ),
    "draws.services.draws.draw_next_round": in_tournament(
        lambda one: draws.draw_next_round(tournament=one), made=lambda: begun(8)
    ),
    "draws.services.draws.redraw_round": in_round(
        lambda played: draws.redraw_round(round=played, reason="Two of one household")
    ),
    "draws.services.draws.publish_round": in_round(lambda played: draws.publish_round(round=played)),
    "entries.services.check_in.check_in": in_tournament(
        lambda one: check_in.check_in(tournament=one, entries=[entry_one(one)]), made=registered
    ),
    "entries.services.check_in.check_in_everybody": in_tournament(
        lambda one: check_in.check_in_everybody(tournament=one), made=registered
    ),
    "entries.services.check_in.undo_check_in": in_tournament(
        lambda one: check_in.undo_check_in(tournament=one, entries=[entry_one(one)])
    ),
    "entries.services.check_in.walk_in": in_tournament(
        lambda one: check_in.walk_in(tournament=one, name="Walter", by=olga())
    ),
    "entries.services.check_in.enter_at_the_desk": in_tournament(
        lambda one: check_in.enter_at_the_desk(tournament=one, character=zoe(), by=olga())
    ),
    "entries.services.days.set_fee": in_tournament(has_fee),
    "entries.services.days.note_payment": in_tournament(
        lambda one: days.note_payment(entry=entry_one(one), by=olga()), has_fee
    ),
    "entries.services.days.take_payments_back": in_tournament(
        lambda one: days.take_payments_back(entry=entry_one(one), by=olga()),
        has_fee,
        lambda one: days.note_payment(entry=entry_one(one), by=olga()),
    ),
    "entries.services.days.open_self_check_in": in_tournament(has_code),
    "entries.services.days.close_self_check_in": in_tournament(
        lambda one: days.close_self_check_in(tournament=one, by=olga()), has_code
    ),
    "entries.services.days.check_in_oneself": in_tournament(
        lambda one: days.check_in_oneself(
            tournament=one, code=RoomCode.objects.get().code, by=entry_one(one).character.owner
        ),
        has_code,
        made=registered,
    ),
    "entries.services.entries.register_entry": in_tournament(
        lambda one: entries.register_entry(tournament=one, character=zoe())
    ),
    "entries.services.entries.change_entry": in_tournament(
        lambda one: entries.change_entry(entry=entry_one(one), club="Chess Club")
    ),
    "entries.services.entries.withdraw_entry": in_tournament(lambda one: entries.withdraw_entry(entry=entry_one(one))),
    "entries.services.entries.drop_entry": in_tournament(
        lambda one: entries.drop_entry(entry=entry_one(one), reason="Gone home")
    ),
    "entries.services.entries.give_up_entry": in_tournament(
        lambda one: entries.give_up_entry(entry=entry_one(one), reason="left")
    ),
    "entries.services.entries.reinstate_entry": in_tournament(
        lambda one: entries.reinstate_entry(entry=entry_one(one)),
        lambda one: entries.withdraw_entry(entry=entry_one(one)),
    ),
    "entries.services.entries.keep_apart": in_tournament(two_apart),
    "entries.services.entries.let_meet": in_tournament(
        lambda _: entries.let_meet(pair=KeptApart.objects.get()), two_apart
    ),
    "entries.services.import_entries.import_entries": in_tournament(
        lambda one: import_entries.import_entries(tournament=one, data=b"name\nZoe\n")
    ),
    "hall.services.along.take_along": in_tournament(lambda one: along.take_along(tournament=one, by=olga())),
    "stages.services.set_stages": in_tournament(
        lambda one: stages.set_stages(tournament=one, plans=[StagePlan("swiss", "The day", 2)])
    ),
    "stages.services.set_rounds": at_table(lambda table: stages.set_rounds(stage=table.round.stage, rounds=4)),
    "stages.services.edit_tournament": in_tournament(
        lambda one: stages.edit_tournament(tournament=one, place="The town hall")
    ),
    "stages.services.cancel_tournament": in_tournament(
        lambda one: stages.cancel_tournament(tournament=one, reason="No room")
    ),
    "tables.services.acts.report_table": at_table(lambda table: says(table, 1)),
    "tables.services.acts.confirm_report": at_table(lambda table: agrees(table, 2), lambda table: says(table, 1)),
    "tables.services.acts.contradict_table": at_table(
        lambda table: acts.contradict_table(seat=seat(table, 2), reason="I had ten"), lambda table: says(table, 1)
    ),
    "tables.services.open_play.open_table": in_tournament(
        lambda one: open_play.open_table(stage=one.stages.get(), entries=list(one.entries.all()[:4])), made=in_open_play
    ),
    "tables.services.played_here.play_here": at_table(lambda table: played_here.play_here(table=table, by=sam())),
    "tables.services.played_here.stop_playing_here": at_table(
        lambda table: played_here.stop_playing_here(table=table, reason="No power", by=sam()),
        lambda table: played_here.play_here(table=table, by=sam()),
    ),
    "tables.services.rulings.rule_table": at_table(
        lambda table: rulings.rule_table(table=table, reason="Seen", by=sam()), lambda table: says(table, 1)
    ),
    "tables.services.rulings.give_warning": at_table(is_warned),
    "tables.services.rulings.give_penalty": at_table(
        lambda table: rulings.give_penalty(
            entry=seat(table, 1).entry, round=table.round, points=Fraction(1), reason="Late", by=sam()
        )
    ),
    "tables.services.rulings.mark_absent": at_table(
        lambda table: rulings.mark_absent(seat=seat(table, 4), reason="Gone", by=sam())
    ),
    "tables.services.rulings.mark_present": at_table(
        lambda table: rulings.mark_present(seat=seat(table, 4), reason="Here", by=sam()),
        lambda table: rulings.mark_absent(seat=seat(table, 4), reason="Gone", by=sam()),
    ),
    "tables.services.rulings.rescind_ruling": at_table(
        lambda _: rulings.rescind_ruling(ruling=Ruling.objects.get(), reason="Was here", by=sam()), is_warned
    ),
    "tables.services.rulings.set_extra_time": at_table(lambda table: rulings.set_extra_time(table=table, minutes=5)),
    "tables.services.seats.claim_seat": at_table(lambda table: seats.claim_seat(seat=seat(table, 1), device="phone")),
    "tables.services.seats.free_seat": at_table(
        lambda table: seats.free_seat(seat=seat(table, 1), by=sam()),
        lambda table: seats.claim_seat(seat=seat(table, 1), device="phone"),
    ),
    "teams.services.set_up_teams": in_tournament(lambda one: contest_in(one.season, one)),
    "teams.services.enter_team": with_teams(
        lambda team: teams.enter_team(contest=team.contest, name="Blue", members=["Zoe"], by=olga(), captain=None)
    ),
    "teams.services.change_team": with_teams(
        lambda team: teams.change_team(team=team, name="Blue", captain=None, by=olga())
    ),
    "teams.services.add_member": with_teams(lambda team: teams.add_member(team=team, name="Zoe", by=olga())),
    "teams.services.withdraw_member": with_teams(lambda team: teams.withdraw_member(member=last_of(team), by=olga())),
    "teams.services.withdraw_team": with_teams(lambda team: teams.withdraw_team(team=team, by=olga())),
    "teams.services.move_up": with_teams(lambda team: teams.move_up(member=last_of(team))),
    "teams.services.line_up_by_strength": with_teams(lambda team: teams.line_up_by_strength(team=team)),
    "results.services.games.confirm_game": at_table(
        lambda table: games.confirm_game(season_game=game_of(table)), lambda table: says(table, 1)
    ),
    "results.services.games.resubmit_game": at_table(
        lambda table: games.resubmit_game(
            season_game=game_of(table), sheet=sheet_of_cards(table, OTHERWISE), source=Sheet.WEB, reason="Typo", by=None
        ),
        lambda table: says(table, 1),
    ),
    "results.services.games.correct_game": at_table(
        lambda table: games.correct_game(
            season_game=game_of(table), sheet=sheet_of_cards(table, OTHERWISE), source=Sheet.WEB, reason="Typo"
        ),
        played_table,
    ),
    "results.services.games.void_game": at_table(
        lambda table: games.void_game(season_game=game_of(table), reason="Wrong rules"), played_table
    ),
    "results.services.games.dispute_game": at_table(
        lambda table: games.dispute_game(season_game=game_of(table), reason="I had ten"), lambda table: says(table, 1)
    ),
    "results.services.games.name_game": at_table(
        lambda table: games.name_game(season_game=game_of(table), name="The final", place="", by=sam()), played_table
    ),
}

# Services that are no door of their own to a tournament that is there, or are those of the hall itself.
WITHIN_ANOTHER = {
    *(f"hall.services.along.{name}" for name in ("recall", "hand_back")),
    *(f"hall.services.in_hall.{name}" for name in ("open_file", "close_hall", "reopen_hall")),
    *(
        f"hall.services.laptops.{name}"
        for name in ("go_on_from", "go_on_here", "open_here", "leave", "hear", "name_network")
    ),
    *(f"hall.services.back.{name}" for name in ("upload_back", "receive")),
    "hall.services.fees.bring_fees",
    *(f"hall.services.lots.{name}" for name in ("take_lots_of_home", "number_newcomers")),
    *(f"hall.services.differences.{name}" for name in ("take_from_hall", "keep_what_is_here")),
    "archive.services.archive_rows.bring_rows",
    "archive.services.archive_games.record_games",
    "archive.services.archive_rows.record_tournament",
    "archive.services.import_tournament.import_tournament",
    "draws.services.draw_changes.preview_swap",
    "draws.services.draws.write_draw",
    "entries.services.tournament_log.log_event",
    "results.services.games.checked_names",
    "results.services.games.keep_game_record",
    "results.services.games.report_game",
    "stages.services.create_tournament",
    "tables.services.played_here.open_by_setting",
    "tables.services.played_here.play_round_here",
}
