"""Games: what was played, reporting one, and one with all its sheets."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Sheet
from games.rules.systems import SYSTEMS
from games.tasks import review_soon
from league.core.api import examples, lookup
from league.core.api.described import described
from league.core.api.errors import from_sheet
from league.core.api.fields import MomentFilter
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.scopes import REPORT
from league.models import SeasonGame
from league.results.api.inputs import NameInput, ReportInput
from league.results.api.revision import game_answer
from league.results.queries.game_records import (
    ROW,
    GameDetail,
    GameRow,
    game_record,
    game_rows,
    season_games,
    with_character,
    with_status,
)
from league.results.queries.naming import MAY_NOT_NAME, may_name
from league.results.services.games import name_game, report_game


class GameFilter(filters.FilterSet):  # type: ignore[misc]
    season = filters.CharFilter(field_name="season__slug", label="Slug of the season.")
    system = filters.ChoiceFilter(
        field_name="game__system", choices=[(system.ID, system.NAME) for system in SYSTEMS.values()]
    )
    status = filters.ChoiceFilter(
        method="by_status", choices=[(state, state) for state in Sheet.STATUSES if state != Sheet.SUPERSEDED]
    )
    character = filters.CharFilter(method="by_character", label="Slug of a character at the table.")
    played_at_after = MomentFilter(field_name="played_at", lookup_expr="gte", label="ISO 8601; this moment or later.")
    played_at_before = MomentFilter(field_name="played_at", lookup_expr="lte", label="ISO 8601; this moment or before.")

    class Meta:
        model = SeasonGame
        fields: tuple[str, ...] = ()

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
    serializer_class = described(GameRow)

    @extend_schema(
        tags=["games"],
        summary="List games",
        description="Games with their newest sheets, the last played first.",
        responses=described(GameRow)(many=True),
        examples=[answer(examples.GAME)],
    )
    def get(self, request: Request) -> Response:
        games = self.filter_queryset(self.get_queryset()).values("pk", *ROW)
        return self.get_paginated_response(game_rows(self.paginate_queryset(games) or []))

    @extend_schema(
        tags=["games"],
        summary="Report a game",
        description=(
            "A game that was played, with its sheet. It waits for an organiser unless an organiser says `confirm`. "
            "Players report games that they sat in, score-keepers and organisers any. All that is wrong with a sheet "
            "is told at once, each problem at its place, such as `seats.1.score.cash`."
        ),
        request=ReportInput,
        responses={201: described(GameDetail), 409: ErrorAnswer},
        examples=[question(examples.REPORT), answer(examples.GAME_DETAIL, status="201")],
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
        responses=described(GameDetail),
        examples=[answer(examples.GAME_DETAIL)],
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
        responses={200: described(GameDetail), 403: ErrorAnswer},
        examples=[
            question(examples.NAMED),
            answer(examples.GAME_DETAIL | examples.NAMED | {"headline": "Ann's night"}),
        ],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game, user = lookup.season_game(game_id), signed_in(request)
        if not may_name(user, season_game):
            raise PermissionDenied(MAY_NOT_NAME)
        name_game(season_game=season_game, by=user, **read(NameInput(data=request.data)))
        return game_answer(game_record(season_game))


def _report(content: Any, user: User) -> GameDetail:
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
