"""The end of a game of Careers that is played on the site: by success formula, or after so many rounds."""

from typing import Any

from django.utils import timezone

from engine.careers.editions import edition_ids
from games.rules import careers
from games.rules.sheets import ScoreSheet, errors
from games.rules.systems import problems
from games.services.sheets import refuse
from league.clubs.queries import known_for
from league.models import Season
from league.results.services.games import next_reference

ROUNDS = 30


def ending_of(season: Season, mode: str, target: int | None, minutes: int | None, *, counts: bool) -> dict[str, Any]:
    """Return the part of a play's table that says how the game ends. A minute is a round of turns. Raises
    ValidationError where a game that counts may not end so."""
    mode = mode or careers.FORMULA
    sheet = ScoreSheet(careers.ID, edition_ids()[0], timezone.now(), (), mode)
    known = known_for(season, sheet, next_reference(season))
    made: dict[str, Any] = {"mode": mode}
    if mode == careers.FORMULA:
        made["target"] = target or known.rules.league_min_target
    else:
        made["minutes"] = minutes or ROUNDS
    sheet = ScoreSheet(careers.ID, sheet.edition, sheet.played_at, (), **made)
    found = [one for one in errors(problems(sheet, known)) if one.figure in ("mode", "target", "minutes")]
    refuse([one for one in found if counts or one.figure == "mode"])
    return made
