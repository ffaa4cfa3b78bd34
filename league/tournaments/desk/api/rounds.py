"""Rounds of a tournament: who sits where, the draws behind it, and what organisers and referees do with a round."""

from collections.abc import Callable
from typing import Annotated, Any, TypedDict

from django.db.models import QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api import lookup
from league.core.api.described import described
from league.core.api.fields import SMALL, Input, Nothing, ReasonInput
from league.core.api.lookup import TAGS
from league.core.api.schema import PREVIEW, ErrorAnswer, answer, asked_for, question
from league.core.api.steps import ReadBody, step_view
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.roles import Act
from league.models import Draw, Round
from league.tournaments.desk.services import end_round, extend_round, pause_round, resume_round, start_round
from league.tournaments.draws.services.draw_changes import Swap, preview_swap, swap_seats
from league.tournaments.draws.services.draws import publish_round, redraw_round
from league.tournaments.entries.api import examples_tournaments as examples
from league.tournaments.tables.queries.round_records import (
    DRAW,
    ROW,
    TIMES,
    DrawDetail,
    DrawRow,
    RoundDetail,
    RoundRow,
    draw_record,
    draw_row,
    round_record,
    round_row,
    rounds_of,
)


class RedrawInput(ReasonInput):
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=SMALL),
        required=False,
        allow_null=True,
        default=None,
        max_length=10_000,
        help_text="Numbers of the tables to draw again; all but locked ones when left out.",
    )


class PlaceInput(Input):
    table = serializers.IntegerField(min_value=0, max_value=SMALL, help_text="0 for those without a table.")
    seat = serializers.IntegerField(min_value=1, max_value=SMALL, help_text="Or which of those without a table.")
    character = serializers.CharField(
        max_length=200, allow_blank=True, required=False, help_text="The name that you saw there; 409 if it is another."
    )


class SwapInput(Input):
    one = PlaceInput()
    other = PlaceInput()
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed once the round is published."
    )


class ExtendInput(Input):
    minutes = serializers.IntegerField(min_value=-1440, max_value=1440, help_text="More, or with a minus fewer.")


class EndRoundInput(Input):
    force = serializers.BooleanField(required=False, default=False, help_text="Also without results still awaited.")
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed with `force`."
    )


class RoundFilter(filters.FilterSet):  # type: ignore[misc]
    stage = extend_schema_field({"type": "integer", "minimum": 1, "maximum": lookup.LARGEST_NUMBER})(
        filters.NumberFilter(
            field_name="stage__number", label="Number of the stage.", min_value=1, max_value=lookup.LARGEST_NUMBER
        )
    )
    status = filters.ChoiceFilter(choices=[(state, state) for state in Round.STATUSES])

    class Meta:
        model = Round
        fields: tuple[str, ...] = ()


class RoundList(ApiList[Round]):
    ordering = ("stage__number", "number", "pk")
    queryset = Round.objects.none()
    filterset_class = RoundFilter
    serializer_class = described(RoundRow)

    def get_queryset(self) -> QuerySet[Round]:
        plays = lookup.tournament(self.kwargs["slug"])
        return rounds_of(plays, drafts=lookup.sees_drafts(self.request.user, plays))

    @extend_schema(
        tags=TAGS,
        summary="List rounds",
        description="Published rounds in order; organisers see a draft too.",
        responses=described(RoundRow)(many=True),
        examples=[answer(examples.ROUND)],
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values("pk", *ROW, *TIMES)
        return self.in_pages(rows, round_row)


class RoundView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a round",
        description="Its clock, every table with seats, state and why it is composed so, and the byes.",
        responses=described(RoundDetail),
        examples=[answer(examples.ROUND_DETAIL)],
    )
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        return Response(round_record(lookup.played_round(request.user, slug, stage, number)))


def decide_round(request: Request, slug: str, stage: int, number: int, act: Act) -> Round:
    """Return the round, for those who may do `act` in it."""
    played = lookup.played_round(request.user, slug, stage, number)
    require(request.user, act, played.stage.tournament.season.league)
    return played


