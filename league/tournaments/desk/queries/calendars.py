"""The calendar feeds of a tournament and of a character."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, QuerySet, Sum
from django.utils.translation import gettext as _

from characters.models import Character
from league.core.rules.round_clock import length
from league.models import Bye, Entry, LedgerEntry, Round, Stage, TableSeat, Tournament
from league.tournaments.desk.rules.calendars import CANCELLED, CONFIRMED, TENTATIVE, Appointment

MOVED_BY = (
    *("edited", "cancelled", "dropped", "reinstated", "moved_up"),
    *("drawn", "draw_changed", "round_published", "round_started", "clock_changed", "round_ended"),
)
Link = Callable[[str], str]


def tournament_appointments(tournament: Tournament, link: Link) -> list[Appointment]:
    """Return the tournament itself, if it has a date, and its published rounds. Three queries."""
    feed = _Feed({tournament.pk: tournament}, link)
    rounds = _published().filter(stage__tournament=tournament).order_by("stage__number", "number")
    return [*feed.whole(tournament), *map(feed.round, rounds)]


def character_appointments(who: Character, link: Link) -> list[Appointment]:
    """Return the tournaments that a character entered, and its table in each published round. Five queries."""
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
        appointments.append(feed.round(seat.round, where, seat.table.get_absolute_url()))
    for bye in byes.order_by("round__stage", "round"):
        appointments.append(feed.round(bye.round, _("through to the next round") if bye.through else _("bye")))
    return appointments


def _published() -> QuerySet[Round]:
    return Round.objects.exclude(status=Round.DRAFT).select_related("stage")


class _Feed:
    """Make the appointments of tournaments. `link` makes an address absolute. `versions`: how often the dates of each
    may have moved, and when they last did; `planned`: the rounds of all its stages together."""

    def __init__(self, tournaments: Mapping[int, Tournament], link: Link) -> None:
        self.tournaments, self.link = tournaments, link
        events = LedgerEntry.objects.filter(tournament__in=tournaments, kind__in=MOVED_BY).order_by()
        moved = events.values_list("tournament").annotate(Count("id"), Max("at"))
        self.versions = {tournament: (number, at) for tournament, number, at in moved}
        stages = Stage.objects.filter(tournament__in=tournaments).order_by()
        self.planned = {pk: rounds or 1 for pk, rounds in stages.values_list("tournament").annotate(Sum("rounds"))}

    def whole(self, tournament: Tournament, status: str = CONFIRMED) -> Iterator[Appointment]:
        if tournament.starts_at is None:
            return
        lasts = timedelta(minutes=tournament.round_minutes * self.planned.get(tournament.pk, 1))
        starts, ends = tournament.starts_at, tournament.starts_at + lasts
        status = CANCELLED if tournament.status == Tournament.CANCELLED else status
        yield self._appointment(tournament, "", starts, ends, str(tournament), tournament.get_absolute_url(), status)

    def round(self, played: Round, where: str = "", address: str = "") -> Appointment:
        tournament = self.tournaments[played.stage.tournament_id]
        title = _("{tournament}: {stage}, round {number}")
        title = title.format(tournament=tournament, stage=played.stage.name, number=played.number)
        starts = played.started_at or played.published_at or played.created_at
        ends = played.ended_at or starts + length(played)
        over = tournament.status == Tournament.CANCELLED and played.status != Round.ENDED
        return self._appointment(
            tournament,
            f"s{played.stage.number}r{played.number}-",
            starts,
            ends,
            f"{title}, {where}" if where else title,
            address or tournament.get_absolute_url(),
            CANCELLED if over else CONFIRMED,
        )

    def _appointment(
        self, tournament: Tournament, of: str, starts: datetime, ends: datetime, title: str, address: str, status: str
    ) -> Appointment:
        sequence, changed = self.versions.get(tournament.pk, (0, tournament.created_at))
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
