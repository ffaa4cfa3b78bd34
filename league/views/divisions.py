"""Divisions of a season: standings per division for everybody, their making for organisers."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from characters.models import Character
from league.forms.plain import readable, whole_number
from league.models import DivisionPlace, Season
from league.queries.divisions import carried_from, division_tables, without_division
from league.queries.roles import may, require
from league.rules.divisions import explained
from league.services.divisions import (
    assign_by_standings,
    carry_divisions,
    leave_divisions,
    move_to_division,
    set_divisions,
)
from league.views.access import user_of
from league.views.live import Request
from league.views.standings import own_characters

MOST_FREE = 100


def _season(slug: str) -> Season:
    return get_object_or_404(Season.objects.select_related("league"), slug=slug)


@require_safe
def division_list(request: Request, slug: str) -> HttpResponse:
    season = _season(slug)
    tables = division_tables(season)
    context = {
        "season": season,
        "tables": tables,
        "remarks": explained([len(table.rows) for table in tables]) if tables else [],
        "mine": own_characters(request),
        "may_administer": may(request.user, "administer", season.league),
    }
    return render(request, "league/division_list.html", context)


@login_required
def divisions_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Names of the divisions, who is in which, and the way into another season."""
    season = _season(slug)
    require(request.user, "administer", season.league)
    if request.method == "POST":
        try:
            messages.success(request, _change(request, season))
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        return redirect("divisions_edit", season.slug)
    tables, free = division_tables(season), without_division(season)
    context = {
        "season": season,
        "tables": tables,
        "names": "\n".join(table.division.name for table in tables),
        "free": free[:MOST_FREE],
        "more_free": max(len(free) - MOST_FREE, 0),
        "seasons": _targets(season),
        "may_administer": True,
    }
    return render(request, "league/divisions_edit.html", context)


def _change(request: HttpRequest, season: Season) -> str:
    """One of the page's changes; what was done, as a sentence. Raises ValidationError."""
    data, by = request.POST, user_of(request)
    if "names" in data:
        made = set_divisions(season=season, names=readable(data["names"]).splitlines(), by=by)
        return f"The season has {len(made)} division{'' if len(made) == 1 else 's'}."
    if "assign" in data:
        number = assign_by_standings(season=season, by=by)
        return f"{number} characters are placed by the standings."
    who = get_object_or_404(Character, pk=whole_number(data.get("character", "")))
    if data.get("division"):
        division = get_object_or_404(season.divisions, pk=whole_number(data["division"]))
        move_to_division(division=division, character=who, by=by)
        return f"{who.name} is in {division.name}."
    leave_divisions(season=season, character=who, by=by)
    return f"{who.name} is in no division."


def _targets(season: Season) -> list[Season]:
    """Other seasons of the league whose divisions are still empty."""
    taken = DivisionPlace.objects.filter(season__league=season.league).values("season")
    return list(season.league.seasons.exclude(pk=season.pk).exclude(pk__in=taken))


@login_required
@require_safe
def divisions_carry(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What carrying over would do, before it is done."""
    season = _season(slug)
    require(request.user, "administer", season.league)
    target = get_object_or_404(season.league.seasons, slug=request.GET.get("to", ""))
    newcomers = [person.pk for person in without_division(season)] if "newcomers" in request.GET else []
    plan = carried_from(season, newcomers=newcomers)
    groups: list[tuple[str, Any]] = [
        (title, plan.told(way))
        for title, way in (
            ("Up", "up"),
            ("Down", "down"),
            ("Stay", "stay"),
            ("New", "new"),
            ("Have left", "left"),
        )
    ]
    context = {
        "season": season,
        "target": target,
        "plan": plan,
        "groups": [group for group in groups if group[1]],
        "with_newcomers": bool(newcomers),
    }
    return render(request, "league/divisions_carry.html", context)


@login_required
@require_POST
def divisions_carried(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = _season(slug)
    require(request.user, "administer", season.league)
    target = get_object_or_404(season.league.seasons, slug=readable(request.POST.get("to", "")))
    newcomers = [person.pk for person in without_division(season)] if "newcomers" in request.POST else []
    try:
        carry_divisions(from_season=season, to_season=target, newcomers=newcomers, by=user_of(request))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("divisions_edit", season.slug)
    messages.success(request, f"The divisions of {target.name} are made from the standings of {season.name}.")
    return redirect("division_list", target.slug)
