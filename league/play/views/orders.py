"""The standing order of one's own seat: chosen, compared with the last turns, given and ended. Plain forms."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine import SYSTEMS, EngineError
from engine.translatable import spoken
from games.models import Play
from league.core.views.access import refusals_told, user_of
from league.play.queries.lobby import play_to_see
from league.play.queries.orders import offers_of, past_turns
from league.play.queries.tables import seats_of
from league.play.rules.orders import order_in_words, specs_of
from league.play.services.orders import give_order


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_orders(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the orders that can be given, and of a chosen one what it would have done in the last turns."""
    play, by = play_to_see(request.user, pk).play, user_of(request)
    if request.method == "POST":
        return _given(request, play)
    seats = seats_of(play)
    own = [seat for seat in seats if seat.person_id == by.pk]
    if play.status != Play.RUNNING or len(own) != 1:
        raise Http404
    context: dict[str, Any] = {"play": play, "name": SYSTEMS[play.system].title, "offers": offers_of(play.system)}
    key = request.GET.get("order", "")
    value = request.GET.get(key, "")  # the number of each order stands under its key
    if (chosen := f"{key} {value}".strip()) in specs_of(play.system):
        try:
            context["turns"] = past_turns(play, seats, own[0].seat - 1, chosen)
        except EngineError:  # begun by rules that the site has no more
            context["turns"] = []
        words = spoken(order_in_words(play.system, chosen))
        context |= {"chosen": chosen, "chosen_key": key, "chosen_value": value, "words": words}
    return render(request, "league/play/play_orders.html", context)


def _given(request: HttpRequest, play: Play) -> HttpResponseBase:
    order = request.POST.get("order", "")
    with refusals_told(request, messages.WARNING):
        give_order(play_id=play.pk, order=order, by=user_of(request))
        done = _("That will be done for you until you are asked.") if order else _("You decide yourself.")
        messages.success(request, done)
    return redirect("play_table", pk=play.pk)
