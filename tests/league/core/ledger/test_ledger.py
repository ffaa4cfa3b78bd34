import pytest
from django.db import IntegrityError, connection, transaction

from league.core.ledger.rules.chain import CONTENT, chained, content_of
from league.core.ledger.services import record
from league.core.ledger.services.heads import chain_entries, chain_waiting
from league.models import League, LedgerEntry, Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return League.objects.create(name="Thursday", slug="thursday")


def changed(league: League, text: str = "A role was changed.") -> LedgerEntry:
    return record(kind="role_changed", text=text, league=league, role="organiser")


def links(league: League | None) -> list[tuple[int | None, str]]:
    return list(LedgerEntry.objects.filter(league=league).order_by("number").values_list("number", "digest"))


def test_a_decision_waits_for_its_link_and_for_no_letter(league):
    entry = changed(league)
    entry.refresh_from_db()
    assert (entry.number, entry.digest, entry.about) == (None, "", {"role": "organiser"})
    assert entry.told_at is not None


def test_every_league_has_a_chain_and_the_installation_has_one(league):
    other = League.objects.create(name="Friday", slug="friday")
    for place in (league, other, None, league):
        record(kind="role_changed", text="A role was changed.", league=place)
    assert chain_waiting() == 4
    assert [number for number, _ in links(league)] == [1, 2]
    assert [number for number, _ in links(other)] == [number for number, _ in links(None)] == [1]


def test_a_link_covers_the_content_and_the_link_before(league):
    changed(league)
    chain_entries(league=league.pk)
    changed(league)
    chain_entries(league=league.pk)
    rows = LedgerEntry.objects.order_by("id").values(*CONTENT)
    assert [digest for _, digest in links(league)] == chained("", map(content_of, rows))


def test_chaining_again_changes_nothing(league):
    changed(league)
    chain_waiting()
    before = links(league)
    assert chain_waiting() == 0
    assert links(league) == before


def test_an_entry_of_a_season_belongs_to_its_league(league):
    season = Season.objects.create(league=league, name="Spring", slug="spring")
    assert record(kind="season_changed", text="Another name.", season=season).league_id == league.pk


def test_an_unknown_kind_is_a_mistake_of_the_program(league):
    with pytest.raises(ValueError, match="not a kind of decision"):
        record(kind="whatever", text="Something.", league=league)


def test_a_long_sentence_is_cut(league):
    assert len(LedgerEntry.objects.get(pk=changed(league, "x" * 600).pk).text) == 500


@pytest.mark.parametrize(
    "change", [{"text": "Other."}, {"about": {"role": "player"}}, {"by": 1}, {"kind": "invited"}, {"league": None}]
)
def test_the_database_refuses_to_change_an_entry(league, change):
    entry = changed(league)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        LedgerEntry.objects.filter(pk=entry.pk).update(**change)


@pytest.mark.parametrize("change", [{"number": 2}, {"digest": "0" * 64}, {"number": None, "digest": ""}])
def test_the_database_refuses_to_change_a_link(league, change):
    changed(league)
    chain_waiting()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        LedgerEntry.objects.update(**change)


def test_the_database_refuses_to_delete_an_entry(league):
    changed(league)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        LedgerEntry.objects.all()._raw_delete("default")


@pytest.mark.services
def test_the_database_refuses_to_truncate_the_ledger():
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        connection.cursor().execute("TRUNCATE league_ledgerentry")
