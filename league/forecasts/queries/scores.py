"""The scores of the forecasts of a league: each with the game that followed it, as the facts say today."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Min

from characters.models import CareerEvent, Fact
from league.forecasts.models import Forecast
from league.forecasts.rules.events import Foretold, Happened, Outcomes, outcomes_of
from league.forecasts.rules.odds import METHOD
from league.forecasts.rules.scores import Score, score
from league.models import League

NEWEST = 5000  # forecasts that are scored
_GAME_ENDS = ("review", "promotion", "demotion", "parachute")


@dataclass(frozen=True, slots=True)
class Scores:
    """None where nothing of the kind has happened yet. `within` of `intervals` held; `made`: forecasts, of which the
    NEWEST are scored."""

    method: str
    made: int
    passed: Score | None
    rose: Score | None
    soon: Score | None
    within: int
    intervals: int


def scores_of(league: League, method: str = METHOD) -> Scores:
    rows = Forecast.objects.filter(character__enrolment__league=league, method=method, passes__isnull=False)
    made = rows.count()
    told = ("character", "after_fact", "made_at", "level", "passes", "rises", "soon", "least", "most")
    forecasts: dict[int, list[Foretold]] = defaultdict(list)
    for character, *said in reversed(rows.order_by("-id").values_list(*told)[:NEWEST]):
        forecasts[character].append(Foretold(*said))
    for some in forecasts.values():
        some.sort()
    found = outcomes_of(_lives(forecasts)) if forecasts else Outcomes([], [], [])
    return Scores(
        method=method,
        made=made,
        passed=score(found.passed),
        rose=score(found.rose),
        soon=score(found.soon),
        within=found.within,
        intervals=found.within + found.beyond,
    )


def _lives(forecasts: Mapping[int, list[Foretold]]) -> dict[int, tuple[list[Foretold], list[Happened]]]:
    events: dict[tuple[int, int | None], list[CareerEvent]] = defaultdict(list)
    standing = CareerEvent.objects.standing().filter(character__in=forecasts, kind__in=_GAME_ENDS)
    for event in standing.only("character", "game", "kind", "from_level").order_by("at", "id"):
        events[event.character_id, event.game].append(event)
    heard = Fact.objects.filter(character__in=forecasts, game__isnull=False).values("character", "game")
    first = heard.annotate(first=Min("number"), at=Min("recorded_at")).order_by("character", "first")
    games: dict[int, list[Happened]] = defaultdict(list)
    for one in first:
        told = events.get((one["character"], one["game"]))
        if told:
            kinds = frozenset(event.kind for event in told)
            games[one["character"]].append(Happened(one["first"], one["at"], told[0].from_level, kinds))
    return {character: (made, games[character]) for character, made in forecasts.items()}
