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
from league.forecasts.queries.season_expectations import expectations_of
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
class PersonalReport:
    """`begun` and `ended`: levels before the first and after the last game; `met`: in that many games; `chart`: points
    after each game day."""

    row: StandingLine
    of: int
    begun: str
    ended: str
    events: list[HistoryLine]
    best: list[PersonalGame]
    met: list[tuple[Person, int]]
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
    ids = [row.character for row in rows]
    characters = Character.objects.in_bulk(ids)
    levels, events, best = _levels(season, rows), _events(season, ids), _best_games(season, ids)
    met, records, expected = _met(season, ids), season_records(season), expectations_of(season, ids)
    course = points_course(season, ids)
    return [
        PersonalReport(
            row=row,
            of=of,
            begun=characters[row.character].level_name(levels[row.character][0]),
            ended=characters[row.character].level_name(levels[row.character][1]),
            events=events[row.character],
            best=best[row.character],
            met=met[row.character],
            records=[record for record in records if record.feat.character == row.character],
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
    levels = {}
    for row in rows:
        first, last = spans[row.character]
        ahead = steps[row.character]
        begun = next((level for at, level in ahead if at >= first), row.level)
        levels[row.character] = begun, next((level for at, level in ahead if at > last), row.level)
    return levels


def _events(season: Season, ids: Collection[int]) -> Mapping[int, list[HistoryLine]]:
    rows = list(events_of_note(season).filter(character__in=ids).select_related("character"))
    lines = with_headlines(line(event, event.character) for event in rows)
    by_character: dict[int, list[HistoryLine]] = defaultdict(list)
    for event, event_line in zip(rows, lines, strict=True):
        by_character[event.character_id].append(event_line)
    return by_character


def _best_games(season: Season, ids: Collection[int]) -> Mapping[int, list[PersonalGame]]:
    """Return the games that brought most table points, the larger share first among equals."""
    mine = Result.objects.filter(season=season, character__in=ids)
    best: dict[int, list[tuple[int, int]]] = defaultdict(list)
    ordered = mine.order_by("-table_points", "-share", "played_at", "game")
    for who, game, place in ordered.values_list("character", "game", "place"):
        if len(best[who]) < BEST:
            best[who].append((game, place))
    names = headlines({game for games in best.values() for game, _place in games})
    games_of: dict[int, list[PersonalGame]] = defaultdict(list)
    for who, games in best.items():
        games_of[who] = [PersonalGame(names[game], reverse("game_detail", args=[game]), place) for game, place in games]
    return games_of


def _met(season: Season, ids: Collection[int]) -> Mapping[int, list[tuple[Person, int]]]:
    """Return the characters that each sat with most often, if they are still on the site."""
    here = Result.objects.filter(season=season).order_by()
    games = here.filter(character__in=ids).values("game")
    tables: dict[int, list[int]] = defaultdict(list)
    for game, who in here.filter(game__in=games).values_list("game", "character"):
        tables[game].append(who)
    counted: dict[int, Counter[int]] = {who: Counter() for who in ids}
    for table in tables.values():
        for who in table:
            if who in counted:
                counted[who].update(other for other in table if other != who)
    most = {who: sorted(others.items(), key=lambda pair: (-pair[1], pair[0]))[:MET] for who, others in counted.items()}
    persons = people({other for others in most.values() for other, _games in others})
    return {
        who: [(persons[other], games) for other, games in others if other in persons] for who, others in most.items()
    }


def _chart(row: StandingLine, course: PointsCourse) -> LineChart | None:
    if len(course.labels) < 2:
        return None
    return line_chart([Series(row.name, course.points[row.character])], course.labels)
