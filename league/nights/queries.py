"""Game nights as pages, calendars and letters read them, in a fixed number of queries.

What is agreed is as public as the league; where it is, and who comes when, is for members."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from characters.models import Career, Character
from characters.rules.career import RETIRED
from engine.translatable import said
from league.core.queries.access import may_as, standing_of
from league.core.queries.introductions import introductions
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
    """Return the accounts that each night asks: those who play at its table or in its round, else the members of the
    league. Two queries at most."""
    rows, people = list(nights), defaultdict[int, set[int]](set)
    rounds, leagues = {night.round_id for night in rows} - {None}, {n.league_id for n in rows if n.round_id is None}
    seats = TableSeat.objects.filter(round__in=rounds, entry__character__owner__isnull=False).order_by()
    of_table, of_round = defaultdict[int | None, set[int]](set), defaultdict[int | None, set[int]](set)
    for table, played, owner in seats.values_list("table", "round", "entry__character__owner") if rounds else ():
        of_table[table].add(owner)
        of_round[played].add(owner)
    members = defaultdict[int, set[int]](set)
    if leagues:
        for league, user in Membership.objects.filter(league__in=leagues).order_by().values_list("league", "user"):
            members[league].add(user)
    for night in rows:
        if night.table_id is not None:
            people[night.pk] = of_table[night.table_id]
        else:
            people[night.pk] = of_round[night.round_id] if night.round_id else members[night.league_id]
    return people


def all_have_accounts(night: GameNight) -> bool:
    """Return whether everybody at the table of a night has an account of their own."""
    seats = TableSeat.objects.filter(table=night.table_id).exclude(entry=None)
    figures = seats.aggregate(seats=Count("pk"), owners=Count("entry__character__owner", distinct=True))
    return bool(figures["seats"] == figures["owners"] > 1)


def places_of(date: NightDate) -> tuple[Sequence[int], Sequence[int]]:
    """Return the accounts that have a place on this date, and those on the waiting list, in their order."""
    said_yes = date.answers.filter(answer=YES).order_by("at", "pk").values_list("user", flat=True)
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

    user: int
    name: str
    own: bool
    answers: Sequence[str]


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who said yes to the agreed date."""

    user: int
    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class NightPage:
    """One night as one reader sees it. `silent` is how many of those asked have said nothing. The reader `settles` a
    date and changes the night, `adds` dates, and `answers` when they can come; `here`: people are checked in now."""

    night: GameNight
    title: str
    ends_at: datetime | None
    columns: Sequence[DateColumn]
    people: Sequence[PersonRow]
    more: int
    silent: int
    placed: Sequence[Guest]
    waiting: Sequence[Guest]
    mine: Guest | None
    waits_as: int
    reads: bool
    answers: bool
    settles: bool
    administers: bool
    adds: bool
    here: bool
    late: bool
    over: bool

    @property
    def agreed(self) -> DateColumn | None:
        return next((column for column in self.columns if column.agreed), None)


def settles(night: GameNight, user: Any) -> bool:
    """Return whether somebody chooses the date: an organiser, and who proposed the night unless it is of a table."""
    proposed = night.table_id is None and user.is_authenticated and night.proposed_by_id == user.pk
    standing = standing_of(user, night.league)
    return may_as(standing, "administer", night.league) or (proposed and may_as(standing, "meet", night.league))


