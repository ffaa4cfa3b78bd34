"""What is stored: told to everybody, handed to its owner."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.core.views.access import user_of
from league.ledger.services import record_export
from league.personal.queries.own_data import is_too_much, own_data
from league.personal.queries.retention import cookies, retention


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {"retention": retention(), "cookies": cookies(), "operator": settings.OPERATOR}
    return render(request, "league/personal/privacy.html", context)


@never_cache
@login_required
def my_data(request: HttpRequest) -> HttpResponseBase:
    """Whoever has only found an open browser does not get the file: it asks for the password."""
    if request.method == "POST":
        raise_if_reauthentication_required(request, app="allauth.account")
        if not is_too_much(user_of(request)):
            return _file(request)
        messages.error(request, "That is too much for a page. Whoever runs this site can make the file for you.")
        return redirect("my_data")
    return render(request, "league/personal/my_data.html")


def _file(request: HttpRequest) -> HttpResponseBase:
    content = own_data(user_of(request))
    record_export(what="all that is stored of an account", by=user_of(request))
    return FileResponse(content, as_attachment=True, filename="corner-office-my-data.zip")
