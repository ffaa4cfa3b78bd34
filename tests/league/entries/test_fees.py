"""Fees: what entries owe and have paid, as the desk notes it. No payment is taken."""

import pytest
from django.core.exceptions import ValidationError

from league.models import Entry, EntryFee, LedgerEntry
from league.tournaments.entries.queries import fee_account
from league.tournaments.entries.rules import in_currency
from league.tournaments.entries.services.days import note_payment, set_fee, take_payments_back
from tests.factories.people import a_member, an_organiser
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(season):
    return an_organiser(season)


@pytest.fixture
def tournament(season, organiser):
    tournament = a_tournament(season)
    entered(tournament, 3)
    set_fee(tournament=tournament, hundredths=550, currency="EUR", how_to_pay="Cash", by=organiser)
    return tournament


def account(tournament):
    return fee_account(EntryFee.objects.get(), tournament.entries.all())


@pytest.mark.parametrize(
    ("hundredths", "text"), [(550, "5.50 EUR"), (500, "5 EUR"), (-5, "-0.05 EUR"), (123_456_700, "1,234,567 EUR")]
)
def test_an_amount_is_written_without_needless_cents(hundredths, text):
    assert in_currency(hundredths, "EUR") == text


def test_those_with_a_place_owe_and_a_payment_counts_once(tournament, organiser):
    first, _second, third = tournament.entries.order_by("number")
    Entry.objects.filter(pk=third.pk).update(status=Entry.WAITING)
    assert note_payment(entry=first, by=organiser) is not None
    assert note_payment(entry=first, by=organiser) is None
    now = account(tournament)
    assert [(line.entry.number, line.open) for line in now.lines] == [(1, 0), (2, 550)]
    assert (now.paid, now.open) == ("5.50 EUR", "5.50 EUR")


def test_a_higher_fee_leaves_a_rest_and_who_drops_gets_it_back(tournament, organiser):
    first, second, _third = tournament.entries.order_by("number")
    note_payment(entry=first, by=organiser)
    note_payment(entry=second, by=organiser)
    set_fee(tournament=tournament, hundredths=600, currency="EUR", how_to_pay="", by=organiser)
    Entry.objects.filter(pk=second.pk).update(status=Entry.DROPPED)
    assert [line.open for line in account(tournament).lines] == [50, -550, 600]
    assert account(tournament).to_pay_back == "5.50 EUR"
    assert note_payment(entry=first, by=organiser).hundredths == 50


def test_a_payment_is_taken_back_and_stays_readable(tournament, organiser):
    first = tournament.entries.first()
    note_payment(entry=first, by=organiser)
    take_payments_back(entry=first, by=organiser)
    assert account(tournament).lines[0].open == 550
    assert first.payments.get().taken_back_at is not None


def test_a_fee_that_somebody_paid_neither_ends_nor_changes_its_currency(tournament, organiser):
    note_payment(entry=tournament.entries.first(), by=organiser)
    for values in ({"hundredths": 0, "currency": "EUR"}, {"hundredths": 600, "currency": "GBP"}):
        with pytest.raises(ValidationError, match="Take the payments back"):
            set_fee(tournament=tournament, how_to_pay="", by=organiser, **values)


def test_the_log_of_the_tournament_which_everybody_reads_says_nothing_of_money(tournament, organiser):
    note_payment(entry=tournament.entries.first(), by=organiser)
    assert not tournament.events.exists()
    assert LedgerEntry.objects.filter(kind="fee_noted").count() == 2


def test_the_desk_notes_a_payment_with_one_tap(tournament, season, client, text):
    client.force_login(a_member(season, "keeper", "score_keeper"))
    page = f"/tournaments/{tournament.slug}/desk/fees/"
    before = text(page)
    assert "0 EUR paid, 16.50 EUR open" in before
    assert "button primary" not in before.partition("<main")[2], "no row calls louder than another"
    client.post(page, {"entry": "2"})
    assert "5.50 EUR paid, 11 EUR open" in text(page)
    client.post(page, {"entry": "2", "back": "yes"})
    assert "0 EUR paid, 16.50 EUR open" in text(page)
    assert client.post(page, {"amount": "0", "currency": "EUR"}).status_code == 403


def test_an_organiser_sets_the_fee_and_takes_the_list_along(tournament, organiser, client):
    client.force_login(organiser)
    page = f"/tournaments/{tournament.slug}/desk/fees/"
    answer = client.post(page, {"amount": "-1", "currency": "euro"})
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"amount", "currency"})
    client.post(page, {"amount": "7.25", "currency": "GBP", "how_to_pay": "At the door"})
    note_payment(entry=tournament.entries.first(), by=organiser)
    file = client.get(f"/tournaments/{tournament.slug}/desk/fees.csv").content.decode()
    assert ",7.25,7.25,GBP" in file
    assert ",7.25,0,GBP" in file


def test_who_enters_reads_what_it_costs(tournament, season, client, text):
    client.force_login(a_member(season, "eve"))
    page = text(f"/tournaments/{tournament.slug}/register/")
    assert "Each entry costs 5.50 EUR." in page and "Cash" in page
