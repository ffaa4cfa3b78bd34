"""Going back to an earlier move: chosen, proposed, agreed to and declined. Plain forms."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine import SYSTEMS
from games.models import Play
from games.services.absence import people_who_play
from games.services.rewinds import ask_for_rewind, decline_rewind
from league.core.forms import whole_number
from league.core.views.access import refusals_told, user_of
from league.play.queries.lobby import play_to_see
from league.play.queries.rewinds import moves_back
from league.play.queries.tables import seats_of
from league.play.tasks import bots_soon

LARGEST = 2**31 - 1  # that a column holds


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_rewind(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the moves to which the game can go back, or propose one of them."""
    season_play, by = play_to_see(request.user, pk), user_of(request)
    play = season_play.play
    if request.method == "POST":
        to, number = _number(request, "to"), _number(request, "number")
        with refusals_told(request, messages.WARNING):
            gone = ask_for_rewind(play_id=pk, number=number, to=to, by=by)
            if gone:
                messages.success(request, _("The game goes on from move {number}.").format(number=to))
                bots_soon()
        return redirect("play_table", pk=pk)
    seats = seats_of(play)
    playing = people_who_play(seats)
    if play.status != Play.RUNNING or by.pk not in playing:
        raise Http404
    if play.rewind_to is not None:
        return redirect("play_table", pk=pk)  # where it is answered
    back = moves_back(season_play, by)
    context = {"play": play, "name": SYSTEMS[play.system].title, "back": back, "alone": len(playing) == 1}
    return render(request, "league/play/play_rewind.html", context)


@login_required
@require_POST
def play_stay(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stay at this move, although somebody proposes to go back."""
    season_play = play_to_see(request.user, pk)
    with refusals_told(request, messages.WARNING):
        decline_rewind(play_id=season_play.pk, number=_number(request, "number"), by=user_of(request))
        messages.success(request, _("The game stays at this move."))
    return redirect("play_table", pk=pk)


def _number(request: HttpRequest, name: str) -> int:
    """Return a number that was sent, -1 for anything else."""
    number = whole_number(request.POST.get(name, ""))
    return -1 if number is None else min(number, LARGEST)
