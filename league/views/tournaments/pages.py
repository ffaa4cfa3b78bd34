"""Pages of a tournament that everybody reads."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Tournament
from league.queries.roles import may


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    tournaments = Tournament.objects.select_related("season__league")
    return render(request, "league/tournament_list.html", {"tournaments": tournaments})


@require_safe
def tournament_detail(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament.objects.select_related("season__league"), slug=slug)
    context = {
        "tournament": tournament,
        "may_administer": may(request.user, "administer", tournament.season.league),
    }
    return render(request, "league/tournament_detail.html", context)
