"""Forecasts as a worker would have made them before games that are known by now."""

from datetime import timedelta

from characters.models import CareerEvent, Character
from league.insight.rules.odds import METHOD
from league.models import Forecast, League


def forecasts_before_games(league: League) -> int:
    """One before each game of Careers but the first of each character; it says the same of all."""
    said = {"passes": 8_000, "rises": 1_500, "soon": 6_000, "top": 300, "least": 2, "middle": 4, "most": 12}
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
                **said,
            )
            for fact in who.facts.filter(number__gt=1)
            if fact.game in levels
        ]
    Forecast.objects.bulk_create(made)
    return len(made)
