"""The pages of one's own data and of the end of an account."""

from io import BytesIO
from typing import IO

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from engine.translatable import said
from league.accounts.forms import FarewellForm
from league.accounts.queries import own_data as stored
from league.accounts.queries.ties import places_held, refusal_to_leave
from league.accounts.rules import COOL_OFF, FILE_KEPT
from league.accounts.services.farewell import ask_to_leave, stay
from league.accounts.services.own_data import ask_for_own_data, drop_own_data_file
from league.accounts.tasks import own_data_soon
from league.core.ledger.services import record_export
from league.core.views.access import refusals_on, refusals_told, user_of
from league.models import Farewell, OwnDataFile


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
    return render(request, "league/accounts/my_data.html", {"file": file, "days_kept": FILE_KEPT.days})


def _hand_over(request: HttpRequest, user: User) -> HttpResponseBase:
    """Answer with little data at once, with more as a worker has made it."""
    if request.POST.get("drop"):
        drop_own_data_file(user=user)
        return redirect("my_data")
    file = OwnDataFile.objects.filter(user=user, made_at__isnull=False).first()
    if file is not None:
        return _file(user, BytesIO(bytes(file.content or b"")))
    if stored.row_count(user) <= stored.AT_ONCE:
        return _file(user, stored.own_data(user))
    with refusals_told(request):
        ask_for_own_data(user=user)
        own_data_soon()
    return redirect("my_data")


def _file(user: User, content: IO[bytes]) -> HttpResponseBase:
    record_export(what=said("everything stored about an account"), by=user)
    return FileResponse(content, as_attachment=True, filename="corner-office-my-data.zip")


@never_cache
@login_required
def account_delete(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    form = FarewellForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.account")
        with refusals_on(form):
            farewell = ask_to_leave(user=user, keep_name=form.cleaned_data["keep_name"] == "yes")
            text = _("Your account is deleted on {day}.")
            messages.success(request, text.format(day=date_format(farewell.due_at, "j F Y")))
            return redirect("account_delete")
    context = {"form": form, "refusal": refusal_to_leave(user), "days": COOL_OFF.days, "places": places_held(user)}
    return render(request, "league/accounts/account_delete.html", context, status=422 if form.errors else 200)


@never_cache
def farewell_undo(request: HttpRequest, token: str) -> HttpResponseBase:
    """Let anybody with the letter keep the account, signed in or not. Opening it changes nothing: programs that look
    into letters open every link."""
    farewell = get_object_or_404(Farewell.objects.select_related("user"), token=token)
    if request.method == "POST":
        stay(farewell=farewell)
        messages.success(request, _("Your account stays as it is."))
        return redirect("home")
    return render(request, "league/accounts/farewell_undo.html", {"farewell": farewell})
