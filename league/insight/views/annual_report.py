"""The annual report of a season, as a page and on paper, and each character's own part of it."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.queries.characters import find_character
from league.core.views.live import Request
from league.insight.charts.annual_paper import annual_pdf
from league.insight.queries.annual_report import AnnualReport, personal_report
from league.insight.queries.annual_report import annual_report as report_of
from league.insight.queries.annual_report_words import (
    balance_rows,
    dates_of,
    expectation_words,
    letter_of,
    paper_of,
    tiles_of,
)
from league.insight.queries.season_odds_words import judged_seasons, places_held
from league.models import Season


@require_safe
def annual_report(request: Request, slug: str) -> HttpResponse:
    season = _season(slug)
    report = report_of(season)
    context: dict[str, Any] = {
        "season": season,
        "report": report,
        "dates": dates_of(season),
    }
    if report is not None:
        context |= {
            "tiles": tiles_of(report),
            "letter": letter_of(report),
            "balance": balance_rows(report.balance),
            "forecasts": _forecasts(report),
        }
    return render(request, "league/insight/annual_report.html", context)


@require_safe
def annual_report_paper(request: Request, slug: str) -> HttpResponse:
    season = _season(slug)
    report = report_of(season)
    if report is None:
        raise Http404(_("Nothing has been played in this season yet."))
    answer = HttpResponse(annual_pdf(paper_of(report, _forecasts(report))), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{season.pk}-annual-report.pdf"'
    return answer


@require_safe
def annual_report_of(request: Request, slug: str, character: str) -> HttpResponse:
    """Of one character."""
    season, found = _season(slug), find_character(character)
    report = personal_report(season, found)
    if report is None:
        raise Http404(_("This character has no game that counts in this season."))
    context = {
        "season": season,
        "character": found,
        "report": report,
        "expected": expectation_words(report.expectation) if report.expectation else "",
    }
    return render(request, "league/insight/personal_report.html", context)


def _forecasts(report: AnnualReport) -> list[str]:
    if report.scores is None:
        return []
    return [*(f"{one.title}: {one.verdict}" for one in judged_seasons(report.scores)), places_held(report.scores)]


def _season(slug: str) -> Season:
    return get_object_or_404(Season.objects.select_related("league"), slug=slug)
