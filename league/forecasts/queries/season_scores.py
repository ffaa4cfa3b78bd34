"""The scores of the forecasts of seasons that are over: each with the standings as they are today."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Max
from django.utils import timezone

from league.forecasts.models import SeasonForecast
from league.forecasts.queries.season_odds import end_of, newest_season_forecast, rows_of
from league.forecasts.rules.scores import Outcome, Score, score
from league.forecasts.rules.season_chances import METHOD
from league.models import League, Season
from league.standings.queries.standings import standings

NEWEST = 500  # forecasts that are scored
PODIUM = 3


@dataclass(frozen=True, slots=True)
class SeasonScores:
    """The scores of forecasts of one `method`; None before a season with such forecasts is over. `within` of
    `intervals` held."""

    method: str
    first: Score | None
    podium: Score | None
    within: int
    intervals: int


def scores_of_seasons(league: League) -> list[SeasonScores]:
    """Return the scores of each method apart, that of today first, then the newest; at least that of today."""
    over = list(league.seasons.filter(ends_on__lt=timezone.localdate(), forecasts__isnull=False).distinct())
    newest = SeasonForecast.objects.filter(season__in=over).order_by().values("method").annotate(last=Max("id"))
    before = newest.exclude(method=METHOD).order_by("-last").values_list("method", flat=True)
    return [scores_of(over, method) for method in (METHOD, *before)]


def scores_of_season(season: Season) -> SeasonScores:
    """Return the scores of the method that was used last in the season, once it is over."""
    newest = newest_season_forecast(season)
    return scores_of([season], newest.method if newest else METHOD)


def scores_of(seasons: Collection[Season], method: str) -> SeasonScores:
    """Return the scores of a method in seasons that are over."""
    made = SeasonForecast.objects.filter(season__in=seasons, method=method).order_by("-id")
    first: list[Outcome] = []
    podium: list[Outcome] = []
    within = intervals = 0
    known = {season.pk: season for season in seasons}
    final: dict[int, dict[int, int]] = {}
    for forecast in made[:NEWEST]:
        season = known[forecast.season_id]
        if forecast.made_at >= end_of(season):
            continue  # its last day was brought forward
        rows = rows_of(forecast)
        if season.pk not in final:
            table = standings(season)
            final[season.pk] = table.positions(list(table))
        for row in rows:
            came = final[season.pk].get(row.chances.character)
            if came is None:
                continue  # every game of theirs was taken back
            first.append(Outcome(row.chances.places[0], came == 1, row.position == 1))
            podium.append(Outcome(sum(row.chances.places[:PODIUM]), came <= PODIUM, 1 <= row.position <= PODIUM))
            within += row.chances.least <= came <= row.chances.most
            intervals += 1
    return SeasonScores(method, score(first), score(podium), within, intervals)
