"""The annual report of a season: what was played, who rose and left, what was done best, who was favoured by the dice.
Each figure is one that another page explains."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.charts.lines import LineChart, Series, line_chart
from characters.models import CareerEvent
from characters.queries.people import Person, people
from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from games.models import Sheet, SheetSeat
from league.core.queries.figures import figure
from league.core.queries.systems import system_name
from league.forecasts.queries.scores import Scores, scores_of_season
from league.forecasts.queries.season_expectations import season_expectations
from league.forecasts.queries.season_odds import is_over
from league.forecasts.rules.expectations import Expectation, hardest, luckiest
from league.models import Result, Season, SeasonGame
from league.reports.charts.seat_bars import SeatBars, SeatRecord, even_shares, seat_bars
from league.standings.queries.league_records import LeagueRecord, season_records
from league.standings.queries.season_race import SeasonRace, points_course, season_race
from league.standings.queries.standings import StandingLine, StandingRows
from league.standings.queries.summaries import SEASON, Summariser

SHOWN = 10  # of the standings
NAMED = 40  # of those who rose to a level, or left
RACING = 6  # whose points are drawn
BALANCED = 12  # games whose seats are drawn
LEVELS = tuple(reversed(ladder.LEVELS[1:]))


@dataclass(frozen=True, slots=True)
class Roll:
    """The characters that were promoted to a level in the season, or left, each once, the first one first; `more` are
    not named."""

    title: str
    people: tuple[Person, ...]
    more: int


@dataclass(frozen=True, slots=True)
class GameBalance:
    """The balance of a game: how often it was played, and the first places of each seat."""

    name: str
    games: int
    seats: list[SeatRecord]

    @property
    def title(self) -> str:
        """Return the title of the drawing."""
        games = ngettext("{count} game", "{count} games", self.games).format(count=figure(self.games))
        return f"{self.name}, {games}"

    @property
    def words(self) -> str:
        pattern = _("seat {seat}: {won} of {sat}")
        return ", ".join(
            pattern.format(seat=seat.number, won=figure(seat.won), sat=figure(seat.sat)) for seat in self.seats
        )

    @property
    def chart(self) -> SeatBars:
        return seat_bars(self.seats)


@dataclass(frozen=True, slots=True)
class Fortune:
    person: Person
    expectation: Expectation


@dataclass(frozen=True, slots=True)
class AnnualReport:
    """`moves`: by kind how many events of careers; `balance`: of the games played most, without `more_games`; `scores`:
    None before the season is over or foretold; `made_at`: when a worker looked through its games, if they are many."""

    season: Season
    over: bool
    games: int
    standings: list[StandingLine]
    characters: int
    race: SeasonRace
    points: LineChart | None
    moves: Mapping[str, int]
    rolls: list[Roll]
    records: list[LeagueRecord]
    luckiest: Fortune | None
    hardest: Fortune | None
    balance: list[GameBalance]
    more_games: int
    scores: Scores | None
    made_at: datetime | None


def annual_report(season: Season) -> AnnualReport | None:
    """Return the report of a season; None before the first game counts, and until a worker has looked through many."""
    rows, summary = StandingRows(season), SEASON_REPORT(season)
    if not len(rows) or summary is None:
        return None
    content = summary.content
    fortunes = {name: Expectation(*content[name]) for name in ("luckiest", "hardest") if content[name]}
    rolls = {who for _what, characters, _more in content["rolls"] for who in characters}
    persons = people(rolls | {fortune.character for fortune in fortunes.values()})
    scores = scores_of_season(season) if is_over(season) else None
    return AnnualReport(
        season=season,
        over=is_over(season),
        games=content["games"],
        standings=rows[:SHOWN],
        characters=len(rows),
        race=season_race(season),
        points=_points(season, rows[:RACING]),
        moves=content["moves"],
        rolls=[_roll(persons, *roll) for roll in content["rolls"]],
        records=season_records(season),
        luckiest=_fortune(fortunes.get("luckiest"), persons),
        hardest=_fortune(fortunes.get("hardest"), persons),
        balance=[
            GameBalance(system_name(system), games, even_shares(seats))
            for system, games, seats in content["balance"][:BALANCED]
        ],
        more_games=max(len(content["balance"]) - BALANCED, 0),
        scores=scores if scores and scores.intervals else None,
        made_at=summary.made_at,
    )


def _worked_out(season: Season) -> dict[str, Any]:
    """Return what takes all games of the season to say."""
    events = list(events_of_note(season).values_list("kind", "to_level", "character"))
    expected = season_expectations(season).values()
    return {
        "games": Result.objects.filter(season=season).order_by().values("game").distinct().count(),
        "moves": {
            kind: sum(event == kind for event, _level, _who in events) for kind in (PROMOTION, DEMOTION, PARACHUTE)
        },
        "rolls": _rolls(events),
        "luckiest": _figures(luckiest(expected)),
        "hardest": _figures(hardest(expected)),
        "balance": _balance(season),
    }


SEASON_REPORT = Summariser("season_report", SEASON, _worked_out)


def events_of_note(season: Season) -> QuerySet[CareerEvent]:
    """Return the events of note in order of play."""
    here = SeasonGame.objects.filter(season=season, game=OuterRef("game"))
    return CareerEvent.objects.standing().of_note().filter(Exists(here)).order_by("at", "id")


def _points(season: Season, first: Sequence[StandingLine]) -> LineChart | None:
    course = points_course(season, [row.character for row in first])
    if len(course.labels) < 2:
        return None
    return line_chart([Series(row.name, course.points[row.character]) for row in first], course.labels)


def _rolls(events: Sequence[tuple[str, str, int]]) -> list[tuple[str, list[int], int]]:
    """Return the rolls of characters promoted, from the top, and last of characters who left by golden parachute: the
    level, or PARACHUTE, the first characters and how many more."""
    rolls = [_names(level, (who for kind, to, who in events if (kind, to) == (PROMOTION, level))) for level in LEVELS]
    rolls.append(_names(PARACHUTE, (who for kind, _level, who in events if kind == PARACHUTE)))
    return [(what, names, more) for what, names, more in rolls if names or more]


def _names(what: str, characters: Iterable[int]) -> tuple[str, list[int], int]:
    ids = list(dict.fromkeys(characters))
    return what, ids[:NAMED], max(len(ids) - NAMED, 0)


def _roll(persons: Mapping[int, Person], what: str, characters: Sequence[int], more: int) -> Roll:
    """Return a roll without people who have left the site."""
    title = _("Golden parachutes") if what == PARACHUTE else ladder.NAMES[what]
    return Roll(title, tuple(persons[who] for who in characters if who in persons), more)


def _figures(expectation: Expectation | None) -> tuple[int, ...] | None:
    return astuple(expectation) if expectation else None


def _fortune(expectation: Expectation | None, persons: Mapping[int, Person]) -> Fortune | None:
    if expectation is None or expectation.character not in persons:
        return None
    return Fortune(persons[expectation.character], expectation)


def _balance(season: Season) -> list[tuple[str, int, list[tuple[int, int, int]]]]:
    """Return each game system with its number of games and, for each seat, how often it won and was sat on; the one
    that was played most often first."""
    sheets = Sheet.objects.confirmed().counting().filter(game__season_game__season=season)
    seats = SheetSeat.objects.filter(sheet__in=sheets.order_by().values("pk")).order_by()
    counts = seats.values_list("sheet__game__system", "seat").annotate(
        sat=Count("pk"), won=Count("pk", filter=Q(place=1))
    )
    by_system: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for system, seat, sat, won in counts:
        by_system[system].append((seat, won, sat))
    balances = [(system, max(sat for *_seat, sat in rows), sorted(rows)) for system, rows in by_system.items()]
    return sorted(balances, key=lambda balance: (-balance[1], system_name(balance[0])))
