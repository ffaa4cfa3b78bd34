"""End the account of a person who leaves; what the league played stays.

A farewell is asked for, taken back with one click within the cool-off, then carried out by the sweep in one
transaction. The account row is kept without anything of the person, because sheets, logs and draws point at who did it.
"""

import secrets

import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.translatable import said
from games.models import PlayHours, PlaySeat, ThinkingTime
from games.services.absence import leave_all_plays
from league.accounts.queries.ties import refusal_to_leave
from league.accounts.rules import COOL_OFF, TRY_AGAIN, former_label, former_name
from league.core.ledger.services import record
from league.models import (
    Alias,
    ApiToken,
    Block,
    DemoAccount,
    Desk,
    Entry,
    EveningPhoto,
    Farewell,
    FileImport,
    FormerUserName,
    HeadSubscription,
    IdempotencyKey,
    Introduction,
    JoinRequest,
    KnownBrowser,
    LanguageChoice,
    MailNotice,
    MailWish,
    NightAnswer,
    Notice,
    NoticeWish,
    OwnDataFile,
    PersonPage,
    PushEndpoint,
    QuotaUse,
    RefusedAddress,
    Remark,
    SecondStepOffer,
    TableReport,
    TableSeat,
    Team,
)
from league.signals import farewell_asked, person_leaving, person_left

log = structlog.get_logger(__name__)
# Rows that are the person's alone.
GONE = (
    *(EmailAddress, Authenticator, SocialAccount, ApiToken, KnownBrowser, SecondStepOffer, DemoAccount, Block),
    *(MailNotice, MailWish, Notice, NoticeWish, PushEndpoint, IdempotencyKey, HeadSubscription, PersonPage),
    *(QuotaUse, JoinRequest, OwnDataFile, Desk, LanguageChoice),
    *(FormerUserName, Introduction, RefusedAddress, NightAnswer),
)


@transaction.atomic
def ask_to_leave(*, user: User, keep_name: bool) -> Farewell:
    """Set the account to be deleted when the cool-off is over; a letter says so. Raise ValidationError if something
    keeps the person."""
    _locked(user)
    if refusal := refusal_to_leave(user):
        raise ValidationError(refusal)
    label = user.get_username() if keep_name else former_label(user.pk)
    farewell, fresh = Farewell.objects.get_or_create(
        user=user, defaults={"label": label, "token": secrets.token_urlsafe(24), "due_at": timezone.now() + COOL_OFF}
    )
    if fresh:
        record(kind="account_changed", text=said("An account will be deleted, as its owner asks."), by=user)
        farewell_asked.send(farewell)
    return farewell


@transaction.atomic
def stay(*, farewell: Farewell) -> None:
    """Keep the account as it is."""
    if Farewell.objects.filter(pk=farewell.pk).delete()[0]:
        record(kind="account_changed", text=said("An account is not deleted after all."), account=farewell.user_id)


def carry_out_farewells() -> int:
    """Delete the accounts whose cool-off is over; return how many. If something keeps a person, it is tried again
    the next day."""
    done = 0
    for pk in list(Farewell.objects.filter(due_at__lte=timezone.now()).values_list("pk", flat=True)):
        try:
            done += _carry_out(pk)
        except ValidationError as error:
            Farewell.objects.filter(pk=pk).update(refusal=error.messages[0], due_at=timezone.now() + TRY_AGAIN)
    return done


@transaction.atomic
def _carry_out(pk: int) -> bool:
    """Delete one account; return False if the farewell is already done or taken back."""
    farewell = Farewell.objects.select_for_update(of=("self",)).filter(pk=pk, due_at__lte=timezone.now()).first()
    if farewell is None:
        return False
    user = _locked(farewell.user)
    if refusal := refusal_to_leave(user):
        raise ValidationError(refusal)
    forget_person(user=user, label=farewell.label)
    farewell.delete()
    record(kind="account_closed", text=said("An account was deleted, as its owner had asked."), by=user)
    log.info("account_deleted", account=user.pk)
    return True


@transaction.atomic
def forget_person(*, user: User, label: str) -> None:
    """Forget the person: nothing is left of them but `label` on their characters."""
    _end_sessions(user)
    leave_all_plays(by=user)
    person_leaving.send(user, label)
    _forget_marks(user)
    Remark.objects.filter(by=user).update(by=None, by_label=label)
    person_left.send(user, label)
    for model in GONE:
        model._default_manager.filter(user=user).delete()
    ThinkingTime.objects.filter(person=user).delete()
    PlayHours.objects.filter(person=user).delete()
    PlaySeat.objects.filter(person=user).exclude(hours="").update(hours="")
    FileImport.objects.filter(uploaded_by=user).delete()
    EveningPhoto.objects.filter(uploaded_by=user).delete()
    Team.objects.filter(captain=user).update(captain=None)
    _empty_account(user)


def _locked(user: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _end_sessions(user: User) -> None:
    keys = UserSession.objects.filter(user=user).values_list("session_key", flat=True)
    Session.objects.filter(session_key__in=list(keys)).delete()
    UserSession.objects.filter(user=user).delete()


def _forget_marks(user: User) -> None:
    """Delete hashes of browsers and addresses at tables, which household the person belongs to, and what files call
    their characters, or what these were called before. Those of plays stay for their time: they name nobody, fit no
    other play, and say which games two accounts played from one browser."""
    own_seats = Q(seat__entry__character__owner=user)  # also where nobody was signed in
    TableReport.objects.filter(own_seats | Q(by=user)).update(device="", address="")
    TableSeat.objects.filter(entry__character__owner=user).update(device="")
    Entry.objects.filter(character__owner=user).update(household="")
    Alias.objects.filter(character__owner=user).delete()


def _empty_account(user: User) -> None:
    name = former_name(user.pk)
    if User.objects.filter(username=name).exclude(pk=user.pk).exists():
        name = f"{name}-{secrets.token_hex(4)}"
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    entries.update(object_repr=name)
    user.username, user.first_name, user.last_name, user.email = name, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
