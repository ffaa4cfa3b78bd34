"""Tournaments as programs read them: archives, CSV, calendars. What is public on the pages is public here."""

from collections.abc import Callable
from urllib.parse import quote

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from characters.models import Character
from engine.translatable import Translatable, said
from league.core.ledger.services import record_export
from league.core.queries.access import may
from league.core.views.access import user_of
from league.models import League, Round, Stage, Tournament
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.queries.files import entries_csv, standings_csv, tables_csv
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.desk.queries.calendars import (
    character_appointments,
    league_appointments,
    tournament_appointments,
)
from league.tournaments.desk.rules.calendars import Appointment, write_calendar
from league.tournaments.entries.queries import OVER
from league.tournaments.entries.views.staff import tournament_of

CSV, JSON, CALENDAR = "text/csv; charset=utf-8", "application/json", "text/calendar; charset=utf-8"
MINUTES = 5


@require_safe
def tournament_archive_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the whole tournament as JSON: to everybody once it is over, before that to organisers, who also get what
    only they may read. No download contains the secret of future draws."""
    tournament = tournament_of(slug)
    organiser = may(request.user, "administer", tournament.season.league)
    if tournament.status not in OVER and not organiser:
        raise PermissionDenied(
            _("The archive is for everybody once the tournament is over. Until then ask an organiser.")
        )
    content = write_archive(tournament_archive(tournament, private=organiser))
    if organiser:
        _record_export(request, tournament, said("a tournament with households and reasons"))
    return _file(content, JSON, f"{tournament.slug}.json")


@require_safe
def entries_file(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_of(slug)
    private = may(request.user, "administer", tournament.season.league)
    content = entries_csv(tournament, private=private)
    if private:
        _record_export(request, tournament, said("the entries of a tournament with households"))
    return _file(content, CSV, f"{tournament.slug}-entries.csv")


@require_safe
def standings_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    stage = get_object_or_404(Stage.objects.select_related("tournament"), tournament__slug=slug, number=number)
    return _file(standings_csv(stage), CSV, f"{slug}-standings-{number}.csv")


@require_safe
def tables_file(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponse:
    """Send the tables of a round; the tables of a draft only to organisers."""
    rounds = Round.objects.select_related("stage__tournament__season__league")
    if not may(request.user, "administer", tournament_of(slug).season.league):
        rounds = rounds.exclude(status=Round.DRAFT)
    played = get_object_or_404(rounds, stage__tournament__slug=slug, stage__number=stage, number=number)
    return _file(tables_csv(played), CSV, f"{slug}-tables-{stage}-{number}.csv")


@require_safe
@conditional_page
def league_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    return _calendar(request, str(league), lambda link: league_appointments(league, link))


@require_safe
@conditional_page
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_of(slug)
    return _calendar(request, str(tournament), lambda link: tournament_appointments(tournament, link))


@require_safe
@conditional_page
def character_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    who = get_object_or_404(Character, slug=slug)
    return _calendar(request, _("{who}'s tournaments").format(who=who), lambda link: character_appointments(who, link))


def _calendar(
    request: HttpRequest, name: str, appointments: Callable[[Callable[[str], str]], list[Appointment]]
) -> HttpResponse:
    content = write_calendar(name, appointments(request.build_absolute_uri))
    response = HttpResponse(content, content_type=CALENDAR)
    patch_cache_control(response, public=True, max_age=MINUTES * 60)
    return response


def _record_export(request: HttpRequest, tournament: Tournament, what: Translatable) -> None:
    if request.method == "GET":
        record_export(what=what, by=user_of(request), season=tournament.season, slug=tournament.slug)


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    return answer
