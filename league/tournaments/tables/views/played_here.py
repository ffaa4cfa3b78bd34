"""Play a table on the site instead of at a board, or stop that."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.core.forms import readable
from league.core.queries.access import require
from league.core.views.access import user_of
from league.models import Table
from league.tournaments.tables.services.played_here import play_here, stop_playing_here


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
