"""The scores of forecasts: of characters by the game that followed, as the facts say today; of last rounds and seasons
by the standings as they are today."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import F, Max, Min
from django.utils import timezone

from characters.models import CareerEvent, Fact
from league.forecasts.models import Forecast, RoundForecast, SeasonForecast
from league.forecasts.queries.last_round import eligible, next_stage
from league.forecasts.queries.season_odds import end_of, newest_season_forecast, rows_of
from league.forecasts.rules.odds import METHOD
from league.forecasts.rules.round_chances import LAST_ROUND_METHOD, kept_rows
from league.forecasts.rules.scores import (
    ForecastOutcome,
    ForecastScore,
    Foretold,
    Happened,
    Outcomes,
    outcomes_of,
    score,
)
from league.forecasts.rules.season_chances import SEASON_METHOD
from league.models import League, Round, Season, Stage
from league.standings.queries.standings import standings
from league.tournaments.stages.queries.stage_standings import stage_table

NEWEST = 5000  # forecasts of characters that are scored
_GAME_ENDS = ("review", "promotion", "demotion", "parachute")
NEWEST_OF_MANY = 500  # forecasts of rounds or seasons, each of many characters
PODIUM = 3


@dataclass(frozen=True, slots=True)
class Scores:
    """None where nothing of the kind has happened yet. `within` of `intervals` held; `count`: forecasts, of which the
    NEWEST are scored."""

    method: str
    count: int
    passed: ForecastScore | None
    rose: ForecastScore | None
    soon: ForecastScore | None
    within: int
    intervals: int


def scores_of(league: League, method: str = METHOD) -> Scores:
    rows = Forecast.objects.filter(character__enrolment__league=league, method=method, passes__isnull=False)
    count = rows.count()
    columns = ("character", "after_fact", "made_at", "level", "passes", "rises", "soon", "least", "most")
    forecasts: dict[int, list[Foretold]] = defaultdict(list)
    for character, *values in reversed(rows.order_by("-id").values_list(*columns)[:NEWEST]):
        forecasts[character].append(Foretold(*values))
    for some in forecasts.values():
        some.sort()
    outcomes = outcomes_of(_lives(forecasts)) if forecasts else Outcomes([], [], [])
    return Scores(
        method=method,
        count=count,
        passed=score(outcomes.passed),
        rose=score(outcomes.rose),
        soon=score(outcomes.soon),
        within=outcomes.within,
        intervals=outcomes.within + outcomes.beyond,
    )


def _lives(forecasts: Mapping[int, list[Foretold]]) -> dict[int, tuple[list[Foretold], list[Happened]]]:
    events: dict[tuple[int, int | None], list[CareerEvent]] = defaultdict(list)
    standing = CareerEvent.objects.standing().filter(character__in=forecasts, kind__in=_GAME_ENDS)
    for event in standing.only("character", "game", "kind", "from_level").order_by("at", "id"):
        events[event.character_id, event.game].append(event)
    heard = Fact.objects.filter(character__in=forecasts, game__isnull=False).values("character", "game")
    first = heard.annotate(first=Min("number"), at=Min("recorded_at")).order_by("character", "first")
    games: dict[int, list[Happened]] = defaultdict(list)
    for row in first:
        career_events = events.get((row["character"], row["game"]))
        if career_events:
            kinds = frozenset(event.kind for event in career_events)
            games[row["character"]].append(Happened(row["first"], row["at"], career_events[0].from_level, kinds))
    return {character: (own, games[character]) for character, own in forecasts.items()}


def scores_of_rounds(league: League) -> ForecastScore | None:
    """Return how good the forecasts of last rounds were; None before such a round has ended."""
    ended = RoundForecast.objects.filter(
        round__stage__tournament__season__league=league, round__status=Round.ENDED, method=LAST_ROUND_METHOD
    )
    forecasts = (
        ended.filter(made_at__lt=F("round__ended_at")).select_related("round__stage__tournament").order_by("-id")
    )
    final: dict[int, list[int]] = {}
    outcomes = []
    for forecast in forecasts[:NEWEST_OF_MANY]:
        stage = forecast.round.stage
        if stage.pk not in final:
            final[stage.pk] = _final(stage)
        first = set(final[stage.pk][: forecast.cut])
        outcomes += [
            ForecastOutcome(row.odds.chance, row.character in first, row.position <= forecast.cut)
            for row in kept_rows(forecast.odds)
        ]
    return score(outcomes)


def _final(stage: Stage) -> list[int]:
    """Return everybody who may go on, the first one first."""
    who = eligible(stage, next_stage(stage)).values_list("entry__character", flat=True)
    return sorted(who, key=stage_table(stage).standings.index)


@dataclass(frozen=True, slots=True)
class SeasonScores:
    """The scores of forecasts of one `method`; None before a season with such forecasts is over. `within` of
    `intervals` held."""

    method: str
    first: ForecastScore | None
    podium: ForecastScore | None
    within: int
    intervals: int


def scores_of_seasons(league: League) -> list[SeasonScores]:
    """Return the scores of each method apart, that of today first, then the newest; at least that of today."""
    over = list(league.seasons.filter(ends_on__lt=timezone.localdate(), forecasts__isnull=False).distinct())
    newest = SeasonForecast.objects.filter(season__in=over).order_by().values("method").annotate(last=Max("id"))
    before = newest.exclude(method=SEASON_METHOD).order_by("-last").values_list("method", flat=True)
    return [_scores_in(over, method) for method in (SEASON_METHOD, *before)]


def scores_of_season(season: Season) -> SeasonScores:
    """Return the scores of the method that was used last in the season, once it is over."""
    newest = newest_season_forecast(season)
    return _scores_in([season], newest.method if newest else SEASON_METHOD)


def _scores_in(seasons: Collection[Season], method: str) -> SeasonScores:
    """Return the scores of a method in seasons that are over."""
    forecasts = SeasonForecast.objects.filter(season__in=seasons, method=method).order_by("-id")
    first: list[ForecastOutcome] = []
    podium: list[ForecastOutcome] = []
    within = intervals = 0
    season_of = {season.pk: season for season in seasons}
    final: dict[int, dict[int, int]] = {}
    for forecast in forecasts[:NEWEST_OF_MANY]:
        season = season_of[forecast.season_id]
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
            first.append(ForecastOutcome(row.chances.places[0], came == 1, row.position == 1))
            podium.append(
                ForecastOutcome(sum(row.chances.places[:PODIUM]), came <= PODIUM, 1 <= row.position <= PODIUM)
            )
            within += row.chances.least <= came <= row.chances.most
            intervals += 1
    return SeasonScores(method, score(first), score(podium), within, intervals)
