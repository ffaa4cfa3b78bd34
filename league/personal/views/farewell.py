"""The end of an account, and the way back from it."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.core.views.access import add_refusal, user_of
from league.models import Farewell
from league.personal.forms import FarewellForm
from league.personal.queries.ties import refusal_to_leave
from league.personal.rules import COOL_OFF
from league.personal.services.farewell import ask_to_leave, stay


@never_cache
@login_required
def account_delete(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    form = FarewellForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.account")
        try:
            farewell = ask_to_leave(user=user, keep_name=form.cleaned_data["keep_name"] == "yes")
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request, _("Your account is deleted on {day}.").format(day=date_format(farewell.due_at, "j F Y"))
            )
            return redirect("account_delete")
    context = {"form": form, "refusal": refusal_to_leave(user), "days": COOL_OFF.days}
    return render(request, "league/personal/account_delete.html", context, status=422 if form.errors else 200)


@never_cache
def farewell_undo(request: HttpRequest, token: str) -> HttpResponseBase:
    """Let anybody with the letter keep the account, signed in or not. Opening it changes nothing: programs that look
    into letters open every link."""
    farewell = get_object_or_404(Farewell.objects.select_related("user"), token=token)
    if request.method == "POST":
        stay(farewell=farewell)
        messages.success(request, _("Your account stays as it is."))
        return redirect("home")
    return render(request, "league/personal/farewell_undo.html", {"farewell": farewell})
