"""Characters: the roster and the personnel file."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from characters.models import LEVEL_CHOICES, Career, CareerEvent, Character
from characters.queries import dossier, history
from characters.queries.people import person, roster, workplaces
from characters.rules.career import ACTIVE, RETIRED
from games.queries.politics import politics_of
from games.queries.records import records_of
from league.models import League, Tournament
from league.queries.leagues import league_for, newest_house_rules
from league.queries.rating_history import character_ratings
from league.queries.roles import may
from league.queries.tournament_lines import tournament_lines, with_entries
from league.views.live import Request, live_page, unless_unchanged

PER_PAGE = 50
EVENTS_PER_PAGE = 25
MEMOS = 3
TOURNAMENTS = 12
STATUS_CHOICES = ((ACTIVE, "At work"), (RETIRED, "Left by golden parachute"))


@require_safe
def character_list(request: Request) -> HttpResponse:
    """Search first: ten thousand characters are found by name, level, company and status."""
    chosen = {name: request.GET.get(name, "").strip() for name in ("q", "level", "company", "status")}
    found = roster(chosen["q"], level=chosen["level"], company=chosen["company"], status=chosen["status"])
    within = get_object_or_404(League, slug=request.GET["league"]) if request.GET.get("league") else None
    if within is not None:
        found = found.filter(character__enrolment__league=within)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    league = league_for(request.user)
    context = {
        "page_obj": page,
        "people": [person(career) for career in page],
        "chosen": chosen,
        "within": within,
        "filtered": any(chosen.values()) or within is not None,
        "levels": LEVEL_CHOICES,
        "companies": [(f"{one.edition}/{one.company}", one.name) for one in workplaces(Character.objects.all())],
        "statuses": STATUS_CHOICES,
        "may_register": league is not None and may(request.user, "register", league),
    }
    return render(request, "league/character_list.html", context)


def _reviewed(request: Request, slug: str) -> str | None:
    row = Character.objects.filter(slug=slug).values_list("last_fact", "reviewed_fact").first()
    return None if row is None else f"{row[0]}-{row[1]}"


@require_safe
@unless_unchanged(_reviewed)
def character_detail(request: Request, slug: str) -> HttpResponse:
    """The personnel file. A review that is pending says so and completes itself."""
    character = get_object_or_404(Character.objects.select_related("owner", "enrolment__league"), slug=slug)
    enrolment = getattr(character, "enrolment", None)
    league = enrolment.league if enrolment else None
    careers = list(character.careers.all())
    shown = _career_shown(careers, request.GET.get("career"))
    events = sorted(character.events.all(), key=history.order_of_play)
    waiting = character.last_fact != character.reviewed_fact
    context = {
        "character": character,
        "league": league,
        "career": shown,
        "earlier": careers[:-1],
        "current": careers[-1],
        "level_name": character.level_name(careers[-1].level),
        "tiles": dossier.tiles(character, shown),
        "pending": waiting,
        "politics": politics_of(character),
        "records": records_of(character),
        "tournaments": tournament_lines(
            with_entries(Tournament.objects.filter(entries__character=character))[:TOURNAMENTS]
        ),
        "ratings": character_ratings(character),
        "former_names": list(character.former_names.all()),
        **_actions(request, character, league, careers[-1]),
        **_ladder(character, shown, events, league),
        **_papers(request, character, shown, events),
    }
    return live_page(request, "league/character_detail.html", context, waiting=waiting)


def _career_shown(careers: Sequence[Career], wanted: str | None) -> Career:
    if wanted is None:
        return careers[-1]
    found = next((career for career in careers if str(career.number) == wanted), None)
    if found is None:
        raise Http404("This character has no such career.")
    return found


def _actions(request: Request, character: Character, league: League | None, current: Career) -> dict[str, Any]:
    owner = request.user == character.owner
    allowed = owner or (league is not None and may(request.user, "administer", league))
    return {"is_owner": owner, "may_edit": allowed, "may_restart": allowed and current.status == RETIRED}


def _ladder(
    character: Character, career: Career, events: Sequence[CareerEvent], league: League | None
) -> dict[str, Any]:
    standing = [event for event in events if event.rescinded_at is None]
    higher = dossier.next_level(career)
    return {
        "edition": character.names,
        "specialty": character.names.programs[character.specialty].name,
        "side_interest": character.names.programs[character.side_interest].name,
        "rungs": dossier.rungs(character, career, standing),
        "next_name": character.level_name(higher) if higher else "",
        "progress": dossier.progress(character, career, newest_house_rules(league)),
        "degrees": dossier.degrees(character, career),
        "trips": dossier.trips(character, career),
    }


def _papers(request: Request, character: Character, career: Career, events: Sequence[CareerEvent]) -> dict[str, Any]:
    standing = [event for event in events if event.rescinded_at is None]
    with_rescinded = request.GET.get("rescinded") == "1"
    shown = list(events if with_rescinded else standing)[::-1]
    page = Paginator(shown, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    chart_page = request.GET.get("chart", "")
    return {
        "chart": dossier.chart(
            character, standing, number=career.number, page=int(chart_page) if chart_page.isdecimal() else None
        ),
        "memos": history.letters([one for one in standing if one.career == career.number], character, most=MEMOS),
        "page_obj": page,
        "lines": [history.line(event, character) for event in page],
        "with_rescinded": with_rescinded,
        "rescinded_count": len(events) - len(standing),
    }
