"""Entering a result without a connection: the page that a device keeps, what it may know beforehand, and what it sends
once it can.

A page of another site can't send here: JSON with its own header is asked for first, and browsers say who asks. So
there is no token, which a page kept for weeks would not have. A device sends for the account that typed; the key makes
of any number of sendings one game.
"""

import json
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from engine.translatable import said, spoken
from games.models import Sheet
from games.rules.definitions import definition
from games.rules.sheets import ERROR
from games.rules.systems import SheetSystem
from league.core.queries.games import headline_of
from league.core.queries.systems import own_systems, system_for, systems_of
from league.core.services.idempotency import sent_key
from league.core.views.access import keep_for, user_of
from league.models import Season, SeasonGame
from league.results.services.sent_forms import report_once, sent_before
from league.results.views.result_entry import NewSheet, seasons_to_report_in
from league.sheets.forms.checking import step_of
from league.sheets.forms.drafts import Draft, refused
from league.sheets.forms.offline import as_posted, blanks, seat_names

LARGEST_BODY = 50_000
MOST_SEASONS = 50
MOST_OWN_GAMES = 60  # whose forms a device keeps, the newest ones


class OfflineRefusal(Exception):
    """A refusal that carries its answer."""

    def __init__(self, status: int, *sentences: str) -> None:
        super().__init__(*sentences)
        self.answer = JsonResponse({"errors": list(sentences)}, status=status)


def offline_page() -> str:
    """Return the page, which is the same for everybody, so that a device may store it."""
    return render_to_string("league/results/offline_entry.html", {"blanks": blanks(systems_of(None))})


@require_safe
def result_offline(request: HttpRequest) -> HttpResponse:
    return HttpResponse(offline_page())


@never_cache
@require_safe
def result_offline_known(request: HttpRequest) -> HttpResponse:
    """Send what a device has to know beforehand: for which account it stores results, the seasons to choose from, each
    with the games of its league's own, and the forms of these games."""
    if not request.user.is_authenticated:
        return JsonResponse({"person": "", "seasons": [], "blanks": ""})
    rows = list(seasons_to_report_in(request).filter(league__closed_at=None).distinct()[:MOST_SEASONS])
    own = own_systems([season.league for season in rows], most=MOST_OWN_GAMES)
    seasons = [
        {
            "slug": season.slug,
            "name": f"{season.name} ({season.league.name})",
            "zone": season.league.zone,
            "own": [system.ID for system in own.get(season.league_id, ())],
        }
        for season in rows
    ]
    games = [system for systems in own.values() for system in systems]
    drawn = "".join(_blank_of(system.ID, system.content, get_language()) for system in games)
    return JsonResponse({"person": str(user_of(request).pk), "seasons": seasons, "blanks": drawn})


@lru_cache(10 * MOST_OWN_GAMES)
def _blank_of(system: str, content: str, _language: str | None) -> str:
    """Return the form of a league's own game, drawn once in each language: a version never changes."""
    return render_to_string("league/results/offline_blanks.html", {"blanks": blanks([definition(content, system)])})


@csrf_exempt
@never_cache
@require_POST
def result_offline_send(request: HttpRequest) -> HttpResponse:
    """Take `{"by": account, "fields": {...}}` with an Idempotency-Key; with `"mend": true` nothing is sent, and the
    form of the site shows what was typed."""
    try:
        return _take(request, _body(request))
    except OfflineRefusal as refusal:
        return refusal.answer
    except ValidationError as error:
        return OfflineRefusal(422, *(problem.spoken() for problem in refused(error))).answer


def _body(request: HttpRequest) -> dict[str, Any]:
    if (
        request.content_type != "application/json"
        or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin"
    ):
        raise OfflineRefusal(415, _("Send JSON, from a page of this site."))
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
        too_much = said("That is more than a score sheet holds; the limit is {most:,} bytes.", most=LARGEST_BODY)
        raise OfflineRefusal(413, spoken(too_much))
    if not request.user.is_authenticated:
        raise OfflineRefusal(401, _("Sign in to send this result; it stays on this device meanwhile."))
    try:
        body = json.loads(request.body.decode())
    except (ValueError, RecursionError) as error:
        raise OfflineRefusal(400, _("The body can't be read as JSON.")) from error
    if not isinstance(body, dict) or not isinstance(body.get("fields"), dict):
        raise OfflineRefusal(400, _("The body must be a JSON object with the fields of a result."))
    if body.get("by") != str(user_of(request).pk):
        raise OfflineRefusal(403, _("This result was typed with another account. Sign in with that one to send it."))
    return body


def _take(request: HttpRequest, body: dict[str, Any]) -> HttpResponse:
    key = sent_key(request.headers)
    if not key:
        raise OfflineRefusal(400, _("Send an Idempotency-Key, so that the game is entered only once."))
    season_game = sent_before(token=key, by=user_of(request))
    if season_game is not None:
        return _arrived(season_game, 200)
    try:
        data = as_posted(body["fields"], key)
    except ValueError as error:
        raise OfflineRefusal(400, _("These figures can't be read: {why}.").format(why=error)) from error
    season = seasons_to_report_in(request).filter(slug=data.get("season", "")).first()
    system = system_for(season.league, data.get("system", "")) if season else None
    if season is None or system is None:
        raise OfflineRefusal(422, _("You can't report games of that season. Ask an organiser of the league."))
    with timezone.override(ZoneInfo(season.league.zone)):
        return _report(request, season, data, system, mend=body.get("mend") is True)


def _report(request: HttpRequest, season: Season, data: QueryDict, system: SheetSystem, *, mend: bool) -> HttpResponse:
    """Submit the result for confirmation, even if an organiser sends it: nobody has seen yet what follows from it."""
    unknown = seat_names(data, season)
    wizard = NewSheet(request, season, Draft.read(data, system))
    checked = wizard.check()
    ruled = [errors for errors in checked.problems if errors.severity == ERROR]
    # A name that is not found is no guest.
    wrong = [*unknown, *(problem for problem in ruled if not unknown or step_of(problem) != "seats")]
    if mend:
        data["step"] = step_of(wrong[0]) if wrong else "check"
        keep_for(request, reverse("result_enter"), data)
        return JsonResponse({"present": reverse("result_enter")})
    if wrong or checked.sheet is None:
        raise OfflineRefusal(422, *(problem.spoken() for problem in wrong))
    season_game, is_new = report_once(
        token=wizard.token,
        season=season,
        reference=data.get("reference", ""),
        sheet=checked.sheet,
        source=Sheet.WEB,
        by=user_of(request),
        confirm=False,
        **wizard.called,
    )
    return _arrived(season_game, 201 if is_new else 200)


def _arrived(season_game: SeasonGame, status: int) -> HttpResponse:
    game = reverse("game_detail", args=[season_game.game_id])
    return JsonResponse({"game": game, "name": spoken(headline_of(season_game))}, status=status)
