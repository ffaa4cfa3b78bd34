"""The last round of a tournament and what it decides, for programs."""

from typing import Annotated, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiView
from league.core.rules.records import OneOf
from league.forecasts.queries.last_round import LastRoundRow, last_round_of
from league.forecasts.rules.last_round import VERDICTS
from league.models import Tournament

ROW = {
    "character": "ambrose-boardroom",
    "points": "132.00",
    "table": 3,
    "claim": "open",
    "enough": 1,
    "least": 2,
    "chance": 6710,
    "chance_with_win": 10000,
}


class LastRoundRowData(TypedDict):
    character: Annotated[str, "Slug."]
    points: Annotated[str, "Table points until now."]
    table: Annotated[int | None, "The open table at which they sit."]
    claim: Annotated[str, OneOf(VERDICTS)]
    enough: Annotated[int | None, "The lowest place at the table that, unshared, is enough in every case."]
    least: Annotated[int | None, "The lowest place that can be enough."]
    chance: Annotated[int | None, "In ten-thousandths; null where nothing is open, and before a worker has drawn it."]
    chance_with_win: Annotated[int | None, "Where the own table is won."]


class LastRoundView(ApiView):
    @extend_schema(
        tags=["tournaments"],
        summary="Read what the last round decides",
        description=(
            "Who is through, who is out, and which place at the table is enough: exact, for every order in which the "
            "open tables may end. 404 while no last round is drawn, where table points do not decide, and at tables of "
            "more than five. The chances are drawn from the ratings by a worker, some seconds after each result."
        ),
        responses=described(LastRoundRowData)(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        last_round = last_round_of(lookup.by_slug(Tournament.objects.all(), slug))
        if last_round is None:
            raise NotFound("No last round is open that table points decide.")
        return Response([_row(row) for row in last_round.rows])


def _row(row: LastRoundRow) -> LastRoundRowData:
    return {
        "character": row.person.slug,
        "points": row.points,
        "table": row.table,
        "claim": row.verdict.claim,
        "enough": row.verdict.enough,
        "least": row.verdict.least,
        "chance": row.odds.chance if row.odds else None,
        "chance_with_win": row.odds.with_win if row.odds else None,
    }
