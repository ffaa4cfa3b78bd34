"""The page of the last round, from the draw until its tables are confirmed."""

import pytest
from django.test import Client
from django.utils import timezone

from games.rules.points import UNIT
from league.forecasts.queries.last_round import last_round_of
from league.models import Bye, Entry, Round, Ruling, Stage, Tournament
from tests.factories.pages import text
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
PAGE, DATA = "/tournaments/spring-open/last-round/", "/api/v1/tournaments/spring-open/last-round/"


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def entries(tournament) -> list[Entry]:
    return entered(tournament, 8)


def before_the_last(tournament: Tournament, entries: list[Entry], *, cut: int | None = None) -> Stage:
    """Two rounds, in the first of which both tables ended in the order of their seats: 60, 44, 28, 12."""
    stage = a_stage(tournament, entries, rounds=2)
    first = a_round(stage, entries[:4], entries[4:], status=Round.ENDED)
    for table in first.tables.all():
        played_table(table)
    if cut:
        Stage.objects.create(tournament=tournament, number=2, name="Final", format=Stage.SWISS, rounds=1, cut=cut)
    return stage


def told(tournament: Tournament) -> dict[str, tuple[str, int | None, int | None]]:
    rows = last_round_of(tournament).rows
    return {row.person.name: (row.verdict.claim, row.verdict.enough, row.verdict.least) for row in rows}


def test_before_the_last_round_is_drawn_there_is_nothing_to_work_out(tournament, entries):
    before_the_last(tournament, entries)
    page = Client().get(PAGE)
    assert page.status_code == 200 and "Nothing to work out now" in text(page)
    assert Client().get(DATA).status_code == 404
    assert PAGE not in Client().get(tournament.get_absolute_url()).content.decode()


def test_who_comes_first_wins_where_no_stage_follows(tournament, entries):
    stage = before_the_last(tournament, entries)
    ada, bo, cleo, dev, eve, *others = entries
    a_round(stage, [ada, eve, bo, others[0]], [cleo, dev, *others[1:]], number=2)
    found = told(tournament)
    assert found["Ada"] == found["Eve"] == ("open", 1, 2), "alone in front with a win, level with a shared first place"
    assert found["Dev"][0] == "out", "12 and 60 are less than 60 and 44, which one of the two who lead will have"
    page = text(Client().get(PAGE))
    assert "A win is enough." in page and "no longer come first" in page


def test_the_cut_decides_and_each_confirmed_table_counts_at_once(tournament, entries):
    stage = before_the_last(tournament, entries, cut=4)
    last = a_round(stage, entries[:4], entries[4:], number=2)
    assert told(tournament)["Ada"][0] == "open"
    assert [row["table"] for row in Client().get(DATA).json()].count(1) == 4
    played_table(last.tables.get(number=1))
    found = told(tournament)
    assert found["Ada"] == ("through", None, None), "120 points, and at the other table at most one has as much"
    assert found["Dev"] == ("out", None, None)
    page = text(Client().get(PAGE))
    assert "The first 4 go on to <bdi>Final</bdi>." in page and "Through, whatever happens" in page
    played_table(last.tables.get(number=2))
    assert {claim for claim, _enough, _least in told(tournament).values()} == {"through", "out"}


def test_the_standings_lead_to_it_while_it_is_played(tournament, entries):
    stage = before_the_last(tournament, entries)
    a_round(stage, entries[:4], entries[4:], number=2)
    assert PAGE in Client().get(tournament.get_absolute_url()).content.decode()


def test_a_bye_and_a_penalty_are_in_it_and_who_dropped_takes_no_place(tournament, entries):
    stage = before_the_last(tournament, entries, cut=2)
    ada, bo, cleo, dev, eve, fay, *others = entries
    last = a_round(stage, [bo, cleo, dev], [fay, *others], number=2)
    Bye.objects.create(round=last, entry=ada)
    Entry.objects.filter(pk=eve.pk).update(status=Entry.DROPPED, dropped_at=timezone.now())
    found = told(tournament)
    assert "Eve" not in found
    assert found["Ada"][0] == "through", "108 points with the bye; Bo and Finn can have 104"
    Ruling.objects.create(
        tournament=tournament, round=last, entry=ada, kind=Ruling.PENALTY, units=60 * UNIT, reason="Late"
    )
    assert told(tournament)["Ada"][0] == "out"


def test_a_knock_out_has_no_such_page(tournament, entries):
    stage = a_stage(tournament, entries, format=Stage.KNOCK_OUT, rounds=None)
    a_round(stage, entries[:4], entries[4:])
    assert last_round_of(tournament) is None


def test_a_tournament_that_is_nowhere_is_404(tournament):
    assert Client().get("/tournaments/nowhere/last-round/").status_code == 404
    assert Client().get("/api/v1/tournaments/nowhere/last-round/").status_code == 404
