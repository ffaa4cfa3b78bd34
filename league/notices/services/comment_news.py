"""Telling those who sat in a game what is said under it. The comments are the queue: what is told is marked in the
transaction that writes the notices. Killed on the way, a comment waits and is whole; of two workers one is faster."""

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from league.models import GameComment, League
from league.notices.queries.comment_letters import comment_letters
from league.notices.services.telling import tell

log = structlog.get_logger(__name__)
MOST_PER_SWEEP = 100


def tell_comments() -> int:
    """Tell what waits, oldest first; how many were told. One that cannot be told does not stand in the way of the
    others. Raises what the database fails with: the others would meet the same."""
    told = 0
    for pk in list(
        GameComment.objects.filter(told_at=None).order_by("pk").values_list("pk", flat=True)[:MOST_PER_SWEEP]
    ):
        try:
            told += _tell(pk)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("comment_not_told", comment=pk)
    return told


@transaction.atomic
def _tell(pk: int) -> bool:
    comment = (
        GameComment.objects.select_for_update(of=("self",)).select_related("by").filter(pk=pk, told_at=None).first()
    )
    if comment is None:
        return False
    GameComment.objects.filter(pk=pk).update(told_at=timezone.now())
    tell(comment_letters(comment), league=League.objects.get(seasons__season_games__game=comment.game_id))
    return True
