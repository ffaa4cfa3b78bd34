"""The odds of a season, for programs."""

from typing import Annotated, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import Character
from characters.rules.facts import stamp
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiView
from league.core.rules.records import Moment
from league.forecasts.queries.season_odds import newest_season_forecast, rows_of
from league.models import Season

ROW = {
    "character": "ambrose-boardroom",
    "position": 2,
    "places": [3120, 2240, 1410, 980, 730, 510, 360, 250],
    "place_least": 1,
    "place_middle": 2,
    "place_most": 6,
    "up": None,
    "down": 120,
}
ODDS = {
    "method": "season/2",
    "made_at": "2026-01-05T20:00:05Z",
    "ends_on": "2026-06-30",
    "results": 96,
    "games_to_come": 31,
    "games_planned": 6,
    "characters": 24,
    "rows": [ROW],
}


class SeasonOddsRow(TypedDict):
    character: Annotated[str, "Slug."]
    position: Annotated[int, "When the odds were made; 0 before a first game."]
    places: Annotated[list[int], "Of the first, the second, ... to the eighth place, in ten-thousandths."]
    place_least: Annotated[int, "With place_most: the places that hold in four of five worlds."]
    place_middle: int
    place_most: int
    up: Annotated[int | None, "Into a better division, in ten-thousandths; null where there is none."]
    down: int | None


class SeasonOdds(TypedDict):
    method: str
    made_at: Moment
    ends_on: Annotated[str, "The last day, as it was set then."]
    results: Annotated[int, "How many results they know."]
    games_to_come: Annotated[int, "Those that are planned, and as many as the pace lets expect."]
    games_planned: Annotated[int, "In tournaments that run: tables that are drawn and rounds that are not yet."]
    characters: Annotated[int | None, "Of how many; the rows hold the likeliest. Null: the first method did not say."]
    rows: list[SeasonOddsRow]


class SeasonOddsView(ApiView):
    @extend_schema(
        tags=["seasons"],
        summary="Read the odds of a season",
        description=(
            "How likely each place at its end is: the season played on to its last day again and again, with strengths "
            "from the ratings. Made by a worker after its results have changed and every day, and kept. The 200 "
            "likeliest; 404 before there are any, and for a season without a last day."
        ),
        responses=described(SeasonOdds),
        examples=[answer(ODDS)],
    )
    def get(self, request: Request, slug: str) -> Response:
        forecast = newest_season_forecast(lookup.by_slug(Season.objects.all(), slug))
        if forecast is None:
            raise NotFound("No odds yet: they come after the first confirmed game of a season that has a last day.")
        rows = rows_of(forecast)
        slugs = dict(Character.objects.filter(pk__in=[row.chances.character for row in rows]).values_list("pk", "slug"))
        return Response(
            {
                "method": forecast.method,
                "made_at": stamp(forecast.made_at),
                "ends_on": forecast.ends_on.isoformat(),
                "results": forecast.results,
                "games_to_come": forecast.games,
                "games_planned": forecast.planned,
                "characters": forecast.characters,
                "rows": [
                    {
                        "character": slugs[row.chances.character],
                        "position": row.position,
                        "places": list(row.chances.places),
                        "place_least": row.chances.least,
                        "place_middle": row.chances.middle,
                        "place_most": row.chances.most,
                        "up": row.chances.up,
                        "down": row.chances.down,
                    }
                    for row in rows
                    if row.chances.character in slugs
                ],
            }
        )
