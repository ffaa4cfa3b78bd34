"""Seasons: which there are, who stands where and why, and who moved on the ladder."""

from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import CareerEvent
from games.rules.systems import SYSTEMS
from league.clubs.queries import house_rules_of
from league.core.api import examples, lookup
from league.core.api.described import described
from league.core.api.parts import TablePart, in_parts
from league.core.api.schema import answer, example
from league.core.api.views import ApiList, ApiView, read
from league.models import Season
from league.people.api.careers import EXAMPLES, FeedRow
from league.people.queries.characters import FEED_KINDS, promotions
from league.standings.queries.explanations import StandingsDetail, WhyDetail, standing_records, why_record


@example(EXAMPLES["SeasonRow"])
class SeasonRow(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    league = serializers.CharField(source="league.slug", help_text="Slug of the league.")
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)


class HouseRulesField(serializers.DictField):
    """Answer the house rules of a season."""

    def get_attribute(self, instance: Season) -> dict[str, Any]:
        return asdict(house_rules_of(instance))


@example(EXAMPLES["SeasonRow"] | EXAMPLES["SeasonDetail"])
class SeasonDetail(SeasonRow):
    league_name = serializers.CharField(source="league.name")
    draw_seed = serializers.CharField(help_text="Decides the last tie-break.")
    games = serializers.IntegerField(source="season_games.count", help_text="Reported games, whatever their status.")
    house_rules = HouseRulesField(help_text="The house rules by which the season is played.")


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
    serializer_class = SeasonRow

    @extend_schema(
        tags=["seasons"],
        summary="List seasons",
        description="Seasons of all leagues, the newest first.",
        responses=SeasonRow(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.listed(self.filter_queryset(self.get_queryset()).select_related("league"))


class SeasonView(ApiView):
    @extend_schema(
        tags=["seasons"],
        summary="Read a season",
        description="The season with its house rules.",
        responses=SeasonDetail,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(SeasonDetail(lookup.season(slug)).data)


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
    serializer_class = FeedRow

    def get_queryset(self) -> QuerySet[CareerEvent]:
        return promotions(lookup.season(self.kwargs["slug"])).select_related("character")

    @extend_schema(
        tags=["seasons"],
        summary="Read the promotion feed",
        description="Promotions, demotions, parachutes and restarts that followed from the season, newest first.",
        responses=FeedRow(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed(self.filter_queryset(self.get_queryset()))
