"""Rulings of a tournament: warnings and penalties, and what else referees decided."""

from fractions import Fraction

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api import examples_tournaments as examples
from league.api import lookup
from league.api.decisions import read, signed_in
from league.api.inputs.tournaments import ReasonInput, RulingInput
from league.api.once import once
from league.api.outputs.tournaments import RulingRow
from league.api.schema import IDEMPOTENCY_KEY, ErrorAnswer, answer, question
from league.api.tournaments import TAGS, staff
from league.models import Ruling
from league.queries.tournament_records import RULING, ruling_record, ruling_row
from league.services.idempotency import Answer
from league.services.rulings import give_penalty, give_warning, rescind_ruling


class RulingFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in Ruling.KINDS])
    character = filters.CharFilter(field_name="entry__character__slug", label="Slug of a character.")

    class Meta:
        model = Ruling
        fields: tuple[str, ...] = ()


class RulingList(generics.GenericAPIView[Ruling]):
    ordering = ("pk",)
    queryset = Ruling.objects.none()
    filterset_class = RulingFilter
    serializer_class = RulingRow

    def get_queryset(self) -> QuerySet[Ruling]:
        return Ruling.objects.filter(tournament=lookup.tournament(self.kwargs["slug"]))

    @extend_schema(
        tags=TAGS,
        summary="List rulings",
        description="What referees decided, in order; what was rescinded stays readable.",
        responses=RulingRow(many=True),
        examples=[answer(examples.RULING)],
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values(*RULING)
        return self.get_paginated_response([ruling_row(row) for row in self.paginate_queryset(rows) or []])

    @extend_schema(
        tags=TAGS,
        summary="Warn or penalise",
        description="A warning costs nothing, a penalty takes table points in its stage. Referees and organisers.",
        parameters=[IDEMPOTENCY_KEY],
        request=RulingInput,
        responses={201: RulingRow, 409: ErrorAnswer},
        examples=[question(examples.PENALTY), answer(examples.RULING, status="201")],
    )
    def post(self, request: Request, slug: str) -> Response:
        return once(request, lambda: _give(request, slug))


def _give(request: Request, slug: str) -> Answer:
    staff(request, slug, "referee")
    said = read(RulingInput(data=request.data))
    entry = lookup.entry(slug, said["entry"])
    played = lookup.played_round(request.user, slug, said["stage"], said["round"])
    common = {"entry": entry, "round": played, "reason": said["reason"], "by": signed_in(request)}
    if said["kind"] == Ruling.WARNING:
        ruling = give_warning(**common)
    else:
        ruling = give_penalty(points=Fraction(said.get("points", 0)), **common)
    return status.HTTP_201_CREATED, ruling_record(ruling)


class RescindView(APIView):
    @extend_schema(
        tags=TAGS,
        summary="Rescind a ruling",
        description="It no longer counts and stays readable, with the reason. Referees and organisers.",
        request=ReasonInput,
        responses={200: RulingRow, 409: ErrorAnswer},
        examples=[question({"reason": "They were there all the time."}), answer(examples.RULING)],
    )
    def post(self, request: Request, slug: str, ruling_id: int) -> Response:
        staff(request, slug, "referee")
        said = read(ReasonInput(data=request.data))
        found = lookup.ruling(slug, ruling_id)
        return Response(ruling_record(rescind_ruling(ruling=found, reason=said["reason"], by=signed_in(request))))
