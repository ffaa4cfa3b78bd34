"""Forecasts as a worker would have made them before games that are known by now."""

from datetime import timedelta

from characters.models import CareerEvent, Character
from league.forecasts.models import Forecast, SeasonForecast
from league.forecasts.queries.season_odds import counting_in, divisions_in, end_of, played_games
from league.forecasts.rules.odds import METHOD
from league.forecasts.rules.season_chances import SEASON_METHOD, to_come
from league.forecasts.rules.season_odds import season_odds
from league.models import League, Season
from league.standings.rules.ratings import RatingEstimate, rate_games

SAID = {"passes": 8_000, "rises": 1_500, "soon": 6_000, "top": 300, "least": 2, "middle": 4, "most": 12}


def forecasts_of_today(league: League) -> int:
    """One of everybody with a game, after the last one; it says the same of all."""
    people = Character.objects.filter(enrolment__league=league, last_fact__gte=1)
    made = [
        Forecast(
            character=who,
            method=METHOD,
            after_fact=who.last_fact,
            level=who.careers.get(current=True).level,
            own=who.last_fact,
            pool=100,
            weight=5_000,
            **SAID,
        )
        for who in people
    ]
    return len(Forecast.objects.bulk_create(made))


def forecasts_before_games(league: League) -> int:
    """One before each game of Careers but the first of each character; it says the same of all."""
    made = []
    for who in Character.objects.filter(enrolment__league=league):
        levels = dict(CareerEvent.objects.standing().filter(character=who).values_list("game", "from_level"))
        made += [
            Forecast(
                character=who,
                method=METHOD,
                after_fact=fact.number - 1,
                level=levels[fact.game],
                own=fact.number - 1,
                pool=100,
                weight=5_000,
                made_at=fact.recorded_at - timedelta(seconds=5),
                **SAID,
            )
            for fact in who.facts.filter(number__gt=1)
            if fact.game in levels
        ]
    Forecast.objects.bulk_create(made)
    return len(made)


def season_forecasts_between_games(season: Season, times: int) -> int:
    """As a worker would have made them from the second game on, so many, evenly; by the ratings of then."""
    games, made = played_games(season), []
    assert len(games) > times
    for number in range(1, times + 1):
        known = games[: len(games) * number // (times + 1) + 1]
        now = known[-1].played_at + timedelta(minutes=1)
        coming, newest = to_come(known, now, end_of(season))
        tables = ([(one.character, place) for place, one in enumerate(game.taken, 1)] for game in known)
        strengths: dict[tuple[str, int], RatingEstimate] = {}
        for game, after in zip(known, rate_games(tables), strict=True):
            strengths |= {(game.system, who): estimate for who, estimate in after.items()}
        chances = season_odds(
            known, newest, coming, strengths, counting_in(season), divisions_in(season), seed=str(number), worlds=300
        )
        chances.sort(key=lambda one: (-one.places[0], one.middle))
        made.append(
            SeasonForecast(
                season=season,
                method=SEASON_METHOD,
                results=number,
                last_result=number,
                ends_on=season.ends_on,
                day=now.date(),
                characters=len(chances),
                games=round(coming.expected),
                odds=[one._replace(position=position) for position, one in enumerate(chances, 1)],
                made_at=now,
            )
        )
    return len(SeasonForecast.objects.bulk_create(made))