def round_step(
    summary: str,
    description: str,
    run: Callable[..., object],
    *,
    act: Act = "administer",
    form: type[Nothing | ExtendInput | EndRoundInput | RedrawInput] = Nothing,
    example: dict[str, Any] | None = None,
) -> type[ApiView]:
    """Return a view that calls `run` with a round, for those who may do `act`."""
    who = "Organisers only" if act == "administer" else "Referees and organisers"

    def decide(request: Request, body: ReadBody, slug: str, stage: int, number: int) -> RoundDetail:
        played = decide_round(request, slug, stage, number, act)
        run(round=played, by=signed_in(request), **body())
        return round_record(played)

    return step_view(
        decide,
        summary=summary,
        description=f"{description} {who}; 409 when somebody was faster.",
        record=RoundDetail,
        answered=examples.ROUND_DETAIL,
        form=form,
        body=example,
    )


def _redraw(*, round: Round, by: Any, reason: str, tables: list[int] | None) -> None:
    chosen = None if tables is None else list(round.tables.filter(number__in=tables))
    if chosen is not None and len(chosen) < len(set(tables or ())):
        raise Http404
    redraw_round(round=round, by=by, reason=reason, tables=chosen)


PublishView = round_step("Publish a round", "Everybody sees the tables.", publish_round)
StartRoundView = round_step("Start the clock", "The round begins.", start_round, act="referee")
PauseView = round_step("Pause the clock", "It stands still.", pause_round, act="referee")
ResumeView = round_step("Resume the clock", "It goes on where it stood.", resume_round, act="referee")
ExtendView = round_step(
    "Change the time", "More minutes, or fewer.", extend_round, act="referee", form=ExtendInput, example={"minutes": 5}
)
EndRoundView = round_step(
    "End a round",
    "Tables without a confirmed result keep it from ending, unless you `force` it and say why.",
    end_round,
    form=EndRoundInput,
    example={"force": True, "reason": "Table 4 left without playing."},
)
RedrawView = round_step(
    "Draw a round again",
    "With the next seed: all of it but locked tables, or only some tables.",
    _redraw,
    form=RedrawInput,
    example={"reason": "Table 2 fell apart.", "tables": [2, 3]},
)


class SwapDetail(TypedDict):
    sentence: Annotated[str, "Who moves, and what it costs."]
    worse: bool
    cost_before: dict[str, Any]
    cost_after: dict[str, Any]


class SwapView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Swap two seats",
        description="Exchanges two places of a round; the answer says what it costs. Organisers only.",
        parameters=[PREVIEW],
        request=SwapInput,
        responses={200: described(SwapDetail), 409: ErrorAnswer},
        examples=[question(examples.SWAP), answer(examples.SWAPPED)],
    )
    def post(self, request: Request, slug: str, stage: int, number: int) -> Response:
        played = decide_round(request, slug, stage, number, "administer")
        data = read(SwapInput(data=request.data))
        first, other = ((place["table"], place["seat"]) for place in (data["one"], data["other"]))
        if asked_for(request, "preview"):
            return Response(_swapped(preview_swap(round=played, place=first, other=other)))
        names = data["one"].get("character"), data["other"].get("character")
        expected = None if None in names else names
        swap = swap_seats(
            round=played, place=first, other=other, reason=data["reason"], by=signed_in(request), expected=expected
        )
        return Response(_swapped(swap))


def _swapped(swap: Swap) -> SwapDetail:
    return {
        "sentence": swap.in_words,
        "worse": swap.is_worse,
        "cost_before": swap.before.to_json(),
        "cost_after": swap.after.to_json(),
    }


class DrawList(ApiList[Draw]):
    ordering = ("number", "pk")
    queryset = Draw.objects.none()
    serializer_class = described(DrawRow)

    def get_queryset(self) -> QuerySet[Draw]:
        plays = lookup.tournament(self.kwargs["slug"])
        draws = Draw.objects.filter(tournament=plays)
        return draws if lookup.sees_drafts(self.request.user, plays) else draws.exclude(round__status=Round.DRAFT)

    @extend_schema(
        tags=TAGS,
        summary="List draws",
        description="Every draw in the order of the chain of seeds, those of published rounds for everybody.",
        responses=described(DrawRow)(many=True),
        examples=[answer(examples.DRAW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = self.get_queryset().values("pk", *DRAW)
        return self.in_pages(rows, draw_row)


class DrawView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a draw",
        description="All that it takes to prove the draw, as `verify_draw` does.",
        responses=described(DrawDetail),
        examples=[answer(examples.DRAW_DETAIL)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        plays = lookup.tournament(slug)
        draw = draw_record(plays, number, drafts=lookup.sees_drafts(request.user, plays))
        if draw is None:
            raise Http404
        return Response(draw)
