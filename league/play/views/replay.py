"""A game that was played, moment by moment, and the proof of a play. Every moment has an address (`?at=31&seat=2`), so
the pages work by links; the script puts only the moment in the place of the one before."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.queries.history import address_of
from engine import SYSTEMS, EngineError
from games.models import GameRecord, Play
from games.queries.plays import chances_of, prove_play, record_of
from games.rules.fair_chance import adds_own
from league.core.views.live import Request
from league.models import SeasonGame, SeasonPlay
from league.play.queries.lobby import plays_to_see
from league.play.queries.replays import (
    ALL,
    WATCHING,
    NotShown,
    Reel,
    asked_of,
    course_of,
    moment_of,
    reel_of_play,
    reel_of_record,
    reel_of_rule,
)


@require_safe
def play_replay(request: Request, pk: int) -> HttpResponse:
    return replay_page(request, reel_of_play(_season_play(request, pk), request.user))


@require_safe
def game_replay(request: Request, pk: int) -> HttpResponse:
    season_game = get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)
    return replay_page(request, reel_of_record(season_game, get_object_or_404(GameRecord, game=pk)))


@require_safe
def rule_replay(request: Request, system: str, rule: str) -> HttpResponse:
    reel = reel_of_rule(system, rule)
    if reel is None:
        raise Http404(_("No game that we keep shows this rule at work."))
    return replay_page(request, reel)


def _season_play(request: Request, pk: int) -> SeasonPlay:
    return get_object_or_404(plays_to_see(request.user).exclude(play__status=Play.CLOSED), pk=pk)


def replay_page(request: Request, reel: Reel, query: dict[str, str] | None = None) -> HttpResponse:
    """Show a moment of a reel; `query` is what else the address says."""
    try:
        at, eyes = asked_of(reel, request.GET.get("at", ""), request.GET.get("seat", ""))
    except NotShown as error:
        raise Http404(error) from error
    context: dict[str, Any] = {"reel": reel, "name": SYSTEMS[reel.system].title}
    if reel.film is None:
        return render(request, "league/play/replay.html", context)
    moment = moment_of(reel, at, eyes)
    address = request.build_absolute_uri(f"{request.path}?{urlencode({'at': at, 'seat': eyes, **(query or {})})}")
    context |= {"moment": moment, "table": moment.table, "play": moment.table.play, "address": address}
    if request.htmx:
        answer = render(request, "league/play/replay_moment.html", context)
    else:
        context |= {
            "at": at,
            "before": max(at - 1, 0),
            "after": min(at + 1, reel.last),
            "query": urlencode({"seat": eyes, **(query or {})}),
            "kept": {"seat": eyes, **(query or {})},
            "card_path": _card_path(reel, at, eyes),
            "eyes": _eyes(reel, eyes, at, query or {}),
            "course": course_of(reel, at, eyes),
        }
        answer = render(request, "league/play/replay.html", context)
    patch_vary_headers(answer, ("HX-Request",))
    return answer


def _card_path(reel: Reel, at: int, eyes: str) -> str:
    """Return the address of the card as others see it: of a game that is not over, through the eyes of a spectator."""
    card = address_of("play_card", reel.play.pk) if reel.play else ""
    query = {"at": at, "seat": eyes} if reel.over else {"at": at}
    return f"{card}?{urlencode(query)}" if card else ""


def _eyes(reel: Reel, chosen: str, at: int, query: dict[str, str]) -> list[tuple[str, str, bool]]:
    """Return the eyes through which the reader may look: the name, the address, and whether they are in use."""
    named = [(ALL, _("All hands")), (WATCHING, _("Who watches"))]
    named += [(str(seat), name) for seat, name in enumerate(reel.names, 1)]
    may = ((eyes, name) for eyes, name in named if reel.may_look(eyes))
    return [(name, urlencode({"at": at, "seat": eyes, **query}), eyes == chosen) for eyes, name in may]


@require_safe
def play_proof(request: Request, pk: int) -> HttpResponse:
    """Prove a play that is over: the server by its rules, the browser by its own arithmetic."""
    play = _season_play(request, pk).play
    if play.status != Play.OVER:
        raise Http404(_("A game can be proved once it is over: until then its secret stays secret."))
    problem, record, chances = "", "", list[str]()
    try:
        record, chances = record_of(play), chances_of(play)
        prove_play(play, record)
    except EngineError as error:
        problem = f"{error}"
    turns, seats = play.turns.count(), list(play.seats.order_by("seat"))
    added = {seat.pk for seat in seats if adds_own(bytes(play.secret), seat.seat, seat.salt)}
    context = {
        "seats": seats,
        "added": added,
        "play": play,
        "name": SYSTEMS[play.system].title,
        "problem": problem,
        "record": record,
        "turns": turns,
    }
    return render(request, "league/play/proof.html", context | {"chances": chances})
