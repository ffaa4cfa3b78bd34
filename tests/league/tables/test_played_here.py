"""Tables of a tournament that are played on the site instead of at a board in the room."""

import pytest
from django.core.exceptions import ValidationError

from games.models import Play, Sheet
from games.queries.plays import record_of
from games.rules.play_records import prove
from games.services.plays import game_of
from league.models import LedgerEntry, Round, SeasonPlay, Table
from league.play.services.season_plays import begin, close_table, play_for_bots, seat_a_bot, sit_down, stand_up
from league.results.queries.check import sheet_differences
from league.results.services.games import correct_game, void_game
from league.tournaments.desk.services.rounds import end_round
from league.tournaments.draws.services.draws import redraw_round
from league.tournaments.tables.services.acts import contradict_table, report_table
from league.tournaments.tables.services.played_here import play_here, play_round_here, stop_playing_here
from league.tournaments.tables.services.rulings import mark_absent, rule_table
from tests.factories.careers import differences
from tests.factories.compass_sheets import compass_sheet
from tests.factories.games import review
from tests.factories.plays import everybody_sits, fresh, plays_on
from tests.factories.tables import game_of as season_game_at
from tests.factories.tables import now, seat
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, a_tournament_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def table(club) -> Table:
    """Ada, Bo, Cleo and Dev, in the first round of Career Compass; it is running."""
    a_tournament_of(club)
    return the_table()


def the_table() -> Table:
    return Table.objects.select_related("round__stage__tournament__season__league").get()


def reports(table: Table, number: int = 1, **changes):
    return report_table(seat=seat(table, number), sheet=compass_sheet(table, (20, 9, 4, 0)), key="paper", **changes)


def test_the_seats_wait_for_those_who_sit_at_the_table_and_the_last_one_begins(club, table):
    season_play = play_here(table=table, by=club.users["otto"])
    waiting = list(season_play.play.seats.select_related("character"))
    assert [one.character for one in waiting] == [one.entry.character for one in now(table).seats]
    assert not any(one.taken for one in waiting) and season_play.play.counts
    first, last = waiting[0], waiting[-1]
    with pytest.raises(ValidationError, match=f"Seat {first.seat} is {first.name}'s"):
        sit_down(season_play=season_play, seat=first.seat, character=last.character, by=last.character.owner)
    with pytest.raises(ValidationError, match="not one of your characters"):
        sit_down(season_play=season_play, seat=first.seat, character=first.character, by=last.character.owner)
    for one in waiting[:-1]:
        sit_down(season_play=season_play, seat=one.seat, character=one.character, by=one.character.owner)
    assert fresh(season_play).play.status == Play.OPEN
    sit_down(season_play=season_play, seat=last.seat, character=last.character, by=last.character.owner)
    assert fresh(season_play).play.status == Play.RUNNING


def test_its_outcome_is_the_confirmed_sheet_of_the_table(club, table):
    season_play = everybody_sits(club, play_here(table=table, by=club.users["otto"]))
    play = plays_on(season_play)
    assert (play.status, play.problem) == (Play.OVER, "")
    state = now(table)
    assert (state.phase, state.table.game, state.newest.source) == ("confirmed", play.game, Sheet.ENGINE)
    assert state.newest.played_at == play.started_at and not play.game.played_by_bots
    assert season_game_at(the_table()).reference == "spring-open-s1r1t1"
    assert [line.won for line in state.sheet.seats] == [at in play.outcome["winners"] for at in range(4)]
    assert prove(record_of(play).splitlines()).as_dict() == play.outcome
    log = LedgerEntry.objects.filter(kind="result_confirmed").get()
    assert log.about["play"] == play.pk and "It was played on the site." in log.text
    review()
    assert [*differences(), *sheet_differences(play.game_id, play.game_id)] == []
    end_round(round=table.round, by=club.users["otto"])
    assert Round.objects.get(pk=table.round_id).status == Round.ENDED


def test_afterwards_it_is_objected_to_corrected_and_voided_like_any_table(club, table):
    play = plays_on(everybody_sits(club, play_here(table=table, by=club.users["otto"])))
    with pytest.raises(ValidationError, match="confirmed"):
        play_here(table=the_table(), by=club.users["otto"])
    contradict_table(seat=seat(table, 1), reason="My phone died", by=None)
    assert now(table).objected
    sheet = compass_sheet(the_table(), (20, 9, 4, 0))
    game = season_game_at(the_table())
    correct_game(season_game=game, sheet=sheet, reason="The phone", source=Sheet.WEB, by=club.users["otto"])
    assert not now(table).objected and now(table).newest.version == 2
    void_game(season_game=game, reason="All of it", by=club.users["otto"])
    assert now(table).phase == "void" and Play.objects.get(pk=play.pk).outcome == play.outcome


def test_who_presses_second_finds_the_same_play(club, table):
    first, second = (play_here(table=table, by=club.users[name]) for name in ("otto", "sam"))
    assert first == second and SeasonPlay.objects.count() == 1


