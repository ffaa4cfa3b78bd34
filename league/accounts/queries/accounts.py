"""Accounts: which may sign in, by how many steps, and what they should be told."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from league.accounts.rules import browser_name
from league.models import ApiToken, Farewell, KnownBrowser, Membership, RefusedAddress, SecondStepOffer
from league.models.organisation import Role


def who_may_sign_in() -> QuerySet[User]:
    """Return the users who may sign in by page, token or admin. Demo accounts may not if others can reach the site."""
    users = User.objects.filter(is_active=True)
    return users if settings.LOCAL else users.filter(demo_account=None)


def open_demo_accounts() -> list[str]:
    """Return the user names of demo accounts that still have a password."""
    users = User.objects.filter(demo_account__isnull=False, is_active=True)
    users = users.exclude(password="").exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return list(users.order_by("username").values_list("username", flat=True))


def verified(users: QuerySet[User]) -> QuerySet[User]:
    """Return the users who have followed the link that was sent to the address of their account."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True, email__iexact=OuterRef("email"))
    return users.filter(Exists(addresses))


def live_tokens(user: User) -> QuerySet[ApiToken]:
    """Return the tokens that still sign in, the newest first. A change of the password has ended all older ones."""
    live = ApiToken.objects.filter(user=user, expires_at__gt=timezone.now(), password_mark__in=marks_of(user))
    return live.order_by("-pk")


def marks_of(user: User) -> list[str]:
    """Return the marks of the user's password, by the SECRET_KEY and by earlier ones that still count."""
    return [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]


SECOND_STEPS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_step(user: User) -> bool:
    """Return whether the account has a second step; recovery codes alone don't count."""
    return bool(Authenticator.objects.filter(user=user, type__in=SECOND_STEPS).exists())


def needs_second_step(user: User) -> bool:
    """Return whether this account may do something as staff that a password alone does not open."""
    return bool(settings.STAFF_NEEDS_SECOND_STEP and (user.is_staff or user.is_superuser))


@dataclass(frozen=True, slots=True)
class AccountNews:
    """The news about an account, for the desk and the account pages. `unverified` is an address that waits for its
    link, `refused` one that takes no letters."""

    sign_ins: list[KnownBrowser]
    unverified: str
    step_needed: bool
    step_offered: bool
    farewell: Farewell | None
    refused: RefusedAddress | None

    def __bool__(self) -> bool:
        news = (self.sign_ins, self.unverified, self.step_needed, self.step_offered, self.farewell, self.refused)
        return any(map(bool, news))


def account_news(user: User) -> AccountNews:
    """Return what an account should hear of. Six queries."""
    secured = has_second_step(user)
    addresses = list(EmailAddress.objects.filter(user=user).order_by("primary"))
    waiting = [address.email for address in addresses if not address.verified]
    if user.email and not addresses:
        waiting = [user.email]  # an account of `createsuperuser`, whose address nobody verified
    needed = needs_second_step(user) and not secured
    return AccountNews(
        sign_ins=list(KnownBrowser.objects.filter(user=user, answered=False)),
        unverified=waiting[0] if waiting and settings.SENDS_MAIL else "",
        step_needed=needed,
        step_offered=not secured and not needed and _is_offered(user),
        farewell=Farewell.objects.filter(user=user).first(),
        refused=refused_addresses().filter(user=user).first(),
    )


def refused_addresses() -> QuerySet[RefusedAddress]:
    """Return the addresses that refuse letters and are still those of their accounts."""
    return RefusedAddress.objects.filter(email__iexact=F("user__email"))


def _is_offered(user: User) -> bool:
    declined = SecondStepOffer.objects.filter(user=OuterRef("user"))
    return Membership.objects.filter(~Exists(declined), user=user, role=Role.ORGANISER).exists()


def sessions_of(user: User) -> list[tuple[UserSession, str]]:
    """Return the sessions that are not over, each with the name of its browser."""
    return [(session, browser_name(session.user_agent)) for session in UserSession.objects.purge_and_list(user)]
