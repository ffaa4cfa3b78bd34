"""Corrections: another version of a sheet, at any time."""

from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.systems import system_of
from league.core.api import lookup
from league.core.api.errors import STALE, Conflict, from_sheet
from league.core.api.schema import PREVIEW, asked_for, question
from league.core.api.views import ApiView, read, signed_in
from league.models import SeasonGame
from league.results.api.decisions import GAME_ANSWER, GAME_OR_CONSEQUENCES, PREVIEW_ANSWER, decide, decided, foresee
from league.results.api.games import EXAMPLES
from league.results.api.inputs import CorrectionInput
from league.results.api.revision import IF_MATCH, OutdatedAnswer, expected_revision
from league.results.services.games import correct_game, resubmit_game
from league.results.services.preview import preview_correction, preview_replacement


class CorrectView(ApiView):
    @extend_schema(
        tags=["games"],
        summary="Correct a game",
        description=(
            "Another version of the sheet, whole.\n\n"
            "* Of an unconfirmed game: it waits for an organiser as before. For who sat at the table, score-keepers "
            "and organisers.\n"
            "* Of a confirmed or voided game: it holds at once and the careers follow, however long ago it was. "
            "Organisers only.\n\n"
            "409 without `expected_version`, when it is not the newest any more, or when anything was decided since "
            "`expected_revision`. A preview needs neither version nor reason."
        ),
        parameters=[PREVIEW, IF_MATCH],
        request=CorrectionInput,
        responses={200: GAME_OR_CONSEQUENCES, 409: OutdatedAnswer},
        examples=[question(EXAMPLES["CorrectionInput"]), GAME_ANSWER, PREVIEW_ANSWER],
    )
    def post(self, request: Request, game_id: int) -> Response:
        user = signed_in(request)
        is_open = lookup.season_game(game_id).game.sheets.open().exists()
        season_game = decide(user, "edit" if is_open else "correct", game_id)
        form = _form(season_game, request.data, preview=asked_for(request, "preview"))
        data, sheet = read(form), form.score_sheet()
        version, revision = data["expected_version"], expected_revision(request, data)
        act, preview = (resubmit_game, preview_replacement) if is_open else (correct_game, preview_correction)
        try:
            if asked_for(request, "preview"):
                action = partial(preview, season_game=season_game, sheet=sheet, by=user)
                return foresee(season_game, version, revision, action)
            act(
                season_game=season_game,
                sheet=sheet,
                source=Sheet.API,
                reason=data["reason"],
                expected_version=version,
                expected_revision=revision,
                by=user,
            )
        except ValidationError as error:
            raise from_sheet(error, form.seat_numbers()) from error
        return decided(season_game)


def _form(season_game: SeasonGame, content: Any, *, preview: bool) -> CorrectionInput:
    game = season_game.game
    sheet = game.sheets.latest("version")
    newest, made_by = sheet.version, system_of(score_sheet(sheet))
    defaults: dict[str, Any] = {"system": game.system, "edition": game.edition}
    if preview:
        defaults |= {"expected_version": newest, "reason": "preview"}
    elif content.get("expected_version") is None:
        raise Conflict(
            f"Say which version you saw: send it as expected_version. This game is at version {newest}.", STALE
        )
    return CorrectionInput(data=defaults | content, context={"league": season_game.season.league, "game": made_by})
