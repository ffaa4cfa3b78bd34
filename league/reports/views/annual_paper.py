"""The annual report of a season and the personal reports as PDF, with the drawings that their pages have."""

from dataclasses import replace
from threading import Lock
from typing import Any

from django.core.cache import caches
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from league.core.views.live import Request
from league.models import Season
from league.reports.charts.annual_paper import AnnualPaper, annual_pdf
from league.reports.charts.paper_parts import PaperDrawing
from league.reports.charts.personal_paper import PersonalPaper, personal_pdf
from league.reports.queries.annual_paper import (
    FIRST_OF_MANY,
    MOST_PEOPLE,
    Drawings,
    paper_of,
    personal_paper,
    photos_of,
)
from league.reports.queries.annual_report import AnnualReport
from league.reports.queries.annual_report import annual_report as report_of
from league.reports.queries.annual_report_words import forecast_words
from league.reports.queries.personal_report import PersonalReport, personal_reports
from league.reports.views.annual_report import found_report, season_of
from league.standings.queries.summaries import is_small

FACE = 64  # units of a portrait
_one_at_a_time = Lock()  # somebody who asks for many at once gets one processor


@require_safe
def annual_report_paper(request: Request, slug: str) -> HttpResponse:
    """Answer with the report on paper, with a sheet for each of the first MOST_PEOPLE, or FIRST_OF_MANY."""
    season = season_of(slug)
    report = report_of(season)
    if report is None:
        return redirect("annual_report", slug)  # which says what to do
    people = _papers(season, personal_reports(season, MOST_PEOPLE if is_small(season) else FIRST_OF_MANY))
    annual_paper = paper_of(report, forecast_words(report), _drawings(report), people)
    return _sent(_drawn_once(annual_paper), f"{season.pk}-annual-report.pdf")


@require_safe
def personal_report_paper(request: Request, slug: str, character: str) -> HttpResponse:
    season, who, report = found_report(slug, character)
    return _sent(personal_pdf(_papers(season, [report])[0]), f"{season.pk}-{who.slug}.pdf")


def _drawn_once(annual_paper: AnnualPaper) -> bytes:
    """Return the drawn paper. PaperDrawing takes most of the time, so it is cached by what it says."""
    drawn = caches["papers"]
    with _one_at_a_time:
        content: bytes | None = drawn.get(annual_paper.digest)
        if content is None:
            content = annual_pdf(annual_paper)
            drawn.set(annual_paper.digest, content)
    return content


def _papers(season: Season, reports: list[PersonalReport]) -> list[PersonalPaper]:
    photos = photos_of(report.row.character for report in reports if report.row.portrait.picture)
    return [
        personal_paper(
            season,
            report,
            face=PaperDrawing(
                _svg("components/portrait.html", portrait=replace(report.row.portrait, picture="")), FACE, FACE
            ),
            chart=_drawing("components/line_chart_svg.html", report.chart) if report.chart else None,
            photo=photos.get(report.row.character, b""),
        )
        for report in reports
    ]


def _drawings(report: AnnualReport) -> Drawings:
    judged = report.scores.judged if report.scores else []
    return Drawings(
        race=[_drawing("components/line_chart_svg.html", report.points)] if report.points else [],
        balance=[_drawing("league/reports/seat_bars_svg.html", row.chart, title=row.title) for row in report.balance],
        forecasts=[_drawing("league/forecasts/reliability_svg.html", row.chart, title=row.title) for row in judged],
    )


def _drawing(template: str, chart: Any, **context: str) -> PaperDrawing:
    return PaperDrawing(_svg(template, chart=chart, **context), chart.width, chart.height)


def _svg(template: str, **context: Any) -> str:
    return render_to_string(template, context)


def _sent(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
