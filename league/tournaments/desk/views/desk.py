"""The organiser's desk: the next step and where it is done, the log, registration opened and closed, cancelling."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.core.ledger.queries.pages import named_now
from league.core.views.access import refusals_on, refusals_told, user_of
from league.models import Tournament
from league.tournaments.desk.queries.desk import desk_view, waiting_for
from league.tournaments.desk.rules.desk_steps import Key
from league.tournaments.desk.views.round_draw import one_tap
from league.tournaments.entries.views.staff import head, staff_tournament
from league.tournaments.stages.forms import CancelForm
from league.tournaments.stages.services import cancel_tournament, edit_tournament

# Where a step is done.
STEP_PAGES: dict[Key, str] = {
    "settings": "tournament_settings",
    "add": "entry_add",
    "teams": "tournament_teams",
    "check_in": "desk_check_in",
    **dict.fromkeys(("draw", "publish", "clock", "tables", "end_round", "end_stage", "finish"), "round_draw"),
}
FOR_REFEREES: dict[Key, str] = {"add": "entry_add", "check_in": "desk_check_in", "tables": "round_current"}


def page_of(key: Key, tournament: Tournament, *, organiser: bool) -> str:
    """Return the address of a step's page; "" if the step has no page or the user may not take it."""
    name = (STEP_PAGES if organiser else FOR_REFEREES).get(key)
    return reverse(name, args=[tournament.slug]) if name else ""


EVENTS_SHOWN, EVENTS_PER_PAGE = 8, 50


@require_safe
@login_required
def tournament_desk(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    desk, frame = desk_view(tournament), head(request, tournament, "desk")
    organiser = frame["may_administer"]
    context = {
        **frame,
        "desk": desk,
        "one_tap": one_tap(desk.step.key, tournament, waiting_for(tournament)) if organiser else None,
        "step_href": page_of(desk.step.key, tournament, organiser=organiser),
        "draw_href": page_of("draw", tournament, organiser=organiser),
        "events": named_now(tournament.events.select_related("by")[:EVENTS_SHOWN], tournament.season.league),
    }
    return render(request, "league/desk/tournament_desk.html", context)


@require_safe
@login_required
def tournament_log(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    events = Paginator(tournament.events.select_related("by"), EVENTS_PER_PAGE)
    page = events.get_page(request.GET.get("page"))
    page.object_list = named_now(page.object_list, tournament.season.league)
    context = {**head(request, tournament, "log"), "page_obj": page}
    return render(request, "league/desk/tournament_log.html", context)


@require_POST
@login_required
def tournament_registration(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Open or close registration by players."""
    tournament = staff_tournament(request, slug, "administer")
    is_open = request.POST.get("open") == "yes"
    with refusals_told(request):
        edit_tournament(tournament=tournament, registration_open=is_open, by=user_of(request))
        closed = _("Registration is closed. You can still register late entries.")
        messages.success(request, _("Registration is open.") if is_open else closed)
    return redirect("tournament_desk", slug=slug)


@login_required
def tournament_cancel(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "administer")
    form = CancelForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            cancel_tournament(tournament=tournament, reason=form.cleaned_data["reason"], by=user_of(request))
            text = _("{tournament} is cancelled. Everybody can read why.")
            messages.success(request, text.format(tournament=tournament))
            return redirect("tournament_desk", slug=slug)
    context = {**head(request, tournament, "settings"), "form": form}
    return render(request, "league/desk/tournament_cancel.html", context, status=422 if form.errors else 200)
