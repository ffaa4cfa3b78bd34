"""The odds of a season are worked out by a worker after its results have changed, and every day. What is made stays."""

from django.utils import timezone

from league.forecasts.models import SeasonForecast
from league.forecasts.queries.season_odds import (
    Known,
    Row,
    awaiting_season_forecast,
    counting_in,
    divisions_in,
    end_of,
    known_of,
    played_games,
    strengths_in,
)
from league.forecasts.queries.season_plan import planned_in
from league.forecasts.rules.season_chances import METHOD, Chances, to_come
from league.forecasts.rules.season_odds import season_odds
from league.models import Season
from league.standings.queries.standings import standings

KEPT = 200  # characters of a season: the likeliest


def make_season_forecasts() -> int:
    """Make the forecasts of seasons; return how many. If two workers make the same one, the second is not written."""
    return sum(_make(season, known) for season, known in awaiting_season_forecast())


def _make(season: Season, known: Known) -> bool:
    """Make the forecast of a season and return whether it was made. Results that changed while they were read wait for
    the next time."""
    assert season.ends_on is not None
    planned, apart = planned_in(season)
    games = played_games(season, apart)
    if known_of([season.pk]).get(season.pk) != known:
        return False
    coming, newest = to_come(games, timezone.now(), end_of(season))
    playing = {one.character for game in games for one in game.taken}.union(*(one.characters for one in planned))
    chances = season_odds(
        games,
        newest,
        coming,
        strengths_in(season, playing),
        counting_in(season),
        divisions_in(season),
        planned,
        seed=f"{METHOD} {season.draw_seed} {known.results} {known.last}",
    )
    positions = standings(season).positions([one.character for one in chances])
    rows = [Row(one, positions.get(one.character, 0)) for one in sorted(chances, key=_likeliest)[:KEPT]]
    sure = sum(one.games for one in planned)
    forecast = SeasonForecast(
        season=season,
        method=METHOD,
        results=known.results,
        last_result=known.last,
        ends_on=season.ends_on,
        day=timezone.localdate(),
        games=round(coming.expected) + sure,
        planned=sure,
        characters=len(chances),
        odds=[one.kept() for one in rows],
    )
    SeasonForecast.objects.bulk_create([forecast], ignore_conflicts=True)
    return True


def _likeliest(one: Chances) -> tuple[object, ...]:
    return *(-chance for chance in one.places), one.middle, one.character
