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
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.sheets import ScoreSheet, SeatLine
from games.tasks import review_soon
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.errors import from_sheet
from league.core.api.fields import ReasonInput
from league.core.api.lookup import TAGS, staff
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.forms import network_of
from league.core.queries.access import require
from league.core.rules.roles import Act
from league.core.rules.scopes import REPORT
from league.core.services.idempotency import sent_key
from league.models import Ruling, Table, TableSeat
from league.tournaments.draws.services.draw_changes import lock_table, unlock_table
from league.tournaments.entries.api import examples_tournaments as examples
from league.tournaments.tables.api.inputs import (
    ConfirmTableInput,
    ContradictInput,
    RulingInput,
    TableReportInput,
    TableRulingInput,
    TableSheetInput,
)
from league.tournaments.tables.queries.links import origin_of
from league.tournaments.tables.queries.round_records import (
    RULING,
    RulingRow,
    TableDetail,
    ruling_record,
    ruling_row,
    table_record,
)
from league.tournaments.tables.queries.table_state import lines_of, table_state
from league.tournaments.tables.services.acts import confirm_report, contradict_table, report_table
from league.tournaments.tables.services.played_here import play_here, stop_playing_here
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    mark_present,
    rescind_ruling,
    rule_table,
)

SEAT_NOTE = "For who owns the character in that seat, referees and organisers."


def decide_table(request: Request, slug: str, stage: int, number: int, table: int, act: Act) -> Table:
    """Return the table, for those who may do `act`."""
    found = lookup.table(request.user, slug, stage, number, table)
    require(request.user, act, found.round.stage.tournament.season.league)
    return found


def seat_of_user(request: Request, table: Table, number: int) -> TableSeat:
    """Return the seat, for those who may speak for it."""
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


def table_detail(table: Table) -> TableDetail:
    state = table_state(table.pk)
    return {**table_record(table), "digest": state.digest, "needed": state.needed}


def _from(request: Request, table: Table, said: dict[str, Any]) -> dict[str, Any]:
    """Return who sends the request, from where, and the revision that they saw."""
    return {
        "by": signed_in(request),
        "origin": origin_of(network_of(request), tournament=table.round.stage.tournament_id),
        "expected_revision": said.get("expected_revision"),
    }


class TableView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Read a table",
        description="One table with its state. Its figures are those of its game, under `games/`.",
        responses=described(TableDetail),
        examples=[answer(examples.TABLE_DETAIL)],
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
        responses={200: described(TableDetail), 409: ErrorAnswer},
        examples=[question(examples.TABLE_REPORT), answer(examples.TABLE_DETAIL)],
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        found = lookup.table(request.user, slug, stage, number, table)
        form = TableReportInput(data=request.data, system=found.round.stage.tournament.system)
        seat = seat_of_user(request, found, read(form)["seat"])
        key = sent_key(request.headers) or token_hex(16)
        try:
            report_table(seat=seat, sheet=sheet_of(found, form), key=key, **_from(request, found, form.validated_data))
        except ValidationError as error:
            raise from_sheet(error, form.seat_numbers()) from error
        return table_response(found)


class ConfirmTableView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=TAGS,
        summary="Confirm a table's report",
        description=f"A seat agrees with the sheet that it saw; 409 when there is another by now. {SEAT_NOTE}",
        request=ConfirmTableInput,
        responses={200: described(TableDetail), 409: ErrorAnswer},
        examples=[question({"seat": 2, "digest": examples.DIGEST}), answer(examples.TABLE_DETAIL)],
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        found = lookup.table(request.user, slug, stage, number, table)
        said = read(ConfirmTableInput(data=request.data))
        seat = seat_of_user(request, found, said["seat"])
        key = sent_key(request.headers) or token_hex(16)
        confirm_report(seat=seat, shown=said["digest"], key=key, **_from(request, found, said))
        return table_response(found)


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
        responses={200: described(TableDetail), 409: ErrorAnswer},
        examples=[question({"seat": 2, "reason": "I held 12 cards, not 9."}), answer(examples.TABLE_DETAIL)],
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        found = lookup.table(request.user, slug, stage, number, table)
        said = read(ContradictInput(data=request.data))
        seat = seat_of_user(request, found, said["seat"])
        contradict_table(seat=seat, reason=said["reason"], **_from(request, found, said))
        return table_response(found)


