"""Tournaments: which there are, setting one up, from stage to stage, standings and log. The services judge."""

from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.queries.people import hidden_names
from games.rules.figures import LARGEST
from games.rules.systems import SYSTEM_CHOICES
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.fields import SMALL, Input, MomentField, SeasonField
from league.core.api.lookup import TAGS, staff
from league.core.api.parts import TablePart, in_parts
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import may, require
from league.models import LedgerEntry, Stage, Tournament
from league.tournaments.entries.api import examples_tournaments as examples
from league.tournaments.entries.queries import OVER
from league.tournaments.stages.queries.tournament_records import (
    EVENT,
    ROW,
    TournamentDetail,
    TournamentEventRow,
    TournamentRow,
    event_row,
    events_of,
    tournament_record,
    tournament_row,
)
from league.tournaments.stages.rules.settings import BOUNDS, NAME_LENGTH, PLACE_LENGTH
from league.tournaments.stages.rules.stage_plans import MOST_STAGES, StagePlan
from league.tournaments.stages.services import create_tournament, edit_tournament
from league.tournaments.tables.queries.round_records import StageStandings, stage_record


def _bounded(name: str) -> serializers.IntegerField:
    least, most = BOUNDS[name]
    return serializers.IntegerField(min_value=least, max_value=most, required=False)


class StageInput(Input):
    format = serializers.ChoiceField(choices=Stage.FORMATS)
    name = serializers.CharField(max_length=80)
    rounds = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=SMALL)
    cut = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=2, max_value=LARGEST)


