"""Seasons: which there are, who stands where and why, and who moved on the ladder."""

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import LEVEL_CHOICES, CareerEvent
from league.clubs.queries import house_rules_of
from league.core.api import lookup
from league.core.api.fields import StampField, SystemField
from league.core.api.parts import TablePart, in_parts
from league.core.api.schema import answer, example
from league.core.api.views import ApiList, ApiView, read
from league.core.rules.records import VERSION
from league.models import Season
from league.people.api.careers import EXAMPLES, FeedRow, LevelNameField
from league.people.queries.characters import FEED_KINDS, promotions
from league.standings.queries.explanations import plain, why
from league.standings.queries.standings import standings, with_level
from league.standings.rules.standings import Standing


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


COUNTING = ("all", "best", "average")


class TiebreakRow(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.CharField(source="shown")
    working = serializers.CharField(source="explanation")


class PointsField(serializers.CharField):
    """Answer the table points of a row with two decimals."""

    def to_representation(self, value: Standing) -> str:  # type: ignore[override]
        return plain(value.tiebreaks[0].value or Fraction(0))


class StandingRow(serializers.Serializer[Any]):
    position = serializers.IntegerField(source="standing.position")
    position_before_draw = serializers.IntegerField(
        source="standing.position_before_draw", help_text="Shared by those that only the draw separates."
    )
    name = serializers.CharField()
    slug = serializers.CharField()
    company = serializers.CharField(source="primary_company")
    level = serializers.ChoiceField(LEVEL_CHOICES)
    level_name = LevelNameField("level")
    games = serializers.IntegerField(source="standing.tally.games")
    wins = serializers.IntegerField(source="standing.tally.wins", help_text="First places.")
    points = PointsField(source="standing", help_text="Table points with two decimals.")
    decided_by = serializers.CharField(
        source="standing.decided_by", help_text="The tie-break that keeps it below the row above; empty for the first."
    )
    tiebreaks = TiebreakRow(source="standing.tiebreaks", many=True, help_text="In the order in which they decide.")


class StandingsDetail(serializers.Serializer[Any]):
    season = serializers.CharField(source="season.slug")
    system = serializers.CharField(allow_null=True, help_text="The game that the table is about; null for all games.")
    count = serializers.IntegerField(help_text="Rows in the whole table.")
    version = serializers.CharField(source="table.version", help_text=VERSION)
    next = serializers.CharField(allow_null=True, help_text="Address of the rows that follow; null at the end.")
    counting = serializers.ChoiceField(COUNTING, source="table.counting.mode", help_text="Which games count.")
    best_of = serializers.IntegerField(allow_null=True)
    draw_seed = serializers.CharField(source="season.draw_seed")
    results = StandingRow(many=True)


class CountedGameRow(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="game")
    reference = serializers.CharField()
    played_at = StampField()
    place = serializers.IntegerField()
    points = serializers.CharField()
    counted = serializers.BooleanField(help_text="False for a game that the best ones leave out.")


class NeighbourRow(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField()
    decided_by = serializers.CharField()
    separation = serializers.CharField(help_text="What keeps the two rows apart, in words and figures.")


class WhyDetail(StandingRow):
    """One row and all that put it there."""

    of = serializers.IntegerField(source="why.of", help_text="Rows in the whole table.")
    counting = serializers.ChoiceField(COUNTING, source="why.counting.mode")
    draw_seed = serializers.CharField(source="why.draw_seed")
    played = CountedGameRow(source="why.games", many=True)
    above = NeighbourRow(source="why.above", allow_null=True)
    below = NeighbourRow(source="why.below", allow_null=True)


def _with_rows(rows: Sequence[Standing]) -> list[Any]:
    """Return the characters of these rows, each with its row as `standing`."""
    people = with_level([row.character for row in rows]).in_bulk()
    for row in rows:
        people[row.character].standing = row
    return [people[row.character] for row in rows]


class SeasonStandingsPart(TablePart):
    """Choose a part of the standings; the first 100 rows over all games when nothing is said."""

    system = SystemField(required=False, allow_blank=True, help_text="Only games of this system.")

    def validate_system(self, system: str) -> str | None:
        """Take a choice that a form left empty for no choice."""
        return system or None


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
            "StandingsOrWhy", [StandingsDetail, WhyDetail], resource_type_field_name=None
        ),
        examples=[
            answer(EXAMPLES["StandingsDetail"]),
            answer(EXAMPLES["WhyDetail"], "Answer with ?character=ambrose-boardroom"),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        season = lookup.season(slug)
        part = read(SeasonStandingsPart(data=request.query_params))
        if character := request.query_params.get("character"):
            explanation = why(season, lookup.character(character), system=part.get("system"))
            if explanation is None:
                raise Http404
            [person] = _with_rows([explanation.standing])
            person.why = explanation
            return Response(WhyDetail(person).data)
        return in_parts(request, standings_part(season, **part), part)


def standings_part(season: Season, *, offset: int, limit: int, system: str | None = None) -> dict[str, Any]:
    """Return `limit` rows from `offset` on, over the games of one `system` or over all. `next` is left to the caller,
    who knows the address."""
    table = standings(season, system=system)
    counting, characters = table.counting, list(table)[offset : offset + limit]
    body = {
        "season": season,
        "system": system,
        "count": len(table),
        "table": table,
        "next": None,
        "best_of": counting.best_of if counting.mode == "best" else None,
        "results": _with_rows(table.explained(characters)),
    }
    return StandingsDetail(body).data


class FeedFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in FEED_KINDS])
    character = filters.CharFilter(field_name="character__slug", label="Slug of a character.")


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
