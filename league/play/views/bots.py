"""A game that only bots play: ordered by an organiser, watched at its table by everybody of the league."""

import secrets
from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from characters.models import Character
from characters.queries.people import name_fits
from characters.rules.names import by_name
from engine.translatable import spoken
from games.models import Play
from games.rules import careers
from league.boards.queries import board_choices, board_names
from league.clubs.queries import house_rules_of
from league.core.forms import whole_number
from league.core.queries.access import require
from league.core.queries.games import headline_of
from league.core.queries.systems import system_by_id
from league.core.views.access import refusals_on, user_of
from league.core.views.live import Request
from league.handbook.queries.illustrations import board_in_play
from league.models import Season, SeasonGame
from league.play.forms import MOST_SEATS, OFFERED, GameOfBotsForm
from league.play.services.games_of_bots import order_game_of_bots
from league.play.tasks import ordered_game_soon
from league.results.services.prepared_tables import Chair, PreparedTable
from league.sheets.queries.companions import last_seated

MOST_OFFERED = 50  # characters in the list of each seat
AWAITED = "awaited_game_of_bots"  # in the session of the person who ordered it, until they read that it is played


@login_required
def season_play(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Order a game of bots, which begins at once; the form sent twice is one game."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    require(request.user, "administer", season.league)
    rules, search = house_rules_of(season), request.GET.get("q", "")
    usual = last_seated(season)
    offered, many = _offered(season, search, request.POST, usual)
    form = GameOfBotsForm(
        request.POST or None,
        characters=offered,
        usual=usual,
        rules=rules,
        boards=board_choices(season.league),
        system=request.GET.get("system", ""),
        initial={"token": secrets.token_urlsafe(16)},
    )
    if request.method == "POST" and form.is_valid():
        ordered = _order(request, season, form)
        if ordered is not None:
            request.session[AWAITED] = ordered.pk
            return redirect(ordered)
    board = board_in_play(rules, board_names(season.league))
    under_way = Play.objects.filter(opened_by=user_of(request), status=Play.RUNNING).exclude(ordered_as="")
    context = {
        "form": form,
        "season": season,
        "many": many,
        "search": search,
        "under_way": under_way.first(),
        "board": board if form.plays == careers.ID else "",
        "system": system_by_id(form.plays),
        "others": [system_by_id(system) for system in OFFERED if system != form.plays],
    }
    return render(request, "league/play/season_play.html", context, status=422 if form.errors else 200)


def _offered(
    season: Season, search: str, posted: Mapping[str, str], usual: Sequence[int]
) -> tuple[list[Character], bool]:
    """Return who can be seated, by name, and whether there are more: of many only the ones searched for by name,
    already chosen, or `usual`."""
    everybody = Character.objects.filter(enrolment__league=season.league_id).active().order_by(*by_name())
    first = list(everybody[: MOST_OFFERED + 1])
    if len(first) <= MOST_OFFERED:
        return first, False
    named = Q()
    for name in filter(str.strip, search.split(",")[:MOST_SEATS]):
        named |= name_fits(name)
    chosen = [whole_number(value) or 0 for name, value in posted.items() if name.startswith("who_")] or usual
    found = everybody.filter(named).exclude(pk__in=chosen).values_list("pk", flat=True)[:MOST_OFFERED]
    return list(everybody.filter(pk__in=[*chosen, *found])), True


def _order(request: HttpRequest, season: Season, form: GameOfBotsForm) -> Play | None:
    data = form.cleaned_data
    table = PreparedTable(
        tuple(Chair(*chair) for chair in form.chairs()),
        data["system"],
        **form.setup(),
        choices=form.choices(),
        board=data["board"],
        formula=form.formula(),
    )
    with refusals_on(form):
        ordered = order_game_of_bots(season=season, table=table, by=user_of(request), token=data["token"])
        ordered_game_soon()
        return ordered
    return None


def to_awaited_game(request: Request, play: Play) -> HttpResponseBase | None:
    """Lead the person who ordered this game to its sheet, once, when it is there."""
    if play.game_id is None or request.session.get(AWAITED) != play.pk:
        return None
    del request.session[AWAITED]
    season_game = SeasonGame.objects.select_related("season", "game").get(game=play.game_id)
    text = _("The bots have played {game}, and it is confirmed. The reviews follow within seconds.")
    messages.success(request, text.format(game=spoken(headline_of(season_game))))
    page = reverse("game_detail", args=[play.game_id])
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)
