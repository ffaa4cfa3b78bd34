"""Papers for the day, for referees: as pages that a browser prints, and as PDF to download."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.core.charts import qr_image
from league.core.queries import require
from league.models import Round, Stage
from league.tournaments.desk.charts import ListPaper, list_paper, score_sheets
from league.tournaments.desk.queries.papers import names_paper, sheet_papers, standings_paper, tables_paper
from league.tournaments.desk.views.pages import tournament_of
from league.tournaments.desk.views.round_pages import published_round

LISTS: dict[str, Callable[[Round], ListPaper]] = {"names": names_paper, "tables": tables_paper}
SHEETS = "sheets"


@login_required
@require_safe
def print_round(request: HttpRequest, slug: str, stage: int, number: int, what: str) -> HttpResponseBase:
    return _round_paper(request, slug, stage, number, what, pdf=False)


@login_required
@require_safe
def print_round_pdf(request: HttpRequest, slug: str, stage: int, number: int, what: str) -> HttpResponseBase:
    return _round_paper(request, slug, stage, number, what, pdf=True)


def _round_paper(request: HttpRequest, slug: str, stage: int, number: int, what: str, *, pdf: bool) -> HttpResponse:
    tournament = tournament_of(slug)
    require(request.user, "referee", tournament.season.league)
    played = published_round(tournament, stage, number, drafts=True)
    name = f"round-{played.number}-{what}"
    context = {"tournament": tournament, "round": played, "what": what}
    if what == SHEETS:
        sheets = sheet_papers(played, f"{request.scheme}://{request.get_host()}")
        if pdf:
            return _file(score_sheets(sheets), name)
        told = [(sheet, qr_image(sheet.link) if sheet.link else "") for sheet in sheets]
        return render(request, "league/desk/print_sheets.html", context | {"sheets": told})
    if what not in LISTS:
        raise Http404(f"There is no paper '{what}' of a round.")
    return _list(request, LISTS[what](played), name, context, pdf=pdf)


@login_required
@require_safe
def print_standings(request: HttpRequest, slug: str, stage: int) -> HttpResponseBase:
    return _standings(request, slug, stage, pdf=False)


@login_required
@require_safe
def print_standings_pdf(request: HttpRequest, slug: str, stage: int) -> HttpResponseBase:
    return _standings(request, slug, stage, pdf=True)


def _standings(request: HttpRequest, slug: str, number: int, *, pdf: bool) -> HttpResponse:
    tournament = tournament_of(slug)
    require(request.user, "referee", tournament.season.league)
    stage = get_object_or_404(tournament.stages.exclude(status=Stage.PLANNED), number=number)
    stage.tournament = tournament
    return _list(request, standings_paper(stage), f"standings-{number}", {"tournament": tournament}, pdf=pdf)


def _list(request: HttpRequest, listed: ListPaper, name: str, context: dict[str, Any], *, pdf: bool) -> HttpResponse:
    if pdf:
        return _file(list_paper(listed), name)
    return render(request, "league/desk/print_list.html", context | {"paper": listed})


def _file(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return response
