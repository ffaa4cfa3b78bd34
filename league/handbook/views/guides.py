"""Guides to the games, and paper sheets for them."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dates import MONTHS_3
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.rules.choices import example, of_one_game
from characters.rules.house_rules import DEFAULTS, HouseRules
from engine.core.rulebook import rules_of
from games.rules.systems import SheetSystem, seats_by
from league.clubs.queries import house_rules_of
from league.clubs.rules import game_rules, single_setting
from league.core.queries.access import visible_to
from league.core.queries.systems import find_system, is_visible_game, systems_of
from league.core.views.live import Request
from league.core.views.papers import paper_size, pdf_file
from league.handbook.queries.balance import balance_of, seat_chart, variations_of
from league.handbook.queries.illustrations import calendar, illustrations, own_board_note
from league.handbook.queries.papers import blank_paper
from league.handbook.queries.pictures_of_play import board_picture, cards_laid
from league.handbook.rules import guide
from league.models import OwnGame, Season
from league.sheets.charts.score_sheets import score_sheets
from league.sheets.charts.sheet_layout import SIZES
from league.sheets.rules.sheet_cells import cells_of


@require_safe
def how_to_play(request: Request, system: str) -> HttpResponse:
    """Show how to play a game; with `?season=` also the rules of that season."""
    sheet_system, season, rules = _asked(request, system)
    if sheet_system.content:
        return redirect(OwnGame.objects.get(system=system))
    context = {
        "system": sheet_system,
        "guide": guide(sheet_system.ID),
        "season": season,
        "rules": game_rules(rules, sheet_system.ID) if season else None,
        "one_game": [single_setting(question) for question in of_one_game(sheet_system.QUESTIONS).values()],
        "own_example": example(sheet_system.QUESTIONS),
        "has_rules": bool(rules_of(sheet_system.ID)),
        "illustrations": [
            *(own_board_note(season, sheet_system.ID) if season else ()),
            *illustrations(sheet_system.ID),
        ],
        "picture": board_picture(sheet_system.ID),
        "laid": cards_laid(sheet_system.ID),
        "calendar": calendar(sheet_system.ID),
        "months": [(at * 20 + 14, name) for at, name in enumerate(MONTHS_3.values())],
        "charts": [seat_chart(balance) for balance in balance_of(sheet_system.ID)],
        "variations": [seat_chart(balance) for balance in variations_of(sheet_system.ID)],
        "seats": _seats(sheet_system, rules),
        "others": [other for other in systems_of(season.league if season else None) if other.ID != sheet_system.ID],
    }
    return render(request, "league/handbook/play_guide.html", context)


@require_safe
def paper_sheet(request: Request, system: str, seats: int) -> HttpResponse:
    """Show a score sheet on paper: a column per seat, a row per figure. With `?season=` also the rules of that
    season."""
    sheet_system, season, rules = _asked(request, system, seats)
    context = {
        "system": sheet_system,
        "sizes": SIZES,
        "seats": range(1, seats + 1),
        "other_seats": _seats(sheet_system, rules),
        "season": season,
        "rules": game_rules(rules, sheet_system.ID) if season else None,
        "has_own": bool(of_one_game(sheet_system.QUESTIONS)),
        "cells": cells_of(sheet_system),
        "guide": guide(sheet_system.ID),
    }
    return render(request, "league/handbook/play_sheet.html", context)


@require_safe
def paper_sheet_pdf(request: Request, system: str, seats: int) -> HttpResponse:
    """Send the sheet as PDF, which can be read from a photo. With `?season=` it is of that season."""
    sheet_system, season, _rules = _asked(request, system, seats)
    size = paper_size(request, tuple(SIZES))
    sheet = blank_paper(sheet_system, seats, season, f"{request.scheme}://{request.get_host()}")
    return pdf_file(score_sheets([sheet], size), f"{system}-{seats}-{size.lower()}")


@require_safe
def paper_sheets(request: Request) -> HttpResponse:
    """List the score sheets on paper: a game each, for that many seats. With `?season=` they are of that season."""
    season, rules = _season(request)
    games = [(system, _seats(system, rules)) for system in systems_of(season.league if season else None)]
    return render(request, "league/handbook/play_sheets.html", {"season": season, "games": games})


def _asked(request: Request, system: str, seats: int | None = None) -> tuple[SheetSystem, Season | None, HouseRules]:
    """Return the game, and the requested season with the rules of its tables, or the book. Raise Http404 if the game
    is not played by that many."""
    sheet_system = find_system(system)
    if sheet_system is None or not is_visible_game(request.user, system):
        raise Http404(_("There is no game {game}.").format(game=system))
    least, most = sheet_system.SEATS
    if seats is not None and not least <= seats <= most:
        raise Http404(_("{game} is not played by {seats}.").format(game=sheet_system.NAME, seats=seats))
    return sheet_system, *_season(request)


def _season(request: Request) -> tuple[Season | None, HouseRules]:
    seasons = Season.objects.select_related("league").filter(visible_to(request.user, "league"))
    season = seasons.filter(slug=request.GET.get("season", "")).first()
    return season, house_rules_of(season) if season else DEFAULTS


def _seats(system: SheetSystem, rules: HouseRules) -> range:
    least, most = seats_by(system, rules.choices(system.ID))
    return range(least, most + 1)
