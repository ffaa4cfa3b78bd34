"""What is said under a game, for programs."""

from typing import Annotated, Any, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.rules.moments import stamp
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.records import Moment
from league.core.rules.scopes import REPORT
from league.models import GameComment
from league.talk.queries.remarks import comments_seen, reader_of
from league.talk.rules import COMMENT_LENGTH
from league.talk.services.remarks import delete_comment, post_comment

ASKED = {"text": "What a last deal!"}
ROW = {"id": 8, "by": "nora", **ASKED, "at": "2026-01-07T09:12:00Z", "hidden": None}


class CommentInput(serializers.Serializer[Any]):
    """Plain text; runs of space and empty lines are made one."""

    text = serializers.CharField(max_length=COMMENT_LENGTH)


class CommentRow(TypedDict):
    id: int
    by: Annotated[str, "User name, or the label of somebody whose account is gone."]
    text: str
    at: Moment
    hidden: Annotated[str | None, "Why it is hidden, for its author and the organisers; null for what everybody reads."]


def comment_row(comment: GameComment) -> CommentRow:
    return {
        "id": comment.pk,
        "by": comment.by.get_username() if comment.by else comment.by_label,
        "text": comment.text,
        "at": stamp(comment.at),
        "hidden": comment.hidden_why if comment.hidden_at else None,
    }


class CommentList(ApiList[GameComment]):
    scope = REPORT
    ordering = ("-id",)
    queryset = GameComment.objects.none()
    serializer_class = described(CommentRow)

    @extend_schema(
        tags=["games"],
        summary="List comments",
        description="What members said under a game, the newest first.",
        responses=described(CommentRow)(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request, game_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        reader = reader_of(request.user, season_game.season.league)
        return self.in_pages(comments_seen(season_game, reader), comment_row)

    @extend_schema(
        tags=["games"],
        summary="Post a comment",
        description="For members of the league. Those who sat in the game are told.",
        request=CommentInput,
        responses={201: described(CommentRow), 403: ErrorAnswer},
        examples=[question(ASKED), answer(ROW, status="201")],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        require(request.user, "comment", season_game.season.league)
        text = read(CommentInput(data=request.data))["text"]
        made = post_comment(season_game=season_game, text=text, by=signed_in(request))
        made.refresh_from_db()
        return Response(comment_row(made), status.HTTP_201_CREATED)


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
        mine = comments_seen(season_game, reader_of(request.user, season_game.season.league))
        found = mine.filter(pk=comment_id).first() if comment_id <= lookup.LARGEST_ID else None
        if found is None:
            raise Http404
        if found.by_id != signed_in(request).pk:
            raise PermissionDenied(_("You delete what you have written yourself. Others' comments are reported."))
        delete_comment(comment=found, by=signed_in(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
