"""How to play a game, and the paper score sheets to print for it."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules.systems import SYSTEMS, System
from league.queries.balance import balance_of
from league.queries.illustrations import calendar, illustration
from league.queries.seat_charts import seat_chart
from league.rules.guides import guide
from league.views.live import Request

DEALS = 6
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@require_safe
def how_to_play(request: Request, system: str) -> HttpResponse:
    found = _system(system)
    context = {
        "system": found,
        "guide": guide(found.ID),
        "illustration": illustration(found.ID),
        "calendar": calendar(found.ID),
        "months": [(at * 20 + 14, name) for at, name in enumerate(MONTHS)],
        "charts": [seat_chart(one) for one in balance_of(found.ID)],
        "seats": _seats(found),
        "others": [one for one in SYSTEMS.values() if one.ID != found.ID],
    }
    return render(request, "league/play_guide.html", context)


@require_safe
def paper_sheet(request: Request, system: str, seats: int) -> HttpResponse:
    """A score sheet on paper: a column per seat, a row per figure."""
    found = _system(system)
    if seats not in _seats(found):
        raise Http404(f"{found.NAME} is not played by {seats}.")
    by_deals = [column for column in found.FIGURES if column.kind == "positions"]
    context = {
        "system": found,
        "seats": range(1, seats + 1),
        "other_seats": _seats(found),
        "figures": [column for column in found.FIGURES if column not in by_deals],
        "deals": range(1, DEALS + 1) if by_deals else (),
        "guide": guide(found.ID),
    }
    return render(request, "league/play_sheet.html", context)


def _system(system: str) -> System:
    found = SYSTEMS.get(system)
    if found is None:
        raise Http404(f"There is no game {system}.")
    return found


def _seats(system: System) -> range:
    least, most = system.SEATS
    return range(least, most + 1)
