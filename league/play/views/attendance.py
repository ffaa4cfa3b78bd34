"""Time and absence at a table: taken back, given up, replaced, paused, on holiday; bots asked again. Plain forms."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.services.absence import ask_for_bot, ask_for_pause, come_back, go_on_holiday, resign, wish_to_be_told
from games.services.bot_turns import ask_bots_again
from games.services.take_backs import take_back
from league.core.forms import whole_number
from league.core.views.access import refusals_told, user_of
from league.play.queries.lobby import play_to_see
from league.play.tasks import bots_soon

LARGEST = 2**15 - 1


@login_required
@require_POST
def play_attend(request: HttpRequest, pk: int, deed: str) -> HttpResponseBase:
    play, by, sent = play_to_see(request.user, pk).play, user_of(request), request.POST
    with refusals_told(request, messages.WARNING):
        messages.success(request, _done(play.pk, deed, by, sent))
        bots_soon()
    response = redirect("play_table", pk=pk)
    if deed == "back" and sent.get("seat", "").isdecimal():
        response["Location"] += f"?seat={sent['seat'][:2]}"
    return response


def _done(pk: int, deed: str, by: User, sent: QueryDict) -> str:
    def number(name: str) -> int:
        return min(whole_number(sent.get(name, "")) or 0, LARGEST)

    match deed:
        case "back":
            take_back(play_id=pk, number=number("number"), by=by)
            return _("Your choice is taken back. Decide again.")
        case "resign":
            resign(play_id=pk, by=by)
            return _("You gave up. A bot plays to the end.")
        case "return":
            come_back(play_id=pk, by=by)
            return _("Welcome back: you play on.")
        case "replace":
            replaced = ask_for_bot(play_id=pk, seat=number("seat"), by=by)
            return _("A bot plays on.") if replaced else _("Your vote counts. The others decide as well.")
        case "pause":
            agreed = ask_for_pause(play_id=pk, by=by, pause={"yes": True, "no": False}.get(sent.get("pause", "")))
            return _("All agree.") if agreed else _("Your vote counts. The others decide as well.")
        case "holiday":
            go_on_holiday(play_id=pk, days=number("days"), by=by)
            return _("Your clock is stopped until you are back.")
        case "ask":
            ask_bots_again(play_id=pk, by=by)
            return _("The bots are asked again.")
    wish_to_be_told(play_id=pk, wants=sent.get("wants", ""), by=by)
    return _("That is how you will be told.")
