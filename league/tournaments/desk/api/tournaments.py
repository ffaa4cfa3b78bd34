"""Tournaments: which there are, setting one up, from stage to stage, standings and log. The services judge."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.queries.people import hidden_names
from engine.translatable import renamed
from games.rules.figures import LARGEST
from league.core.api import lookup
from league.core.api.fields import (
    SMALL,
    Input,
    MomentField,
    Nothing,
    PersonField,
    ReasonInput,
    SeasonField,
    StampField,
    SystemField,
    SystemFilter,
    columns_of,
)
from league.core.api.lookup import TAGS, staff
from league.core.api.parts import TablePart, in_parts
from league.core.api.schema import ErrorAnswer, example, examples_beside
from league.core.api.steps import ReadBody, step_view
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import may, require
from league.core.rules.records import VERSION
from league.models import Entry, LedgerEntry, Round, Stage, Tournament
from league.people.api.seasons import TiebreakRow
from league.tournaments.desk.api.rounds import RoundPlace
from league.tournaments.desk.services.rounds import end_stage, finish_tournament, start_stage
from league.tournaments.draws.services.draws import running_stage
from league.tournaments.entries.api.entries import IN_ITS_TOURNAMENT
from league.tournaments.entries.queries import OVER
from league.tournaments.stages.queries.explanations import explained_table
from league.tournaments.stages.rules.stage_plans import BOUNDS, MOST_STAGES, NAME_LENGTH, PLACE_LENGTH, StagePlan
from league.tournaments.stages.services import cancel_tournament, create_tournament, edit_tournament
from league.tournaments.tables.api import UnitsField

EXAMPLES = examples_beside(__file__)
POINTS = "Table points with two decimals."
LINE_UP = "How many of each team play a round, where teams meet; null where everybody plays for themselves."


def _bounded(name: str) -> serializers.IntegerField:
    least, most = BOUNDS[name]
    return serializers.IntegerField(min_value=least, max_value=most, required=False)


class StageInput(Input):
    format = serializers.ChoiceField(choices=Stage.FORMATS)
    name = serializers.CharField(max_length=80)
    rounds = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=SMALL)
    cut = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=2, max_value=LARGEST)
    line_up = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=SMALL, help_text=LINE_UP
    )


@example(EXAMPLES["SetupInput"], "Request")
class SetupInput(Input):
    """Change any of the settings; what is left out stays as it is."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    system = SystemField(required=False)
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


@example(EXAMPLES["TournamentInput"], "Request")
class TournamentInput(SetupInput):
    """Create a tournament: one Swiss stage with a recommended number of rounds when no stages are given."""

    season = SeasonField()
    name = serializers.CharField(max_length=NAME_LENGTH)
    system = SystemField()
    edition = serializers.CharField(max_length=40)
    stages = StageInput(many=True, required=False, max_length=MOST_STAGES)  # type: ignore[call-arg]

    def plans(self) -> list[StagePlan]:
        """Return the plans of the stages; valid only after `is_valid`."""
        return [StagePlan(**stage) for stage in self.validated_data.get("stages", ())]


@example(EXAMPLES["TournamentRow"])
class TournamentRow(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Tournament.STATUSES)
    season = serializers.CharField(source="season__slug", help_text="Slug of the season.")
    league = serializers.CharField(source="season__league__slug", help_text="Slug of the league.")
    system = serializers.CharField()
    edition = serializers.CharField()
    mode = serializers.CharField()
    target = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    table_size = serializers.IntegerField()
    shortfall = serializers.ChoiceField(choices=Tournament.SHORTFALLS, help_text="What fills a table up.")
    capacity = serializers.IntegerField(allow_null=True)
    starts_at = StampField(allow_null=True)
    place = serializers.CharField()
    zone = serializers.CharField(
        source="clocks",
        help_text="On whose clocks it is played, such as `Europe/London`: its own, or that of the league.",
    )
    self_registration = serializers.BooleanField()
    registration_open = serializers.BooleanField()
    round_minutes = serializers.IntegerField()
    confirm_seconds = serializers.IntegerField(help_text="How long silence may last before it confirms a result.")
    played_here = serializers.BooleanField(
        help_text="The tables of a round that begins are played on the site, those that can be."
    )
    draw_commitment = serializers.CharField(help_text="To which the first seed hashes.")
    created_at = StampField()
    finished_at = StampField(allow_null=True)


