"""Pages to look things up: two characters side by side, the records of a league, the race of a season."""

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.models import Character
from characters.queries.people import people
from league.clubs.queries import league_for
from league.core.queries.access import may
from league.core.queries.characters import find_character, others_named
from league.core.views.access import own_characters
from league.core.views.live import Request
from league.models import League, Season
from league.standings.queries.head_to_head import meeting_lines, meetings, rivals, scores, total
from league.standings.queries.league_records import league_records
from league.standings.queries.season_race import season_race

PER_PAGE = 25


@require_safe
def head_to_head_choice(request: Request, slug: str) -> HttpResponse:
    """Show the characters met most often, and a search for others to compare with."""
    character = _of_a_league(slug)
    search = request.GET.get("q", "").strip()
    people = others_named(character, search) if search else []
    context = {"character": character, "search": search, "found": people, "rivals": rivals(character)}
    return render(request, "league/standings/head_to_head_choice.html", context)


@require_safe
def head_to_head(request: Request, slug: str, other: str) -> HttpResponse:
    character, rival = _of_a_league(slug), _of_a_league(other)
    if rival.enrolment.league_id != character.enrolment.league_id or rival.pk == character.pk:
        raise Http404(_("These two play in different leagues."))
    by_system = scores(character, rival)
    page = Paginator(meetings(character, rival), PER_PAGE).get_page(request.GET.get("page"))
    sides = people((character.pk, rival.pk))
    context = {
        "character": character,
        "rival": rival,
        "one": sides[character.pk],
        "other": sides[rival.pk],
        "scores": by_system,
        "total": total(by_system),
        "page_obj": page,
        "meetings": meeting_lines(list(page)),
    }
    return render(request, "league/standings/head_to_head.html", context)


@require_safe
def league_record_list(request: Request, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    return render(request, "league/standings/records.html", {"league": league, "records": league_records(league)})


@require_safe
def records_now(request: Request) -> HttpResponseBase:
    """Redirect to the records of the league one is in."""
    league = league_for(request.user)
    return redirect("league_records", league.slug) if league else redirect("league_list")


@require_safe
def race(request: Request, slug: str) -> HttpResponse:
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    context = {
        "season": season,
        "race": season_race(season, own=own_characters(request)),
        "may_administer": may(request.user, "administer", season.league),
    }
    return render(request, "league/standings/race.html", context)


def _of_a_league(slug: str) -> Character:
    character = find_character(slug)
    if not hasattr(character, "enrolment"):
        raise Http404(_("This character is in no league."))
    return character