def night_page(night: GameNight, user: Any, now: datetime) -> NightPage:
    dates = list(night.dates.all())
    reads = standing_of(user, night.league).role is not None
    rows = list(NightAnswer.objects.filter(date__in=dates).select_related("user")) if reads else []
    people = asked([night])[night.pk] if reads else set()
    rows = [row for row in rows if row.user_id in people]
    of_date = defaultdict[int, dict[int, NightAnswer]](dict)
    for row in rows:
        of_date[row.date_id][row.user_id] = row
    tallies = {date.pk: tally_of(row.answer for row in of_date[date.pk].values()) for date in dates}
    fits = best(tallies)
    names = _names(rows)
    agreed = next((date for date in dates if date.agreed_at), None)
    said_yes = [row for row in rows if agreed and row.date_id == agreed.pk and row.answer == YES]
    guests = [Guest(row.user_id, names[row.user_id], row.here_at is not None) for row in said_yes]
    inside, outside = placed(guests, night.seats)
    waits = next((at for at, guest in enumerate(outside, start=1) if guest.user == user.pk), 0)
    ends_at = agreed.starts_at + timedelta(minutes=night.minutes) if agreed else None
    last = ends_at or max((date.starts_at for date in dates), default=None)
    over = bool(night.cancelled_at) or (last is not None and last < now)
    late = agreed is None and is_late(night, now)
    answers, decides = user.pk in people, settles(night, user)
    ordered = sorted(names, key=lambda pk: (pk != user.pk, names[pk].casefold()))
    return NightPage(
        night=night,
        title=title_of(night),
        ends_at=ends_at,
        columns=[
            DateColumn(
                pk=date.pk,
                starts_at=date.starts_at,
                agreed=date.agreed_at is not None,
                best=date.pk == fits and agreed is None and len(names) > 1,
                tally=tallies[date.pk],
                mine=_answer(of_date[date.pk], user.pk),
            )
            for date in dates
        ],
        people=[
            PersonRow(pk, names[pk], pk == user.pk, [_answer(of_date[date.pk], pk) for date in dates])
            for pk in ordered[:MOST_PEOPLE]
        ],
        more=max(0, len(ordered) - MOST_PEOPLE),
        silent=len(people - names.keys()),
        placed=inside,
        waiting=outside,
        mine=next((guest for guest in (*inside, *outside) if guest.user == user.pk), None),
        waits_as=waits,
        reads=reads,
        answers=answers,
        settles=decides,
        administers=may_as(standing_of(user, night.league), "administer", night.league),
        adds=decides or (answers and night.table_id is not None and not late),
        here=bool(agreed and ends_at and agreed.starts_at - EARLY <= now <= ends_at + LATE and not night.cancelled_at),
        late=late,
        over=over,
    )


def _answer(answers: Mapping[int, NightAnswer], user: int | None) -> str:
    row = answers.get(user or 0)
    return row.answer if row else ""


def _names(rows: Iterable[NightAnswer]) -> dict[int, str]:
    """Return what the people behind these answers are called. One query."""
    users = {row.user_id: row.user.get_username() for row in rows}
    called = introductions(users) if users else {}
    return {pk: (called[pk].called if pk in called else "") or name for pk, name in users.items()}


def is_late(night: GameNight, now: datetime) -> bool:
    return night.answer_by is not None and night.answer_by <= now


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night in a list: `date` is the agreed one, None while people are asked; `mine` is the reader's answer to it,
    or "" where something is unanswered."""

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
    """Return the agreed nights to come of these leagues with the reader's answers, the soonest first. Four queries at
    most."""
    dates = agreed_dates().filter(is_ahead(now), night__league__in=leagues, night__cancelled_at=None)
    rows = list((dates.filter(starts_at__lte=until) if until else dates).order_by("starts_at", "pk")[:most])
    rows = [row for row in rows if row.starts_at + timedelta(minutes=row.night.minutes) > now]
    own = NightAnswer.objects.filter(date__in=rows, user=user.pk or 0)
    mine = {answer.date_id: answer for answer in own}
    earlier = NightAnswer.objects.filter(date=OuterRef("date"), answer=YES).filter(
        Q(at__lt=OuterRef("at")) | Q(at=OuterRef("at"), pk__lt=OuterRef("pk"))
    )
    before = dict(
        own.filter(answer=YES, date__night__seats__isnull=False)
        .annotate(before=_counted(earlier))
        .values_list("date", "before")
    )
    return [
        NightLine(
            row.night,
            title_of(row.night),
            row,
            1,
            mine[row.pk].answer if row.pk in mine else "",
            waits=row.night.seats is not None and before.get(row.pk, 0) >= row.night.seats,
        )
        for row in rows
    ]


def nights_ahead(user: User, leagues: Collection[int], now: datetime) -> list[NightLine]:
    """Return the next agreed nights to which this person said yes, or may come."""
    lines = agreed_nights(user, leagues, now)
    return [line for line in lines if line.mine in (YES, MAYBE)][:MOST_NEXT]


def _counted(rows: QuerySet[NightAnswer]) -> Any:
    counted = rows.order_by().values("date").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def present(league: League, now: datetime, apart_from: Collection[int] = ()) -> list[Character]:
    """Return the characters of those who are checked in at a game night of the league now, in the order in which they
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
