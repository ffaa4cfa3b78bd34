"""The organiser's desk: what there is to do, the log, opening and closing registration, cancelling."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from league.forms.tournaments import CancelForm
from league.queries.desk import desk_view
from league.services.tournaments import cancel_tournament, edit_tournament
from league.views.access import add_refusal, user_of
from league.views.tournaments.staff import head, page_of, staff_tournament

EVENTS_SHOWN, EVENTS_PER_PAGE = 8, 50


@require_safe
@login_required
def tournament_desk(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    desk, shown = desk_view(tournament), head(request, tournament, "desk")
    organiser = shown["may_administer"]
    context = {
        **shown,
        "desk": desk,
        "step_href": page_of(desk.step.key, tournament, organiser=organiser),
        "draw_href": page_of("draw", tournament, organiser=organiser),
        "events": tournament.events.select_related("by")[:EVENTS_SHOWN],
    }
    return render(request, "league/tournament_desk.html", context)


@require_safe
@login_required
def tournament_log(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    events = Paginator(tournament.events.select_related("by"), EVENTS_PER_PAGE)
    context = {**head(request, tournament, "log"), "page_obj": events.get_page(request.GET.get("page"))}
    return render(request, "league/tournament_log.html", context)


@require_POST
@login_required
def tournament_registration(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Open or close registration by players."""
    tournament = staff_tournament(request, slug, "administer")
    wanted = request.POST.get("open") == "yes"
    try:
        edit_tournament(tournament=tournament, registration_open=wanted, by=user_of(request))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        said = "Registration is open." if wanted else "Registration is closed. You can still register late entries."
        messages.success(request, said)
    return redirect("tournament_desk", slug=slug)


@login_required
def tournament_cancel(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "administer")
    form = CancelForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            cancel_tournament(tournament=tournament, reason=form.cleaned_data["reason"], by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{tournament} is cancelled. Everybody can read why.")
            return redirect("tournament_desk", slug=slug)
    context = {**head(request, tournament, "settings"), "form": form}
    return render(request, "league/tournament_cancel.html", context, status=422 if form.errors else 200)
