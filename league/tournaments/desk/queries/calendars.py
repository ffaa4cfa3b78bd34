"""The calendar feeds of a tournament and of a character."""

from collections.abc import Callable, Iterable, Iterator, Mapping
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
Version = tuple[int, datetime]
Link = Callable[[str], str]


def tournament_appointments(tournament: Tournament, link: Link) -> list[Appointment]:
    """Return the tournament itself, if it has a date, and its published rounds. Three queries."""
    versions = _versions([tournament.pk])
    rounds = _published().filter(stage__tournament=tournament).order_by("stage__number", "number")
    return [
        *_whole(tournament, versions, _planned([tournament.pk]), link),
        *(_round(played, tournament, versions, link, title=_round_title(tournament, played)) for played in rounds),
    ]


def character_appointments(who: Character, link: Link) -> list[Appointment]:
    """Return the tournaments that a character entered, and its table in each published round. Five queries."""
    entries = list(Entry.objects.filter(character=who).select_related("tournament").order_by("tournament"))
    tournaments = {entry.tournament_id: entry.tournament for entry in entries}
    versions, planned = _versions(tournaments), _planned(tournaments)
    appointments: list[Appointment] = []
    for entry in entries:
        status = {Entry.DROPPED: CANCELLED, Entry.WAITING: TENTATIVE}.get(entry.status, CONFIRMED)
        appointments += _whole(entry.tournament, versions, planned, link, status=status)
    seats = TableSeat.objects.filter(entry__in=entries, round__in=_published().order_by(), absent=False)
    seats = seats.select_related("table", "round__stage").order_by("round__stage", "round", "table__number")
    byes = Bye.objects.filter(entry__in=entries, round__in=_published().order_by()).select_related("round__stage")
    for seat in seats:
        where = _("table {table}, seat {seat}").format(table=seat.table.number, seat=seat.seat)
        appointments.append(_mine(seat.round, tournaments, versions, link, where, seat.table.get_absolute_url()))
    for bye in byes.order_by("round__stage", "round"):
        where = _("through to the next round") if bye.through else _("bye")
        appointments.append(_mine(bye.round, tournaments, versions, link, where, ""))
    return appointments


def _round_title(tournament: Tournament, played: Round) -> str:
    title = _("{tournament}: {stage}, round {number}")
    return title.format(tournament=tournament, stage=played.stage.name, number=played.number)


def _published() -> QuerySet[Round]:
    return Round.objects.exclude(status=Round.DRAFT).select_related("stage")


def _versions(tournaments: Iterable[int]) -> Mapping[int, Version]:
    """Return how often the dates of each tournament may have moved, and when they last did."""
    events = LedgerEntry.objects.filter(tournament__in=list(tournaments), kind__in=MOVED_BY).order_by()
    rows = events.values_list("tournament").annotate(Count("id"), Max("at"))
    return {tournament: (number, at) for tournament, number, at in rows}


def _planned(tournaments: Iterable[int]) -> Mapping[int, int]:
    """Return the rounds planned in all stages of each tournament together."""
    stages = Stage.objects.filter(tournament__in=list(tournaments)).order_by()
    return {pk: rounds or 1 for pk, rounds in stages.values_list("tournament").annotate(Sum("rounds"))}


def _version(tournament: Tournament, versions: Mapping[int, Version]) -> Version:
    return versions.get(tournament.pk, (0, tournament.created_at))


def _whole(
    tournament: Tournament,
    versions: Mapping[int, Version],
    planned: Mapping[int, int],
    link: Link,
    *,
    status: str = CONFIRMED,
) -> Iterator[Appointment]:
    if tournament.starts_at is None:
        return
    sequence, changed = _version(tournament, versions)
    lasts = timedelta(minutes=tournament.round_minutes * planned.get(tournament.pk, 1))
    yield Appointment(
        uid=_uid(tournament),
        starts=tournament.starts_at.astimezone(ZoneInfo(tournament.played_in)),
        ends=(tournament.starts_at + lasts).astimezone(ZoneInfo(tournament.played_in)),
        title=str(tournament),
        changed=changed.astimezone(UTC),
        sequence=sequence,
        place=tournament.place,
        address=link(tournament.get_absolute_url()),
        status=CANCELLED if tournament.status == Tournament.CANCELLED else status,
    )


def _mine(
    played: Round,
    tournaments: Mapping[int, Tournament],
    versions: Mapping[int, Version],
    link: Link,
    where: str,
    address: str,
) -> Appointment:
    tournament = tournaments[played.stage.tournament_id]
    title = f"{_round_title(tournament, played)}, {where}"
    return _round(played, tournament, versions, link, title=title, address=address)


def _round(
    played: Round, tournament: Tournament, versions: Mapping[int, Version], link: Link, *, title: str, address: str = ""
) -> Appointment:
    sequence, changed = _version(tournament, versions)
    starts = played.started_at or played.published_at or played.created_at
    over = tournament.status == Tournament.CANCELLED and played.status != Round.ENDED
    return Appointment(
        uid=f"s{played.stage.number}r{played.number}-{_uid(tournament)}",
        starts=starts.astimezone(ZoneInfo(tournament.played_in)),
        ends=(played.ended_at or starts + length(played)).astimezone(ZoneInfo(tournament.played_in)),
        title=title,
        changed=changed.astimezone(UTC),
        sequence=sequence,
        place=tournament.place,
        address=link(address or tournament.get_absolute_url()),
        status=CANCELLED if over else CONFIRMED,
    )


def _uid(tournament: Tournament) -> str:
    """Return an id that no other tournament anywhere has: nobody else has committed to these draws."""
    return f"{tournament.draw_commitment[:32]}@corner-office"
