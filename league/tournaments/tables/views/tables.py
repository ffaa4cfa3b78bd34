"""A table as everybody may read it: who sits there and why, what was said, the result."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.queries import season_game_of
from league.core.forms import readable, whole_number
from league.core.queries.access import may, require
from league.core.views.access import sign_in_and_return, user_of
from league.models import Round, Ruling, Table
from league.nights.queries import night_of_table
from league.play.rules.systems import PLAYED_HERE
from league.sheets.queries.sheet_text import play_link_of
from league.tournaments.draws.queries.draw_lines import sayable_reasons
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.queries.table_state import TableState, owns, table_state
from league.tournaments.tables.rules import OPEN
from league.tournaments.tables.services.acts import contradict_table
from league.tournaments.tables.services.doors import own_seat
from league.tournaments.tables.services.played_here import play_here, stop_playing_here
from league.tournaments.tables.views.phone import may_object, photos_at, sheet_context, table_now
from league.tournaments.tables.views.phone_reports import status_of


@require_http_methods(["GET", "HEAD", "POST"])
def table_detail(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the table; let a seated player who is signed in object to a confirmed result."""
    if request.method == "POST":
        return _object(request, pk)
    return _page(request, pk)


def _object(request: HttpRequest, pk: int) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return sign_in_and_return(request)
    seat = own_seat(_state(pk), user_of(request))
    if seat is None:
        raise PermissionDenied(_("Only somebody who sat at this table can object to its result."))
    reason, seen = readable(request.POST.get("reason", "")), whole_number(request.POST.get("revision", ""))
    try:
        contradict_table(seat=seat, reason=reason, by=user_of(request), expected_revision=seen)
    except ValidationError as error:
        return _page(request, pk, status=status_of(error), refused=error.messages, reason=reason)
    messages.success(request, _("The organiser has been told. The result stays until that is decided."))
    return redirect("table_detail", pk=pk)


def _page(request: HttpRequest, pk: int, *, status: int = 200, **more: Any) -> HttpResponse:
    state = _state(pk)
    league = state.tournament.season.league
    referees = may(request.user, "referee", league)
    administers = may(request.user, "administer", league)
    if state.table.round.status == Round.DRAFT and not administers:
        raise Http404
    sits_here = request.user.is_authenticated and any(owns(seat, user_of(request)) for seat in state.seats)
    sayable, newest = sayable_reasons(state.table.round), state.newest
    context = {
        **table_now(request, state, ""),
        "reasons": [sayable.get(reason, reason) for reason in state.table.reasons],
        **sheet_context(state),
        "may_referee": referees,
        "playable": state.phase == OPEN and state.takes_reports and state.tournament.system in PLAYED_HERE,
        "may_administer": administers,
        "sits_here": sits_here,
        "phone_path": table_path(state.table) if referees or sits_here else "",
        "photos": photos_at(state) if administers or sits_here else [],
        "said": state.table.reports.select_related("seat__entry__character").order_by("id"),
        "play_link": play_link_of(season_game_of(newest.game_id), newest) if newest else "",
        "rulings": Ruling.objects.filter(table=state.table).select_related("entry__character", "by"),
        "night": night_of_table(pk),
        "looks_for_date": (sits_here or administers) and newest is None and state.takes_reports,
        "may_object": sits_here and may_object(state),
        **more,
    }
    return render(request, "league/tables/table_detail.html", context, status=status)


def _state(pk: int) -> TableState:
    try:
        return table_state(pk)
    except Table.DoesNotExist as error:
        raise Http404 from error


@login_required
@require_POST
def table_play(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Let a referee open a play for the table, or find the existing one. `act=stop` with a reason closes the play."""
    table = get_object_or_404(Table.objects.select_related("round__stage__tournament__season__league"), pk=pk)
    require(request.user, "referee", table.round.stage.tournament.season.league)
    try:
        if request.POST.get("act") == "stop":
            stop_playing_here(table=table, reason=readable(request.POST.get("reason", "")), by=user_of(request))
            messages.success(request, _("The play is closed. The table is free for a board."))
            return redirect(table)
        return redirect(play_here(table=table, by=user_of(request)))
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
        return redirect(table)
