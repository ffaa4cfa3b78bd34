"""A round as everybody reads it: my table first, then all of them. And its papers for referees: as pages that a browser
prints, and as PDF to download.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.queries import current_round
from league.core.charts import qr_image
from league.core.forms import whole_number
from league.core.live.views import address_for_phones
from league.core.views.access import own_characters
from league.core.views.live import Request
from league.core.views.papers import paper_size, pdf_file
from league.models import Round, Stage, Tournament
from league.sheets.charts.score_sheets import score_sheets
from league.sheets.charts.sheet_layout import SIZES as ALL_SHEET_SIZES
from league.tournaments.desk.charts.posters import SIZES, ListPaper, list_paper, seat_cards
from league.tournaments.desk.queries.papers import (
    names_paper,
    seat_cards_of,
    sheet_papers,
    standings_paper,
    tables_paper,
)
from league.tournaments.desk.views.pages import rights
from league.tournaments.entries.views.staff import staff_tournament, tournament_of
from league.tournaments.tables.queries.matches import round_teams
from league.tournaments.tables.queries.round_tables import byes_of, mine_first, round_tables
from league.tournaments.tables.rules import CONFIRMED, FROZEN, OPEN, WAITING

PER_PAGE = 40
PHASES = (CONFIRMED, WAITING, OPEN, FROZEN)


@require_safe
def round_current(request: Request, slug: str) -> HttpResponse:
    """Redirect to the newest round; before the first one, say when to come back."""
    tournament = tournament_of(slug)
    newest = current_round(tournament)
    if newest is not None:
        return redirect("round_detail", tournament.slug, newest.stage.number, newest.number)
    return render(request, "league/desk/round_none.html", {"tournament": tournament, **rights(request, tournament)})


def published_round(tournament: Tournament, stage: int, number: int, *, drafts: bool = False) -> Round:
    """Return the round. Raise Http404 for a draft unless `drafts` may be read."""
    rounds = Round.objects.select_related("stage__tournament__season__league")
    played = get_object_or_404(rounds, stage__tournament=tournament, stage__number=stage, number=number)
    if played.status == Round.DRAFT and not drafts:
        raise Http404(_("This round is not published yet."))
    return played


@require_safe
def round_detail(request: Request, slug: str, stage: int, number: int) -> HttpResponse:
    tournament = tournament_of(slug)
    allowed = rights(request, tournament)
    played = published_round(tournament, stage, number, drafts=allowed["may_administer"])
    tables, own = round_tables(played), own_characters(request)
    search = request.GET.get("q", "").strip()
    mine, others = mine_first(tables, own, search)
    page = Paginator(others, PER_PAGE).get_page(request.GET.get("page"))
    byes = byes_of(played)
    context = {
        "tournament": tournament,
        "round": played,
        "mine_tables": mine,
        "own_byes": [bye for bye in byes if bye.entry.character_id in own],
        "tables": page.object_list,
        "page_obj": page,
        "byes": byes,
        "mine": own,
        "q": search,
        "total": len(tables),
        "matches": round_teams(played).matches,
        "counts": [(phase, number) for phase in PHASES if (number := sum(table.phase == phase for table in tables))],
        **_neighbours(tournament, played),
        **allowed,
    }
    return render(request, "league/desk/round_detail.html", context)


def _neighbours(tournament: Tournament, played: Round) -> dict[str, Any]:
    """Return the rounds before and after this one, over all stages."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT).select_related("stage")
    order = list(rounds.order_by("stage__number", "number"))
    at = next((at for at, row in enumerate(order) if row.pk == played.pk), len(order))
    return {
        "previous_round": order[at - 1] if at else None,
        "next_round": order[at + 1] if at + 1 < len(order) else None,
        "all_rounds": order,
    }


LISTS: dict[str, Callable[[Round], ListPaper]] = {"names": names_paper, "tables": tables_paper}
SHEETS, CARDS = "sheets", "cards"
MOST_SHEETS, MOST_CARDS = 30, 120  # drawn for one request
P = TypeVar("P")
SHEET_SIZES = tuple(ALL_SHEET_SIZES)


@login_required
@require_safe
def print_round(
    request: HttpRequest, slug: str, stage: int, number: int, what: str, *, pdf: bool = False
) -> HttpResponse:
    tournament = staff_tournament(request, slug, "referee")
    played = published_round(tournament, stage, number, drafts=True)
    name = f"round-{played.number}-{what}"
    context = {"tournament": tournament, "round": played, "what": what}
    if what == SHEETS:
        sheets, parts = _part_of(request, sheet_papers(played, address_for_phones(request)), MOST_SHEETS)
        context |= parts
        if pdf:
            size = paper_size(request, SHEET_SIZES)
            return pdf_file(score_sheets(sheets, size), f"{name}-{size.lower()}{_suffix(parts)}")
        papers = [
            (sheet, _code(sheet.link), [_code(link) for link in sheet.claims] if any(sheet.claims) else [])
            for sheet in sheets
        ]
        return render(request, "league/desk/print_sheets.html", context | {"sheets": papers, "sizes": SHEET_SIZES})
    if what == CARDS:
        cards, parts = _part_of(request, seat_cards_of(played, address_for_phones(request)), MOST_CARDS)
        context |= parts
        if pdf:
            return pdf_file(seat_cards(cards), f"{name}{_suffix(parts)}")
        coded_cards = [(card, _code(card.claim)) for card in cards]
        return render(request, "league/desk/print_cards.html", context | {"cards": coded_cards})
    if what not in LISTS:
        raise Http404(_("There is no paper '{what}' of a round.").format(what=what))
    context["pdf"] = reverse("print_round_pdf", args=[slug, stage, number, what])
    return _list(request, LISTS[what](played), name, context, pdf=pdf)


def _part_of(request: HttpRequest, papers: Sequence[P], most: int) -> tuple[Sequence[P], dict[str, Any]]:
    """Return the papers of the part that was asked for, the first one unless another is, and which parts there are: one
    request draws no more. Raise Http404."""
    parts = range(1, max(-(-len(papers) // most), 1) + 1)
    part = whole_number(request.GET.get("part", "1"))
    if part is None or part not in parts:
        raise Http404(_("This file has {parts} parts.").format(parts=len(parts)))
    return papers[(part - 1) * most : part * most], {"parts": parts, "part": part}


def _suffix(parts: Mapping[str, Any]) -> str:
    return f"-{parts['part']}" if len(parts["parts"]) > 1 else ""


def _code(link: str) -> str:
    return qr_image(link) if link else ""


@login_required
@require_safe
def print_standings(request: HttpRequest, slug: str, stage: int, *, pdf: bool = False) -> HttpResponse:
    tournament = staff_tournament(request, slug, "referee")
    shown = get_object_or_404(tournament.stages.exclude(status=Stage.PLANNED), number=stage)
    shown.tournament = tournament
    context = {"tournament": tournament, "pdf": reverse("print_standings_pdf", args=[slug, stage])}
    return _list(request, standings_paper(shown), f"standings-{stage}", context, pdf=pdf)


def _list(request: HttpRequest, listed: ListPaper, name: str, context: dict[str, Any], *, pdf: bool) -> HttpResponse:
    size = paper_size(request, SIZES)
    if pdf:
        return pdf_file(list_paper(listed, size), f"{name}-{size.lower()}")
    return render(request, "league/desk/print_list.html", context | {"paper": listed, "sizes": SIZES})
