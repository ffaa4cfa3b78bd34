"""Home: the front door for a stranger, their own desk for everybody else; what the frame of every page asks."""

from operator import itemgetter
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_POST, require_safe

from characters.queries.people import Person
from games.rules.systems import seats_by
from league.clubs.queries import claim_of, current_season, league_for, memberships_of
from league.clubs.queries.floors import house_of
from league.clubs.queries.joining import own_requests, waiting_requests
from league.core.forms import whole_number
from league.core.live.views import events_url
from league.core.queries.access import is_superuser, standing_of, visible_to
from league.core.queries.systems import system_by_id
from league.core.rules.roles import ORGANISER
from league.core.views.access import user_of
from league.core.views.live import Request
from league.models import League, Membership, Season
from league.nights.queries import nights_ahead
from league.people.queries.characters import merges_for, offers_to
from league.play.queries.lengths import EVENING, TIMES, fitting, game_lengths
from league.play.queries.lobby import lobby_of, watched_by_anybody
from league.play.queries.tables import table_view
from league.play.rules.systems import PLAYED_HERE
from league.site.queries.events import event_to_show, next_events
from league.site.queries.news import news_of
from league.site.queries.own import (
    OwnCharacter,
    Stand,
    companions,
    last_memo,
    main_character,
    memory_of,
    own_characters,
    own_place,
    stand_of,
)
from league.site.queries.waiting import deeds_of
from league.site.rules.home import key_of, place_of, recalled
from league.site.services.home import note_visit
from league.standings.queries.standings import StandingRows
from league.tournaments.hall.queries import hall_here

LEADERS = 3
OTHERS = 12
FIRST_DEEDS = 3  # those that stand on the desk unfolded


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return the leagues for the switcher at the head of every page, which costs nothing on pages that never show it,
    the page's place on the site, what is played on the site, and whether this is a hall."""
    user = getattr(request, "user", None)
    mine = SimpleLazyObject(lambda: memberships_of(user) if user is not None else [])
    in_hall = bool(settings.HALL_HOSTS)
    played_here = () if in_hall else PLAYED_HERE
    return {"my_leagues": mine, "place": place_of(request.path), "played_here": played_here, "in_hall": in_hall}


@require_safe
def home(request: Request) -> HttpResponse:
    if settings.HALL_HOSTS:
        return redirect(_page_of_hall(request))
    mine = memberships_of(request.user)
    league = mine[0].league if mine else league_for(request.user)
    if league is None:
        return render(request, "league/site/home_empty.html", {})
    season = current_season(league, today=timezone.localdate())
    context: dict[str, Any] = {
        "league": league,
        "season": season,
        "role": mine[0].role if mine else standing_of(request.user, league).role,
        "my_leagues": mine,
        "others": _others(request, league, mine),
    }
    if request.user.is_authenticated:
        context |= _desk(user_of(request), mine, league, season)
        return render(request, "league/site/desk.html", context)
    context |= _front_door(request, league, season)
    return render(request, "league/site/front_door.html", context)


def _page_of_hall(request: Request) -> str:
    hall = hall_here()
    if hall is None:
        return reverse("open_hall")
    page = "tournament_desk" if request.user.is_authenticated else "tournament_detail"
    return reverse(page, args=[hall.tournament.slug])


def _others(request: Request, league: League, mine: list[Membership]) -> list[League]:
    own = {league.pk, *(membership.league_id for membership in mine)}
    return list(League.objects.exclude(pk__in=own).filter(visible_to(request.user, "pk"))[:OTHERS])


def _front_door(request: Request, league: League, season: Season | None) -> dict[str, Any]:
    watched = watched_by_anybody()
    return {
        "house": house_of(league),
        "rows": StandingRows(season)[:LEADERS] if season else (),
        "places": (),
        "mine": set(),
        "event": event_to_show(League.objects.filter(visible_to(request.user, "pk"))),
        "live": watched,
        "table": table_view(watched, request.user) if watched else None,
    }


