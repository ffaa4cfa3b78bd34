"""Stored data: explained to everybody, handed to its owner."""

from io import BytesIO
from typing import IO

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.core.ledger.services import record_export
from league.core.views.access import user_of
from league.models import OwnDataFile
from league.personal.queries import own_data as stored
from league.personal.queries.retention import cookies, retention
from league.personal.rules import FILE_KEPT
from league.personal.services.own_data import ask_for_own_data, drop_own_data_file
from league.personal.tasks import own_data_soon


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {"retention": retention(), "cookies": cookies(), "operator": settings.OPERATOR}
    return render(request, "league/personal/privacy.html", context)


@never_cache
@login_required
def my_data(request: HttpRequest) -> HttpResponseBase:
    """Show the page of one's own data. The file asks for the password, so that nobody gets it by an open browser
    alone."""
    user = user_of(request)
    if request.method == "POST":
        raise_if_reauthentication_required(request, app="allauth.account")
        return _hand_over(request, user)
    file = OwnDataFile.objects.defer("content").filter(user=user).first()
    return render(request, "league/personal/my_data.html", {"file": file, "days_kept": FILE_KEPT.days})


def _hand_over(request: HttpRequest, user: User) -> HttpResponseBase:
    """Answer with little data at once, with more as a worker has made it."""
    if request.POST.get("drop"):
        drop_own_data_file(user=user)
        return redirect("my_data")
    made = OwnDataFile.objects.filter(user=user, made_at__isnull=False).first()
    if made is not None:
        return _file(user, BytesIO(bytes(made.content or b"")))
    if stored.row_count(user) <= stored.AT_ONCE:
        return _file(user, stored.own_data(user))
    try:
        ask_for_own_data(user=user)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        own_data_soon()
    return redirect("my_data")


def _file(user: User, content: IO[bytes]) -> HttpResponseBase:
    record_export(what="all that is stored of an account", by=user)
    return FileResponse(content, as_attachment=True, filename="corner-office-my-data.zip")
