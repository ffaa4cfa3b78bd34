"""Standings of a season, computed from its results when read: as values, and as the rows of a page.

One aggregate over the covering index gives everybody's tally; the games of single tables are read only for characters
that are level. The number of queries does not depend on the number of characters or games.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from threading import Lock
from typing import Any, Literal, NamedTuple

from django.db import connection
from django.db.models import Count, Exists, F, FilteredRelation, Max, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from characters.charts.lines import Sparkline
from characters.charts.portraits import Portrait
from characters.models import Character
from characters.queries.people import portrait_of
from characters.rules.career import RETIRED
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import ENTRY
from characters.rules.names import by_name
from games.rules.systems import SYSTEMS
from league.clubs.queries import house_rules_by_season, house_rules_of
from league.core.rules.parts import Parts
from league.models import OwnGame, Result, ResultsChange, Season
from league.standings.queries.sealed import SEAL, sealed, sealed_tallies
from league.standings.queries.summaries import SEASON, Summariser
from league.standings.rules.standings import Group, Standing, Standings, best_tallies, without
from league.standings.rules.tiebreaks import Counting, TableSeatLine, Tally

MANY = 1_000  # naming more characters than this costs more than reading the whole season
FIRST_PLACES = Count("place", filter=Q(place=1))
MOST_KEPT = 8
WorkOut = Callable[[], Standings]
CatchUp = Callable[[Standings, int], Standings]


class ResultsVersion(NamedTuple):
    """Changes with the results that it is of: how many they are, the greatest key that any of them had, and the sum of
    their keys, because a smaller key may be committed after a greater."""

    number: int
    last: int
    keys: int

    def __str__(self) -> str:
        return f"{self.number} {self.keys} {self.last}"


@dataclass(frozen=True, slots=True)
class Keeper:
    """Gives standings of a kind over the season's results as they are now: a copy of the ones that this process has
    cached; the same, caught up with results after a key; or else new ones.

    A version of the results is asked for with each read, so that a change is visible in the next one. Results are
    written and deleted, never altered, and keys are given out once. So if none of those counted before is gone, the
    earlier standings need only players since then. Within a transaction nothing is cached: what it wrote may be
    taken back, and its keys given out again.
    """

    season: Season
    version: ResultsVersion | None

    def __call__(self, what: Hashable, work_out: WorkOut, catch_up: CatchUp | None = None) -> Standings:
        if self.version is None:
            return work_out()
        key = (connection.settings_dict["NAME"], self.season.pk, self.season.draw_seed, what)
        with _lock:
            cached = _kept.get(key)
            if cached is not None:
                _kept.move_to_end(key)
        if cached is not None and cached[0] == self.version:
            return cached[1].unsettled()
        if cached is not None and catch_up is not None and self._has_only_more_than(cached[0]):
            current = catch_up(cached[1], cached[0].last)
        else:
            current = work_out()
        with _lock:
            _kept[key] = (self.version, current.unsettled())
            while len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
        return current

    def tallies(self, counting: Counting, system: str | None, work_out: Callable[[], list[Tally]]) -> list[Tally]:
        """Return everybody's tally: as sealed, if the season is over and of all systems, else worked out."""
        if self.version is None or system is not None:
            return work_out()
        seal = sealed_tallies(self.season, str(self.version), counting)
        return work_out() if seal is None else seal

    def _has_only_more_than(self, earlier: ResultsVersion) -> bool:
        assert self.version is not None
        since = results_of(self.season).filter(pk__gt=earlier.last).aggregate(Count("pk"), keys=Sum("pk"))
        before = self.version.number - since["pk__count"], self.version.keys - (since["keys"] or 0)
        return before == (earlier.number, earlier.keys)


_kept: OrderedDict[Hashable, tuple[ResultsVersion, Standings]] = OrderedDict()
_lock = Lock()


def keeper(season: Season) -> Keeper:
    return keepers([season])[season.pk]


def keepers(seasons: Collection[Season]) -> dict[int, Keeper]:
    """Return a keeper for each season, with no more queries than for one."""
    versions = {} if connection.in_atomic_block else results_versions({season.pk for season in seasons})
    return {season.pk: Keeper(season, versions.get(season.pk)) for season in seasons}


