"""Hints for a first game: switched on and off by one button, remembered in the session."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from league.play.queries.tables import TableView
from league.play.rules.hints import aim_of, hint_of

HINTS = "hints"  # in the session


def wants_hints(request: HttpRequest, *, usually: bool = False) -> bool:
    return bool(request.session.get(HINTS, usually))


def learning(request: HttpRequest, table: TableView, *, usually: bool = False) -> dict[str, Any]:
    """Return for `league/play/hint.html` the hint at this decision, where hints are on and the reader decides."""
    if not wants_hints(request, usually=usually):
        return {"hints": False}
    system = table.play.system
    return {"hints": True, "hint": hint_of(system, table.view) if table.choices else None, "aim": aim_of(system)}


@require_POST
def play_hints(request: HttpRequest) -> HttpResponseBase:
    request.session[HINTS] = request.POST.get("on") == "yes"
    after = request.POST.get("next", "")
    return redirect(after if url_has_allowed_host_and_scheme(after, allowed_hosts=None) else "play")
