"""The figures from which the odds of a season are drawn: its results, its divisions, the ratings of its league; and the
forecasts of the season."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Count, Max
from django.utils import timezone

from league.clubs.queries import house_rules_of
from league.forecasts.models import SeasonForecast
from league.forecasts.rules.season_chances import SEASON_METHOD, Chances, PlayedGame, TakenSeat
from league.models import DivisionPlace, Rating, Result, Season
from league.standings.queries.standings import counting_of
from league.standings.rules.ratings import RatingEstimate
from league.standings.rules.tiebreaks import Counting


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Identify the results that a forecast knows. It changes whenever they do: results are written and deleted, never
    altered, and keys are given out once."""

    results: int
    last: int


@dataclass(frozen=True, slots=True)
class ChancesRow:
    """A character's chances as they are kept, with the `position` held when they were worked out; 0 before a game."""

    chances: Chances
    position: int

    def kept(self) -> list[int | list[int] | None]:
        chances = self.chances
        return [
            chances.character,
            self.position,
            list(chances.places),
            chances.least,
            chances.middle,
            chances.most,
            chances.up,
            chances.down,
        ]


def rows_of(forecast: SeasonForecast) -> list[ChancesRow]:
    """Return the rows in the order in which they are stored: the likeliest first."""
    return [
        ChancesRow(Chances(who, tuple(places), least, middle, most, up, down), position)
        for who, position, places, least, middle, most, up, down in forecast.odds
    ]


def is_over(season: Season) -> bool:
    return season.ends_on is not None and season.ends_on < timezone.localdate()


def end_of(season: Season) -> datetime:
    """Return the first moment after the season's last day, in the site's time zone."""
    assert season.ends_on is not None
    return timezone.make_aware(datetime.combine(season.ends_on + timedelta(days=1), time.min))


def awaiting_season_forecast() -> list[tuple[Season, ResultCount]]:
    """Return the seasons with a last day that is not over and with results that no forecast of this method knows yet
    today."""
    today = timezone.localdate()
    running = {season.pk: season for season in Season.objects.filter(ends_on__gte=today).select_related("league")}
    counts = known_of(running)
    done = set(
        SeasonForecast.objects.filter(season__in=counts, method=SEASON_METHOD, day=today).values_list(
            "season", "results", "last_result", "ends_on"
        )
    )
    return [
        (running[pk], count)
        for pk, count in counts.items()
        if (pk, count.results, count.last, running[pk].ends_on) not in done
    ]


def known_of(seasons: Iterable[int]) -> dict[int, ResultCount]:
    """Return what is known now of those seasons that have results."""
    results = Result.objects.filter(season__in=seasons).order_by().values_list("season")
    return {season: ResultCount(*figures) for season, *figures in results.annotate(Count("pk"), Max("pk"))}


def played_games(season: Season, apart: Collection[int] = ()) -> list[PlayedGame]:
    """Return the games in order of play; `apart`: the keys of games that say nothing of the pace. One query."""
    seats: dict[int, list[TakenSeat]] = defaultdict(list)
    when: dict[int, tuple[datetime, str]] = {}
    results = Result.objects.filter(season=season).order_by("played_at", "game", "place", "character")
    columns = ("game", "system", "played_at", "character", "table_points", "place", "share")
    for game, system, played_at, who, points, place, share in results.values_list(*columns):
        seats[game].append(TakenSeat(who, points, place == 1, share))
        when[game] = played_at, system
    return [PlayedGame(when[game][1], when[game][0], tuple(taken), game in apart) for game, taken in seats.items()]


def counting_in(season: Season) -> Counting:
    return counting_of(house_rules_of(season))


def divisions_in(season: Season) -> list[list[int]]:
    """Return the members of each division, from the top."""
    members: dict[int, list[int]] = {pk: [] for pk in season.divisions.order_by("tier").values_list("pk", flat=True)}
    for division, who in DivisionPlace.objects.filter(season=season).values_list("division", "character"):
        members[division].append(who)
    return list(members.values())


def strengths_in(season: Season, characters: Iterable[int]) -> dict[tuple[str, int], RatingEstimate]:
    """Return the ratings of now by system and character."""
    rated = Rating.objects.filter(rating_list__league=season.league_id).order_by()
    ids = set(characters)
    columns = rated.values_list("rating_list__system", "character", "mu", "sigma", "games")
    return {(system, who): RatingEstimate(mu, sigma, games) for system, who, mu, sigma, games in columns if who in ids}


def newest_season_forecast(season: Season) -> SeasonForecast | None:
    """Return the newest forecast, whatever method made it: a season that is over keeps what was foretold of it."""
    return SeasonForecast.objects.filter(season=season).order_by("id").last()


def has_odds(season: Season) -> bool:
    return SeasonForecast.objects.filter(season=season).exists()


def day_by_day(newest: SeasonForecast, most: int) -> Sequence[SeasonForecast]:
    """Return for each of the newest days the last forecast of the same method, up to this one, the oldest first. Two
    queries."""
    same = SeasonForecast.objects.filter(season=newest.season_id, method=newest.method).order_by("id")
    last = {timezone.localdate(at): pk for pk, at in same.values_list("pk", "made_at")}
    keys = [last[day] for day in sorted(last)[-most:]]
    return list(SeasonForecast.objects.filter(pk__in=keys).order_by("id"))
