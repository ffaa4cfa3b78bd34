"""What was said at the table of a play, for members of its league; strangers read nothing of it."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import Q, QuerySet

from characters.queries.compiled import Compiled
from engine.said import spoken
from league.models import PlayRemark, SeasonPlay
from league.play.rules.remarks import in_readers_words
from league.talk.queries.remarks import Reader, reader_of

SHOWN = 50


@dataclass(frozen=True, slots=True)
class RemarkView:
    pk: int
    who: str
    text: str
    at: datetime
    hidden_why: str
    is_hidden: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """The newest last; nothing for a reader who is no member."""

    remarks: tuple[RemarkView, ...]
    reader: Reader
    reads: bool


def _newest(play: int, *shown: Q) -> QuerySet[PlayRemark]:
    return PlayRemark.objects.filter(*shown, play=play).select_related("by").order_by("-id")[:SHOWN]


_ALL = Compiled(_newest)
_OPEN_OR_OWN = Compiled(lambda play, reader: _newest(play, Q(hidden_at=None) | Q(by=reader)))


def talk_at(season_play: SeasonPlay, user: Person | AnonymousUser) -> Talk:
    """The newest of what was said. What is hidden is seen by who said it and by who may show it again."""
    reader = reader_of(user, season_play.season.league)
    if not (reader.hides or reader.member):
        return Talk((), reader, reads=False)
    found = _ALL(season_play.pk) if reader.hides else _OPEN_OR_OWN(season_play.pk, user.pk or 0)
    return Talk(tuple(remark_view(one, reader) for one in reversed(found)), reader, reads=True)


def remark_view(remark: PlayRemark, reader: Reader) -> RemarkView:
    return RemarkView(
        pk=remark.pk,
        who=remark.by.get_username() if remark.by else remark.by_label,
        text=spoken(in_readers_words(remark.text)),
        at=remark.at,
        hidden_why=remark.hidden_why,
        is_hidden=remark.hidden_at is not None,
        is_own=remark.by_id is not None and remark.by_id == reader.user.pk,
    )
