"""Rulings of a tournament: warnings and penalties, and what else referees decided."""

from fractions import Fraction

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api import lookup
from league.core.api.described import described
from league.core.api.fields import ReasonInput
from league.core.api.lookup import TAGS, staff
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.models import Ruling
from league.tournaments.entries.api import examples_tournaments as examples
from league.tournaments.tables.api.inputs_tables import RulingInput
from league.tournaments.tables.queries.ruling_records import RULING, RulingRow, ruling_record, ruling_row
from league.tournaments.tables.services.rulings import give_penalty, give_warning, rescind_ruling


class RulingFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in Ruling.KINDS])
    character = filters.CharFilter(field_name="entry__character__slug", label="Slug of a character.")

    class Meta:
        model = Ruling
        fields: tuple[str, ...] = ()


class RulingList(ApiList[Ruling]):
    ordering = ("pk",)
    queryset = Ruling.objects.none()
    filterset_class = RulingFilter
    serializer_class = described(RulingRow)

    def get_queryset(self) -> QuerySet[Ruling]:
        return Ruling.objects.filter(tournament=lookup.tournament(self.kwargs["slug"]))

    @extend_schema(
        tags=TAGS,
        summary="List rulings",
        description="What referees decided, in order; what was rescinded stays readable.",
        responses=described(RulingRow)(many=True),
        examples=[answer(examples.RULING)],
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values(*RULING)
        return self.in_pages(rows, ruling_row)

    @extend_schema(
        tags=TAGS,
        summary="Warn or penalise",
        description="A warning costs nothing, a penalty takes table points in its stage. Referees and organisers.",
        request=RulingInput,
        responses={201: described(RulingRow), 409: ErrorAnswer},
        examples=[question(examples.PENALTY), answer(examples.RULING, status="201")],
    )
    def post(self, request: Request, slug: str) -> Response:
        staff(request, slug, "referee")
        return Response(ruling_record(_give(request, slug)), status.HTTP_201_CREATED)


def _give(request: Request, slug: str) -> Ruling:
    said = read(RulingInput(data=request.data))
    entry = lookup.entry(slug, said["entry"])
    played = lookup.played_round(request.user, slug, said["stage"], said["round"])
    common = {"entry": entry, "round": played, "reason": said["reason"], "by": signed_in(request)}
    if said["kind"] == Ruling.WARNING:
        return give_warning(**common)
    return give_penalty(points=Fraction(said.get("points", 0)), **common)


class RescindView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Rescind a ruling",
        description="It no longer counts and stays readable, with the reason. Referees and organisers.",
        request=ReasonInput,
        responses={200: described(RulingRow), 409: ErrorAnswer},
        examples=[question({"reason": "They were there all the time."}), answer(examples.RULING)],
    )
    def post(self, request: Request, slug: str, ruling_id: int) -> Response:
        staff(request, slug, "referee")
        said = read(ReasonInput(data=request.data))
        found = lookup.ruling(slug, ruling_id)
        return Response(ruling_record(rescind_ruling(ruling=found, reason=said["reason"], by=signed_in(request))))
