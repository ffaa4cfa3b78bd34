"""The proof that a format is one file: a sixth one, written here, is offered, planned, drawn, played and ranked.

What it takes besides is its name in `Stage.FORMATS` and a migration, because the database knows the names too.
"""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.urls import reverse

from league.models import Entry, Stage
from league.tournaments.desk.services.rounds import end_round, end_stage
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.rules.proof import check_draws
from league.tournaments.draws.services.draws import draw_next_round
from league.tournaments.entries.queries import late_entry_refusal
from league.tournaments.formats import FORMATS
from league.tournaments.formats.format import Format
from league.tournaments.stages.queries.stage_standings import stage_order
from league.tournaments.stages.rules.stage_plans import StagePlan, plan_of, plan_problems, plans, stages_of
from league.tournaments.stages.services import as_plan, set_stages
from tests.factories.desk import a_desk
from tests.factories.draws import begun, named, play_round, published, seating
from tests.factories.pages import text
from tests.factories.tables import played_table, table_at

pytestmark = pytest.mark.django_db

MARATHON = Format(
    key="marathon",
    name="Marathon",
    text="Nobody rests before everybody has finished.",
    method="swiss",
    counted=False,
    nothing_follows="nobody can stand after a marathon",
    needs_every_result="A marathon needs every result.",
    rounds_text="until nobody can go on",
    byes_title="Resting",
    remarks_title="Rests",
)


@pytest.fixture(autouse=True)
def marathon(monkeypatch, db):
    """One line of registration; the constraint that a migration would change is off for this test."""
    monkeypatch.setitem(FORMATS, MARATHON.key, MARATHON)
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if sqlite:
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            cursor.execute("ALTER TABLE league_stage DROP CONSTRAINT stage_format_known")
    yield
    if sqlite:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def test_it_is_offered_and_planned():
    assert plans()["marathon"].name == "Marathon" and plan_of(["marathon"]) == "marathon"
    assert stages_of("marathon", rounds=7) == (StagePlan("marathon", "Marathon"),)
    game = {"system": "careers", "table_size": 4, "least": 2}
    assert plan_problems([StagePlan("marathon", "M", rounds=3)], **game) == [
        "M: the rounds of marathon are not chosen; leave them out."
    ]
    (refusal,) = plan_problems([StagePlan("marathon", "M"), StagePlan("swiss", "S")], **game)
    assert refusal == "S can't follow M: nobody can stand after a marathon."


def test_the_pages_speak_of_it(client):
    desk = a_desk()
    client.force_login(desk.olga)
    page = text(client.get(reverse("tournament_create", args=[desk.season.slug])))
    assert "Marathon" in page and "Nobody rests before everybody has finished." in page
    set_stages(tournament=desk.tournament, plans=stages_of("marathon"), by=desk.olga)
    assert "until nobody can go on" in text(client.get(reverse("tournament_desk", args=["spring-open"])))


def test_a_round_of_it_is_drawn_played_and_ranked(client):
    tournament = begun(8, format="marathon", name="Marathon", rounds=None)
    stage = tournament.stages.get()
    assert stage.rounds is None and as_plan(stage) == StagePlan("marathon", "Marathon")
    assert late_entry_refusal(tournament) == ""
    first = published(tournament)
    tables = seating(first)
    assert {len(names) for names in tables.values()} == {4}
    played_table(table_at(first, 1))
    with pytest.raises(ValidationError, match="A marathon needs every result"):
        end_round(round=first, force=True, reason="The hall closes")
    play_round(first)
    winners = {named(tournament, names[0]).character_id for names in tables.values()}
    assert set(stage_order(stage)[:2]) == winners
    page = text(client.get(reverse("tournament_detail", args=[tournament.slug])))
    assert '<th scope="col" class="wide">Rests</th>' in page
    assert check_draws(tournament.draw_commitment, draw_records(tournament)) == {1: []}


def test_it_goes_on_until_it_is_ended():
    tournament = begun(8, format="marathon", name="Marathon", rounds=None)
    for number in (1, 2, 3, 4):
        assert play_round(published(tournament)).number == number
    assert end_stage(stage=tournament.stages.get()).status == Stage.ENDED


def test_too_few_cannot_begin():
    with pytest.raises(ValidationError, match="a table of 4 needs 4"):
        begun(3, format="marathon", rounds=None)


def test_nobody_is_drawn_once_everybody_has_left():
    tournament = begun(4, format="marathon", rounds=None)
    tournament.entries.update(status=Entry.DROPPED)
    with pytest.raises(ValidationError, match="Nobody is left to play"):
        draw_next_round(tournament=tournament)
