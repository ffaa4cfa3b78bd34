"""Reports that a phone sends on its own, at once or when the network is back: JSON in, JSON out.
And its "anything new?", answered before sessions, sign-in and templates are loaded; any doubt goes to the view.

The link is the permission and the cookie the seat, so there is no token against forged forms: a stranger's page does
not know the link, and can't send JSON here.
"""

import json
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.rules.sheets import Problem
from games.tasks import review_soon
from league.core.forms import network_of, readable
from league.core.queries.addresses import match_of
from league.core.queries.languages import COOKIE
from league.core.services.idempotency import sent_key
from league.core.views.devices import device_of, new_device, remember
from league.models import Round, TableReport, TableSeat
from league.sheets.forms.drafts import refused
from league.tournaments.entries.services.tournament_log import IN_HALL
from league.tournaments.tables.forms import posted, read_entry
from league.tournaments.tables.queries.links import (
    device_digest,
    number_in,
    origin_of,
    present_table,
    seat_of,
    table_of,
    table_path,
)
from league.tournaments.tables.queries.table_state import seated_state, standing_of
from league.tournaments.tables.queries.table_version import table_version
from league.tournaments.tables.rules import CONFIRMED
from league.tournaments.tables.services.acts import OVER, confirm_report, contradict_table, report_table
from league.tournaments.tables.services.seats import SILENT, claim_seat

PATH = "/t/"
LARGEST_BODY = 100_000
STATUS = {OVER: 410, "stale": 409, "taken": 409, SILENT: 409, "early": 409, IN_HALL: 409}


class Refused(Exception):
    """A refusal that carries its answer."""

    def __init__(self, status: int, *sentences: str, figures: list[dict[str, Any]] | None = None) -> None:
        super().__init__(*sentences)
        self.answer = JsonResponse({"errors": list(sentences), "figures": figures or []}, status=status)


@csrf_exempt
@require_POST
def table_report(request: HttpRequest, token: str) -> HttpResponse:
    """Act on JSON: `{"seat": 2}` claims the seat, alone or with one of `"figures": {...}` (the fields of the form),
    `"confirm": digest` or `"wrong": reason`; the latter three with an Idempotency-Key, and with the `"revision"` that
    was shown. With `"again": true` it takes the seat from a phone that has sent nothing; a refusal says `"silent":
    true` if that would help."""
    device = device_of(request) or new_device()
    try:
        answer = _act(request, token, device, _body(request))
    except Refused as refusal:
        answer = refusal.answer
    except ValidationError as error:
        answer = _refusal(error, request, token, device)
    remember(answer, device, PATH)
    return answer


def _body(request: HttpRequest) -> dict[str, Any]:
    if request.content_type != "application/json":
        raise Refused(415, "Send JSON.")
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
        much = _("That is more than a score sheet holds; the limit is {most} bytes.")
        raise Refused(413, much.format(most=f"{LARGEST_BODY:,}"))
    try:
        body = json.loads(request.body.decode())
    except (ValueError, RecursionError) as error:
        raise Refused(400, "The body can't be read as JSON.") from error
    if not isinstance(body, dict):
        raise Refused(400, "The body must be a JSON object.")
    return body


def _act(request: HttpRequest, token: str, device: str, body: dict[str, Any]) -> HttpResponse:
    by = request.user if isinstance(request.user, User) else None
    number = body.get("seat")
    seat = seat_of(token, number) if isinstance(number, int) and 0 < number < 100 else None
    if seat is None or seat.table.round.status == Round.DRAFT:
        raise _no_seat(token)
    if seat.device != device_digest(device):
        seat = claim_seat(seat=seat, device=device, by=by, again=body.get("again") is True)
    key, report = sent_key(request.headers), None
    tournament = seat.table.round.stage.tournament_id
    origin = origin_of(network_of(request), tournament=tournament, device=device)
    details: dict[str, Any] = {"by": by, "origin": origin, "expected_revision": _revision(body)}
    if "figures" in body:
        report = _report(seat, body["figures"], key, details)
    elif "confirm" in body:
        report = confirm_report(seat=seat, seen_digest=readable(body["confirm"]), key=key, **details)
    elif "wrong" in body:
        contradict_table(seat=seat, reason=readable(body["wrong"]), **details)
    phase, revision = standing_of(seat.table_id)
    if phase == CONFIRMED:
        review_soon()
    reported = {"report": report.pk, "digest": report.digest} if report else {}
    answer = {"seat": seat.seat, "phase": phase, "revision": revision, **reported}
    return JsonResponse(answer, status=201 if report else 200)


