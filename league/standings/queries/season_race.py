"""The race of a season: who stood where after each game day, by the rules of its standings.

All results are read once; the standings of each day are worked out from them in memory, tie-breaks and all. If they are
many, a worker does it."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush, nsmallest
from operator import itemgetter
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.dateformat import format as date_text
from django.utils.translation import gettext as _

from characters.charts.lines import PLOT, LineChart, Series, Sparkline, line_chart, sparkline, spread
from characters.queries.people import people
from games.rules.points import UNIT
from league.clubs.queries import house_rules_of
from league.models import Result, Season
from league.standings.queries.standings import counting_of, results_of
from league.standings.queries.summaries import SEASON, Summariser, is_small
from league.standings.rules.standings import Standings, best_tallies
from league.standings.rules.tiebreaks import Counting, TableSeatLine, Tally

SHOWN, MOST_DAYS, SPARK_DAYS = 8, 20, 12
PHONE_DAYS, PHONE_PLOT = 5, 112  # game days, and pixels: with the names they are as wide as a phone


@dataclass(frozen=True, slots=True)
class SeasonRace:
    """`chart` is None with fewer than two game days, and until a worker has looked through many games, as it did last
    at `made_at`; `days` of `all_days` are shown. `newest` is the end of the chart, with the places that are in it."""

    chart: LineChart | None
    days: int
    all_days: int
    characters: int
    made_at: datetime | None = None
    newest: LineChart | None = None


# Character, game, moment, place, table points, share.
_Row = tuple[int, int, datetime, int, int, int]


def season_race(season: Season, *, own: Collection[int] = ()) -> SeasonRace:
    """Return the leaders of the season as it stands, and the reader's `own` characters. A handful of queries."""
    paths = {who: f"places__{_key(who)}" for who in own}
    summary = SEASON_RACE.parts(season, "head", *paths.values())
    if summary is None or summary.content[0] is None:
        return SeasonRace(None, 0, 0, 0)
    head, *places_of_own = summary.content
    dates = [date.fromisoformat(day) for day in head["charted"]]
    charted = SeasonRace(None, len(dates), len(head["days"]), head["characters"], summary.made_at)
    if len(dates) < 2:
        return charted
    places = {who: there for who, there in zip(paths, places_of_own, strict=True) if there is not None}
    others = sorted(places.keys() - {who for who, _there in head["leaders"]}, key=lambda who: places[who][-1])
    lines = {**dict(head["leaders"]), **{who: places[who] for who in others}}
    labels = [date_text(day, "j M") for day in dates]
    newest = {who: there[-PHONE_DAYS:] for who, there in lines.items()}
    return replace(charted, chart=_chart(lines, labels), newest=_chart(newest, labels[-PHONE_DAYS:], plot=PHONE_PLOT))


def _worked_out(season: Season) -> dict[str, Any]:
    """Return the leaders of today with their places after each day that is drawn, and the places of everybody."""
    rows = _rows(results_of(season))
    days = _days(rows, ZoneInfo(season.league.zone))
    charted = spread(list(days), MOST_DAYS)
    leaders: list[int] = []
    places: dict[int, list[int | None]] = {}
    if len(days) >= 2:
        tables = _tables(season, rows, [days[day] for day in charted])
        leaders, drawn = _leaders(tables[-1]), list(tables[-1])
        by_day = [table.positions([who for who in drawn if who in table]) for table in tables]
        places = {who: [there.get(who) for there in by_day] for who in drawn}
    head = {
        "charted": [day.isoformat() for day in charted],
        "days": [day.isoformat() for day in days],
        "characters": len({row[0] for row in rows}),
        "leaders": [(who, places[who]) for who in leaders],
    }
    return {"head": head, "places": {_key(who): there for who, there in places.items()}}


def _key(character: int) -> str:
    return f"c{character}"  # a number alone would be a place in a list


SEASON_RACE = Summariser("season_race", SEASON, _worked_out)


def _leaders(table: Standings) -> list[int]:
    def first() -> list[int]:
        return nsmallest(SHOWN, table.tallies, key=table.index)

    table.settle(first())  # which may bring others forward that are level with them
    return first()


def chart_of_places(tables: Sequence[Standings], characters: Sequence[int], labels: Sequence[str]) -> LineChart:
    """Return the places of these characters in one table after the other."""
    places = [table.positions(characters) for table in tables]
    return _chart({who: [there.get(who) for there in places] for who in characters}, labels)


def _chart(places: Mapping[int, Sequence[int | None]], labels: Sequence[str], *, plot: int = PLOT) -> LineChart:
    names = people(list(places))
    series = [Series(names[who].name, values, names[who].href) for who, values in places.items() if who in names]
    paths = ", ".join(_path(line) for line in series[:3])
    summary = _("Places from {first} to {last}: {told}.").format(first=labels[0], last=labels[-1], told=paths)
    return line_chart(series, labels, places=True, summary=summary, plot=plot)


@dataclass(frozen=True, slots=True)
class PointsCourse:
    """`points` of each character after each of the days that `labels` name, whole ones; None before the first game."""

    labels: list[str]
    points: dict[int, list[int | None]]


