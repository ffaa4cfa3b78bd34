"""Seasons: the list, and all games of one."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.clubs.queries import league_for, seasons_with_games
from league.core.queries import game_lines
from league.core.queries.access import may, visible_to
from league.core.views.live import Request
from league.models import Season

SEASONS_PER_PAGE = 30
GAMES_PER_PAGE = 20


@require_safe
def season_list(request: Request) -> HttpResponse:
    page = Paginator(seasons_with_games().filter(visible_to(request.user, "league")), SEASONS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    league = league_for(request.user)
    context = {
        "page_obj": page,
        "league": league,
        "may_administer": league is not None and may(request.user, "administer", league),
    }
    return render(request, "league/site/season_list.html", context)


@require_safe
def season_games(request: Request, slug: str) -> HttpResponse:
    """Show every game of the season, found by reference, character or state."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    chosen = {name: request.GET.get(name, "").strip() for name in ("q", "status")}
    games = game_lines.season_games(season, search=chosen["q"], status=chosen["status"])
    page = Paginator(games, GAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "season": season,
        "page_obj": page,
        "games": game_lines.game_lines(page),
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "statuses": game_lines.STATUS_CHOICES,
    }
    return render(request, "league/site/season_games.html", context)
