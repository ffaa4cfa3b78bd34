"""Leagues and seasons: making them, naming them, setting their house rules."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from league.forms.house_rules import HouseRulesForm
from league.forms.organisation import LeagueForm, SeasonForm
from league.models import League, Season
from league.queries.roles import require
from league.queries.tables import house_rules_of, rules_are_fixed
from league.services.seasons import change_season, create_league, create_season, set_house_rules
from league.views.access import add_refusal, user_of


@login_required
def league_create(request: HttpRequest) -> HttpResponseBase:
    form = LeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            league = create_league(name=form.cleaned_data["name"], by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{league} is founded, and you are its organiser. Now its first season.")
            return redirect("season_create", slug=league.slug)
    return render(request, "league/league_create.html", {"form": form}, status=422 if form.errors else 200)


@login_required
def season_create(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = create_season(league=league, by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{season} is open. Its house rules can be changed until the first game counts.")
            return redirect(season)
    context = {"form": form, "league": league, "title": "New season", "label": "Open the season"}
    return render(request, "league/season_form.html", context, status=422 if form.errors else 200)


@login_required
def season_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = _season(request, slug)
    initial = {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
    form = SeasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            change_season(season=season, **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, "The season is changed.")
            return redirect(season)
    context = {"form": form, "league": season.league, "season": season, "title": initial["name"], "label": "Save"}
    return render(request, "league/season_form.html", context, status=422 if form.errors else 200)


@login_required
def house_rules_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = _season(request, slug)
    form = HouseRulesForm(request.POST if request.method == "POST" else None, rules=house_rules_of(season))
    if request.method == "POST" and form.is_valid():
        try:
            set_house_rules(season=season, values=form.values(), by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"The house rules of {season} are set.")
            return redirect("house_rules", slug=season.slug)
    context = {"form": form, "season": season, "fixed": rules_are_fixed(season)}
    return render(request, "league/house_rules_edit.html", context, status=422 if form.errors else 200)


def _season(request: HttpRequest, slug: str) -> Season:
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    require(request.user, "administer", season.league)
    return season
