"""Tables of a round: what the seats report, what a referee decides; the rulings of a tournament: warnings, penalties
and what else was decided."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from secrets import token_hex
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.sheets import ScoreSheet, SeatLine
from games.tasks import review_soon
from league.core.api import lookup
from league.core.api.errors import from_sheet
from league.core.api.fields import (
    NUMBER,
    REASON,
    SMALL,
    Input,
    Nothing,
    PersonField,
    ReasonInput,
    StampField,
    columns_of,
)
from league.core.api.lookup import TAGS, staff
from league.core.api.schema import ErrorAnswer, asking, example, examples_beside
from league.core.api.steps import ReadBody, step_view
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.forms import network_of
from league.core.queries.access import require
from league.core.rules.roles import Act
from league.core.rules.scopes import REPORT
from league.core.services.idempotency import sent_key
from league.models import Ruling, Table, TableSeat
from league.sheets.api import MOST_SEATS, SeatInput, SheetInput, WonField
from league.tournaments.draws.services.draw_changes import lock_table, unlock_table
from league.tournaments.stages.queries.explanations import plain_points
from league.tournaments.tables.queries.links import origin_of
from league.tournaments.tables.queries.round_tables import STATES, table_rows
from league.tournaments.tables.queries.table_state import lines_of, table_state
from league.tournaments.tables.rules import MOST_EXTRA
from league.tournaments.tables.services.acts import confirm_report, contradict_table, report_table
from league.tournaments.tables.services.played_here import play_here, stop_playing_here
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    mark_present,
    rescind_ruling,
    rule_table,
    set_extra_time,
)

EXAMPLES = examples_beside(__file__)
AT_A_BOARD = EXAMPLES["TableDetail"] | EXAMPLES["AtABoard"]
SEAT_NOTE = "For who owns the character in that seat, referees and organisers."
SEAT = "Which seat speaks."
REVISION = "The `revision` of the table that you saw: 409 and what happened meanwhile when somebody decided since."


def revision_field() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=SMALL, required=False, help_text=REVISION)


class TableSeatInput(SeatInput):
    """Give figures of those present, numbered in the order of their seats. The table knows who sits there."""

    character = None  # type: ignore[assignment]
    won = WonField(required=False, allow_null=True, default=False)


class TableSheetInput(SheetInput):
    """Report a sheet; the table decides game, edition, names and time."""

    system = None  # type: ignore[assignment]
    edition = None  # type: ignore[assignment]
    played_at = None  # type: ignore[assignment]
    seats = TableSeatInput(many=True, allow_empty=False, max_length=MOST_SEATS)  # type: ignore[call-arg]


@example(EXAMPLES["TableReportInput"], "Request")
class TableReportInput(TableSheetInput):
    expected_revision = revision_field()
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)


@example(EXAMPLES["TableRulingInput"], "Request")
class TableRulingInput(TableSheetInput):
    """Decide a table; without figures, by its sheet as it stands."""

    expected_revision = revision_field()
    seats = TableSeatInput(many=True, required=False, allow_empty=False, max_length=MOST_SEATS)  # type: ignore[call-arg]
    reason = serializers.CharField(max_length=300, help_text=REASON)


@example(EXAMPLES["ConfirmTableInput"], "Request")
class ConfirmTableInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)
    digest = serializers.CharField(max_length=64, help_text="The `digest` of the sheet that you saw.")
    expected_revision = revision_field()


@example(EXAMPLES["ContradictInput"], "Request")
class ContradictInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)
    reason = serializers.CharField(max_length=300, help_text=REASON)
    expected_revision = revision_field()


@extend_schema_field({"type": "string", "format": "decimal", "pattern": r"^(\d{1,6}(\.\d{0,2})?|\.\d{1,2})$"})
class PointsField(serializers.DecimalField):
    """Ask for a digit at least, which the default pattern of a schema does not."""


class ExtraTimeInput(Input):
    minutes = serializers.IntegerField(min_value=0, max_value=MOST_EXTRA, help_text="In all; 0 takes them back.")


@example(EXAMPLES["RulingInput"], "Request")
class RulingInput(Input):
    kind = serializers.ChoiceField(choices=(Ruling.WARNING, Ruling.PENALTY))
    entry = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    stage = serializers.IntegerField(min_value=1, max_value=SMALL)
    round = serializers.IntegerField(min_value=1, max_value=SMALL)
    points = PointsField(
        max_digits=8, decimal_places=2, min_value=0, required=False, help_text="Table points that a penalty takes."
    )
    reason = serializers.CharField(max_length=300, help_text=REASON)


class UnitsField(serializers.CharField):
    """Answer table points with two decimals."""

    def to_representation(self, value: int) -> str:  # type: ignore[override]
        return plain_points(value)


class TableSeatRow(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry__number", allow_null=True, help_text="Null for a bot.")
    character = serializers.CharField(source="entry__character__name", allow_null=True)
    slug = serializers.CharField(source="entry__character__slug", allow_null=True)
    absent = serializers.BooleanField()


class TableRow(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    objected = serializers.BooleanField(help_text="Confirmed, and a seat says that it is wrong.")
    revision = serializers.IntegerField(help_text="Of the newest decision about its game; send it back.")
    locked = serializers.BooleanField()
    extra_minutes = serializers.IntegerField(help_text="What it has beyond the clock of its round.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Why it is composed so.")
    game = serializers.IntegerField(source="game_id", allow_null=True, help_text="The id of its game.")
    reported = serializers.IntegerField(help_text="Seats that have spoken.")
    confirm_by = StampField(allow_null=True, help_text="When silence confirms.")
    frozen_at = StampField(allow_null=True)
    frozen_because = serializers.CharField()
    play = serializers.IntegerField(
        allow_null=True, help_text="That on the site which is, or was, played instead of at a board."
    )
    seats = TableSeatRow(many=True)


@example(EXAMPLES["TableDetail"])
class TableDetail(TableRow):
    digest = serializers.CharField(help_text="Of the sheet as it stands, to confirm it; empty without one.")
    needed = serializers.IntegerField(help_text="Seats that must agree.")


@example(EXAMPLES["RulingRow"])
class RulingRow(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="round__stage__number")
    round = serializers.IntegerField(source="round__number")
    table = serializers.IntegerField(source="table__number", allow_null=True)
    entry = serializers.IntegerField(source="entry__number", allow_null=True)
    character = serializers.CharField(source="entry__character__name", allow_null=True)
    kind = serializers.ChoiceField(choices=Ruling.KINDS)
    points = UnitsField(source="units", help_text="Table points taken, with two decimals.")
    reason = serializers.CharField()
    by = PersonField()
    at = StampField()
    rescinded_at = StampField(allow_null=True)
    rescinded_by = PersonField()
    rescinded_because = serializers.CharField()


def decide_table(request: Request, slug: str, stage: int, number: int, table: int, act: Act) -> Table:
    """Return the table, for people who may do `act`."""
    row = lookup.table(request.user, slug, stage, number, table)
    require(request.user, act, row.round.stage.tournament.season.league)
    return row


def seat_of_user(request: Request, table: Table, number: int) -> TableSeat:
    """Return the seat, for people who may speak for it."""
    seats = TableSeat.objects.select_related("table__round__stage__tournament__season__league", "entry")
    seat = seats.filter(table=table, seat=number).first()
    if seat is None:
        raise Http404
    who = [seat.entry.character_id] if seat.entry else []
    require(request.user, "submit", table.round.stage.tournament.season.league, characters=who)
    return seat


def table_response(table: Table) -> Response:
    """Return the table as it is now, its sheet by digest."""
    review_soon()
    return Response(table_detail(table))


def table_detail(table: Table) -> dict[str, Any]:
    state, [row] = table_state(table.pk), table_rows(Table.objects.filter(pk=table.pk))
    return TableDetail(row | {"digest": state.digest, "needed": state.needed}).data


def _from(request: Request, table: Table, body: dict[str, Any]) -> dict[str, Any]:
    """Return who sends the request, from where, and the revision that they saw."""
    return {
        "by": signed_in(request),
        "origin": origin_of(network_of(request), tournament=table.round.stage.tournament_id),
        "expected_revision": body.get("expected_revision"),
    }


class TableView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a table",
        description="One table with its state. Its figures are those of its game, under `games/`.",
        responses=TableDetail,
    )
    def get(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        return Response(table_detail(lookup.table(request.user, slug, stage, number, table)))


class ReportView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=TAGS,
        summary="Report a table",
        description=(
            "What one seat says that the sheet is: figures of those present, numbered in the order of their seats. The "
            f"first report makes the game, agreement confirms it, a contradiction freezes the table. {SEAT_NOTE}"
        ),
        request=TableReportInput,
        responses={200: TableDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        row = lookup.table(request.user, slug, stage, number, table)
        form = TableReportInput(data=request.data, context={"game": table_state(row.pk).system})
        seat = seat_of_user(request, row, read(form)["seat"])
        key = sent_key(request.headers) or token_hex(16)
        try:
            report_table(seat=seat, sheet=sheet_of(row, form), key=key, **_from(request, row, form.validated_data))
        except ValidationError as error:
            raise from_sheet(error, form.seat_numbers()) from error
        return table_response(row)


class ConfirmTableView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=TAGS,
        summary="Confirm a table's report",
        description=f"A seat agrees with the sheet that it saw; 409 when there is another by now. {SEAT_NOTE}",
        request=ConfirmTableInput,
        responses={200: TableDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        row = lookup.table(request.user, slug, stage, number, table)
        body = read(ConfirmTableInput(data=request.data))
        seat = seat_of_user(request, row, body["seat"])
        key = sent_key(request.headers) or token_hex(16)
        confirm_report(seat=seat, seen_digest=body["digest"], key=key, **_from(request, row, body))
        return table_response(row)


class ContradictView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=TAGS,
        summary="Contradict a table's report",
        description=(
            "A seat says that the sheet is wrong, and why; the referee is called. Of a confirmed result it is an "
            f"objection: the organiser is told, and nothing changes until it is decided. {SEAT_NOTE}"
        ),
        request=ContradictInput,
        responses={200: TableDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        row = lookup.table(request.user, slug, stage, number, table)
        body = read(ContradictInput(data=request.data))
        seat = seat_of_user(request, row, body["seat"])
        contradict_table(seat=seat, reason=body["reason"], **_from(request, row, body))
        return table_response(row)


class RuleView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Decide a table",
        description=(
            "The referee's sheet, or without `seats` the one that stands; confirmed at once. Referees and organisers."
        ),
        request=TableRulingInput,
        responses={200: TableDetail, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        row = decide_table(request, slug, stage, number, table, "referee")
        form = TableRulingInput(data=request.data, context={"game": table_state(row.pk).system})
        body = read(form)
        sheet = sheet_of(row, form) if "seats" in body else None
        try:
            rule_table(
                table=row,
                reason=body["reason"],
                by=signed_in(request),
                sheet=sheet,
                expected_revision=body.get("expected_revision"),
            )
        except ValidationError as error:
            raise from_sheet(error, form.seat_numbers() if sheet else ()) from error
        return table_response(row)


def sheet_of(table: Table, form: TableSheetInput) -> ScoreSheet:
    """Return the figures of the request with the names of the table."""
    body, plays = form.validated_data, table.round.stage.tournament
    names = {line.seat: line for line in lines_of(table_state(table.pk))}
    lines = []
    for row in sorted(body["seats"], key=lambda row: int(row["seat"])):
        line = names.get(row["seat"], SeatLine(row["seat"], None, ""))
        lines.append(replace(line, won=bool(row["won"]), figures=row["score"]))
    header = (body["mode"], body.get("target"), body.get("minutes"))
    made_by = form.game.content if form.game else ""
    return ScoreSheet(plays.system, plays.edition, timezone.now(), tuple(lines), *header, definition=made_by)


def table_step(
    summary: str,
    description: str,
    run: Callable[..., object],
    *,
    act: Act = "referee",
    form: type[Input] = Nothing,
    body: dict[str, Any] | None = None,
    answered: dict[str, Any] | None = None,
) -> type[ApiView]:
    """Return a view that calls `run` with a table, or with the seat that the address names, for people who may do
    `act`."""

    def decide(
        request: Request, read_body: ReadBody, slug: str, stage: int, number: int, table: int, seat: int = 0
    ) -> dict[str, Any]:
        row = decide_table(request, slug, stage, number, table, act)
        said = {} if form is Nothing else read_body()
        place = {"seat": seat_of_user(request, row, seat)} if seat else {"table": row}
        run(**place, by=signed_in(request), **said)
        review_soon()
        return table_detail(row)

    return step_view(
        decide,
        summary=summary,
        description=f"{description} {'Organisers only' if act == 'administer' else 'Referees and organisers'}.",
        row=TableDetail,
        form=form,
        body=body,
        answered=answered,
    )


PlayHereView = table_step(
    "Play a table here",
    "The table is played on the site instead of at a board: `play` is the play where everybody sits down, and its "
    "outcome becomes the sheet. A second request finds the one there is.",
    play_here,
    answered=AT_A_BOARD | {"play": 7},
)
StopPlayView = table_step(
    "Stop the play of a table",
    "The play is closed and stays readable; the table is free for a board.",
    stop_playing_here,
    form=ReasonInput,
    body={"reason": "The network is gone."},
    answered=AT_A_BOARD,
)
ExtraTimeView = table_step(
    "Give a table more time",
    "Minutes beyond the clock of its round, in all: sent twice, they are given once, and 0 takes them back.",
    set_extra_time,
    form=ExtraTimeInput,
    body={"minutes": 5},
    answered=EXAMPLES["TableDetail"] | {"extra_minutes": 5},
)
LockView = table_step("Lock a table", "It stays as it is when the round is drawn again.", lock_table, act="administer")
UnlockView = table_step("Unlock a table", "It may be drawn again.", unlock_table, act="administer")
NOT_SEEN = {"reason": "Nobody has seen them today."}
AbsentView = table_step(
    "Mark a no-show",
    "The table goes on without the character in this seat. What was reported is void.",
    mark_absent,
    form=ReasonInput,
    body=NOT_SEEN,
)
PresentView = table_step(
    "Take back a no-show",
    "They sit there after all. What was reported is void.",
    mark_present,
    form=ReasonInput,
    body=NOT_SEEN,
)


class RulingFilter(filters.FilterSet):  # type: ignore[misc]
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in Ruling.KINDS])
    character = filters.CharFilter(field_name="entry__character__slug", label="Slug of a character.")


class RulingList(ApiList[Ruling]):
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
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed()

    @extend_schema(
        tags=TAGS,
        summary="Warn or penalise",
        description="A warning costs nothing, a penalty takes table points in its stage. Referees and organisers.",
        request=RulingInput,
        responses={201: RulingRow, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        staff(request, slug, "referee")
        return Response(ruling_record(_give(request, slug)), status.HTTP_201_CREATED)


def _give(request: Request, slug: str) -> Ruling:
    body = read(RulingInput(data=request.data))
    entry = lookup.entry(slug, body["entry"])
    played = lookup.played_round(request.user, slug, body["stage"], body["round"])
    common = {"entry": entry, "round": played, "reason": body["reason"], "by": signed_in(request)}
    if body["kind"] == Ruling.WARNING:
        return give_warning(**common)
    return give_penalty(points=Fraction(body.get("points", 0)), **common)


def ruling_record(ruling: Ruling) -> dict[str, Any]:
    return RulingRow(Ruling.objects.values(*columns_of(RulingRow)).get(pk=ruling.pk)).data


class RescindView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Rescind a ruling",
        description="It no longer counts and stays readable, with the reason. Referees and organisers.",
        request=asking(ReasonInput, {"reason": "They were there all the time."}),
        responses={200: RulingRow, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str, ruling_id: int) -> Response:
        staff(request, slug, "referee")
        body = read(ReasonInput(data=request.data))
        ruling = lookup.ruling(slug, ruling_id)
        return Response(ruling_record(rescind_ruling(ruling=ruling, reason=body["reason"], by=signed_in(request))))
