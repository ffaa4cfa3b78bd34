"""Decisions about a game: confirm its sheet, dispute it, void the game. Each shows what follows before it asks."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from engine.translatable import spoken
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.services.sheets import REASON_LENGTH
from games.tasks import review_soon
from league.clubs.queries import names_in
from league.core.forms import readable, whole_number
from league.core.queries.access import require
from league.core.queries.games import headline_of
from league.core.views.access import user_of
from league.models import SeasonGame
from league.results.services.games import confirm_game, dispute_game, void_game
from league.results.services.preview import Consequences, preview_confirmation, preview_void
from league.results.views.result_correction import characters_of, game_and_newest
from league.sheets.forms.boxes import seat_boxes
from league.sheets.forms.drafts import Draft, names_at, refused

_OPEN = (Sheet.SUBMITTED, Sheet.DISPUTED)


@login_required
def game_confirm(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_game, newest = game_and_newest(pk)
    require(request.user, "confirm", season_game.season.league)
    headline = headline_of(season_game)
    page = {
        "title": _("Confirm {game}").format(game=spoken(headline)),
        "headline": headline,
        "follows": _("When you confirm"),
        "label": _("Confirm"),
        "open_to": _OPEN,
    }
    preview = partial(preview_confirmation, season_game=season_game, by=user_of(request))
    if request.method == "POST":
        try:
            confirm_game(season_game=season_game, by=user_of(request), **_seen(request))
        except ValidationError as error:
            return _refused(request, pk, page, preview, problems=refused(error), status=409)
        return _done(request, season_game, _("{game} is confirmed. The reviews follow within seconds."))
    return _page(request, season_game, newest, page, preview)


@login_required
def game_void(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_game, newest = game_and_newest(pk)
    require(request.user, "void", season_game.season.league)
    headline = headline_of(season_game)
    page = {
        "title": _("Void {game}").format(game=spoken(headline)),
        "headline": headline,
        "lead": _("A void game counts for nobody and stays readable. A correction can bring it back."),
        "follows": _("When you void it"),
        "label": _("Void the game"),
        "danger": True,
        "reason_help": _("Everybody who played sees this, such as “Entered twice”."),
        "open_to": (*_OPEN, Sheet.CONFIRMED),
    }
    preview = partial(preview_void, season_game=season_game, by=user_of(request))
    if request.method == "POST":
        redraw = bool(request.POST.get("redraw"))
        try:
            void_game(
                season_game=season_game, reason=_reason(request), by=user_of(request), redraw=redraw, **_seen(request)
            )
        except ValidationError as error:
            return _refused(request, pk, page, preview, problems=refused(error), status=_status(error))
        return _done(request, season_game, _("{game} is void."))
    return _page(request, season_game, newest, page, preview)


@login_required
def game_dispute(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_game, newest = game_and_newest(pk)
    require(request.user, "dispute", season_game.season.league, characters=characters_of(newest))
    headline = headline_of(season_game)
    page = {
        "title": _("Dispute {game}").format(game=spoken(headline)),
        "headline": headline,
        "lead": _("Say what is wrong with this sheet. It then waits for an organiser, who sees your reason."),
        "label": _("Dispute the sheet"),
        "reason_help": _("Such as “I had 32 fame, not 23”."),
        "too_late": _("If a figure is wrong, say which in a comment under the game: an organiser can correct it."),
        "open_to": (Sheet.SUBMITTED,),
    }
    if request.method == "POST":
        try:
            dispute_game(
                season_game=season_game,
                reason=_reason(request),
                expected_revision=_seen(request)["expected_revision"],
                by=user_of(request),
            )
        except ValidationError as error:
            return _refused(request, pk, page, problems=refused(error), status=_status(error))
        text = _("{game} is disputed. An organiser will look at it.")
        messages.success(request, text.format(game=spoken(headline_of(season_game))))
        return redirect("game_detail", pk=season_game.game_id)
    return _page(request, season_game, newest, page)


def _refused(request: HttpRequest, pk: int, *page: Any, **refusal: Any) -> HttpResponse:
    """Show the current state again, and ask again if it still can be decided."""
    return _page(request, *game_and_newest(pk), *page, **refusal)


def _page(
    request: HttpRequest,
    season_game: SeasonGame,
    newest: Sheet,
    page: dict[str, Any],
    preview: Callable[[], Consequences] | None = None,
    *,
    problems: Any = (),
    status: int = 200,
) -> HttpResponse:
    """Show the sheet as it is now, what follows, and the one question."""
    over, consequences = newest.status not in page["open_to"], None
    if preview is not None and not over:
        try:
            consequences = preview()
        except ValidationError as error:
            problems = problems or refused(error)
    context = {
        **page,
        **_sheet(season_game, newest),
        "over": over,
        "consequences": consequences,
        "problems": [problem.spoken() for problem in problems],
        "possible": not over and (consequences or preview is None),
        "redraw": request.POST.get("redraw", ""),
        "reason": _reason(request),
        "reason_length": REASON_LENGTH,
    }
    return render(request, "league/results/game_decision.html", context, status=status)


def _sheet(season_game: SeasonGame, newest: Sheet) -> dict[str, Any]:
    sheet = score_sheet(newest)
    draft = Draft.of(sheet)
    draft.words = names_in(season_game.season, sheet.system, sheet.edition)
    return {
        "season_game": season_game,
        "newest": newest,
        "sheet": sheet,
        "seats": seat_boxes(draft, names_at(draft, season_game.season), sheet, ()),
        "reported_as": season_game.reference,
    }


def _done(request: HttpRequest, season_game: SeasonGame, what: str) -> HttpResponseBase:
    review_soon()
    messages.success(request, what.format(game=spoken(headline_of(season_game))))
    return redirect("game_detail", pk=season_game.game_id)


def _status(error: ValidationError) -> int:
    """Return 422 if the form can be corrected and sent again, 409 if the game has to be looked at first."""
    return 422 if hasattr(error, "error_dict") else 409


def _reason(request: HttpRequest) -> str:
    return readable(request.POST.get("reason", ""))


def _seen(request: HttpRequest) -> dict[str, Any]:
    """Return the state of the game that the person was shown."""
    names = ("expected_version", "expected_revision")
    return {name: whole_number(request.POST.get(name, "")) for name in names}
