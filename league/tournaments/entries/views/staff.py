"""The base of the pages of a tournament: the tournament, and the right to use its desk."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from league.core.queries.access import require, standing_of
from league.core.rules.roles import Act
from league.models import Tournament


def tournament_of(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("season__league", "division", "team_contest"), slug=slug)


def staff_tournament(request: HttpRequest, slug: str, act: Act) -> Tournament:
    """Return the tournament, for people who may do `act`. Raise Http404 and PermissionDenied."""
    tournament = tournament_of(slug)
    require(request.user, act, tournament.season.league)
    return tournament


def head(request: HttpRequest, tournament: Tournament, page: str = "") -> dict[str, Any]:
    """Return what every page of the desk shows. `page` is its own name among the pages of the desk."""
    standing = standing_of(request.user, tournament.season.league)
    return {
        "tournament": tournament,
        "page": page,
        "may_administer": standing.may("administer"),
        "may_referee": standing.may("referee"),
        "may_import": standing.may("import"),
    }
