"""The records of a league, for programs."""

from typing import Annotated, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters.rules.moments import stamp
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiView
from league.core.rules.records import Moment, OneOf
from league.models import League
from league.standings.queries.league_records import TITLES, Record, league_records

ROW = {
    "record": "top",
    "name": "Ambrose Boardroom",
    "slug": "ambrose-boardroom",
    "figure": 5,
    "game": 12,
    "at": "2026-01-05T20:00:00Z",
}


class RecordRow(TypedDict):
    record: Annotated[str, OneOf(tuple(TITLES))]
    name: str
    slug: Annotated[str, "Of the character that did it first."]
    figure: Annotated[int, "Games, reviews, levels, money or marks, as the record has it."]
    game: Annotated[int, "Id of the game that proves it."]
    at: Moment


class RecordList(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read the records of a league",
        description=(
            "What somebody did best: fastest to the C-suite (`top`), longest without a demotion (`stay`), the greatest "
            "comeback and so on. A record that nobody holds yet is left out; who only equals one does not hold it."
        ),
        responses=described(RecordRow)(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        league = lookup.by_slug(League.objects.all(), slug)
        return Response([_row(one) for one in league_records(league)])


def _row(one: Record) -> RecordRow:
    return {
        "record": one.key,
        "name": one.person.name,
        "slug": one.person.slug,
        "figure": one.feat.figure,
        "game": one.feat.game,
        "at": stamp(one.feat.at),
    }
