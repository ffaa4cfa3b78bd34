"""Games: what was played, reporting one, and one with all its sheets."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import OuterRef, QuerySet, Subquery
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Decision, Sheet
from games.queries.sheets import decisions_of
from games.tasks import review_soon
from league.core.api import lookup
from league.core.api.errors import from_sheet
from league.core.api.fields import (
    SYSTEM_HELP,
    DecisionRow,
    MomentFilter,
    PersonField,
    StampField,
    SystemFilter,
    columns_of,
)
from league.core.api.schema import ErrorAnswer, answer, asking, example, examples_beside, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.scopes import REPORT
from league.models import SeasonGame
from league.people.api.careers import HistoryRow, WhyField
from league.results.api.inputs import NameInput, ReportInput
from league.results.api.revision import game_answer
from league.results.queries.game_records import (
    ROW,
    events_of,
    game_rows,
    season_games,
    seats_of,
    with_character,
    with_status,
)
from league.results.queries.naming import MAY_NOT_NAME, may_name
from league.results.services.games import name_game, report_game

EXAMPLES = examples_beside(__file__)
NAMED, GAME = EXAMPLES["NameInput"], EXAMPLES["GameRow"] | EXAMPLES["GameDetail"]


class SettingsField(serializers.DictField):
    """Answer an empty object if there are no settings."""

    def get_attribute(self, instance: Any) -> Any:
        return super().get_attribute(instance) or {}


class SeatRow(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    character = serializers.CharField(
        source="called", allow_null=True, help_text="The name at the time; null for a guest."
    )
    slug = serializers.CharField(
        source="character__slug", allow_null=True, help_text="The character's address now; null for a guest."
    )
    won = serializers.BooleanField()
    played_by_bot = serializers.BooleanField(
        source="by_bot", help_text="Played on the site, and bots made more of the choices than the person."
    )
    place = serializers.IntegerField(help_text="Place at the table; equal seats share the better one.")
    points = serializers.IntegerField(help_text="The system's own total.")
    score = serializers.DictField(source="figures", help_text="The columns of the system; tallies are objects.")


@example(EXAMPLES["GameRow"])
class GameRow(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="game_id")
    reference = serializers.CharField()
    name = serializers.CharField(help_text="What people call it; empty where nobody has named it.")
    place = serializers.CharField(help_text="Where it was played; mostly empty.")
    headline = serializers.CharField(
        help_text="The name, or what is known of it, such as `Careers, Thursday 19 March`."
    )
    league = serializers.CharField(source="season__league__slug")
    season = serializers.CharField(source="season__slug")
    system = serializers.CharField(source="game__system", help_text=SYSTEM_HELP)
    edition = serializers.CharField(source="game__edition")
    played_by_bots = serializers.BooleanField(
        source="game__played_by_bots", help_text="The engine played it, with bots in every seat."
    )
    mode = serializers.CharField(source="sheet.mode")
    target = serializers.IntegerField(source="sheet.target", allow_null=True)
    minutes = serializers.IntegerField(source="sheet.minutes", allow_null=True)
    settings = SettingsField(
        source="sheet.own_settings", help_text="What this game was played by instead of the season's settings."
    )
    played_at = StampField()
    status = serializers.ChoiceField(Sheet.STATUSES, source="sheet.status", help_text="Of the newest sheet.")
    sheet_version = serializers.IntegerField(source="sheet.version", help_text="Of the newest sheet.")
    revision = serializers.IntegerField(source="game__revision", help_text="Raised by every decision about the game.")
    reviewed_at = StampField(
        source="sheet.reviewed_at",
        allow_null=True,
        help_text="When the careers had followed; null while they have not, or need not.",
    )
    doubts = serializers.ListField(
        source="sheet.doubts",
        child=serializers.CharField(),
        help_text="Office politics that the levels of the time do not allow.",
    )
    seats = SeatRow(many=True)


class SheetVersion(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    revision = serializers.IntegerField(
        allow_null=True, help_text="Of the last decision about this version; null without one."
    )
    status = serializers.ChoiceField(Sheet.STATUSES)
    source = serializers.ChoiceField(Sheet.SOURCES)  # type: ignore[assignment]
    played_at = StampField()
    mode = serializers.CharField()
    target = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    settings = SettingsField(source="own_settings")
    reason = serializers.CharField(help_text="Why this version followed the one before.")
    submitted_by = PersonField()
    submitted_at = StampField()
    confirmed_by = PersonField()
    confirmed_at = StampField(allow_null=True)
    closed_by = PersonField()
    closed_at = StampField(allow_null=True)
    closed_reason = serializers.CharField(help_text="Why it was disputed or voided.")
    reviewed_at = StampField(allow_null=True)
    doubts = serializers.ListField(child=serializers.CharField())
    seats = SeatRow(many=True)


class GameEvent(HistoryRow):
    character = serializers.CharField(source="character.name")
    slug = serializers.CharField(source="character.slug")
    why = WhyField()


@example(GAME)
class GameDetail(GameRow):
    sheets = SheetVersion(many=True, help_text="Every version, oldest first.")
    decisions = DecisionRow(many=True, help_text="What was decided about the sheets, oldest first.")
    events = GameEvent(many=True, help_text="What the game meant for its characters.")


def game_record(season_game: SeasonGame) -> dict[str, Any]:
    """Return one game as in a list, with every version of its sheet and the events that followed for the characters."""
    [game] = game_rows(season_games().filter(pk=season_game.pk).values(*ROW))
    decided = Decision.objects.filter(game=OuterRef("game"), version=OuterRef("version")).order_by("-revision")
    sheets = Sheet.objects.annotate(revision=Subquery(decided.values("revision")[:1])).filter(game=game["game_id"])
    versions = list(sheets.order_by("version").values("pk", *columns_of(SheetVersion)))
    seats = seats_of([version["pk"] for version in versions])
    more = {
        "sheets": [version | {"seats": seats[version["pk"]]} for version in versions],
        "decisions": decisions_of(game["game_id"]),
        "events": events_of(season_game),
    }
    return GameDetail(game | more).data


class GameFilter(filters.FilterSet):  # type: ignore[misc]
    season = filters.CharFilter(field_name="season__slug", label="Slug of the season.")
    system = SystemFilter(field_name="game__system")
    status = filters.ChoiceFilter(
        method="by_status", choices=[(state, state) for state in Sheet.STATUSES if state != Sheet.SUPERSEDED]
    )
    character = filters.CharFilter(method="by_character", label="Slug of a character at the table.")
    played_at_after = MomentFilter(field_name="played_at", lookup_expr="gte", label="ISO 8601; this moment or later.")
    played_at_before = MomentFilter(field_name="played_at", lookup_expr="lte", label="ISO 8601; this moment or before.")

    def by_status(self, games: QuerySet[SeasonGame], field: str, value: str) -> QuerySet[SeasonGame]:
        return with_status(games, value)

    def by_character(self, games: QuerySet[SeasonGame], field: str, value: str) -> QuerySet[SeasonGame]:
        return with_character(games, value)


class GameList(ApiList[SeasonGame]):
    scope = REPORT
    league = "season__league"
    ordering = ("-played_at", "-reference", "-pk")
    queryset = season_games()
    filterset_class = GameFilter
    serializer_class = GameRow

    @extend_schema(
        tags=["games"],
        summary="List games",
        description="Games with their newest sheets, the last played first.",
        responses=GameRow(many=True),
    )
    def get(self, request: Request) -> Response:
        games = self.filter_queryset(self.get_queryset()).values("pk", *ROW)
        page: Any = self.paginate_queryset(games)
        return self.get_paginated_response(GameRow(game_rows(page), many=True).data)

    @extend_schema(
        tags=["games"],
        summary="Report a game",
        description=(
            "A game that was played, with its sheet. It waits for an organiser unless an organiser says `confirm`. "
            "Players report games that they sat in, score-keepers and organisers any. All that is wrong with a sheet "
            "is told at once, each problem at its place, such as `seats.1.score.cash`."
        ),
        request=asking(ReportInput, EXAMPLES["ReportInput"]),
        responses={201: GameDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request) -> Response:
        season_game = _report(request.data, signed_in(request))
        review_soon()
        return game_answer(season_game, status.HTTP_201_CREATED)


class GameView(ApiView):
    @extend_schema(
        tags=["games"],
        summary="Read a game",
        description=(
            "The game with every version of its sheet, what was decided about them, and the events that followed. "
            "`reviewed_at` says when the careers had followed; `revision`, which is the ETag too, is raised by every "
            "decision."
        ),
        responses=GameDetail,
    )
    def get(self, request: Request, game_id: int) -> Response:
        return game_answer(game_record(lookup.season_game(game_id)))


class NameView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["games"],
        summary="Name a game",
        description=(
            "What people call it, and where it was played. For who reported it and for organisers. No result follows "
            "from it; its `reference` stays."
        ),
        request=NameInput,
        responses={200: GameDetail, 403: ErrorAnswer},
        examples=[question(NAMED), answer(GAME | NAMED | {"headline": "Ann's night"})],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game, user = lookup.season_game(game_id), signed_in(request)
        if not may_name(user, season_game):
            raise PermissionDenied(MAY_NOT_NAME)
        name_game(season_game=season_game, by=user, **read(NameInput(data=request.data)))
        return game_answer(game_record(season_game))


def _report(content: Any, user: User) -> dict[str, Any]:
    form = ReportInput(data=content, context={"user": user})
    form.is_valid(raise_exception=True)
    sheet, season, confirm = form.score_sheet(), form.validated_data["season"], form.validated_data["confirm"]
    require(user, "submit", season.league, characters=sheet.character_ids)
    if confirm:
        require(user, "confirm", season.league)
    reference = form.validated_data["reference"]
    try:
        season_game = report_game(
            season=season,
            reference=reference,
            name=form.validated_data["name"],
            place=form.validated_data["place"],
            sheet=sheet,
            source=Sheet.API,
            by=user,
            confirm=confirm,
        )
    except ValidationError as error:
        raise from_sheet(error, form.seat_numbers()) from error
    return game_record(season_game)
