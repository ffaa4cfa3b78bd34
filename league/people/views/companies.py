"""Companies and their org charts, of one league or of all."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.queries.companies import directories, former_executives, tiers
from engine.careers.editions import UnknownEdition, edition
from league.clubs.queries import league_for
from league.core.queries.access import visible_to
from league.core.queries.characters import not_merged
from league.core.views.live import Request
from league.models import League

PER_TIER = 12
FORMER = 24
LEAGUES = 50


EVERY_LEAGUE = "all"


@dataclass(frozen=True, slots=True)
class Staff:
    """The characters that a page of companies counts: those of `league`, or of every league that the reader may see."""

    league: League | None
    among: Q
    choices: list[tuple[str, str]]

    @property
    def chosen(self) -> str:
        return self.league.slug if self.league else EVERY_LEAGUE


def _staff(request: Request) -> Staff:
    """Return the staff of the league in the address, else of the one that the reader is in."""
    leagues = League.objects.filter(visible_to(request.user, "pk"))
    slug = request.GET.get("league", "")
    if slug and slug != EVERY_LEAGUE:
        league: League | None = get_object_or_404(leagues, slug=slug)
    else:
        league = None if slug else league_for(request.user)
    if league is None:
        among = visible_to(request.user, "character__enrolment__league") & not_merged("character")
    else:
        among = Q(character__enrolment__league=league)
    nearby = {offered.slug: offered.name for offered in (*([league] if league else ()), *leagues[:LEAGUES])}
    everybody = [(EVERY_LEAGUE, _("Every league"))] if len(nearby) > 1 else []
    return Staff(league, among, [*nearby.items(), *everybody])


@require_safe
def company_list(request: Request) -> HttpResponse:
    staff = _staff(request)
    all_companies = directories(staff.among)
    context = {
        "staff": staff,
        "staffed": [directory for directory in all_companies if directory.people],
        "others": [directory for directory in all_companies if not directory.people],
    }
    return render(request, "league/people/company_list.html", context)


@require_safe
def company_detail(request: Request, edition_id: str, company: str) -> HttpResponse:
    try:
        names = edition(edition_id)
        here = names.companies[company]
    except (UnknownEdition, KeyError) as error:
        raise Http404("There is no such company.") from error
    staff = _staff(request)
    filters = {"league": staff.league.slug} if staff.league else {}
    chart = tiers(names, company, most=PER_TIER, among=staff.among, filters=filters)
    context = {
        "staff": staff,
        "edition": names,
        "company": here,
        "people_query": urlencode({"company": f"{names.id}/{here.id}", **filters}),
        "program": names.programs[here.program].name if here.program else "",
        "tiers": chart,
        "headcount": sum(tier.count for tier in chart),
        "former": former_executives(names, company, most=FORMER, among=staff.among),
    }
    return render(request, "league/people/company_detail.html", context)