@pytest.mark.parametrize("begun", [False, True])
def test_while_it_is_played_nothing_is_entered_by_hand(club, table, begun):
    season_play = play_here(table=table, by=club.users["otto"])
    if begun:
        everybody_sits(club, season_play)
    otto, sheet = club.users["otto"], compass_sheet(table, (20, 9, 4, 0))
    by_hand = (
        lambda: reports(table),
        lambda: rule_table(table=table, sheet=sheet, reason="I saw it", by=otto),
        lambda: mark_absent(seat=seat(table, 1), reason="Not here", by=otto),
    )
    for act in by_hand:
        with pytest.raises(ValidationError, match="played on the site"):
            act()
    with pytest.raises(ValidationError, match="can't be drawn again"):
        redraw_round(round=table.round, reason="Better tables", by=otto)
    assert now(table).phase == "open" and fresh(season_play).table == table


@pytest.mark.parametrize("begun", [False, True])
def test_a_play_that_is_stopped_leaves_the_table_to_a_board_or_another_play(club, table, begun):
    otto = club.users["otto"]
    season_play = play_here(table=table, by=otto)
    if begun:
        plays_on(everybody_sits(club, season_play), most=1)
    with pytest.raises(ValidationError, match="Say why"):
        stop_playing_here(table=table, reason=" ", by=otto)
    stopped = stop_playing_here(table=table, reason="The network is gone", by=otto)
    assert (stopped.status, stopped.problem, stopped.actor) == (Play.CLOSED, "The network is gone", None)
    with pytest.raises(ValidationError, match="not played on the site"):
        stop_playing_here(table=table, reason="Again", by=otto)
    again = play_here(table=the_table(), by=otto)
    assert again != season_play
    stop_playing_here(table=table, reason="No", by=otto)
    reports(the_table())
    assert now(table).phase == "waiting"
    with pytest.raises(ValidationError, match="waiting for agreement"):
        play_here(table=the_table(), by=otto)


def test_a_play_that_outlasts_its_round_keeps_its_outcome_and_the_referee_decides(club, table):
    season_play = everybody_sits(club, play_here(table=table, by=club.users["otto"]))
    end_round(round=table.round, force=True, reason="It is late", by=club.users["otto"])
    play = plays_on(season_play)
    assert (play.status, play.game) == (Play.OVER, None) and "Round 1 is over" in play.problem
    sheet = compass_sheet(table, (20, 9, 4, 0))
    rule_table(table=the_table(), sheet=sheet, reason="As it was played", by=club.users["otto"])
    assert now(table).phase == "confirmed" and fresh(season_play).play.outcome


def test_a_guest_plays_on_the_referees_screen_and_two_accounts_are_needed(club, table):
    guests = [one.entry.character for one in now(table).seats][:3]
    for number, who in enumerate(guests):
        type(who).objects.filter(pk=who.pk).update(owner=None)
        if number == 2:
            type(who).objects.filter(name__in=[one.name for one in guests] + ["Ada", "Bo", "Cleo", "Dev"]).update(
                owner=None
            )
            with pytest.raises(ValidationError, match="at least two people with an account"):
                play_here(table=the_table(), by=club.users["otto"])
            type(who).objects.filter(name="Dev").update(owner=club.users["dev"])
    season_play = play_here(table=the_table(), by=club.users["otto"])
    guest = season_play.play.seats.select_related("character").exclude(character__name="Dev").first()
    with pytest.raises(ValidationError, match="not one of your characters"):
        sit_down(season_play=season_play, seat=guest.seat, character=guest.character, by=club.users["dev"])
    running = everybody_sits(club, season_play)
    assert {one.person for one in running.play.seats.all()} == {club.users["otto"], club.users["dev"]}
    assert plays_on(running).problem == "" and now(table).phase == "confirmed"


def test_the_tables_seats_are_not_those_of_the_lobby(club, table):
    season_play = play_here(table=table, by=club.users["otto"])
    one = season_play.play.seats.select_related("character__owner").first()
    sit_down(season_play=season_play, seat=1, character=one.character, by=one.character.owner)
    otto = club.users["otto"]
    for act in (
        lambda: seat_a_bot(season_play=season_play, seat=2, bot="greedy", by=otto),
        lambda: stand_up(season_play=season_play, seat=1, by=one.character.owner),
        lambda: close_table(season_play=season_play, by=otto),
    ):
        with pytest.raises(ValidationError, match="ask its referee"):
            act()
    for other in season_play.play.seats.select_related("character__owner")[1:3]:
        sit_down(season_play=season_play, seat=other.seat, character=other.character, by=other.character.owner)
    with pytest.raises(ValidationError, match="Seat 4 is empty"):
        begin(season_play=season_play, by=otto)


def test_a_round_is_played_here_at_one_press(club, table):
    reports(table)
    opened, refused = play_round_here(round=table.round, by=club.users["otto"])
    assert (opened, len(refused)) == (0, 1) and "Table 1: " in refused[0]
    mark_absent(seat=seat(table, 4), reason="Went home", by=club.users["otto"])
    assert play_round_here(round=table.round, by=club.users["otto"]) == (1, [])
    assert SeasonPlay.objects.get().play.seats.count() == 3
    play_for_bots()
    season_play = everybody_sits(club, SeasonPlay.objects.get())
    assert game_of(season_play.play).seats == 3 and plays_on(season_play).problem == ""
    assert [one.seat for one in now(table).newest.seats.all()] == [1, 2, 3]
