"""The personnel file of a character: Now, Career, Memos and Numbers, each of which asks only for what it shows."""

from collections.abc import Callable, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from characters.charts.career import GAMES_PER_PAGE, career_chart
from characters.models import Career, CareerEvent, Character
from characters.queries import dossier, history
from characters.queries.elsewhere import earned_elsewhere
from characters.queries.people import portrait_of
from characters.rules.career import RETIRED
from characters.rules.ladder import INDEX
from games.queries.politics import politics_of
from games.queries.records import records_of
from league.clubs.queries import newest_house_rules, tournament_lines, with_entries
from league.core.queries.access import may
from league.core.queries.characters import find_character
from league.core.queries.games import headlines, with_headlines
from league.core.queries.introductions import introductions
from league.core.rules.games_filter import games_filter
from league.core.views.live import Request, live_page, unless_unchanged
from league.models import League, Tournament
from league.people.queries.characters import entries_ahead
from league.standings.queries.ratings import character_ratings, rating_course

EVENTS_PER_PAGE = 25
MEMOS_PER_PAGE = 10
TOURNAMENTS = 12
BEFORE_A_GAME = ("detail", "career", "numbers")  # nobody has a memo before the first review
TABS = {
    "detail": gettext_lazy("Now"),
    "career": gettext_lazy("Career"),
    "memos": gettext_lazy("Memos"),
    "numbers": gettext_lazy("Numbers"),
}


def _reviewed(request: Request, slug: str, here: str) -> str | None:
    row = Character.objects.filter(slug=slug).values_list("last_fact", "reviewed_fact").first()
    return None if row is None else f"{row[0]}-{row[1]}"


@require_safe
@unless_unchanged(_reviewed)
def personnel_file(request: Request, slug: str, here: str) -> HttpResponseBase:
    """Answer with one tab of the file, `here` of TABS. A review that is pending says so and completes itself."""
    character = find_character(slug)
    if character.slug != slug:
        return redirect(f"character_{here}", character.slug)
    careers = list(character.careers.all())
    waiting = character.last_fact != character.reviewed_fact
    context = {
        "character": character,
        "current": careers[-1],
        "level_name": character.level_name(careers[-1].level),
        "portrait": portrait_of(character, careers[-1].level, retired=careers[-1].status == RETIRED),
        "introduction": introductions([character.owner_id]).get(character.owner_id) if character.owner_id else None,
        "former_names": list(character.former_names.shown()),
        "pending": waiting,
        "here_path": request.path,
        "tabs": [
            (label, reverse(f"character_{tab}", args=[slug]), tab == here)
            for tab, label in TABS.items()
            if tab in (here, *BEFORE_A_GAME) or any(career.games for career in careers)
            if not (settings.HALL_HOSTS and tab == "numbers")  # a hall knows few games
        ],
        **_actions(request, character, careers[-1]),
        **FILLS[here](request, character, careers),
    }
    return live_page(request, f"league/people/character_{here}.html", context, waiting=waiting)


def _league_of(character: Character) -> League | None:
    enrolment = getattr(character, "enrolment", None)
    return enrolment.league if enrolment else None


def _actions(request: Request, character: Character, current: Career) -> dict[str, Any]:
    league, owner = _league_of(character), request.user == character.owner
    administers = league is not None and may(request.user, "administer", league)
    return {
        "league": league,
        "is_owner": owner,
        "may_administer": administers,
        "may_edit": owner or administers,
        "may_restart": (owner or administers) and current.status == RETIRED,
    }


def _events_of(character: Character) -> tuple[list[CareerEvent], list[CareerEvent]]:
    """Return all events in order of play, and the ones that still hold."""
    events = sorted(character.events.all(), key=history.order_of_play)
    return events, [event for event in events if event.rescinded_at is None]


def _career_asked(request: Request, careers: Sequence[Career]) -> Career:
    number = request.GET.get("career")
    if number is None:
        return careers[-1]
    chosen = next((career for career in careers if str(career.number) == number), None)
    if chosen is None:
        raise Http404("This character has no such career.")
    return chosen


