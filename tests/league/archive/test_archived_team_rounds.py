"""The archive of a tournament in which teams meet."""

from typing import Any

import pytest
from django.db import transaction

from league.core.services.uploads import FileRefused
from league.models import League, Team
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.draws.services.draws import draw_next_round
from tests.factories.archives import archive_of, lasting, spoilt, write_archive
from tests.factories.draws import assert_proved, play_round, published
from tests.factories.seasons import a_season
from tests.factories.teams import started

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive() -> dict[str, Any]:
    """Two rounds of five teams of two, one of which has an order of its own; not known here."""
    with transaction.atomic():
        tournament = started(5, 2, line_up=1, shortfall="bye")
        Team.objects.get(number=1).members.filter(character__entries__number=2).update(place=1)
        for _ in range(2):
            play_round(published(tournament))
        made = archive_of(tournament, with_secret=True)
        transaction.set_rollback(True)
    return made


@pytest.fixture
def league() -> League:
    return a_season("autumn").league


def test_it_comes_out_the_same_and_goes_on(archive, league):
    assert archive["version"] == 2
    _summary, made = import_tournament(league=league, data=write_archive(archive))
    assert lasting(archive_of(made, with_secret=True)) == lasting(archive)
    draw_next_round(tournament=made)
    assert_proved(made)


SOURCE = ("stages", 0, "played_rounds", 1, "draws", 0, "source")


@pytest.mark.parametrize(
    ("path", "value", "place", "says"),
    [
        (("version",), 1, "stages[0].line_up", "An archive with teams has version 2."),
        (("stages", 0, "format"), "knock_out", "stages[0].line_up", "only in Swiss rounds or in a fixed schedule"),
        (("stages", 0, "cut"), 4, "stages[0].line_up", "without a cut"),
        (("stages", 0, "line_up"), 2, "stages[0].played_rounds[0].draws[0].source", "not of this stage"),
        ((*SOURCE, "line_ups", 0, 1), [77], "stages[0].played_rounds[1].draws[0].source", "not of this stage"),
        ((*SOURCE, "line_ups", 0, 0), 77, "stages[0].played_rounds[1].draws[0].source", "not of this stage"),
        ((*SOURCE, "line_ups"), [{}], "stages[0].played_rounds[1].draws[0].source", "not of this stage"),
        ((*SOURCE, "line_ups"), 5, "stages[0].played_rounds[1].draws[0].source", "not of this stage"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_place(archive, league, path, value, place, says):
    with pytest.raises(FileRefused) as refused:
        import_tournament(league=league, data=write_archive(spoilt(archive, path, value)))
    found = [(problem.column, problem.message) for problem in refused.value.problems]
    assert any(where == place and says in message for where, message in found), found


def test_a_stage_of_people_has_no_draws_of_teams(archive, league):
    del archive["stages"][0]["line_up"]
    with pytest.raises(FileRefused) as refused:
        import_tournament(league=league, data=write_archive(archive))
    assert "stages[0].played_rounds[0].draws[0].source" in [problem.column for problem in refused.value.problems]
