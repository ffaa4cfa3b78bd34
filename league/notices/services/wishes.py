"""A reader's part in notices: choosing what to be told, and marking it as read."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.core.queries.languages import in_language_of
from league.models import MailNotice, MailWish, Notice, NoticeWish
from league.notices.queries.letters import in_words
from league.notices.queries.outgoing import reachable_by_mail
from league.notices.rules.notices import KINDS, WAYS, WEEK, ways_of

MOST_PER_SWEEP = 100
MOST_IN_A_DIGEST = 50


def notice_wish_of(*, user: User) -> NoticeWish:
    """Return what this person decided; without a decision an unsaved row with the usual."""
    return NoticeWish.objects.filter(user=user).first() or NoticeWish(user=user)


@transaction.atomic
def set_notice_wish(
    *, user: User, ways: Mapping[str, Sequence[str]], quiet: tuple[int, int] | None, zone: str, digest: bool
) -> NoticeWish:
    """Set how a person is told of what happens from now on. The first weekly letter comes in a week."""
    if not set(ways) <= KINDS.keys() or any(not set(chosen) <= set(WAYS) for chosen in ways.values()):
        raise ValidationError(_("There is no such kind of notice, or no such way to send it."))
    if quiet is not None and not all(0 <= hour <= 23 for hour in quiet):
        raise ValidationError({"quiet_until": _("Choose both hours, or neither.")})
    if quiet is not None and quiet[0] == quiet[1]:
        raise ValidationError({"quiet_until": _("Quiet hours must begin and end at different hours.")})
    if zone not in available_timezones():
        raise ValidationError({"zone": _("Choose a time zone from the list.")})
    wish = NoticeWish.objects.select_for_update().get_or_create(user=user)[0]
    wish.ways = {kind: list(chosen) for kind, chosen in ways.items()}
    wish.quiet_from, wish.quiet_until = quiet or (None, None)
    wish.zone = zone
    wish.digest_at = (wish.digest_at or timezone.now() + WEEK) if digest else None
    wish.save()
    return wish


@transaction.atomic
def choose_amount(*, user: User, amount: str, zone: str) -> NoticeWish:
    """Set for all kinds at once how much a person is told; quiet hours and the weekly letter stay as they are."""
    wish = notice_wish_of(user=user)
    quiet = None if wish.quiet_from is None or wish.quiet_until is None else (wish.quiet_from, wish.quiet_until)
    return set_notice_wish(
        user=user, ways=ways_of(amount), quiet=quiet, zone=wish.zone if quiet else zone, digest=bool(wish.digest_at)
    )


def write_digests() -> int:
    """Write the weekly letters that are due; return for how many people. A row whose time is moved on and its letter
    are one transaction, so each week is told once. One that comes late leaves nothing out; the next comes at its
    hour."""
    due = NoticeWish.objects.filter(digest_at__lte=timezone.now()).order_by("digest_at")
    return sum(_write_digest(wish) for wish in due.select_related("user__language_choice")[:MOST_PER_SWEEP])


@transaction.atomic
def _write_digest(wish: NoticeWish) -> bool:
    due = wish.digest_at
    if due is None:
        return False
    missed = (timezone.now() - due) // WEEK  # no worker wrote letters; one letter covers all of these weeks
    until = due + missed * WEEK
    following = until + WEEK
    if not NoticeWish.objects.filter(pk=wish.pk, digest_at=due).update(digest_at=following):
        return False  # somebody was faster
    new = Notice.objects.filter(user=wish.user_id, created_at__gte=due - WEEK, created_at__lt=until)
    notices = list(new.select_related("league").order_by("pk")[: MOST_IN_A_DIGEST + 1])
    if notices and reachable_by_mail([wish.user_id]):
        MailWish.objects.get_or_create(user=wish.user)
        with in_language_of(wish.user, notices[-1].league):
            subject, text = _digest(notices, until)
            language = get_language() or ""
        key = f"digest-{due:%Y-%m-%d-%H%M}"
        rows = [MailNotice(user=wish.user, key=key, subject=subject, text=text, wished=True, language=language)]
        MailNotice.objects.bulk_create(rows, ignore_conflicts=True)
    return True


def _digest(notices: list[Notice], until: datetime) -> tuple[str, str]:
    context = {
        "notices": [in_words(notice) for notice in notices[:MOST_IN_A_DIGEST]],
        "more": len(notices) > MOST_IN_A_DIGEST,
        "until": until,
        "inbox": settings.SITE_URL + reverse("notice_list"),
    }
    whole = render_to_string("league/notices/mail/digest.txt", context).strip()
    subject, _, text = whole.partition("\n\n")
    return subject, text


def mark_read(*, notice: Notice) -> None:
    Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=timezone.now())


def mark_all_read(*, user: User, until: int) -> int:
    """Mark notices as read up to the newest one that the reader saw; return how many were unread."""
    return Notice.objects.filter(user=user, pk__lte=until, read_at=None).update(read_at=timezone.now())


def settle(*, users: Any, keys: str) -> None:
    """Mark as read what asked somebody to do something that is done now; `keys` is what the keys begin with."""
    Notice.objects.filter(user__in=users, read_at=None, key__startswith=keys).update(read_at=timezone.now())