def _revision(body: dict[str, Any]) -> int | None:
    """Return the revision that the phone was shown; None if it sends no valid one."""
    revision = body.get("revision")
    return revision if isinstance(revision, int) and not isinstance(revision, bool) and 0 <= revision < 2**31 else None


def _report(seat: TableSeat, figures: Any, key: str, details: dict[str, Any]) -> TableReport:
    try:
        data = posted(figures if isinstance(figures, dict) else {})
    except ValueError as error:
        raise Refused(400, f"These figures can't be read: {error}.") from error
    entry = read_entry(seated_state(seat.table), data, by_rules=False)
    if entry.sheet is None or entry.problems:
        raise _by_figure(entry.problems)
    try:
        return report_table(seat=seat, sheet=entry.sheet, key=key, **details)
    except ValidationError as error:
        if status_of(error) != 422:
            raise
        raise _by_figure(refused(error)) from error


def status_of(error: ValidationError) -> int:
    """Return 409 when somebody was faster, 410 when the round is over, 422 when it can be corrected and sent again."""
    return next((STATUS[code] for code in codes_of(error) if code in STATUS), 422)


def codes_of(error: ValidationError) -> set[str | None]:
    return set() if hasattr(error, "error_dict") else {refusal.code for refusal in error.error_list}


def digest_of(request: HttpRequest) -> str:
    """Return the digest of the phone's secret; "" without one."""
    device = device_of(request)
    return device_digest(device) if device else ""


def _by_figure(problems: list[Problem]) -> Refused:
    places = [{"seat": problem.seat, "figure": problem.figure, "message": str(problem)} for problem in problems]
    return Refused(422, *(str(problem) for problem in problems), figures=places)


def _no_seat(token: str) -> Refused:
    table = table_of(token)
    if table is None or table.round.status == Round.DRAFT:
        return Refused(404, _("This link opens no table. Scan the code at your table again, or ask the organiser."))
    return Refused(400, _("Say which seat of this table speaks."))


def _refusal(error: ValidationError, request: HttpRequest, token: str, device: str) -> HttpResponse:
    status = status_of(error)
    table = table_of(token) if status == 410 else None
    now = present_table(table, device_digest(device), request.user) if table else None
    answer: dict[str, Any] = {"errors": error.messages, "figures": []}
    if now:
        answer["present"] = table_path(now)
    if SILENT in codes_of(error):
        answer[SILENT] = True
    return JsonResponse(answer, status=status)


# Cookies: whose forms they are, in which zone times are told, and in which language all of it is.
READER = ("sessionid", "zone", COOKIE)


def answer_polls(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        table = _polled(request) if request.method in ("GET", "HEAD") else None
        tag = _tag(request, table) if table else ""
        # It comes with its quotes, so that it is found in a list and as a weak one too.
        unchanged = bool(tag) and tag in request.META.get("HTTP_IF_NONE_MATCH", "")
        response = HttpResponseNotModified() if unchanged else get_response(request)
        if tag and response.status_code in (200, 304):
            response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
        return response

    return middleware


def _polled(request: HttpRequest) -> int | None:
    """Return the id of the table whose phone asks for news; None for any other request."""
    match = match_of(request) if request.path_info.startswith("/t/") else None
    return number_in(match.kwargs["token"]) if match and match.url_name == "table_now" else None


def _tag(request: HttpRequest, table: int) -> str:
    reader = [*(request.COOKIES.get(name, "") for name in READER), request.headers.get("Accept-Language", "")]
    try:
        version = table_version(table, digest_of(request), reader)
    except DatabaseError:
        return ""
    return f'"{version}"' if version else ""
