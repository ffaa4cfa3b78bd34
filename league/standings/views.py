"""Ratings, divisions, records and head-to-heads of a league."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from characters.models import Character
from characters.queries.people import people
from league.clubs.queries import league_for
from league.clubs.views.seasons import season_frame
from league.core.forms import readable, whole_number
from league.core.queries.access import require
from league.core.queries.characters import find_enrolled, others_named
from league.core.queries.systems import system_for, system_name
from league.core.views.access import own_characters, refusals_told, user_of
from league.core.views.live import Request, live_page
from league.models import DivisionPlace, League, Rating, RatingList, Season
from league.standings.queries.companies import company_rows, ways_to_show
from league.standings.queries.divisions import (
    DivisionTable,
    carried_from,
    division_orders,
    division_tables,
    without_division,
)
from league.standings.queries.filtered_records import GAME_FEATS, filtered_records, records_filter
from league.standings.queries.head_to_head import meeting_lines, meetings, meetings_filter, rivals, scores, total
from league.standings.queries.league_records import LEAGUE_FEATS, league_records
from league.standings.queries.ratings import (
    games_to_rate,
    listed,
    rating_changes,
    rating_lines,
    rating_lists,
    rating_rows,
    shown,
    steps_of,
)
from league.standings.queries.season_race import season_race
from league.standings.queries.standings import standings
from league.standings.queries.summaries import is_small
from league.standings.rules.companies import GAMES_EACH
from league.standings.rules.divisions import explained
from league.standings.services.divisions import (
    assign_by_standings,
    carry_divisions,
    leave_divisions,
    move_to_division,
    set_divisions,
)

PER_PAGE = 15
MOST_FREE = 100
IN_A_DIVISION = 50
MEETINGS_PER_PAGE = 25


@require_safe
def rating_list(request: Request, slug: str) -> HttpResponse:
    """Show the league's ratings in one game. While games wait to be rated the page says so, and completes itself."""
    league = get_object_or_404(League, slug=slug)
    lists = rating_lists(league)
    system = request.GET.get("system", "")
    ratings = next(
        (rating_list for rating_list in lists if rating_list.system == system),
        lists[0] if lists and not system else None,
    )
    if system and system_for(league, system) is None:
        raise Http404(f"There is no game '{system}'.")
    search, waiting = request.GET.get("q", "").strip(), games_to_rate(ratings) if ratings else 0
    context: dict[str, Any] = {
        "league": league,
        "systems": [(rating_list.system, system_name(rating_list.system)) for rating_list in lists],
        "ratings": ratings,
        "system": ratings.system if ratings else system,
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
            "system_name": system_name(ratings.system),
            "mine": own_characters(request),
        }
    return live_page(request, "league/standings/rating_list.html", context, waiting=waiting > 0)


@require_safe
def rating_history(request: Request, slug: str, system: str, character: str) -> HttpResponse:
    """Show every game of the character in that system with its rating before and after it."""
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
        "system_name": system_name(system),
        "rating": shown(rating),
        "games": rating.games,
        "page_obj": page,
        "lines": rating_lines(ratings, who),
        "changes": rating_changes(steps, next(iter(earlier), None)),
        "games_to_rate": games_to_rate(ratings),
    }
    return render(request, "league/standings/rating_history.html", context)


def _season(slug: str) -> Season:
    return get_object_or_404(Season.objects.select_related("league"), slug=slug)


@require_safe
def division_list(request: Request, slug: str) -> HttpResponse:
    season = _season(slug)
    page, tables = _division_page(request, season)
    context = {
        **season_frame(request, season),
        "page_obj": page,
        "tables": tables,
        "remarks": explained([table.size for table in tables]) if tables else [],
        "mine": own_characters(request),
    }
    return render(request, "league/standings/division_list.html", context)


def _division_page(request: HttpRequest, season: Season) -> tuple[Page[int], list[DivisionTable]]:
    """Return the same page of every division: the first fifty of each, and so on."""
    orders = division_orders(season)
    longest = range(max((len(order) for _division, order in orders), default=0))
    page = Paginator(longest, IN_A_DIVISION).get_page(request.GET.get("page"))
    part = slice(max(page.start_index() - 1, 0), page.end_index())
    return page, division_tables(season, orders, part)


@login_required
def divisions_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Edit the names of the divisions and who is in which; the page leads into another season."""
    season = _season(slug)
    require(request.user, "administer", season.league)
    if request.method == "POST":
        with refusals_told(request):
            messages.success(request, _change(request, season))
        return redirect("divisions_edit", season.slug)
    (page, tables), free = _division_page(request, season), without_division(season)
    taken = DivisionPlace.objects.filter(season__league=season.league).values("season")
    context = {
        **season_frame(request, season),
        "page_obj": page,
        "tables": tables,
        "names": "\n".join(table.division.name for table in tables),
        "free": free[:MOST_FREE],
        "more_free": max(free.count() - MOST_FREE, 0),
        "seasons": season.league.seasons.exclude(pk=season.pk).exclude(pk__in=taken),
    }
    return render(request, "league/standings/divisions_edit.html", context)


def _change(request: HttpRequest, season: Season) -> str:
    """Make one of the page's changes and return what was done, as a sentence. Raise ValidationError."""
    data, by = request.POST, user_of(request)
    if "names" in data:
        divisions = set_divisions(season=season, names=readable(data["names"]).splitlines(), by=by)
        pattern = ngettext("The season has {count} division.", "The season has {count} divisions.", len(divisions))
        return pattern.format(count=len(divisions))
    if "assign" in data:
        number = assign_by_standings(season=season, by=by)
        return ngettext(
            "{number} character is placed by the standings.", "{number} characters are placed by the standings.", number
        ).format(number=number)
    who = get_object_or_404(Character, pk=whole_number(data.get("character", "")))
    if data.get("division"):
        division = get_object_or_404(season.divisions, pk=whole_number(data["division"]))
        move_to_division(division=division, character=who, by=by)
        return _("{who} is in {division}.").format(who=who.name, division=division.name)
    leave_divisions(season=season, character=who, by=by)
    return _("{who} is in no division.").format(who=who.name)


