"""A form whose token is too old. A score sheet comes back with everything that was typed; others say what happened."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.views.csrf import csrf_failure as plain_page

from league.core.views.access import keep_form

KEEPING = ("result_enter", "game_correct")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Answer an outdated token: keep what was typed, and show it again under a new token."""
    try:
        page = resolve(request.path_info).url_name
    except Resolver404:
        page = None
    if page in KEEPING and request.user.is_authenticated:
        keep_form(request)
        return redirect(request.path)
    return plain_page(request, reason=reason)
