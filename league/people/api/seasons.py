"""Seasons: which there are, who stands where and why, and who moved on the ladder."""

from django.db.models import QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import CareerEvent
from games.rules.systems import SYSTEMS
from league.clubs.queries import ROW, SeasonDetail, SeasonRow, season_record, season_row
from league.core.api import examples, lookup
from league.core.api.described import described
from league.core.api.parts import TablePart, in_parts
from league.core.api.schema import answer
from league.core.api.views import ApiList, ApiView, read
from league.models import Season
from league.people.queries.characters import FEED_KINDS, FeedRow, feed_row, promotions
from league.standings.queries.explanations import StandingsDetail, WhyDetail, standing_records, why_record


class SeasonFilter(filters.FilterSet):  # type: ignore[misc]
    league = filters.CharFilter(field_name="league__slug", label="Slug of the league.")

    class Meta:
        model = Season
        fields: tuple[str, ...] = ()


class SeasonList(ApiList[Season]):
    ordering = ("-pk",)
    queryset = Season.objects.all()
    league = "league"
    filterset_class = SeasonFilter
    serializer_class = described(SeasonRow)

    @extend_schema(
        tags=["seasons"],
        summary="List seasons",
        description="Seasons of all leagues, the newest first.",
        responses=described(SeasonRow)(many=True),
        examples=[answer(examples.SEASON)],
    )
    def get(self, request: Request) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values("pk", *ROW)
        return self.in_pages(rows, season_row)


class SeasonView(ApiView):
    @extend_schema(
        tags=["seasons"],
        summary="Read a season",
        description="The season with its house rules.",
        responses=described(SeasonDetail),
        examples=[answer(examples.SEASON_DETAIL)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(season_record(lookup.season(slug)))


class SeasonStandingsPart(TablePart):
    """Choose a part of the standings; the first 100 rows over all games when nothing is said."""

    system = serializers.ChoiceField(
        choices=[(system.ID, system.NAME) for system in SYSTEMS.values()],
        required=False,
        help_text="Only games of this system.",
    )


class StandingsView(ApiView):
    @extend_schema(
        tags=["seasons"],
        summary="Read the standings",
        description=(
            "Computed from the confirmed games when asked, of one game by `system` or over all; a part of them by "
            "`limit` and `offset`, and the address of the `next` one. With `character`, one row and why it is there: "
            "every game and what separates it from its neighbours."
        ),
        parameters=[SeasonStandingsPart, OpenApiParameter("character", str, description="Slug of a character.")],
        responses=PolymorphicProxySerializer(
            "StandingsOrWhy", [described(StandingsDetail), described(WhyDetail)], resource_type_field_name=None
        ),
        examples=[answer(examples.STANDINGS), answer(examples.WHY, "Answer with ?character=ambrose-boardroom")],
    )
    def get(self, request: Request, slug: str) -> Response:
        season = lookup.season(slug)
        part = read(SeasonStandingsPart(data=request.query_params))
        if character := request.query_params.get("character"):
            explanation = why_record(season, lookup.character(character), system=part.get("system"))
            if explanation is None:
                raise Http404
            return Response(explanation)
        return in_parts(request, standing_records(season, **part), part)


class FeedFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in FEED_KINDS])
    character = filters.CharFilter(field_name="character__slug", label="Slug of a character.")

    class Meta:
        model = CareerEvent
        fields: tuple[str, ...] = ()


class PromotionFeed(ApiList[CareerEvent]):
    ordering = ("-at", "-id")
    queryset = CareerEvent.objects.none()
    filterset_class = FeedFilter
    serializer_class = described(FeedRow)

    def get_queryset(self) -> QuerySet[CareerEvent]:
        return promotions(lookup.season(self.kwargs["slug"])).select_related("character")

    @extend_schema(
        tags=["seasons"],
        summary="Read the promotion feed",
        description="Promotions, demotions, parachutes and restarts that followed from the season, newest first.",
        responses=described(FeedRow)(many=True),
        examples=[answer(examples.FEED_ROW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.in_pages(self.filter_queryset(self.get_queryset()), feed_row)
