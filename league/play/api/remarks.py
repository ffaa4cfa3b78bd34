"""Saying something at the table of a play, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api.described import described
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.scopes import REPORT
from league.play.api.plays import DETAIL, PlayDetail, found_play, play_detail
from league.play.rules.remarks import REMARK_LENGTH
from league.play.services.remarks import say


class SayInput(serializers.Serializer[Any]):
    """Plain text; runs of space are made one."""

    text = serializers.CharField(max_length=REMARK_LENGTH)


class SayView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Say something at the table",
        description="For members of the league, seated or watching. Nobody else reads it.",
        request=SayInput,
        responses={201: described(PlayDetail), 403: ErrorAnswer},
        examples=[question({"text": "Good luck!"}), answer(DETAIL, status="201")],
    )
    def post(self, request: Request, play_id: int) -> Response:
        season_play = found_play(play_id, request.user)
        require(request.user, "comment", season_play.season.league)
        by = signed_in(request)
        say(season_play=season_play, text=read(SayInput(data=request.data))["text"], by=by)
        return Response(play_detail(request, play_id), status.HTTP_201_CREATED)
