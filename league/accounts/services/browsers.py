"""Sign-ins from a browser or a place that the account does not know. Its owner is told, and can end everything."""

import hashlib
import hmac
from contextlib import suppress
from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.accounts.rules import browser_name, network_of_address
from league.accounts.services.providers import disconnect_all_providers
from league.accounts.services.tokens import end_all_tokens
from league.models import KnownBrowser
from league.signals import new_browser

KEPT = timedelta(days=180)


@transaction.atomic
def note_sign_in(*, user: User, user_agent: str, address: str) -> None:
    """Note the browser of a sign-in. The first browser of an account is nobody's news."""
    name, now = browser_name(user_agent), timezone.now()
    mark, *marks_of_before = _marks(user, name, network_of_address(address))
    first = not KnownBrowser.objects.filter(user=user).exists()
    if not KnownBrowser.objects.filter(user=user, mark=mark).exists():
        before = KnownBrowser.objects.filter(user=user, mark__in=marks_of_before).first()
        if before:
            with suppress(IntegrityError), transaction.atomic():  # of two sign-ins at once, one has noted it
                KnownBrowser.objects.filter(pk=before.pk).update(mark=mark)
    row, fresh = KnownBrowser.objects.get_or_create(
        user=user, mark=mark, defaults={"name": name, "answered": first, "first_at": now, "last_at": now}
    )
    if not fresh:
        KnownBrowser.objects.filter(pk=row.pk).update(last_at=now)
    elif not first:
        new_browser.send(row)


def answer_notices(*, user: User) -> None:
    """Note that the sign-ins were the owner's."""
    KnownBrowser.objects.filter(user=user, answered=False).update(answered=True)


@transaction.atomic
def end_sessions(*, user: User, except_session: str | None = None) -> int:
    """End every session but one, and forget every browser that is not answered for; return how many sessions there
    were."""
    sessions = UserSession.objects.filter(user=user).exclude(session_key=except_session)
    keys = list(sessions.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    sessions.delete()
    KnownBrowser.objects.filter(user=user, answered=False).delete()
    return len(keys)


@transaction.atomic
def end_everything(*, user: User) -> None:
    """End every session and every token, and disconnect every provider that is not the last way in."""
    end_sessions(user=user)
    end_all_tokens(user=user)
    disconnect_all_providers(user=user)


def forget_old_browsers() -> None:
    """Forget old browsers, and where sessions came from that are over."""
    KnownBrowser.objects.filter(last_at__lt=timezone.now() - KEPT).delete()
    under_way = Session.objects.filter(expire_date__gt=timezone.now())
    UserSession.objects.exclude(session_key__in=under_way.values("session_key")).delete()


def _marks(user: User, name: str, network: str) -> list[str]:
    """Return the marks of a browser, by today's key first. They are keyed, so that nobody without the key of this site
    finds the network by trying."""
    content = f"{user.pk}|{name}|{network}".encode()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [hmac.new(f"browsers {key}".encode(), content, hashlib.sha256).hexdigest() for key in keys]
