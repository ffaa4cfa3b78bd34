"""Try-outs: a stranger plays against bots without an account. Which game is theirs is in the session."""

import secrets

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine import SYSTEMS, EngineError
from league.core.forms import whole_number
from league.core.views.access import refusals_told
from league.core.views.live import Request
from league.handbook.queries.rule_moments import game_at
from league.models import TryOut
from league.play.forms import TurnForm
from league.play.queries.endings import winners_of
from league.play.queries.levels import level_cards, measured_games
from league.play.queries.lobby import plays_to_see
from league.play.queries.replays import Reel, game_to_play_on, reel_of_game, reel_of_play
from league.play.queries.tryouts import lessons, offers, reel_of_try_out, try_out_of, try_table
from league.play.rules.levels import BY_KEY, STRONGEST, USUAL
from league.play.services.tryouts import begin_first_game, begin_try_out, take_try_turn
from league.play.views.tables import learning

KEY = "try_out"  # in the session
NAMES_A_GAME = {"game", "play", "try_out"}  # fields, one of which names a game to play on
TAKEN = "try_turn"  # in the session: the key of the last turn
# From one address: a school class fits in, a flood does not.
LIMITS = {"try_out": "60/h/ip", "try_turn": "600/m/ip", "try_turn_strong": "60/m/ip"}  # the strong ones think


def _refused(request: HttpRequest, action: str) -> HttpResponse | None:
    if ratelimit.consume(request, app="league", action=action, config=LIMITS, limit_get=True):
        return None
    return render(request, "429.html", status=429)


def own_try_out(request: HttpRequest) -> TryOut | None:
    """Return the try-out that this browser is in."""
    return try_out_of(request.session.get(KEY, ""))


@never_cache
@require_safe
def try_list(request: HttpRequest) -> HttpResponse:
    """Show the games that can be tried out, and the one that this browser is in."""
    own = own_try_out(request)
    chosen = request.GET.get("level", "")
    context = {
        "offers": offers(),
        "own": own,
        "own_name": SYSTEMS[own.system].title if own else "",
        "levels": level_cards(),
        "level": chosen if chosen in BY_KEY else USUAL,
        "measured": measured_games(),
    }
    return render(request, "league/play/try_list.html", context)


@require_POST
def try_new(request: Request) -> HttpResponseBase:
    """Begin a game from its start, from the moment of a `rule` or of a finished game, or to `learn` it."""
    if refused := _refused(request, "try_out"):
        return refused
    system, level = request.POST.get("system", ""), request.POST.get("level") or USUAL
    own, rule, at = request.session.get(KEY, ""), request.POST.get("rule", ""), request.POST.get("at", "")
    with refusals_told(request, messages.WARNING):
        if "learn" in request.POST:
            try_out = begin_first_game(system=system, instead_of=own)
        elif not NAMES_A_GAME.isdisjoint(request.POST):
            moment = game_to_play_on(_named_game(request), whole_number(at) or 0)
            try_out = begin_try_out(system=moment.system, level=level, instead_of=own, game=moment)
        else:
            game = game_at(system, rule, whole_number(at) if at else None) if rule else None
            try_out = begin_try_out(system=system, level=level, instead_of=own, game=game)
        request.session[KEY] = try_out.key
        return redirect("try_table")
    return redirect("try_list")


def _named_game(request: Request) -> Reel | None:
    """Return the game that a form names, over or not: by the number of a game or a play, or the key of a try-out."""
    sent = request.POST
    if "game" in sent:
        return reel_of_game(whole_number(sent["game"]) or 0)
    if "play" in sent:
        played = plays_to_see(request.user).filter(pk=whole_number(sent["play"]) or 0).first()
        return reel_of_play(played, request.user) if played else None
    tried = try_out_of(sent["try_out"])
    return reel_of_try_out(tried) if tried else None


@never_cache
@require_safe
def try_play(request: Request) -> HttpResponseBase:
    own = own_try_out(request)
    if own is None:
        return redirect("try_list")
    try:
        table = try_table(own)
    except EngineError:  # begun by other rules than the site has now
        own.delete()
        messages.info(request, _("The site was changed in the meantime, and your game with it. Begin another one."))
        return redirect("try_list")
    context = {
        "table": table,
        "play": table.play,
        "name": SYSTEMS[own.system].title,
        "tried": True,
        "try_out": own.pk,
        "level": own.level,
        "lessons": lessons(own, table),
        "learned": own.learned is not None,
        "winners": winners_of(table),
        "key": secrets.token_hex(16),
        **learning(table),
    }
    template = "league/play/table.html" if request.htmx else "league/play/try_table.html"
    return render(request, template, context)


@require_POST
def try_turn(request: HttpRequest) -> HttpResponseBase:
    own = own_try_out(request)
    if refused := _refused(request, "try_turn_strong" if own and own.level == STRONGEST else "try_turn"):
        return refused
    form = TurnForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("That is not a valid move. Look again, then decide."))
        return redirect("try_table")
    data = form.cleaned_data
    if data["key"] and data["key"] == request.session.get(TAKEN):
        return redirect("try_table")  # sent again, because the answer did not arrive
    with refusals_told(request, messages.WARNING):
        take_try_turn(key=request.session.get(KEY, ""), number=data["number"], action=data["action"])
        request.session[TAKEN] = data["key"]
    return redirect("try_table")
