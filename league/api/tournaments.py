"""Tournaments: which there are, setting one up, taking it from stage to stage, its standings and its log."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.rules.systems import SYSTEMS
from league.api import examples_tournaments as examples
from league.api import lookup
from league.api.decisions import read, signed_in
from league.api.inputs.tournaments import SetupInput, TournamentInput
from league.api.once import once
from league.api.outputs.tournaments import StageStandings, TournamentDetail, TournamentEventRow, TournamentRow
from league.api.schema import IDEMPOTENCY_KEY, ErrorAnswer, answer, question
from league.api.seasons import MOST
from league.models import Tournament, TournamentEvent
from league.queries.roles import may, require
from league.queries.round_records import stage_record
from league.queries.tournament_archive import OVER
from league.queries.tournament_records import EVENT, ROW, event_row, events_of, tournament_record, tournament_row
from league.rules.roles import Act
from league.services.idempotency import Answer
from league.services.tournaments import create_tournament, edit_tournament

TAGS = ["tournaments"]


def staff(request: Request, slug: str, act: Act) -> Tournament:
    """The tournament, for those who may do `act`."""
    plays = lookup.tournament(slug)
    require(request.user, act, plays.season.league)
    return plays


class TournamentFilter(filters.FilterSet):  # type: ignore[misc]
    league = filters.CharFilter(field_name="season__league__slug", label="Slug of the league.")
    season = filters.CharFilter(field_name="season__slug", label="Slug of the season.")
    system = filters.ChoiceFilter(choices=[(system.ID, system.NAME) for system in SYSTEMS.values()])
    status = filters.ChoiceFilter(choices=[(one, one) for one in Tournament.STATUSES])
    character = filters.CharFilter(field_name="entries__character__slug", label="Slug of a character who entered.")

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()


class TournamentList(generics.GenericAPIView[Tournament]):
    ordering = ("-pk",)
    queryset = Tournament.objects.all()
    filterset_class = TournamentFilter
    serializer_class = TournamentRow

    @extend_schema(
        tags=TAGS,
        summary="List tournaments",
        description="Tournaments of all leagues, the newest first.",
        responses=TournamentRow(many=True),
        examples=[answer(examples.TOURNAMENT)],
    )
    def get(self, request: Request) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values("pk", *ROW)
        return self.get_paginated_response([tournament_row(row) for row in self.paginate_queryset(rows) or []])

    @extend_schema(
        tags=TAGS,
        summary="Announce a tournament",
        description=(
            "A planned tournament of a season with its stages, and the commitment to its draws. Organisers of the "
            "league only."
        ),
        parameters=[IDEMPOTENCY_KEY],
        request=TournamentInput,
        responses={201: TournamentDetail, 409: ErrorAnswer},
        examples=[question(examples.ANNOUNCEMENT), answer(examples.TOURNAMENT_DETAIL, status="201")],
    )
    def post(self, request: Request) -> Response:
        return once(request, lambda: _announce(request))


def _announce(request: Request) -> Answer:
    form = TournamentInput(data=request.data)
    said = read(form)
    season = said.pop("season")
    said.pop("stages", None)
    require(request.user, "administer", season.league)
    made = create_tournament(season=season, stages=form.plans(), by=signed_in(request), **said)
    return status.HTTP_201_CREATED, tournament_record(made)


class TournamentView(APIView):
    @extend_schema(
        tags=TAGS,
        summary="Read a tournament",
        description="The tournament with its stages, how many are entered, and the newest round.",
        responses=TournamentDetail,
        examples=[answer(examples.TOURNAMENT_DETAIL)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(tournament_record(lookup.tournament(slug)))


class EditTournamentView(APIView):
    @extend_schema(
        tags=TAGS,
        summary="Change a tournament",
        description=(
            "Other settings; only those that are sent. The game and its table size are fixed by the first draw. "
            "Organisers only."
        ),
        request=SetupInput,
        responses={200: TournamentDetail, 409: ErrorAnswer},
        examples=[question({"place": "Library", "capacity": 48}), answer(examples.TOURNAMENT_DETAIL)],
    )
    def post(self, request: Request, slug: str) -> Response:
        plays = staff(request, slug, "administer")
        said: Any = read(SetupInput(data=request.data))
        return Response(tournament_record(edit_tournament(tournament=plays, by=signed_in(request), **said)))


class Part(serializers.Serializer[Any]):
    """Which part of the standings, and as of when. All rows of now when nothing is said."""

    until = serializers.IntegerField(
        required=False, min_value=0, max_value=lookup.LARGEST_NUMBER, help_text="As they were after this round."
    )
    limit = serializers.IntegerField(required=False, min_value=1, max_value=MOST)
    offset = serializers.IntegerField(required=False, min_value=0, max_value=MOST)


class StageStandingsView(APIView):
    @extend_schema(
        tags=TAGS,
        summary="Read the standings of a stage",
        description=(
            "Computed from the confirmed tables, byes and penalties when asked. Every tie-break comes with its working."
        ),
        parameters=[Part],
        responses=StageStandings,
        examples=[answer(examples.STAGE_STANDINGS)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        part = read(Part(data=request.query_params))
        return Response(stage_record(lookup.stage(slug, number), **part))


class EventFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in TournamentEvent.KINDS])

    class Meta:
        model = TournamentEvent
        fields: tuple[str, ...] = ()


class EventList(generics.GenericAPIView[TournamentEvent]):
    ordering = ("-pk",)
    queryset = TournamentEvent.objects.none()
    filterset_class = EventFilter
    serializer_class = TournamentEventRow

    def get_queryset(self) -> QuerySet[TournamentEvent]:
        plays = lookup.tournament(self.kwargs["slug"])
        if plays.status not in OVER and not may(self.request.user, "referee", plays.season.league):
            raise PermissionDenied("The log is for referees and organisers until the tournament is over.")
        return events_of(plays)

    @extend_schema(
        tags=TAGS,
        summary="Read the log",
        description=(
            "What happened in the tournament, the newest first. For referees and organisers; for everybody once it is "
            "over."
        ),
        responses=TournamentEventRow(many=True),
        examples=[answer(examples.EVENT)],
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values(*EVENT)
        return self.get_paginated_response([event_row(row) for row in self.paginate_queryset(rows) or []])
