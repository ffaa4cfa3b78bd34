"""Files to take away. What is public on the pages is public here."""

from collections.abc import Callable
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.models import League, Season
from league.queries.export_files import careers_json, characters_csv, ratings_csv, results_csv

CSV, JSON = "text/csv; charset=utf-8", "application/json"
FILES: dict[str, tuple[str, Callable[[League], bytes]]] = {
    "characters.csv": (CSV, characters_csv),
    "results.csv": (CSV, results_csv),
    "careers.json": (JSON, careers_json),
    "ratings.csv": (CSV, ratings_csv),
}


@require_safe
def league_export(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """One of FILES for a whole league."""
    league = get_object_or_404(League, slug=slug)
    if what not in FILES:
        raise Http404(f"There is no export '{what}'; there are {', '.join(FILES)}.")
    content_type, write = FILES[what]
    return _file(write(league), content_type, f"{league.slug}-{what}")


@require_safe
def season_export(request: HttpRequest, slug: str) -> HttpResponse:
    """results.csv of one season."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    return _file(results_csv(season.league, season), CSV, f"{season.slug}-results.csv")


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    return answer