class StageRow(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.ChoiceField(choices=Stage.FORMATS)
    rounds = serializers.IntegerField(allow_null=True, help_text="Planned; null for as many as it takes.")
    cut = serializers.IntegerField(allow_null=True, help_text="How many come in; null is everybody.")
    line_up = serializers.IntegerField(allow_null=True, help_text=LINE_UP)
    status = serializers.ChoiceField(choices=Stage.STATUSES)


class HallRow(serializers.Serializer[Any]):
    since = StampField(source="taken_at")
    as_of = StampField(allow_null=True, help_text="Of when what the hall has sent is; null before it sent anything.")


@example(EXAMPLES["TournamentRow"] | EXAMPLES["TournamentDetail"])
class TournamentDetail(TournamentRow):
    division = serializers.CharField(allow_null=True)
    entries = serializers.DictField(child=serializers.IntegerField(), help_text="How many are in which state.")
    stages = StageRow(many=True)
    round = RoundPlace(allow_null=True, help_text="The newest that is published.")
    hall = HallRow(allow_null=True, help_text="The hall where it runs and alone is changed; null while it is here.")


class StageStandingRow(serializers.Serializer[Any]):
    position = serializers.IntegerField(source="row.position")
    position_before_draw = serializers.IntegerField(
        source="row.position_before_draw", help_text="Shared by those that only the draw separates."
    )
    entry = serializers.IntegerField(allow_null=True, help_text=IN_ITS_TOURNAMENT)
    character = serializers.CharField(source="who.name")
    slug = serializers.CharField(source="who.slug")
    games = serializers.IntegerField(source="row.tally.games")
    wins = serializers.IntegerField(source="row.tally.wins", help_text="First places.")
    points = UnitsField(
        source="row.tally.points", help_text="Table points with two decimals, byes and penalties taken in."
    )
    byes = UnitsField(help_text=POINTS)
    penalties = UnitsField(help_text=POINTS)
    decided_by = serializers.CharField(
        source="row.decided_by", help_text="What keeps the row below the one above; empty for the first."
    )
    tiebreaks = TiebreakRow(source="row.tiebreaks", many=True)


@example(EXAMPLES["StageStandings"])
class StageStandings(serializers.Serializer[Any]):
    tournament = serializers.CharField(source="stage.tournament.slug")
    stage = serializers.IntegerField(source="stage.number")
    name = serializers.CharField(source="stage.name")
    status = serializers.ChoiceField(source="stage.status", choices=Stage.STATUSES)
    count = serializers.IntegerField(help_text="Rows in the whole table.")
    version = serializers.CharField(help_text=VERSION)
    next = serializers.CharField(allow_null=True, help_text="Address of the rows that follow; null at the end.")
    results = StageStandingRow(many=True)


@example(EXAMPLES["TournamentEventRow"])
class TournamentEventRow(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=LedgerEntry.OF_TOURNAMENTS)
    text = serializers.CharField()
    by = PersonField()
    at = StampField()
    imported = serializers.BooleanField(help_text="An archive says so; this site did not see it.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        row = super().to_representation(instance)
        return row | {"text": renamed(row["text"], self.context["names"])}


def tournaments() -> QuerySet[Tournament]:
    clocks = Coalesce(NullIf("zone", Value("")), "season__league__zone")
    return Tournament.objects.annotate(clocks=clocks)


def tournament_detail(tournament: Tournament) -> dict[str, Any]:
    """Return one tournament with its stages and the number of entries in each state. Four queries, and one for its
    hall."""
    states = Counter(tournament.entries.values_list("status", flat=True))
    published = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT)
    row: dict[str, Any] = tournaments().values(*columns_of(TournamentRow)).get(pk=tournament.pk)
    row["division"] = tournament.division.name if tournament.division else None
    row["entries"] = {status: states[status] for status in Entry.STATUSES}
    row["stages"] = tournament.stages.order_by("number")
    row["hall"] = tournament.hall
    row["round"] = published.order_by("-stage__number", "-number").values(*columns_of(RoundPlace)).first()
    return TournamentDetail(row).data


def stage_standings(stage: Stage, *, offset: int, limit: int, until: int | None = None) -> dict[str, Any]:
    """Return `limit` rows from `offset` on of the standings of a stage, or as they were after round `until`, with every
    tie-break. `next` is left to the caller, who knows the address."""
    table, rows = explained_table(stage, part=slice(offset, offset + limit), until=until)
    body = {"stage": stage, "count": len(table.standings), "version": table.standings.version, "next": None}
    return StageStandings(body | {"results": rows}).data


class TournamentFilter(filters.FilterSet):  # type: ignore[misc]
    league = filters.CharFilter(field_name="season__league__slug", label="Slug of the league.")
    season = filters.CharFilter(field_name="season__slug", label="Slug of the season.")
    system = SystemFilter()
    status = filters.ChoiceFilter(choices=[(state, state) for state in Tournament.STATUSES])
    character = filters.CharFilter(field_name="entries__character__slug", label="Slug of a character who entered.")


class TournamentList(ApiList[Tournament]):
    ordering = ("-pk",)
    queryset = Tournament.objects.none()
    league = "season__league"
    filterset_class = TournamentFilter
    serializer_class = TournamentRow

    def get_queryset(self) -> QuerySet[Tournament]:
        return tournaments()

    @extend_schema(
        tags=TAGS,
        summary="List tournaments",
        description="Tournaments of all leagues, the newest first.",
        responses=TournamentRow(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.listed()

    @extend_schema(
        tags=TAGS,
        summary="Announce a tournament",
        description=(
            "A planned tournament of a season with its stages, and the commitment to its draws. Organisers of the "
            "league only."
        ),
        request=TournamentInput,
        responses={201: TournamentDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request) -> Response:
        form = TournamentInput(data=request.data, context={"user": request.user})
        data = read(form)
        season = data.pop("season")
        data.pop("stages", None)
        require(request.user, "administer", season.league)
        tournament = create_tournament(season=season, stages=form.plans(), by=signed_in(request), **data)
        return Response(tournament_detail(tournament), status.HTTP_201_CREATED)


class TournamentView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a tournament",
        description="The tournament with its stages, how many are entered, and the newest round.",
        responses=TournamentDetail,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(tournament_detail(lookup.tournament(slug)))


class EditTournamentView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Change a tournament",
        description=(
            "Other settings; only those that are sent. The game and its table size are fixed by the first draw. "
            "Organisers only."
        ),
        request=SetupInput,
        responses={200: TournamentDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        plays = staff(request, slug, "administer")
        data: Any = read(SetupInput(data=request.data))
        return Response(tournament_detail(edit_tournament(tournament=plays, by=signed_in(request), **data)))


def step(
    summary: str, description: str, run: Callable[..., object], form: type[Nothing | ReasonInput] = Nothing
) -> type[ApiView]:
    """Return a view that lets organisers call `run` with the tournament."""

    def decide(request: Request, body: ReadBody, slug: str) -> dict[str, Any]:
        plays = staff(request, slug, "administer")
        run(tournament=plays, by=signed_in(request), **body())
        return tournament_detail(plays)

    return step_view(
        decide,
        summary=summary,
        description=f"{description} Organisers only; 409 when it is done already.",
        row=TournamentDetail,
        form=form,
        body=None if form is Nothing else {"reason": "The hall is closed."},
    )


def _end(*, tournament: Tournament, by: Any) -> None:
    end_stage(stage=running_stage(tournament), by=by)


CancelView = step(
    "Cancel a tournament",
    "It does not take place, or not to its end; what was played stays.",
    cancel_tournament,
    ReasonInput,
)
StartView = step(
    "Start the next stage",
    "The first with everybody who is checked in, a later one with those above its cut.",
    start_stage,
)
EndStageView = step("End the stage", "Once its last round has ended.", _end)
FinishView = step("Finish a tournament", "Standings are final then but for corrections.", finish_tournament)


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
        responses=StageStandings,
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        part = read(StagePart(data=request.query_params))
        return in_parts(request, stage_standings(lookup.stage(slug, number), **part), part)


class EventFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in LedgerEntry.OF_TOURNAMENTS])


class EventList(ApiList[LedgerEntry]):
    ordering = ("-pk",)
    queryset = LedgerEntry.objects.none()
    filterset_class = EventFilter
    serializer_class = TournamentEventRow

    def get_queryset(self) -> QuerySet[LedgerEntry]:
        plays = lookup.tournament(self.kwargs["slug"])
        if plays.status not in OVER and not may(self.request.user, "referee", plays.season.league):
            raise PermissionDenied("The log is for referees and organisers until the tournament is over.")
        return LedgerEntry.objects.filter(tournament=plays)

    @extend_schema(
        tags=TAGS,
        summary="Read the log",
        description=(
            "What happened in the tournament, the newest first. For referees and organisers; for everybody once it is "
            "over."
        ),
        responses=TournamentEventRow(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        league = lookup.tournament(slug).season.league_id
        return self.listed(names=hidden_names(Q(character__enrolment__league=league)))
