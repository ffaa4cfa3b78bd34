"""Game nights as pages, calendars and letters read them, in a fixed number of queries.

What is agreed is as public as the league; where it is, and who comes when, is for members."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from characters.models import Career, Character
from characters.rules.career import RETIRED
from engine.translatable import said
from league.core.queries.access import may_as, standing_of
from league.core.queries.introductions import introductions
from league.core.rules.grouping import grouped
from league.core.rules.roles import ORGANISER
from league.models import GameNight, League, Membership, NightAnswer, NightDate, TableSeat
from league.nights.rules import EARLY, LATE, MAYBE, YES, Tally, best, placed, tally_of

MOST_PEOPLE = 60
MOST_LINES = 60
MOST_NEXT = 3
AHEAD = timedelta(days=14)  # what is asked for on a desk
_ZONES = ("league", "round__stage__tournament__season__league")


def title_of(night: GameNight) -> str:
    """Return what the night is called, with the round and the table that it is for; without its own words while they
    are hidden."""
    title = said("Game night") if night.hidden_at else night.title
    if night.table is not None and night.round is not None:
        place = {"round": night.round.number, "table": night.table.number}
        return said("{title}, round {round}, table {table}", title=title, **place)
    return said("{title}, round {round}", title=title, round=night.round.number) if night.round else title


def nights_of(league: League) -> QuerySet[GameNight]:
    return GameNight.objects.filter(league=league).select_related(*_ZONES, "table", "proposed_by")


def agreed_dates() -> QuerySet[NightDate]:
    """Return the agreed dates, cancelled ones too."""
    zones = (f"night__{path}" for path in _ZONES)
    return NightDate.objects.filter(agreed_at__isnull=False).select_related("night__table", *zones)


def is_ahead(now: datetime) -> Q:
    """Return the condition for dates whose night may not be over yet."""
    return Q(starts_at__gte=now - timedelta(hours=6))


def asked(nights: Iterable[GameNight]) -> dict[int, set[int]]:
    """Return the accounts that each night asks: the players at its table or in its round, else the members of the
    league. Two queries at most."""
    rows = list(nights)
    seats = TableSeat.objects.filter(round__in={night.round_id for night in rows} - {None}).order_by()
    owners = list(seats.exclude(entry__character__owner=None).values_list("table", "round", "entry__character__owner"))
    at_table = grouped((table, owner) for table, _round, owner in owners)
    in_round = grouped((played, owner) for _table, played, owner in owners)
    leagues = Membership.objects.filter(league__in={night.league_id for night in rows if not night.round_id}).order_by()
    members = grouped(leagues.values_list("league", "user"))

    def people(night: GameNight) -> set[int]:
        if night.table_id is not None:
            return set(at_table[night.table_id])
        return set(in_round[night.round_id] if night.round_id is not None else members[night.league_id])

    return {night.pk: people(night) for night in rows}


def all_have_accounts(night: GameNight) -> bool:
    """Return whether everybody at the table of a night has their own account."""
    seats = TableSeat.objects.filter(table=night.table_id).exclude(entry=None)
    figures = seats.aggregate(seats=Count("pk"), owners=Count("entry__character__owner", distinct=True))
    return bool(figures["seats"] == figures["owners"] > 1)


def places_of(date: NightDate) -> tuple[Sequence[int], Sequence[int]]:
    """Return the accounts that have a place on this date, and those on the waiting list, in their order."""
    people = asked([date.night])[date.night_id]
    said_yes = date.answers.filter(answer=YES, user__in=people).order_by("at", "pk").values_list("user", flat=True)
    return placed(list(said_yes), date.night.seats)


@dataclass(frozen=True, slots=True)
class DateColumn:
    """A date of a night as its page shows it. `mine` is the reader's answer, "" without one."""

    pk: int
    starts_at: datetime
    agreed: bool
    best: bool
    tally: Tally
    mine: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who answered, with an answer for each date ("" without one)."""

    name: str
    own: bool
    answers: Sequence[str]


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who said yes to the agreed date."""

    user: int
    name: str
    here: bool


def settles(night: GameNight, user: Any) -> bool:
    """Return whether somebody chooses the date: an organiser, and who proposed the night unless it is of a table."""
    proposed = night.table_id is None and user.is_authenticated and night.proposed_by_id == user.pk
    standing = standing_of(user, night.league)
    return may_as(standing, "administer", night.league) or (proposed and may_as(standing, "meet", night.league))


