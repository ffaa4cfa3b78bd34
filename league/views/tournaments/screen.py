"""The projector: a page without the site around it that keeps itself up to date."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from league.models import Tournament
from league.queries.screen import SHOWS, Show, screen_of, screen_version
from league.queries.tournament_lines import tournament_lines, with_entries
from league.views.live import Request, unless_unchanged
from league.views.tournaments.pages import tournament_of


def _version(request: Request, slug: str) -> str | None:
    tournament = Tournament.objects.filter(slug=slug).first()
    return screen_version(tournament) if tournament else None


@require_safe
@unless_unchanged(_version)
def tournament_screen(request: Request, slug: str) -> HttpResponse:
    """htmx asks every few seconds; mostly a 304 travels."""
    tournament = tournament_of(slug)
    wanted = request.GET.get("show", "")
    show: Show = wanted if wanted in SHOWS else "all"
    context = {
        "tournament": tournament,
        "screen": screen_of(tournament, show),
        "line": tournament_lines(with_entries(Tournament.objects.filter(pk=tournament.pk)))[0],
        "show": show,
        "shows": SHOWS,
        "now": int(timezone.now().timestamp() * 1000),
    }
    response = render(request, "league/screen_body.html" if request.htmx else "league/screen.html", context)
    patch_vary_headers(response, ("HX-Request",))
    patch_cache_control(response, no_cache=True, private=True)
    return response
