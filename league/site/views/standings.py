"""A season's page, and why a row of its standings is where it is."""

from collections.abc import Sequence
from dataclasses import replace

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.models import LEVEL_CHOICES, Character
from characters.queries.people import workplaces
from league.clubs.views.seasons import season_frame
from league.core.queries.access import may
from league.core.queries.systems import system_name
from league.core.rules.unfolding import enough_for_filters, first_step
from league.core.views.access import own_characters
from league.core.views.live import Request
from league.models import Season
from league.results.queries.notes import season_note
from league.standings.queries.companies import ways_to_show
from league.standings.queries.explanations import why
from league.standings.queries.season_race import sparklines
from league.standings.queries.standings import SORTS, StandingRows, StandingsChoice, systems_of

PER_PAGE = 50


@require_safe
def season_detail(request: Request, slug: str) -> HttpResponse:
    """Show the standings of a season; what the reader chose is in the address."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    systems = systems_of(season)
    chosen = _choice(request, systems)
    rows = StandingRows(season, chosen)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    frame, mine = season_frame(request, season), own_characters(request)
    lines = sparklines(season, [row.character for row in page], system=chosen.system)
    filtered = bool(chosen.company or chosen.level)
    context = {
        **frame,
        "page_obj": page,
        "rows": [replace(row, sparkline=lines.get(row.character)) for row in page],
        "drawn": bool(lines),
        "ways": ways_to_show(season, rows.tallies),
        "step": first_step(frame["contents"]),
        "may_enter": may(request.user, "submit", season.league, characters=mine),
        "choice": chosen,
        "filtered": filtered,
        "sortable": filtered or chosen.sort != "position" or enough_for_filters(len(rows.tallies)),
        "mine": mine,
        "systems": [(system, system_name(system)) for system in systems] if len(systems) > 1 else [],
        **_about(chosen.system),
        "note": season_note(season, chosen.system or (systems[0] if len(systems) == 1 else None)),
        "levels": LEVEL_CHOICES,
        "companies": _companies(season),
        "sorts": list(zip(SORTS, (_("Position"), _("Name"), _("Games"), _("Wins")), strict=True)),
    }
    return render(request, "league/site/season_detail.html", context)


def _about(system: str | None) -> dict[str, str]:
    """Return the game that the page is about in words, and how the links to its rows say so; {} for all games."""
    return {"system_name": system_name(system), "why_query": f"?system={system}"} if system else {}


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
    """Show each tie-break with its working. htmx puts it under the row, everybody else gets a separate page."""
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