class NightPage:
    """One night as one reader sees it: without the answers of others unless the reader belongs to the league. The
    person who `settles` chooses the date and changes the night."""

    def __init__(self, night: GameNight, user: Any, now: datetime) -> None:
        self.night, self.user, self.now, self.title = night, user, now, title_of(night)
        self.reads = standing_of(user, night.league).role is not None
        self.settles = settles(night, user)
        self.dates = list(night.dates.all())
        self.asked = asked([night])[night.pk] if self.reads else set()
        self.rows = list(NightAnswer.objects.filter(date__in=self.dates, user__in=self.asked).select_related("user"))
        self.names = _names(self.rows)
        self._said = {(row.date_id, row.user_id): row.answer for row in self.rows}

    def _of(self, date: NightDate) -> list[NightAnswer]:
        return [row for row in self.rows if row.date_id == date.pk]

    @cached_property
    def columns(self) -> list[DateColumn]:
        tallies = {date.pk: tally_of(row.answer for row in self._of(date)) for date in self.dates}
        fits = best(tallies) if len(self.names) > 1 and self._agreed is None else None
        return [
            DateColumn(
                pk=date.pk,
                starts_at=date.starts_at,
                agreed=date.agreed_at is not None,
                best=date.pk == fits,
                tally=tallies[date.pk],
                mine=self._said.get((date.pk, self.user.pk), ""),
            )
            for date in self.dates
        ]

    @cached_property
    def _agreed(self) -> NightDate | None:
        return next((date for date in self.dates if date.agreed_at), None)

    @property
    def agreed(self) -> DateColumn | None:
        return next((column for column in self.columns if column.agreed), None)

    @cached_property
    def everybody(self) -> list[PersonRow]:
        """Return everybody who answered, the reader first."""
        order = sorted(self.names, key=lambda pk: (pk != self.user.pk, self.names[pk].casefold()))
        return [
            PersonRow(self.names[pk], pk == self.user.pk, [self._said.get((date.pk, pk), "") for date in self.dates])
            for pk in order
        ]

    @property
    def people(self) -> list[PersonRow]:
        return self.everybody[:MOST_PEOPLE]

    @property
    def more(self) -> int:
        return len(self.everybody) - len(self.people)

    @property
    def silent(self) -> int:
        return len(self.asked - self.names.keys())

    @cached_property
    def guests(self) -> tuple[Sequence[Guest], Sequence[Guest]]:
        """Return who has a place on the agreed date, and who waits for one."""
        coming = [row for row in self._of(self._agreed) if row.answer == YES] if self._agreed else []
        guests = [Guest(row.user_id, self.names[row.user_id], row.here_at is not None) for row in coming]
        return placed(guests, self.night.seats)

    @property
    def mine(self) -> Guest | None:
        return next((guest for part in self.guests for guest in part if guest.user == self.user.pk), None)

    @property
    def waits_as(self) -> int:
        return next((at for at, guest in enumerate(self.guests[1], start=1) if guest.user == self.user.pk), 0)

    @property
    def answers(self) -> bool:
        return self.user.pk in self.asked and not self.over and not self.late

    @property
    def adds(self) -> bool:
        at_table = self.night.table_id is not None and self.user.pk in self.asked and not self.late
        return self.night.cancelled_at is None and self._agreed is None and (self.settles or at_table)

    @property
    def here(self) -> bool:
        """Return whether people are checked in now."""
        return self._agreed is not None and not self.night.cancelled_at and is_on(self._agreed, self.night, self.now)

    @property
    def late(self) -> bool:
        return self._agreed is None and is_late(self.night, self.now)

    @property
    def over(self) -> bool:
        length = timedelta(minutes=self.night.minutes)
        dates = [self._agreed] if self._agreed else self.dates
        ended = bool(dates) and max(date.starts_at for date in dates) + length < self.now
        return ended or self.night.cancelled_at is not None


def _names(rows: Iterable[NightAnswer]) -> dict[int, str]:
    """Return what the people behind these answers are called. One query."""
    users = {row.user_id: row.user.get_username() for row in rows}
    called = introductions(users) if users else {}
    return {pk: (called[pk].called if pk in called else "") or name for pk, name in users.items()}


def is_on(agreed: NightDate, night: GameNight, now: datetime) -> bool:
    """Return whether people check in for this date now."""
    return agreed.starts_at - EARLY <= now <= agreed.starts_at + timedelta(minutes=night.minutes) + LATE


