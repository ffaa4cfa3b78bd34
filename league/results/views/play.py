"""Guides to the games, paper sheets for them, and simulations."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dates import MONTHS_3
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from characters.rules.house_rules import DEFAULTS, HouseRules
from characters.rules.own_choices import example, of_one_game
from engine.core.rulebook import rules_of
from engine.said import retold
from games.models import Simulation
from games.queries.simulations import report_of, system_name
from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS, SheetSystem, seats_by
from games.rules.tables import LONDON, TablePlayer, engine_options
from games.services.simulations import ENDS as SIMULATION_ENDS
from games.services.simulations import stop_simulation
from games.tasks import simulate_soon
from league.boards.queries import board_for, boards_for
from league.clubs.queries import house_rules_of
from league.clubs.rules import game_rules, single_setting
from league.core.queries.access import is_member, is_superuser, visible_to
from league.core.views.access import add_refusal, refuse_unless, user_of
from league.core.views.live import Request
from league.models import Season
from league.results.forms.play import SimulationForm
from league.results.queries.balance import balance_of, seat_chart, variations_of
from league.results.queries.illustrations import calendar, illustrations, own_board_note
from league.results.queries.pictures_of_play import board_picture, cards_laid
from league.results.rules.guides import guide
from league.results.rules.sheet_cells import DEALS, cells
from league.results.services.simulations import go_on_with_simulation, order_simulation


@require_safe
def how_to_play(request: Request, system: str) -> HttpResponse:
    """Show how to play a game; with `?season=` also the rules of that season."""
    found, season, rules = _asked(request, system)
    context = {
        "system": found,
        "guide": guide(found.ID),
        "season": season,
        "rules": game_rules(rules, found.ID) if season else None,
        "one_game": [single_setting(one) for one in of_one_game(found.ID).values()],
        "own_example": example(found.ID),
        "has_rules": bool(rules_of(found.ID)),
        "illustrations": [*(own_board_note(season, found.ID) if season else ()), *illustrations(found.ID)],
        "picture": board_picture(found.ID),
        "laid": cards_laid(found.ID),
        "calendar": calendar(found.ID),
        "months": [(at * 20 + 14, name) for at, name in enumerate(MONTHS_3.values())],
        "charts": [seat_chart(one) for one in balance_of(found.ID)],
        "variations": [seat_chart(one) for one in variations_of(found.ID)],
        "seats": _seats(found, rules),
        "others": [one for one in SYSTEMS.values() if one.ID != found.ID],
    }
    return render(request, "league/results/play_guide.html", context)


@require_safe
def paper_sheet(request: Request, system: str, seats: int) -> HttpResponse:
    """Show a score sheet on paper: a column per seat, a row per figure. With `?season=` also the rules of that
    season."""
    found, season, rules = _asked(request, system)
    least, most = found.SEATS
    if not least <= seats <= most:
        raise Http404(_("{game} is not played by {seats}.").format(game=found.NAME, seats=seats))
    context = {
        "system": found,
        "seats": range(1, seats + 1),
        "other_seats": _seats(found, rules),
        "season": season,
        "rules": game_rules(rules, found.ID) if season else None,
        "own_example": example(found.ID) if of_one_game(found.ID) else "",
        "cells": list(cells(found.FIGURES, DEALS)),
        "guide": guide(found.ID),
    }
    return render(request, "league/results/play_sheet.html", context)


def _system(system: str) -> SheetSystem:
    found = SYSTEMS.get(system)
    if found is None:
        raise Http404(_("There is no game {game}.").format(game=system))
    return found


def _asked(request: HttpRequest, system: str) -> tuple[SheetSystem, Season | None, HouseRules]:
    """Return the game, and the requested season with the rules of its tables, or the book."""
    seasons = Season.objects.select_related("league").filter(visible_to(request.user, "league"))
    season = seasons.filter(slug=request.GET.get("season", "")).first()
    return _system(system), season, house_rules_of(season) if season else DEFAULTS


def _seats(system: SheetSystem, rules: HouseRules) -> range:
    least, most = seats_by(system, rules.choices(system.ID))
    return range(least, most + 1)


PER_PAGE = 20
SEEDS = 1 << 32


def simulation_list(request: HttpRequest) -> HttpResponseBase:
    if request.method == "POST":
        return _start(request)
    return _list(request, SimulationForm(boards=boards_for(request.user)))


@login_required
def _start(request: HttpRequest) -> HttpResponseBase:
    refuse_unless(
        is_member(user_of(request)),
        _("Only members of a league start simulations. Accept an invitation to one, or found one."),
    )
    form = SimulationForm(request.POST, boards=boards_for(request.user))
    if form.is_valid():
        try:
            made = _simulation(request, form)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            simulate_soon()
            return redirect(made)
    return _list(request, form)


def _list(request: HttpRequest, form: SimulationForm) -> HttpResponseBase:
    page = Paginator(Simulation.objects.select_related("created_by"), PER_PAGE).get_page(request.GET.get("page"))
    rows = [(one, system_name(one)) for one in page]
    context = {"form": form, "page_obj": page, "rows": rows, "may_start": is_member(request.user)}
    return render(request, "league/results/simulation_list.html", context, status=422 if form.errors else 200)


def _simulation(request: HttpRequest, form: SimulationForm) -> Simulation:
    told, setup = form.cleaned_data, form.setup()
    board = board_for(request.user, told["board"])
    table = ScoreSheet(told["system"], LONDON if board else told["board"], timezone.now(), (), **setup)
    players = [TablePlayer(f"Seat {seat + 1}") for seat in range(told["seats"])]
    seed = told["rng_seed"]
    return order_simulation(
        system=told["system"],
        seats=told["seats"],
        games=told["games"],
        bots=told["bots"],
        rng_seed=secrets.randbelow(SEEDS) if seed is None else seed,
        options=engine_options(table, players, DEFAULTS, board),
        by=user_of(request),
    )


@require_safe
def simulation_detail(request: Request, pk: int) -> HttpResponseBase:
    """Show the progress of a simulation, and the result so far; the page completes itself while it runs."""
    simulation = get_object_or_404(Simulation.objects.select_related("created_by"), pk=pk)
    context = {
        "simulation": simulation,
        "why": retold(simulation.error, SIMULATION_ENDS),
        "name": system_name(simulation),
        "report": report_of(simulation),
        "may_change": _is_own(request, simulation),
    }
    return render(request, "league/results/simulation_detail.html", context)


@login_required
@require_POST
def simulation_stop(request: HttpRequest, pk: int) -> HttpResponseBase:
    simulation = _own(request, pk)
    try:
        stop_simulation(simulation=simulation)
    except ValidationError as error:
        messages.warning(request, error.message)
    return redirect(simulation)


@login_required
@require_POST
def simulation_resume(request: HttpRequest, pk: int) -> HttpResponseBase:
    simulation = _own(request, pk)
    try:
        go_on_with_simulation(simulation=simulation, by=user_of(request))
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    else:
        simulate_soon()
    return redirect(simulation)


def _is_own(request: HttpRequest, simulation: Simulation) -> bool:
    user = request.user
    return user.is_authenticated and (is_superuser(user) or simulation.created_by_id == user.pk)


def _own(request: HttpRequest, pk: int) -> Simulation:
    simulation = get_object_or_404(Simulation, pk=pk)
    only_own = _("Only the person who started a simulation can stop it or let it go on.")
    refuse_unless(_is_own(request, simulation), only_own)
    return simulation
