"""What the next game of a character must bring."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.models import Character
from characters.rules.career import RETIRED
from league.clubs.queries import newest_house_rules
from league.core.queries.characters import find_character
from league.core.views.live import Request, live_page
from league.insight import queries
from league.insight.forms import NextGameForm


@require_safe
def character_plan(request: Request, slug: str) -> HttpResponse:
    """For the game that is usual at this table, or the one that is asked for."""
    character = of_a_league(slug)
    career = queries.present_career(character)
    retired = career.status == RETIRED
    usual = queries.usual_game(character)
    house = newest_house_rules(queries.league_of(character))
    asked = request.GET if "mode" in request.GET else None
    form = NextGameForm(asked, house=house, usual=usual)
    refused = asked is not None and not form.is_valid()
    context = {
        "character": character,
        "league": character.enrolment.league,
        "career": career,
        "level_name": character.level_name(career.level),
        "retired": retired,
        "form": form,
        "pending": character.last_fact != character.reviewed_fact,
    }
    if not retired and not refused:
        game = usual if asked is None else form.game
        plan = queries.next_plan(character, career, game)
        context |= {
            "game": game,
            "facts": [queries.in_short(game)],
            "plan": plan,
            "sentences": queries.sentences(character, plan),
            "tables": queries.outcome_tables(character, plan),
        }
    response = live_page(request, "league/insight/character_plan.html", context, waiting=bool(context["pending"]))
    response.status_code = 422 if refused else response.status_code
    return response


def of_a_league(slug: str) -> Character:
    """Raises Http404."""
    found = find_character(slug)
    if not hasattr(found, "enrolment"):
        raise Http404(_("This character is in no league."))
    return found
