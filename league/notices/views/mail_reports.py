"""Reports of mail providers about letters that bounced, read and checked by anymail."""

import structlog
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt

from league.core.rules.bounds import MISSHAPEN

log = structlog.get_logger(__name__)


@csrf_exempt
def mail_reports(request: HttpRequest) -> HttpResponseBase:
    """Take a report of the one provider that the site names, with the token that it was given (400 without), and
    signed if the provider signs. Raise Http404 if the site names none, BadRequest for another form."""
    if not settings.MAIL_REPORTS:
        raise Http404
    view = resolve(f"/{settings.MAIL_REPORTS}/tracking/", "anymail.urls").func
    try:
        answer: HttpResponseBase = view(request)
    except MISSHAPEN as error:
        log.warning("mail_report_misshapen", provider=settings.MAIL_REPORTS, error=type(error).__name__)
        raise BadRequest("This report can't be read.") from error
    return answer
