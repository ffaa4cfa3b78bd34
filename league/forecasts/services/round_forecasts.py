"""The odds of a last round are drawn by a worker whenever its points or its open tables change. What is made stays."""

from league.forecasts.models import RoundForecast
from league.forecasts.queries.last_round import OpenRound, open_last_round, open_rounds, verdicts_in
from league.forecasts.queries.season_odds import strengths_in
from league.forecasts.rules.last_round import OPEN
from league.forecasts.rules.last_round_odds import Sitting, through
from league.forecasts.rules.round_chances import METHOD, Row, Through
from league.models import Round
from league.standings.rules.ratings import NEWCOMER


def make_round_forecasts() -> int:
    """Make the forecasts of open last rounds; return how many. If two workers make the same one, the second is not
    written."""
    return sum(_make(last) for last in open_rounds())


def _make(last: Round) -> bool:
    """Make the forecast of the characters for which something is open, and return whether it was made. A round that
    changed while it was read waits for the next time."""
    found = open_last_round(last)
    if found is None or not found.tables or _is_made(found):
        return False
    verdicts, odds = verdicts_in(found), _odds(found)
    again = open_last_round(last)
    if again is None or again.state != found.state:
        return False
    rows = [
        Row(who, position, odds[who]) for position, who in enumerate(found.order, 1) if verdicts[who][0].claim == OPEN
    ]
    forecast = RoundForecast(
        round=last, method=METHOD, state=found.state, cut=found.cut, odds=[row.kept() for row in rows]
    )
    RoundForecast.objects.bulk_create([forecast], ignore_conflicts=True)
    return True


def _is_made(found: OpenRound) -> bool:
    return RoundForecast.objects.filter(round=found.round, method=METHOD, state=found.state).exists()


def _odds(found: OpenRound) -> dict[int, Through]:
    tournament = found.round.stage.tournament
    rated = strengths_in(tournament.season, found.here)
    here, waiting = found.here, found.waiting

    def sitting(who: int | None) -> Sitting:
        if who is None:
            return Sitting(None, NEWCOMER)
        return Sitting(here[who], rated.get((tournament.system, who), NEWCOMER))

    tables = [[sitting(who) for who in seats] for seats in found.tables.values()]
    seed = f"{METHOD} {tournament.draw_commitment} {found.state}"
    seated, others = through(tables, [here[who] for who in waiting], found.cut, seed=seed)
    told = dict(zip(waiting, others, strict=True))
    for seats, at_table in zip(found.tables.values(), seated, strict=True):
        told |= {who: one for who, one in zip(seats, at_table, strict=True) if who is not None and one is not None}
    return told