def _desk(user: User, mine: list[Membership], league: League, season: Season | None) -> dict[str, Any]:
    characters = own_characters(user)
    ids = {character.person.pk for character in characters}
    organises = _organises(user, mine)
    memory = recalled(memory_of(user), joined=user.date_joined, now=timezone.now())
    stand = stand_of(ids, {character.league.pk for character in characters}, today=timezone.localdate())
    assert memory.since is not None
    deeds = deeds_of(user, mine, organises)
    tournaments_told = {deed.tournament for deed in deeds[:FIRST_DEEDS] if deed.tournament is not None}
    return {
        "deeds": deeds,
        "told": tournaments_told,
        "since": memory.since,
        "news": news_of(user, ids, organises, since=memory.since, stood=memory.stood, stand=stand),
        "characters": characters,
        "memo": last_memo(characters[0].person.pk) if characters else None,
        "place_now": own_place(characters[0], stand) if characters else None,
        "events": next_events(user, league, organises, tournaments_told),
        "nights": nights_ahead(user, [membership.league_id for membership in mine], timezone.now()),
        "rows": StandingRows(season)[:LEADERS] if season else (),
        "places": _places(characters, stand, season) if season else (),
        "companions": companions(ids),
        "several": len(mine) > 1,
        "requests": waiting_requests(*organises),
        "claim": claim_of(user),
        "my_requests": own_requests(user),
        "offered": offers_to(user),
        "merges": merges_for(user, organises),
        "mine": ids,
    }


def _places(characters: list[OwnCharacter], stand: Stand, season: Season) -> list[tuple[int, Person]]:
    """Return the positions of the reader's characters in the season who are not among the leaders."""
    people = [character.person for character in characters]
    places = [(stand.positions.get(key_of(season.pk, person.pk), 0), person) for person in people]
    return sorted((place for place in places if place[0] > LEADERS), key=itemgetter(0))


def _organises(user: User, mine: list[Membership]) -> list[int]:
    """Return the leagues that the person runs. The staff of the site sees what waits in the league that it looks at."""
    leagues = [membership.league_id for membership in mine if membership.role == ORGANISER]
    if is_superuser(user) and not leagues:
        league = league_for(user)
        return [league.pk] if league else []
    return leagues


@login_required
@require_POST
def desk_seen(request: HttpRequest) -> HttpResponse:
    """Note a visit, which the page reports once it is shown: what comes from now on is new."""
    user = user_of(request)
    characters = own_characters(user)
    leagues = {character.league.pk for character in characters}
    stand = stand_of({character.person.pk for character in characters}, leagues, today=timezone.localdate())
    note_visit(user=user, stands=stand.positions)
    return HttpResponse(status=204)


@require_safe
def season_now(request: Request) -> HttpResponseBase:
    """Redirect to the season that runs in the league one is in."""
    league = league_for(request.user)
    season = current_season(league, today=timezone.localdate()) if league else None
    return redirect(season or "season_list")


@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponseBase:
    """Lead to one's character in the league one is in, or to where one is registered."""
    return redirect(main_character(user_of(request)) or "character_register")


@require_safe
def play(request: Request) -> HttpResponse:
    """Show the tables where people play here, what bots play, and how the games are played."""
    league = league_for(request.user)
    season = current_season(league, today=timezone.localdate()) if league else None
    lengths = game_lengths()
    minutes = whole_number(request.GET.get("minutes", ""))
    usual = {length.system.ID: length.minutes for length in lengths}
    organises = league is not None and standing_of(request.user, league).may("administer")
    context = {
        "season": season if organises else None,
        "systems": [(system, seats_by(system, {}), usual.get(system.ID)) for system in map(system_by_id, PLAYED_HERE)],
        "times": TIMES,
        "evening": EVENING,
        "minutes": minutes if minutes in TIMES else None,
        "fits": fitting(lengths, minutes) if minutes in TIMES else [],
        "lobby": lobby_of(request.user),
        "events": events_url(request, f"person:{request.user.pk}") if request.user.pk else "",
    }
    return render(request, "league/site/play.html", context)
