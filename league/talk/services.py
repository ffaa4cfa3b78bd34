"""Remarks of members, reports to the staff, and what the staff decides.

Only hiding a remark is a decision about somebody else, so it alone is in the ledger, without the words that were
hidden. Every decision of the staff is told to those it concerns, is in the ledger and can be taken back. Nothing is
deleted.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from characters.models import Character
from characters.services import pictures
from characters.services.pictures import hide, show
from engine.translatable import Translatable, said, spoken
from games.models import Play
from games.services.plays import tell_of_change
from league.accounts.services.tokens import end_all_tokens
from league.core.ledger.services import record
from league.core.queries.access import forget_leagues, require
from league.core.queries.languages import in_language_of
from league.core.services.quotas import use_quota
from league.models import Block, EveningPhoto, League, MailNotice, MailWish, Remark, Report, SeasonPlay
from league.talk.queries import Venue, WordsAt, character_pictures, key_of, limits_of, organisers_of, subject_of
from league.talk.rules import refused_text, tidied

REASON_LENGTH = 300
MOST = 300  # letters of a reason or a note
KIND = "moderated"


@transaction.atomic
def say(*, venue: Venue, text: str, by: User) -> Remark:
    """Make a remark; the players of the game are told afterwards (`league.notices.services.outbox`). Raise
    PermissionDenied for strangers and in a closed league; ValidationError for a text that can't be shown, at a table
    that is closed, and beyond the day's quota."""
    league, limits = venue.season.league, limits_of(venue)
    require(by, "comment", league)
    words = tidied(text, limits)
    if refusal := refused_text(words, limits):
        raise ValidationError({"text": spoken(refusal)})
    if isinstance(venue, SeasonPlay) and venue.play.status == Play.CLOSED:
        raise ValidationError(_("This table is closed, and nobody is sitting at it."))
    use_quota(limits.quota, by=by, league=league)
    remark = Remark.objects.create(by=by, text=words, **key_of(venue))
    _change_table(remark)
    return remark


def require_author(remark: Remark, by: User) -> None:
    """Raise PermissionDenied for the remark of somebody else."""
    if remark.by_id != by.pk:
        raise PermissionDenied(_("You can delete what you have written yourself. Others' comments can be reported."))


@transaction.atomic
def delete_remark(*, remark: Remark, by: User) -> None:
    """Delete a remark for good. Raise PermissionDenied for the remark of somebody else."""
    require_author(remark, by)
    Remark.objects.filter(pk=remark.pk).delete()


@transaction.atomic
def hide_remark(*, remark: Remark, why: str, by: User) -> None:
    """Hide a remark: only its author and the people who decide still read it. Raise ValidationError without a
    reason, or if somebody was faster."""
    reason = " ".join(why.split())[:REASON_LENGTH]
    if not reason:
        raise ValidationError({"why": _("Say in a line why: its author reads it.")})
    if not hide(Remark.objects.filter(pk=remark.pk), why=reason):
        raise ValidationError(_("This remark is already hidden, or its author has deleted it."))
    _record_remark(remark, HIDDEN, by, reason=reason)


@transaction.atomic
def show_remark(*, remark: Remark, by: User) -> None:
    """Show a hidden remark again to everybody who may read it. Raise ValidationError if it is not hidden."""
    if not show(Remark.objects.filter(pk=remark.pk)):
        raise ValidationError(_("This remark is no longer hidden."))
    _record_remark(remark, SHOWN_AGAIN, by)


HIDDEN = (said("A remark at play {number} was hidden."), said("A comment under game {reference} was hidden."))
SHOWN_AGAIN = (
    said("A remark at play {number} is shown again."),
    said("A comment under game {reference} is shown again."),
)


def _record_remark(remark: Remark, done: tuple[Translatable, Translatable], by: User, **about: Any) -> None:
    _change_table(remark)
    venue, about["remark"] = remark.venue, remark.pk
    if isinstance(venue, SeasonPlay):
        text, about["play"] = said(done[0], number=venue.pk), venue.pk
    else:
        text, about["game"] = said(done[1], reference=venue.reference), venue.game_id
    record(kind="comment_hidden", text=text, by=by, season=venue.season, **about)


def _change_table(remark: Remark) -> None:
    """Tell open pages of the table that there is something new: see `version_of`."""
    if remark.play_id:
        Play.objects.filter(pk=remark.play_id).update(changed_at=timezone.now())
        tell_of_change(remark.play_id)


class ModerationLetter(NamedTuple):
    subject: str
    text: str


@transaction.atomic
def report_page(*, page: str, why: str, by: User) -> Report:
    """Report a page to the staff. Raise ValidationError for an address that is not of this site, without a reason, for
    the same page again while nobody has decided, and beyond the day's quota."""
    why, page = " ".join(why.split())[:MOST], page.strip()
    if not page.startswith("/") or page.startswith("//") or len(page) > MOST:
        raise ValidationError({"page": _("Name a page of this site, such as /characters/ada/.")})
    if not why:
        raise ValidationError({"why": _("Say in a line what is wrong with it.")})
    use_quota("reports", by=by)
    subject = subject_of(page)
    try:
        with transaction.atomic():
            return Report.objects.create(page=page, why=why, league=subject.league, person=subject.person, made_by=by)
    except IntegrityError as error:
        raise ValidationError(_("You have already reported this page. The staff will look at it.")) from error