def results_versions(seasons: Collection[int]) -> dict[int, ResultsVersion]:
    """Return the version of each season's results, from the changes that led to them: few rows, however many results
    there are."""
    changes = ResultsChange.objects.filter(season__in=seasons).order_by().values_list("season")
    sums = changes.annotate(Sum("results"), Max("last"), Sum("keys"))
    versions = {season: ResultsVersion(number, last, int(keys)) for season, number, last, keys in sums}
    return {season: versions.get(season, ResultsVersion(0, 0, 0)) for season in seasons}


def standings(
    season: Season, *, system: str | None = None, until: datetime | None = None, counting: Counting | None = None
) -> Standings:
    """Return the season's standings over its confirmed games. `system` keeps to games of that system, `until` to games
    played before that moment; `counting` takes the place of what the house rules say."""
    counting = counting or counting_of(house_rules_of(season))
    results = results_of(season, system=system, until=until)
    if until is not None:
        return _standings(season, counting, results, tallies(results, counting))
    return _kept_standings(keeper(season), counting, results, system)


def with_changes(season: Season, before: Standings, characters: Collection[int], last: int) -> Standings:
    """Return these standings after the results of some characters were replaced or deleted, and results with keys after
    `last` were added."""
    since = results_of(season).filter(pk__gt=last).values_list("character", flat=True)
    changed = {*characters, *since}
    if not changed:
        return before
    now = tallies(results_of(season).filter(character__in=changed), before.counting)
    return before.changed(now, gone=changed.difference(tally.character for tally in now))


def standings_by_season(seasons: Collection[Season]) -> dict[int, Standings]:
    """Return the standings of several seasons. Cached ones take three queries in all."""
    rules, cache = house_rules_by_season([season.pk for season in seasons]), keepers(seasons)
    by_season = {}
    for season in seasons:
        counting, results = counting_of(rules[season.pk]), results_of(season)
        by_season[season.pk] = _kept_standings(cache[season.pk], counting, results)
    return by_season


def then_and_now(season: Season, *, system: str | None = None) -> tuple[Standings, Standings]:
    """Return the standings as they were before the last game day, and as they are."""
    counting = counting_of(house_rules_of(season))
    results = results_of(season, system=system)
    groups: list[Group] = []  # read at most once, for both standings
    cache = keeper(season)  # one version for both, the older ones being worked out from the newer
    now = _kept_standings(cache, counting, results, system, groups)
    day = last_day(results)
    if day is None:
        return now, now
    earlier = results.filter(played_at__lt=day)

    def work_out() -> Standings:
        before = tallies_before(day, now.tallies, results, counting, groups)
        return _standings(season, counting, earlier, before)

    return cache((system, counting, day), work_out, _catch_up(season, counting, earlier)), now


def counting_of(rules: HouseRules) -> Counting:
    return Counting(mode=rules.count_games, best_of=rules.best_of)


def results_of(
    season: Season, *, system: str | OuterRef | None = None, until: datetime | None = None
) -> QuerySet[Result]:
    """Return the results that count towards the season's standings, in no order."""
    results = Result.objects.filter(season=season).order_by()
    if system is not None:
        results = results.filter(system=system)
    return results if until is None else results.filter(played_at__lt=until)


def systems_of(season: Season) -> list[str]:
    """Return the game systems that the season has results of, in the order in which systems are listed everywhere."""
    # One look into the index for each; a DISTINCT would go through all results.
    conditions = (Exists(results_of(season, system=system)) for system in SYSTEMS)
    played = Season.objects.filter(pk=season.pk).values_list(*conditions).get()
    built_in = [system for system, is_played in zip(SYSTEMS, played, strict=True) if is_played]
    own = OwnGame.objects.filter(Exists(results_of(season, system=OuterRef("system"))), league=season.league_id)
    return [*built_in, *own.values_list("system", flat=True)]


def last_day(results: QuerySet[Result]) -> datetime | None:
    """Return the first moment, in the site's time zone, of the last day with a game; None without games."""
    last = results.aggregate(last=Max("played_at"))["last"]
    if last is None:
        return None
    return timezone.make_aware(datetime.combine(timezone.localdate(last), time.min))


