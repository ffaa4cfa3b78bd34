"""Pages of a tournament that everybody reads: the list, standings and why, who entered, and Check the draw."""

from itertools import groupby
from operator import itemgetter
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from characters.models import Character
from characters.queries.people import named, people
from engine.translatable import said
from league.clubs.queries import current_first, open_seats, tournament_lines, with_entries
from league.core.ledger.services import record_export
from league.core.queries.access import is_superuser, standing_of, visible_to
from league.core.queries.systems import system_name
from league.core.views.access import own_characters, user_of
from league.core.views.live import Request
from league.models import Draw, Entry, Round, Season, Stage, Tournament
from league.tournaments.draws.queries.draw_lines import draw_document, draw_lines
from league.tournaments.draws.queries.draw_sources import opened_groups
from league.tournaments.entries.views.staff import staff_tournament, tournament_of
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.explanations import points_parts, why_in_stage
from league.tournaments.stages.queries.stage_standings import FinalStandings, StageRows, rounds_raced, stage_race

PER_PAGE = 50
PAST_PER_PAGE = 30
FINAL, PICTURE = "final", "picture"


def rights(request: Request, tournament: Tournament) -> dict[str, bool]:
    """Return what the reader may do, as every page of a tournament needs it."""
    standing = standing_of(request.user, tournament.season.league)
    return {"may_administer": standing.may("administer"), "may_referee": standing.may("referee")}


@require_safe
def tournament_list(request: Request) -> HttpResponse:
    every = with_entries(Tournament.objects.filter(visible_to(request.user, "season__league")))
    over = every.filter(status__in=(Tournament.FINISHED, Tournament.CANCELLED))
    page = Paginator(over, PAST_PER_PAGE).get_page(request.GET.get("page"))
    coming = every.filter(status=Tournament.PLANNED).order_by(F("starts_at").asc(nulls_last=True), "id")
    context = {
        "running": tournament_lines(every.filter(status=Tournament.RUNNING)),
        "coming": tournament_lines(coming),
        "past": tournament_lines(page.object_list),
        "page_obj": page,
        "own_seats": open_seats(request.user),
        **_doors(request),
    }
    return render(request, "league/desk/tournament_list.html", context)


def _doors(request: Request) -> dict[str, str]:
    """Return the address for creating a tournament in a season that this user organises; "" without such a season,
    nothing for a stranger."""
    if not request.user.is_authenticated:
        return {}
    seasons: QuerySet[Season] = Season.objects.all()
    if not is_superuser(request.user):
        seasons = seasons.filter(league__memberships__user=request.user.pk, league__memberships__role="organiser")
    season = current_first(seasons, today=timezone.localdate()).first()
    return {"create_href": reverse("tournament_create", args=[season.slug]) if season else ""}


@require_safe
def tournament_detail(request: Request, slug: str) -> HttpResponse:
    """Show what, when and where before the start; then the standings of the current stage; in the end the final
    places."""
    tournament = tournament_of(slug)
    stages = list(tournament.stages.all())
    stage = _stage_shown(tournament, stages, request.GET.get("stage", ""))
    mine, search = own_characters(request), request.GET.get("q", "").strip()
    context: dict[str, Any] = {
        "tournament": tournament,
        "system_name": system_name(tournament.system),
        "stages": stages,
        "stage": stage if isinstance(stage, Stage) else None,
        "format": format_of(stage) if isinstance(stage, Stage) else None,
        "final": stage == FINAL,
        "line": tournament_lines(with_entries(Tournament.objects.filter(pk=tournament.pk)))[0],
        "mine": mine,
        "q": search,
        "own_seats": [seat for seat in open_seats(request.user) if seat.round.stage.tournament_id == tournament.pk],
        **rights(request, tournament),
    }
    if isinstance(stage, Stage):
        context |= _standings(request, stage, search, mine)
    elif stage == FINAL:
        context |= _final(request, tournament, stages)
    else:
        context |= _before(request, tournament)
    return render(request, "league/desk/tournament_detail.html", context)


def _stage_shown(tournament: Tournament, stages: list[Stage], number: str) -> Stage | str | None:
    """Return the requested stage, else FINAL for a finished tournament, else the newest stage that has begun."""
    begun = [stage for stage in stages if stage.status != Stage.PLANNED]
    match = next((stage for stage in begun if str(stage.number) == number), None)
    if match is not None:
        return match
    if tournament.status == Tournament.FINISHED and begun:
        return FINAL
    return begun[-1] if begun else None


def _standings(request: Request, stage: Stage, search: str, own: set[int]) -> dict[str, Any]:
    if request.GET.get("as") == PICTURE and (picture := stage_race(stage, own=own)):
        return {"picture": picture, "ways": True}
    rows = StageRows(stage, search)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return {
        "page_obj": page,
        "own_rows": rows.of(own - {row.person.pk for row in page}),
        "last_round": _is_in_last_round(stage),
        "ways": len(rounds_raced(stage)) > 1,
    }


