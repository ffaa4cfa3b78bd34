"""Companies: the directory, and each one's org chart."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from characters.queries.companies import directories, former_executives, tiers
from engine.careers.editions import UnknownEdition, edition
from league.views.live import Request

PER_TIER = 12
FORMER = 24


@require_safe
def company_list(request: Request) -> HttpResponse:
    found = directories()
    context = {
        "staffed": [directory for directory in found if directory.people],
        "others": [directory for directory in found if not directory.people],
    }
    return render(request, "league/company_list.html", context)


@require_safe
def company_detail(request: Request, edition_id: str, company: str) -> HttpResponse:
    try:
        names = edition(edition_id)
        here = names.companies[company]
    except (UnknownEdition, KeyError) as error:
        raise Http404("There is no such company.") from error
    chart = tiers(names, company, most=PER_TIER)
    context = {
        "edition": names,
        "company": here,
        "key": f"{names.id}/{here.id}",
        "program": names.programs[here.program].name if here.program else "",
        "tiers": chart,
        "headcount": sum(tier.count for tier in chart),
        "former": former_executives(names, company, most=FORMER),
    }
    return render(request, "league/company_detail.html", context)
