"""Rounds of a tournament: who sits where, the draws behind it, and what organisers and referees do with a round."""

from collections.abc import Callable
from typing import Any

from django.db.models import Count, QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api import lookup
from league.core.api.fields import SMALL, Input, Nothing, ReasonInput, StampField, columns_of
from league.core.api.lookup import TAGS, staff
from league.core.api.schema import PREVIEW, ErrorAnswer, asked_for, example, examples_beside
from league.core.api.steps import ReadBody, step_view
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.roles import Act
from league.models import Bye, Draw, Round, Tournament
from league.tournaments.desk.services.rounds import end_round, extend_round, pause_round, resume_round, start_round
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.services.draw_changes import preview_swap, swap_seats
from league.tournaments.draws.services.draws import draw_next_round, publish_round, redraw_round
from league.tournaments.tables.api import TableRow
from league.tournaments.tables.queries.round_tables import table_rows

EXAMPLES = examples_beside(__file__)


@example(EXAMPLES["RedrawInput"], "Request")
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


@example(EXAMPLES["SwapInput"], "Request")
class SwapInput(Input):
    one = PlaceInput()
    other = PlaceInput()
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed once the round is published."
    )


@example(EXAMPLES["ExtendInput"], "Request")
class ExtendInput(Input):
    minutes = serializers.IntegerField(min_value=-1440, max_value=1440, help_text="More, or with a minus fewer.")


@example(EXAMPLES["EndRoundInput"], "Request")
class EndRoundInput(Input):
    force = serializers.BooleanField(required=False, default=False, help_text="Also without results still awaited.")
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed with `force`."
    )


class RoundPlace(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="stage__number")
    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Round.STATUSES)


class RoundClock(RoundPlace):
    minutes = serializers.IntegerField()
    paused_seconds = serializers.IntegerField()
    published_at = StampField(allow_null=True)
    started_at = StampField(allow_null=True)
    paused_at = StampField(allow_null=True)
    ended_at = StampField(allow_null=True)


@example(EXAMPLES["RoundRow"])
class RoundRow(RoundClock):
    tables = serializers.IntegerField(source="tables_drawn", help_text="How many.")
    byes = serializers.IntegerField(source="byes_given", help_text="How many.")


