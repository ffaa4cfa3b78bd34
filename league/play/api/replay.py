"""A moment of a play for programs, never more than its reader may see."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api.schema import example
from league.core.api.views import ApiView
from league.play.api.plays import EXAMPLES, found_play
from league.play.queries.replays import NotShown, asked_of, moment_of, reel_of_play


@example(EXAMPLES["MomentRow"])
class MomentRow(serializers.Serializer[Any]):
    at = serializers.IntegerField(help_text="How many moves were made; moves that were taken back are none.")
    last = serializers.IntegerField(help_text="How many there are.")
    seat = serializers.CharField(help_text="Through whose eyes: the number of a seat, `watch` or `all`.")
    told = serializers.ListField(child=serializers.CharField(), help_text="What was told of the last of these moves.")
    view = serializers.DictField(help_text="All that these eyes know, by the engine.")


class ReplayView(ApiView):
    @extend_schema(
        tags=["plays"],
        summary="Look at a moment of a play",
        description=(
            "Before the end through your own seat's eyes or as who watches, 404 otherwise; afterwards through any "
            "seat's. Not all plays can be played again: where the rules have changed, 404 says so."
        ),
        parameters=[
            OpenApiParameter("at", int, description="After how many moves; the newest moment where it is left out."),
            OpenApiParameter("seat", str, description="A seat from 1, `watch`, or `all` once it is over."),
        ],
        responses=MomentRow,
    )
    def get(self, request: Request, play_id: int) -> Response:
        reel = reel_of_play(found_play(play_id, request.user), request.user)
        if reel.film is None:
            raise Http404(reel.trouble)
        params = request.query_params
        try:
            at, eyes = asked_of(reel, params.get("at", "") or str(reel.last), params.get("seat", ""))
        except NotShown as error:
            raise Http404(error) from error
        moment = moment_of(reel, at, eyes)
        sentences = [sentence.text for sentence in moment.step.sentences] if moment.step else []
        return Response({"at": at, "last": reel.last, "seat": eyes, "told": sentences, "view": moment.view})
