"""Playing on the site: the lobby, a table, and what is done there. Without JavaScript every button is a plain form."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine import SYSTEMS as ENGINE
from engine.core.bots import bot_names
from games.models import Play
from games.queries.plays import record_of
from games.rules.systems import SYSTEMS
from games.services.plays import StaleTurn
from games.tasks import review_soon
from league.clubs.queries import memberships_of
from league.core.forms import whole_number
from league.core.queries.access import may
from league.core.views.access import add_refusal, user_of
from league.core.views.live import Request, unless_unchanged
from league.models import Season, SeasonPlay
from league.play.forms import OpenPlayForm, SitForm, TurnForm
from league.play.queries import lobby_of, own_characters, table_view, version_of
from league.play.services import begin, close_table, open_season_play, seat_a_bot, sit_down, stand_up, take_own_turn
from league.play.tasks import bots_soon

BOTS = ("greedy", "random")
LARGEST_SEAT = 2**15 - 1  # that a column holds


def _season_play(pk: int) -> SeasonPlay:
    rows = SeasonPlay.objects.select_related("play__opened_by", "season__league")
    return get_object_or_404(rows, pk=pk)


@login_required
def play_new(request: HttpRequest) -> HttpResponseBase:
    """Open a table in one of the leagues that the person belongs to."""
    leagues = [one.league_id for one in memberships_of(request.user) if may(request.user, "register", one.league)]
    seasons = Season.objects.filter(league__in=leagues).order_by("-starts_on", "name")
    form = OpenPlayForm(request.POST or None, seasons=seasons, initial={"system": request.GET.get("system", "")})
    if request.method == "POST" and form.is_valid():
        try:
            made = open_season_play(by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            return redirect(made)
    context = {"form": form, "seasons": seasons.exists(), "lobby": lobby_of(request.user)}
    return render(request, "league/play/play_new.html", context, status=422 if form.errors else 200)


def _version(request: Request, pk: int) -> str | None:
    play = Play.objects.filter(pk=pk).first()
    return f"{version_of(play)}.{request.user.pk or 0}.{request.GET.get('seat', '')}" if play else None


@require_safe
@unless_unchanged(_version)
def play_table(request: Request, pk: int) -> HttpResponse:
    season_play = _season_play(pk)
    table = table_view(season_play, request.user, seat=whole_number(request.GET.get("seat", "")))
    member = request.user.is_authenticated and may(request.user, "register", season_play.season.league)
    context = {
        "table": table,
        "play": table.play,
        "name": SYSTEMS[table.play.system].NAME,
        "key": secrets.token_hex(16),
        "bots": [one for one in BOTS if one in bot_names(ENGINE[table.play.system])],
        "characters": own_characters(season_play.season, user_of(request)) if member else (),
        "opened": table.play.opened_by_id == request.user.pk,
        "may_begin": table.play.opened_by_id == request.user.pk or any(one.mine for one in table.seats),
    }
    template = "league/play/table.html" if request.htmx else "league/play/play_table.html"
    return render(request, template, context)


def _done(request: HttpRequest, pk: int, seat: str = "") -> HttpResponseBase:
    found = redirect("play_table", pk=pk)
    if seat:
        found["Location"] += f"?seat={seat}"
    return found


@login_required
@require_POST
def play_sit(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_play = _season_play(pk)
    form = SitForm(request.POST, characters=own_characters(season_play.season, user_of(request)))
    if not form.is_valid():
        messages.warning(request, _("Choose a character of yours that sits down."))
        return _done(request, pk)
    try:
        sit_down(season_play=season_play, by=user_of(request), **form.cleaned_data)
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    return _done(request, pk)


@login_required
@require_POST
def play_act(request: HttpRequest, pk: int, act: str) -> HttpResponseBase:
    """What is done at a table before the game begins."""
    season_play, by = _season_play(pk), user_of(request)
    number = min(whole_number(request.POST.get("seat", "")) or 0, LARGEST_SEAT)
    try:
        match act:
            case "bot":
                seat_a_bot(season_play=season_play, seat=number, bot=request.POST.get("bot", ""), by=by)
            case "leave":
                stand_up(season_play=season_play, seat=number, by=by)
            case "start":
                begin(season_play=season_play, by=by)
                bots_soon()
            case "close":
                close_table(season_play=season_play, by=by)
                messages.success(request, _("The table is closed."))
                return redirect("play")
            case _:
                raise Http404
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    return _done(request, pk)


@login_required
@require_POST
def play_turn(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_play, form = _season_play(pk), TurnForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("This is no turn. Look again, then decide."))
        return _done(request, pk)
    try:
        take_own_turn(season_play=season_play, by=user_of(request), **form.cleaned_data)
    except StaleTurn as error:
        messages.info(request, " ".join(error.messages))
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    else:
        bots_soon()
        review_soon()
    return _done(request, pk)


@require_safe
def play_record(request: HttpRequest, pk: int) -> HttpResponse:
    """What proves a play that is over."""
    play = _season_play(pk).play
    if play.status != Play.OVER:
        raise Http404(_("The record is revealed when the game is over."))
    answer = HttpResponse(record_of(play), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="play-{play.pk}.jsonl"'
    return answer
