"""Ratings: how well characters play a game, as far as their games tell."""

from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.systems import SYSTEMS
from league.core.api import examples
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiList
from league.models import Rating
from league.standings.queries.ratings import ROW, RatingRow, rating_row


class RatingFilter(filters.FilterSet):  # type: ignore[misc]
    league = filters.CharFilter(field_name="rating_list__league__slug", label="Slug of the league.")
    system = filters.ChoiceFilter(
        field_name="rating_list__system", choices=[(one.ID, one.NAME) for one in SYSTEMS.values()]
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
