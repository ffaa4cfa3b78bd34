"""Each format from its start to its end."""

from itertools import combinations

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import Draw, Entry, LedgerEntry, Round, Stage, StageEntry, Table, Tournament
from league.results.services.games import report_game
from league.tournaments.desk.services.rounds import end_round, end_stage, finish_tournament, start_stage
from league.tournaments.draws.services.draws import draw_next_round, redraw_round
from league.tournaments.stages.queries.stage_standings import final_order, stage_order
from league.tournaments.tables.services.open_play import open_table
from tests.factories.draws import assert_proved, begun, named, play_round, published, seating, to_draw
from tests.factories.refusals import refusal
from tests.factories.tables import played_table, table_at

pytestmark = pytest.mark.django_db

FINAL = {"name": "Final", "format": Stage.KNOCK_OUT, "rounds": None}


def names(tournament: Tournament, characters: list[int]) -> list[str]:
    known = dict(tournament.entries.values_list("character", "character__name"))
    return [known[who] for who in characters]


def test_a_stage_starts_with_those_checked_in_and_the_recommended_rounds():
    tournament = to_draw(12, plans=[{"rounds": None}])
    tournament.entries.filter(number=3).update(status=Entry.REGISTERED)
    stage = start_stage(tournament=tournament)
    tournament.refresh_from_db()
    assert (stage.status, tournament.status, stage.rounds) == (Stage.RUNNING, Tournament.RUNNING, 3)
    seeded = StageEntry.objects.filter(stage=stage).values_list("entry__number", "seeding")
    assert list(seeded) == [(number, at) for at, number in enumerate([1, 2, *range(4, 13)], start=1)]
    with pytest.raises(ValidationError) as refused:
        start_stage(tournament=tournament)
    assert refused.value.code == "stale"


@pytest.mark.parametrize(
    ("entered", "status", "said"),
    [
        (3, Entry.CHECKED_IN, "a table of 4 needs 4"),
        (8, Entry.REGISTERED, "Nobody is checked in. Check in everybody who is here, then start."),
        (8, Entry.DROPPED, "Everybody has dropped: nobody is left to play Swiss."),
        (0, Entry.CHECKED_IN, "Nobody has registered yet."),
    ],
)
def test_a_stage_that_nobody_can_play_does_not_start(entered: int, status: str, said: str):
    tournament = to_draw(entered)
    tournament.entries.update(status=status)
    assert said in refusal(start_stage, tournament=tournament)
    assert not StageEntry.objects.exists()
    assert not LedgerEntry.objects.exists()


def test_swiss_and_a_final_for_the_best_four():
    tournament = to_draw(16, plans=[{"rounds": 2}, {**FINAL, "cut": 4}])
    swiss = start_stage(tournament=tournament)
    assert refusal(end_stage, stage=swiss) == "Nothing has been played in Swiss yet."
    play_round(published(tournament))
    last = published(tournament)
    assert refusal(end_stage, stage=swiss) == "Round 2 is still open. End it first."
    play_round(last)
    order = stage_order(swiss)
    second = named(tournament, names(tournament, order)[1])
    end_stage(stage=swiss)
    Entry.objects.filter(pk=second.pk).update(status=Entry.DROPPED)
    final = start_stage(tournament=tournament)
    assert list(final.stage_entries.values_list("entry__character", flat=True)) == [order[0], *order[2:5]]
    assert refusal(finish_tournament, tournament=tournament) == "Final is still running. End it first."
    play_round(published(tournament))
    assert " has won Final. End the stage." in refusal(draw_next_round, tournament=tournament)
    end_stage(stage=final)
    finish_tournament(tournament=tournament)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.FINISHED
    ranked = final_order(tournament)
    assert [stage.name for stage, _ in ranked] == ["Final"] * 4 + ["Swiss"] * 12
    assert ranked[4][1] == order[1]
    assert_proved(tournament)
    kinds = set(LedgerEntry.objects.values_list("kind", flat=True))
    assert kinds >= {
        "stage_started",
        "drawn",
        "round_published",
        "round_started",
        "round_ended",
        "stage_ended",
        "finished",
    }


def test_a_knock_out_with_byes_for_the_best_seeded():
    tournament = begun(13, **FINAL)
    first = published(tournament)
    through = set(first.byes.values_list("entry__number", flat=True))
    assert through == {1}
    assert all(bye.through for bye in first.byes.all())
    play_round(first)
    winners = {table.seats.get(seat=1).entry.number for table in first.tables.all()}
    second = published(tournament)
    assert set(second.seats.values_list("entry__number", flat=True)) == winners | through
    play_round(second)
    champion = second.seats.get(seat=1).entry.character_id
    stage = first.stage
    assert stage_order(stage)[0] == champion
    assert set(stage_order(stage)[:4]) == set(second.seats.values_list("entry__character", flat=True))
    end_stage(stage=stage)
    assert_proved(tournament)


def test_of_two_level_at_the_top_the_better_seeded_goes_through():
    tournament = begun(16, **FINAL)
    first = published(tournament)
    for table in first.tables.all():
        played_table(table, cards=(10, 10, 10, 3))
    play_round(first)
    numbers = [
        sorted(table.seats.filter(seat__lte=3).values_list("entry__number", flat=True))[0]
        for table in first.tables.all()
    ]
    assert sorted(published(tournament).seats.values_list("entry__number", flat=True)) == sorted(numbers)