@transaction.atomic
def dismiss_report(*, report: Report, note: str, by: User) -> None:
    """Dismiss a report that needs nothing to be done. Raise ValidationError if it is already decided."""
    _decide(report, Report.DISMISSED, note, by)
    record(kind=KIND, text=said("A report was dismissed."), by=by, league=report.league, report=report.pk)
    if report.made_by:
        text = said("The staff looked at {page} and left it as it is.", page=report.page)
        if note.strip():
            about = {"page": report.page, "note": note.strip()}
            text = said("The staff looked at {page} and left it as it is. {note}", **about)
        _send(ModerationLetter(said("Your report"), text), report.made_by, f"report-{report.pk}")


@transaction.atomic
def hide_league(*, league: League, why: str, by: User, report: Report | None = None) -> None:
    """Hide a league: nobody but its members and the staff finds it or anything in it. Raise ValidationError without a
    reason, or if it is already hidden."""
    reason = _reason(why)
    if not hide(League.objects.filter(pk=league.pk), why=reason):
        raise ValidationError(_("{league} is already hidden.").format(league=league))
    text = said(
        "The staff of this site has hidden {league}; only its members see it. The reason: {why}",
        league=league.name,
        why=reason,
    )
    letter = ModerationLetter(said("{league} is hidden", league=league.name), text)
    if report is not None:
        _decide(report, Report.HIDDEN, reason, by)
    hidden = said("{league} was hidden: {reason}", league=league.name, reason=reason)
    _record(hidden, letter, organisers_of(league), by, league=league)
    transaction.on_commit(forget_leagues)


@transaction.atomic
def show_league(*, league: League, by: User) -> None:
    """Show a hidden league to everybody again. Raise ValidationError if it is not hidden."""
    if not show(League.objects.filter(pk=league.pk)):
        raise ValidationError(_("{league} is not hidden.").format(league=league))
    text = said("Everybody sees {league} again.", league=league.name)
    letter = ModerationLetter(said("{league} is shown again", league=league.name), text)
    _record(said("{league} is shown again.", league=league.name), letter, organisers_of(league), by, league=league)
    transaction.on_commit(forget_leagues)