def _now(request: Request, character: Character, careers: Sequence[Career]) -> dict[str, Any]:
    """Return where a character stands and what its next step asks for."""
    events, standing = _events_of(character)
    return {
        "career": careers[-1],
        "rungs": dossier.rungs(character, careers[-1], standing),
        "step": dossier.next_step(character, careers[-1], newest_house_rules(_league_of(character))),
        "memo": history.latest(events, character),
        "entry": entries_ahead(character=character).first(),
    }


def _career(request: Request, character: Character, careers: Sequence[Career]) -> dict[str, Any]:
    """Return the course of a career: its chart, its changes of level, and the careers before it."""
    events, standing = _events_of(character)
    career = _career_asked(request, careers)
    every = request.GET.get("every") == "1"
    changes = [event for event in standing if event.kind in CareerEvent.OF_NOTE]
    page = Paginator((events if every else changes)[::-1], EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    entered = Tournament.objects.filter(entries__character=character)
    return {
        "career": career,
        "earlier": careers[:-1],
        "rungs": dossier.rungs(character, career, standing),
        "elsewhere": earned_elsewhere(character),
        "page_obj": page,
        "lines": with_headlines(history.line(event, character) for event in page),
        "every": every,
        "more_count": len(events) - len(changes),
        "tournaments": tournament_lines(with_entries(entered)[:TOURNAMENTS]),
        **_chart(request, character, career, standing),
    }


def _chart(request: Request, character: Character, career: Career, standing: Sequence[CareerEvent]) -> dict[str, Any]:
    """Return the page of the chart that was asked for, without that the last one."""
    played = dossier.games_played(standing, career.number)
    pages = Paginator(played, GAMES_PER_PAGE)
    page = pages.get_page(request.GET.get("chart", pages.num_pages))
    drawn = {event.game for event in page}
    games = dossier.chart_games(
        [event for event in standing if event.game in drawn],
        number=career.number,
        currency=character.names.currency,
        names=headlines(drawn),
    )
    after = played[page.end_index()].from_level if page.has_next() else career.level
    return {"chart": career_chart(games, after=INDEX[after]), "chart_page": page}


def _memos(request: Request, character: Character, careers: Sequence[Career]) -> dict[str, Any]:
    """Return what Human Resources wrote, newest first."""
    page = Paginator(history.filed(_events_of(character)[0]), MEMOS_PER_PAGE).get_page(request.GET.get("page"))
    return {"page_obj": page, "memos": with_headlines(history.written(list(page), character))}


def _numbers(request: Request, character: Character, careers: Sequence[Career]) -> dict[str, Any]:
    """Return totals, degrees and trips of a career, and the record in every game."""
    career = _career_asked(request, careers)
    programs = character.names.programs
    zone = ZoneInfo(league.zone) if (league := _league_of(character)) else ZoneInfo(settings.TIME_ZONE)
    years = character.results.datetimes("played_at", "year", order="DESC", tzinfo=zone)
    filters = games_filter(request.GET, (), [first.year for first in years])
    return {
        "career": career,
        "edition": character.names,
        "specialty": programs[character.specialty].name,
        "side_interest": programs[character.side_interest].name,
        "tiles": dossier.tiles(character, career),
        "degrees": dossier.degrees(character, career),
        "trips": dossier.trips(character, career),
        "politics": [row for row in politics_of(character) if row.done or row.suffered],
        "filters": filters,
        "records": records_of(character, **filters.lookups(zone, played_at="sheet__played_at")),
        "ratings": character_ratings(character),
        "rating_course": rating_course(character),
    }


FILLS: dict[str, Callable[[Request, Character, Sequence[Career]], dict[str, Any]]] = {
    "detail": _now,
    "career": _career,
    "memos": _memos,
    "numbers": _numbers,
}