class RuleView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Decide a table",
        description=(
            "The referee's sheet, or without `seats` the one that stands; confirmed at once. Referees and organisers."
        ),
        request=TableRulingInput,
        responses={200: described(TableDetail), 409: ErrorAnswer},
        examples=[question({"reason": "Counted again at the table."}), answer(examples.TABLE_DETAIL)],
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        found = decide_table(request, slug, stage, number, table, "referee")
        form = TableRulingInput(data=request.data, system=found.round.stage.tournament.system)
        said = read(form)
        sheet = sheet_of(found, form) if "seats" in said else None
        try:
            rule_table(
                table=found,
                reason=said["reason"],
                by=signed_in(request),
                sheet=sheet,
                expected_revision=said.get("expected_revision"),
            )
        except ValidationError as error:
            raise from_sheet(error, form.seat_numbers() if sheet else ()) from error
        return table_response(found)


def sheet_of(table: Table, form: TableSheetInput) -> ScoreSheet:
    """Return the figures of the request with the names of the table."""
    said, plays = form.validated_data, table.round.stage.tournament
    names = {line.seat: line for line in lines_of(table_state(table.pk))}
    lines = []
    for row in sorted(said["seats"], key=lambda row: int(row["seat"])):
        line = names.get(row["seat"], SeatLine(row["seat"], None, ""))
        lines.append(replace(line, won=bool(row["won"]), figures=row["score"]))
    header = (said["mode"], said.get("target"), said.get("minutes"))
    return ScoreSheet(plays.system, plays.edition, timezone.now(), tuple(lines), *header)


class PlayHereView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Play a table here",
        description=(
            "The table is played on the site instead of at a board: `play` is the play where everybody sits down, and "
            "its outcome becomes the sheet. A second request finds the one there is. Referees and organisers."
        ),
        request=None,
        responses={200: described(TableDetail), 409: ErrorAnswer},
        examples=[answer(examples.PLAYED_HERE)],
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        found = decide_table(request, slug, stage, number, table, "referee")
        play_here(table=found, by=signed_in(request))
        return table_response(found)


class StopPlayView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Stop the play of a table",
        description="The play is closed and stays readable; the table is free for a board. Referees and organisers.",
        request=ReasonInput,
        responses={200: described(TableDetail), 409: ErrorAnswer},
        examples=[question({"reason": "The network is gone."}), answer(examples.AT_A_BOARD)],
    )
    def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
        found = decide_table(request, slug, stage, number, table, "referee")
        stop_playing_here(table=found, reason=read(ReasonInput(data=request.data))["reason"], by=signed_in(request))
        return table_response(found)


def lock_step(summary: str, description: str, run: Callable[..., None]) -> type[ApiView]:
    class View(ApiView):
        @extend_schema(
            tags=TAGS,
            summary=summary,
            description=f"{description} Organisers only.",
            request=None,
            responses={200: described(TableDetail), 409: ErrorAnswer},
            examples=[answer(examples.TABLE_DETAIL)],
        )
        def post(self, request: Request, slug: str, stage: int, number: int, table: int) -> Response:
            found = decide_table(request, slug, stage, number, table, "administer")
            run(table=found, by=signed_in(request))
            return table_response(found)

    return View


def seat_step(summary: str, description: str, run: Callable[..., object]) -> type[ApiView]:
    class View(ApiView):
        @extend_schema(
            tags=TAGS,
            summary=summary,
            description=f"{description} What was reported is void. Referees and organisers.",
            request=ReasonInput,
            responses={200: described(TableDetail), 409: ErrorAnswer},
            examples=[question({"reason": "Nobody has seen them today."}), answer(examples.TABLE_DETAIL)],
        )
        def post(self, request: Request, slug: str, stage: int, number: int, table: int, seat: int) -> Response:
            found = decide_table(request, slug, stage, number, table, "referee")
            said = read(ReasonInput(data=request.data))
            run(seat=seat_of_user(request, found, seat), reason=said["reason"], by=signed_in(request))
            return table_response(found)

    return View


LockView = lock_step("Lock a table", "It stays as it is when the round is drawn again.", lock_table)
UnlockView = lock_step("Unlock a table", "It may be drawn again.", unlock_table)
AbsentView = seat_step("Mark a no-show", "The table goes on without the character in this seat.", mark_absent)
PresentView = seat_step("Take back a no-show", "They sit there after all.", mark_present)


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
