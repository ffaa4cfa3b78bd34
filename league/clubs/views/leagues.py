"""A league's own page; leagues are founded, named, closed and opened again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.forms import ClosingForm, LeagueForm
from league.clubs.queries import claim_of, current_season, seasons_with_games, tournament_lines, under_way, with_entries
from league.clubs.queries.floors import house_of
from league.clubs.queries.tools import RUN, WORKSHOP, Groups, Offered, tools_for
from league.clubs.services.leagues import change_league, choose_league, close_league, open_league
from league.clubs.views.members import IN_A_SENTENCE, counted
from league.core.queries.access import may, require, standing_of
from league.core.rules.unfolding import league_pages
from league.core.rules.zones import label
from league.core.views.access import refusals_on, refusals_told, user_of
from league.core.views.live import Request
from league.models import League, Tournament
from league.models.organisation import Role

TOURNAMENTS = 8


@require_safe
def league_detail(request: Request, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    standing = standing_of(request.user, league)
    roles = dict(league.memberships.order_by().values_list("role").annotate(Count("pk")))
    seasons = list(seasons_with_games(league))
    games = sum(season.games for season in seasons)  # type: ignore[attr-defined] # annotated; to count again takes as long
    context = {
        "league": league,
        "seasons": seasons,
        "house": house_of(league),
        "current": current_season(league, today=timezone.localdate()),
        "members": sum(roles.values()),
        "roles": [counted(role, roles[role]) for role in Role if role in roles],
        "characters": league.enrolments.count(),
        "tournaments": tournament_lines(with_entries(Tournament.objects.filter(season__league=league))[:TOURNAMENTS]),
        "games": games,
        "pages": league_pages(games),
        "clock": label(league.zone),
        "my_role": IN_A_SENTENCE[Role(standing.role)] if standing.role else "",
        "may_administer": standing.may("administer"),
        "may_register": may(request.user, "register", league),
        "claim": claim_of(request.user, league),
    }
    return render(request, "league/clubs/league_detail.html", context)


@login_required
@require_safe
def league_run(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an organiser the people, tournaments and rules of a league."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    return render(request, "league/clubs/league_run.html", {"league": league, "groups": _tools(request, RUN, league)})


@require_safe
def league_workshop(request: Request, slug: str) -> HttpResponse:
    """Show everybody the tools behind a league that they may use."""
    league = get_object_or_404(League, slug=slug)
    context = {"league": league, "groups": _tools(request, WORKSHOP, league)}
    return render(request, "league/clubs/league_workshop.html", context)


def _tools(request: HttpRequest, groups: Groups, league: League) -> Offered:
    season = current_season(league, today=timezone.localdate())
    return tools_for(groups, standing_of(request.user, league), league, season)


@login_required
@require_POST
def league_choose(request: HttpRequest) -> HttpResponse:
    """Switch to another league, and lead home, where that league's season is."""
    league = get_object_or_404(League, slug=request.POST.get("league", ""), memberships__user=user_of(request))
    choose_league(user=user_of(request), league=league)
    return redirect("home")


@never_cache
@login_required
def league_closing(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Close a league, or open it again."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if request.method == "POST" and "open" in request.POST:
        return _open(request, league)
    form = ClosingForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            close_league(league=league, why=form.cleaned_data["why"], by=user_of(request))
            text = _("{league} is closed. Everything in it stays and can be read.")
            messages.success(request, text.format(league=league))
            return redirect(league)
    context = {"league": league, "form": form, "under_way": under_way(league)}
    return render(request, "league/clubs/league_closing.html", context, status=422 if form.errors else 200)


def _open(request: HttpRequest, league: League) -> HttpResponseBase:
    with refusals_told(request):
        open_league(league=league, by=user_of(request))
        messages.success(request, _("{league} is open again.").format(league=league))
    return redirect(league)


@login_required
def league_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    initial = {name: getattr(league, name) for name in LeagueForm.base_fields}
    form = LeagueForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            changed = change_league(league=league, by=user_of(request), **form.cleaned_data)
            text = _("{changed} is changed. Its times are now in {label}.")
            messages.success(request, text.format(changed=changed, label=label(changed.zone)))
            return redirect(changed)
    context = {"form": form, "league": league}
    return render(request, "league/clubs/league_edit.html", context, status=422 if form.errors else 200)
