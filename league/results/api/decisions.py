"""Decisions about a reported game: confirm, dispute, void. `?preview=1` shows what would follow."""

from collections.abc import Callable
from functools import partial
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.figures import LARGEST
from games.services.sheets import check_revision, check_version
from games.tasks import review_soon
from league.core.api import lookup
from league.core.api.fields import REASON
from league.core.api.schema import PREVIEW, answer, asked_for, question
from league.core.api.views import ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.roles import Act
from league.core.rules.scopes import REPORT
from league.models import SeasonGame
from league.results.api.games import EXAMPLES, GAME, GameDetail, game_record
from league.results.api.revision import IF_MATCH, OutdatedAnswer, RevisionInput, expected_revision, game_answer
from league.results.queries.game_records import at_the_table
from league.results.services.games import confirm_game, dispute_game, void_game
from league.results.services.preview import Consequences, preview_confirmation, preview_void


class ConfirmInput(RevisionInput):
    expected_version = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=LARGEST,
        help_text="The `sheet_version` that you saw; 409 when there is a newer one.",
    )


class VoidInput(ConfirmInput):
    reason = serializers.CharField(max_length=300, help_text=REASON)


class DisputeInput(RevisionInput):
    reason = serializers.CharField(max_length=300, help_text=REASON)


class CareerChangeRow(serializers.Serializer[Any]):
    name = serializers.CharField()
    slug = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class MoveRow(serializers.Serializer[Any]):
    name = serializers.CharField()
    slug = serializers.CharField()
    before = serializers.IntegerField(allow_null=True, help_text="Position; null for nobody's before.")
    after = serializers.IntegerField(allow_null=True)
    points_before = serializers.CharField()
    points_after = serializers.CharField()


class DoubtRow(serializers.Serializer[Any]):
    game = serializers.IntegerField(source="game_id", help_text="The id of a game whose politics become doubtful.")
    reference = serializers.CharField()
    sentence = serializers.CharField()


class ConsequencesDetail(serializers.Serializer[Any]):
    """Describe what would change; nothing has."""

    careers = CareerChangeRow(many=True)
    moves = MoveRow(many=True)
    doubts = DoubtRow(many=True)


GAME_OR_CONSEQUENCES = PolymorphicProxySerializer(
    "GameOrConsequences", [GameDetail, ConsequencesDetail], resource_type_field_name=None
)
GAME_ANSWER = answer(GAME)
PREVIEW_ANSWER = answer(EXAMPLES["ConsequencesDetail"], "Answer with ?preview=1")


def decide(user: Any, act: Act, game_id: int) -> SeasonGame:
    """Return the game, once it is known that `user` may do this to it."""
    season_game = lookup.season_game(game_id)
    require(user, act, season_game.season.league, characters=at_the_table(season_game))
    return season_game


def foresee(
    season_game: SeasonGame, version: int | None, revision: int | None, preview: Callable[[], Consequences]
) -> Response:
    check_revision(season_game.game, revision)
    check_version(season_game.game, version)
    return Response(ConsequencesDetail(preview()).data)


def decided(season_game: SeasonGame) -> Response:
    review_soon()
    return game_answer(game_record(season_game))


class ConfirmView(ApiView):
    @extend_schema(
        tags=["games"],
        summary="Confirm a game",
        description="Confirms the open sheet; standings follow at once, careers within seconds. Organisers only.",
        parameters=[PREVIEW, IF_MATCH],
        request=ConfirmInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: OutdatedAnswer},
        examples=[question({"expected_version": 1, "expected_revision": 1}), GAME_ANSWER, PREVIEW_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        user = signed_in(request)
        season_game = decide(user, "confirm", game_id)
        data = read(ConfirmInput(data=request.data))
        version, revision = data["expected_version"], expected_revision(request, data)
        if asked_for(request, "preview"):
            preview = partial(preview_confirmation, season_game=season_game, by=user)
            return foresee(season_game, version, revision, preview)
        confirm_game(season_game=season_game, expected_version=version, expected_revision=revision, by=user)
        return decided(season_game)


class DisputeView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["games"],
        summary="Dispute a game",
        description=(
            "Says that a submitted sheet is wrong; it waits for an organiser. For who sat at the table, score-keepers "
            "and organisers."
        ),
        parameters=[IF_MATCH],
        request=DisputeInput,
        responses={200: GameDetail, 409: OutdatedAnswer},
        examples=[question({"reason": "Seat 2 had 21 fame, not 12.", "expected_revision": 1}), GAME_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        user = signed_in(request)
        season_game = decide(user, "dispute", game_id)
        data = read(DisputeInput(data=request.data))
        revision = expected_revision(request, data)
        dispute_game(season_game=season_game, reason=data["reason"], expected_revision=revision, by=user)
        return decided(season_game)


class VoidView(ApiView):
    @extend_schema(
        tags=["games"],
        summary="Void a game",
        description=(
            "Takes a game out of standings and careers. It stays readable, and a correction brings it back. Organisers "
            "only."
        ),
        parameters=[PREVIEW, IF_MATCH],
        request=VoidInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: OutdatedAnswer},
        examples=[
            question({"reason": "Played by the wrong rules.", "expected_revision": 1}),
            GAME_ANSWER,
            PREVIEW_ANSWER,
        ],
    )
    def post(self, request: Request, game_id: int) -> Response:
        user = signed_in(request)
        season_game = decide(user, "void", game_id)
        data = read(VoidInput(data=request.data))
        data["expected_revision"] = revision = expected_revision(request, data)
        if asked_for(request, "preview"):
            preview = partial(preview_void, season_game=season_game, by=user)
            return foresee(season_game, data["expected_version"], revision, preview)
        void_game(season_game=season_game, by=user, **data)
        return decided(season_game)
