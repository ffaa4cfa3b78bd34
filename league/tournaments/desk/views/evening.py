"""A tournament as it is watched, now and again from its start."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.core.forms import whole_number
from league.core.live.views import events_url
from league.core.views.live import Request, unless_unchanged
from league.models import Tournament
from league.tournaments.desk.queries.evening import confirmed_games, evening_of, evening_version, name_plates
from league.tournaments.desk.queries.memories import memories_of, photos_of
from league.tournaments.desk.queries.presenter import presenter_of
from league.tournaments.desk.queries.screen import screen_version
from league.tournaments.desk.rules.memories import MOST_PHOTOS
from league.tournaments.desk.views.pages import rights
from league.tournaments.entries.views.staff import tournament_of


def _version(request: Request, slug: str) -> str | None:
    tournament = Tournament.objects.filter(slug=slug).first()
    return _version_of(tournament) if tournament else None


def _version_of(tournament: Tournament) -> str:
    return sha256(f"{screen_version(tournament)} {evening_version(tournament)}".encode()).hexdigest()[:20]


@require_safe
@unless_unchanged(_version)
def tournament_evening(request: Request, slug: str) -> HttpResponse:
    """Show the tournament as it is watched, with `?at=` after that many results. htmx gets only the changing part."""
    tournament = tournament_of(slug)
    of, at = len(confirmed_games(tournament)), whole_number(request.GET.get("at", ""))
    at = None if at is None else min(at, of)
    body = _body(tournament, at)
    now = int(timezone.now().timestamp() * 1000)
    page: dict[str, Any] = {"tournament": tournament, "body": body, "at": at, "of": of, "now": now}
    page |= {"events": events_url(request, f"tournament:{tournament.pk}"), "runs": "run" in request.GET}
    page |= rights(request, tournament)
    if tournament.status == Tournament.FINISHED and at is None:
        photos = list(photos_of(tournament))
        page["photos"] = [photo for photo in photos if photo.hidden_at is None]
        page["hidden_photos"] = [photo for photo in photos if photo.hidden_at]
        page["has_room"] = len(photos) < MOST_PHOTOS
    response = HttpResponse(body) if request.htmx else render(request, "league/desk/evening.html", page)
    patch_vary_headers(response, ("HX-Request",))
    patch_cache_control(response, no_cache=True, private=True)
    return response


def _body(tournament: Tournament, at: int | None) -> SafeString:
    """Return the part that changes, rendered once for everybody who watches in one language. The version is read before
    the content, so that a change in between is rendered again and never missed."""
    rendered = caches["fragments"]
    key = f"evening:{tournament.pk}:{at}:{get_language()}:{_version_of(tournament)}"
    body = rendered.get(key)
    if body is None:
        context: dict[str, Any] = {"tournament": tournament, "replayed": at is not None}
        if tournament.status == Tournament.FINISHED and at is None:
            context["memories"] = memories_of(tournament)
            body = render_to_string("league/desk/evening_memories.html", context)
        else:
            body = render_to_string(
                "league/desk/evening_body.html", context | {"evening": evening_of(tournament, at=at)}
            )
        rendered.set(key, body)
    return SafeString(body)


MOST_DELAY = 30  # minutes


def overlay(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what a stream lays over its picture, 1920 by 1080 and transparent: the clock, the standings as a strip, and
    with `table=` the name plates there. With `delay=`, it is as many minutes behind."""
    number = whole_number(request.GET.get("table", ""))
    evening = evening_of(tournament, before=_behind(request))
    here = next((table for table in evening.tables if table.number == number), None)
    plates = name_plates(evening.round, number) if evening.round and number else []
    page = {"tournament": tournament, "evening": evening, "table": here, "number": number, "plates": plates}
    page |= {"events": events_url(request, f"tournament:{tournament.pk}")}
    page["now"] = int(timezone.now().timestamp() * 1000)
    template = "league/desk/overlay_body.html" if request.htmx else "league/desk/overlay.html"
    response = render(request, template, page)
    patch_vary_headers(response, ("HX-Request",))
    patch_cache_control(response, no_cache=True, private=True)
    return response


def _behind(request: Request) -> datetime | None:
    """Return the moment that a delayed overlay shows, None without a delay."""
    minutes = min(whole_number(request.GET.get("delay", "")) or 0, MOST_DELAY)
    return timezone.now() - timedelta(minutes=minutes) if minutes else None


@require_safe
def tournament_presenter(request: Request, slug: str) -> HttpResponse:
    """Show what there is to say about everybody at a table, `table=` being its number."""
    tournament = tournament_of(slug)
    presenter = presenter_of(tournament, whole_number(request.GET.get("table", "")))
    context = {"tournament": tournament, "presenter": presenter, **rights(request, tournament)}
    return render(request, "league/desk/presenter.html", context)
