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
_ROUNDS, _TABLES = ("round_draw", "tournament_detail"), ("round_current", "tournament_detail")
STEP_PAGES: dict[Key, tuple[str, ...]] = {
    "settings": ("tournament_settings",),
    "add": ("entry_add",),
    "check_in": ("desk_check_in",),
    **dict.fromkeys(("draw", "publish", "clock", "tables", "end_round", "end_stage", "finish"), _ROUNDS),
}
FOR_REFEREES: dict[Key, tuple[str, ...]] = {
    "add": ("entry_add",),
    "check_in": ("desk_check_in",),
    "tables": _TABLES,
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


def page_of(key: Key, tournament: Tournament, *, organiser: bool) -> str:
    """The address where a step is done; "" where there is none, or it is not for this reader to do."""
    for name in (STEP_PAGES if organiser else FOR_REFEREES).get(key, ()):
        try:
            return reverse(name, args=[tournament.slug])
        except NoReverseMatch:
            continue
    return ""
