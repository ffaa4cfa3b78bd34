"""Check the draw: what was committed to, what was revealed, what was changed by hand."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Draw, Round
from league.queries.draw_lines import draw_document, draw_lines
from league.views.live import Request
from league.views.tournaments.pages import rights, tournament_of


@require_safe
def draw_list(request: Request, slug: str) -> HttpResponse:
    tournament = tournament_of(slug)
    allowed = rights(request, tournament)
    lines = draw_lines(tournament, drafts=allowed["may_administer"])
    return render(request, "league/draw_list.html", {"tournament": tournament, "lines": lines, **allowed})


@require_safe
def draw_json(request: Request, slug: str, number: int) -> HttpResponse:
    """One draw with its source, to keep or to verify elsewhere."""
    tournament = tournament_of(slug)
    draws = Draw.objects.select_related("tournament", "round__stage").prefetch_related("changes")
    draw = get_object_or_404(draws, tournament=tournament, number=number)
    if draw.round.status == Round.DRAFT and not rights(request, tournament)["may_administer"]:
        raise Http404("This draw is not published yet.")
    response = HttpResponse(draw_document(draw), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="draw-{draw.number}.json"'
    return response
