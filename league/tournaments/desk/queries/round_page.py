"""A round as its organiser sees it: who sits where and why, how far tables are. Queries do not grow with tables."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.translatable import Translatable
from games.models import Sheet
from games.rules.points import in_points
from league.core.rules.round_clock import time_left
from league.models import Draw, DrawChange, Entry, Round, TableSeat
from league.tournaments.draws.queries.draw_lines import sayable_reasons
from league.tournaments.draws.rules.field import Cost
from league.tournaments.draws.rules.matches import is_of_teams, team_of
from league.tournaments.draws.rules.sources import digest_of
from league.tournaments.entries.queries import seated_elsewhere
from league.tournaments.tables.queries.matches import round_teams
from league.tournaments.tables.queries.round_tables import TableProgress, progress_of
from league.tournaments.tables.rules import EMPTY, FROZEN, OPEN, WAITING


@dataclass(frozen=True, slots=True)
class RoundSeat:
    """`place` is table and seat as forms send it. `points` are the ones that the draw was made with; if teams meet, the
    team's."""

    place: str
    seat: int
    name: str
    points: str
    absent: bool
    dropped: bool
    team: str = ""


@dataclass(frozen=True, slots=True)
class RoundTable:
    pk: int
    number: int
    locked: bool
    reasons: list[str]
    state: TableProgress
    seats: list[RoundSeat]

    @property
    def can_change(self) -> bool:
        """Return whether seats can be swapped and the table drawn again."""
        return self.state.phase in (OPEN, EMPTY) and not self.state.reports


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The part of a round that changes while tables play. `version` is a new text after every change."""

    states: list[TableProgress]
    left: timedelta | None
    ends_at: datetime | None
    version: str

    @property
    def counts(self) -> dict[str, int]:
        return {
            "confirmed": sum(state.settled for state in self.states),
            "reported": sum(state.phase == WAITING for state in self.states),
            "open": sum(state.phase == OPEN for state in self.states),
            "frozen": sum(state.phase == FROZEN for state in self.states),
        }

    @property
    def missing(self) -> list[TableProgress]:
        return [state for state in self.states if not state.settled]

    @property
    def still_playing(self) -> list[TableProgress]:
        """Return the tables with extra time that they may still need."""
        return [state for state in self.states if state.extra.minutes]

    @property
    def minutes_left(self) -> int | None:
        return None if self.left is None else int(self.left.total_seconds() // 60)


@dataclass(frozen=True, slots=True)
class RoundPage:
    """`elsewhere`: players of its tables who also sit at a table of another tournament."""

    tables: list[RoundTable]
    byes: list[RoundSeat]
    draw: Draw | None
    cost: str
    changes: list[DrawChange]
    progress: RoundProgress
    elsewhere: list[Translatable]


def round_progress(played: Round, now: datetime) -> RoundProgress:
    """Return the clock and the states of the tables. One query."""
    states = progress_of(played)
    left = time_left(played, now)
    running = left is not None and played.paused_at is None and played.ended_at is None
    ends_at = now + left if running and left is not None else None
    minutes = None if left is None else left // timedelta(minutes=1)
    clock = [played.status, played.minutes, bool(played.paused_at), minutes]
    tables = [[state.number, state.in_words, state.extra.minutes] for state in states]
    return RoundProgress(states, left, ends_at, digest_of(clock, tables)[:20])


def round_page(played: Round, now: datetime) -> RoundPage:
    """Return the page. Seven queries, and two more for readers of a language other than English."""
    draw = played.draws.select_related("made_by").order_by("number").last()
    points = _points(draw)
    progress = round_progress(played, now)
    states = {state.pk: state for state in progress.states}
    rows = TableSeat.objects.filter(round=played).order_by("table__number", "seat")
    values = rows.values_list(
        *("table_id", "table__number", "seat", "entry__number", "entry__character__name", "entry__status", "absent"),
        "entry__character",
    )
    teams = round_teams(played).of
    seats: defaultdict[int, list[RoundSeat]] = defaultdict(list)
    for pk, number, seat, who, name, status, absent, character in values:
        dropped, team = status == Entry.DROPPED, teams.get(character or 0, "")
        row = RoundSeat(f"{number}-{seat}", seat, name or _("Bot"), points.get(who, ""), absent, dropped, team)
        seats[pk].append(row)
    sayable = sayable_reasons(played)
    tables = [
        RoundTable(
            pk=table.pk,
            number=table.number,
            locked=table.locked,
            reasons=[sayable.get(text, text) for text in table.reasons],
            state=states[table.pk],
            seats=seats[table.pk],
        )
        for table in played.tables.order_by("number")
    ]
    changes = DrawChange.objects.filter(draw__round=played).select_related("by", "draw").order_by("-id")
    elsewhere = [] if played.status == Round.ENDED else seated_elsewhere(played.stage.tournament, _seated(played))
    return RoundPage(tables, _byes(played, points), draw, _cost(draw), list(changes[:50]), progress, elsewhere)


def _seated(played: Round) -> QuerySet[TableSeat, int | None]:
    """Return the characters whose results are pending."""
    rows = TableSeat.objects.filter(round=played, absent=False).exclude(entry__status=Entry.DROPPED)
    return rows.exclude(table__game__sheets__status=Sheet.CONFIRMED).values_list("entry__character", flat=True)


def _points(draw: Draw | None) -> dict[int | None, str]:
    players = draw.source["field"]["players"] if draw else []
    points: dict[int | None, str] = {player["id"]: in_points(player["points"]) for player in players}
    if draw is not None and is_of_teams(draw.source):
        return {who: points[team] for who, team in team_of(draw.source).items()}
    return points


def _byes(played: Round, points: dict[int | None, str]) -> list[RoundSeat]:
    rows = played.byes.order_by("entry__number").values_list("entry__number", "entry__character__name", "entry__status")
    return [
        RoundSeat(f"0-{at}", at, name, points.get(who, ""), absent=False, dropped=status == Entry.DROPPED)
        for at, (who, name, status) in enumerate(rows, start=1)
    ]


def _cost(draw: Draw | None) -> str:
    """Return the cost of the newest draw, including changes made to it since."""
    if draw is None:
        return ""
    last = draw.changes.order_by("id").last()
    return Cost.from_json(last.cost_after if last else draw.cost).in_words()
