"""Setting up a tournament, and changing it later."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from league.core.forms import PlainForm, whole_number
from league.core.queries.access import require
from league.core.queries.systems import system_for, systems_of
from league.core.views.access import refusals_on, user_of
from league.core.views.sent_once import makes_once
from league.models import Season, Stage, Tournament
from league.tournaments.desk.queries.desk import hint_for
from league.tournaments.entries.queries import places_of
from league.tournaments.entries.views.staff import head, staff_tournament
from league.tournaments.formats import format_of
from league.tournaments.stages.forms import NewTournamentForm, NextCutForm, PlanForm, RoundsForm, TournamentForm
from league.tournaments.stages.rules.stage_plans import offered_cuts, plans, top_cut
from league.tournaments.stages.services import create_tournament, edit_tournament, set_rounds, set_stages

EXAMPLES = (8, 12, 24, 48, 100)


@login_required
@makes_once
def tournament_create(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    require(request.user, "administer", season.league)
    form = NewTournamentForm(request.POST or None, season=season)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            tournament = create_tournament(season=season, stages=form.stages(), by=user_of(request), **form.setup())
            text = _("{tournament} is announced, and registration is open.")
            messages.success(request, text.format(tournament=tournament))
            return redirect("tournament_desk", slug=tournament.slug)
    context = {"form": form, "season": season, "plans": plans().values(), **_hints(_asked(request, season), None)}
    return render(request, "league/desk/tournament_create.html", context, status=422 if form.errors else 200)


@login_required
def tournament_settings(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "administer")
    what = request.POST.get("what", "")
    kind: dict[str, Any] = {"season": tournament.season, "tournament": tournament, "drawn": tournament.draws.exists()}
    stages = list(tournament.stages.order_by("number"))
    form = TournamentForm(request.POST if what == "setup" else None, **kind)
    changes = _plan_forms(request, what, stages)
    if what and _save(request, tournament, what, form, changes, stages):
        return redirect("tournament_settings", slug=slug)
    saved = Tournament.objects.select_related("season__league", "division").get(pk=tournament.pk)
    context = {
        **head(request, saved, "settings"),
        "form": form,
        **changes,
        "plans": plans().values(),
        "stages": [(stage, format_of(stage)) for stage in stages],
        "started": any(stage.status != Stage.PLANNED for stage in stages),
        "over": saved.status in (Tournament.FINISHED, Tournament.CANCELLED),
        **_hints(_asked(request, saved.season, saved), places_of(saved).taken),
    }
    refused = any(sent.errors for sent in (form, *changes.values()))
    return render(request, "league/desk/tournament_settings.html", context, status=422 if refused else 200)


def _plan_forms(request: HttpRequest, what: str, stages: list[Stage]) -> dict[str, PlainForm]:
    """Return the forms for stages that can still be changed, by name."""
    running = next((stage for stage in stages if stage.status == Stage.RUNNING), None)
    if all(stage.status == Stage.PLANNED for stage in stages):
        return {"plan_form": PlanForm(request.POST) if what == "plan" else PlanForm.of(stages)}
    forms: dict[str, PlainForm] = {}
    if running is not None and format_of(running).counted:
        initial = {"rounds": running.rounds}
        forms["rounds_form"] = RoundsForm(request.POST if what == "rounds" else None, initial=initial)
    if stages[-1].status == Stage.PLANNED or not format_of(stages[-1]).nothing_follows:
        cut = stages[-1].cut if stages[-1].status == Stage.PLANNED else None
        forms["cut_form"] = NextCutForm(request.POST if what == "cut" else None, initial={"cut": cut})
    return forms


def _save(
    request: HttpRequest,
    tournament: Tournament,
    what: str,
    form: TournamentForm,
    plans: dict[str, PlainForm],
    stages: list[Stage],
) -> bool:
    """Save the form that was sent and return whether that worked; problems appear on the form."""
    sent = form if what == "setup" else plans.get(f"{what}_form")
    if sent is None or not sent.is_valid():
        return False
    by = user_of(request)
    with refusals_on(sent):
        if what == "setup":
            edit_tournament(tournament=tournament, by=by, **form.setup())
        elif isinstance(sent, PlanForm):
            set_stages(tournament=tournament, plans=sent.stages(), by=by)
        elif what == "rounds":
            running = next(stage for stage in stages if stage.status == Stage.RUNNING)
            set_rounds(stage=running, rounds=sent.cleaned_data["rounds"], by=by)
        else:
            cut = sent.cleaned_data["cut"]
            set_stages(tournament=tournament, plans=[top_cut(cut)] if cut else [], by=by)
        messages.success(request, _("The settings are saved."))
        return True
    return False


def _asked(request: HttpRequest, season: Season, tournament: Tournament | None = None) -> Tournament:
    """Return an unsaved tournament with the game and table size on the form, as far as they can be played."""
    data = request.POST or request.GET
    old = tournament or Tournament(season=season, system=systems_of(season.league)[0].ID)
    system = data.get("system") or old.system
    size = whole_number(data.get("table_size") or "") or old.table_size
    shortfall = data.get("shortfall") or old.shortfall
    return Tournament(
        season=season,
        system=system if system_for(season.league, system) else old.system,
        table_size=size if 2 <= size <= 8 else old.table_size,
        shortfall=shortfall if shortfall in Tournament.SHORTFALLS else old.shortfall,
        capacity=whole_number(data.get("capacity") or "") or (tournament.capacity if tournament else None),
    )


def _hints(tournament: Tournament, entered: int | None) -> dict[str, Any]:
    """Return the tables and rounds for the entries, for every place, and for some usual numbers."""
    numbers = {entered, min(tournament.capacity or 0, 100_000), *EXAMPLES}
    hints = [hint_for(tournament, number) for number in sorted(number for number in numbers if number)]
    return {
        "hints": [hint for hint in hints if hint],
        "entered": entered,
        "hint_size": tournament.table_size,
        "cuts": offered_cuts(tournament.table_size),
    }
