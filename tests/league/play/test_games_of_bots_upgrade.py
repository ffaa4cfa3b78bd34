"""The upgrade from the time when games of bots had a queue of their own."""

import importlib
from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps

from games.models import Play
from league.models import Notice, SeasonPlay
from tests.factories.friday_club import FridayClub, a_friday_club

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("league", "0036_talk_and_try_outs"), ("games", "0010_games_of_bots")]


@pytest.fixture
def before(transactional_db) -> Iterator[StateApps]:
    """The models of then, with the table that is there no more."""
    apps = MigrationLoader(connection).project_state(BEFORE).apps
    orders = apps.get_model("league", "BotGame")
    with connection.schema_editor() as editor:
        editor.create_model(orders)
    yield apps
    with connection.schema_editor() as editor:
        editor.delete_model(orders)


def test_what_bots_had_not_played_is_closed_and_who_ordered_it_is_told(before: StateApps, client, text):
    club: FridayClub = a_friday_club()
    seats = [{"character": club.overtime.pk, "bot": "greedy"}, {"character": None, "bot": "search:visits=40"}]
    table = {"system": "careers", "mode": "formula", "target": 100, "seats": seats}
    for token, status in (("one", "waiting"), ("two", "refused"), ("three", "stopped")):
        values = {"season_id": club.season.pk, "ordered_by_id": club.cleo.pk, "token": token, "table": table}
        before.get_model("league", "BotGame").objects.create(status=status, **values)
    migration = importlib.import_module("league.migrations.0038_games_of_bots_are_plays")
    migration.close_what_waits(before, None)
    play = Play.objects.get()
    assert (play.status, play.problem, play.opened_by) == ("closed", migration.NOT_PLAYED, club.cleo)
    assert SeasonPlay.objects.get().season == club.season and not play.of_bots
    assert [(one.name, one.character) for one in play.seats.all()] == [
        ("Ada Overtime", club.overtime),
        ("Search bot 2", None),
    ]
    client.force_login(club.cleo)
    assert migration.NOT_PLAYED in text(Notice.objects.get(user=club.cleo).link)
