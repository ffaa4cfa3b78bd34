"""What was worked out is kept for as long as the rows that it was worked out of are the very same."""

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import transaction
from django.db.models import Sum

from league.core.queries.cached import ROWS, cached


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


def asked(name: str, worked: list[str]) -> str:
    def work_out() -> str:
        worked.append(name)
        return name

    return cached(name, work_out, (Group.objects.all(), ROWS), (Group.objects.all(), [Sum("pk")]))


@pytest.mark.django_db(transaction=True)
def test_it_is_worked_out_again_once_rows_came_or_went():
    worked: list[str] = []
    Group.objects.create(name="one")
    assert [asked("a", worked) for _ in range(2)] == ["a", "a"] and worked == ["a"]
    other = Group.objects.create(name="other")
    assert asked("a", worked) == "a" and worked == ["a", "a"]
    other.delete()
    assert asked("a", worked) == "a" and asked("b", worked) == "b"
    assert worked == ["a", "a", "b"], "of the rows of before it is known still"


@pytest.mark.django_db
def test_nothing_is_kept_within_a_transaction():
    worked: list[str] = []
    with transaction.atomic():
        assert [asked("a", worked) for _ in range(2)] == ["a", "a"]
    assert worked == ["a", "a"]
