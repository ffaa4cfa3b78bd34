"""What is decided about a reported game: confirmed, disputed, corrected, voided. `?preview=1` shows what would follow."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from games.models import Sheet
from games.services.sheets import check_version
from games.tasks import review_soon
from league.api import examples, lookup
from league.api.characters import asked_for
from league.api.errors import from_sheet
from league.api.inputs.decisions import ConfirmInput, DisputeInput, VoidInput
from league.api.inputs.sheets import CorrectionInput
from league.api.outputs.games import ConsequencesDetail, GameDetail
from league.api.schema import PREVIEW, ErrorAnswer, answer, question
from league.models import SeasonGame
from league.queries.game_records import game_record
from league.queries.roles import require
from league.rules.roles import Act
from league.services.games import confirm_game, correct_game, dispute_game, resubmit_game, void_game
from league.services.preview import Consequences, preview_confirmation, preview_correction, preview_void

GAME_OR_CONSEQUENCES = PolymorphicProxySerializer(
    "GameOrConsequences", [GameDetail, ConsequencesDetail], resource_type_field_name=None
)
PREVIEW_ANSWER = answer(examples.CONSEQUENCES, "Answer with ?preview=1")


class Decision(APIView):
    """A POST about one game. `act` names the role's right, `form_class` reads the body."""

    act: Act
    form_class: type[Serializer[Any]]

    def begin(self, request: Request, game_id: int) -> tuple[SeasonGame, Serializer[Any]]:
        """The game and what was said, once it is known that this person may."""
        season_game = lookup.season_game(game_id)
        require(request.user, self.act, season_game.season.league, characters=_at_the_table(season_game))
        form = self.form_class(data=request.data)
        form.is_valid(raise_exception=True)
        return season_game, form

    def preview(
        self, season_game: SeasonGame, data: dict[str, Any], foresee: Callable[[], Consequences]
    ) -> Response:
        check_version(season_game.game, data.get("expected_version"))
        found = asdict(foresee())
        for doubt in found["doubts"]:
            doubt["game"] = doubt.pop("game_id")
        return Response(found)


class ConfirmView(Decision):
    act, form_class = "confirm", ConfirmInput

    @extend_schema(
        tags=["games"],
        summary="Confirm a game",
        description="Confirms the open sheet; standings follow at once, careers within seconds. Organisers only.",
        parameters=[PREVIEW],
        request=ConfirmInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: ErrorAnswer},
        examples=[question({"expected_version": 1}), examples.GAME_ANSWER, PREVIEW_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game, form = self.begin(request, game_id)
        data, user = form.validated_data, _user(request)
        if asked_for(request, "preview"):
            return self.preview(
                season_game, data, lambda: preview_confirmation(season_game=season_game, by=user)
            )
        confirm_game(season_game=season_game, expected_version=data.get("expected_version"), by=user)
        return _decided(season_game)


class DisputeView(Decision):
    act, form_class = "dispute", DisputeInput

    @extend_schema(
        tags=["games"],
        summary="Dispute a game",
        description=(
            "Says that a submitted sheet is wrong; it waits for an organiser. For who sat at the table, score-keepers and "
            "organisers."
        ),
        request=DisputeInput,
        responses={200: GameDetail, 409: ErrorAnswer},
        examples=[examples.REASON, examples.GAME_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game, form = self.begin(request, game_id)
        dispute_game(season_game=season_game, reason=form.validated_data["reason"], by=_user(request))
        return _decided(season_game)


class VoidView(Decision):
    act, form_class = "void", VoidInput

    @extend_schema(
        tags=["games"],
        summary="Void a game",
        description="Takes a game out of standings and careers. It stays readable; a correction brings it back. Organisers only.",
        parameters=[PREVIEW],
        request=VoidInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: ErrorAnswer},
        examples=[examples.REASON, examples.GAME_ANSWER, PREVIEW_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game, form = self.begin(request, game_id)
        data, user = form.validated_data, _user(request)
        if asked_for(request, "preview"):
            return self.preview(season_game, data, lambda: preview_void(season_game=season_game, by=user))
        void_game(season_game=season_game, by=user, **data)
        return _decided(season_game)


class CorrectView(Decision):
    """An open sheet is replaced by another one that waits; a confirmed or voided game gets a confirmed version at once."""

    form_class = CorrectionInput

    @extend_schema(
        tags=["games"],
        summary="Correct a game",
        description=(
            "Another version of the sheet, whole. Of an unconfirmed game: it waits for an organiser as before; for who sat at "
            "the table, score-keepers and organisers. Of a confirmed or voided game: it holds at once and the careers follow, "
            "however long ago it was; organisers only. 409 when `expected_version` is not the newest any more."
        ),
        parameters=[PREVIEW],
        request=CorrectionInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: ErrorAnswer},
        examples=[question(examples.CORRECTION), examples.GAME_ANSWER, PREVIEW_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        is_open = season_game.game.sheets.open().exists()
        require(
            request.user,
            "edit" if is_open else "correct",
            season_game.season.league,
            characters=_at_the_table(season_game),
        )
        game = season_game.game
        form = CorrectionInput(data={"system": game.system, "edition": game.edition, **request.data})
        form.is_valid(raise_exception=True)
        sheet, user = form.score_sheet(), _user(request)
        try:
            if asked_for(request, "preview"):
                return self.preview(
                    season_game,
                    form.validated_data,
                    lambda: preview_correction(season_game=season_game, sheet=sheet, by=user),
                )
            (resubmit_game if is_open else correct_game)(
                season_game=season_game,
                sheet=sheet,
                source=Sheet.API,
                reason=form.validated_data["reason"],
                expected_version=form.validated_data["expected_version"],
                by=user,
            )
        except ValidationError as error:
            raise from_sheet(error, form.seat_numbers()) from error
        return _decided(season_game)


def _decided(season_game: SeasonGame) -> Response:
    review_soon()
    return Response(game_record(season_game))


def _at_the_table(season_game: SeasonGame) -> list[int]:
    seats = season_game.game.sheets.latest("version").seats.exclude(character=None)
    return [pk for pk in seats.values_list("character_id", flat=True) if pk is not None]


def _user(request: Request) -> User:
    user: User = request.user  # type: ignore[assignment]
    return user
