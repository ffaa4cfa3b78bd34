"""Simulations: what bots make of a game, played in the background. Anybody may look, members may start one."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from characters.rules.house_rules import DEFAULTS
from games.models import Simulation
from games.queries.simulations import report_of, system_name
from games.rules.sheets import ScoreSheet
from games.rules.tables import BOARD, Player, engine_options
from games.services.simulations import resume_simulation, start_simulation, stop_simulation
from games.tasks import simulate_soon
from league.forms.simulations import SimulationForm
from league.services.played import SEEDS
from league.views.access import add_refusal, refuse_unless, user_of
from league.views.live import Request

PER_PAGE = 20


def simulation_list(request: HttpRequest) -> HttpResponseBase:
    if request.method == "POST":
        return _start(request)
    return _list(request, SimulationForm())


@login_required
def _start(request: HttpRequest) -> HttpResponseBase:
    form = SimulationForm(request.POST)
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
    context = {"form": form, "page_obj": page, "rows": rows}
    return render(request, "league/simulation_list.html", context, status=422 if form.errors else 200)


def _simulation(request: HttpRequest, form: SimulationForm) -> Simulation:
    told, setup = form.cleaned_data, form.setup()
    table = ScoreSheet(told["system"], BOARD, timezone.now(), (), **setup)
    seed = told["rng_seed"]
    return start_simulation(
        system=told["system"],
        seats=told["seats"],
        games=told["games"],
        bots=told["bots"],
        rng_seed=secrets.randbelow(SEEDS) if seed is None else seed,
        options=engine_options(table, [Player(f"Seat {seat + 1}") for seat in range(told["seats"])], DEFAULTS),
        by=user_of(request),
    )


@require_safe
def simulation_detail(request: Request, pk: int) -> HttpResponseBase:
    """How far it is, and the result so far; completes itself while it runs."""
    simulation = get_object_or_404(Simulation.objects.select_related("created_by"), pk=pk)
    context = {
        "simulation": simulation,
        "name": system_name(simulation),
        "report": report_of(simulation),
        "may_change": _is_own(request, simulation),
    }
    return render(request, "league/simulation_detail.html", context)


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
        resume_simulation(simulation=simulation)
    except ValidationError as error:
        messages.warning(request, error.message)
    else:
        simulate_soon()
    return redirect(simulation)


def _is_own(request: HttpRequest, simulation: Simulation) -> bool:
    user = request.user
    return user.is_authenticated and (user.is_superuser or simulation.created_by_id == user.pk)


def _own(request: HttpRequest, pk: int) -> Simulation:
    simulation = get_object_or_404(Simulation, pk=pk)
    refuse_unless(_is_own(request, simulation), "Only whoever started a simulation can stop it or let it go on.")
    return simulation
