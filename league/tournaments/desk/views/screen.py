"""The projector: a page without the site around it that keeps itself up to date."""

from hashlib import sha256

from django.core.cache import caches
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.clubs.queries import tournament_lines, with_entries
from league.core.live.views import address_for_phones, events_url
from league.core.views.live import Request, unless_unchanged
from league.models import Tournament
from league.tournaments.desk.queries.screen import SHOWS, Show, screen_of, screen_version
from league.tournaments.desk.views.evening import overlay
from league.tournaments.entries.views.staff import tournament_of

OVERLAY = "overlay"  # of a stream, which shows a moment that may be minutes ago
NAMES = {
    "all": _("All"),
    "tables": _("Tables"),
    "names": _("Names"),
    "standings": _("Standings"),
    "clock": _("Clock"),
    "report": _("How to report"),
}


def _version(request: Request, slug: str) -> str | None:
    tournament = Tournament.objects.filter(slug=slug).first()
    return screen_version(tournament) if tournament and OVERLAY not in request.GET else None


@require_safe
@unless_unchanged(_version)
def tournament_screen(request: Request, slug: str) -> HttpResponse:
    """Show the projector's page. htmx polls it every few seconds; mostly the answer is a 304."""
    tournament = tournament_of(slug)
    if OVERLAY in request.GET:
        return overlay(request, tournament)
    name = request.GET.get("show", "")
    show: Show = name if name in SHOWS else "all"
    address = address_for_phones(request) + reverse("round_current", args=[tournament.slug])
    body = _body(tournament, show, address)
    now = int(timezone.now().timestamp() * 1000)
    page = {"tournament": tournament, "body": body, "show": show, "shows": NAMES, "now": now}
    page["events"] = events_url(request, f"tournament:{tournament.pk}")
    response = HttpResponse(body) if request.htmx else render(request, "league/desk/screen.html", page)
    patch_vary_headers(response, ("HX-Request",))
    patch_cache_control(response, no_cache=True, private=True)
    return response


def _body(tournament: Tournament, show: Show, address: str) -> SafeString:
    """Return the part that changes, rendered once for all projectors of one language and one address of the site. The
    version is read before the content, so that a change in between is rendered again and never missed."""
    drawn = caches["fragments"]
    digest = sha256(f"{address} {screen_version(tournament)}".encode()).hexdigest()[:20]
    key = f"screen:{tournament.pk}:{show}:{get_language()}:{digest}"
    body = None if tournament.status == Tournament.FINISHED else drawn.get(key)
    if body is None:
        line = tournament_lines(with_entries(Tournament.objects.filter(pk=tournament.pk)))[0]
        context = {"tournament": tournament, "screen": screen_of(tournament, show, address=address), "line": line}
        body = render_to_string("league/desk/screen_body.html", context)
        drawn.set(key, body)
    return SafeString(body)
