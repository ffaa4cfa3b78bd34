"""Every rule of every game: the list of books, and a page a book. Both can be searched."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import SYSTEMS
from league.handbook.queries.rule_moments import moment_of, scene_of
from league.handbook.queries.rule_pages import book, books, rule_row

LONGEST_SEARCH, LONGEST_NUMBER = 100, 6


@require_safe
def rule_books(request: HttpRequest) -> HttpResponse:
    search = _search(request)
    matches = [book for book in books(search) if book.matches]
    return render(request, "league/handbook/rule_books.html", {"books": matches, "search": search})


@require_safe
def rule_book(request: HttpRequest, system: str) -> HttpResponse:
    search = _search(request)
    rule_book = book(system, search)
    if rule_book is None:
        raise Http404(f"There are no rules of a game {system}.")
    return render(request, "league/handbook/rule_book.html", {"book": rule_book, "search": search})


@require_safe
def rule_moment(request: HttpRequest, system: str, rule: str) -> HttpResponse:
    """Show a moment of a game in which the rule did its work; with `?at=` another action of the same game."""
    row = rule_row(system, rule)
    at = request.GET.get("at", "")
    if row is None or (at and (not at.isdecimal() or len(at) > LONGEST_NUMBER)):
        raise Http404(f"There is no such moment of rule {rule}.")
    scene = scene_of(system, rule, int(at) if at else None)
    if at and scene is None:
        raise Http404(f"The game of rule {rule} has no action {at}.")
    context = {
        "system": system,
        "name": SYSTEMS[system].title,
        "row": row,
        "scene": scene,
        "first": moment_of(system, rule),
    }
    return render(request, "league/handbook/rule_moment.html", context)


def _search(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:LONGEST_SEARCH].strip()
