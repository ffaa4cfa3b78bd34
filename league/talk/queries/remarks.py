"""The comments under a game as one reader sees them, two queries however many there are."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from league.core.queries.access import is_staff, may_as, standing_of
from league.models import GameComment, League, SeasonGame

SHOWN = 20  # on the page of a game; all of them have a page of their own


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: `member` of the league, `hides` may hide any, `writes` may post one."""

    user: Any
    member: bool
    hides: bool
    writes: bool


@dataclass(frozen=True, slots=True)
class CommentView:
    pk: int
    who: str
    text: str
    at: datetime
    hidden_why: str
    is_hidden: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class Thread:
    """The newest last. `earlier`: how many older ones this page leaves out."""

    comments: tuple[CommentView, ...]
    earlier: int
    reader: Reader

    @property
    def total(self) -> int:
        return len(self.comments) + self.earlier


def reader_of(user: Any, league: League) -> Reader:
    """Organisers hide comments; so does the staff of the site, in any league."""
    standing = standing_of(user, league)
    hides = is_staff(user) or may_as(standing, "administer", league)
    return Reader(user, standing.role is not None, hides, may_as(standing, "comment", league))


def may_hide(user: Any, league: League) -> bool:
    return reader_of(user, league).hides


def comments_seen(season_game: SeasonGame, reader: Reader) -> QuerySet[GameComment]:
    """Newest first. What is hidden is seen by who wrote it and by who may show it again."""
    found = GameComment.objects.filter(game=season_game.game_id).select_related("by").order_by("-id")
    if reader.hides:
        return found
    own = Q(by=reader.user) if reader.user.is_authenticated else Q()
    return found.filter(Q(hidden_at=None) | own) if own else found.filter(hidden_at=None)


def thread_of(season_game: SeasonGame, user: Any) -> Thread:
    """The newest of them, for the page of the game."""
    reader = reader_of(user, season_game.season.league)
    found = comments_seen(season_game, reader)
    newest = list(found[: SHOWN + 1])
    earlier = found.count() - SHOWN if len(newest) > SHOWN else 0
    return Thread(tuple(comment_view(one, reader) for one in newest[:SHOWN][::-1]), earlier, reader)


def comment_view(comment: GameComment, reader: Reader) -> CommentView:
    who = comment.by.get_username() if comment.by else ""
    return CommentView(
        pk=comment.pk,
        who=who or comment.by_label,
        text=comment.text,
        at=comment.at,
        hidden_why=comment.hidden_why,
        is_hidden=comment.hidden_at is not None,
        is_own=bool(reader.user.is_authenticated and comment.by_id == reader.user.pk),
    )
