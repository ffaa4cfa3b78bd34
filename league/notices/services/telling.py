"""Telling people: a notice for each, and what goes to them by e-mail and push because of it. All of it is rows in the
transaction of the caller, which holds what makes it happen once; what was written before is not written again."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import get_language

from league.core.queries.languages import in_language_of
from league.core.services.quotas import hour_for_letters
from league.models import League, MailNotice, MailWish, Notice, NoticeWish, PushDelivery, PushEndpoint, Tournament
from league.notices.queries.letters import Letter, worded
from league.notices.queries.outgoing import reachable_by_mail
from league.notices.rules.notices import MAIL, PUSH, QuietHours, due_at, goes_by

log = structlog.get_logger(__name__)
AT_ONCE = 500


def tell(letters: Iterable[Letter], *, league: League, tournament: Tournament | None = None) -> None:
    """Tell what the letters say, to members of the league alone."""
    found = list(letters)
    members = User.objects.filter(pk__in={one.user for one in found}, is_active=True, memberships__league=league)
    known = {one.pk: one for one in members.select_related("language_choice")} if found else {}
    found = [one for one in found if one.user in known]
    if not found:
        return
    rows = [
        Notice(
            user_id=one.user,
            league=league,
            key=one.key,
            kind=one.kind,
            subject=one.subject,
            text=one.text,
            link=one.link,
            words=one.words,
        )
        for one in found
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)
    wishes = {one.user_id: one for one in NoticeWish.objects.filter(user__in=known)}
    _write_letters(_in_their_languages(found, known, league), wishes, league, tournament)
    _write_pushes(found, wishes)


def _in_their_languages(letters: Sequence[Letter], users: Mapping[int, User], league: League) -> list[Letter]:
    found = []
    for one in letters:
        with in_language_of(users[one.user], league):
            subject, text = worded(one)
            found.append(replace(one, subject=subject, text=text, language=get_language() or ""))
    return found


def quiet_hours(wish: NoticeWish | None) -> QuietHours | None:
    if wish is None or wish.quiet_from is None or wish.quiet_until is None:
        return None
    return QuietHours(wish.quiet_from, wish.quiet_until, wish.zone)


def _going_by(way: str, letters: Iterable[Letter], wishes: dict[int, NoticeWish]) -> list[tuple[Letter, datetime]]:
    """Return the letters that go this way, and when each may."""
    now, found = timezone.now(), []
    for one in letters:
        wish = wishes.get(one.user)
        if goes_by(way, one.kind, wish.ways if wish else {}):
            found.append((one, due_at(one.kind, now, quiet_hours(wish))))
    return found


def _write_letters(
    letters: Sequence[Letter], wishes: dict[int, NoticeWish], league: League, tournament: Tournament | None
) -> None:
    reachable = reachable_by_mail({one.user for one in letters})
    going = [(one, due) for one, due in _going_by(MAIL, letters, wishes) if one.user in reachable]
    if not going:
        return
    MailWish.objects.bulk_create(
        [MailWish(user_id=user) for user in sorted(reachable)], ignore_conflicts=True, batch_size=AT_ONCE
    )
    later = hour_for_letters(league=league, amount=len(going))
    if later:
        log.warning("letters_wait", league=league.slug, letters=len(going), until=later.isoformat())
    rows = [
        MailNotice(
            user_id=one.user,
            key=one.key,
            tournament=tournament,
            subject=one.subject,
            text=f"{one.text}\n\n{settings.SITE_URL}{one.link}",
            wished=True,
            language=one.language,
            next_try_at=max(due, later) if later else due,
        )
        for one, due in going
    ]
    MailNotice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)


def _write_pushes(letters: Sequence[Letter], wishes: dict[int, NoticeWish]) -> None:
    endpoints: dict[int, list[PushEndpoint]] = defaultdict(list)
    for endpoint in PushEndpoint.objects.filter(user__in={one.user for one in letters}):
        endpoints[endpoint.user_id].append(endpoint)
    going = [(one, due) for one, due in _going_by(PUSH, letters, wishes) if one.user in endpoints]
    if not going:
        return
    written = Notice.objects.filter(user__in=endpoints, key__in={one.key for one, _ in going})
    ids = {(user, key): pk for pk, user, key in written.values_list("pk", "user_id", "key")}
    rows = [
        PushDelivery(endpoint=endpoint, notice_id=ids[one.user, one.key], key=one.key, next_try_at=due)
        for one, due in going
        for endpoint in endpoints[one.user]
    ]
    PushDelivery.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)
