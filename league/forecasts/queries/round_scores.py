"""The scores of the forecasts of ended last rounds: each with the standings of the stage as they are today."""

from django.db.models import F

from league.forecasts.models import RoundForecast
from league.forecasts.queries.last_round import eligible, next_stage
from league.forecasts.rules.round_chances import METHOD, kept_rows
from league.forecasts.rules.scores import Outcome, Score, score
from league.models import League, Round, Stage
from league.tournaments.stages.queries.stage_standings import stage_table

NEWEST = 500  # forecasts that are scored


def scores_of_rounds(league: League) -> Score | None:
    """Return how good the forecasts of last rounds were; None before such a round has ended."""
    ended = RoundForecast.objects.filter(
        round__stage__tournament__season__league=league, round__status=Round.ENDED, method=METHOD
    )
    made = ended.filter(made_at__lt=F("round__ended_at")).select_related("round__stage__tournament").order_by("-id")
    final: dict[int, list[int]] = {}
    outcomes = []
    for forecast in made[:NEWEST]:
        stage = forecast.round.stage
        if stage.pk not in final:
            final[stage.pk] = _final(stage)
        first = set(final[stage.pk][: forecast.cut])
        outcomes += [
            Outcome(row.odds.chance, row.character in first, row.position <= forecast.cut)
            for row in kept_rows(forecast.odds)
        ]
    return score(outcomes)


def _final(stage: Stage) -> list[int]:
    """Return everybody who may go on, the first one first."""
    who = eligible(stage, next_stage(stage)).values_list("entry__character", flat=True)
    return sorted(who, key=stage_table(stage).standings.index)
