"""Turn a confirmed sheet into what it says of each character at the table."""

from collections.abc import Mapping
from typing import Any

from characters.rules.facts import RESULT, CareerFact, FactLine
from games.rules.sheets import ScoreSheet
from games.rules.systems import SheetOutcome, SheetSystem, outcome, system_of


def result_facts(
    game_id: int,
    version: int,
    rules: str,
    sheet: ScoreSheet,
    *,
    reference: str,
    because: str = "",
    seal: str = "",
    played_by_bots: bool = False,
    result: SheetOutcome | None = None,
) -> list[tuple[int, CareerFact]]:
    """Return the facts about each character at the table, with the character's id. `rules` is the digest of the
    season's house rules, `result` the outcome of the sheet if already known."""
    points, _, _, won = result or outcome(sheet)
    winner_total = max((points[seat] for seat in won), default=0)
    return [
        (
            line.character,
            CareerFact(
                kind=RESULT,
                at=sheet.played_at,
                game=game_id,
                because=because,
                seal=seal,
                line=FactLine(
                    game=game_id,
                    reference=reference,
                    at=sheet.played_at,
                    version=version,
                    system=sheet.system,
                    edition=sheet.edition,
                    rules=rules,
                    won=line.seat in won,
                    mode=sheet.mode,
                    target=sheet.target,
                    winner_total=winner_total,
                    minutes=sheet.minutes,
                    played_by_bots=played_by_bots,
                    **_career_figures(system_of(sheet), line.figures),
                ),
            ),
        )
        for line in sheet.seats
        if line.character is not None
    ]


_CAREER_FIGURES = ("happiness", "fame", "cash", "degrees", "trips", "layoffs", "reorgs", "free_passes", "left_early")


def _career_figures(system: SheetSystem, figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of a career. Only Careers decides levels; the figures of other systems are kept as they
    are."""
    if not system.CAREERS:
        return {"figures": dict(figures)}
    return {name: figures[name] for name in _CAREER_FIGURES if name in figures}
