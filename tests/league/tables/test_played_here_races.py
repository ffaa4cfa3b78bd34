"""Several people at a table that is played on the site, at the same moment: one result, and nothing lost."""

import pytest
from django.db import transaction

from games.models import Play, PlaySeat, Sheet, Turn
from games.services.plays import game_of
from league.models import SeasonPlay, Table
from league.play.services.season_plays import play_for_bots, sit_down, take_own_turn
from league.tournaments.tables.services.acts import report_table
from league.tournaments.tables.services.played_here import play_here, stop_playing_here
from league.tournaments.tables.services.rulings import rule_table
from tests.factories.compass_sheets import compass_sheet
from tests.factories.plays import decider, fresh
from tests.factories.races import at_once, refused
from tests.factories.tables import now, seat
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, a_tournament_of

pytestmark = pytest.mark.django_db(transaction=True)


def a_table_of(club: ThursdayClub) -> Table:
    a_tournament_of(club)
    return the_table()


def the_table() -> Table:
    return Table.objects.select_related("round__stage__tournament__season__league").get()


def everybody(season_play: SeasonPlay):
    """One act for each seat: its person sits down."""
    rows = PlaySeat.objects.filter(play=season_play.pk).select_related("character__owner")
    return [
        lambda row=row: sit_down(
            season_play=season_play, seat=row.seat, character=row.character, by=row.character.owner
        )
        for row in rows
    ]


def before_the_last_turn(club: ThursdayClub, table: Table) -> tuple[SeasonPlay, dict]:
    """A play of the table, and the turn with which it is over."""
    season_play = play_here(table=table, by=club.users["otto"])
    for sits in everybody(season_play):
        sits()
    for _turn in range(2000):
        play = fresh(season_play).play
        sent = {"number": play.number, "action": game_of(play).legal[-1].text, "key": "", "by": decider(play)}
        with transaction.atomic():
            take_own_turn(season_play=season_play, **sent)
            ends = fresh(season_play).play.status == Play.OVER
            transaction.set_rollback(ends)
        if ends:
            return fresh(season_play), sent
    raise AssertionError("the game does not end")


def test_two_who_press_play_it_here_find_one_play():
    club = a_thursday_club()
    table = a_table_of(club)
    made = at_once(*[lambda by=club.users[name]: play_here(table=table, by=by) for name in ("otto", "sam")] * 2)
    assert refused(made) == [] and len({one.pk for one in made}) == 1
    assert Play.objects.count() == SeasonPlay.objects.filter(table=table).count() == 1


def test_the_last_two_who_sit_down_at_once_begin_one_game():
    club = a_thursday_club()
    season_play = play_here(table=a_table_of(club), by=club.users["otto"])
    assert refused(at_once(*everybody(season_play))) == []
    assert fresh(season_play).play.status == Play.RUNNING and not Turn.objects.exclude(by=None).exists()


def test_a_result_by_hand_and_a_play_that_is_opened_are_never_both_there():
    club = a_thursday_club()
    table = a_table_of(club)
    sheet, reporter = compass_sheet(table, (20, 9, 4, 0)), seat(table, 1)
    outcomes = at_once(
        lambda: play_here(table=table, by=club.users["otto"]),
        lambda: report_table(seat=reporter, sheet=sheet, key="paper"),
    )
    assert len(refused(outcomes)) == 1
    assert (now(table).phase == "waiting") == (not SeasonPlay.objects.filter(table=table).exists())


@pytest.mark.parametrize("by_hand", ["report", "ruling", "stop"])
def test_while_the_last_turn_is_sent_one_of_them_wins_and_nothing_is_lost(by_hand):
    club = a_thursday_club()
    table = a_table_of(club)
    season_play, last = before_the_last_turn(club, table)
    otto, sheet, reporter = club.users["otto"], compass_sheet(table, (20, 9, 4, 0)), seat(table, 1)
    acts = {
        "report": lambda: report_table(seat=reporter, sheet=sheet, key="paper"),
        "ruling": lambda: rule_table(table=table, sheet=sheet, reason="I saw it", by=otto),
        "stop": lambda: stop_playing_here(table=table, reason="No network", by=otto),
    }
    outcomes = at_once(lambda: take_own_turn(season_play=season_play, **last), acts[by_hand])
    while play_for_bots():
        pass
    play, state = fresh(season_play).play, now(table)
    if play.status == Play.CLOSED:
        assert by_hand == "stop" and len(refused(outcomes)) == 1
        assert (state.phase, state.table.game, play.number) == ("open", None, last["number"])
        return
    assert (play.status, play.problem, play.game) == (Play.OVER, "", state.table.game)
    assert state.phase == "confirmed" and Sheet.objects.get(game=play.game).source == Sheet.ENGINE
    if by_hand == "report" and not refused(outcomes):
        assert state.objected and state.all_reports  # it contradicts a confirmed result, and is kept for the referee
    else:
        assert len(refused(outcomes)) == 1
