"""The search box: a page for everybody, the list under the box for htmx."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from league.core.forms import readable
from league.core.views.live import Request
from league.site.queries.search import Search
from league.site.rules.search import sought

IN_THE_BOX, ON_THE_PAGE = 5, 20


@require_safe
def search(request: Request) -> HttpResponse:
    query = sought(readable(request.GET.get("q", "")))
    groups = Search(query, request.user, IN_THE_BOX if request.htmx else ON_THE_PAGE).groups()
    context = {"sought": query, "groups": groups, "found": sum(len(group.hits) for group in groups)}
    template = "league/site/found.html" if request.htmx else "league/site/search.html"
    response = render(request, template, context)
    patch_vary_headers(response, ("HX-Request",))
    patch_cache_control(response, private=True)
    return response
