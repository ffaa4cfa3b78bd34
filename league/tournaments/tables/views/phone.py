"""The score sheet that the QR code of a table opens: no account, one thumb, weak signal. Which phone asks, what it sees
(who it is, what it can enter, what the others said) and what its buttons do.

A phone has its own secret in a signed cookie that only the pages of tables get. Everything works as a plain form;
the script sends the same by way of what it keeps on the phone (`phone_reports`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from games.rules.sheets import ERROR, WARNING, Problem
from games.tasks import review_soon
from league.clubs.queries import names_in
from league.core.forms import network_of, readable, whole_number
from league.core.live.views import events_url
from league.core.views.devices import device_of, new_device, remember
from league.core.views.permissions import with_camera
from league.models import Round, Table, TableSeat
from league.sheets.forms.boxes import SeatBox, more_label, pointed, seat_boxes, show_photo
from league.sheets.forms.checking import unnoticed
from league.sheets.forms.drafts import Draft, names_at
from league.sheets.forms.own_settings import VariantsForm
from league.sheets.queries.companions import own_marks
from league.sheets.queries.photos import fields_read, photos_of_table
from league.sheets.rules.sheet_cells import ReadField
from league.tournaments.tables.forms import TableEntry, asks_target, entry_of, read_entry
from league.tournaments.tables.queries.links import (
    device_digest,
    likely_seat,
    origin_of,
    present_table,
    seat_of_device,
    table_of,
    table_path,
)
from league.tournaments.tables.queries.table_state import (
    UNDER_WAY,
    TableState,
    can_report,
    play_at,
    seat_name,
    table_state,
)
from league.tournaments.tables.rules import FROZEN, OBJECT, SEAT, WAITING, allowed
from league.tournaments.tables.services.acts import confirm_report, contradict_table, end_countdown, report_table
from league.tournaments.tables.services.seats import SILENT, claim_seat
from league.tournaments.tables.views.phone_reports import LARGEST_BODY, PATH, codes_of, digest_of, status_of

log = structlog.get_logger(__name__)


@with_camera
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def table_phone(request: HttpRequest, token: str) -> HttpResponseBase:
    table = table_of(token)
    if table is None or table.round.status == Round.DRAFT:
        return unknown_link(request, table)
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
        much = _("That is more than a score sheet holds.")
        return HttpResponse(much, status=413, content_type="text/plain")
    device = device_of(request) or new_device()
    page = PhonePage(request, table, device)
    response = page.respond() if request.method == "POST" else page.show()
    remember(response, device, PATH)
    patch_cache_control(response, private=True, no_cache=True)
    return response


class PhonePage:
    """One request of one phone. `device` is its secret."""

    def __init__(self, request: HttpRequest, table: Table, device: str) -> None:
        self.request = request
        self.device = device
        self.state = table_state(table.pk)

    def respond(self) -> HttpResponseBase:
        """Do what the pressed button says, and return to the page."""
        go = self.request.POST.get("go", "")
        try:
            if go in ("live", "figures", "check", "send"):
                return self._figures(go)
            if go == "claim":
                again = self._text("again") == YES
                claim_seat(seat=self._chosen(), device=self.device, by=self._user(), again=again)
            elif go == "confirm":
                confirm_report(
                    seat=self._own(), seen_digest=self._text("digest"), key=self._text("key"), **self._from()
                )
            elif go == "wrong":
                contradict_table(seat=self._own(), reason=self._text("reason"), **self._from())
        except ValidationError as error:
            return self.show(status=status_of(error), refused=error)
        review_soon()
        return redirect(table_path(self.state.table))

    def show(self, *, status: int = 200, refused: ValidationError | None = None) -> HttpResponse:
        if refused is not None:
            self.state = table_state(self.state.table.pk)
        return self._render(entry_context(self.state), status=status, refused=refused)

    def with_figures(
        self,
        entry: TableEntry,
        *,
        photo_refused: ValidationError | None = None,
        read: Mapping[str, ReadField] | None = None,
    ) -> HttpResponse:
        """Show the form with these figures, of which nothing is sent. `read`: what they were read from."""
        context = entry_context(self.state, entry) | {"photo_refused": photo_refused is not None}
        status = 200 if photo_refused is None else status_of(photo_refused)
        return self._render(context, status=status, refused=photo_refused, read=read)

    def _figures(self, go: str) -> HttpResponseBase:
        entry = read_entry(self.state, self.request.POST)
        if go == "live":
            return render(self.request, "league/sheets/result_live.html", live_context(self.state, entry))
        wrong = go != "figures" and has_errors(entry.problems)
        if go == "send" and not wrong and entry.sheet is not None:
            try:
                report_table(seat=self._own(), sheet=entry.sheet, key=self._text("key"), **self._from())
            except ValidationError as error:
                self.state = table_state(self.state.table.pk)
                return self._render(entry_context(self.state, entry), status=status_of(error), refused=error)
            review_soon()
            return redirect(table_path(self.state.table))
        step = "check" if go == "check" and not wrong else "figures"
        return self._render(entry_context(self.state, entry, step=step, refuse=wrong), status=422 if wrong else 200)

    def _render(
        self,
        entry: dict[str, Any],
        *,
        status: int = 200,
        refused: ValidationError | None = None,
        read: Mapping[str, ReadField] | None = None,
    ) -> HttpResponse:
        now = table_now(self.request, self.state, device_digest(self.device))
        context = {**now, **entry, "wants_entry": "enter" in self.request.GET or self.request.method == "POST"}
        who = [seat.character_id for seat in entry["draft"].seats]
        read = read or fields_read(self.state.table.pk, device_digest(self.device), who)
        context |= show_photo(entry["entry_seats"], read)
        if refused is not None:
            context["problems"] = [{"what": message} for message in refused.messages]
            context["silent_seat"] = self._text("seat") if SILENT in codes_of(refused) else ""
        context["events"] = events_url(self.request, f"table:{self.state.table.pk}")
        return render(self.request, "league/tables/table_phone.html", context, status=status)

    def _own(self) -> TableSeat:
        seat = seat_of_device(self.state, device_digest(self.device))
        if seat is None:
            raise ValidationError(_("Say first which seat is yours."), code="stale")
        return seat

    def _chosen(self) -> TableSeat:
        number = self._text("seat")
        seat = next((seat for seat in self.state.seats if str(seat.seat) == number), None)
        if seat is None:
            raise ValidationError(_("Choose one of the seats of this table."))
        return seat

    def _from(self) -> dict[str, Any]:
        """Return who sends the request, from where, and the revision that they saw."""
        return {
            "by": self._user(),
            "origin": origin_of(network_of(self.request), tournament=self.state.tournament.pk, device=self.device),
            "expected_revision": whole_number(self.request.POST.get("revision", "")),
        }

    def _text(self, name: str) -> str:
        return readable(self.request.POST.get(name, ""))

    def _user(self) -> User | None:
        return self.request.user if isinstance(self.request.user, User) else None


@require_safe
def table_phone_now(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the part of the page that changes, polled every few seconds: mostly a 304 (`phone_reports.answer_polls`)."""
    table = table_of(token)
    if table is None or table.round.status == Round.DRAFT:
        return unknown_link(request, table)
    if table.confirm_by is not None and table.confirm_by <= timezone.now():
        _settle_now(table)
    response = render(
        request, "league/tables/table_now.html", table_now(request, table_state(table.pk), digest_of(request))
    )
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _settle_now(table: Table) -> None:
    """Settle the table for the first phone that sees the end of a countdown, without waiting for the sweep. A failure
    is left to the sweep."""
    if table.round.stage.tournament.hall_id:
        return
    try:
        if end_countdown(table.pk, table.round.stage.tournament_id):
            review_soon()
    except Exception:
        log.exception("A countdown that is over can't be settled", table=table.pk)