def tallies(results: QuerySet[Result], counting: Counting, groups: list[Group] | None = None) -> list[Tally]:
    """Return one tally per character. The groups in which the best games are found are left in `groups`."""
    if counting.mode == "best":
        groups = [] if groups is None else groups
        groups += groups_of(results)
        return list(best_tallies(groups, counting.best_of))
    each = results.values("character").annotate(
        games=Count("*"), wins=FIRST_PLACES, points=Sum("table_points"), shares=Sum("share")
    )
    return list(map(Tally._make, _rows_of(each)))


def groups_of(results: QuerySet[Result]) -> list[Group]:
    # Both downwards: as the covering index stands, read from its end.
    each = results.order_by("-character_id", "-table_points").values("character_id", "table_points")
    return _rows_of(each.annotate(games=Count("*"), wins=FIRST_PLACES, shares=Sum("share")))


def _rows_of(query: QuerySet[Result, Any]) -> list[Any]:
    """Return the rows past the ORM, whose conversions take long for thousands of rows."""
    with connection.cursor() as cursor:
        cursor.execute(*query.query.sql_with_params())
        return list(cursor.fetchall())


def tallies_before(
    day: datetime, now: Mapping[int, Tally], results: QuerySet[Result], counting: Counting, groups: Sequence[Group]
) -> list[Tally]:
    """Return everybody's tally without the games from `day` on. Only characters who played since are looked at again;
    `groups` are those of the results, empty if they have not been read."""
    later = results.filter(played_at__gte=day)
    since = _rows_of(later.values_list("character", "place", "table_points", "share"))
    if counting.mode == "best":
        players = {who for who, *_ in since}
        groups = groups or groups_of(results.filter(character__in=later.values("character")))
        changed = best_tallies(without(groups, since), counting.best_of)
        return [*(tally for who, tally in now.items() if who not in players), *changed]
    then = dict(now)
    for who, place, points, share in since:
        _, games, wins, all_points, shares = then[who]
        then[who] = Tally(who, games - 1, wins - (place == 1), all_points - points, shares - share)
    return [tally for tally in then.values() if tally.games]


def lines_reader(results: QuerySet[Result]) -> Callable[[Collection[int]], list[TableSeatLine]]:
    """Return a function with which `Standings` reads every line of all games of some characters: one query."""

    def lines_of(characters: Collection[int]) -> list[TableSeatLine]:
        lines = results
        if len(characters) <= MANY:
            games = results.filter(character__in=characters).values("game")
            lines = Result.objects.filter(game__in=games).order_by()
        return _rows_of(lines.values_list("game_id", "character_id", "table_points"))

    return lines_of


def _kept_standings(
    cache: Keeper,
    counting: Counting,
    results: QuerySet[Result],
    system: str | None = None,
    groups: list[Group] | None = None,
) -> Standings:
    def work_out() -> Standings:
        by_character = cache.tallies(counting, system, lambda: tallies(results, counting, groups))
        return _standings(cache.season, counting, results, by_character)

    return cache((system, counting), work_out, _catch_up(cache.season, counting, results))


def _standings(
    season: Season, counting: Counting, results: QuerySet[Result], by_character: Sequence[Tally]
) -> Standings:
    return Standings(by_character, counting, season.draw_seed, lines_reader(results))


def _catch_up(season: Season, counting: Counting, results: QuerySet[Result]) -> CatchUp:
    """Return a function that brings older standings up to date: only characters who played since are added up again."""

    def catch_up(before: Standings, last: int) -> Standings:
        played = results.filter(pk__gt=last).values("character")
        since = tallies(results.filter(character__in=played), counting)
        return before.changed(since) if since else before.unsettled()

    return catch_up


def final_tallies(season: Season) -> tuple[Counting, list[Tally]]:
    """Return how the season counts its games, and everybody's tally as the results add up now."""
    counting = counting_of(house_rules_of(season))
    return counting, tallies(results_of(season), counting)


SEASON_SEAL = Summariser(SEAL, SEASON, lambda season: sealed(season, *final_tallies(season)), when_over=True)
Sort = Literal["position", "name", "games", "wins"]
SORTS: tuple[Sort, ...] = ("position", "name", "games", "wins")


