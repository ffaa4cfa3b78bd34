"""Letters that are not notices. They are sent whether their reader wants notices or not, to a verified address only."""

from typing import Any

from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from allauth.socialaccount import signals as social
from allauth.socialaccount.models import SocialAccount, SocialLogin
from django.conf import settings
from django.contrib.auth.models import User
from django.dispatch import Signal
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from engine.translatable import said
from league.accounts.queries.accounts import verified
from league.accounts.queries.providers import sign_in_providers
from league.core.ledger.services import record
from league.core.queries.languages import in_language_of
from league.models import Farewell, JoinRequest, KnownBrowser, MailNotice
from league.models.organisation import Role
from league.notices.queries.outgoing import reachable_by_mail

OF_ACCOUNTS = "notices/mail/account"
_FACTORS = {
    Authenticator.Type.TOTP: (
        said("An authenticator app was added to an account."),
        said("An authenticator app was taken from an account."),
    ),
    Authenticator.Type.WEBAUTHN: (
        said("A passkey was added to an account."),
        said("A passkey was taken from an account."),
    ),
    Authenticator.Type.RECOVERY_CODES: (
        said("A new set of recovery codes was added to an account."),
        said("The recovery codes were taken from an account."),
    ),
}


def write_letter(*, user: User, template: str, key: str, **context: Any) -> bool:
    """Write a letter that is not a notice, and return whether it is on its way. The template's first line is the
    subject."""
    if not verified(User.objects.filter(pk=user.pk)).exists():
        return False
    with in_language_of(user):
        whole = render_to_string(f"league/{template}.txt", {"user": user, **context}).strip()
    subject, _empty, text = whole.partition("\n\n")
    MailNotice.objects.get_or_create(user=user, key=key, defaults={"subject": subject, "text": text})
    return True


def tell_of_sign_in(browser: KnownBrowser) -> None:
    end = settings.SITE_URL + reverse("end_all")
    write_letter(
        user=browser.user, template=f"{OF_ACCOUNTS}/sign_in", key=f"browser-{browser.pk}", browser=browser, end=end
    )


def tell_of_farewell(farewell: Farewell) -> None:
    undo = settings.SITE_URL + reverse("farewell_undo", args=[farewell.token])
    letter = {"template": f"{OF_ACCOUNTS}/farewell", "key": f"farewell-{farewell.pk}"}
    write_letter(user=farewell.user, **letter, due=farewell.due_at, undo=undo)


def tell_of_join_request(request: JoinRequest) -> None:
    """Write to the organisers one letter a day for each league, however many people ask, and without a word of a
    stranger in it: neither the name of the person who asks nor that of the league."""
    organisers = request.league.memberships.filter(role=Role.ORGANISER).values_list("user", flat=True)
    key = f"join-requests-{request.league_id}-{timezone.now():%Y-%m-%d}"
    desk = settings.SITE_URL + reverse("league_joining", args=[request.league.slug])
    for user in User.objects.filter(pk__in=reachable_by_mail(set(organisers))).order_by("pk"):
        write_letter(user=user, template="notices/mail/joining/asked", key=key, address=desk)


def tell_of_join_decision(request: JoinRequest, is_claim: bool) -> None:
    address = settings.SITE_URL + reverse("league_join", args=[request.league.slug])
    key, accepted = f"join-request-{request.pk}", request.accepted
    for asker in User.objects.filter(pk=request.user_id, is_active=True).exclude(mail_wish__wanted=False):
        letter = {"template": "notices/mail/joining/decided", "key": key, "address": address}
        write_letter(user=asker, **letter, accepted=accepted, is_claim=is_claim)


def watch_second_steps() -> None:
    """Connect to the signals of allauth about second steps; to be called once."""
    for signal in (signals.authenticator_added, signals.authenticator_removed, signals.authenticator_reset):
        signal.connect(_second_step_changed)


def _second_step_changed(signal: Signal, user: User, authenticator: Authenticator, **more: Any) -> None:
    added = signal is not signals.authenticator_removed
    was_added, was_taken = _FACTORS[authenticator.type]
    record(kind="sign_in_changed", text=was_added if added else was_taken, by=user)
    write_letter(
        user=user,
        template=f"{OF_ACCOUNTS}/second_step",
        key=f"second-step-{authenticator.type}-{timezone.now().isoformat()}",
        factor=authenticator.type,
        added=added,
        pages=settings.SITE_URL + reverse("mfa_index"),
        end=settings.SITE_URL + reverse("end_all"),
    )


def watch_providers() -> None:
    """Connect to the signals of allauth about accounts connected elsewhere; to be called once."""
    for signal in (social.social_account_added, social.social_account_removed):
        signal.connect(_provider_changed)


def _provider_changed(
    signal: Signal, sociallogin: SocialLogin | None = None, socialaccount: SocialAccount | None = None, **more: Any
) -> None:
    way = socialaccount or (sociallogin.account if sociallogin else None)
    if way is None:
        return
    write_letter(
        user=way.user,
        template=f"{OF_ACCOUNTS}/provider",
        key=f"provider-{timezone.now().isoformat()}",
        provider=sign_in_providers().get(way.provider, way.provider),
        added=sociallogin is not None,
        pages=settings.SITE_URL + reverse("socialaccount_connections"),
        end=settings.SITE_URL + reverse("end_all"),
    )
