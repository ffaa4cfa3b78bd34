"""Time and absence for programs: choices taken back, seats given up or played on by a bot, pauses and holidays."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import PlaySeat
from games.services.absence import (
    ask_for_bot,
    ask_for_pause,
    come_back,
    go_on_holiday,
    resign,
    wish_to_be_told,
)
from games.services.bot_turns import ask_bots_again
from games.services.plays import StaleTurn
from games.services.take_backs import take_back
from league.core.api.described import described
from league.core.api.errors import Conflict, Unplayable
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiView, read, signed_in
from league.core.rules.scopes import REPORT
from league.play.api.plays import DETAIL, PlayDetail, found_play, play_detail
from league.play.forms import MOST_SEATS
from league.play.tasks import bots_soon


class BackInput(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=0, max_value=100_000, help_text="`number` of the play as you saw it.")


class ReplaceInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)


class HolidayInput(serializers.Serializer[Any]):
    days = serializers.IntegerField(min_value=1, max_value=365)


class WantsInput(serializers.Serializer[Any]):
    wants = serializers.ChoiceField(choices=PlaySeat.WANTS)


def _answer(
    request: Request, play_id: int, act: Callable[..., object], body: type[serializers.Serializer[Any]] | None = None
) -> Response:
    """Answer with the play after a service has acted on it for the reader; `body` reads it."""
    by, data = signed_in(request), read(body(data=request.data)) if body else {}
    play = found_play(play_id, by).play
    try:
        act(play_id=play.pk, by=by, **data)
    except StaleTurn as error:
        conflict = Conflict(" ".join(error.messages))
        conflict.play = play_detail(request, play_id)
        raise conflict from error
    except ValidationError as error:
        raise Unplayable(" ".join(error.messages)) from error
    bots_soon()
    return Response(play_detail(request, play_id))


RESPONSES = {200: described(PlayDetail), 409: ErrorAnswer, 422: ErrorAnswer}


class BackView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Take a choice back",
        description="Your own last one, as long as nobody acted since and nobody learnt anything by it.",
        request=BackInput,
        responses=RESPONSES,
        examples=[question({"number": 12}), answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, take_back, BackInput)


class ResignView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Give up",
        description="A bot plays your seats to the end.",
        request=None,
        responses=RESPONSES,
        examples=[answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, resign)


class ReturnView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Come back",
        description="Ends at once that a bot plays for you, and a holiday.",
        request=None,
        responses=RESPONSES,
        examples=[answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, come_back)


class ReplaceView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Let a bot play for who is absent",
        description=(
            "Your voice for it, once the time of the seat at turn is out or, without a clock, nobody has seen them for "
            "three days. When more than half of the others agree, the bot plays until the person is back."
        ),
        request=ReplaceInput,
        responses=RESPONSES,
        examples=[question({"seat": 2}), answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, ask_for_bot, ReplaceInput)


class PauseView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Ask for a pause, or for its end",
        description="A pause begins when everybody who plays asked for it, and ends when more than half of them did.",
        request=None,
        responses=RESPONSES,
        examples=[answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, ask_for_pause)


class AskView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Ask the bots again",
        description=(
            "In a running play with a `problem`: its bots failed again and again, so chance decides for them, or the "
            "game stands still. For those who sit there, and for the person who opened or ordered it."
        ),
        request=None,
        responses=RESPONSES,
        examples=[answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, ask_bots_again)


class HolidayView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Go on holiday",
        description="Sets days of your time in reserve aside; the clock of your choices begins after them.",
        request=HolidayInput,
        responses=RESPONSES,
        examples=[question({"days": 3}), answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, go_on_holiday, HolidayInput)


class WantsView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Choose when you are told that it is your turn",
        description="By the ways that you chose for notices: always, when you are away from the table, or never.",
        request=WantsInput,
        responses=RESPONSES,
        examples=[question({"wants": "away"}), answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        return _answer(request, play_id, wish_to_be_told, WantsInput)
