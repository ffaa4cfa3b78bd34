"""A corrected or voided game of a tournament: what it touches, and what is drawn again."""

import pytest
from django.core.exceptions import ValidationError

from games.models import Sheet
from games.rules.sheets import ScoreSheet
from league.models import Draw, LedgerEntry, Round, Stage, Table
from league.results.services.games import correct_game, void_game
from league.results.services.preview import preview_correction, preview_void
from league.tournaments.desk.services.rounds import end_stage, start_stage
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.rules.proof import check_draws
from league.tournaments.draws.services.draws import draw_next_round
from tests.factories.compass_sheets import compass_sheet
from tests.factories.draws import begun, play_round, published, seating, to_draw
from tests.factories.tables import game_of, played_table, table_at

pytestmark = pytest.mark.django_db


def turned_round(table: Table) -> ScoreSheet:
    """The last seat has won instead of the first."""
    return compass_sheet(table, cards=(1, 2, 3, 27))


def corrected(played: Round, number: int, **more: object) -> Sheet:
    table = table_at(played, number)
    sheet = turned_round(table)
    return correct_game(season_game=game_of(table), sheet=sheet, reason="Misread", source=Sheet.API, **more)


def test_a_preview_names_the_standings_and_the_tables_drawn_since():
    tournament = begun(16)
    first = play_round(published(tournament))
    second = draw_next_round(tournament=tournament)
    table = table_at(first, 1)
    affected = preview_correction(season_game=game_of(table), sheet=turned_round(table), by=None).affected
    assert affected is not None
    names = [seat.entry.character.name for seat in table.seats.order_by("seat")]
    assert {one.name for one in affected.moves} >= set(names)
    winner = next(one for one in affected.moves if one.name == names[3])
    assert (winner.points_before, winner.points_after) == ("12.00", "60.00")
    assert {name for one in affected.tables for name in one.names} == set(names)
    assert [one.can_redraw for one in affected.tables] == [True] * len(affected.tables)
    assert {one.number for one in affected.tables} == {
        number for number, there in seating(second).items() if set(there) & set(names)
    }
    assert Draw.objects.count() == 2


def test_drawn_rounds_stay_unless_somebody_asks():
    tournament = begun(16)
    first = play_round(published(tournament))
    second = published(tournament)
    before = seating(second)
    corrected(first, 1)
    assert seating(second) == before
    event = LedgerEntry.objects.get(kind="corrected")
    assert event.text.startswith("Round 1 of Swiss, table 1 is corrected: Misread. Positions or points of ")
    assert "of later rounds stay as drawn." in event.text
    assert event.about["redrawn"] == []


def test_only_the_tables_concerned_are_drawn_again():
    tournament = begun(32)
    first = play_round(published(tournament))
    second = published(tournament)
    before = seating(second)
    names = set(seating(first)[1])
    concerned = {number for number, there in before.items() if set(there) & names}
    corrected(first, 1, redraw=True)
    after = seating(second)
    assert {number: after[number] for number in after if number not in concerned} == {
        number: before[number] for number in before if number not in concerned
    }
    assert Draw.objects.get(number=2 + 1).reason == "Round 1, table 1 is corrected: Misread."
    assert LedgerEntry.objects.get(kind="corrected").about["redrawn"] == sorted(concerned)
    assert not any(check_draws(tournament.draw_commitment, draw_records(tournament)).values())


def test_a_table_that_has_reported_stays():
    tournament = begun(16)
    first = play_round(published(tournament))
    second = published(tournament)
    played_table(table_at(second, 1))
    before = seating(second)[1]
    table = table_at(first, 1)
    affected = preview_void(season_game=game_of(table), by=None).affected
    assert affected is not None
    assert {one.number: one.can_redraw for one in affected.tables}.get(1, False) is False
    void_game(season_game=game_of(table), reason="Played twice", redraw=True)
    assert seating(second)[1] == before


def test_a_round_that_has_ended_is_not_drawn_again():
    tournament = begun(16)
    first = play_round(published(tournament))
    play_round(published(tournament))
    corrected(first, 1, redraw=True)
    assert Draw.objects.count() == 2


def test_a_preview_says_who_gets_in_and_who_falls_out_of_the_next_stage():
    tournament = to_draw(8, plans=[{"rounds": 1}, {"format": Stage.KNOCK_OUT, "name": "Final", "cut": 4}])
    stage = start_stage(tournament=tournament)
    first = play_round(published(tournament))
    table = table_at(first, 1)
    names = seating(first)[1]
    affected = preview_correction(season_game=game_of(table), sheet=turned_round(table), by=None).affected
    assert affected is not None
    assert f"{names[3]} gets into Final, the best 4." in affected.cut
    assert f"{names[0]} falls out of Final." in affected.cut
    end_stage(stage=stage)
    start_stage(tournament=tournament)
    affected = preview_correction(season_game=game_of(table), sheet=turned_round(table), by=None).affected
    assert affected is not None
    assert affected.cut[-1] == "Final has begun and stays as it is."


def test_another_winner_of_a_knock_out_table_takes_the_seat_of_the_first():
    tournament = begun(16, format=Stage.KNOCK_OUT, name="Final", rounds=None)
    first = play_round(published(tournament))
    second = published(tournament)
    wrong, right = seating(first)[2][0], seating(first)[2][3]
    corrected(first, 2, redraw=True)
    there = {name for names in seating(second).values() for name in names}
    assert right in there
    assert wrong not in there


def test_a_refused_correction_changes_nothing_in_the_tournament():
    tournament = begun(16)
    first = play_round(published(tournament))
    table = table_at(first, 1)
    with pytest.raises(ValidationError):
        correct_game(season_game=game_of(table), sheet=turned_round(table), reason="", source=Sheet.API, redraw=True)
    assert not LedgerEntry.objects.filter(kind="corrected").exists()


def test_a_game_outside_tournaments_touches_none():
    tournament = begun(4)
    first = play_round(published(tournament))
    game = game_of(table_at(first, 1))
    Table.objects.update(game=None)
    assert preview_void(season_game=game, by=None).affected is None
