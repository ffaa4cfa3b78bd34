"""The hours in which a person plays. A plain form."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.core.views.access import refusals_on, user_of
from league.play.forms import HoursForm
from league.play.queries.hours import hours_in_words, hours_of
from league.play.services.hours import set_play_hours


@never_cache
@login_required
def play_hours(request: HttpRequest) -> HttpResponseBase:
    """Show when the reader plays, and set it."""
    person = user_of(request)
    hours = hours_of(person.pk)
    form = HoursForm(hours, timezone.get_current_timezone_name(), request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            set_play_hours(person=person, **form.chosen())
            messages.success(request, _("Saved. It applies to your next decisions."))
            return redirect("play_hours")
    context = {"form": form, "hours": hours_in_words(hours) if hours else ""}
    return render(request, "league/play/play_hours.html", context, status=422 if form.errors else 200)
