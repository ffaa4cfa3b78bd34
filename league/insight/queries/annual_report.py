"""The annual report of a season: what was played, who rose and left, what was done best, whom the dice favoured. Each
figure is one that another page explains."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from characters.models import CareerEvent, Character
from characters.queries.history import Line, line
from characters.queries.people import Person, people
from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from games.models import Sheet, SheetSeat
from league.clubs.queries import system_name
from league.core.queries.games import headlines, with_headlines
from league.insight.queries.season_odds import is_over
from league.insight.queries.season_scores import SeasonScores, scores_of_season
from league.insight.rules.expectations import Expectation, Sat, expectations, hardest, luckiest
from league.models import RatingList, RatingStep, Result, Season, SeasonGame
from league.records.queries.league_records import KEPT, Record, season_records
from league.records.queries.season_race import Race, season_race
from league.standings.queries.standings import StandingRow, StandingRows, standings
from league.standings.rules.ratings import NEWCOMER, Estimate

SHOWN = 10  # of the standings
NAMED = 40  # of those who rose to a level, or left
BEST = 3  # games of a personal report
LEVELS = tuple(reversed(ladder.LEVELS[1:]))
WON = Count("pk", filter=Q(place=1))


@dataclass(frozen=True, slots=True)
class Appointments:
    """Who was promoted to a level in the season, each once, the first one first; `more` of them are not named."""

    level: str
    people: list[Person]
    more: int


@dataclass(frozen=True, slots=True)
class GameBalance:
    """How often a game was played, and how many first places each seat had of how many that it played for."""

    name: str
    games: int
    seats: list[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Fortune:
    person: Person
    expectation: Expectation


@dataclass(frozen=True, slots=True)
class AnnualReport:
    """`moves`: by kind how many events of careers; `scores`: None before the season is over or foretold."""

    season: Season
    over: bool
    games: int
    standings: list[StandingRow]
    characters: int
    race: Race
    moves: Mapping[str, int]
    appointments: list[Appointments]
    departures: list[Person]
    records: list[Record]
    luckiest: Fortune | None
    hardest: Fortune | None
    balance: list[GameBalance]
    scores: SeasonScores | None


def annual_report(season: Season) -> AnnualReport | None:
    """None before the first game counts."""
    rows = StandingRows(season)
    if not len(rows):
        return None
    events = list(_events(season).values_list("kind", "to_level", "character"))
    found = _kept_expectations(season).values()
    scores = scores_of_season(season) if is_over(season) else None
    return AnnualReport(
        season=season,
        over=is_over(season),
        games=Result.objects.filter(season=season).order_by().values("game").distinct().count(),
        standings=rows[:SHOWN],
        characters=len(rows),
        race=season_race(season),
        moves={kind: sum(one == kind for one, _level, _who in events) for kind in (PROMOTION, DEMOTION, PARACHUTE)},
        appointments=_appointments(events),
        departures=_in_order(who for kind, _level, who in events if kind == PARACHUTE),
        records=season_records(season),
        luckiest=_fortune(luckiest(found)),
        hardest=_fortune(hardest(found)),
        balance=_balance(season),
        scores=scores if scores and scores.intervals else None,
    )


def _events(season: Season) -> QuerySet[CareerEvent]:
    """Of note, in order of play."""
    here = SeasonGame.objects.filter(season=season, game=OuterRef("game"))
    return CareerEvent.objects.standing().of_note().filter(Exists(here)).order_by("at", "id")


def _appointments(events: Sequence[tuple[str, str, int]]) -> list[Appointments]:
    """From the top."""
    found = []
    for level in LEVELS:
        risen = dict.fromkeys(who for kind, to, who in events if (kind, to) == (PROMOTION, level))
        if risen:
            found.append(Appointments(ladder.NAMES[level], _in_order(risen), max(len(risen) - NAMED, 0)))
    return found


def _in_order(characters: Iterable[int]) -> list[Person]:
    """Each once, the first NAMED; who has left the site is left out."""
    wanted = list(dict.fromkeys(characters))[:NAMED]
    known = people(wanted)
    return [known[who] for who in wanted if who in known]


def _fortune(one: Expectation | None) -> Fortune | None:
    known = people([one.character]) if one else {}
    return Fortune(known[one.character], one) if one and one.character in known else None


def _kept_expectations(season: Season) -> dict[int, Expectation]:
    """As `league.records` keeps its feats: for as long as results and ratings are the very same."""
    if connection.in_atomic_block:
        return _expectations(season)
    results = Result.objects.filter(season=season).order_by().aggregate(Count("pk"), Max("pk"), Sum("pk"))
    ratings = RatingList.objects.filter(league=season.league_id).order_by().aggregate(Sum("changes"))
    version = "-".join(str(one or 0) for one in (*results.values(), *ratings.values()))
    key = f"expectations_{season.pk}_{version}"
    found: dict[int, Expectation] | None = cache.get(key)
    if found is None:
        found = _expectations(season)
        cache.set(key, found, KEPT)
    return found


def _expectations(season: Season) -> dict[int, Expectation]:
    """Of games that are rated."""
    here = RatingStep.objects.filter(rated_game__game__season_game__season=season).order_by("played_at", "rated_game")
    steps = list(here.values_list("rated_game__game", "rating_list", "character", "games", "mu", "sigma"))
    after = {(ratings, who, games): Estimate(mu, sigma, games) for _game, ratings, who, games, mu, sigma in steps}
    missing: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for _game, ratings, who, games, _mu, _sigma in steps:
        if games > 1 and (ratings, who, games - 1) not in after:
            missing[ratings].add((who, games - 1))
    for ratings, wanted in missing.items():
        after |= _earlier(ratings, wanted)
    places = {
        (game, who): place
        for game, who, place in Result.objects.filter(season=season)
        .order_by()
        .values_list("game", "character", "place")
    }
    tables: dict[int, list[Sat]] = defaultdict(list)
    for game, ratings, who, games, _mu, _sigma in steps:
        if (game, who) in places:
            tables[game].append(Sat(who, places[game, who], after.get((ratings, who, games - 1), NEWCOMER)))
    return expectations(tables.values())


def _earlier(ratings: int, wanted: set[tuple[int, int]]) -> dict[tuple[int, int, int], Estimate]:
    """Steps of before the season, or of another one beside it."""
    characters, numbers = {who for who, _games in wanted}, {games for _who, games in wanted}
    found = RatingStep.objects.filter(rating_list=ratings, character__in=characters, games__in=numbers).order_by()
    return {
        (ratings, who, games): Estimate(mu, sigma, games)
        for who, games, mu, sigma in found.values_list("character", "games", "mu", "sigma")
        if (who, games) in wanted
    }


def _balance(season: Season) -> list[GameBalance]:
    """The game that was played most often first."""
    sheets = Sheet.objects.confirmed().counting().filter(game__season_game__season=season)
    seats = SheetSeat.objects.filter(sheet__in=sheets.order_by().values("pk")).order_by()
    told = seats.values_list("sheet__game__system", "seat").annotate(
        sat=Count("pk"), won=Count("pk", filter=Q(place=1))
    )
    found: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for system, seat, sat, won in told:
        found[system].append((seat, won, sat))
    made = [
        GameBalance(system_name(system), max(sat for *_, sat in rows), sorted(rows)) for system, rows in found.items()
    ]
    return sorted(made, key=lambda one: (-one.games, one.name))


@dataclass(frozen=True, slots=True)
class PersonalGame:
    name: str
    href: str
    place: int


@dataclass(frozen=True, slots=True)
class PersonalReport:
    """One character's part of a season."""

    row: StandingRow
    of: int
    events: list[Line]
    best: list[PersonalGame]
    records: list[Record]
    expectation: Expectation | None


def personal_report(season: Season, character: Character) -> PersonalReport | None:
    """None for who has no game that counts in it."""
    position = standings(season).positions([character.pk]).get(character.pk)
    if position is None:
        return None
    rows = StandingRows(season)
    events = _events(season).filter(character=character)
    return PersonalReport(
        row=rows[position - 1],
        of=len(rows),
        events=with_headlines(line(event, character) for event in events),
        best=_best_games(season, character),
        records=[one for one in season_records(season) if one.feat.character == character.pk],
        expectation=_kept_expectations(season).get(character.pk),
    )


def _best_games(season: Season, character: Character) -> list[PersonalGame]:
    """Those that brought most table points, the larger share first among equals."""
    mine = Result.objects.filter(season=season, character=character).select_related("game")
    best = list(mine.order_by("-table_points", "-share", "played_at")[:BEST])
    names = headlines([one.game_id for one in best])
    return [PersonalGame(names[one.game_id], one.game.get_absolute_url(), one.place) for one in best]
