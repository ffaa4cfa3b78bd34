"""The story of a game, and its chances: worked out on request, in the background."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Play
from league.core.queries.games import headline_of
from league.core.views.access import refusals_told, user_of
from league.core.views.live import Request
from league.lab.models import GameStudy
from league.lab.queries.moments import costly_moments, seats_of_reader
from league.lab.queries.story import story_of
from league.lab.queries.studied_games import StudiedGame, practised_game, tried_game
from league.lab.queries.studies import studies_of
from league.lab.queries.study_words import study_view, turning_point
from league.lab.services.studies import begin_study, begin_study_of, may_stop, stop_study
from league.lab.tasks import work_soon
from league.models import League, SeasonGame, TryOut
from league.play.queries.lobby import plays_to_see
from league.play.rules.levels import USUAL
from league.play.views.tryouts import own_try_out


@require_safe
def game_story(request: Request, pk: int) -> HttpResponse:
    """Show the story of a game; the page completes itself while the chances are worked out. The page of its end asks
    only for the turning point."""
    season_game = _found(pk)
    story = story_of(season_game)
    studied, own = story.studied if story else None, seats_of_reader(pk, request.user)
    if request.htmx and request.htmx.target == "turning-point":
        turning, finished = story.turning if story else None, studies_of(studied)[0]
        if finished and studied and studied.reel.film:
            turning = turning_point(finished.figures or {}, studied) or turning
        part = {"game": season_game.game, "turning": turning, "own": own}
        return render(request, "league/lab/turning_point.html", part)
    context = {
        "game": season_game.game,
        "headline": headline_of(season_game),
        "season": season_game.season,
        "story": story,
        **(_chances(request, studied, own) if studied else {}),
        "action": reverse("game_story_work", args=[pk]),
    }
    return render(request, "league/lab/story.html", context)


def _chances(request: Request, studied: StudiedGame, own: Collection[int]) -> dict[str, Any]:
    """Return the context of the chances of a game (story_chances.html)."""
    finished, work = studies_of(studied)
    return {
        "trouble": studied.reel.trouble,
        "study": study_view(finished, studied) if finished and studied.reel.film else None,
        "own": own,
        "moments": costly_moments(finished.figures or {}, studied, own) if own and finished else None,
        "named": studied.named,
        "level": USUAL,
        "work": work,
        "why": work.error if work else "",
        "may_change": work is not None
        and request.user.is_authenticated
        and (work.status != GameStudy.RUNNING or may_stop(work, studied.league, request.user)),
    }


@login_required
@require_POST
def game_story_work(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Ask for the chances of a game, let the work on them go on, or stop it."""
    season_game = _found(pk)
    begin = partial(begin_study, season_game=season_game)
    _work(request, GameStudy.objects.filter(game=pk).first(), season_game.season.league, begin)
    return redirect("game_story", pk=pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_story(request: Request, pk: int) -> HttpResponseBase:
    """Show what practice on the site cost its players, or ask for it."""
    played = get_object_or_404(plays_to_see(request.user), pk=pk, play__status=Play.OVER, play__counts=False)
    return _story(request, practised_game(played, request.user), back=(played.get_absolute_url(), _("To the table")))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def try_story(request: Request, pk: int) -> HttpResponseBase:
    """Show what a try-out cost its player, or ask for it: in the browser that played it, and to earlier askers."""
    tried, own = get_object_or_404(TryOut, pk=pk, outcome__isnull=False), own_try_out(request)
    if tried != own and not GameStudy.objects.filter(try_out=tried, asked_by=request.user.pk or 0).exists():
        raise Http404
    return _story(request, tried_game(tried), back=(reverse("try_list"), _("Other games")), level=tried.level)


def _story(request: Request, studied: StudiedGame, *, back: tuple[str, str], level: str = USUAL) -> HttpResponseBase:
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        study = GameStudy.objects.filter(**studied.of).first()
        _work(request, study, studied.league, partial(begin_study_of, studied=studied))
        return redirect(request.path)
    context = {"reel": studied.reel, "back": back, "action": request.path}
    context |= {**_chances(request, studied, studied.own), "level": level}
    return render(request, "league/lab/played_story.html", context)


def _work(
    request: HttpRequest, newest: GameStudy | None, league: League | None, begin: Callable[..., tuple[GameStudy, bool]]
) -> None:
    by = user_of(request)
    with refusals_told(request, messages.WARNING):
        if "stop" not in request.POST:
            if begin(by=by)[1]:
                work_soon()
            return
        if newest is None:
            raise ValidationError(_("This is not running."))
        stop_study(study=newest, league=league, by=by)
        messages.success(request, _("This is stopped. What was done is kept."))


def _found(pk: int) -> SeasonGame:
    return get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)