def test_a_winner_who_has_left_makes_room_for_the_next_at_the_table():
    tournament = begun(16, **FINAL)
    first = play_round(published(tournament))
    left, follows = (first.tables.first().seats.get(seat=seat).entry for seat in (1, 2))
    Entry.objects.filter(pk=left.pk).update(status=Entry.DROPPED)
    second = published(tournament)
    assert follows.pk in second.seats.values_list("entry", flat=True)
    assert left.pk not in second.seats.values_list("entry", flat=True)


def test_a_knock_out_round_does_not_end_without_every_result():
    tournament = begun(16, **FINAL)
    first = published(tournament)
    said = refusal(end_round, round=first, force=True, reason="It is late")
    assert "A knock-out needs every result; let the referee rule." in said


def test_a_fixed_schedule_lets_everybody_meet_as_evenly_as_can_be():
    tournament = begun(16, format=Stage.FIXED, rounds=5, name="Schedule")
    met = []
    for _ in range(5):
        for table in seating(play_round(published(tournament))).values():
            met += [frozenset(pair) for pair in combinations(table, 2)]
    assert len(set(met)) == len(met) == 120
    plans = [draw.source["plan"] for draw in Draw.objects.order_by("number")]
    assert [plan["round"] for plan in plans] == [0, 1, 2, 3, 4]
    assert len({plan["seed"] for plan in plans}) == 1
    assert_proved(tournament)


def test_a_fixed_schedule_is_planned_again_when_somebody_leaves():
    tournament = begun(8, format=Stage.FIXED, rounds=3)
    play_round(published(tournament))
    tournament.entries.filter(number=8).update(status=Entry.DROPPED)
    play_round(published(tournament))
    plan = Draw.objects.get(number=2).source["plan"]
    assert (plan["round"], plan["rounds"], plan["seed"]) == (0, 2, Draw.objects.get(number=2).seed)
    assert_proved(tournament)


def poker_table(table: Table) -> None:
    """Seat 1 ends as dishwasher, the last seat as boss."""
    seats = list(table.seats.select_related("entry__character").order_by("seat"))
    lines = tuple(
        SeatLine(seat.seat, seat.entry.character_id, seat.entry.character.name, figures={"positions": (5 - seat.seat,)})
        for seat in seats
    )
    tournament = table.round.stage.tournament
    sheet = ScoreSheet("career_poker", "london", timezone.now(), lines)
    reference = f"{tournament.slug}-r{table.round.number}t{table.number}"
    made = report_game(season=tournament.season, reference=reference, sheet=sheet, source=Sheet.WEB, confirm=True)
    Table.objects.filter(pk=table.pk).update(game=made.game)


def test_positions_of_career_poker_carry_from_round_to_round():
    tournament = to_draw(
        8, system="career_poker", plans=[{"format": Stage.CAREER_POKER, "name": "Evening", "rounds": 2}]
    )
    stage = start_stage(tournament=tournament)
    first = published(tournament)
    for table in first.tables.all():
        poker_table(table)
    held = {seat.entry_id: 5 - seat.seat for seat in first.seats.all()}
    end_round(round=first)
    second = published(tournament)
    for table in second.tables.all():
        positions = [held[seat.entry_id] for seat in table.seats.order_by("seat")]
        assert positions == sorted(positions)
    assert Draw.objects.get(number=2).method == f"{stage.format}/1"
    assert not Draw.objects.get(number=2).source["field"]["seats_matter"]
    assert_proved(tournament)


def test_only_career_poker_carries_positions():
    tournament = to_draw(8, plans=[{"format": Stage.CAREER_POKER, "name": "Evening"}])
    assert "only Career Poker has" in refusal(start_stage, tournament=tournament)


def test_open_play_goes_on_until_the_stage_ends():
    tournament = begun(8, format=Stage.OPEN, name="Open play", rounds=None)
    stage = tournament.stages.get()
    assert "nothing is drawn" in refusal(draw_next_round, tournament=tournament)
    entries = list(tournament.entries.order_by("number"))
    table = open_table(stage=stage, entries=entries[:4])
    assert list(table.seats.values_list("entry__number", "seat")) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    said = refusal(open_table, stage=stage, entries=entries[3:7])
    assert said == "Dev still plays at table 1. Confirm that result first."
    played_table(table)
    again = open_table(stage=stage, entries=entries[3:7])
    assert (again.number, Round.objects.count()) == (2, 1)
    assert "can't sit at a table twice" in refusal(open_table, stage=stage, entries=[entries[0]] * 3)
    assert "is played by" in refusal(open_table, stage=stage, entries=entries[:1])
    assert "still waits for table 2" in refusal(end_stage, stage=stage)
    played_table(again)
    end_stage(stage=stage)
    assert Round.objects.get().status == Round.ENDED
    assert names(tournament, stage_order(stage))[:1] == ["Dev"]


def test_a_redrawn_knock_out_takes_the_new_winner_in():
    tournament = begun(64, **FINAL)
    first = play_round(published(tournament))
    second = published(tournament)
    left = table_at(second, 1).seats.get(seat=1).entry
    Entry.objects.filter(pk=left.pk).update(status=Entry.DROPPED)
    others = seating(second)
    redraw_round(round=second, reason="A winner has left", tables=[table_at(second, 1)])
    after = seating(second)
    assert {number: after[number] for number in (2, 3, 4)} == {number: others[number] for number in (2, 3, 4)}
    table = first.seats.get(entry=left).table
    assert table.seats.get(seat=2).entry.character.name in after[1]
    assert_proved(tournament)
