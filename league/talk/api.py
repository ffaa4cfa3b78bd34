"""Remarks under a game and at the table of a play, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api import lookup
from league.core.api.fields import StampField, TextOrNull
from league.core.api.schema import ErrorAnswer, example
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.scopes import REPORT
from league.models import Remark
from league.talk.queries import reader_of, remark_view, remarks_seen
from league.talk.rules import UNDER_A_GAME
from league.talk.services import delete_remark, say

ASKED = {"text": "What a last deal!"}


@example(ASKED, "Request")
class CommentInput(serializers.Serializer[Any]):
    """Plain text; runs of space and empty lines are made one."""

    text = serializers.CharField(max_length=UNDER_A_GAME.longest)


@example({"id": 8, "by": "nora", **ASKED, "at": "2026-01-07T09:12:00Z", "hidden": None})
class RemarkRow(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    by = serializers.CharField(source="who", help_text="User name, or the label of somebody whose account is gone.")
    text = serializers.CharField()
    at = StampField()
    hidden = TextOrNull(
        source="hidden_why",
        help_text="Why it is hidden, for its author and the organisers; null for what everybody reads.",
    )


class CommentList(ApiList[Remark]):
    scope = REPORT
    ordering = ("-id",)
    queryset = Remark.objects.none()
    serializer_class = RemarkRow

    @extend_schema(
        tags=["games"],
        summary="List comments",
        description="What members said under a game, the newest first.",
        responses=RemarkRow(many=True),
    )
    def get(self, request: Request, game_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        reader = reader_of(request.user, season_game.season.league)
        remarks: Any = self.paginate_queryset(remarks_seen(season_game, reader))
        rows = [remark_view(remark, reader) for remark in remarks]
        return self.get_paginated_response(RemarkRow(rows, many=True).data)

    @extend_schema(
        tags=["games"],
        summary="Post a comment",
        description="For members of the league. Those who sat in the game are told.",
        request=CommentInput,
        responses={201: RemarkRow, 403: ErrorAnswer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        require(request.user, "comment", season_game.season.league)
        text = read(CommentInput(data=request.data))["text"]
        remark = say(venue=season_game, text=text, by=signed_in(request))
        remark.refresh_from_db()
        reader = reader_of(request.user, season_game.season.league)
        return Response(RemarkRow(remark_view(remark, reader)).data, status.HTTP_201_CREATED)


class CommentView(ApiView):
    scope = REPORT
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["games"],
        summary="Delete a comment",
        description="One of your own; it is gone for good.",
        responses={204: None, 403: ErrorAnswer},
    )
    def delete(self, request: Request, game_id: int, comment_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        seen = remarks_seen(season_game, reader_of(request.user, season_game.season.league))
        delete_remark(remark=lookup.by_id(seen, comment_id), by=signed_in(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