class SetupInput(Input):
    """Change any of the settings; what is left out stays as it is."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    system = serializers.ChoiceField(choices=SYSTEM_CHOICES, required=False)
    edition = serializers.CharField(max_length=40, required=False)
    mode = serializers.CharField(max_length=20, allow_blank=True, required=False)
    target = serializers.IntegerField(allow_null=True, min_value=0, max_value=LARGEST, required=False)
    minutes = serializers.IntegerField(allow_null=True, min_value=0, max_value=LARGEST, required=False)
    table_size = _bounded("table_size")
    shortfall = serializers.ChoiceField(choices=Tournament.SHORTFALLS, required=False)
    capacity = serializers.IntegerField(allow_null=True, min_value=0, max_value=LARGEST, required=False)
    starts_at = MomentField(allow_null=True, required=False)
    outside_season = serializers.BooleanField(
        required=False, help_text="Yes, it counts for the season although `starts_at` is a day outside of its dates."
    )
    place = serializers.CharField(max_length=PLACE_LENGTH, allow_blank=True, required=False)
    zone = serializers.CharField(
        max_length=64,
        allow_blank=True,
        required=False,
        help_text="On whose clocks it is played, such as `Europe/London`; empty for those of the league.",
    )
    self_registration = serializers.BooleanField(required=False)
    registration_open = serializers.BooleanField(required=False)
    round_minutes = serializers.IntegerField(min_value=1, max_value=SMALL, required=False)
    confirm_seconds = serializers.IntegerField(min_value=0, max_value=LARGEST, required=False)
    played_here = serializers.BooleanField(
        required=False, help_text="The tables of a round that begins are played on the site, those that can be."
    )


class TournamentInput(SetupInput):
    """Create a tournament: one Swiss stage with a recommended number of rounds when no stages are given."""

    season = SeasonField()
    name = serializers.CharField(max_length=NAME_LENGTH)
    system = serializers.ChoiceField(choices=SYSTEM_CHOICES)
    edition = serializers.CharField(max_length=40)
    stages = StageInput(many=True, required=False, max_length=MOST_STAGES)  # type: ignore[call-arg]

    def plans(self) -> list[StagePlan]:
        """Return the plans of the stages; valid only after `is_valid`."""
        return [
            StagePlan(stage["format"], stage["name"], stage["rounds"], stage["cut"])
            for stage in self.validated_data.get("stages", ())
        ]


class TournamentFilter(filters.FilterSet):  # type: ignore[misc]
    league = filters.CharFilter(field_name="season__league__slug", label="Slug of the league.")
    season = filters.CharFilter(field_name="season__slug", label="Slug of the season.")
    system = filters.ChoiceFilter(choices=SYSTEM_CHOICES)
    status = filters.ChoiceFilter(choices=[(state, state) for state in Tournament.STATUSES])
    character = filters.CharFilter(field_name="entries__character__slug", label="Slug of a character who entered.")

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()


class TournamentList(ApiList[Tournament]):
    ordering = ("-pk",)
    queryset = Tournament.objects.all()
    league = "season__league"
    filterset_class = TournamentFilter
    serializer_class = described(TournamentRow)

    @extend_schema(
        tags=TAGS,
        summary="List tournaments",
        description="Tournaments of all leagues, the newest first.",
        responses=described(TournamentRow)(many=True),
        examples=[answer(examples.TOURNAMENT)],
    )
    def get(self, request: Request) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values("pk", *ROW)
        return self.in_pages(rows, tournament_row)

    @extend_schema(
        tags=TAGS,
        summary="Announce a tournament",
        description=(
            "A planned tournament of a season with its stages, and the commitment to its draws. Organisers of the "
            "league only."
        ),
        request=TournamentInput,
        responses={201: described(TournamentDetail), 409: ErrorAnswer},
        examples=[question(examples.ANNOUNCEMENT), answer(examples.TOURNAMENT_DETAIL, status="201")],
    )
    def post(self, request: Request) -> Response:
        form = TournamentInput(data=request.data, context={"user": request.user})
        data = read(form)
        season = data.pop("season")
        data.pop("stages", None)
        require(request.user, "administer", season.league)
        tournament = create_tournament(season=season, stages=form.plans(), by=signed_in(request), **data)
        return Response(tournament_record(tournament), status.HTTP_201_CREATED)


class TournamentView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a tournament",
        description="The tournament with its stages, how many are entered, and the newest round.",
        responses=described(TournamentDetail),
        examples=[answer(examples.TOURNAMENT_DETAIL)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(tournament_record(lookup.tournament(slug)))


class EditTournamentView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Change a tournament",
        description=(
            "Other settings; only those that are sent. The game and its table size are fixed by the first draw. "
            "Organisers only."
        ),
        request=SetupInput,
        responses={200: described(TournamentDetail), 409: ErrorAnswer},
        examples=[question({"place": "Library", "capacity": 48}), answer(examples.TOURNAMENT_DETAIL)],
    )
    def post(self, request: Request, slug: str) -> Response:
        plays = staff(request, slug, "administer")
        data: Any = read(SetupInput(data=request.data))
        return Response(tournament_record(edit_tournament(tournament=plays, by=signed_in(request), **data)))


class StagePart(TablePart):
    """Choose a part of the standings, and a round. Without either, the first 100 rows of today."""

    until = serializers.IntegerField(
        required=False, min_value=0, max_value=lookup.LARGEST_NUMBER, help_text="As they were after this round."
    )


class StageStandingsView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read the standings of a stage",
        description=(
            "Computed from the confirmed tables, byes and penalties when asked. Every tie-break comes with its working."
        ),
        parameters=[StagePart],
        responses=described(StageStandings),
        examples=[answer(examples.STAGE_STANDINGS)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        part = read(StagePart(data=request.query_params))
        return in_parts(request, stage_record(lookup.stage(slug, number), **part), part)


class EventFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in LedgerEntry.OF_TOURNAMENTS])

    class Meta:
        model = LedgerEntry
        fields: tuple[str, ...] = ()


class EventList(ApiList[LedgerEntry]):
    ordering = ("-pk",)
    queryset = LedgerEntry.objects.none()
    filterset_class = EventFilter
    serializer_class = described(TournamentEventRow)

    def get_queryset(self) -> QuerySet[LedgerEntry]:
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
        responses=described(TournamentEventRow)(many=True),
        examples=[answer(examples.EVENT)],
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = self.filter_queryset(self.get_queryset()).values(*EVENT)
        league = lookup.tournament(slug).season.league_id
        names = hidden_names(Q(character__enrolment__league=league))
        return self.in_pages(rows, partial(event_row, names=names))
