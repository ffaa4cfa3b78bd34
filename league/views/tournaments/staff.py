"""What the pages of the desk have in common: whose tournament it is, and who may stand behind the desk."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import NoReverseMatch, reverse

from league.models import Tournament
from league.queries.roles import require, standing_of
from league.rules.desk_steps import Key
from league.rules.roles import Act

# Where a step is done: the first of these pages that there is.
_ROUND_PAGES = ("round_draw", "round_current", "tournament_detail")
STEP_PAGES: dict[Key, tuple[str, ...]] = {
    "settings": ("tournament_settings",),
    "add": ("entry_add",),
    "check_in": ("desk_check_in",),
    "draw": _ROUND_PAGES,
    "publish": _ROUND_PAGES,
    "clock": _ROUND_PAGES,
    "tables": _ROUND_PAGES,
    "end_round": _ROUND_PAGES,
    "end_stage": _ROUND_PAGES,
    "finish": _ROUND_PAGES,
}


def staff_tournament(request: HttpRequest, slug: str, act: Act) -> Tournament:
    """The tournament, for those who may do `act`. Raises Http404 and PermissionDenied."""
    tournament = get_object_or_404(Tournament.objects.select_related("season__league", "division"), slug=slug)
    require(request.user, act, tournament.season.league)
    return tournament


def head(request: HttpRequest, tournament: Tournament, page: str = "") -> dict[str, Any]:
    """What every page of the desk shows. `page` is its own among the pages of the desk."""
    standing = standing_of(request.user, tournament.season.league)
    return {
        "tournament": tournament,
        "page": page,
        "may_administer": standing.may("administer"),
        "may_referee": standing.may("referee"),
        "may_import": standing.may("import"),
    }


def page_of(key: Key, tournament: Tournament) -> str:
    """The address where a step is done; "" where there is none."""
    for name in STEP_PAGES.get(key, ()):
        try:
            return reverse(name, args=[tournament.slug])
        except NoReverseMatch:
            continue
    return ""
