"""Guides to the games, and paper sheets for them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dates import MONTHS_3
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.rules.house_rules import DEFAULTS, HouseRules
from characters.rules.own_choices import example, of_one_game
from engine.core.rulebook import rules_of
from games.rules.systems import SYSTEMS, SheetSystem, seats_by
from league.clubs.queries import house_rules_of
from league.clubs.rules import game_rules, single_setting
from league.core.queries.access import visible_to
from league.core.views.live import Request
from league.models import Season
from league.results.queries.balance import balance_of, seat_chart, variations_of
from league.results.queries.illustrations import calendar, illustrations, own_board_note
from league.results.queries.pictures_of_play import board_picture, cards_laid
from league.results.rules.guides import guide
from league.results.rules.sheet_cells import DEALS, cells


@require_safe
def how_to_play(request: Request, system: str) -> HttpResponse:
    """Show how to play a game; with `?season=` also the rules of that season."""
    found, season, rules = _asked(request, system)
    context = {
        "system": found,
        "guide": guide(found.ID),
        "season": season,
        "rules": game_rules(rules, found.ID) if season else None,
        "one_game": [single_setting(one) for one in of_one_game(found.ID).values()],
        "own_example": example(found.ID),
        "has_rules": bool(rules_of(found.ID)),
        "illustrations": [*(own_board_note(season, found.ID) if season else ()), *illustrations(found.ID)],
        "picture": board_picture(found.ID),
        "laid": cards_laid(found.ID),
        "calendar": calendar(found.ID),
        "months": [(at * 20 + 14, name) for at, name in enumerate(MONTHS_3.values())],
        "charts": [seat_chart(one) for one in balance_of(found.ID)],
        "variations": [seat_chart(one) for one in variations_of(found.ID)],
        "seats": _seats(found, rules),
        "others": [one for one in SYSTEMS.values() if one.ID != found.ID],
    }
    return render(request, "league/results/play_guide.html", context)


@require_safe
def paper_sheet(request: Request, system: str, seats: int) -> HttpResponse:
    """Show a score sheet on paper: a column per seat, a row per figure. With `?season=` also the rules of that
    season."""
    found, season, rules = _asked(request, system)
    least, most = found.SEATS
    if not least <= seats <= most:
        raise Http404(_("{game} is not played by {seats}.").format(game=found.NAME, seats=seats))
    context = {
        "system": found,
        "seats": range(1, seats + 1),
        "other_seats": _seats(found, rules),
        "season": season,
        "rules": game_rules(rules, found.ID) if season else None,
        "own_example": example(found.ID) if of_one_game(found.ID) else "",
        "cells": list(cells(found.FIGURES, DEALS)),
        "guide": guide(found.ID),
    }
    return render(request, "league/results/play_sheet.html", context)


def _system(system: str) -> SheetSystem:
    found = SYSTEMS.get(system)
    if found is None:
        raise Http404(_("There is no game {game}.").format(game=system))
    return found


def _asked(request: HttpRequest, system: str) -> tuple[SheetSystem, Season | None, HouseRules]:
    """Return the game, and the requested season with the rules of its tables, or the book."""
    seasons = Season.objects.select_related("league").filter(visible_to(request.user, "league"))
    season = seasons.filter(slug=request.GET.get("season", "")).first()
    return _system(system), season, house_rules_of(season) if season else DEFAULTS


def _seats(system: SheetSystem, rules: HouseRules) -> range:
    least, most = seats_by(system, rules.choices(system.ID))
    return range(least, most + 1)
