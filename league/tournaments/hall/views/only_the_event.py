"""An installation in a hall is for one event; everything else is at home."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse

from league.tournaments.hall.rules.event import is_open


class OnlyTheEvent:
    """Middleware: in a hall, pages that the event does not need do not exist."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.HALL_HOSTS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or is_open(match.route, match.view_name):
            return None
        if not request.path_info.startswith("/api/"):
            raise Http404
        from league.core.api.errors import UnknownView  # models are there once Django is ready

        return UnknownView.as_view()(request)
