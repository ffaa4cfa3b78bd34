"""Which phone speaks for which seat."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.models import Entry, LedgerEntry, Round, TableSeat
from league.tournaments.tables.services.rulings import mark_absent
from league.tournaments.tables.services.seats import claim_seat, free_seat
from tests.factories.reports import says
from tests.factories.tables import a_table, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_table(3, bots=1)


def test_a_phone_takes_a_seat_and_only_the_digest_of_its_secret_is_kept(table):
    taken = claim_seat(seat=seat(table, 1), device="phone of ada")
    assert len(taken.device) == 64
    assert "ada" not in taken.device
    assert claim_seat(seat=seat(table, 1), device="phone of ada").claimed_at == taken.claimed_at


def test_a_seat_is_one_phones(table):
    claim_seat(seat=seat(table, 1), device="phone of ada")
    with pytest.raises(ValidationError, match="Another phone has chosen seat 1"):
        claim_seat(seat=seat(table, 1), device="phone of bo")
    says(table, 1)
    for again in (False, True):
        with pytest.raises(ValidationError, match="Another phone already speaks for seat 1"):
            claim_seat(seat=seat(table, 1), device="phone of bo", again=again)


def test_a_phone_that_forgot_who_it_is_takes_its_seat_again_until_it_has_sent_something(table):
    before = claim_seat(seat=seat(table, 1), device="phone of ada").device
    assert claim_seat(seat=seat(table, 1), device="phone of ada, its cookies gone", again=True).device != before


def test_a_phone_that_chose_the_wrong_seat_chooses_again(table):
    claim_seat(seat=seat(table, 1), device="phone of bo")
    claim_seat(seat=seat(table, 2), device="phone of bo")
    assert [bool(one.device) for one in TableSeat.objects.order_by("seat")] == [False, True, False, False]


def test_a_phone_that_has_reported_keeps_its_seat(table):
    claim_seat(seat=seat(table, 1), device="phone of ada")
    says(table, 1)
    with pytest.raises(ValidationError, match="has reported for it"):
        claim_seat(seat=seat(table, 2), device="phone of ada")


def test_whoever_owns_the_character_takes_the_seat_over(table):
    claim_seat(seat=seat(table, 1), device="phone of a joker")
    owner = seat(table, 1).entry.character.owner
    other = seat(table, 2).entry.character.owner
    with pytest.raises(ValidationError):
        claim_seat(seat=seat(table, 1), device="phone of bo", by=other)
    before = seat(table, 1).device
    claim_seat(seat=seat(table, 1), device="phone of ada", by=owner)
    assert seat(table, 1).device != before


def test_the_referee_frees_a_seat_for_another_phone(table):
    claim_seat(seat=seat(table, 1), device="lost phone")
    free_seat(seat=seat(table, 1), by=None)
    claim_seat(seat=seat(table, 1), device="new phone")
    assert "lets another phone speak for seat 1 (Ada)" in LedgerEntry.objects.latest("id").text


def test_nobody_speaks_for_a_bot(table):
    with pytest.raises(ValidationError, match="a bot's"):
        claim_seat(seat=seat(table, 4), device="phone")


def test_nobody_speaks_for_somebody_who_is_not_there(table):
    mark_absent(seat=seat(table, 2), reason="did not come", by=None)
    with pytest.raises(ValidationError, match="Bo was marked as absent"):
        claim_seat(seat=seat(table, 2), device="phone")
    Entry.objects.filter(number=3).update(status=Entry.DROPPED)
    with pytest.raises(ValidationError, match="Cleo has dropped out"):
        claim_seat(seat=seat(table, 3), device="phone")


def test_seats_are_taken_while_the_round_is_played(table):
    Round.objects.update(status=Round.DRAFT)
    with pytest.raises(ValidationError, match="not published yet"):
        claim_seat(seat=seat(table, 1), device="phone")
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    with pytest.raises(ValidationError, match="Round 1 is over"):
        claim_seat(seat=seat(table, 1), device="phone")