@transaction.atomic
def block_person(*, username: str, why: str, by: User, report: Report | None = None) -> Block:
    """Block a person, who can no longer sign in; their sessions and tokens end, and what they wrote stays. Raise
    ValidationError for an unknown name, for the staff, without a reason, or if they are already blocked."""
    user = User.objects.select_for_update(no_key=True).filter(username=username.strip()).first()
    if user is None:
        raise ValidationError(_("Nobody here has the user name {name}.").format(name=username.strip()[:150]))
    if user.is_staff or user.is_superuser:
        of_staff = _("{name} belongs to the staff. Take that away in the administration first.")
        raise ValidationError(of_staff.format(name=user))
    if not user.is_active:
        raise ValidationError(_("{name} already can't sign in.").format(name=user))
    block = Block.objects.create(user=user, why=_reason(why), by=by)
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_all_tokens(user=user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    if report is not None:
        _decide(report, Report.BLOCKED, why, by)
    text = said("The staff of this site has blocked your account. The reason: {why}", why=block.why)
    letter = ModerationLetter(said("Your account is blocked"), text)
    blocked = said("An account was blocked: {reason}", reason=block.why)
    _record(blocked, letter, [user], by, rows=[block], person=user.pk)
    return block


@transaction.atomic
def unblock_person(*, block: Block, by: User) -> None:
    """Lift a block, so that the person may sign in again."""
    user = User.objects.select_for_update(no_key=True).get(pk=block.user_id)
    gone = Block.objects.filter(pk=block.pk).first()
    if gone is None:
        raise ValidationError(_("{name} is no longer blocked.").format(name=user))
    user.is_active = True
    user.save(update_fields=["is_active"])
    letter = ModerationLetter(said("Your account is open again"), said("You can sign in again."))
    _record(said("A block was lifted."), letter, [user], by, gone=[gone], person=user.pk)
    gone.delete()


@transaction.atomic
def hide_picture(*, character: Character, why: str, by: User, report: Report | None = None) -> None:
    """Hide the picture of this character, so that nobody sees it and no other can take its place. Raise
    ValidationError without a reason, or if there is no picture to see."""
    reason = _reason(why)
    pictures.hide_picture(character=character, why=reason)
    text = said(
        "The staff of this site has hidden the picture of {character}. The reason: {why}",
        character=character.name,
        why=reason,
    )
    letter = ModerationLetter(said("The picture of {character} is hidden", character=character.name), text)
    if report is not None:
        _decide(report, Report.HIDDEN, reason, by)
    hidden = said("The picture of {name} was hidden: {reason}", name=character.name, reason=reason)
    _record_picture(hidden, letter, character, by)


@transaction.atomic
def show_picture(*, character: Character, by: User) -> None:
    """Show the picture to everybody again. Raise ValidationError if no picture is hidden."""
    pictures.show_picture(character=character)
    text = said("Everybody sees the picture of {character} again.", character=character.name)
    letter = ModerationLetter(said("The picture of {character} is shown again", character=character.name), text)
    _record_picture(said("The picture of {name} is shown again.", name=character.name), letter, character, by)


def _record_picture(text: Translatable, letter: ModerationLetter, character: Character, by: User) -> None:
    uploaders = User.objects.filter(pk__in=character_pictures(character).values("uploaded_by"))
    _record(text, letter, uploaders, by, league=character.enrolment.league, character=character.pk)


@transaction.atomic
def hide_words(*, words: WordsAt, why: str, by: User, report: Report | None = None) -> None:
    """Hide what somebody has written. Raise ValidationError without a reason, or if it is hidden."""
    reason, what = _reason(why), words.what
    if not hide(words.kind.model._default_manager.filter(pk=words.row.pk), why=reason):
        raise ValidationError(_("This is already hidden."))
    if report is not None:
        _decide(report, Report.HIDDEN, reason, by)
    hidden = said("Hidden by the staff of this site: {what}. The reason: {why}", what=what, why=reason)
    _record_words(words, hidden, ModerationLetter(said("Hidden: {what}", what=what), hidden), by)


@transaction.atomic
def show_words(*, words: WordsAt, by: User) -> None:
    """Show what somebody has written again. Raise ValidationError if it is not hidden."""
    if not show(words.kind.model._default_manager.filter(pk=words.row.pk)):
        raise ValidationError(_("This is not hidden."))
    shown = said("Shown again by the staff of this site: {what}.", what=words.what)
    letter = ModerationLetter(said("Shown again: {what}", what=words.what), shown)
    _record_words(words, shown, letter, by)


def _record_words(words: WordsAt, text: Translatable, letter: ModerationLetter, by: User) -> None:
    writers = [words.by] if words.by else []
    _record(text, letter, writers, by, league=words.league, words=words.key)


@transaction.atomic
def hide_photo(*, photo: EveningPhoto, why: str, by: User, report: Report | None = None) -> None:
    """Hide a photo of a tournament from everybody; organisers read why. Raise ValidationError without a reason, or if
    it is already hidden."""
    reason = _reason(why)
    if not hide(EveningPhoto.objects.filter(pk=photo.pk), why=reason):
        raise ValidationError(_("This photo is already hidden, or an organiser has removed it."))
    name = photo.tournament.name
    text = said(
        "The staff of this site has hidden a photo of {tournament}. The reason: {why}", tournament=name, why=reason
    )
    letter = ModerationLetter(said("A photo of {tournament} is hidden", tournament=name), text)
    if report is not None:
        _decide(report, Report.HIDDEN, reason, by)
    _record_photo(
        said("A photo of {tournament} was hidden: {reason}", tournament=name, reason=reason), letter, photo, by
    )


@transaction.atomic
def show_photo(*, photo: EveningPhoto, by: User) -> None:
    """Show a hidden photo to everybody again. Raise ValidationError if it is not hidden."""
    if not show(EveningPhoto.objects.filter(pk=photo.pk)):
        raise ValidationError(_("This photo is not hidden."))
    name = photo.tournament.name
    text = said("Everybody sees the photo of {tournament} again.", tournament=name)
    letter = ModerationLetter(said("A photo of {tournament} is shown again", tournament=name), text)
    _record_photo(said("A photo of {tournament} is shown again.", tournament=name), letter, photo, by)


def _record_photo(text: Translatable, letter: ModerationLetter, photo: EveningPhoto, by: User) -> None:
    uploaders = [photo.uploaded_by] if photo.uploaded_by else []
    _record(text, letter, uploaders, by, season=photo.tournament.season, photo=photo.pk)


def _record(text: Translatable, letter: ModerationLetter, people: Iterable[User], by: User, **about: Any) -> None:
    """Record a decision in the ledger, and write to the people it concerns, if they have a verified e-mail address."""
    entry = record(kind=KIND, text=text, by=by, **about)
    for user in people:
        _send(letter, user, f"moderation-{entry.pk}")


def _decide(report: Report, decision: str, note: str, by: User) -> None:
    decided = Report.objects.filter(pk=report.pk, decision="").update(
        decision=decision, note=note[:MOST], decided_by=by, decided_at=timezone.now()
    )
    if not decided:
        raise ValidationError(_("Somebody else has already decided this report."))


def _reason(why: str) -> str:
    reason = " ".join(why.split())[:MOST]
    if not reason:
        raise ValidationError(_("Give a reason: the people concerned will read it."))
    return reason


def _send(letter: ModerationLetter, user: User, key: str) -> None:
    MailWish.objects.get_or_create(user=user)
    with in_language_of(user):
        words = {"subject": spoken(letter.subject)[:200], "text": spoken(letter.text), "language": get_language() or ""}
    MailNotice.objects.get_or_create(user=user, key=key, defaults=words)
