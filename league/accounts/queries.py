"""Whose sign-in counts."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from league.models import ApiToken


def who_may_sign_in() -> QuerySet[User]:
    """By page, token or admin. Demo accounts are nobody's where others can reach the site."""
    found = User.objects.filter(is_active=True)
    return found if settings.LOCAL else found.filter(demo_account=None)


def open_demo_accounts() -> list[str]:
    """User names of demo accounts that still have a password."""
    found = User.objects.filter(demo_account__isnull=False, is_active=True)
    found = found.exclude(password="").exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return list(found.order_by("username").values_list("username", flat=True))


def verified(users: QuerySet[User]) -> QuerySet[User]:
    """Those who have followed the link that was sent to the address of their account."""
    said = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True, email__iexact=OuterRef("email"))
    return users.filter(Exists(said))


def live_tokens(user: User) -> QuerySet[ApiToken]:
    """Those that still sign in, the newest first. Another password has ended all from before it."""
    live = ApiToken.objects.filter(user=user, expires_at__gt=timezone.now(), password_mark__in=marks_of(user))
    return live.order_by("-pk")


def marks_of(user: User) -> list[str]:
    """Of the user's password, by the SECRET_KEY and by those of before that still count."""
    return [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
