"""Rows whose SQL is written once, and statements that go together."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from characters.queries.compiled import Compiled, Statement, together
from characters.services.rows import AT_ONCE, adding, changing, insert_rows
from games.models import Decision, Game
from league.models import LedgerEntry, Table
from tests.factories.reports import says
from tests.factories.tables import a_table

pytestmark = pytest.mark.django_db
GAMES = Compiled(lambda *ids: Game.objects.filter(pk__in=ids).order_by("pk"))


def a_game(edition: str = "london", **more: int) -> Game:
    return Game(system="careers", edition=edition, **more)


def test_rows_get_their_ids_in_order_and_are_stored_ones():
    first, second = a_game("london"), a_game("berlin")
    together(adding(first, second))
    assert Game.objects.get(pk=first.pk).edition == "london"
    assert Game.objects.get(pk=second.pk).edition == "berlin"
    second.edition = "sofia"
    second.save()
    assert Game.objects.get(pk=second.pk).edition == "sofia"


def test_what_the_database_fills_in_is_read_when_asked_for():
    game = a_game(revision=3)
    together(adding(game))
    stored = Game.objects.get()
    assert (game.created_at, game.revision, game.played_by_bots) == (stored.created_at, 3, False)
    assert game.created_at.tzinfo is not None


def test_json_relations_and_moments_are_stored_as_django_stores_them():
    table = a_table()
    tournament = table.round.stage.tournament
    event = LedgerEntry(tournament=tournament, kind="ruled", text="100 % sure; 'quoted'", about={"seats": [1, {}]})
    together(adding(event))
    found = LedgerEntry.objects.get(pk=event.pk)
    assert (found.tournament, found.text, found.about, found.told_at) == (tournament, event.text, event.about, None)
    table.confirm_by, table.changed = datetime(2026, 3, 1, 18, tzinfo=UTC), "Seat 1 changed it."
    together(changing(table, "confirm_by"))
    found = Table.objects.get(pk=table.pk)
    assert (found.confirm_by, found.changed) == (table.confirm_by, "")


def test_statements_are_answered_in_their_order_and_see_what_went_before():
    games = [a_game(), a_game()]
    together(adding(*games))
    games[0].revision = 5
    nothing, found, answer, none = together(
        changing(games[0], "revision"),
        GAMES.of(*(game.pk for game in games)),
        Statement("SELECT %s + 1", [41], list),
        GAMES.of(0),
    )
    assert nothing is None
    assert [(game.pk, game.revision) for game in found] == [(games[0].pk, 5), (games[1].pk, 0)]
    assert [tuple(row) for row in answer] == [(42,)]
    assert none == []


def test_where_one_is_refused_none_is_written():
    table = a_table()
    says(table, 1)
    table.refresh_from_db()
    twice = [Decision(game=table.game, revision=9, kind="agreed", version=1) for _ in range(2)]
    with pytest.raises(IntegrityError), transaction.atomic():
        together(adding(twice[0]), adding(twice[1]))
    assert not Decision.objects.filter(revision=9).exists()


def test_rows_by_the_thousand_are_stored_as_django_stores_them():
    tournament = a_table().round.stage.tournament
    told = datetime(2026, 3, 1, 18, tzinfo=UTC)
    columns = ("tournament_id", "kind", "text", "about", "told_at")
    rows = [(tournament.pk, "ruled", f"{number} % sure", {"seats": [number]}, told) for number in range(AT_ONCE + 2)]
    insert_rows(LedgerEntry, columns, rows)
    found = LedgerEntry.objects.filter(kind="ruled").order_by("pk").values_list(*columns)
    assert list(found) == rows


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        insert_rows(LedgerEntry, ("kind",), [])
