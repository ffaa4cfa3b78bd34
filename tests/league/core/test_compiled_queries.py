"""Queries whose SQL is written once."""

from datetime import timedelta

import pytest

from characters.models import Character
from characters.queries.compiled import Compiled
from games.models import Game, Sheet
from league.models import TableSeat
from tests.factories.reports import says
from tests.factories.tables import a_table

pytestmark = pytest.mark.django_db


def test_it_finds_what_the_query_finds_with_what_is_joined(django_assert_num_queries):
    table = a_table()
    last = Compiled(lambda pk: TableSeat.objects.filter(table=pk).select_related("entry__character").order_by("-seat"))
    with django_assert_num_queries(1):
        seat = last.first(table.pk)
        assert seat is not None
        assert seat.entry is not None
        assert (seat.entry.character.name, seat.claimed_at) == ("Dev", None)
    assert last.first(table.pk + 1) is None


def test_a_row_is_like_any_other_and_its_fields_are_converted():
    table = a_table()
    says(table, 1)
    stored = Sheet.objects.get()
    sheet = Compiled(lambda pk: Sheet.objects.filter(pk=pk).select_related("game")).first(stored.pk)
    assert sheet == stored
    assert (sheet.played_at, sheet.doubts) == (stored.played_at, stored.doubts)
    sheet.minutes = 7
    sheet.save(update_fields=["minutes"])
    assert Sheet.objects.get().minutes == 7


def test_it_asks_for_moments_too():
    table = a_table()
    says(table, 1)
    later = Compiled(lambda moment, pk: Sheet.objects.filter(played_at__gte=moment, game__table=pk))
    played = Sheet.objects.get().played_at
    assert later.first(played, table.pk) is not None
    assert later.first(played + timedelta(seconds=1), table.pk) is None


def test_columns_left_out_are_fetched_when_asked_for(django_assert_num_queries):
    a_table()
    bo = Character.objects.get(name="Bo")
    found = Compiled(lambda pk: Character.objects.filter(pk=pk).only("name")).first(bo.pk)
    assert found is not None
    with django_assert_num_queries(1):
        assert (found.name, found.slug) == ("Bo", "bo")


def test_it_finds_all_rows_and_plain_values(django_assert_num_queries):
    table = a_table()
    entries = [seat.entry for seat in TableSeat.objects.filter(table=table).order_by("-seat")[:3]]
    compiled = Compiled(lambda pk: TableSeat.objects.filter(table=pk).select_related("entry").order_by("-seat")[:3])
    with django_assert_num_queries(1):
        assert [seat.entry for seat in compiled.all(table.pk)] == entries
    numbers = Compiled(lambda pk: TableSeat.objects.filter(table=pk).order_by("seat").values_list("seat", "claimed_at"))
    assert numbers.values(table.pk) == [(1, None), (2, None), (3, None), (4, None)]
    assert numbers.values(table.pk + 1) == []


def test_an_argument_that_is_not_asked_for_is_a_mistake():
    with pytest.raises(ValueError, match=r"Arguments \[1\]"):
        Compiled(lambda pk, other: Game.objects.filter(pk=pk)).first(1, 2)
