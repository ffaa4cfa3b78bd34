"""The story of a game, and its chances: worked out on request, in the background."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.core.queries.games import headline_of
from league.core.views.access import user_of
from league.core.views.live import Request
from league.lab.models import GameStudy
from league.lab.queries.moments import costly_moments, seats_of_reader
from league.lab.queries.story import story_of
from league.lab.queries.studies import studies_of
from league.lab.queries.study_words import study_view, turning_point
from league.lab.services.studies import begin_study, may_stop, stop_study
from league.lab.tasks import work_soon
from league.models import SeasonGame
from league.play.rules.levels import USUAL


@require_safe
def game_story(request: Request, pk: int) -> HttpResponse:
    """Show the story of a game; the page completes itself while the chances are worked out. The page of its end asks
    for the turning point alone."""
    season_game = _found(pk)
    story = story_of(season_game)
    finished, work = studies_of(story.record if story else None)
    reel = story.reel if story else None
    own = seats_of_reader(pk, request.user)
    if request.htmx and request.htmx.target == "turning-point":
        turning = story.turning if story else None
        if finished and reel and reel.film:
            turning = turning_point(finished.figures or {}, reel, pk) or turning
        part = {"game": season_game.game, "turning": turning, "own": own}
        return render(request, "league/lab/turning_point.html", part)
    context = {
        "game": season_game.game,
        "headline": headline_of(season_game),
        "season": season_game.season,
        "story": story,
        "trouble": reel.trouble if reel else "",
        "study": study_view(finished, reel, pk) if finished and reel and reel.film else None,
        "own": own,
        "moments": costly_moments(finished.figures or {}, reel, pk, own) if own and finished and reel else None,
        "level": USUAL,
        "work": work,
        "why": work.error if work else "",
        "may_change": work is not None
        and request.user.is_authenticated
        and (work.status != GameStudy.RUNNING or may_stop(work, season_game, request.user)),
    }
    return render(request, "league/lab/story.html", context)


@login_required
@require_POST
def game_story_work(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Ask for the chances of a game, let the work on them go on, or stop it."""
    season_game, by = _found(pk), user_of(request)
    try:
        if "stop" in request.POST:
            stop_study(study=_newest(season_game), season_game=season_game, by=by)
            messages.success(request, _("This is stopped. What was done is kept."))
        elif begin_study(season_game=season_game, by=by)[1]:
            work_soon()
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    return redirect("game_story", pk=pk)


def _newest(season_game: SeasonGame) -> GameStudy:
    study = GameStudy.objects.filter(game=season_game.game_id).first()
    if study is None:
        raise ValidationError(_("This is not running."))
    return study


def _found(pk: int) -> SeasonGame:
    return get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)
