"""What is said at the table of a play: by members of its league, hidden and shown by those who decide about it.

Only hiding is a decision about somebody else, so it alone stands in the ledger, without the words that were hidden."""

from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.said import spoken
from games.models import Play
from games.services.plays import tell_of_change
from league.core.ledger.services import record
from league.core.queries.access import require
from league.core.services.quotas import use_quota
from league.models import PlayRemark, SeasonPlay
from league.play.rules.remarks import refused_remark, tidied
from league.talk.services.remarks import REASON_LENGTH


@transaction.atomic
def say(*, season_play: SeasonPlay, text: str, by: Person) -> PlayRemark:
    """Raises PermissionDenied for strangers and in a league that is closed; ValidationError for a text that can't be
    shown, at a table that is closed, and beyond the day's quota."""
    require(by, "comment", season_play.season.league)
    words = tidied(text)
    if refusal := refused_remark(words):
        raise ValidationError({"text": spoken(refusal)})
    if season_play.play.status == Play.CLOSED:
        raise ValidationError(_("This table is closed, and nobody sits at it any more."))
    use_quota("remarks", by=by, league=season_play.season.league)
    made = PlayRemark.objects.create(play=season_play, by=by, text=words)
    _changed(season_play.pk)
    return made


@transaction.atomic
def hide_remark(*, remark: PlayRemark, why: str, by: Person) -> None:
    """Nobody but its author and those who decide reads it any more. Raises ValidationError without a reason, and where
    somebody was faster."""
    said = " ".join(why.split())[:REASON_LENGTH]
    if not said:
        raise ValidationError({"why": _("Say in a line why: its author reads it.")})
    hidden = PlayRemark.objects.filter(pk=remark.pk, hidden_at=None)
    if not hidden.update(hidden_at=timezone.now(), hidden_by=by, hidden_why=said):
        raise ValidationError(_("This remark is hidden already."))
    _record(remark, "was hidden", by, reason=said)


@transaction.atomic
def show_remark(*, remark: PlayRemark, by: Person) -> None:
    """Every member reads it again. Raises ValidationError where it is not hidden."""
    hidden = PlayRemark.objects.filter(pk=remark.pk, hidden_at__isnull=False)
    if not hidden.update(hidden_at=None, hidden_by=None, hidden_why=""):
        raise ValidationError(_("This remark is not hidden any more."))
    _record(remark, "is shown again", by)


def _record(remark: PlayRemark, what: str, by: Person, **about: Any) -> None:
    _changed(remark.play_id)
    text = f"A remark at play {remark.play_id} {what}."
    season = remark.play.season
    record(kind="comment_hidden", text=text, by=by, season=season, play=remark.play_id, remark=remark.pk, **about)


def _changed(pk: int) -> None:
    """Open pages of the table show it: see `version_of`."""
    Play.objects.filter(pk=pk).update(changed_at=timezone.now())
    tell_of_change(pk)
