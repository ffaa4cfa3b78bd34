"""Stored sheets as the pure values that the rules read."""

from collections.abc import Mapping

from django.db.models import QuerySet

from characters.models import Character
from characters.queries.lives import levels_at, rules_of
from characters.rules.house_rules import HouseRules
from games.models import Sheet
from games.rules.sheets import ScoreSheet, Seated, SeatLine


def score_sheet(sheet: Sheet, *, names: Mapping[int, str] | None = None) -> ScoreSheet:
    """The value of a stored version, as the table knew it, or with the `names` that the characters bear now.

    Prefetch `seats` and select `game` for a flat number of queries.
    """
    borne_now = names or {}
    return ScoreSheet(
        system=sheet.game.system,
        edition=sheet.game.edition,
        played_at=sheet.played_at,
        mode=sheet.mode,
        target=sheet.target,
        minutes=sheet.minutes,
        seats=tuple(
            SeatLine(
                seat=row.seat,
                character=row.character_id,
                name=borne_now.get(row.character_id or 0, row.name),
                won=row.won,
                figures=figures_of(row.figures),
            )
            for row in sorted(sheet.seats.all(), key=lambda row: row.seat)
        ),
    )


def seated_at(
    sheet: ScoreSheet, reference: str, *, among: QuerySet[Character], apart_from: int | None = None
) -> Mapping[int, Seated]:
    """What is known of the characters at a table, of those `among` these, with the levels of that time.

    `apart_from` is the id of the game itself when its sheet is being corrected.
    """
    characters = list(among.filter(pk__in=sheet.character_ids).order_by())
    levels = levels_at(characters, (sheet.played_at, reference), apart_from=apart_from)
    return {
        character.pk: Seated(character.name, levels[character.pk], character.primary_company, character.edition)
        for character in characters
    }


def counts(sheet: Sheet) -> bool:
    """Whether the sheet, once confirmed, counts for careers and standings: its house rules may call a game that bots
    played practice (R104). No query for a game that people played."""
    by_bots = sheet.game.played_by_bots
    return not by_bots or rules_of(sheet.rules_id).counts(played_by_bots=True)


def is_reviewed(sheet: Sheet, rules: HouseRules) -> bool:
    """Whether the sheet, once confirmed, leads to reviews: Careers alone decides levels, and practice decides none."""
    return sheet.game.system == "careers" and rules.counts(played_by_bots=sheet.game.played_by_bots)


def figures_of(stored: Mapping[str, object]) -> dict[str, object]:
    """Figures as the rules read them: JSON knows no tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}
