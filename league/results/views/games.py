"""A game's page: the sheet as the table knew it, its versions, and what it changed; the engine's record of it."""

import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from characters.models import Character
from characters.queries.history import line
from characters.rules.career import REVIEW
from characters.rules.choices import in_words
from engine.careers.board_files import named_on, playable_board
from engine.careers.editions import edition
from games.models import GameRecord, Sheet
from games.queries.doubts import doubts_of
from games.queries.sheets import counts, decisions_of, score_sheet
from games.rules.systems import marks_missing
from league.boards.queries import board_played
from league.clubs.queries import house_rules_of
from league.core.queries.access import may_as, standing_of
from league.core.queries.game_lines import is_pending, setup_words
from league.core.queries.games import headline_of
from league.core.queries.systems import system_by_id
from league.core.rules.roles import Act
from league.core.views.live import Request, live_page, unless_unchanged
from league.models import SeasonGame
from league.results.queries import game_records
from league.results.queries.naming import may_name
from league.results.queries.notes import game_note
from league.sheets.queries.photos import may_see_photos, photos_of_game
from league.sheets.queries.sheet_text import play_link_of
from league.talk.forms import RemarkForm
from league.talk.queries import thread_of

AN_EVENING = timedelta(hours=12)
SOURCES = {
    Sheet.WEB: gettext_lazy("entered on the site"),
    Sheet.API: gettext_lazy("sent through the API"),
    Sheet.CSV: gettext_lazy("imported from a file"),
    Sheet.ENGINE: gettext_lazy("played by the engine"),
}


def _state(request: Request, pk: int) -> str | None:
    fields = ("version", "status", "reviewed_at", "review_tries", "game__revision")
    newest = Sheet.objects.filter(game=pk).order_by("-version").values_list(*fields).first()
    return None if newest is None else "-".join(str(part).replace(" ", "T") for part in newest)


@require_safe
@unless_unchanged(_state)
def game_detail(request: Request, pk: int) -> HttpResponse:
    """Show a game; a page with a pending review says so and completes itself."""
    season_game = get_object_or_404(SeasonGame.objects.select_related("season__league", "game__table"), game=pk)
    versions = game_records.versions_of(season_game)
    newest = versions[-1]
    sheet = _version(versions, request.GET.get("version"))
    events = game_records.events_of(season_game)
    lines = [line(event, event.character) for event in events]
    reviews = [told for told in lines if told.kind == REVIEW and not told.rescinded]
    system = system_by_id(season_game.game.system)
    pending, photos = is_pending(newest), photos_of_game(pk)
    board = board_played(season_game, house_rules_of(season_game.season).board)
    names = named_on(edition(season_game.game.edition), playable_board(board.definition)) if board else None
    context = {
        "season_game": season_game,
        "headline": headline_of(season_game),
        "season": season_game.season,
        "game": season_game.game,
        "system": system.NAME,
        "board": board,
        "edition": edition(season_game.game.edition),
        "mode": system.MODES.get(sheet.mode, sheet.mode),
        "setup": setup_words(sheet),
        "own_settings": in_words(system.QUESTIONS, sheet.own_settings or {}),
        "versions": versions[::-1],
        "newest": newest,
        "shown": sheet,
        "waits": [problem.sentence for problem in marks_missing(score_sheet(newest))],
        "doubts": doubts_of(newest),
        "source": SOURCES.get(sheet.source, sheet.source),
        "seats": game_records.seat_views(sheet, events, names),
        "note": game_note(score_sheet(sheet)),
        "differences": game_records.changed_from_before(versions, sheet, names),
        "decisions": decisions_of(pk),
        "changes": [told for told in lines if told not in reviews],
        "reviews": reviews,
        "record": GameRecord.objects.filter(game=pk).exists(),
        "practice": not counts(newest),
        "pending": pending,
        "thread": thread_of(season_game, request.user),
        "comment_form": RemarkForm(),
        "play_link": play_link_of(season_game, newest),
        "failed": pending and bool(newest.review_error),
        "actions": _actions(request, season_game, newest),
        "photos": photos if photos and may_see_photos(request.user, season_game) else [],
    }
    return live_page(request, "league/results/game_detail.html", context, waiting=pending and not newest.review_error)


@require_safe
def game_play_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the QR code of the link to BG Stats; 404 while the game is not confirmed, or is too long for one code."""
    season_game = get_object_or_404(SeasonGame.objects.select_related("season", "game"), game=pk)
    sheet = get_object_or_404(Sheet.objects.confirmed().select_related("game"), game=pk)
    try:
        code = segno.make(play_link_of(season_game, sheet), error="l", micro=False)
    except segno.DataOverflowError as error:
        raise Http404(_("This game does not fit into a QR code.")) from error
    image = io.BytesIO()
    code.save(image, kind="svg", scale=3, light="white")
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")


@require_safe
def game_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the record of an engine's game as a file; `manage.py replay` proves it."""
    record = get_object_or_404(GameRecord, game=pk, game__season_game__isnull=False)
    response = HttpResponse(record.text, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="game-{pk}.jsonl"'
    return response


def _version(versions: Sequence[Sheet], number: str | None) -> Sheet:
    if number is None:
        return versions[-1]
    version = next((sheet for sheet in versions if str(sheet.version) == number), None)
    if version is None:
        raise Http404(_("This game has no such version."))
    return version


def _actions(request: Request, season_game: SeasonGame, newest: Sheet) -> dict[str, Any]:
    """Return what the reader may do with the game as it is now."""
    league = season_game.season.league
    standing = standing_of(request.user, league)
    at_table = [row.character_id for row in newest.seats.all() if row.character_id]
    own = request.user.is_authenticated and Character.objects.filter(pk__in=at_table, owner=request.user).exists()

    def may(act: Act) -> bool:
        return standing.may(act, at_own_table=own)

    is_open = newest.status in (Sheet.SUBMITTED, Sheet.DISPUTED)
    game = season_game.game
    alone = not game.played_by_bots and not hasattr(game, "table")
    return {
        "again": alone
        and timezone.now() - newest.played_at < AN_EVENING
        and may_as(standing, "submit", league, at_own_table=own),
        "confirm": is_open and may("confirm"),
        "dispute": newest.status == Sheet.SUBMITTED and may("dispute"),
        "object": newest.status == Sheet.CONFIRMED and own,
        "edit": is_open and may("edit"),
        "correct": not is_open and may("correct"),
        "void": newest.status != Sheet.VOID and may("void"),
        "name": may_name(request.user, season_game),
    }
