"""Queries whose SQL is written once."""

from datetime import timedelta

import pytest

from characters.models import Character
from characters.queries.compiled import MOST_KEPT, Compiled, keep_related
from games.models import Game, Sheet, SheetSeat
from league.models import TableSeat
from tests.factories.reports import says
from tests.factories.tables import a_table, now

pytestmark = pytest.mark.django_db


def test_it_finds_what_the_query_finds_with_what_is_joined(django_assert_num_queries):
    table = a_table()
    seats = Compiled(lambda pk: TableSeat.objects.filter(table=pk).select_related("entry__character").order_by("-seat"))
    with django_assert_num_queries(1):
        found = seats(table.pk)
        names = [seat.entry.character.name for seat in found if seat.entry]
    assert names == ["Dev", "Cleo", "Bo", "Ada"]
    assert [seat.claimed_at for seat in found] == [None] * 4
    assert seats(table.pk + 1) == []


def test_a_row_is_like_any_other_and_its_fields_are_converted():
    table = a_table()
    says(table, 1)
    (found,) = Compiled(lambda pk: Sheet.objects.filter(pk=pk).select_related("game"))(Sheet.objects.get().pk)
    stored = Sheet.objects.get()
    assert found == stored
    assert (found.played_at, found.doubts) == (stored.played_at, stored.doubts)
    found.minutes = 7
    found.save(update_fields=["minutes"])
    assert Sheet.objects.get().minutes == 7


@pytest.mark.parametrize("number", [1, 3, MOST_KEPT + 1])
def test_it_takes_any_number_of_ids(number):
    table = a_table()
    ids = list(Character.objects.order_by("pk").values_list("pk", flat=True))
    wanted = (ids * number)[:number]
    found = Compiled(lambda *pks: Character.objects.filter(pk__in=pks).order_by("pk"))(*wanted)
    assert [one.pk for one in found] == sorted(set(wanted))
    assert table.pk


def test_it_asks_for_moments_too():
    table = a_table()
    says(table, 1)
    later = Compiled(lambda moment, pk: Sheet.objects.filter(played_at__gte=moment, game__table=pk))
    played = Sheet.objects.get().played_at
    assert len(later(played, table.pk)) == 1
    assert later(played + timedelta(seconds=1), table.pk) == []


def test_columns_left_out_are_fetched_when_asked_for(django_assert_num_queries):
    a_table()
    found = Compiled(lambda pk: Character.objects.filter(pk=pk).only("name")).one(Character.objects.get(name="Bo").pk)
    assert found is not None
    with django_assert_num_queries(1):
        assert (found.name, found.slug) == ("Bo", "bo")


def test_an_argument_that_is_not_asked_for_is_a_mistake():
    with pytest.raises(ValueError, match=r"Arguments \[1\]"):
        Compiled(lambda pk, other: Game.objects.filter(pk=pk))(1, 2)


def test_related_rows_at_hand_are_not_fetched_again(django_assert_num_queries):
    table = a_table()
    says(table, 1)
    sheet = Sheet.objects.get()
    keep_related(sheet, "seats", list(SheetSeat.objects.filter(sheet=sheet).order_by("seat")))
    with django_assert_num_queries(0):
        assert [seat.seat for seat in sheet.seats.all()] == [1, 2, 3, 4]
    assert sheet.seats.get(seat=3).name == "Cleo"
    assert now(table).newest == sheet
