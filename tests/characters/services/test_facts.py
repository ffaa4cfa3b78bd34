"""The chain of facts: whoever tries to change the past is stopped by the database itself."""

import pytest
from django.db import IntegrityError, connection, transaction

from characters.models import Fact
from characters.rules.facts import FIRST_DIGEST, decode, digest, first_broken_link
from characters.rules.house_rules import house_rules
from characters.services.facts import keep_rules, record_facts
from tests.factories.cast import a_staffed_season
from tests.factories.games import played
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    season, ada, bo, *_ = a_staffed_season()
    for day in range(1, 4):
        played(season, f"g{day}", at(ada, 120), at(bo, 30), day=day)
    ada.refresh_from_db()
    return ada


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE characters_fact SET content = '{}'",
        "UPDATE characters_fact SET game = game",
        "UPDATE characters_fact SET digest = 'x' WHERE number = 2",
        "DELETE FROM characters_fact",
        "DELETE FROM characters_fact WHERE number = 3",
    ],
)
def test_the_database_refuses_to_change_or_delete_a_fact(ada, statement):
    before = list(Fact.objects.values())
    with (
        pytest.raises(IntegrityError, match="facts are append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert list(Fact.objects.values()) == before


def test_neither_do_querysets_nor_rows_get_past_it(ada):
    fact = Fact.objects.filter(character=ada).first()
    for act in (fact.delete, fact.save, Fact.objects.all().delete, lambda: Fact.objects.update(number=7)):
        with pytest.raises(IntegrityError), transaction.atomic():
            act()


def test_a_chain_counts_from_one_and_every_link_follows_from_the_one_before(ada):
    chain = list(Fact.objects.filter(character=ada).values_list("number", "content", "digest"))
    assert [number for number, *_ in chain] == [1, 2, 3]
    assert first_broken_link(chain) is None
    assert chain[0][2] == digest(FIRST_DIGEST, chain[0][1])
    assert (ada.last_fact, ada.last_digest) == (3, chain[-1][2])


def test_a_number_is_given_once(ada):
    with pytest.raises(IntegrityError), transaction.atomic():
        Fact.objects.create(character=ada, number=3, content="{}", digest="x")


def test_what_was_recorded_reads_back_as_the_same_fact(ada):
    fact = decode(Fact.objects.filter(character=ada).last().content)
    record_facts(entries=[(ada.pk, fact), (ada.pk, fact)])
    assert [decode(row.content) for row in Fact.objects.filter(character=ada, number__gt=3)] == [fact, fact]


def test_equal_house_rules_are_kept_once():
    first, again = (keep_rules(rules=house_rules({"best_of": 7})) for _ in range(2))
    assert first == again and first.digest == house_rules({"best_of": 7}).digest