@login_required
@require_safe
def divisions_carry(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show what carrying over would do, before it is done."""
    season = _season(slug)
    require(request.user, "administer", season.league)
    target = get_object_or_404(season.league.seasons, slug=request.GET.get("to", ""))
    newcomers = list(without_division(season).values_list("pk", flat=True)) if "newcomers" in request.GET else []
    plan = carried_from(season, newcomers=newcomers)
    groups: list[tuple[str, str, Any]] = [
        (way, title, plan.moves_by(way))
        for title, way in (
            (_("Up"), "up"),
            (_("Down"), "down"),
            (_("Stay"), "stay"),
            (_("New"), "new"),
            (_("Have left"), "left"),
        )
    ]
    context = {
        "season": season,
        "target": target,
        "plan": plan,
        "groups": [group for group in groups if group[2]],
        "with_newcomers": bool(newcomers),
    }
    return render(request, "league/standings/divisions_carry.html", context)


@login_required
@require_POST
def divisions_carried(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = _season(slug)
    require(request.user, "administer", season.league)
    target = get_object_or_404(season.league.seasons, slug=readable(request.POST.get("to", "")))
    newcomers = list(without_division(season).values_list("pk", flat=True)) if "newcomers" in request.POST else []
    with refusals_told(request):
        carry_divisions(from_season=season, to_season=target, newcomers=newcomers, by=user_of(request))
        text = _("The divisions of {target} are made from the standings of {season}.")
        messages.success(request, text.format(target=target.name, season=season.name))
        return redirect("division_list", target.slug)
    return redirect("divisions_edit", season.slug)


@require_safe
def head_to_head_choice(request: Request, slug: str) -> HttpResponse:
    """Show the characters met most often, and a search for others to compare with."""
    character = find_enrolled(slug)
    search = request.GET.get("q", "").strip()
    people = others_named(character, search) if search else []
    context = {"character": character, "search": search, "found": people, "rivals": rivals(character)}
    return render(request, "league/standings/head_to_head_choice.html", context)


@require_safe
def head_to_head(request: Request, slug: str, other: str) -> HttpResponse:
    character, rival = find_enrolled(slug), find_enrolled(other)
    if rival.enrolment.league_id != character.enrolment.league_id or rival.pk == character.pk:
        raise Http404(_("These two play in different leagues."))
    filters = meetings_filter(character, rival, request.GET)
    games = meetings(character, rival, filters)
    by_system = scores(games)
    page = Paginator(games, MEETINGS_PER_PAGE).get_page(request.GET.get("page"))
    sides = people((character.pk, rival.pk))
    context = {
        "character": character,
        "rival": rival,
        "one": sides[character.pk],
        "other": sides[rival.pk],
        "filters": filters,
        "scores": by_system,
        "total": total(by_system),
        "page_obj": page,
        "meetings": meeting_lines(list(page)),
    }
    return render(request, "league/standings/head_to_head.html", context)


@require_safe
def league_record_list(request: Request, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    filters = records_filter(league, request.GET)
    context = {
        "league": league,
        "records": filtered_records(league, filters) if filters.chosen else league_records(league),
        "filters": filters,
        "many": not is_small(league),
        "made_at": (GAME_FEATS if filters.chosen else LEAGUE_FEATS).made_at(league),
    }
    return render(request, "league/standings/records.html", context)


@require_safe
def records_now(request: Request) -> HttpResponseBase:
    """Redirect to the records of the league one is in."""
    league = league_for(request.user)
    return redirect("league_records", league.slug) if league else redirect("league_list")


@require_safe
def race(request: Request, slug: str) -> HttpResponse:
    season = _season(slug)
    context = {
        **season_frame(request, season),
        "race": season_race(season, own=own_characters(request)),
        "many": not is_small(season),
        "ways": ways_to_show(season, standings(season).tallies.values()),
    }
    return render(request, "league/standings/race.html", context)


@require_safe
def companies(request: Request, slug: str) -> HttpResponse:
    """Show how the companies of a season stand against each other."""
    season = _season(slug)
    context = {
        **season_frame(request, season),
        "companies": company_rows(season),
        "games_each": GAMES_EACH,
        "ways": ways_to_show(season, standings(season).tallies.values()),
    }
    return render(request, "league/standings/companies.html", context)
