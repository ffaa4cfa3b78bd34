"""The day of a tournament: the fee and who has paid it, and the code by which people check themselves in."""

import secrets
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from engine.translatable import Translatable, said
from league.core.ledger.services import record
from league.models import Entry, EntryFee, FeePayment, RoomCode, Tournament
from league.tournaments.entries.queries import fee_account, room_code_of
from league.tournaments.entries.rules import in_currency
from league.tournaments.entries.services.check_in import check_in
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, refuse_when_over

CODES = 10**6
WRONG = "wrong"


@transaction.atomic
def set_fee(*, tournament: Tournament, hundredths: int, currency: str, how_to_pay: str, by: User) -> None:
    """Set what each entry owes; 0 ends the fee. Raise ValidationError to end it, or for another currency, if
    something was paid."""
    tournament = lock_tournament(tournament.pk)
    fee = EntryFee.objects.filter(tournament=tournament).first()
    paid = FeePayment.objects.filter(entry__tournament=tournament, taken_back_at=None).exists()
    if fee is not None and paid and (not hundredths or currency != fee.currency):
        raise ValidationError(_("Somebody has paid. Take the payments back first."))
    if not hundredths:
        EntryFee.objects.filter(tournament=tournament).delete()
    else:
        values = {"hundredths": hundredths, "currency": currency, "how_to_pay": how_to_pay}
        EntryFee.objects.update_or_create(tournament=tournament, defaults=values)
    text = said("The fee of {tournament} was changed.", tournament=tournament.name)
    _record(tournament, text, by, hundredths=hundredths, currency=currency)


@transaction.atomic
def note_payment(*, entry: Entry, by: User) -> FeePayment | None:
    """Note that the entry has paid all that it owes; None if it owes nothing, as for a second tap."""
    tournament = lock_tournament(entry.tournament_id)
    fee = EntryFee.objects.filter(tournament=tournament).first()
    if fee is None:
        raise ValidationError(_("This tournament has no fee."))
    (line,) = fee_account(fee, Entry.objects.filter(pk=entry.pk)).lines
    if line.open <= 0:
        return None
    payment = FeePayment.objects.create(entry=entry, hundredths=line.open, noted_by=by)
    amount = in_currency(line.open, fee.currency)
    text = said("{amount} of entry {number} was noted as paid.", amount=amount, number=entry.number)
    _record(tournament, text, by, entry=entry.pk, payment=payment.pk)
    return payment


@transaction.atomic
def take_payments_back(*, entry: Entry, by: User) -> None:
    """Take back what was noted for the entry; nothing if it was already taken back."""
    tournament = lock_tournament(entry.tournament_id)
    noted = FeePayment.objects.filter(entry=entry, taken_back_at=None)
    if noted.update(taken_back_at=timezone.now()):
        text = said("The payments of entry {number} were taken back.", number=entry.number)
        _record(tournament, text, by, entry=entry.pk)


def _record(tournament: Tournament, text: Translatable, by: User, **about: Any) -> None:
    """Tell only organisers: the log of the tournament is read by everybody."""
    record(kind="fee_noted", text=text, by=by, season=tournament.season, of_tournament=tournament.pk, **about)


@transaction.atomic
def open_self_check_in(*, tournament: Tournament, minutes: int, by: User) -> RoomCode:
    """Let people check themselves in for that many minutes, by a new code."""
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    now = timezone.now()
    values = {"code": f"{secrets.randbelow(CODES):06}", "opens_at": now, "closes_at": now + timedelta(minutes=minutes)}
    row, _made = RoomCode.objects.update_or_create(tournament=tournament, defaults=values)
    log_event(tournament=tournament, kind="edited", text=said("Players can check themselves in."), by=by)
    return row


@transaction.atomic
def close_self_check_in(*, tournament: Tournament, by: User) -> None:
    tournament = lock_tournament(tournament.pk)
    if RoomCode.objects.filter(tournament=tournament).delete()[0]:
        text = said("Players can no longer check themselves in.")
        log_event(tournament=tournament, kind="edited", text=text, by=by)


@transaction.atomic
def check_in_oneself(*, tournament: Tournament, code: str, by: User) -> list[Entry]:
    """Check in the person's own entries by the code in the room. Raise ValidationError when no code opens now, and
    (code `wrong`) for a different one."""
    tournament = lock_tournament(tournament.pk)
    row = room_code_of(tournament)
    if row is None:
        raise ValidationError(_("Nobody can check in by code now. Ask at the desk."))
    if not constant_time_compare(row.code, "".join(code.split())):
        raise ValidationError(_("This is not the code in the room."), code=WRONG)
    own = list(tournament.entries.filter(character__owner=by).exclude(status=Entry.DROPPED))
    if not own:
        raise ValidationError(_("None of your characters is entered. Ask at the desk."))
    with_a_place = [entry for entry in own if entry.status != Entry.WAITING]
    return check_in(tournament=tournament, entries=with_a_place or own, by=by)
