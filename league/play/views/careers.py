"""The consequences of a play for the careers, while its review runs."""

from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.core.views.live import Request, unless_unchanged
from league.play.queries.careers import aftermath_of, review_of
from league.play.queries.seen import play_to_see


def _version(request: Request, pk: int) -> str | None:
    return review_of(pk)


@require_safe
@unless_unchanged(_version)
def play_career(request: Request, pk: int) -> HttpResponseBase:
    """Answer htmx with the part of the table's page that completes itself, people with the page."""
    season_play = play_to_see(request.user, pk)
    if not request.htmx:
        return redirect(season_play)
    context = {"play": season_play.play, "after": aftermath_of(season_play)}
    return render(request, "league/play/table_career.html", context)