def _is_in_last_round(stage: Stage) -> bool:
    if stage.status != Stage.RUNNING or not stage.rounds or format_of(stage).order != "points":
        return False
    return stage.played_rounds.filter(number=stage.rounds, status__in=(Round.PUBLISHED, Round.RUNNING)).exists()


def _final(request: Request, tournament: Tournament, stages: list[Stage]) -> dict[str, Any]:
    """Return the final standings, in groups by the last stage of each character, whose points are another stage's."""
    rows = FinalStandings(tournament)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return {
        "podium": rows[:3],
        "page_obj": page,
        "groups": [
            (stage, format_of(stage), [row for _, row in lines]) for stage, lines in groupby(page, key=itemgetter(0))
        ],
        "several": len(stages) > 1,
    }


def _before(request: Request, tournament: Tournament) -> dict[str, Any]:
    closed = tournament.season.league.closed_at is not None
    here = tournament.hall_id is None
    open_now = tournament.status == Tournament.PLANNED and tournament.registration_open and here and not closed
    may_enter = open_now and tournament.self_registration and not settings.HALL_HOSTS
    own = tournament.entries.filter(character__in=own_characters(request)).select_related("character")
    cancelled = tournament.events.filter(kind="cancelled").first() if tournament.status == "cancelled" else None
    return {
        "register_href": reverse("entry_register", args=[tournament.slug]) if may_enter else "",
        "own_entries": own,
        "cancelled": cancelled,
    }


@require_safe
def tournament_why(request: Request, slug: str, stage: int, character: str) -> HttpResponse:
    """Show each tie-break with its working. htmx puts it under the row, every other client gets a separate page."""
    tournament = tournament_of(slug)
    stage_row = get_object_or_404(tournament.stages.exclude(status=Stage.PLANNED), number=stage)
    who = get_object_or_404(Character, slug=character)
    why = why_in_stage(stage_row, who)
    if why is None:
        raise Http404(_("{who} does not play in {stage}.").format(who=who.name, stage=stage_row.name))
    context: dict[str, Any] = {"tournament": tournament, "stage": stage_row, "character": who, "why": why}
    context["parts"] = points_parts(stage_row, who)
    template = "league/desk/tournament_why_body.html" if request.htmx else "league/desk/tournament_why.html"
    response = render(request, template, context)
    patch_vary_headers(response, ("HX-Request",))
    return response


@require_safe
def tournament_entries(request: Request, slug: str) -> HttpResponse:
    """List the entries by number; search by name."""
    tournament = tournament_of(slug)
    search = request.GET.get("q", "").strip()
    entries = tournament.entries.exclude(status=Entry.WAITING)
    if search:
        entries = entries.filter(character__in=named(search))
    page = Paginator(entries.order_by("number"), PER_PAGE).get_page(request.GET.get("page"))
    persons = people(entry.character_id for entry in page)
    context = {
        "tournament": tournament,
        "page_obj": page,
        "rows": [(entry, persons[entry.character_id]) for entry in page],
        "waiting": tournament.entries.filter(status=Entry.WAITING).count(),
        "mine": own_characters(request),
        "q": search,
        **rights(request, tournament),
    }
    return render(request, "league/desk/tournament_entries.html", context)


@require_safe
def draw_list(request: Request, slug: str) -> HttpResponse:
    tournament = tournament_of(slug)
    allowed = rights(request, tournament)
    lines = draw_lines(tournament, drafts=allowed["may_administer"])
    return render(request, "league/desk/draw_list.html", {"tournament": tournament, "lines": lines, **allowed})


@never_cache
@require_safe
def groups_json(request: Request, slug: str) -> HttpResponse:
    """Send organisers what the hidden groups of the draws stand for, with the salt that proves it."""
    tournament = staff_tournament(request, slug, "administer")
    response = JsonResponse(opened_groups(tournament), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-groups.json"'
    if request.method == "GET":
        what = said("what the hidden groups of a tournament's draws stand for")
        record_export(what=what, by=user_of(request), season=tournament.season, slug=tournament.slug)
    return response


@require_safe
def draw_json(request: Request, slug: str, number: int) -> HttpResponse:
    """Send one draw with its source, to keep or to verify elsewhere."""
    tournament = tournament_of(slug)
    draws = Draw.objects.select_related("tournament", "round__stage").prefetch_related("changes")
    draw = get_object_or_404(draws, tournament=tournament, number=number)
    if draw.round.status == Round.DRAFT and not rights(request, tournament)["may_administer"]:
        raise Http404(_("This draw is not published yet."))
    response = HttpResponse(draw_document(draw), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="draw-{draw.number}.json"'
    return response
