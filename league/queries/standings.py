"""Standings of a season, computed from its results when read.

One aggregate over the covering index gives everybody's tally; who met whom is read only for those level.
The number of queries does not depend on the number of characters or games.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, time

from django.db import connection
from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.utils import timezone

from characters.rules.house_rules import HouseRules
from games.rules.systems import SYSTEMS
from league.models import Result, Season
from league.queries.tables import house_rules_of
from league.rules.standings import Standings
from league.rules.tiebreaks import Counting, Line, Tally

MANY = 1_000  # naming more characters than this costs more than reading the whole season

# A character's games of equal points stand together, so the window runs over a handful of rows per character.
BEST = """
SELECT who, CAST(SUM(games) AS bigint), CAST(SUM(wins) AS bigint), CAST(SUM(CASE
    WHEN better >= %s THEN 0
    WHEN better + games > %s THEN (%s - better) * table_points
    ELSE points END) AS bigint), CAST(SUM(shares) AS bigint)
FROM (
    SELECT each.*, SUM(games) OVER (PARTITION BY who ORDER BY table_points DESC) - games AS better
    FROM ({each}) AS each
) AS from_the_top
GROUP BY who
"""


def standings(season: Season, *, system: str | None = None, until: datetime | None = None) -> Standings:
    """The season's standings over its confirmed games. `system` keeps to games of that system, `until` to
    games played before that moment."""
    counting = counting_of(house_rules_of(season))
    return _standings(season, counting, results_of(season, system=system, until=until))


def then_and_now(season: Season, *, system: str | None = None) -> tuple[Standings, Standings]:
    """The standings as they were before the last game day, and as they are."""
    counting = counting_of(house_rules_of(season))
    results = results_of(season, system=system)
    now = _standings(season, counting, results)
    day = last_day(results)
    if day is None:
        return now, now
    then = tallies_before(day, now.tallies, results, counting)
    return Standings(then, counting, season.draw_seed, lines_reader(results.filter(played_at__lt=day))), now


def counting_of(rules: HouseRules) -> Counting:
    return Counting(mode=rules.count_games, best_of=rules.best_of)


def results_of(season: Season, *, system: str | None = None, until: datetime | None = None) -> QuerySet[Result]:
    """The results that count towards the season's standings, in no order."""
    results = Result.objects.filter(season=season).order_by()
    if system is not None:
        results = results.filter(system=system)
    return results if until is None else results.filter(played_at__lt=until)


def systems_of(season: Season) -> list[str]:
    """The game systems that the season has results of, in the order in which systems are listed everywhere."""
    played = set(Result.objects.filter(season=season).order_by().values_list("system", flat=True).distinct())
    return [system for system in SYSTEMS if system in played]


def last_day(results: QuerySet[Result]) -> datetime | None:
    """The first moment, in the site's time zone, of the last day with a game; None without games."""
    last = results.aggregate(last=Max("played_at"))["last"]
    if last is None:
        return None
    return timezone.make_aware(datetime.combine(timezone.localdate(last), time.min))


def tallies(results: QuerySet[Result], counting: Counting) -> list[Tally]:
    """One tally per character. Read past the ORM, whose conversions take long for thousands of rows."""
    best = counting.mode == "best"
    each = results.values(*["table_points"] if best else [], who=F("character")).annotate(
        games=Count("*"),
        wins=Count("place", filter=Q(place=1)),
        points=Sum("table_points"),
        shares=Sum("share"),
    )
    sql, params = each.query.sql_with_params()
    if best:
        sql, params = BEST.format(each=sql), (*[counting.best_of] * 3, *params)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(map(Tally._make, cursor.fetchall()))


def tallies_before(
    day: datetime, now: Mapping[int, Tally], results: QuerySet[Result], counting: Counting
) -> list[Tally]:
    """Everybody's tally without the games from `day` on. Only those who played since are looked at again."""
    since = results.filter(played_at__gte=day)
    if counting.mode == "best":
        played = since.values("character")
        changed = tallies(results.filter(played_at__lt=day, character__in=played), counting)
        players = set(played.values_list("character", flat=True))
        return [tally for who, tally in now.items() if who not in players] + changed
    then = dict(now)
    for who, place, points, share in since.values_list("character", "place", "table_points", "share"):
        _, games, wins, all_points, shares = then[who]
        then[who] = Tally(who, games - 1, wins - (place == 1), all_points - points, shares - share)
    return [tally for tally in then.values() if tally.games]


def lines_reader(results: QuerySet[Result]) -> Callable[[Collection[int]], list[Line]]:
    """How `Standings` asks for every line of all games in which any of some characters sat: one query."""

    def lines_of(characters: Collection[int]) -> list[Line]:
        lines = results
        if len(characters) <= MANY:
            games = results.filter(character__in=characters).values("game")
            lines = Result.objects.filter(game__in=games).order_by()
        return list(map(Line._make, lines.values_list("game_id", "character_id", "table_points")))

    return lines_of


def _standings(season: Season, counting: Counting, results: QuerySet[Result]) -> Standings:
    return Standings(tallies(results, counting), counting, season.draw_seed, lines_reader(results))