def points_course(season: Season, characters: Collection[int]) -> PointsCourse:
    """Return the points of these characters as the standings count them, on days of the whole season. Only their games
    are added up."""
    days = spread(_game_days(season), MOST_DAYS)
    return _course(season, _rows(results_of(season).filter(character__in=characters)), days)


def _game_days(season: Season) -> list[date]:
    """Return the days of the season with a game; of many games, the ones that a worker has looked through."""
    if not is_small(season):
        summary = SEASON_RACE.parts(season, "head__days")
        return [date.fromisoformat(day) for day in summary.content[0] or ()] if summary else []
    zone = ZoneInfo(season.league.zone)
    played = results_of(season).values_list("played_at", flat=True).distinct()
    return sorted({moment.astimezone(zone).date() for moment in played})


def sparklines(season: Season, characters: Collection[int], *, system: str | None = None) -> dict[int, Sparkline]:
    """Return the points of these characters over the days on which any of them played, all to one scale. Two queries.

    There is no line for a character with less than two such days since its first game."""
    rows = _rows(results_of(season, system=system).filter(character__in=characters))
    days = _days(rows, ZoneInfo(season.league.zone))
    course = _course(season, rows, spread(list(days), SPARK_DAYS))
    highest = max((value for values in course.points.values() for value in values if value is not None), default=0)
    lines = {
        who: sparkline(values, highest=highest, words=_in_words(values, course.labels))
        for who, values in course.points.items()
    }
    return {who: line for who, line in lines.items() if line is not None}


def _in_words(values: Sequence[int | None], labels: Sequence[str]) -> str:
    first = next((at for at, value in enumerate(values) if value is not None), 0)
    return _("{before} season points on {first}, {now} on {last}").format(
        before=values[first], first=labels[first], now=values[-1], last=labels[-1]
    )


def _course(season: Season, rows: Sequence[_Row], days: Sequence[date]) -> PointsCourse:
    zone, counting = ZoneInfo(season.league.zone), counting_of(house_rules_of(season))
    dates = [row[2].astimezone(zone).date() for row in rows]
    points: dict[int, list[int | None]] = {row[0]: [None] * len(days) for row in rows}
    best, begin = counting.best_of if counting.mode == "best" else len(rows), 0
    counted, totals, games = defaultdict[int, list[int]](list), Counter[int](), Counter[int]()
    for at, day in enumerate(days):
        end = bisect_right(dates, day)
        for who, _game, _when, _place, worth, _share in rows[begin:end]:
            games[who] += 1
            totals[who] += worth
            heappush(counted[who], worth)
            if games[who] > best:
                totals[who] -= heappop(counted[who])
        for who, number in games.items():
            points[who][at] = round(Fraction(totals[who], UNIT * (number if counting.mode == "average" else 1)))
        begin = end
    return PointsCourse([date_text(day, "j M") for day in days], points)


def _rows(results: QuerySet[Result]) -> list[_Row]:
    columns = ("character_id", "game_id", "played_at", "place", "table_points", "share")
    return sorted(results.values_list(*columns), key=itemgetter(2))


def _days(rows: Sequence[_Row], zone: ZoneInfo) -> dict[date, int]:
    """Return how many results there were at the end of each game day on the league's clocks."""
    numbers: dict[date, int] = {}
    for number, row in enumerate(rows, 1):
        numbers[row[2].astimezone(zone).date()] = number
    return numbers


def _tables(season: Season, rows: Sequence[_Row], ends: Sequence[int]) -> list[Standings]:
    """Return the standings after each of these numbers of results, all seats of a game or none being among them. Each
    goes on from those before: only players since then are added up again."""
    counting, seats, played = counting_of(house_rules_of(season)), defaultdict(list), defaultdict(list)
    for at, (who, game, _when, _place, points, _share) in enumerate(rows):
        seats[game].append(TableSeatLine(game, who, points))
        played[who].append((at, game))

    def lines_until(end: int, characters: Collection[int]) -> list[TableSeatLine]:
        games = dict.fromkeys(game for who in characters for at, game in played[who] if at < end)
        return [line for game in games for line in seats[game]]

    tables, so_far, begin = [], defaultdict(list), 0
    tallies: dict[int, Tally] = {}
    for end in ends:
        for row in rows[begin:end]:
            so_far[row[0]].append(row)
        since = {row[0] for row in rows[begin:end]}
        changed = _tallies(counting, [row for who in since for row in so_far[who]])
        tallies |= {tally.character: tally for tally in changed}
        tables.append(Standings(tallies.values(), counting, season.draw_seed, partial(lines_until, end)))
        begin = end
    return tables


def _tallies(counting: Counting, rows: Sequence[_Row]) -> list[Tally]:
    groups = sorted(
        ((who, points, 1, int(place == 1), share) for who, _, _, place, points, share in rows),
        key=lambda group: (group[0], -group[1]),
    )
    return list(best_tallies(groups, counting.best_of if counting.mode == "best" else len(rows)))


def _path(series: Series) -> str:
    first = next((value for value in series.values if value is not None), None)
    return _("{name} from place {first} to {last}").format(name=series.name, first=first, last=series.values[-1])
