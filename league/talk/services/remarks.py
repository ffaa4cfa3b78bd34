"""Comments under a game: posted by members, deleted by who wrote them, hidden and shown by organisers.

Only hiding is a decision about somebody else, so it alone stands in the ledger, without the words that were hidden."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.said import spoken
from league.core.ledger.services import record
from league.core.services.quotas import use_quota
from league.models import GameComment, League, SeasonGame
from league.talk.rules import refused_text, tidied

REASON_LENGTH = 300


@transaction.atomic
def post_comment(*, season_game: SeasonGame, text: str, by: User) -> GameComment:
    """Those who sat in the game are told afterwards (`league.notices.services.outbox`). Raises ValidationError
    for a text that can't be shown, where the league is closed, and beyond the day's quota."""
    said = tidied(text)
    if refusal := refused_text(said):
        raise ValidationError({"text": spoken(refusal)})
    league = League.objects.get(pk=season_game.season.league_id)
    if league.closed_at is not None:
        raise ValidationError(_("This league is closed: what was said in it can be read, and nothing more is said."))
    use_quota("comments", by=by, league=league)
    return GameComment.objects.create(game_id=season_game.game_id, by=by, text=said)


@transaction.atomic
def delete_comment(*, comment: GameComment, by: User) -> None:
    """It is gone for good. Raises ValidationError for the comment of somebody else."""
    if not GameComment.objects.filter(pk=comment.pk, by=by).delete()[0]:
        raise ValidationError(_("You delete what you have written yourself. Others' comments are reported."))


@transaction.atomic
def hide_comment(*, comment: GameComment, why: str, by: User) -> None:
    """Nobody but its author and the organisers reads it any more. Raises ValidationError without a reason, and where
    somebody was faster."""
    said = " ".join(why.split())[:REASON_LENGTH]
    if not said:
        raise ValidationError({"why": _("Say in a line why: its author reads it.")})
    hidden = GameComment.objects.filter(pk=comment.pk, hidden_at=None)
    if not hidden.update(hidden_at=timezone.now(), hidden_by=by, hidden_why=said):
        raise ValidationError(_("This comment is hidden already, or its author has deleted it."))
    _record(comment, "was hidden", by, reason=said)


@transaction.atomic
def show_comment(*, comment: GameComment, by: User) -> None:
    """Everybody reads it again. Raises ValidationError where it is not hidden."""
    hidden = GameComment.objects.filter(pk=comment.pk, hidden_at__isnull=False)
    if not hidden.update(hidden_at=None, hidden_by=None, hidden_why=""):
        raise ValidationError(_("This comment is not hidden any more."))
    _record(comment, "is shown again", by)


def _record(comment: GameComment, what: str, by: User, **about: Any) -> None:
    season_game = SeasonGame.objects.select_related("season").get(game=comment.game_id)
    text = f"A comment under game {season_game.reference} {what}."
    record(
        kind="comment_hidden",
        text=text,
        by=by,
        season=season_game.season,
        game=comment.game_id,
        comment=comment.pk,
        **about,
    )
