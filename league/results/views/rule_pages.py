"""Every rule of every game: the list of books, and a page a book. Both can be searched."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.results.queries.rule_pages import book, books

LONGEST_SEARCH = 100


@require_safe
def rule_books(request: HttpRequest) -> HttpResponse:
    search = _search(request)
    found = [one for one in books(search) if one.found]
    return render(request, "league/results/rule_books.html", {"books": found, "search": search})


@require_safe
def rule_book(request: HttpRequest, system: str) -> HttpResponse:
    search = _search(request)
    found = book(system, search)
    if found is None:
        raise Http404(f"There are no rules of a game {system}.")
    return render(request, "league/results/rule_book.html", {"book": found, "search": search})


def _search(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:LONGEST_SEARCH].strip()