@dataclass(frozen=True, slots=True)
class StandingsChoice:
    """The reader's choice. `company` is a company's id and `level` one of the ladder's, "" for any. Games and wins are
    sorted from most to fewest."""

    sort: Sort = "position"
    company: str = ""
    level: str = ""
    system: str | None = None


ANY = StandingsChoice()


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One row as the page shows it. `movement`: places gained on the last game day, None for a newcomer.
    `position_before_draw` is shared by characters that only the draw separates. `sparkline`: the points over the
    season, if a page draws them."""

    position: int
    position_before_draw: int
    movement: int | None
    character: int
    name: str
    slug: str
    company_name: str
    level: str
    level_name: str
    status: str
    games: int
    wins: int
    points: str
    decided_by: str
    portrait: Portrait
    sparkline: Sparkline | None = None


class StandingRows(Parts[StandingLine]):
    """A season's standings, ready to show."""

    def __init__(self, season: Season, choice: StandingsChoice = ANY) -> None:
        self._then, self._now = then_and_now(season, system=choice.system)
        self._choice = choice
        self._wanted = _wanted(season, self._now, choice)

    def __len__(self) -> int:
        return len(self._wanted)

    @property
    def tallies(self) -> Collection[Tally]:
        """Return everybody's, whatever the filters."""
        return self._now.tallies.values()

    def part(self, part: slice) -> list[StandingLine]:
        self._now.settle(self._in_order()[part])  # which may change who of those level is in this part
        return _rows(self._in_order()[part], self._then, self._now)

    def _in_order(self) -> list[int]:
        return _sorted(self._wanted, self._now, self._choice)


def _wanted(season: Season, now: Standings, choice: StandingsChoice) -> list[int]:
    """Return everybody who passes the filters, by name if that is the order asked for."""
    if choice.sort != "name" and not choice.company and not choice.level:
        return list(now.tallies)
    played = results_of(season, system=choice.system).filter(character=OuterRef("pk"))
    characters = Character.objects.filter(Exists(played))
    if choice.company:
        characters = characters.filter(primary_company=choice.company)
    if choice.level:
        characters = characters.filter(careers__current=True, careers__level=choice.level)
    ids = characters.order_by(*by_name()).values_list("pk", flat=True)
    return [character for character in ids if character in now]


def _sorted(characters: list[int], now: Standings, choice: StandingsChoice) -> list[int]:
    if choice.sort == "name":
        return characters
    in_order = list(now.order) if len(characters) == len(now) else sorted(characters, key=now.index)
    match choice.sort:
        case "games":
            in_order.sort(key=lambda who: -now.tallies[who].games)
        case "wins":
            in_order.sort(key=lambda who: -now.tallies[who].wins)
    return in_order


def _rows(characters: Sequence[int], then: Standings, now: Standings) -> list[StandingLine]:
    before = then.positions(characters)
    standings = {standing.character: standing for standing in now.rows(characters)}
    people = {character.pk: character for character in with_level(characters)}
    return [_row(standings[who], people[who], before.get(who)) for who in characters]


def with_level(characters: Sequence[int]) -> Any:
    """Return these characters with the `level` and `status` of their current career."""
    return (
        Character.objects.filter(pk__in=characters)
        .annotate(now=FilteredRelation("careers", condition=Q(careers__current=True)))
        .annotate(level=F("now__level"), status=F("now__status"))
    )


def _row(standing: Standing, character: Any, before: int | None) -> StandingLine:
    level = character.level or ENTRY
    return StandingLine(
        position=standing.position,
        position_before_draw=standing.position_before_draw,
        movement=None if before is None else before - standing.position,
        character=character.pk,
        name=character.name,
        slug=character.slug,
        company_name=character.company_name,
        level=level,
        level_name=character.level_name(level),
        status=character.status or "",
        games=standing.tally.games,
        wins=standing.tally.wins,
        points=standing.tiebreaks[0].shown,
        decided_by=standing.decided_by,
        portrait=portrait_of(character, level, retired=character.status == RETIRED),
    )
