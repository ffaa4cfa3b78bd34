"""A season's page, and why a row of its standings is where it is."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from characters.models import LEVEL_CHOICES, Character
from characters.queries.people import workplaces
from league.models import Season
from league.queries.feed import promotion_feed
from league.queries.game_lines import game_lines
from league.queries.roles import may
from league.queries.standings_page import SORTS, Choice, StandingsPage, page_of
from league.queries.standings_why import why
from league.views.live import Request

PER_PAGE = 50
RECENT_GAMES = 6
FEED = 8


@require_safe
def season_detail(request: Request, slug: str) -> HttpResponse:
    """Standings first; what the reader chose is in the address."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    chosen = _choice(request)
    page = page_of(season, number=_number(request.GET.get("page")), size=PER_PAGE, choice=chosen)
    context = {
        "season": season,
        "page": page,
        "choice": chosen,
        "filtered": bool(chosen.company or chosen.level),
        "mine": own_characters(request),
        "levels": LEVEL_CHOICES,
        "companies": _companies(season),
        "recent": game_lines(season.season_games.select_related("game")[:RECENT_GAMES]),
        "feed": promotion_feed(season, most=FEED),
        "may_administer": may(request.user, "administer", season.league),
        **_neighbours(page),
    }
    return render(request, "league/season_detail.html", context)


def own_characters(request: Request) -> set[int]:
    """Ids of the reader's characters, to mark their rows."""
    if not request.user.is_authenticated:
        return set()
    return set(Character.objects.filter(owner=request.user).order_by().values_list("pk", flat=True))


def _choice(request: Request) -> Choice:
    sort = request.GET.get("sort", "")
    return Choice(
        sort=sort if sort in SORTS else "position",
        company=request.GET.get("company", ""),
        level=request.GET.get("level", ""),
    )


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 9 else 1


def _companies(season: Season) -> list[tuple[str, str]]:
    places = workplaces(Character.objects.filter(enrolment__league=season.league_id))
    return list({place.company: place.name for place in places}.items())


def _neighbours(page: StandingsPage) -> dict[str, Any]:
    return {
        "previous": page.number - 1 if page.number > 1 else None,
        "next": page.number + 1 if page.number < page.pages else None,
    }


@require_safe
def season_why(request: Request, slug: str, character: str) -> HttpResponse:
    """Each tie-break with its working. htmx puts it under the row, everybody else gets a page of its own."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    who = get_object_or_404(Character, slug=character)
    explanation = why(season, who)
    if explanation is None:
        raise Http404(f"{who.name} has no confirmed game in {season.name}.")
    template = "league/season_why_body.html" if request.htmx else "league/season_why.html"
    response = render(request, template, {"season": season, "character": who, "why": explanation})
    patch_vary_headers(response, ("HX-Request",))
    return response
