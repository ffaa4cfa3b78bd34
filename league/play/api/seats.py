"""The seats of a play, what they add to its chance, and its beginning."""

from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.fair_chance import TIME_TO_SHOW
from league.core.api import lookup
from league.core.api.schema import answer, example, question
from league.core.api.views import ApiView, read, signed_in
from league.core.rules.scopes import REPORT
from league.play.api.plays import DETAIL, EXAMPLES, PlayDetail, found_play, play_detail
from league.play.forms import MOST_SEATS
from league.play.services.rematches import play_again
from league.play.services.season_plays import begin, seat_a_bot, show_salt, sit_down, stand_up
from league.play.tasks import bots_soon


@example(EXAMPLES["SitInput"], "Request")
class SitInput(serializers.Serializer[Any]):
    """Seat a character of mine, or a bot (by the person who opened the play)."""

    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)
    character = serializers.CharField(required=False, help_text="Slug.")
    bot = serializers.CharField(required=False, max_length=80)
    salt_hash = serializers.CharField(
        required=False,
        max_length=64,
        default="",
        allow_blank=True,
        help_text="SHA-256 of the 16 bytes that the seat will add to chance, 64 hexadecimal digits; see `salt/`.",
    )


@example(EXAMPLES["SaltInput"], "Request")
class SaltInput(serializers.Serializer[Any]):
    salt = serializers.CharField(
        max_length=32, help_text="Whose hash was given on sitting down: 32 hexadecimal digits."
    )


@example({"without": False}, "Request")
class StartInput(serializers.Serializer[Any]):
    without = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Begin although salts are still to be shown. Those seats take theirs from the secret. "
        f"Refused until the play has been sealed for {TIME_TO_SHOW.seconds} seconds.",
    )


@example({"seat": 1}, "Request")
class LeaveInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)


@example({"salt_hash": ""}, "Request")
class AgainInput(serializers.Serializer[Any]):
    salt_hash = serializers.CharField(
        required=False, max_length=64, default="", allow_blank=True, help_text="As on sitting down."
    )


class SitView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Sit down",
        description="With a character of yours; the person who opened the play also seats bots.",
        request=SitInput,
        responses=PlayDetail,
        examples=[question(EXAMPLES["SitInput"]), answer(DETAIL | {"status": "open"})],
    )
    def post(self, request: Request, play_id: int) -> Response:
        season_play, by, data = found_play(play_id, request.user), signed_in(request), read(SitInput(data=request.data))
        if ("character" in data) == ("bot" in data):
            raise ValidationError({"character": "Say either a character or a bot."})
        if "bot" in data:
            seat_a_bot(season_play=season_play, seat=data["seat"], bot=data["bot"], by=by)
        else:
            who = lookup.character(data["character"])
            sit_down(season_play=season_play, seat=data["seat"], character=who, by=by, salt_hash=data["salt_hash"])
            bots_soon()
        return Response(play_detail(request, play_id))


class AgainView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Play again",
        description="With the same people, once a play is over. The first who asks opens the next table. Bots sit down "
        "there, and a seat waits for everybody else, who take it by asking for the same. The answer is that table; its "
        "game begins with the last of them.",
        request=AgainInput,
        responses=PlayDetail,
        examples=[question({"salt_hash": ""}), answer(DETAIL | {"status": "open"})],
    )
    def post(self, request: Request, play_id: int) -> Response:
        by, data = signed_in(request), read(AgainInput(data=request.data))
        table = play_again(season_play=found_play(play_id, by), by=by, **data)
        bots_soon()
        return Response(play_detail(request, table.pk))


def seat_step(
    act: Callable[..., object],
    summary: str,
    description: str,
    form: type[serializers.Serializer[Any]],
    examples: Sequence[OpenApiExample] = (),
) -> type[ApiView]:
    """Return a view that answers with the play after the service `act` has changed a seat of it for the reader."""

    class SeatStep(ApiView):
        scope = REPORT

        @extend_schema(
            tags=["plays"],
            summary=summary,
            description=description,
            request=form,
            responses=PlayDetail,
            examples=examples,
        )
        def post(self, request: Request, play_id: int) -> Response:
            by = signed_in(request)
            act(season_play=found_play(play_id, by), by=by, **read(form(data=request.data)))
            bots_soon()
            return Response(play_detail(request, play_id))

    return SeatStep


LeaveView = seat_step(
    stand_up,
    "Leave a seat",
    "Before the game begins.",
    LeaveInput,
    [question({"seat": 1}), answer(DETAIL | {"status": "open"})],
)
StartView = seat_step(
    begin,
    "Begin a play",
    "When every seat is taken, by the person who opened it or one who sits there. "
    "Where a seat gave the hash of a salt "
    "the play is sealed, and begins by itself with the last salt that is shown. After half a minute, `without` "
    "has those leave that have not shown theirs, and everybody else who gave a hash sits down again. A play "
    "that counts is refused while two of its people have three others of the season to end.",
    StartInput,
)
SaltView = seat_step(
    show_salt, "Show a salt", "Whose hash you gave when you sat down; not before the play is sealed.", SaltInput
)
