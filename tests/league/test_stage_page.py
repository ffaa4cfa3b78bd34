"""Standings of a stage with their workings, and the final standings of a tournament."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Bye, Round, Ruling, Stage
from league.queries.stage_page import final_standings, stage_page, why_in_stage
from league.rules.table_points import UNIT
from league.services.stages import end_stage, start_stage
from tests.factories.draws import begun, play, published, to_draw
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered, played_table

pytestmark = pytest.mark.django_db


def test_the_working_of_points_names_byes_and_penalties():
    tournament = a_tournament()
    entries = entered(tournament, 5)
    stage = a_stage(tournament, entries)
    first = a_round(stage, entries[:4], status=Round.ENDED)
    played_table(first.tables.get())
    Bye.objects.create(round=first, entry=entries[4])
    Ruling.objects.create(
        tournament=tournament, round=first, entry=entries[0], kind="penalty", units=5 * UNIT, reason="Late"
    )
    Ruling.objects.create(
        tournament=tournament,
        round=first,
        entry=entries[1],
        kind="penalty",
        units=5 * UNIT,
        reason="Late",
        rescinded_at=timezone.now(),
        rescinded_because="Was not late",
    )
    workings = {row.name: row.tiebreaks[0].working for row in stage_page(stage).rows}
    assert workings["Ada"] == "60.00 points from 1 game, 5.00 taken by penalties."
    assert workings["Bo"] == "44.00 points from 1 game."
    assert workings["Eve"] == "0.00 points from 0 games, 36.00 from a bye."
    why = why_in_stage(stage, entries[0].character)
    assert why is not None
    assert why.standing.tiebreaks[0].working == workings["Ada"]
    assert "the tournament's commitment" in why.standing.tiebreaks[-1].working
    assert (why.of, why.below.name if why.below else "") == (5, "Bo")


def test_pages_of_a_stage_say_who_moved_since_the_round_before():
    tournament = begun(8)
    play(published(tournament))
    play(published(tournament))
    stage = tournament.stages.get()
    page = stage_page(stage, number=2, size=5)
    assert (page.number, page.pages, page.total, len(page.rows)) == (2, 2, 8, 3)
    assert [row.position for row in page.rows] == [6, 7, 8]
    assert any(row.movement for row in stage_page(stage).rows)


def test_a_knock_out_stands_by_how_far_everybody_came():
    tournament = to_draw(16, plans=[{"format": Stage.KNOCK_OUT, "name": "Knock-out", "rounds": None}])
    stage = start_stage(tournament=tournament)
    play(published(tournament))
    last = play(published(tournament))
    end_stage(stage=stage)
    rows = stage_page(stage).rows
    assert rows[0].character == last.seats.get(seat=1).entry.character_id
    assert rows[0].tiebreaks[-1].working.startswith("Reached round 2: won its table; seeded ")
    assert rows[4].tiebreaks[-1].working.startswith("Reached round 1: place 2 at its table; seeded ")
    assert [row.position for row in final_standings(tournament)] == list(range(1, 17))
    third = tournament.entries.get(character=rows[2].character).character
    why = why_in_stage(stage, third)
    assert why is not None and why.above is not None
    assert (why.standing.position, why.above.position) == (3, 2)


@pytest.mark.parametrize("number", [8, 32])
def test_queries_do_not_grow_with_the_field(number: int):
    tournament = begun(number)
    play(published(tournament))
    play(published(tournament))
    with CaptureQueriesContext(connection) as captured:
        stage_page(tournament.stages.get())
    assert len(captured) <= 17
