"""A league's own page."""

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.models import League, SeasonGame, Tournament
from league.models.organisation import Role
from league.queries.leagues import current_season, seasons_with_games
from league.queries.roles import standing_of
from league.queries.tournament_lines import tournament_lines, with_entries
from league.views.live import Request

TOURNAMENTS = 8


@require_safe
def league_detail(request: Request, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    standing = standing_of(request.user, league)
    roles = dict(league.memberships.order_by().values_list("role").annotate(Count("pk")))
    context = {
        "league": league,
        "seasons": seasons_with_games(league),
        "current": current_season(league, today=timezone.localdate()),
        "members": sum(roles.values()),
        "roles": [(label, roles[value]) for value, label in Role.choices if value in roles],
        "characters": league.enrolments.count(),
        "tournaments": tournament_lines(with_entries(Tournament.objects.filter(season__league=league))[:TOURNAMENTS]),
        "games": SeasonGame.objects.filter(season__league=league).count(),
        "my_role": Role(standing.role).label if standing.role else "",
        "may_administer": standing.may("administer"),
        "may_import": standing.may("import"),
        "may_register": standing.may("register"),
    }
    return render(request, "league/league_detail.html", context)
