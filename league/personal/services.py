"""Serve people's own accounts: they take what is stored about them, show something of themselves, leave.

A file of stored data is asked for, made by a worker and kept a few days: a row without a file is the job, and what is
made twice is the same file. Who leaves goes, what the league played stays: asked for, taken back with one click within
the cool-off, then done by the sweep in one transaction. The account row is kept without anything of the person, because
sheets, logs and draws point at who did it.
"""

import secrets
from datetime import timedelta

import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from characters.services.pictures import remove_pictures_of
from engine.translatable import said, spoken
from games.models import ThinkingTime
from games.services.absence import leave_all_plays
from games.services.jobs import Jobs
from league.clubs.services import delete_invitations, end_memberships
from league.core.ledger.services import record
from league.core.services.quotas import use_quota
from league.models import (
    Alias,
    ApiToken,
    Block,
    CharacterMerge,
    DemoAccount,
    Desk,
    Entry,
    Farewell,
    FileImport,
    HeadSubscription,
    IdempotencyKey,
    JoinRequest,
    KnownBrowser,
    LanguageChoice,
    MailNotice,
    MailWish,
    Notice,
    NoticeWish,
    OwnDataFile,
    PersonPage,
    PushEndpoint,
    QuotaUse,
    Remark,
    SecondStepOffer,
    TableReport,
    TableSeat,
)
from league.notices.services.plain_letters import OF_ACCOUNTS, write_letter
from league.people.services.owners import delete_claim_links, end_ownership
from league.people.services.passport_bringing import forget_passports
from league.people.services.registration import forget_names
from league.people.services.transfers import delete_offers
from league.personal.queries.own_data import MOST, own_data, row_count
from league.personal.queries.ties import refusal_to_leave
from league.personal.rules import COOL_OFF, FILE_KEPT, TRY_AGAIN, former_label, former_name
from league.results.services.merging import forget_merge
from league.signals import person_leaving
from league.tournaments.archive.services.archive_rows import replace_archived_name

log = structlog.get_logger(__name__)
FILES = Jobs(OwnDataFile, to_do=Q(made_at=None, refusal=""), order=("pk",), lease=timedelta(minutes=10), tries=3)
TOO_MUCH = said("That is too much for the site. The people who run it can make the file for you.")
# Rows that are the person's alone.
GONE = (
    *(EmailAddress, Authenticator, ApiToken, KnownBrowser, SecondStepOffer, DemoAccount, Block),
    *(MailNotice, MailWish, Notice, NoticeWish, PushEndpoint, IdempotencyKey, HeadSubscription, PersonPage),
    *(QuotaUse, JoinRequest, OwnDataFile, Desk, LanguageChoice),
)
FAILED = said("The file could not be made. Try again later, or ask the people who run this site.")


@transaction.atomic
def ask_for_own_data(*, user: User) -> OwnDataFile:
    """Return the file under way or made already, or ask for a new one. Raises ValidationError where even a worker is
    too small or the person's quota is used up."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    file = OwnDataFile.objects.filter(user=user, refusal="").first()
    if file is not None:
        return file
    if row_count(user) > MOST:
        raise ValidationError(spoken(TOO_MUCH))
    use_quota("own_data", by=user)
    OwnDataFile.objects.filter(user=user).delete()
    return OwnDataFile.objects.create(user=user)


def make_own_data_file() -> bool:
    """Claim a file that is asked for and make it; return whether there was one."""
    file = FILES.claim(OwnDataFile.objects.select_related("user"), _give_up_file)
    if file is not None:
        with FILES.working_on(file):
            _make_file(file)
    return file is not None


def _give_up_file(file: OwnDataFile) -> None:
    FILES.release(file, refusal=FAILED)


def _make_file(file: OwnDataFile) -> None:
    try:
        content = own_data(file.user).read()
    except Error:
        raise
    except Exception:
        log.exception("own_data_failed", account=file.user_id)
        FILES.release(file, tries=file.tries, refusal=FAILED if file.tries >= FILES.tries else "")
    else:
        FILES.release(file, content=content, made_at=timezone.now())


def drop_own_data_file(*, user: User) -> None:
    OwnDataFile.objects.filter(user=user).delete()


def forget_own_data_files() -> None:
    """Delete the files that were made some days ago, or could not be made."""
    before = timezone.now() - FILE_KEPT
    OwnDataFile.objects.filter(Q(made_at__lt=before) | Q(made_at=None, asked_at__lt=before)).delete()


@transaction.atomic
def choose_what_is_shown(*, user: User, leagues: bool, tournaments: bool) -> PersonPage:
    chosen = {"shows_leagues": leagues, "shows_tournaments": tournaments}
    page, _ = PersonPage.objects.update_or_create(user=user, defaults=chosen)
    return page


@transaction.atomic
def ask_to_leave(*, user: User, keep_name: bool) -> Farewell:
    """Set the account to be deleted when the cool-off is over; a letter says so. Raises ValidationError where something
    keeps the person."""
    _locked(user)
    if refusal := refusal_to_leave(user):
        raise ValidationError(refusal)
    label = user.get_username() if keep_name else former_label(user.pk)
    farewell, fresh = Farewell.objects.get_or_create(
        user=user, defaults={"label": label, "token": secrets.token_urlsafe(24), "due_at": timezone.now() + COOL_OFF}
    )
    if fresh:
        record(kind="account_changed", text=said("An account is to be deleted, as its owner asks."), by=user)
        undo = settings.SITE_URL + reverse("farewell_undo", args=[farewell.token])
        letter = {"template": f"{OF_ACCOUNTS}/farewell", "key": f"farewell-{farewell.pk}"}
        write_letter(user=user, **letter, due=farewell.due_at, undo=undo)
    return farewell


@transaction.atomic
def stay(*, farewell: Farewell) -> None:
    """Keep the account as it is."""
    if Farewell.objects.filter(pk=farewell.pk).delete()[0]:
        record(kind="account_changed", text=said("An account is not deleted after all."), account=farewell.user_id)


def carry_out_farewells() -> int:
    """Delete the accounts whose cool-off is over; return how many. Where something keeps a person, it is tried again
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
    """Delete one account; return False where the farewell is done, or was taken back, already."""
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
    person_leaving.send(user)
    _forget_marks(user)
    if label != user.get_username():
        leagues = list(user.memberships.values_list("league_id", flat=True))
        replace_archived_name(name=user.get_username(), instead=former_name(user.pk), leagues=leagues)
    remove_pictures_of(user=user)
    forget_passports(person=user)
    Remark.objects.filter(by=user).update(by=None, by_label=label)
    end_ownership(user=user, label=label)
    end_memberships(user=user)
    for model in GONE:
        model._default_manager.filter(user=user).delete()
    ThinkingTime.objects.filter(person=user).delete()
    delete_invitations(by=user)
    delete_claim_links(by=user)
    delete_offers(person=user)
    waiting = Q(asked_by=user) | Q(kept_owner=user) | Q(merged_owner=user)
    for merge in CharacterMerge.objects.filter(waiting, agreed_at=None):
        forget_merge(merge=merge, by=user)
    FileImport.objects.filter(uploaded_by=user).delete()
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
    forget_names(owner=user)


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
