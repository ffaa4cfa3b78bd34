"""The annual report of a season as a page, and each character's own part of it."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.models import Character
from league.core.queries.characters import find_character
from league.core.views.live import Request
from league.models import Season
from league.reports.queries.annual_report import annual_report as report_of
from league.reports.queries.annual_report_words import (
    career_words,
    dates_of,
    expectation_words,
    forecast_words,
    letter_of,
    met_words,
    tiles_of,
)
from league.reports.queries.personal_report import PersonalReport, personal_report
from league.standings.queries.summaries import is_small


@require_safe
def annual_report(request: Request, slug: str) -> HttpResponse:
    season = season_of(slug)
    report = report_of(season)
    context: dict[str, Any] = {
        "season": season,
        "report": report,
        "dates": dates_of(season),
        "many": not is_small(season),
    }
    if report is not None:
        context |= {
            "tiles": tiles_of(report),
            "letter": letter_of(report),
            "forecasts": forecast_words(report),
            "judged": report.scores.judged if report.scores else [],
        }
    return render(request, "league/reports/annual_report.html", context)


@require_safe
def annual_report_of(request: Request, slug: str, character: str) -> HttpResponse:
    """Show the annual report of one character."""
    season, who, report = found_report(slug, character)
    context = {
        "season": season,
        "character": who,
        "report": report,
        "career": career_words(report),
        "met": [(person, met_words(games)) for person, games in report.met],
        "expected": expectation_words(report.expectation) if report.expectation else "",
    }
    return render(request, "league/reports/personal_report.html", context)


def found_report(slug: str, character: str) -> tuple[Season, Character, PersonalReport]:
    """Return the season, the character and the report of these addresses. Raise Http404."""
    season, who = season_of(slug), find_character(character)
    report = personal_report(season, who)
    if report is None:
        raise Http404(_("This character has no game that counts in this season."))
    return season, who, report


def season_of(slug: str) -> Season:
    return get_object_or_404(Season.objects.select_related("league"), slug=slug)
