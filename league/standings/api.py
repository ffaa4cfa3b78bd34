"""Ratings, how well characters play a game as far as their games tell, and the records of a league."""

from typing import Any

from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, FloatField, IntegerField, Serializer

from league.core.api import lookup
from league.core.api.fields import StampField, SystemFilter
from league.core.api.schema import answer, examples_beside
from league.core.api.views import ApiList, ApiView
from league.models import League, Rating
from league.standings.queries.league_records import TITLES, dated_records
from league.standings.queries.ratings import shown
from league.standings.rules.ratings import CERTAINTIES

EXAMPLES = examples_beside(__file__)


class RatingFilter(filters.FilterSet):  # type: ignore[misc]
    league = filters.CharFilter(field_name="rating_list__league__slug", label="Slug of the league.")
    system = SystemFilter(field_name="rating_list__system")
    character = filters.CharFilter(field_name="character__slug", label="Slug of a character.")


class RatingRow(Serializer[Any]):
    name = CharField(source="stored.character.name")
    slug = CharField(source="stored.character.slug")
    league = CharField(source="stored.rating_list.league.slug", help_text="Slug of the league.")
    system = CharField(source="stored.rating_list.system")
    rating = IntegerField(source="shown.value", help_text="Everybody begins at 1,000.")
    margin = IntegerField(source="shown.margin", help_text="95 times in 100 the truth lies within it.")
    certainty = ChoiceField(CERTAINTIES, source="shown.certainty", help_text="The margin in a word.")
    games = IntegerField(source="stored.games", help_text="Rated games.")
    mu = FloatField(source="stored.mu", help_text="The mean in OpenSkill's own measure.")
    sigma = FloatField(source="stored.sigma", help_text="The standard deviation in OpenSkill's own measure.")
    last_played_at = StampField(source="stored.played_at")


class RatingRows(ApiList[Rating]):
    ordering = ("-mu", "pk")
    queryset = Rating.objects.all()
    league = "rating_list__league"
    filterset_class = RatingFilter
    serializer_class = RatingRow

    @extend_schema(
        tags=["ratings"],
        summary="List ratings",
        description=(
            "Estimates from who finished before whom (OpenSkill, Plackett-Luce), per league and game system, from high "
            "to low; ask for one league and system, or the rows of several are mixed. They follow within seconds of a "
            "confirmation, correction or void, never count in standings and never break a tie."
        ),
        responses=RatingRow(many=True),
        examples=[answer(EXAMPLES["RatingRow"])],
    )
    def get(self, request: Request) -> Response:
        ratings = self.filter_queryset(self.get_queryset()).select_related("character", "rating_list__league")
        page = [{"stored": row, "shown": shown(row)} for row in self.paginate_queryset(ratings) or ()]
        return self.get_paginated_response(RatingRow(page, many=True).data)


class RecordRow(Serializer[Any]):
    record = ChoiceField(tuple(TITLES), source="key")
    name = CharField(source="person.name")
    slug = CharField(source="person.slug", help_text="Of the character that did it first.")
    figure = IntegerField(
        source="feat.figure", help_text="Games, reviews, levels, money or marks, as the record has it."
    )
    game = IntegerField(source="feat.game", help_text="Id of the game that proves it.")
    at = StampField(source="feat.at")


class RecordsBody(Serializer[Any]):
    worked_out_at = StampField(
        allow_null=True,
        help_text="When all games were looked through: just now, or in a league with many games by a worker some "
        "minutes ago; null until a worker has come to it for the first time, and `records` is empty then.",
    )
    records = RecordRow(many=True)


class RecordList(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read the records of a league",
        description=(
            "What somebody did best: fastest to the C-suite (`top`), longest without a demotion (`stay`), the greatest "
            "comeback and so on. A record that nobody holds yet is left out; who only equals one does not hold it. In "
            "a league with many games a worker finds them, and `worked_out_at` says when."
        ),
        responses=RecordsBody,
        examples=[answer(EXAMPLES["RecordsBody"])],
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(RecordsBody(dated_records(lookup.by_slug(League.objects.all(), slug))).data)
