"""Seasons: the list; all games of one, and what followed from them."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.clubs.queries import league_for, promotion_feed, seasons_with_games, tournament_lines, with_entries
from league.clubs.views.seasons import season_frame
from league.core.queries import game_lines
from league.core.queries.access import may, visible_to
from league.core.rules.unfolding import enough_for_filters
from league.core.views.live import Request
from league.models import Season
from league.standings.queries.standings import systems_of

SEASONS_PER_PAGE = 30
GAMES_PER_PAGE = 10
FEED = 8
TOURNAMENTS = 8


@require_safe
def season_list(request: Request) -> HttpResponse:
    seasons = seasons_with_games().filter(visible_to(request.user, "league"))
    page = Paginator(seasons, SEASONS_PER_PAGE).get_page(request.GET.get("page"))
    league = league_for(request.user)
    context = {
        "page_obj": page,
        "league": league,
        "may_administer": league is not None and may(request.user, "administer", league),
    }
    return render(request, "league/site/season_list.html", context)


@require_safe
def season_games(request: Request, slug: str) -> HttpResponse:
    """Show every game of the season by its day, found by reference, character, state, game or year."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    chosen = {name: request.GET.get(name, "").strip() for name in ("q", "status")}
    filters = game_lines.games_filter_of(season, systems_of(season), request.GET)
    games = game_lines.season_games(season, filters, search=chosen["q"], status=chosen["status"])
    page = Paginator(games, GAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        **season_frame(request, season),
        "page_obj": page,
        "games": game_lines.game_lines(page),
        "chosen": chosen,
        "filters": filters,
        "filtered": filters.chosen or any(chosen.values()),
        "statuses": game_lines.STATUS_CHOICES,
        "searchable": filters.chosen or any(chosen.values()) or enough_for_filters(page.paginator.count),
        "feed": promotion_feed(season, most=FEED),
        "tournaments": tournament_lines(with_entries(season.tournaments.all())[:TOURNAMENTS]),
    }
    return render(request, "league/site/season_games.html", context)
