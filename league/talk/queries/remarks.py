"""Remarks under a game and at the table of a play, as one reader sees them: two queries, however many there are."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from engine.said import spoken
from league.core.queries.access import is_staff, may_as, standing_of
from league.models import League, Remark, SeasonGame, SeasonPlay
from league.talk.rules import AT_A_TABLE, UNDER_A_GAME, Limits, in_readers_words

Venue = SeasonGame | SeasonPlay


@dataclass(frozen=True, slots=True)
class Reader:
    """`member` of the league; `hides` may hide any remark, `writes` may make one."""

    user: Any
    member: bool
    hides: bool
    writes: bool


@dataclass(frozen=True, slots=True)
class RemarkView:
    """The addresses are empty where the reader may not do it."""

    pk: int
    who: str
    text: str
    at: datetime
    hidden_why: str
    is_hidden: bool
    hide_url: str
    delete_url: str
    report_url: str


@dataclass(frozen=True, slots=True)
class Thread:
    """The newest last. `earlier`: how many older ones this page leaves out. What is said at a table is for members."""

    remarks: tuple[RemarkView, ...]
    reader: Reader
    earlier: int = 0
    reads: bool = True

    @property
    def total(self) -> int:
        return len(self.remarks) + self.earlier


def limits_of(venue: Venue) -> Limits:
    return AT_A_TABLE if isinstance(venue, SeasonPlay) else UNDER_A_GAME


def key_of(venue: Venue) -> dict[str, int]:
    """Return the column of a remark that says where it is said, with its value."""
    return {"play_id": venue.pk} if isinstance(venue, SeasonPlay) else {"game_id": venue.game_id}


def reader_of(user: Any, league: League) -> Reader:
    """Return the person as a reader of remarks. Organisers hide remarks; so does the staff of the site, in any
    league."""
    standing = standing_of(user, league)
    hides = is_staff(user) or may_as(standing, "administer", league)
    return Reader(user, standing.role is not None, hides, may_as(standing, "comment", league))


def remarks_seen(venue: Venue, reader: Reader) -> QuerySet[Remark]:
    """Return the remarks, newest first. A hidden one is seen by its author and by those who may show it again."""
    remarks = Remark.objects.filter(**key_of(venue)).select_related("by").order_by("-id")
    return remarks if reader.hides else remarks.filter(Q(hidden_at=None) | Q(by=reader.user.pk or 0))


def thread_of(venue: Venue, user: Any) -> Thread:
    """Return the newest remarks, for the page of the game or of the table."""
    reader, most = reader_of(user, venue.season.league), limits_of(venue).newest
    if isinstance(venue, SeasonPlay) and not (reader.hides or reader.member):
        return Thread((), reader, reads=False)
    remarks = remarks_seen(venue, reader)
    newest = list(remarks[: most + 1])
    earlier = remarks.count() - most if len(newest) > most else 0
    return Thread(tuple(remark_view(remark, reader) for remark in newest[:most][::-1]), reader, earlier)


def remark_view(remark: Remark, reader: Reader) -> RemarkView:
    own = remark.by_id is not None and remark.by_id == reader.user.pk
    path = {"play" if remark.play_id else "game": remark.play_id or remark.game_id, "remark": remark.pk}
    return RemarkView(
        pk=remark.pk,
        who=remark.by.get_username() if remark.by else remark.by_label,
        text=spoken(in_readers_words(remark.text)) if remark.play_id else remark.text,
        at=remark.at,
        hidden_why=remark.hidden_why,
        is_hidden=remark.hidden_at is not None,
        hide_url=reverse("remark_hide", kwargs=path) if reader.hides else "",
        delete_url=reverse("remark_delete", kwargs=path) if own and reader.writes and remark.game_id else "",
        report_url=_report_url(remark) if reader.user.is_authenticated and not own else "",
    )


def _report_url(remark: Remark) -> str:
    return reverse("report_create", query={"page": remark.get_absolute_url()})
