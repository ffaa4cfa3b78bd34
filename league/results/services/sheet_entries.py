"""Entries of the ledger about the sheets of a season: which version, and what its seal is."""

from django.contrib.auth.models import User

from games.models import Sheet
from games.rules.sheets import ScoreSheet, sheet_digest
from league.core.ledger.services import new_entry
from league.models import LedgerEntry, SeasonGame

DEEDS = {
    "sheet_submitted": "was reported",
    "sheet_confirmed": "was confirmed",
    "sheet_disputed": "was disputed",
    "sheet_corrected": "was corrected",
    "game_voided": "was voided",
}


def sheet_entry(
    kind: str,
    season_game: SeasonGame,
    row: Sheet,
    *,
    by: User | None,
    reason: str = "",
    sheet: ScoreSheet | None = None,
    told: bool = True,
) -> LedgerEntry:
    """Return an unsaved row. `sheet`: what was reported, if nobody has sealed it; `told`: nobody is to be told, as for
    entries from a file."""
    about: dict[str, object] = {"version": row.version}
    if row.seal:
        about["seal"] = row.seal
    if sheet is not None:
        about["digest"] = sheet_digest(sheet)
    if reason:
        about["reason"] = reason
    text = f"Game {season_game.reference}: version {row.version} {DEEDS[kind]}."
    return new_entry(
        kind=kind, text=text, by=by, season=season_game.season, game=season_game.game_id, about=about, told=told
    )


def record_sheet(
    kind: str,
    season_game: SeasonGame,
    row: Sheet,
    *,
    by: User | None,
    reason: str = "",
    sheet: ScoreSheet | None = None,
    told: bool = False,
) -> None:
    """Record the sheet; the people concerned are told, unless `told` says that they are told otherwise."""
    sheet_entry(kind, season_game, row, by=by, reason=reason, sheet=sheet, told=told).save()
