"""The pages that explain how the site works."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from characters.rules import ladder
from games.rules.points import in_points
from games.rules.systems import SYSTEMS
from league.core.views.live import Request
from league.site.queries.retention import cookies, retention
from league.standings.rules.tiebreaks import points_for


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A level in the table: what it asks for, what a review asks for, and what it allows."""

    level: str
    name: str
    points: int
    degrees: str
    trips: str
    minimum: int
    powers: str


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {"retention": retention(), "cookies": cookies(), "operator": settings.OPERATOR}
    return render(request, "league/site/privacy.html", context)


@require_safe
def security_txt(request: Request) -> HttpResponse:
    """Say where holes of this site are reported (RFC 9116)."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = (f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires}", "Preferred-Languages: en")
    return HttpResponse("\n".join((*lines, "")), content_type="text/plain; charset=utf-8")


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of help. `anchor` is what its part of the one page was called that addresses may still name."""

    title: str | Promise
    template: str
    anchor: str


SUBJECTS = {
    "evening": HelpPage(
        gettext_lazy("The first evening in ten steps"), "league/site/help_evening.html", "first-evening"
    ),
    "levels": HelpPage(gettext_lazy("The six levels"), "league/site/help_levels.html", "levels"),
    "standings": HelpPage(gettext_lazy("Table points and ties"), "league/site/help_points.html", "table-points"),
    "tournaments": HelpPage(gettext_lazy("How tournaments work"), "league/site/help_tournaments.html", "tournaments"),
    "tables": HelpPage(gettext_lazy("At the table of a tournament"), "league/site/help_tables.html", "tables"),
    "bots": HelpPage(gettext_lazy("Games that bots play"), "league/site/help_engine.html", "engine"),
    "files": HelpPage(gettext_lazy("Files in and out"), "league/site/help_files.html", "files"),
}


@require_safe
def how_it_works(request: Request) -> HttpResponse:
    return render(request, "league/site/help.html", {"subjects": SUBJECTS, "systems": list(SYSTEMS.values())})


@require_safe
def help_subject(request: Request, name: str) -> HttpResponse:
    """Explain one subject on a page."""
    if name not in SUBJECTS:
        raise Http404(_("There is no help on that."))
    names = list(SUBJECTS)
    following = names[(names.index(name) + 1) % len(names)]
    context = {
        "subject": SUBJECTS[name],
        "following": (following, SUBJECTS[following]),
        "levels": [_row(level) for level in ladder.LEVELS],
        "parachute_points": ladder.PARACHUTE_POINTS,
        "parachute_cash": ladder.PARACHUTE_CASH,
        "safe_win": ladder.SAFE_WIN_FROM,
        "tables": [(seats, [_short(place, seats) for place in range(1, seats + 1)]) for seats in range(2, 7)],
        "places": range(1, 7),
        "figure_columns": [
            (system.NAME, ", ".join(figure.name for figure in system.FIGURES)) for system in SYSTEMS.values()
        ],
    }
    return render(request, "league/site/help_subject.html", context)


def _short(place: int, seats: int) -> str:
    return in_points(points_for(place, 1, seats)).removesuffix(".00")


def _row(level: str) -> LadderRow:
    step = ladder.STEPS.get(level, ladder.LadderStep(points=0))
    return LadderRow(
        level=level,
        name=ladder.NAMES[level],
        points=step.points,
        degrees=_("{number} in each program").format(number=step.degrees) if step.degrees else "–",
        trips=_trips(step),
        minimum=ladder.MINIMUM_PERCENT[level],
        powers=_powers(ladder.POWERS[level]),
    )


def _trips(step: ladder.LadderStep) -> str:
    if step.trips_primary:
        return _("{number} through the primary company").format(number=step.trips_primary)
    return _("{number} through each company").format(number=step.trips_each) if step.trips_each else "–"


def _powers(powers: ladder.Powers) -> str:
    words = [
        (powers.layoffs, ngettext("{number} layoff", "{number} layoffs", powers.layoffs)),
        (powers.reorgs, ngettext("{number} reorg", "{number} reorgs", powers.reorgs)),
        (powers.free_passes, ngettext("{number} free pass", "{number} free passes", powers.free_passes)),
    ]
    return ", ".join(text.format(number=number) for number, text in words if number) or _("none")
