"""Ratings: a league's list per game, and why a character is rated so."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from characters.models import Character
from games.rules.systems import SYSTEMS
from league.models import League, Rating, RatingList
from league.queries.rating_history import rating_changes, steps_of
from league.queries.ratings import games_to_rate, listed, rating_lists, rating_rows
from league.rules.ratings import Estimate, shown
from league.views.live import Request, live_page

PER_PAGE = 50


@require_safe
def rating_list(request: Request, slug: str) -> HttpResponse:
    """The league's ratings in one game. While games wait to be rated it says so, and completes itself."""
    league = get_object_or_404(League, slug=slug)
    lists = rating_lists(league)
    wanted = request.GET.get("system", "")
    ratings = next((one for one in lists if one.system == wanted), lists[0] if lists and not wanted else None)
    if wanted and wanted not in SYSTEMS:
        raise Http404(f"There is no game '{wanted}'.")
    search, waiting = request.GET.get("q", "").strip(), games_to_rate(ratings) if ratings else 0
    context: dict[str, Any] = {
        "league": league,
        "systems": [(one.system, SYSTEMS[one.system].NAME) for one in lists],
        "ratings": ratings,
        "system": ratings.system if ratings else wanted,
        "search": search,
        "games_to_rate": waiting,
    }
    if ratings:
        ratings.league = league
        page = Paginator(listed(ratings, search), PER_PAGE).get_page(request.GET.get("page"))
        rows = rating_rows(ratings, list(page))
        context |= {
            "page_obj": page,
            "settled": [row for row in rows if not row.rating.provisional],
            "provisional": [row for row in rows if row.rating.provisional],
            "system_name": SYSTEMS[ratings.system].NAME,
            "mine": _mine(request, ratings),
        }
    return live_page(request, "league/rating_list.html", context, waiting=waiting > 0)


def _mine(request: Request, ratings: RatingList) -> set[int]:
    if not request.user.is_authenticated:
        return set()
    own = Rating.objects.filter(rating_list=ratings, character__owner=request.user)
    return set(own.values_list("character_id", flat=True))


@require_safe
def rating_history(request: Request, slug: str, system: str, character: str) -> HttpResponse:
    """Every game of the character in that system with its rating before and after it."""
    ratings = get_object_or_404(RatingList.objects.select_related("league"), league__slug=slug, system=system)
    who = get_object_or_404(Character, slug=character)
    rating = get_object_or_404(Rating, rating_list=ratings, character=who)
    page = Paginator(steps_of(ratings, who), PER_PAGE).get_page(request.GET.get("page"))
    steps = list(page.object_list)
    earlier = steps_of(ratings, who)[page.end_index() : page.end_index() + 1] if page.has_next() else ()
    context = {
        "league": ratings.league,
        "character": who,
        "system": system,
        "system_name": SYSTEMS[system].NAME,
        "rating": shown(Estimate(rating.mu, rating.sigma, rating.games)),
        "games": rating.games,
        "page_obj": page,
        "changes": rating_changes(steps, next(iter(earlier), None)),
        "games_to_rate": games_to_rate(ratings),
    }
    return render(request, "league/rating_history.html", context)
