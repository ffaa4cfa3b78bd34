"""The front door: what this is for a stranger, what is next for a member, what waits for an organiser."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from characters.models import Career
from characters.queries import dossier
from characters.queries.people import person
from characters.rules.house_rules import HouseRules
from league.clubs.queries import (
    current_season,
    league_for,
    newest_house_rules,
    open_seats,
    promotion_feed,
    running_in,
    tournament_lines,
)
from league.core.queries import standing_of, visible_to
from league.core.rules.roles import ORGANISER
from league.core.views.access import own_characters
from league.core.views.live import Request
from league.joining.queries import own_requests, waiting_requests
from league.models import League, Season
from league.people.queries import offers_to
from league.results.queries.game_lines import desk_of, game_lines
from league.standings.queries.standings import StandingRows

TOP = 10
RECENT_GAMES = 5
FEED = 6
OWN = 3


@require_safe
def home(request: Request) -> HttpResponse:
    league = league_for(request.user)
    if league is None:
        return render(request, "league/site/home_empty.html", {})
    standing = standing_of(request.user, league)
    season = current_season(league, today=_today())
    context = {
        "league": league,
        "season": season,
        "role": standing.role,
        "others": League.objects.exclude(pk=league.pk).filter(visible_to(request.user, "pk"))[:12],
        "desk": desk_of(league) if standing.role == ORGANISER else None,
        "requests": waiting_requests(league) if standing.role == ORGANISER else (),
        "my_requests": own_requests(request.user) if request.user.is_authenticated else (),
        "offered": offers_to(request.user) if request.user.is_authenticated else (),
        "own": _own(request, league),
        "own_seats": open_seats(request.user),
        "running": tournament_lines(running_in(league)),
        **_news(request, season),
    }
    return render(request, "league/site/home.html", context)


def _today() -> date:
    return timezone.localdate()


def _news(request: Request, season: Season | None) -> dict[str, Any]:
    if season is None:
        return {"rows": (), "recent": [], "feed": [], "mine": set()}
    return {
        "rows": StandingRows(season)[:TOP],
        "recent": game_lines(season.season_games.select_related("game")[:RECENT_GAMES]),
        "feed": promotion_feed(season, most=FEED),
        "mine": own_characters(request),
    }


def _own(request: Request, league: League) -> list[dict[str, Any]]:
    """The reader's characters of this league with what the next step asks for."""
    if not request.user.is_authenticated:
        return []
    careers = Career.objects.filter(
        current=True, character__owner=request.user, character__enrolment__league=league
    ).select_related("character")
    house = newest_house_rules(league)
    return [_next_step(career, house) for career in careers.order_by("status", "character__name_key")[:OWN]]


def _next_step(career: Career, house: HouseRules) -> dict[str, Any]:
    who = career.character
    higher = dossier.next_level(career)
    return {
        "person": person(career),
        "next_name": who.level_name(higher) if higher else "",
        "progress": dossier.progress(who, career, house),
    }
