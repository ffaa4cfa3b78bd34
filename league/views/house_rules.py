"""The house rules of a season, for everybody to read."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.models import Season
from league.queries.roles import may
from league.queries.rule_pages import differing, first_confirmed, groups_of, versions_of
from league.views.live import Request


@require_safe
def house_rules(request: Request, slug: str) -> HttpResponse:
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    versions = versions_of(season)
    groups = groups_of(versions[0].rules)
    fixed = first_confirmed(season)
    context = {
        "season": season,
        "versions": versions,
        "groups": groups,
        "differing": differing(groups),
        "fixed_by": fixed[0] if fixed else None,
        "fixed_at": fixed[1] if fixed else None,
        "may_administer": may(request.user, "administer", season.league),
    }
    return render(request, "league/house_rules.html", context)
