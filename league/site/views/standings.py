"""A season's page, and why a row of its standings is where it is."""

from collections.abc import Callable, Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.models import LEVEL_CHOICES, Character
from characters.queries.people import workplaces
from games.rules.systems import SYSTEMS
from league.clubs.queries import promotion_feed, tournament_lines, with_entries
from league.core.queries.access import may
from league.core.queries.game_lines import game_lines
from league.core.views.access import own_characters
from league.core.views.live import Request
from league.models import Season
from league.results.queries.notes import season_note
from league.standings.queries.explanations import why
from league.standings.queries.standings import SORTS, StandingRows, StandingsChoice, systems_of

PER_PAGE = 50
RECENT_GAMES = 6
FEED = 8
TOURNAMENTS = 8
# Additions of optional apps beside the standings of a season: a template and its context; or None.
ASIDES: list[Callable[[Season], tuple[str, object] | None]] = []


@require_safe
def season_detail(request: Request, slug: str) -> HttpResponse:
    """Show the standings of a season first; what the reader chose is in the address."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    systems = systems_of(season)
    chosen = _choice(request, systems)
    page = Paginator(StandingRows(season, chosen), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "season": season,
        "page_obj": page,
        "choice": chosen,
        "filtered": bool(chosen.company or chosen.level),
        "nobody": not page.paginator.count and not season.league.enrolments.exists(),
        "mine": own_characters(request),
        "systems": _named(systems) if len(systems) > 1 else [],
        **_about(chosen.system),
        "note": season_note(season, chosen.system or (systems[0] if len(systems) == 1 else None)),
        "levels": LEVEL_CHOICES,
        "companies": _companies(season),
        "recent": game_lines(season.season_games.select_related("game")[:RECENT_GAMES]),
        "feed": promotion_feed(season, most=FEED),
        "tournaments": tournament_lines(with_entries(season.tournaments.all())[:TOURNAMENTS]),
        "asides": [aside for find in ASIDES if (aside := find(season))],
        "may_administer": may(request.user, "administer", season.league),
    }
    return render(request, "league/site/season_detail.html", context)


def _named(systems: Sequence[str]) -> list[tuple[str, str]]:
    return [(system, SYSTEMS[system].NAME) for system in systems]


def _about(system: str | None) -> dict[str, str]:
    """Return the game that the page is about in words, and how the links to its rows say so; {} for all games."""
    return {"system_name": SYSTEMS[system].NAME, "why_query": f"?system={system}"} if system else {}


def _choice(request: Request, systems: Sequence[str]) -> StandingsChoice:
    sort = request.GET.get("sort", "")
    return StandingsChoice(
        sort=sort if sort in SORTS else "position",
        company=request.GET.get("company", ""),
        level=request.GET.get("level", ""),
        system=_system(request, systems),
    )


def _system(request: Request, systems: Sequence[str]) -> str | None:
    """Return the game that is asked for, if the season has it; None for all games."""
    system = request.GET.get("system", "")
    return system if system in systems else None


def _companies(season: Season) -> list[tuple[str, str]]:
    places = workplaces(Character.objects.filter(enrolment__league=season.league_id))
    return list({place.company: place.name for place in places}.items())


@require_safe
def season_why(request: Request, slug: str, character: str) -> HttpResponse:
    """Show each tie-break with its working. htmx puts it under the row, everybody else gets a page of its own."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    who = get_object_or_404(Character, slug=character)
    system = _system(request, systems_of(season))
    explanation = why(season, who, system=system)
    if explanation is None:
        nothing = _("{character} has no confirmed game in {season}.")
        raise Http404(nothing.format(character=who.name, season=season.name))
    context = {"season": season, "character": who, "why": explanation, **_about(system)}
    template = "league/site/season_why_body.html" if request.htmx else "league/site/season_why.html"
    response = render(request, template, context)
    patch_vary_headers(response, ("HX-Request",))
    return response
