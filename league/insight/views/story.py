"""The story of a game."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.core.queries.games import headline_of
from league.core.views.live import Request
from league.insight.queries.story import story_of
from league.models import SeasonGame


@require_safe
def game_story(request: Request, pk: int) -> HttpResponse:
    season_game = get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)
    context = {
        "game": season_game.game,
        "headline": headline_of(season_game),
        "season": season_game.season,
        "story": story_of(season_game),
    }
    return render(request, "league/insight/story.html", context)
