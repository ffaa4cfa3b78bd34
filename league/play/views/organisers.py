"""Lists for organisers: games on the site that count, unended ones first, and the pairs of people who meet in them."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.clubs.queries import house_rules_of
from league.core.queries.access import require
from league.models import Season
from league.play.queries.unfinished import met_in, named, unfinished_lines, unfinished_plays
from league.play.services.season_plays import MOST_UNFINISHED

PER_PAGE = 20


@login_required
@require_safe
def season_plays(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    require(request.user, "administer", season.league)
    plays = Paginator(unfinished_plays(season), PER_PAGE).get_page(request.GET.get("page"))
    pairs = Paginator(met_in(season), PER_PAGE).get_page(request.GET.get("pairs"))
    rules = house_rules_of(season)
    context = {
        "season": season,
        "page_obj": plays,
        "lines": unfinished_lines(rules, plays),
        "pairs": pairs,
        "met": named(pairs),
        "most": MOST_UNFINISHED,
        "days": rules.days_without_a_move,
    }
    return render(request, "league/play/season_plays.html", context)
