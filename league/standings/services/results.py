"""Results: what a confirmed sheet brings into the standings. Written with the sheet, proved by `check_careers`; what it
brings to the ratings is left to a worker."""

from django.db import transaction

from games.models import Sheet
from games.queries.sheets import counts, leavers_score, score_sheet
from games.rules.sheets import ScoreSheet
from league.models import GameToRate, Result, SeasonGame
from league.standings.rules.tiebreaks import table_results


def result_rows(*, season_id: int, game_id: int, sheet: ScoreSheet, leavers_score: bool = True) -> list[Result]:
    """Return the rows that a confirmed sheet gives, not yet saved."""
    return [
        Result(
            season_id=season_id,
            game_id=game_id,
            character_id=result.character,
            system=sheet.system,
            played_at=sheet.played_at,
            table_points=result.table_points,
            place=result.place,
            share=result.share,
        )
        for result in table_results(sheet, leavers_score=leavers_score)
    ]


@transaction.atomic(savepoint=False)
def rewrite_results(*, season_game: SeasonGame, sheet: Sheet | None) -> None:
    """Replace the game's results by those of its confirmed sheet; there are no results without one, or for practice
    (R104)."""
    if sheet is None or sheet.version > 1:  # a first version has no results to replace
        Result.objects.filter(game=season_game.game_id).delete()
    rows: list[Result] = []
    if sheet is not None and counts(sheet):
        value = score_sheet(sheet)
        rows = result_rows(
            season_id=season_game.season_id,
            game_id=season_game.game_id,
            sheet=value,
            leavers_score=leavers_score(sheet, value),
        )
    Result.objects.bulk_create(rows)
    GameToRate.objects.create(
        league_id=season_game.season.league_id, system=season_game.game.system, game_id=season_game.game_id
    )