class ByeRow(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry__number")
    character = serializers.CharField(source="entry__character__name")
    slug = serializers.CharField(source="entry__character__slug")
    through = serializers.BooleanField(help_text="In a knock-out: through to the next round.")


@example(EXAMPLES["RoundRow"] | EXAMPLES["RoundDetail"])
class RoundDetail(RoundClock):
    tables = TableRow(many=True)
    byes = ByeRow(many=True)
    draws = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of its draws; the last holds.")


@example(EXAMPLES["SwapDetail"])
class SwapDetail(serializers.Serializer[Any]):
    sentence = serializers.CharField(source="in_words", help_text="Who moves, and what it costs.")
    worse = serializers.BooleanField(source="is_worse")
    cost_before = serializers.DictField(source="before.to_json")
    cost_after = serializers.DictField(source="after.to_json")


@example(EXAMPLES["DrawRow"])
class DrawRow(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="The link of the chain of seeds.")
    stage = serializers.IntegerField(source="round__stage__number")
    round = serializers.IntegerField(source="round__number")
    method = serializers.CharField()
    seed = serializers.CharField(help_text="Hashes (SHA-256) to the seed of the draw before.")
    digest = serializers.CharField(help_text="SHA-256 of source and outcome.")
    cost = serializers.DictField()
    reason = serializers.CharField(help_text="Why the round was drawn again; empty for a first draw.")
    made_at = StampField()


class DrawnTableRow(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField(allow_null=True))


@example(EXAMPLES["DrawRow"] | EXAMPLES["DrawDetail"])
class DrawDetail(DrawRow):
    """All that it takes to prove the draw."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    previous = serializers.CharField(allow_null=True)
    published_at = StampField(allow_null=True)
    source = serializers.DictField()  # type: ignore[assignment]
    outcome = serializers.DictField()
    changes = serializers.ListField(child=serializers.DictField(), help_text="What was changed by hand, with its cost.")
    tables = DrawnTableRow(many=True, allow_null=True, help_text="Null where a later draw replaced this one.")
    byes = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class RoundFilter(filters.FilterSet):  # type: ignore[misc]
    stage = extend_schema_field({"type": "integer", "minimum": 1, "maximum": lookup.LARGEST_NUMBER})(
        filters.NumberFilter(
            field_name="stage__number", label="Number of the stage.", min_value=1, max_value=lookup.LARGEST_NUMBER
        )
    )
    status = filters.ChoiceFilter(choices=[(state, state) for state in Round.STATUSES])


def rounds_of(tournament: Tournament, *, drafts: bool) -> QuerySet[Round]:
    """Return the rounds with their sizes; drafts are for organisers only."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    rounds = rounds if drafts else rounds.exclude(status=Round.DRAFT)
    sizes = {"tables_drawn": Count("tables", distinct=True), "byes_given": Count("byes", distinct=True)}
    return rounds.annotate(**sizes)


def round_detail(played: Round) -> dict[str, Any]:
    """Return one round with everybody's place. Five queries, however many tables."""
    rounds = rounds_of(played.stage.tournament, drafts=True)
    row: dict[str, Any] = rounds.values(*columns_of(RoundRow)).get(pk=played.pk)
    row["tables"] = table_rows(played.tables.order_by("number"))
    row["byes"] = Bye.objects.filter(round=played).order_by("entry__number").values(*columns_of(ByeRow))
    row["draws"] = Draw.objects.filter(round=played).order_by("number").values_list("number", flat=True)
    return RoundDetail(row).data


class RoundList(ApiList[Round]):
    ordering = ("stage__number", "number", "pk")
    queryset = Round.objects.none()
    filterset_class = RoundFilter
    serializer_class = RoundRow

    def get_queryset(self) -> QuerySet[Round]:
        plays = lookup.tournament(self.kwargs["slug"])
        return rounds_of(plays, drafts=lookup.sees_drafts(self.request.user, plays))

    @extend_schema(
        tags=TAGS,
        summary="List rounds",
        description="Published rounds in order; organisers see a draft too.",
        responses=RoundRow(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed()


class RoundView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a round",
        description="Its clock, every table with seats, state and why it is composed so, and the byes.",
        responses=RoundDetail,
    )
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        return Response(round_detail(lookup.played_round(request.user, slug, stage, number)))


def decide_round(request: Request, slug: str, stage: int, number: int, act: Act) -> Round:
    """Return the round, for people who may do `act` in it."""
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
) -> type[ApiView]:
    """Return a view that calls `run` with a round, for people who may do `act`."""
    who = "Organisers only" if act == "administer" else "Referees and organisers"

    def decide(request: Request, body: ReadBody, slug: str, stage: int, number: int) -> dict[str, Any]:
        played = decide_round(request, slug, stage, number, act)
        run(round=played, by=signed_in(request), **body())
        return round_detail(played)

    return step_view(
        decide,
        summary=summary,
        description=f"{description} {who}; 409 when somebody was faster.",
        row=RoundDetail,
        form=form,
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
ExtendView = round_step("Change the time", "More minutes, or fewer.", extend_round, act="referee", form=ExtendInput)
EndRoundView = round_step(
    "End a round",
    "Tables without a confirmed result keep it from ending, unless you `force` it and say why.",
    end_round,
    form=EndRoundInput,
)
RedrawView = round_step(
    "Draw a round again",
    "With the next seed: all of it but locked tables, or only some tables.",
    _redraw,
    form=RedrawInput,
)


class SwapView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Swap two seats",
        description="Exchanges two places of a round; the answer says what it costs. Organisers only.",
        parameters=[PREVIEW],
        request=SwapInput,
        responses={200: SwapDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str, stage: int, number: int) -> Response:
        played = decide_round(request, slug, stage, number, "administer")
        data = read(SwapInput(data=request.data))
        first, other = ((place["table"], place["seat"]) for place in (data["one"], data["other"]))
        if asked_for(request, "preview"):
            return Response(SwapDetail(preview_swap(round=played, place=first, other=other)).data)
        names = data["one"].get("character"), data["other"].get("character")
        expected = None if None in names else names
        swap = swap_seats(
            round=played, place=first, other=other, reason=data["reason"], by=signed_in(request), expected=expected
        )
        return Response(SwapDetail(swap).data)


class NextDrawView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Draw the next round",
        description=(
            "A draft of the next round of the running stage, for organisers' eyes until it is published. Organisers "
            "only; 409 while a round is open."
        ),
        request=None,
        responses={201: RoundDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        plays = staff(request, slug, "administer")
        played = draw_next_round(tournament=plays, by=signed_in(request))
        return Response(round_detail(played), status.HTTP_201_CREATED)


class DrawList(ApiList[Draw]):
    ordering = ("number", "pk")
    queryset = Draw.objects.none()
    serializer_class = DrawRow

    def get_queryset(self) -> QuerySet[Draw]:
        plays = lookup.tournament(self.kwargs["slug"])
        draws = Draw.objects.filter(tournament=plays)
        return draws if lookup.sees_drafts(self.request.user, plays) else draws.exclude(round__status=Round.DRAFT)

    @extend_schema(
        tags=TAGS,
        summary="List draws",
        description="Every draw in the order of the chain of seeds, those of published rounds for everybody.",
        responses=DrawRow(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed()


class DrawView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a draw",
        description="All that it takes to prove the draw, as `verify_draw` does.",
        responses=DrawDetail,
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        plays = lookup.tournament(slug)
        for record in draw_records(plays, published_only=not lookup.sees_drafts(request.user, plays)):
            if record["number"] == number:
                return Response(DrawDetail(record).data)
        raise Http404
