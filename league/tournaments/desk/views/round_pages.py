"""A round as everybody reads it: my table first, then all of them."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from league.clubs.queries import current_round
from league.core.views.access import own_characters
from league.core.views.live import Request
from league.models import Round, Tournament
from league.tournaments.desk.views.pages import rights, tournament_of
from league.tournaments.tables.queries.round_tables import TableHere, byes_of, mine_first, round_tables
from league.tournaments.tables.rules import CONFIRMED, FROZEN, OPEN, WAITING

PER_PAGE = 40
PHASES = ((CONFIRMED, "confirmed"), (WAITING, "reported"), (OPEN, "open"), (FROZEN, "with the referee"))


@require_safe
def round_current(request: Request, slug: str) -> HttpResponse:
    """The newest round; before the first one, when to come back."""
    tournament = tournament_of(slug)
    newest = current_round(tournament)
    if newest is not None:
        return redirect("round_detail", tournament.slug, newest.stage.number, newest.number)
    return render(request, "league/desk/round_none.html", {"tournament": tournament, **rights(request, tournament)})


def published_round(tournament: Tournament, stage: int, number: int, *, drafts: bool = False) -> Round:
    """The round, unless it is a draft and `drafts` are not for this reader."""
    rounds = Round.objects.select_related("stage__tournament__season__league")
    found = get_object_or_404(rounds, stage__tournament=tournament, stage__number=stage, number=number)
    if found.status == Round.DRAFT and not drafts:
        raise Http404("This round is not published yet.")
    return found


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
        "own_byes": [bye for bye in byes if bye.character in own],
        "tables": page.object_list,
        "page_obj": page,
        "byes": byes,
        "mine": own,
        "q": search,
        "total": len(tables),
        "counts": _counts(tables),
        **_neighbours(tournament, played),
        **allowed,
    }
    return render(request, "league/desk/round_detail.html", context)


def _counts(tables: list[TableHere]) -> list[tuple[str, int]]:
    counted = ((word, sum(table.phase == phase for table in tables)) for phase, word in PHASES)
    return [(word, number) for word, number in counted if number]


def _neighbours(tournament: Tournament, played: Round) -> dict[str, Any]:
    """The rounds before and after, over all stages."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT).select_related("stage")
    order = list(rounds.order_by("stage__number", "number"))
    at = next((at for at, one in enumerate(order) if one.pk == played.pk), len(order))
    return {
        "previous_round": order[at - 1] if at else None,
        "next_round": order[at + 1] if at + 1 < len(order) else None,
        "all_rounds": order,
    }