def unknown_link(request: HttpRequest, table: Table | None) -> HttpResponse:
    """Answer a link that is not from this site, belongs to another round's table, or comes too early."""
    return render(request, "league/tables/table_unknown.html", {"early": table is not None}, status=404)


YES, OTHER, NO = "yes", "other", "no"
NOTES = {
    "bot": gettext_lazy("bot"),
    "absent": gettext_lazy("absent"),
    "dropped": gettext_lazy("dropped"),
    "you": gettext_lazy("you"),
    "another phone": gettext_lazy("another phone"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the page lists it; `note` is what there is to say besides the name, a key of `NOTES` or ""."""

    seat: TableSeat
    name: str
    note: str
    agreed: bool
    differs: bool
    mine: bool
    likely: bool

    @property
    def speaks(self) -> bool:
        return self.note not in ("bot", "absent", "dropped")

    @property
    def noted(self) -> str:
        return str(NOTES[self.note]) if self.note else ""


def table_now(request: HttpRequest, state: TableState, device: str) -> dict[str, Any]:
    """Return the part of the page that changes on its own. `device` is the digest of the phone's secret."""
    mine = seat_of_device(state, device)
    likely = None if mine else likely_seat(state, device, request.user)
    play = play_at(state.table.pk)
    under_way = play is not None and play.status in UNDER_WAY
    return {
        "state": state,
        "table": state.table,
        "tournament": state.tournament,
        "mine": mine,
        "mine_name": seat_name(mine) if mine else "",
        "own": state.report_of(mine) if mine else None,
        "mine_agrees": mine is not None and mine in state.agreed,
        "places": [_place(state, seat, mine, likely) for seat in state.seats],
        "enter": NO if under_way else may_enter(state, mine),
        "play": play,
        "may_object": mine is not None and may_object(state),
        "key": token_urlsafe(16),
        "path": table_path(state.table),
        "present": _present(request, state, device),
        "photos": photos_at(state) if mine else [],
        **sheet_context(state),
    }


def photos_at(state: TableState) -> list[dict[str, Any]]:
    """Return the photos of the table's sheet, for readers who may see them; without a seat's name, the ones by which a
    referee decided."""
    seats = {seat.pk: seat for seat in state.seats}
    reporters = {report.pk: seat_name(seats[report.seat_id]) for report in state.all_reports}
    return [
        {"href": f"{table_path(state.table)}photo/{photo.pk}/", "name": reporters.get(photo.report or 0, "")}
        for photo in photos_of_table(state.table.pk)
    ]


def sheet_context(state: TableState) -> dict[str, Any]:
    """Return the table's sheet as `league/tables/result_summary.html` shows it."""
    if state.sheet is None:
        return {"sheet": None}
    draft = Draft.of(state.sheet)
    names = names_at(draft, state.tournament.season)
    return {"sheet": state.sheet, "seats": seat_boxes(draft, names, state.sheet, ()), "reported_as": ""}


def may_enter(state: TableState, mine: TableSeat | None) -> str:
    """Return whether this phone may enter figures: yes, figures other than the table's, or no."""
    if not state.takes_reports:
        return NO
    if not state.shows_sheet:
        return YES
    own = state.report_of(mine) if mine else None
    if own is None:
        return OTHER if state.phase in (WAITING, FROZEN) and mine else NO
    return OTHER if state.phase == WAITING and len(state.reports) == 1 else NO


def may_object(state: TableState) -> bool:
    """Return whether a seat can say now that a confirmed result is wrong."""
    here = state.tournament.hall_id is None
    return here and allowed(state.phase, OBJECT, SEAT) and not state.objected


def entry_context(
    state: TableState, entry: TableEntry | None = None, *, step: str = "figures", refuse: bool = False
) -> dict[str, Any]:
    """Return the figures; with `refuse` also the problems beside and above them."""
    entry = entry or entry_of(state)
    pointed_out = entry if refuse else TableEntry(entry.draft, entry.sheet, [])
    system = state.system
    inputs = {name for name, _ in entry.draft.wire() if step == "figures" and _is_figure(name)}
    return {
        "step": step,
        "system": system,
        "draft": entry.draft,
        "entry_sheet": entry.sheet,
        "entry_seats": _boxes(state, pointed_out),
        "by_deals": any(column.kind == "positions" for column in system.FIGURES),
        "more_label": more_label(system),
        "asks_target": asks_target(state),
        "variants": VariantsForm(entry.draft.fields, system=system),
        "hidden": [pair for pair in entry.draft.wire() if pair[0] not in inputs and not _is_fixed(pair[0])],
        "problems": [pointed(problem, entry.sheet) for problem in pointed_out.problems if problem.severity == ERROR],
        "warnings": [str(problem) for problem in entry.problems if problem.severity == WARNING],
    }


def live_context(state: TableState, entry: TableEntry) -> dict[str, Any]:
    """Return what is beside the inputs while somebody types."""
    entry.problems = unnoticed(entry.problems, entry.draft)
    general = [str(problem) for problem in entry.problems if problem.seat is None]
    return {"seats": _boxes(state, entry), "general": general}


def _boxes(state: TableState, entry: TableEntry) -> list[SeatBox]:
    season, draft = state.tournament.season, entry.draft
    draft.words = names_in(season, draft.fields["system"], draft.edition)
    return seat_boxes(draft, names_at(draft, season), entry.sheet, entry.problems, own_marks(draft.character_ids))


def has_errors(problems: list[Problem]) -> bool:
    return any(problem.severity == ERROR for problem in problems)


def _place(state: TableState, seat: TableSeat, mine: TableSeat | None, likely: TableSeat | None) -> Place:
    if seat.entry is None:
        note = "bot"
    elif seat.absent:
        note = "absent"
    elif not can_report(seat):
        note = "dropped"
    elif mine is not None and seat.pk == mine.pk:
        note = "you"
    else:
        note = "another phone" if seat.device else ""
    report = state.report_of(seat)
    agrees = report is not None and report.digest == state.digest
    return Place(seat, seat_name(seat), note, agrees, report is not None and not agrees, seat == mine, seat == likely)


def _present(request: HttpRequest, state: TableState, device: str) -> Any:
    """Return table and path of the seat where this phone's player sits now, once this round is over."""
    if state.takes_reports:
        return None
    table = present_table(state.table, device, request.user)
    return {"table": table, "path": table_path(table)} if table else None


def _is_figure(name: str) -> bool:
    of_seat = name.startswith("seat-") and not name.endswith(("-character", "-name"))
    return of_seat or name in ("winner", "target") or "__" in name


def _is_fixed(name: str) -> bool:
    return name in ("system", "season", "edition", "mode", "minutes", "key") or name.endswith("-name")
