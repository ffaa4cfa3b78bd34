"""People without an account, by name: one, or a pasted list, shown before anything is kept."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from engine.translatable import spoken
from league.core.queries.access import is_superuser, require
from league.core.rules.roles import refusal
from league.core.views.access import refusals_on, user_of
from league.models import League
from league.models.organisation import Role
from league.people.forms.characters import GuestsForm
from league.people.queries.characters import planned_guests, usual_edition
from league.people.rules.characters import GuestLine, guest_lines
from league.people.services.guests import register_guests


@login_required
def guest_register(request: HttpRequest) -> HttpResponseBase:
    leagues = organised_leagues(request)
    if not leagues:
        raise PermissionDenied(spoken(refusal("administer")))
    if request.method == "POST":
        form = GuestsForm(request.POST, leagues=leagues)
    else:
        first = leagues.filter(slug=request.GET.get("league", "")).first() or leagues.first()
        initial = {"league": first, "edition": usual_edition(first), "names": request.GET.get("name", "")}
        form = GuestsForm(initial=initial, leagues=leagues)
    planned, names = [], ""
    if request.method == "POST" and form.is_valid():
        league, names = form.cleaned_data["league"], form.cleaned_data["names"]
        require(request.user, "administer", league)
        lines = guest_lines(names)
        if "sure" in request.POST and (done := _registered(request, form, league, lines)) is not None:
            return done
        planned = planned_guests(league, lines) if "back" not in request.POST else []
    context = {
        "form": form,
        "planned": planned,
        "names": names,
        "new": sum(guest.is_new for guest in planned),
        "refused": sum(bool(guest.line.problem) for guest in planned),
    }
    status = 422 if form.errors or context["refused"] else 200
    return render(request, "league/people/guest_register.html", context, status=status)


def _registered(
    request: HttpRequest, form: GuestsForm, league: League, lines: Sequence[GuestLine]
) -> HttpResponseBase | None:
    with refusals_on(form):
        characters = register_guests(
            league=league, lines=lines, edition_id=form.cleaned_data["edition"], by=user_of(request), looked_at=True
        )
        if len(characters) == 1:
            text = _("{made} is registered. The person who plays it can claim it later.")
            messages.success(request, text.format(made=characters[0]))
            return redirect(characters[0])
        text = _("{count:,} characters are registered. The people who play them can claim them later.")
        messages.success(request, text.format(count=len(characters)))
        return redirect(f"{reverse('character_list')}?{urlencode({'league': league.slug})}")
    return None


def organised_leagues(request: HttpRequest) -> QuerySet[League]:
    if is_superuser(request.user):
        return League.objects.all()
    return League.objects.filter(memberships__user=user_of(request), memberships__role=Role.ORGANISER)
