"""Playing on the site: the lobby, a table, and what is done there. Without JavaScript every button is a plain form."""

import secrets
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from characters.models import Character
from engine import SYSTEMS, EngineError
from games.models import Play, PlaySeat
from games.queries.plays import record_of
from games.services.plays import StaleTurn
from games.services.presence import note_seen
from games.services.thinking import has_spent
from games.tasks import review_soon
from league.clubs.queries import claim_of, current_first, house_rules_of, memberships_of
from league.core.forms import network_of, whole_number
from league.core.live.views import events_url
from league.core.queries.access import may
from league.core.views.access import refusals_on, refusals_told, user_of
from league.core.views.devices import device_of, new_device, remember
from league.core.views.live import Request, once_a_request, unless_unchanged
from league.core.views.sent_once import makes_once
from league.models import Season, SeasonPlay
from league.play.forms import OpenPlayForm, SitForm, TurnForm
from league.play.queries.attendance import attendance
from league.play.queries.careers import aftermath_of, review_of
from league.play.queries.endings import winners_of
from league.play.queries.levels import level_cards
from league.play.queries.lobby import play_to_see, plays_to_see
from league.play.queries.rematches import rematch_of
from league.play.queries.table_plays import clock_version, place_of, sitting_for
from league.play.queries.tables import PlayPage, glance_at, seats_of, table_view, version_of
from league.play.rules.hints import aim_of, hint_of
from league.play.rules.levels import USUAL
from league.play.services.origins import origin_at
from league.play.services.rematches import play_again
from league.play.services.season_plays import (
    begin,
    close_table,
    hand_in_again,
    open_season_play,
    seat_a_bot,
    show_salt,
    sit_down,
    stand_up,
    take_own_turn,
)
from league.play.tasks import bots_soon
from league.play.views.bots import to_awaited_game
from league.talk.queries import thread_of
from league.talk.rules import PHRASES
from league.talk.services import say

PATH = "/play/"
LARGEST_SEAT = 2**15 - 1  # that a column holds


