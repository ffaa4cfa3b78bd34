"""The odds of a character, and how good such forecasts were, for programs."""

from decimal import Decimal
from typing import Annotated, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import LEVEL_CHOICES
from characters.rules.facts import stamp
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiView
from league.core.rules.records import Moment, OneOf
from league.forecasts.queries.odds import newest_forecast
from league.forecasts.queries.scores import scores_of, scores_of_rounds, scores_of_seasons
from league.forecasts.rules.odds import METHOD
from league.forecasts.rules.round_chances import LAST_ROUND_METHOD
from league.forecasts.rules.scores import Bin, ForecastScore
from league.models import League

ODDS = {
    "method": "odds/1",
    "made_at": "2026-01-05T20:00:05Z",
    "after_fact": 12,
    "level": "manager",
    "passes": 7312,
    "rises": 1450,
    "soon": 5125,
    "top": 2275,
    "games_least": 2,
    "games_middle": 5,
    "games_most": 14,
    "own_games": 12,
    "league_games": 86,
    "weight": 7059,
}
SCORE = {
    "forecast": "rises",
    "method": "odds/1",
    "count": 484,
    "happened": 1612,
    "brier": "0.0753",
    "log": "0.3339",
    "skill": "0.4428",
    "skill_over_same": "0.5326",
    "reliability": [{"least": 0, "most": 10, "count": 310, "said": 155, "happened": 162}],
}
SCORED = ("passes", "rises", "soon", "first", "podium", "through")
SHARE = "Ten-thousandths."


class OddsRow(TypedDict):
    method: str
    made_at: Moment
    after_fact: Annotated[int, "Of how many facts of the character it knows."]
    level: Annotated[str, OneOf(LEVEL_CHOICES)]
    passes: Annotated[int, "The next review is passed, in ten-thousandths as all of these."]
    rises: Annotated[int, "The next game promotes, or opens the golden parachute."]
    soon: Annotated[int, "One of the next five does."]
    top: Annotated[int | None, "At C-level within 60 games; null for who is there."]
    games_least: Annotated[int | None, "Games to the next level in one of ten lives; null: more than 60."]
    games_middle: Annotated[int | None, "In half of them."]
    games_most: Annotated[int | None, "In nine of ten."]
    own_games: int
    league_games: Annotated[int, "Of others at this level."]
    weight: Annotated[int, "Of the own games."]


class BinRow(TypedDict):
    least: Annotated[int, "Percent."]
    most: int
    count: int
    said: Annotated[int, SHARE]
    happened: Annotated[int, SHARE]


class ScoreRow(TypedDict):
    forecast: Annotated[str, OneOf(SCORED)]
    method: Annotated[str, "Each is scored apart: it may have been a worse one that was replaced."]
    count: int
    happened: Annotated[int, SHARE]
    brier: str
    log: str
    skill: Annotated[str | None, "Against the base rate; null where that misses nothing."]
    skill_over_same: Annotated[str | None, "Against 'everything stays as it is'."]
    reliability: list[BinRow]


class OddsView(ApiView):
    @extend_schema(
        tags=["characters"],
        summary="Read the odds",
        description=(
            "What is likely for a character: its own games of Careers, pulled towards those of its league at the same "
            "level, drawn again and again through the rules of a career. Made by a worker after each review, and for a "
            "newcomer from the league's games alone; 404 before there is anything to go by."
        ),
        responses=described(OddsRow),
        examples=[answer(ODDS)],
    )
    def get(self, request: Request, slug: str) -> Response:
        forecast = newest_forecast(lookup.character(slug))
        if forecast is None:
            raise NotFound("No odds yet: they come after the first confirmed game of Careers.")
        return Response(
            {
                "method": forecast.method,
                "made_at": stamp(forecast.made_at),
                "after_fact": forecast.after_fact,
                "level": forecast.level,
                "passes": forecast.passes,
                "rises": forecast.rises,
                "soon": forecast.soon,
                "top": forecast.top,
                "games_least": forecast.least,
                "games_middle": forecast.middle,
                "games_most": forecast.most,
                "own_games": forecast.own,
                "league_games": forecast.pool,
                "weight": forecast.weight,
            }
        )


class ForecastScores(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read how good the forecasts were",
        description=(
            "Each kind of forecast that has happened, scored by what the records say today: the next review and "
            "promotion of characters, first place and the first three of a season (each method apart), who is through "
            "after a last round."
        ),
        responses=described(ScoreRow)(many=True),
        examples=[answer(SCORE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        league = lookup.by_slug(League.objects.all(), slug)
        characters = scores_of(league)
        scores = [
            ("passes", METHOD, characters.passed),
            ("rises", METHOD, characters.rose),
            ("soon", METHOD, characters.soon),
        ]
        for season in scores_of_seasons(league):
            scores += [("first", season.method, season.first), ("podium", season.method, season.podium)]
        scores.append(("through", LAST_ROUND_METHOD, scores_of_rounds(league)))
        return Response([_score(name, method, score) for name, method, score in scores if score is not None])


def _score(name: str, method: str, score: ForecastScore) -> ScoreRow:
    return {
        "forecast": name,
        "method": method,
        "count": score.count,
        "happened": score.happened,
        "brier": str(score.brier),
        "log": str(score.log),
        "skill": _text(score.skill),
        "skill_over_same": _text(score.skill_over_same),
        "reliability": [_bin(each) for each in score.bins],
    }


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _bin(bucket: Bin) -> BinRow:
    return {
        "least": bucket.least,
        "most": bucket.most,
        "count": bucket.count,
        "said": bucket.chance,
        "happened": bucket.happened,
    }