def is_late(night: GameNight, now: datetime) -> bool:
    return night.answer_by is not None and night.answer_by <= now


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night in a list: `date` is the agreed one, None while people are asked; `mine` is the reader's answer to it,
    or "" if something is unanswered."""

    night: GameNight
    title: str
    date: NightDate | None
    dates: int
    mine: str
    waits: bool = False


def open_nights(user: User, leagues: Collection[int], now: datetime) -> list[NightLine]:
    """Return the nights without a date that ask this person, the oldest first. Five queries at most."""
    ahead = NightDate.objects.filter(is_ahead(now), night=OuterRef("pk"))
    waiting = GameNight.objects.filter(league__in=leagues, league__closed_at=None, cancelled_at=None)
    waiting = waiting.exclude(dates__agreed_at__isnull=False).filter(Exists(ahead) | Q(dates=None))
    rows = list(waiting.select_related(*_ZONES, "table").order_by("pk")[:MOST_LINES])
    people = asked(rows)
    rows = [night for night in rows if user.pk in people[night.pk]]
    dates = dict(NightDate.objects.filter(night__in=rows).order_by().values_list("night").annotate(Count("pk")))
    own = NightAnswer.objects.filter(date__night__in=rows, user=user).order_by()
    answered = dict(own.values_list("date__night").annotate(Count("pk")))
    return [
        NightLine(
            night,
            title_of(night),
            None,
            dates.get(night.pk, 0),
            MAYBE if dates.get(night.pk) and answered.get(night.pk) == dates[night.pk] else "",
        )
        for night in rows
    ]


def agreed_nights(
    user: Any, leagues: Collection[int], now: datetime, *, until: datetime | None = None, most: int = MOST_LINES
) -> list[NightLine]:
    """Return the upcoming agreed nights of these leagues with the reader's answers, the soonest first. Four queries at
    most."""
    dates = agreed_dates().filter(is_ahead(now), night__league__in=leagues, night__cancelled_at=None)
    rows = list((dates.filter(starts_at__lte=until) if until else dates).order_by("starts_at", "pk")[:most])
    rows = [row for row in rows if row.starts_at + timedelta(minutes=row.night.minutes) > now]
    mine = dict(NightAnswer.objects.filter(date__in=rows, user=user.pk or 0).values_list("date", "answer"))
    full = NightAnswer.objects.filter(date__in=[row.pk for row in rows if row.night.seats], answer=YES)
    coming = grouped(full.values_list("date", "user"))
    return [
        NightLine(
            row.night,
            title_of(row.night),
            row,
            1,
            mine.get(row.pk, ""),
            waits=user.pk in placed(coming[row.pk], row.night.seats)[1],
        )
        for row in rows
    ]


def nights_ahead(user: User, leagues: Collection[int], now: datetime) -> list[NightLine]:
    """Return the next agreed nights to which this person said yes, or may come."""
    lines = agreed_nights(user, leagues, now)
    return [line for line in lines if line.mine in (YES, MAYBE)][:MOST_NEXT]


def present(league: League, now: datetime, apart_from: Collection[int] = ()) -> list[Character]:
    """Return the characters of people now checked in at a game night of the league, in the order in which they
    came: of each person the one whose career is running, the newest of several. Two queries."""
    answers = NightAnswer.objects.filter(
        date__night__league=league,
        date__night__cancelled_at=None,
        date__agreed_at__isnull=False,
        date__starts_at__range=(now - timedelta(days=1) - LATE, now + EARLY),
        here_at__gte=now - timedelta(days=1),
    )
    order = list(dict.fromkeys(answers.order_by("here_at", "pk").values_list("user", flat=True)))
    current = Career.objects.filter(character=OuterRef("pk"), current=True).exclude(status=RETIRED)
    own = Character.objects.filter(Exists(current), enrolment__league=league, owner__in=order)
    newest = {who.owner_id: who for who in own.order_by("pk")}
    return [newest[pk] for pk in order if pk in newest and newest[pk].pk not in apart_from]


def night_of_table(table: int) -> GameNight | None:
    """Return the game night at which a table of a tournament is played, or looks for its date."""
    return GameNight.objects.select_related("league").filter(table=table, cancelled_at=None).first()


def organisers_of(league: int) -> list[int]:
    return list(Membership.objects.filter(league=league, role=ORGANISER).order_by("pk").values_list("user", flat=True))
