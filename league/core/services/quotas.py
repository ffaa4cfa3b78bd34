"""The use of quotas within 24 hours, and the refusal of more. Every service that lets a person make many
rows asks `use_quota` in its transaction, so pages, programs, files and commands meet the same table."""

from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.translatable import said, spoken
from league.core.queries.access import is_staff
from league.core.queries.figures import figure
from league.core.rules.quotas import MOST, NEW_FOR, WINDOW, fits, hour_of, hour_with_room, quotas, room_again
from league.models import League, QuotaUse

MOMENT = gettext_noop("j F \\a\\t H:i (e)")


class QuotaError(ValidationError):
    """The refusal of more for today. `again_at` is when there is room; None if the amount alone is too much."""

    def __init__(self, message: str, again_at: datetime | None) -> None:
        super().__init__(message, code="quota")
        self.again_at = again_at


def use_quota(what: str, *, by: User | None, amount: int = 1, league: League | None = None) -> None:
    """Count `amount` of the kind `what` for a person, within the caller's transaction: a rollback undoes the count.
    Commands and the staff of the site have no quota. Raise QuotaError."""
    if by is None or is_staff(by) or not amount:
        return
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # two at once count
    quota, now = quotas()[what], timezone.now()
    most = quota.most * (league.quota_factor if league else 1)
    recent = QuotaUse.objects.filter(user=by, kind=what, hour__gt=now - WINDOW)
    uses = list(recent.order_by("hour").values_list("hour", "amount"))
    if not fits(uses, amount=amount, most=most):
        again_at = room_again(uses, amount=amount, most=most)
        raise QuotaError(f"{spoken(said(MOST[what].one, most=most))} {_again(again_at, amount)}", again_at)
    _count(QuotaUse.objects.get_or_create(user=by, kind=what, hour=hour_of(now))[0], amount)


def _again(at: datetime | None, amount: int) -> str:
    if at is None:
        text = _(
            "Smaller parts than {amount} at once are still possible; the staff of this site can allow a league more."
        )
        return text.format(amount=figure(amount))
    text = _("You can do it again on {moment}; the staff of this site can allow a league more.")
    return text.format(moment=date_format(timezone.localtime(at), _(MOMENT)))


def hour_for_letters(*, league: League, amount: int) -> datetime | None:
    """Return the hour when that many letters of this league may go out, and count them for it; None if they may go
    at once."""
    quota, now = quotas()["letters"], hour_of(timezone.now())
    is_new = league.created_at > now - NEW_FOR
    most = (quota.most_of_a_new_one if is_new else quota.most) * league.quota_factor
    uses = QuotaUse.objects.filter(league=league, kind="letters", hour__gt=now - WINDOW)
    hour = hour_with_room(dict(uses.values_list("hour", "amount")), now, amount=amount, most=most)
    _count(QuotaUse.objects.get_or_create(league=league, kind="letters", hour=hour)[0], amount)
    return hour if hour > now else None


def _count(use: QuotaUse, amount: int) -> None:
    QuotaUse.objects.filter(pk=use.pk).update(amount=F("amount") + amount)


def forget_old_uses() -> None:
    QuotaUse.objects.filter(hour__lt=timezone.now() - 2 * WINDOW).delete()
