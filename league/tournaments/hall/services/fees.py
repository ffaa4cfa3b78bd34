"""Fees and payments go along to a hall and come back. They are not in the archive, which others read."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.models import EntryFee, FeePayment, Tournament
from league.tournaments.archive.services.archive_rows import People
from league.tournaments.hall.queries import Content


def bring_fees(*, tournament: Tournament, fees: Content, people: People) -> None:
    """Make the fee that of the file, and note its payments; one of the same entry and moment is known. Payments are
    never deleted. Raise ValidationError if no site wrote the fees like this."""
    try:
        _bring_fee(tournament, fees["fee"])
        _bring_payments(tournament, fees["payments"], people)
    except (KeyError, TypeError, ValueError) as error:
        raise ValidationError(_("The fees in the file can't be read.")) from error


def _bring_fee(tournament: Tournament, fee: Content | None) -> None:
    there = EntryFee.objects.filter(tournament=tournament)
    if fee is None:
        there.delete()
        return
    row = there.first() or EntryFee(tournament=tournament)
    row.hundredths, row.currency, row.how_to_pay = (fee[name] for name in ("hundredths", "currency", "how_to_pay"))
    row.full_clean(exclude=["tournament"])
    row.save()


def _bring_payments(tournament: Tournament, payments: list[dict[str, Any]], people: People) -> None:
    entries = dict(tournament.entries.order_by().values_list("number", "pk"))
    noted = FeePayment.objects.filter(entry__tournament=tournament)
    known = {(payment.entry_id, payment.noted_at): payment for payment in noted}
    for row in payments:
        entry, noted_at = entries[row["entry"]], datetime.fromisoformat(row["noted_at"])
        payment = known.get((entry, noted_at))
        if payment is None:
            by = people.fields("noted_by", row["noted_by"])
            payment = FeePayment(entry_id=entry, hundredths=row["hundredths"], noted_at=noted_at, **by)
        payment.taken_back_at = row["taken_back_at"] and datetime.fromisoformat(row["taken_back_at"])
        payment.clean_fields(exclude=["entry", "noted_by", "taken_back_at"])
        payment.save()
