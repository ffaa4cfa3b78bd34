"""The odds of a character, of a season, and of the last round of a tournament; and how good the forecasts were."""

from itertools import chain

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from characters.rules.career import RETIRED
from league.clubs.views.seasons import season_frame
from league.core.queries.characters import find_enrolled
from league.core.queries.figures import figure
from league.core.views.access import own_characters
from league.core.views.live import Request, live_page
from league.forecasts.forms import NextGameForm
from league.forecasts.queries import plan as queries
from league.forecasts.queries.last_round import last_round_of, verdict_words
from league.forecasts.queries.odds import odds_of
from league.forecasts.queries.scores import (
    NEWEST,
    forecasts_of,
    intervals_held,
    judged_rounds,
    places_held,
    scores_of,
    scores_of_season,
    scores_of_seasons,
)
from league.forecasts.queries.season_odds import is_over, season_odds_view, why_none
from league.models import League, Season, Tournament

PER_PAGE = 12


@require_safe
def character_plan(request: Request, slug: str) -> HttpResponse:
    """Show the plan for the game that is usual at this table, or for the one that is asked for."""
    character = find_enrolled(slug)
    career = queries.present_career(character)
    retired = career.status == RETIRED
    form = NextGameForm(request.GET, seasons=queries.open_seasons(character), usual=queries.usual_game(character))
    refused = form.refused
    context = {
        "character": character,
        "league": character.enrolment.league,
        "career": career,
        "level_name": character.level_name(career.level),
        "retired": retired,
        "form": form,
        "pending": character.last_fact != character.reviewed_fact,
        "odds": None if retired else odds_of(character),
    }
    if not retired and not refused:
        plan = queries.next_plan(character, career, form.game, form.rules)
        context |= {
            "game": form.game,
            "season": form.season_chosen,
            "odds_season": next(iter(form.seasons), None),
            "facts": queries.facts_in_short(form.game, form.season_chosen if len(form.seasons) > 1 else None),
            "plan": plan,
            "sentences": queries.sentences(character, plan),
            "tables": queries.outcome_tables(character, plan),
        }
    response = live_page(request, "league/forecasts/character_plan.html", context, waiting=bool(context["pending"]))
    response.status_code = 422 if refused else response.status_code
    return response


@require_safe
def forecast_scores(request: Request, slug: str) -> HttpResponse:
    """Show in public how good the forecasts of a league were, also when they were bad."""
    league = get_object_or_404(League, slug=slug)
    scores, seasons = scores_of(league), scores_of_seasons(league)
    count = forecasts_of(league).count()
    fact = ngettext("{n} forecast", "{n} forecasts", count).format(n=figure(count))
    context = {
        "league": league,
        "facts": [fact],
        "scores": scores,
        "judged": [*chain.from_iterable(each.judged for each in (scores, *seasons)), *judged_rounds(league)],
        "intervals": " ".join(filter(None, (intervals_held(scores), *map(places_held, seasons)))),
        "newest": NEWEST,
    }
    return render(request, "league/forecasts/forecast_scores.html", context)


@require_safe
def season_odds(request: Request, slug: str) -> HttpResponse:
    """Show which places each may reach; once the season is over, how good that was."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    frame, over, odds = season_frame(request, season), is_over(season), season_odds_view(season)
    scores = scores_of_season(season) if over and odds else None
    context = {
        **frame,
        "odds": odds,
        "page_obj": Paginator(odds.rows, PER_PAGE).get_page(request.GET.get("page")) if odds else None,
        "over": over,
        "mine": own_characters(request),
        "why_none": "" if odds else why_none(season, may_administer=frame["may_administer"]),
        "judged": scores.judged if scores else [],
        "held": places_held(scores) if scores else "",
    }
    return render(request, "league/forecasts/season_odds.html", context)


@require_safe
def last_round(request: Request, slug: str) -> HttpResponse:
    """Show who is through, who is out, and which place is enough, while the last round of a stage is played."""
    tournament = get_object_or_404(Tournament.objects.select_related("season__league"), slug=slug)
    last = last_round_of(tournament)
    facts = []
    if last is not None:
        count = last.open_tables
        facts = [last.stage.name, ngettext("{n} open table", "{n} open tables", count).format(n=count)]
    rows = [(row, verdict_words(last, row)) for row in last.rows] if last is not None else []
    context = {"tournament": tournament, "last": last, "rows": rows, "facts": facts}
    return render(request, "league/forecasts/last_round.html", context)