@login_required
@makes_once
def play_new(request: HttpRequest) -> HttpResponseBase:
    """Open a table in one of the leagues that the person belongs to."""
    leagues, today = [row.league for row in memberships_of(request.user)], timezone.localdate()
    own = [league.pk for league in leagues if may(request.user, "register", league)]
    seasons = current_first(Season.objects.filter(league__in=own), today=today)
    season = seasons.first()
    counts = season is not None and not season.is_over(today)
    initial = {"system": request.GET.get("system", ""), "counts": counts}
    form = OpenPlayForm(request.POST or None, seasons=seasons, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            play = open_season_play(by=user_of(request), **form.opened())
            return redirect(play)
    context = {"form": form, "seasons": season is not None}
    return render(request, "league/play/play_new.html", context, status=422 if form.errors else 200)


@once_a_request
def _glance(_request: Request, pk: int) -> list[PlaySeat]:
    return glance_at(pk)


@once_a_request
def _version(request: Request, pk: int) -> str | None:
    seats = _glance(request, pk)
    if not seats:
        return None
    play = seats[0].play
    who = f"{request.user.pk or 0}.{request.GET.get('seat', '')}.{_board_kept(request):d}"
    own = (seat for seat in seats if seat.person_id is not None and seat.person_id == request.user.pk)
    who += "".join(f".{seat.order}" for seat in own)
    return f"{version_of(play, seats)}.{clock_version(pk) if play.counts else ''}.{who}"


def _board_kept(request: Request) -> bool:
    """Return whether the page already has the board, which no move changes."""
    return bool(request.htmx) and request.headers.get("X-Board") == "kept"


def _look(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Note that somebody looks at their table, whatever the answer; a page in a hidden tab says that nobody does."""

    @wraps(view)
    def looked_at(request: Request, pk: int) -> HttpResponse:
        if request.headers.get("Looking") != "no":
            note_seen(play_id=pk, person=request.user, seats=_glance(request, pk))
        return view(request, pk)

    return looked_at


@require_safe
@_look
@unless_unchanged(_version)
def play_table(request: Request, pk: int) -> HttpResponseBase:
    if not request.user.is_authenticated and not plays_to_see(request.user).filter(pk=pk).exists():
        get_object_or_404(SeasonPlay, pk=pk)
        return redirect_to_login(request.path)
    shows = _version(request, pk)
    season_play = play_to_see(request.user, pk)
    awaited = to_awaited_game(request, season_play.play)
    if awaited is not None:
        return awaited
    seats = seats_of(season_play.play)
    if season_play.play.status == Play.RUNNING and request.htmx and request.headers.get("X-Frame") == Play.OPEN:
        return HttpResponseClientRefresh()  # the head and the bar of the site are in the way of a game
    table = table_view(season_play, request.user, seat=whole_number(request.GET.get("seat", "")), seats=seats)
    context = {
        "table": table,
        "shows": shows,
        "events": events_url(request, f"play:{pk}"),
        "play": table.play,
        "time": attendance(season_play, request.user, seats),
        "name": SYSTEMS[table.play.system].title,
        "board_kept": _board_kept(request),
        "key": secrets.token_hex(16),
        **learning(table),
        "thread": thread_of(season_play, request.user),
        "phrases": PHRASES,
        "levels": level_cards(table.play.system) if table.play.status == Play.OPEN else (),
        "usual": USUAL,
        "characters": _characters(request, season_play),
        "claim": claim_of(request.user, season_play.season.league) if table.play.status == Play.OPEN else None,
        "place": place_of(season_play),
        "bots_spent": table.in_play and any(seat.bot for seat in table.seats) and has_spent(table.play.opened_by_id),
        "now": int(timezone.now().timestamp() * 1000),
        "opened": table.play.opened_by_id == request.user.pk,
        "after": aftermath_of(season_play),
        "winners": winners_of(table),
        "rematch": rematch_of(table.play, seats, request.user) if table.play.status == Play.OVER else None,
        "may_hand_in": bool(table.play.problem) and may(request.user, "confirm", season_play.season.league),
        "days_without_a_move": _days_without_a_move(season_play),
        "may_begin": table.play.opened_by_id == request.user.pk or any(seat.mine for seat in table.seats),
    }
    if request.htmx:
        return render(request, "league/play/table.html", context)
    answer = render(request, "league/play/play_table.html", context)
    add_never_cache_headers(answer)  # so that Back shows nobody the cards of the last reader at this screen
    return answer


def _characters(request: HttpRequest, season_play: SeasonPlay) -> Iterable[Character]:
    """Return the characters with which the reader may sit down before the game begins."""
    if season_play.play.status != Play.OPEN or not request.user.is_authenticated:
        return ()
    member = may(request.user, "register", season_play.season.league)
    return sitting_for(season_play, user_of(request)) if member else ()


def _days_without_a_move(season_play: SeasonPlay) -> int | None:
    """Return the days after which a silent player has given up by the rule of the season; None if nobody does."""
    play = season_play.play
    ruled = play.counts and season_play.table_id is None and not play.of_bots
    return house_rules_of(season_play.season).days_without_a_move if ruled and play.status == Play.OPEN else None


def _done(request: HttpRequest, pk: int, seat: str = "") -> HttpResponseBase:
    response = redirect("play_table", pk=pk)
    if seat:
        response["Location"] += f"?seat={seat}"
    return response


@login_required
@require_POST
def play_sit(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_play = play_to_see(request.user, pk)
    form = SitForm(request.POST, characters=sitting_for(season_play, user_of(request)))
    if not form.is_valid():
        messages.warning(request, _("Choose one of your characters to sit down."))
        return _done(request, pk)
    with refusals_told(request, messages.WARNING):
        sit_down(season_play=season_play, by=user_of(request), **form.cleaned_data)
        bots_soon()
    return _done(request, pk)


@login_required
@require_POST
def play_act(request: HttpRequest, pk: int, act: str) -> HttpResponseBase:
    """Act at a table before the game begins or after it."""
    season_play, by = play_to_see(request.user, pk), user_of(request)
    number = min(whole_number(request.POST.get("seat", "")) or 0, LARGEST_SEAT)
    with refusals_told(request, messages.WARNING):
        match act:
            case "bot":
                seat_a_bot(season_play=season_play, seat=number, bot=request.POST.get("bot", ""), by=by)
            case "leave":
                stand_up(season_play=season_play, seat=number, by=by)
            case "start":
                without, practice = "without" in request.POST, "practice" in request.POST
                begin(season_play=season_play, by=by, without=without, practice=practice)
                bots_soon()
            case "salt":
                show_salt(season_play=season_play, salt=request.POST.get("salt", ""), by=by)
                bots_soon()
            case "close":
                close_table(season_play=season_play, by=by)
                messages.success(request, _("The table is closed."))
                return redirect("play")
            case "again":
                rematch = play_again(season_play=season_play, by=by, salt_hash=request.POST.get("salt_hash", ""))
                bots_soon()
                return redirect(rematch)
            case "hand-in":
                hand_in_again(season_play=season_play, by=by)
                review_soon()
            case _:
                raise Http404
    return _done(request, pk)


@login_required
@require_POST
def play_turn(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_play, form = play_to_see(request.user, pk), TurnForm(request.POST)
    if not form.is_valid():
        refused = " ".join(map(str, form.non_field_errors()))
        messages.warning(request, refused or _("That is not a valid move. Look again, then decide."))
        return _done(request, pk)
    device = device_of(request) or new_device()
    origin = origin_at(pk, network=network_of(request), device=device)
    try:
        take_own_turn(season_play=season_play, by=user_of(request), origin=origin, **form.cleaned_data)
    except StaleTurn as error:
        messages.info(request, " ".join(error.messages))
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    else:
        bots_soon()
        review_soon()
    answer = _done(request, pk)
    if season_play.play.counts:
        remember(answer, device, PATH)
    return answer


@require_safe
def play_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the record that proves a play that is over."""
    play = play_to_see(request.user, pk).play
    if play.status != Play.OVER:
        raise Http404(_("The record is revealed when the game is over."))
    try:
        record = record_of(play)
    except EngineError as error:
        raise Http404(_("The rules of the site changed: the turns of this game can't be played again.")) from error
    answer = HttpResponse(record, content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="play-{play.pk}.jsonl"'
    return answer


@login_required
@require_POST
def play_say(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Say something at the table: `phrase` is one of the ready-made ones, `text` what somebody typed."""
    season_play = play_to_see(request.user, pk)
    phrase = PHRASES.get(request.POST.get("phrase", ""))
    text = str(phrase) if phrase else request.POST.get("text", "")
    with refusals_told(request, messages.WARNING):
        say(venue=season_play, text=text, by=user_of(request))
    seat = request.POST.get("seat", "")
    answer = _done(request, pk, seat if seat.isascii() and seat.isdecimal() and len(seat) < 3 else "")
    answer["Location"] += "#talk"
    return answer


@require_safe
@unless_unchanged(lambda _request, pk: review_of(pk))
def play_career(request: Request, pk: int) -> HttpResponseBase:
    """Answer htmx with the part of the table's page that completes itself, people with the page."""
    season_play = play_to_see(request.user, pk)
    if not request.htmx:
        return redirect(season_play)
    context = {"play": season_play.play, "after": aftermath_of(season_play)}
    return render(request, "league/play/table_career.html", context)


def learning(table: PlayPage) -> dict[str, Any]:
    """Return for `league/play/hint.html` the hint at this decision, if the reader decides."""
    system = table.play.system
    return {"hint": hint_of(system, table.view) if table.choices else None, "aim": aim_of(system)}
