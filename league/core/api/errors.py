"""Every refusal in one shape: `{"type", "errors": [{"code", "detail", "attr"}]}`, the sentence being that of the
service."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import ceil
from typing import Any

import psycopg
import structlog
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.db import OperationalError
from django.utils import timezone
from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from drf_standardized_errors.types import ErrorResponse
from rest_framework import exceptions, status
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from games.services.sheets import OutdatedError
from league.core.api.fields import DecisionRow
from league.core.rules.waits import RETRY_AFTER, why_later
from league.core.services.quotas import QuotaError

log = structlog.get_logger(__name__)
STALE = "stale"
GONE_BY = frozenset((STALE, "over", "in_hall"))  # right for a state that is gone
_OF_THE_SHEET = frozenset(("system", "edition", "mode", "target", "minutes", "settings", "played_at"))
_OF_THE_SEAT = frozenset(("seat", "character", "won"))


class Conflict(exceptions.APIException):
    """The request was right for a state that is gone: somebody was faster."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"
    default_detail = "Somebody was faster. Look again before you decide."
    since: Any = None  # what was decided meanwhile, where that is known
    play: Mapping[str, Any] | None = None  # how a play stands now


class Unplayable(exceptions.APIException):
    """A turn that the rules of the game, or of the table, do not allow."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "unplayable"


class Later(exceptions.APIException):
    """The database is busy or away."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "busy"
    wait = RETRY_AFTER


class Enough(exceptions.APIException):
    """More than one person does within a day."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    default_code = "quota"
    wait = 0


class Formatter(ExceptionFormatter):
    def format_error_response(self, error_response: ErrorResponse) -> dict[str, Any]:
        answer = asdict(error_response)
        more = {name: getattr(self.exc, name, None) for name in ("since", "play")}
        return answer | {name: value for name, value in more.items() if value is not None}


class UnknownView(APIView):
    """An address that does not exist."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise exceptions.NotFound


class Handler(ExceptionHandler):
    """Turns what services raise into answers."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        match exc:
            case ValidationError():
                return from_service(exc)
            case PermissionDenied() if str(exc):
                return exceptions.PermissionDenied(str(exc))
            case OperationalError() | psycopg.OperationalError() if why := why_later(exc):
                return Later(why)
        return super().convert_known_exceptions(exc)

    def report_exception(self, exc: exceptions.APIException, response: Response) -> None:
        if isinstance(exc, Later):
            log.warning("answered_later", view=type(self.context["view"]).__name__, why=str(self.exc).strip())
        else:
            super().report_exception(exc, response)


def from_service(error: ValidationError) -> exceptions.APIException:
    """Return 409 for a stale version, 429 for more than a day's quota, else 400 with every sentence at its field."""
    if isinstance(error, QuotaError):
        return _enough_for_now(error)
    if isinstance(error, OutdatedError):
        conflict = Conflict(error.messages[0], error.code)
        conflict.since = DecisionRow(error.since, many=True).data
        return conflict
    details = list(_by_field(error))
    for _, detail in details:
        if detail.code in GONE_BY:
            return Conflict(str(detail), detail.code)
    return exceptions.ValidationError(_grouped(details))


def _enough_for_now(error: QuotaError) -> exceptions.APIException:
    if error.again_at is None:
        return exceptions.ValidationError(error.messages[0], "quota")
    refused = Enough(error.messages[0])
    refused.wait = max(1, ceil((error.again_at - timezone.now()).total_seconds()))  # for Retry-After
    return refused


def from_sheet(error: ValidationError, seats: Sequence[int]) -> exceptions.APIException:
    """Return the same for a sheet's problems, each at its seat and column: `seats.1.score.cash`. `seats` are the
    numbers of the seats in the order of the request."""
    if hasattr(error, "error_dict") or any(problem.code in GONE_BY for problem in error.error_list):
        return from_service(error)
    places = [_place(problem.code or "", (problem.params or {}).get("seat"), seats) for problem in error.error_list]
    texts = [ErrorDetail(problem.messages[0], "invalid") for problem in error.error_list]
    return exceptions.ValidationError(_grouped(list(zip(places, texts, strict=True))))


def _place(figure: str, seat: int | None, seats: Sequence[int]) -> str:
    if seat is not None and seat in seats:
        line = f"seats.{seats.index(seat)}"
        if not figure:
            return line
        return f"{line}.{figure}" if figure in _OF_THE_SEAT else f"{line}.score.{figure}"
    if figure in _OF_THE_SEAT:
        return "seats"
    return figure if figure in _OF_THE_SHEET else api_settings.NON_FIELD_ERRORS_KEY


def _by_field(error: ValidationError) -> Sequence[tuple[str, ErrorDetail]]:
    fields: Mapping[str, list[ValidationError]] = (
        error.error_dict if hasattr(error, "error_dict") else {NON_FIELD_ERRORS: error.error_list}
    )
    names: dict[str, str] = {NON_FIELD_ERRORS: str(api_settings.NON_FIELD_ERRORS_KEY)}
    problems = [(names.get(field, field), problem) for field, errors in fields.items() for problem in errors]
    return [(field, ErrorDetail(problem.messages[0], problem.code or "invalid")) for field, problem in problems]


def _grouped(details: Sequence[tuple[str, ErrorDetail]]) -> dict[str, Any]:
    grouped: dict[str, list[ErrorDetail]] = {}
    for field, detail in details:
        grouped.setdefault(field, []).append(detail)
    return grouped
