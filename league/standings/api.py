"""Ratings, how well characters play a game as far as their games tell, and the records of a league."""

from typing import Annotated, TypedDict

from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters.rules.facts import stamp
from games.rules.systems import SYSTEMS
from league.core.api import examples, lookup
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiList, ApiView
from league.core.rules.records import Moment, OneOf
from league.models import League, Rating
from league.standings.queries.league_records import TITLES, LeagueRecord, dated_records
from league.standings.queries.ratings import ROW, RatingRow, rating_row

ENTRY = {
    "record": "top",
    "name": "Ambrose Boardroom",
    "slug": "ambrose-boardroom",
    "figure": 5,
    "game": 12,
    "at": "2026-01-05T20:00:00Z",
}


class RatingFilter(filters.FilterSet):  # type: ignore[misc]
    league = filters.CharFilter(field_name="rating_list__league__slug", label="Slug of the league.")
    system = filters.ChoiceFilter(
        field_name="rating_list__system", choices=[(system.ID, system.NAME) for system in SYSTEMS.values()]
    )
    character = filters.CharFilter(field_name="character__slug", label="Slug of a character.")

    class Meta:
        model = Rating
        fields: tuple[str, ...] = ()


class RatingRows(ApiList[Rating]):
    ordering = ("-mu", "pk")
    queryset = Rating.objects.all()
    league = "rating_list__league"
    filterset_class = RatingFilter
    serializer_class = described(RatingRow)

    @extend_schema(
        tags=["ratings"],
        summary="List ratings",
        description=(
            "Estimates from who finished before whom (OpenSkill, Plackett-Luce), per league and game system, from high "
            "to low; ask for one league and system, or the rows of several are mixed. They follow within seconds of a "
            "confirmation, correction or void, never count in standings and never break a tie."
        ),
        responses=described(RatingRow)(many=True),
        examples=[answer(examples.RATING)],
    )
    def get(self, request: Request) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values(*ROW)
        return self.in_pages(rows, rating_row)


class RecordRow(TypedDict):
    record: Annotated[str, OneOf(tuple(TITLES))]
    name: str
    slug: Annotated[str, "Of the character that did it first."]
    figure: Annotated[int, "Games, reviews, levels, money or marks, as the record has it."]
    game: Annotated[int, "Id of the game that proves it."]
    at: Moment


class RecordsBody(TypedDict):
    worked_out_at: Annotated[
        Moment | None,
        "When all games were looked through: just now, or in a league with many games by a worker some minutes ago; "
        "null until a worker has come to it for the first time, and `records` is empty then.",
    ]
    records: list[RecordRow]


class RecordList(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read the records of a league",
        description=(
            "What somebody did best: fastest to the C-suite (`top`), longest without a demotion (`stay`), the greatest "
            "comeback and so on. A record that nobody holds yet is left out; who only equals one does not hold it. In "
            "a league with many games a worker finds them, and `worked_out_at` says when."
        ),
        responses=described(RecordsBody),
        examples=[answer({"worked_out_at": "2026-01-05T20:05:00Z", "records": [ENTRY]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        dated = dated_records(lookup.by_slug(League.objects.all(), slug))
        body: RecordsBody = {
            "worked_out_at": stamp(dated.worked_out_at),
            "records": [_row(record) for record in dated.records],
        }
        return Response(body)


def _row(record: LeagueRecord) -> RecordRow:
    return {
        "record": record.key,
        "name": record.person.name,
        "slug": record.person.slug,
        "figure": record.feat.figure,
        "game": record.feat.game,
        "at": stamp(record.feat.at),
    }
