"""Remarks of members under a game and at the table of a play: made, deleted by who made them, hidden and shown again.

Only hiding is a decision about somebody else, so it alone stands in the ledger, without the words that were hidden."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.services.pictures import hide, show
from engine.said import spoken
from games.models import Play
from games.services.plays import tell_of_change
from league.core.ledger.services import record
from league.core.queries.access import require
from league.core.services.quotas import use_quota
from league.models import Remark, SeasonPlay
from league.talk.queries.remarks import Venue, key_of, limits_of
from league.talk.rules import refused_text, tidied

REASON_LENGTH = 300


@transaction.atomic
def say(*, venue: Venue, text: str, by: User) -> Remark:
    """Make a remark; those who sat in the game are told afterwards (`league.notices.services.outbox`). Raises
    PermissionDenied for strangers and in a closed league; ValidationError for a text that can't be shown, at a table
    that is closed, and beyond the day's quota."""
    league, limits = venue.season.league, limits_of(venue)
    require(by, "comment", league)
    words = tidied(text, limits)
    if refusal := refused_text(words, limits):
        raise ValidationError({"text": spoken(refusal)})
    if isinstance(venue, SeasonPlay) and venue.play.status == Play.CLOSED:
        raise ValidationError(_("This table is closed, and nobody sits at it any more."))
    use_quota(limits.quota, by=by, league=league)
    remark = Remark.objects.create(by=by, text=words, **key_of(venue))
    _change_table(remark)
    return remark


@transaction.atomic
def delete_remark(*, remark: Remark, by: User) -> None:
    """Delete a remark for good. Raises PermissionDenied for the remark of somebody else."""
    if remark.by_id != by.pk:
        raise PermissionDenied(_("You delete what you have written yourself. Others' comments are reported."))
    Remark.objects.filter(pk=remark.pk).delete()


@transaction.atomic
def hide_remark(*, remark: Remark, why: str, by: User) -> None:
    """Hide a remark: nobody but its author and those who decide reads it any more. Raises ValidationError without a
    reason, and where somebody was faster."""
    reason = " ".join(why.split())[:REASON_LENGTH]
    if not reason:
        raise ValidationError({"why": _("Say in a line why: its author reads it.")})
    if not hide(Remark.objects.filter(pk=remark.pk), why=reason):
        raise ValidationError(_("This remark is hidden already, or its author has deleted it."))
    _record(remark, "was hidden", by, reason=reason)


@transaction.atomic
def show_remark(*, remark: Remark, by: User) -> None:
    """Show a hidden remark again to everybody who may read it. Raises ValidationError where it is not hidden."""
    if not show(Remark.objects.filter(pk=remark.pk)):
        raise ValidationError(_("This remark is not hidden any more."))
    _record(remark, "is shown again", by)


def _record(remark: Remark, what: str, by: User, **about: Any) -> None:
    _change_table(remark)
    venue, about["remark"] = remark.venue, remark.pk
    if isinstance(venue, SeasonPlay):
        text, about["play"] = f"A remark at play {venue.pk} {what}.", venue.pk
    else:
        text, about["game"] = f"A comment under game {venue.reference} {what}.", venue.game_id
    record(kind="comment_hidden", text=text, by=by, season=venue.season, **about)


def _change_table(remark: Remark) -> None:
    """Tell open pages of the table that there is something new: see `version_of`."""
    if remark.play_id:
        Play.objects.filter(pk=remark.play_id).update(changed_at=timezone.now())
        tell_of_change(remark.play_id)
