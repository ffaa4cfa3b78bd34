"""What is decided about a reported game: confirmed, disputed, voided. `?preview=1` shows what would follow."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from games.services.sheets import check_version
from games.tasks import review_soon
from league.api import examples, lookup
from league.api.inputs.decisions import ConfirmInput, DisputeInput, VoidInput
from league.api.outputs.games import ConsequencesDetail, GameDetail
from league.api.schema import PREVIEW, ErrorAnswer, answer, asked_for, question
from league.models import SeasonGame
from league.queries.game_records import at_the_table, game_record
from league.queries.roles import require
from league.rules.roles import Act
from league.services.games import confirm_game, dispute_game, void_game
from league.services.preview import Consequences, preview_confirmation, preview_void

GAME_OR_CONSEQUENCES = PolymorphicProxySerializer(
    "GameOrConsequences", [GameDetail, ConsequencesDetail], resource_type_field_name=None
)
GAME_ANSWER = answer(examples.GAME_DETAIL)
PREVIEW_ANSWER = answer(examples.CONSEQUENCES, "Answer with ?preview=1")


def decide(user: Any, act: Act, game_id: int) -> SeasonGame:
    """The game, once it is known that `user` may do this to it."""
    season_game = lookup.season_game(game_id)
    require(user, act, season_game.season.league, characters=at_the_table(season_game))
    return season_game


def read(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def foresee(season_game: SeasonGame, expected_version: int | None, preview: Callable[[], Consequences]) -> Response:
    check_version(season_game.game, expected_version)
    found = asdict(preview())
    for doubt in found["doubts"]:
        doubt["game"] = doubt.pop("game_id")
    return Response(found)


def decided(season_game: SeasonGame) -> Response:
    review_soon()
    return Response(game_record(season_game))


def signed_in(request: Request) -> User:
    user: User = request.user  # type: ignore[assignment]
    return user


class ConfirmView(APIView):
    @extend_schema(
        tags=["games"],
        summary="Confirm a game",
        description="Confirms the open sheet; standings follow at once, careers within seconds. Organisers only.",
        parameters=[PREVIEW],
        request=ConfirmInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: ErrorAnswer},
        examples=[question({"expected_version": 1}), GAME_ANSWER, PREVIEW_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        user = signed_in(request)
        season_game = decide(user, "confirm", game_id)
        version = read(ConfirmInput(data=request.data))["expected_version"]
        if asked_for(request, "preview"):
            return foresee(season_game, version, lambda: preview_confirmation(season_game=season_game, by=user))
        confirm_game(season_game=season_game, expected_version=version, by=user)
        return decided(season_game)


class DisputeView(APIView):
    @extend_schema(
        tags=["games"],
        summary="Dispute a game",
        description=(
            "Says that a submitted sheet is wrong; it waits for an organiser. For who sat at the table, score-keepers "
            "and organisers."
        ),
        request=DisputeInput,
        responses={200: GameDetail, 409: ErrorAnswer},
        examples=[question({"reason": "Seat 2 had 21 fame, not 12."}), GAME_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        user = signed_in(request)
        season_game = decide(user, "dispute", game_id)
        dispute_game(season_game=season_game, reason=read(DisputeInput(data=request.data))["reason"], by=user)
        return decided(season_game)


class VoidView(APIView):
    @extend_schema(
        tags=["games"],
        summary="Void a game",
        description=(
            "Takes a game out of standings and careers. It stays readable, and a correction brings it back. Organisers "
            "only."
        ),
        parameters=[PREVIEW],
        request=VoidInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: ErrorAnswer},
        examples=[question({"reason": "Played by the wrong rules."}), GAME_ANSWER, PREVIEW_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        user = signed_in(request)
        season_game = decide(user, "void", game_id)
        said = read(VoidInput(data=request.data))
        if asked_for(request, "preview"):
            version = said["expected_version"]
            return foresee(season_game, version, lambda: preview_void(season_game=season_game, by=user))
        void_game(season_game=season_game, by=user, **said)
        return decided(season_game)
