"""API tokens: made, used and ended."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from engine.translatable import said
from league.accounts.queries.accounts import live_tokens, marks_of, who_may_sign_in
from league.accounts.rules import LONGEST_DAYS, USUAL_DAYS
from league.core.ledger.services import record
from league.core.rules.scopes import ORGANISE, SCOPES
from league.core.services.quotas import use_quota
from league.models import ApiToken

MOST = 20
_SECRET_BYTES = 32


@transaction.atomic
def create_token(*, user: User, name: str, scope: str = ORGANISE, days: int = USUAL_DAYS) -> str:
    """Make a token and return its secret, which nobody can read again. Beyond the newest 20 of a person, the oldest
    ends."""
    if scope not in SCOPES:
        raise ValidationError({"scope": _("Choose what it may do: read, report or organise.")})
    if not 1 <= days <= LONGEST_DAYS:
        raise ValidationError({"days": _("A token lasts from 1 to {days} days.").format(days=LONGEST_DAYS)})
    use_quota("tokens", by=user)
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        scope=scope,
        digest=_digest(secret),
        password_mark=user.get_session_auth_hash(),
        expires_at=timezone.now() + timedelta(days=days),
    )
    text = said("An API token was made that may {scope}.", scope=scope)
    record(kind="token_made", text=text, by=user, token=token.pk, scope=scope, days=days)
    newest = live_tokens(user).values_list("pk", flat=True)[:MOST]
    _end(user, ApiToken.objects.filter(user=user).exclude(pk__in=list(newest)))
    return secret


def use_token(secret: str) -> ApiToken | None:
    """Return the token with its user if it is good now, and note the day."""
    now = timezone.now()
    tokens = ApiToken.objects.filter(digest=_digest(secret), expires_at__gt=now, user__in=who_may_sign_in())
    token = tokens.select_related("user").first()
    if token is None or not _is_marked(token):
        return None
    if token.last_used_on != now.date():
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=now.date())
    return token


def _is_marked(token: ApiToken) -> bool:
    """Return whether the token was made with this password; the mark may be by an earlier SECRET_KEY."""
    return any(constant_time_compare(token.password_mark, mark) for mark in marks_of(token.user))


@transaction.atomic
def end_token(*, user: User, pk: int) -> bool:
    """End a token and return whether there was one."""
    return _end(user, ApiToken.objects.filter(user=user, pk=pk))


@transaction.atomic
def end_all_tokens(*, user: User) -> None:
    _end(user, ApiToken.objects.filter(user=user))


def _end(user: User, tokens: QuerySet[ApiToken]) -> bool:
    ended = list(tokens.values_list("pk", flat=True))
    if ended:
        ApiToken.objects.filter(pk__in=ended).delete()
        text = said("API tokens were ended: {count}.", count=len(ended))
        record(kind="token_ended", text=text, by=user, tokens=ended)
    return bool(ended)


def forget_expired_tokens() -> None:
    ApiToken.objects.filter(expires_at__lt=timezone.now()).delete()


def _digest(secret: str) -> str:
    """Return the digest of 256 random bits, which nobody guesses: no salt, no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
