"""Reports to the staff, and what the staff decides: every decision is told to those it concerns, stands in the ledger
and can be taken back. Nothing is deleted."""

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from characters.models import Character
from characters.services import pictures
from league.accounts.services.tokens import end_all_tokens
from league.core.queries.access import forget_leagues
from league.core.services.quotas import use_quota
from league.ledger.services import record
from league.models import Block, League, MailNotice, MailWish, Report
from league.moderation.queries import character_pictures, organisers_of, subject_of

MOST = 300
KIND = "moderated"


@transaction.atomic
def report_page(*, page: str, why: str, by: User) -> Report:
    """Tell the staff. Raises ValidationError for no address of this site, without a reason, for the same page again
    while nobody has decided, and beyond the day's quota."""
    why, page = " ".join(why.split())[:MOST], page.strip()
    if not page.startswith("/") or page.startswith("//") or len(page) > MOST:
        raise ValidationError({"page": "Name a page of this site, such as /characters/ada/."})
    if not why:
        raise ValidationError({"why": "Say in a line what is wrong with it."})
    use_quota("reports", by=by)
    subject = subject_of(page)
    try:
        with transaction.atomic():
            return Report.objects.create(page=page, why=why, league=subject.league, person=subject.person, made_by=by)
    except IntegrityError as error:
        raise ValidationError("You have reported this page already. The staff will look at it.") from error


@transaction.atomic
def dismiss_report(*, report: Report, note: str, by: User) -> None:
    """Nothing needs to be done. Raises ValidationError where it is decided already."""
    _decide(report, Report.DISMISSED, note, by)
    record(kind=KIND, text="A report was dismissed.", by=by, league=report.league, report=report.pk)
    if report.made_by:
        text = f"The staff looked at {report.page} and left it as it is. {note}"
        _tell(report.made_by, f"report-{report.pk}", "Your report", text.strip())


@transaction.atomic
def hide_league(*, league: League, why: str, by: User, report: Report | None = None) -> None:
    """Nobody but its members and the staff finds the league or anything in it. Raises ValidationError without a
    reason, and where it is hidden already."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if league.hidden_at is not None:
        raise ValidationError(f"{league} is hidden already.")
    league.hidden_at, league.hidden_why = timezone.now(), _reason(why)
    league.save(update_fields=["hidden_at", "hidden_why"])
    entry = record(kind=KIND, text=f"{league} was hidden: {league.hidden_why}", by=by, league=league)
    if report is not None:
        _decide(report, Report.HIDDEN, why, by)
    for organiser in organisers_of(league):
        text = f"The staff of this site has hidden {league}; only its members see it. The reason: {league.hidden_why}"
        _tell(organiser, f"moderation-{entry.pk}", f"{league} is hidden", text)
    transaction.on_commit(forget_leagues)


@transaction.atomic
def show_league(*, league: League, by: User) -> None:
    """Everybody sees it again. Raises ValidationError where it is not hidden."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if league.hidden_at is None:
        raise ValidationError(f"{league} is not hidden.")
    league.hidden_at, league.hidden_why = None, ""
    league.save(update_fields=["hidden_at", "hidden_why"])
    entry = record(kind=KIND, text=f"{league} is shown again.", by=by, league=league)
    for organiser in organisers_of(league):
        _tell(organiser, f"moderation-{entry.pk}", f"{league} is shown again", f"Everybody sees {league} again.")
    transaction.on_commit(forget_leagues)


@transaction.atomic
def block_person(*, username: str, why: str, by: User, report: Report | None = None) -> Block:
    """They can't sign in; where they are signed in ends, and so do their tokens. What they wrote stays. Raises
    ValidationError for an unknown name, for the staff, without a reason, and where they are blocked already."""
    user = User.objects.select_for_update(no_key=True).filter(username=username.strip()).first()
    if user is None:
        raise ValidationError(f"Nobody here has the user name {username.strip()[:150]}.")
    if user.is_staff or user.is_superuser:
        raise ValidationError(f"{user} belongs to the staff. Take that away in the administration first.")
    if not user.is_active:
        raise ValidationError(f"{user} can't sign in already.")
    block = Block.objects.create(user=user, why=_reason(why), by=by)
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_all_tokens(user=user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    entry = record(kind=KIND, text=f"An account was blocked: {block.why}", by=by, person=user.pk)
    if report is not None:
        _decide(report, Report.BLOCKED, why, by)
    text = f"The staff of this site has blocked your account. The reason: {block.why}"
    _tell(user, f"moderation-{entry.pk}", "Your account is blocked", text)
    return block


@transaction.atomic
def unblock_person(*, block: Block, by: User) -> None:
    """They may sign in again."""
    user = User.objects.select_for_update(no_key=True).get(pk=block.user_id)
    if not Block.objects.filter(pk=block.pk).delete()[0]:
        raise ValidationError(f"{user} is not blocked any more.")
    user.is_active = True
    user.save(update_fields=["is_active"])
    entry = record(kind=KIND, text="A block was lifted.", by=by, person=user.pk)
    _tell(user, f"moderation-{entry.pk}", "Your account is open again", "You can sign in again.")


@transaction.atomic
def hide_picture(*, character: Character, why: str, by: User, report: Report | None = None) -> None:
    """Nobody sees the picture of this character, and none can take its place. Raises ValidationError without a reason,
    and where there is none to see."""
    said, uploader = _reason(why), _uploader_of(character)
    pictures.hide_picture(character=character, why=said)
    league = character.enrolment.league
    entry = record(
        kind=KIND,
        text=f"The picture of {character.name} was hidden: {said}",
        by=by,
        league=league,
        character=character.pk,
    )
    if report is not None:
        _decide(report, Report.HIDDEN, why, by)
    if uploader is not None:
        text = f"The staff of this site has hidden the picture of {character}. The reason: {said}"
        _tell(uploader, f"moderation-{entry.pk}", f"The picture of {character} is hidden", text)


@transaction.atomic
def show_picture(*, character: Character, by: User) -> None:
    """Everybody sees it again. Raises ValidationError where none is hidden."""
    uploader = _uploader_of(character)
    pictures.show_picture(character=character)
    league = character.enrolment.league
    text = f"The picture of {character.name} is shown again."
    entry = record(kind=KIND, text=text, by=by, league=league, character=character.pk)
    if uploader is not None:
        subject = f"The picture of {character} is shown again"
        _tell(uploader, f"moderation-{entry.pk}", subject, f"Everybody sees the picture of {character} again.")


def _uploader_of(character: Character) -> User | None:
    return User.objects.filter(pk__in=character_pictures(character).values("uploaded_by")).first()


def _decide(report: Report, decision: str, note: str, by: User) -> None:
    decided = Report.objects.filter(pk=report.pk, decision="").update(
        decision=decision, note=note[:MOST], decided_by=by, decided_at=timezone.now()
    )
    if not decided:
        raise ValidationError("Somebody else has decided this report already.")


def _reason(why: str) -> str:
    said = " ".join(why.split())[:MOST]
    if not said:
        raise ValidationError("Give a reason: those it concerns read it.")
    return said


def _tell(user: User, key: str, subject: str, text: str) -> None:
    """By e-mail, where there is a verified address."""
    MailWish.objects.get_or_create(user=user)
    MailNotice.objects.get_or_create(user=user, key=key, defaults={"subject": subject[:200], "text": text})
