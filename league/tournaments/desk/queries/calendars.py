"""The calendar feeds of a league, a tournament and a character."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Max, QuerySet, Sum
from django.utils.translation import gettext as _

from characters.models import Character
from engine.translatable import spoken
from league.core.rules.round_clock import length
from league.models import Bye, Entry, League, LedgerEntry, NightDate, Round, Stage, TableSeat, Tournament
from league.nights.queries import agreed_dates, title_of
from league.tournaments.desk.rules.calendars import CANCELLED, CONFIRMED, TENTATIVE, Appointment

MOVED_BY = (
    *("edited", "cancelled", "dropped", "reinstated", "moved_up"),
    *("drawn", "draw_changed", "round_published", "round_started", "clock_changed", "round_ended"),
)
Link = Callable[[str], str]


def tournament_appointments(tournament: Tournament, link: Link) -> list[Appointment]:
    """Return the tournament itself, if it has a date, and its published rounds. Four queries."""
    feed = _Feed({tournament.pk: tournament}, link)
    rounds = _published().filter(stage__tournament=tournament).order_by("stage__number", "number")
    return [*feed.whole(tournament), *map(feed.round, rounds)]


def character_appointments(who: Character, link: Link) -> list[Appointment]:
    """Return the tournaments that a character entered, and its table in each published round. Six queries."""
    entries = list(Entry.objects.filter(character=who).select_related("tournament").order_by("tournament"))
    feed = _Feed({entry.tournament_id: entry.tournament for entry in entries}, link)
    appointments: list[Appointment] = []
    for entry in entries:
        status = {Entry.DROPPED: CANCELLED, Entry.WAITING: TENTATIVE}.get(entry.status, CONFIRMED)
        appointments += feed.whole(entry.tournament, status)
    seats = TableSeat.objects.filter(entry__in=entries, round__in=_published().order_by(), absent=False)
    seats = seats.select_related("table", "round__stage").order_by("round__stage", "round", "table__number")
    byes = Bye.objects.filter(entry__in=entries, round__in=_published().order_by()).select_related("round__stage")
    for seat in seats:
        where = _("table {table}, seat {seat}").format(table=seat.table.number, seat=seat.seat)
        appointments.append(feed.round(seat.round, where, seat.table.get_absolute_url(), seat.table_id))
    for bye in byes.order_by("round__stage", "round"):
        appointments.append(feed.round(bye.round, _("through to the next round") if bye.through else _("bye")))
    return appointments


def league_appointments(league: League, link: Link) -> list[Appointment]:
    """Return the game nights that are agreed, without saying where they are: everybody may read this. Tournaments have
    their own feeds. One query."""
    host = urlsplit(settings.SITE_URL).netloc
    return [
        Appointment(
            uid=f"night{date.night_id}@{host}",
            starts=date.starts_at.astimezone(ZoneInfo(league.zone)),
            ends=_end_of(date).astimezone(ZoneInfo(league.zone)),
            title=spoken(title_of(date.night)),
            changed=date.night.changed_at.astimezone(UTC),
            sequence=date.night.sequence,
            address=link(date.night.get_absolute_url()),
            status=CANCELLED if date.night.cancelled_at else CONFIRMED,
        )
        for date in agreed_dates().filter(night__league=league, night__round=None).order_by("starts_at", "pk")
    ]


def _end_of(date: NightDate) -> datetime:
    return date.starts_at + timedelta(minutes=date.night.minutes)


def _published() -> QuerySet[Round]:
    return Round.objects.exclude(status=Round.DRAFT).select_related("stage")


class _Feed:
    """Make the appointments of tournaments. `link` makes an address absolute. `versions`: how often the dates of each
    may have moved, and when they last did; `planned`: the rounds of all its stages together; `agreed`: the dates on
    which rounds and tables have agreed."""

    def __init__(self, tournaments: Mapping[int, Tournament], link: Link) -> None:
        self.tournaments, self.link = tournaments, link
        events = LedgerEntry.objects.filter(tournament__in=tournaments, kind__in=MOVED_BY).order_by()
        moved = events.values_list("tournament").annotate(Count("id"), Max("at"))
        self.versions = {tournament: (number, at) for tournament, number, at in moved}
        stages = Stage.objects.filter(tournament__in=tournaments).order_by()
        dates = agreed_dates().filter(night__round__stage__tournament__in=tournaments, night__cancelled_at=None)
        self.agreed = {(date.night.round_id, date.night.table_id): date for date in dates}
        self.planned = {pk: rounds or 1 for pk, rounds in stages.values_list("tournament").annotate(Sum("rounds"))}

    def whole(self, tournament: Tournament, status: str = CONFIRMED) -> Iterator[Appointment]:
        if tournament.starts_at is None:
            return
        lasts = timedelta(minutes=tournament.round_minutes * self.planned.get(tournament.pk, 1))
        starts, ends = tournament.starts_at, tournament.starts_at + lasts
        status = CANCELLED if tournament.status == Tournament.CANCELLED else status
        yield self._appointment(tournament, "", starts, ends, str(tournament), tournament.get_absolute_url(), status)

    def round(self, played: Round, where: str = "", address: str = "", table: int | None = None) -> Appointment:
        tournament = self.tournaments[played.stage.tournament_id]
        title = _("{tournament}: {stage}, round {number}")
        title = title.format(tournament=tournament, stage=played.stage.name, number=played.number)
        starts = played.started_at or played.published_at or played.created_at
        ends = played.ended_at or starts + length(played)
        date = self.agreed.get((played.pk, table)) or self.agreed.get((played.pk, None))
        if date is not None:
            starts, ends = date.starts_at, _end_of(date)
        over = tournament.status == Tournament.CANCELLED and played.status != Round.ENDED
        return self._appointment(
            tournament,
            f"s{played.stage.number}r{played.number}-",
            starts,
            ends,
            f"{title}, {where}" if where else title,
            address or tournament.get_absolute_url(),
            CANCELLED if over else CONFIRMED,
            date,
        )

    def _appointment(
        self,
        tournament: Tournament,
        of: str,
        starts: datetime,
        ends: datetime,
        title: str,
        address: str,
        status: str,
        date: NightDate | None = None,
    ) -> Appointment:
        sequence, changed = self.versions.get(tournament.pk, (0, tournament.created_at))
        if date is not None:
            sequence, changed = sequence + date.night.sequence, max(changed, date.night.changed_at)
        zone = ZoneInfo(tournament.played_in)
        return Appointment(
            uid=f"{of}{tournament.draw_commitment[:32]}@corner-office",  # nobody else has committed to these draws
            starts=starts.astimezone(zone),
            ends=ends.astimezone(zone),
            title=title,
            changed=changed.astimezone(UTC),
            sequence=sequence,
            place=tournament.place,
            address=self.link(address),
            status=status,
        )
