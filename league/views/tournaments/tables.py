"""A table as everybody may read it: who sits there and why, what was said, what came of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.models import Round, Ruling, Table
from league.queries.play_links import play_link_of
from league.queries.roles import may
from league.queries.table_links import table_path
from league.queries.table_state import TableState, table_state
from league.queries.tables import season_game_of
from league.services.table_seats import owns
from league.views.tournaments.phone_page import sheet_context, table_now


@require_safe
def table_detail(request: HttpRequest, pk: int) -> HttpResponse:
    state = _state(pk)
    league = state.tournament.season.league
    referees = may(request.user, "referee", league)
    administers = may(request.user, "administer", league)
    if state.table.round.status == Round.DRAFT and not administers:
        raise Http404
    sits_here = request.user.is_authenticated and any(owns(seat, request.user) for seat in state.seats)
    context = {
        **table_now(request, state, ""),
        **sheet_context(state),
        "may_referee": referees,
        "may_administer": administers,
        "sits_here": sits_here,
        "phone_path": table_path(state.table) if referees or sits_here else "",
        "said": state.table.reports.select_related("seat__entry__character").order_by("id"),
        "play_link": _play_link(state),
        "rulings": Ruling.objects.filter(table=state.table).select_related("entry__character", "by"),
    }
    return render(request, "league/table_detail.html", context)


def _play_link(state: TableState) -> str:
    """To BG Stats, once the table is confirmed."""
    if state.newest is None:
        return ""
    return play_link_of(season_game_of(state.newest.game_id), state.newest)


def _state(pk: int) -> TableState:
    try:
        return table_state(pk)
    except Table.DoesNotExist as error:
        raise Http404 from error
