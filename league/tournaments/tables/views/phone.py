"""The score sheet that the QR code of a table opens: no account, one thumb, weak signal.

Everything works as a plain form; the script sends the same by way of what it keeps on the phone (`table_report`).
"""

from typing import Any

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from games.tasks import review_soon
from league.core.forms import network_of, readable, whole_number
from league.models import Round, Table, TableSeat
from league.tournaments.tables.forms import read_entry
from league.tournaments.tables.queries.own_tables import seat_of_device
from league.tournaments.tables.queries.table_links import table_of, table_path
from league.tournaments.tables.queries.table_state import table_state
from league.tournaments.tables.services.table_outcomes import settle_table
from league.tournaments.tables.services.table_reports import confirm_report, contradict_table, report_table
from league.tournaments.tables.services.table_seats import claim_seat, device_digest, origin_of
from league.tournaments.tables.views.devices import device_of, digest_of, new_device, remember
from league.tournaments.tables.views.phone_page import entry_context, has_errors, live_context, status_of, table_now

LARGEST_BODY = 100_000
log = structlog.get_logger(__name__)


@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def table_phone(request: HttpRequest, token: str) -> HttpResponseBase:
    table = table_of(token)
    if table is None or table.round.status == Round.DRAFT:
        return unknown_link(request, table)
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
        return HttpResponse("That is more than a score sheet holds.", status=413, content_type="text/plain")
    device = device_of(request) or new_device()
    page = PhonePage(request, table, device)
    response = page.respond() if request.method == "POST" else page.show()
    remember(response, device)
    patch_cache_control(response, private=True, no_cache=True)
    return response


class PhonePage:
    """One request of one phone. `device` is its secret."""

    def __init__(self, request: HttpRequest, table: Table, device: str) -> None:
        self.request = request
        self.device = device
        self.state = table_state(table.pk)

    def respond(self) -> HttpResponseBase:
        """Do what the pressed button says, and come back to the page."""
        go = self.request.POST.get("go", "")
        try:
            if go in ("live", "figures", "check", "send"):
                return self._figures(go)
            if go == "claim":
                claim_seat(seat=self._chosen(), device=self.device, by=self._user())
            elif go == "confirm":
                confirm_report(seat=self._own(), shown=self._text("digest"), key=self._text("key"), **self._from())
            elif go == "wrong":
                contradict_table(seat=self._own(), reason=self._text("reason"), **self._from())
        except ValidationError as error:
            return self.show(status=status_of(error), refused=error)
        review_soon()
        return redirect(table_path(self.state.table))

    def show(self, *, status: int = 200, refused: ValidationError | None = None) -> HttpResponse:
        self.state = table_state(self.state.table.pk)
        return self._render(entry_context(self.state), status=status, refused=refused)

    def _figures(self, go: str) -> HttpResponseBase:
        entry = read_entry(self.state, self.request.POST)
        if go == "live":
            return render(self.request, "league/results/result_live.html", live_context(self.state, entry))
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
        self, entry: dict[str, object], *, status: int = 200, refused: ValidationError | None = None
    ) -> HttpResponse:
        now = table_now(self.request, self.state, device_digest(self.device))
        context = {**now, **entry, "wants_entry": "enter" in self.request.GET or self.request.method == "POST"}
        if refused is not None:
            context["problems"] = [{"what": message} for message in refused.messages]
        return render(self.request, "league/tables/table_phone.html", context, status=status)

    def _own(self) -> TableSeat:
        seat = seat_of_device(self.state, device_digest(self.device))
        if seat is None:
            raise ValidationError("Say first which seat is yours.", code="stale")
        return seat

    def _chosen(self) -> TableSeat:
        number = self._text("seat")
        seat = next((seat for seat in self.state.seats if str(seat.seat) == number), None)
        if seat is None:
            raise ValidationError("Choose one of the seats of this table.")
        return seat

    def _from(self) -> dict[str, Any]:
        """Who says it, from where, and what they saw."""
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
    """The part of the page that changes, asked for every few seconds: mostly a 304 (`polling`)."""
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
    """The first phone that sees the end of a countdown does not wait for the sweep. What fails is the sweep's."""
    try:
        if settle_table(table.pk, table.round.stage.tournament_id):
            review_soon()
    except Exception:
        log.exception("A countdown that is over can't be settled", table=table.pk)


def unknown_link(request: HttpRequest, table: Table | None) -> HttpResponse:
    """For a link that nobody made, that was made for another round's table, or that comes too early."""
    return render(request, "league/tables/table_unknown.html", {"early": table is not None}, status=404)
