"""One character's part of a season: the page that everybody has, and a sheet of the annual report on paper."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Min
from django.urls import reverse

from characters.charts.lines import LineChart, Series, line_chart
from characters.models import CareerEvent, Character
from characters.queries.history import HistoryLine, line
from characters.queries.people import Person, people
from league.core.queries.games import headlines, with_headlines
from league.forecasts.queries.season_expectations import season_expectations
from league.forecasts.rules.expectations import Expectation
from league.models import Result, Season
from league.reports.queries.annual_report import events_of_note
from league.standings.queries.league_records import LeagueRecord, season_records
from league.standings.queries.season_race import PointsCourse, points_course
from league.standings.queries.standings import StandingLine, StandingRows, standings

BEST, MET = 3, 3


@dataclass(frozen=True, slots=True)
class PersonalGame:
    name: str
    href: str
    place: int


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody met in so many games of the season."""

    person: Person
    games: int


@dataclass(frozen=True, slots=True)
class PersonalReport:
    """`begun` and `ended`: levels before the first and after the last game; `chart`: points after each game day."""

    row: StandingLine
    of: int
    begun: str
    ended: str
    events: list[HistoryLine]
    best: list[PersonalGame]
    met: list[Companion]
    records: list[LeagueRecord]
    expectation: Expectation | None
    chart: LineChart | None


def personal_report(season: Season, character: Character) -> PersonalReport | None:
    """Return the report of a character; None for one without a game that counts in the season."""
    position = standings(season).positions([character.pk]).get(character.pk)
    if position is None:
        return None
    rows = StandingRows(season)
    return _reports(season, [rows[position - 1]], len(rows))[0]


def personal_reports(season: Season, most: int) -> list[PersonalReport]:
    """Return the reports of the first in the standings, in a number of queries that does not grow with them."""
    rows = StandingRows(season)
    return _reports(season, rows[:most], len(rows))


def _reports(season: Season, rows: Sequence[StandingLine], of: int) -> list[PersonalReport]:
    wanted = [row.character for row in rows]
    known = Character.objects.in_bulk(wanted)
    levels, events, best = _levels(season, rows), _events(season, wanted), _best_games(season, wanted)
    met, records, expected = _met(season, wanted), season_records(season), season_expectations(season)
    course = points_course(season, wanted)
    return [
        PersonalReport(
            row=row,
            of=of,
            begun=known[row.character].level_name(levels[row.character][0]),
            ended=known[row.character].level_name(levels[row.character][1]),
            events=events[row.character],
            best=best[row.character],
            met=met[row.character],
            records=[one for one in records if one.feat.character == row.character],
            expectation=expected.get(row.character),
            chart=_chart(row, course),
        )
        for row in rows
    ]


def _levels(season: Season, rows: Sequence[StandingLine]) -> dict[int, tuple[str, str]]:
    """Return the level of each before the first game of the season and after the last one. A level is what the next
    event starts from."""
    mine = Result.objects.filter(season=season, character__in=[row.character for row in rows]).order_by()
    spans: dict[int, tuple[datetime, datetime]] = {
        who: (first, last)
        for who, first, last in mine.values_list("character").annotate(Min("played_at"), Max("played_at"))
    }
    steps: dict[int, list[tuple[datetime, str]]] = defaultdict(list)
    since = min((first for first, _last in spans.values()), default=None)
    if since is not None:
        events = CareerEvent.objects.standing().filter(character__in=spans, at__gte=since).order_by("at", "id")
        for who, at, level in events.values_list("character", "at", "from_level"):
            steps[who].append((at, level))
    found = {}
    for row in rows:
        first, last = spans[row.character]
        ahead = steps[row.character]
        begun = next((level for at, level in ahead if at >= first), row.level)
        found[row.character] = begun, next((level for at, level in ahead if at > last), row.level)
    return found


def _events(season: Season, wanted: Collection[int]) -> Mapping[int, list[HistoryLine]]:
    rows = list(events_of_note(season).filter(character__in=wanted).select_related("character"))
    lines = with_headlines(line(event, event.character) for event in rows)
    found: dict[int, list[HistoryLine]] = defaultdict(list)
    for event, told in zip(rows, lines, strict=True):
        found[event.character_id].append(told)
    return found


def _best_games(season: Season, wanted: Collection[int]) -> Mapping[int, list[PersonalGame]]:
    """Return the games that brought most table points, the larger share first among equals."""
    mine = Result.objects.filter(season=season, character__in=wanted)
    best: dict[int, list[tuple[int, int]]] = defaultdict(list)
    ordered = mine.order_by("-table_points", "-share", "played_at", "game")
    for who, game, place in ordered.values_list("character", "game", "place"):
        if len(best[who]) < BEST:
            best[who].append((game, place))
    names = headlines({game for games in best.values() for game, _place in games})
    found: dict[int, list[PersonalGame]] = defaultdict(list)
    for who, games in best.items():
        found[who] = [PersonalGame(names[game], reverse("game_detail", args=[game]), place) for game, place in games]
    return found


def _met(season: Season, wanted: Collection[int]) -> Mapping[int, list[Companion]]:
    """Return the characters that each sat with most often, of those who are still on the site."""
    here = Result.objects.filter(season=season).order_by()
    games = here.filter(character__in=wanted).values("game")
    tables: dict[int, list[int]] = defaultdict(list)
    for game, who in here.filter(game__in=games).values_list("game", "character"):
        tables[game].append(who)
    counted: dict[int, Counter[int]] = {who: Counter() for who in wanted}
    for table in tables.values():
        for who in table:
            if who in counted:
                counted[who].update(other for other in table if other != who)
    most = {who: sorted(others.items(), key=lambda one: (-one[1], one[0]))[:MET] for who, others in counted.items()}
    known = people({other for others in most.values() for other, _games in others})
    return {
        who: [Companion(known[other], games) for other, games in others if other in known]
        for who, others in most.items()
    }


def _chart(row: StandingLine, course: PointsCourse) -> LineChart | None:
    if len(course.labels) < 2:
        return None
    return line_chart([Series(row.name, course.points[row.character])], course.labels)
