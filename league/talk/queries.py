"""Remarks as one reader sees them, two queries however many there are; reports as the staff reads them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.urls import ResolverMatch, reverse
from django.utils import timezone

from characters.models import Character, CharacterPicture
from characters.queries.compiled import Compiled
from engine.translatable import Translatable, said, spoken
from league.core.queries.access import is_staff, may_as, standing_of
from league.core.queries.addresses import Named, match_at, named_by, place_of
from league.models import (
    Block,
    EveningPhoto,
    GameNight,
    Introduction,
    League,
    Membership,
    Remark,
    Report,
    SeasonGame,
    SeasonPlay,
    Team,
)
from league.models.organisation import Role
from league.talk.rules import AT_A_TABLE, UNDER_A_GAME, Limits, in_readers_words

Venue = SeasonGame | SeasonPlay

_VENUES = {"games": "game", "play": "play"}
_REMARK, _PHOTO = re.compile(r"remark-([0-9]{1,18})"), re.compile(r"photo-([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Reader:
    """`member` of the league; `hides` may hide any remark, `writes` may make one."""

    user: Any
    member: bool
    hides: bool
    writes: bool


@dataclass(frozen=True, slots=True)
class RemarkView:
    """The addresses are empty if the reader may not do it."""

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
    """Return the remarks, newest first. A hidden one is seen by its author and by people who may show it again."""
    remarks = Remark.objects.filter(**key_of(venue)).select_related("by").order_by("-id")
    return remarks if reader.hides else remarks.filter(_shown_to(reader.user.pk or 0))


def _shown_to(person: int) -> Q:
    return Q(hidden_at=None) | Q(by=person)


_NEWEST_AT_A_TABLE = Compiled(
    lambda play, person: (
        Remark.objects.filter(_shown_to(person), play=play)
        .select_related("by")
        .order_by("-id")[: AT_A_TABLE.newest + 1]
    )
)


def thread_of(venue: Venue, user: Any) -> Thread:
    """Return the newest remarks, for the page of the game or of the table."""
    reader, most = reader_of(user, venue.season.league), limits_of(venue).newest
    if isinstance(venue, SeasonPlay) and not (reader.hides or reader.member):
        return Thread((), reader, reads=False)
    if isinstance(venue, SeasonPlay) and not reader.hides:
        newest = _NEWEST_AT_A_TABLE.all(venue.pk, user.pk)
    else:
        newest = list(remarks_seen(venue, reader)[: most + 1])
    earlier = remarks_seen(venue, reader).count() - most if len(newest) > most else 0
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


@dataclass(frozen=True, slots=True)
class Subject:
    league: League | None
    person: User | None


def subject_of(page: str) -> Subject:
    """Return the league to which the page at this address belongs, and who made the remark, added the photo or owns
    the character there."""
    match = match_at(page)
    place = place_of(match) if match else None
    league = League.objects.filter(pk=place.league).first() if place else None
    character, remark, photo = character_of(page), remark_of(page), photos_at([page]).get(page)
    person = remark.by if remark else photo.uploaded_by if photo else character.owner if character else None
    writer = next((words.by for words in words_at([page]).get(page, ())), None)
    return Subject(league, person or writer or (_person_at(match) if match else None))


def _person_at(match: ResolverMatch) -> User | None:
    return User.objects.filter(username=match.kwargs["name"]).first() if match.url_name == "person_page" else None


def remark_of(page: str) -> Remark | None:
    """Return the remark that this address points at, if it does."""
    named, number = _named(page), _REMARK.fullmatch(urlsplit(page).fragment)
    if named is None or number is None or named.kind not in _VENUES:
        return None
    return Remark.objects.select_related("by").filter(pk=int(number[1]), **{_VENUES[named.kind]: named.key}).first()


def character_of(page: str) -> Character | None:
    """Return the character to whose file the page at this address belongs."""
    return Character.objects.select_related("owner", "enrolment__league").filter(slug=_slug(page)).first()


def _slug(page: str) -> object:
    named = _named(page)
    return named.key if named and named.kind == "characters" else ""


def _named(page: str) -> Named | None:
    match = match_at(page)
    return named_by(match) if match else None


def character_pictures(character: Character) -> QuerySet[CharacterPicture]:
    return CharacterPicture.objects.filter(character=character)


def pictures_reported(reports: list[Report]) -> dict[int, Character]:
    """Return for each report the character with a picture whose file it is about. One query, however many reports."""
    slugs = {report.pk: _slug(report.page) for report in reports}
    characters = Character.objects.filter(slug__in=set(slugs.values())).exclude(picture="")
    by_slug: dict[object, Character] = {character.slug: character for character in characters}
    return {report: by_slug[slug] for report, slug in slugs.items() if slug in by_slug}


def photos_at(pages: Iterable[str]) -> dict[str, EveningPhoto]:
    """Return the photos of tournaments that these addresses point at and that can be seen, by address. One query."""
    numbers = {page: _PHOTO.fullmatch(urlsplit(page).fragment) for page in pages}
    keys = {page: (int(number[1]), named.key) for page, number in numbers.items() if number and (named := _named(page))}
    photos = photos_of_evenings().filter(hidden_at=None, pk__in={pk for pk, _slug in keys.values()})
    by_key = {(photo.pk, photo.tournament.slug): photo for photo in photos}
    return {page: by_key[key] for page, key in keys.items() if key in by_key}


class Words(NamedTuple):
    """A kind of words that the staff may hide. Each is a row of `model`, `by` its writer, and `league` the path to its
    league ("" for none). An address names it by `argument`, a value of `named_by`, on `pages` ("" for all that have
    the argument). `what` says what and where it is, without a word of it; it needs `read_with`."""

    model: type[Introduction | GameNight | Team]
    by: str
    league: str
    argument: str
    named_by: str
    pages: str
    what: Callable[[Any], Translatable]
    read_with: tuple[str, ...] = ()


def _introduction(row: Introduction) -> Translatable:
    return said("what somebody wishes to be called")


def _night(row: GameNight) -> Translatable:
    dates = sorted(row.dates.all(), key=lambda date: (date.agreed_at is None, date.starts_at))
    day = (dates[0].starts_at if dates else row.proposed_at).astimezone(ZoneInfo(row.zone)).date()
    where = row.round.stage.tournament.name if row.round else row.league.name
    return said("what is written about the game night of {day:%-d %B %Y} in {where}", day=day, where=where)


def _team(row: Team) -> Translatable:
    where = row.contest.tournament or row.contest.season
    return said("the name of team {number} in {where}", number=row.number, where=where.name)


WORDS: Mapping[str, Words] = {
    "introduction": Words(Introduction, "user", "", "name", "user__username", "person_page", _introduction),
    "night": Words(
        GameNight, "proposed_by", "league", "night", "pk", "", _night, ("league", "round__stage__tournament", "dates")
    ),
    "team": Words(
        Team,
        "captain",
        "contest__season__league",
        "team",
        "pk",
        "",
        _team,
        ("contest__season__league", "contest__tournament"),
    ),
}


class WordsAt(NamedTuple):
    """One row of words: its kind, the row, and both as a form names them."""

    kind: Words
    row: Introduction | GameNight | Team
    key: str

    @property
    def what(self) -> Translatable:
        return self.kind.what(self.row)

    @property
    def by(self) -> User | None:
        writer: User | None = getattr(self.row, self.kind.by)
        return writer

    @property
    def league(self) -> League | None:
        league: League | None = _followed(self.row, self.kind.league) if self.kind.league else None
        return league

    @property
    def href(self) -> str:
        return self.row.get_absolute_url() if not isinstance(self.row, Introduction) else ""


def _followed(row: Any, path: str) -> Any:
    for step in path.split("__"):
        row = getattr(row, step)
    return row


def words_by_key(key: str) -> WordsAt | None:
    """Return the words that a form names, such as `team-5`; None if there are none."""
    name, _dash, pk = key.partition("-")
    if name not in WORDS or not pk.isdecimal() or len(pk) > 18:
        return None
    return next(_rows(name, pk=int(pk)), None)


def _rows(name: str, **which: Any) -> Iterator[WordsAt]:
    kind = WORDS[name]
    for row in kind.model._default_manager.filter(**which).select_related(kind.by).prefetch_related(*kind.read_with):
        yield WordsAt(kind, row, f"{name}-{row.pk}")


def words_at(pages: Iterable[str]) -> dict[str, list[WordsAt]]:
    """Return the words at these addresses that can be read, by address. A query for each kind that is there."""
    wanted: dict[tuple[str, object], list[str]] = {}
    for page in pages:
        match = match_at(page)
        for name, kind in WORDS.items() if match else ():
            key = match.kwargs.get(kind.argument) if match and kind.pages in ("", match.url_name) else None
            if key is not None:
                wanted.setdefault((name, key), []).append(page)
    found: dict[str, list[WordsAt]] = {}
    for name, kind in WORDS.items():
        keys = [key for of, key in wanted if of == name]
        for words in _rows(name, hidden_at=None, **{f"{kind.named_by}__in": keys}) if keys else ():
            for page in wanted[name, _followed(words.row, kind.named_by)]:
                found.setdefault(page, []).append(words)
    return found


def hidden_words() -> list[WordsAt]:
    """Return the words that are hidden, the newest decision first."""
    rows = [row for name in WORDS for row in _rows(name, hidden_at__isnull=False)]
    return sorted(rows, key=lambda words: words.row.hidden_at or timezone.now(), reverse=True)


def photos_of_evenings() -> QuerySet[EveningPhoto]:
    """Return the photos of all tournaments, without their content."""
    return EveningPhoto.objects.select_related("tournament__season", "uploaded_by").defer("content")


def hidden_photos() -> QuerySet[EveningPhoto]:
    return photos_of_evenings().filter(hidden_at__isnull=False).order_by("-hidden_at")


def hidden_pictures() -> QuerySet[CharacterPicture]:
    return CharacterPicture.objects.filter(hidden_at__isnull=False).select_related("character").order_by("-hidden_at")


def open_reports() -> QuerySet[Report]:
    with_all = ("league", "person__introduction", "made_by")
    return Report.objects.filter(decision="").select_related(*with_all).order_by("id")


def decided_reports() -> QuerySet[Report]:
    return Report.objects.exclude(decision="").select_related("league", "person", "made_by", "decided_by")


def organisers_of(league: League) -> QuerySet[User]:
    return User.objects.filter(memberships__league=league, memberships__role=Role.ORGANISER)


def names_to_block(reports: list[Report]) -> list[str]:
    """Return the user names that the reports may be about: the owners of their characters and the organisers of their
    leagues."""
    leagues = {report.league_id for report in reports}
    organisers = Membership.objects.filter(league__in=leagues - {None}, role=Role.ORGANISER)
    owners = {report.person.get_username() for report in reports if report.person}
    return sorted(owners | set(organisers.values_list("user__username", flat=True)))


def hidden_leagues() -> QuerySet[League]:
    return League.objects.filter(hidden_at__isnull=False).order_by("-hidden_at")


def blocks() -> QuerySet[Block]:
    return Block.objects.select_related("user", "by")
