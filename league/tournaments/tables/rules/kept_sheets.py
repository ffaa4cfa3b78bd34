"""A score sheet as it is kept in a report of the table: JSON that gives the same sheet again."""

from datetime import datetime
from typing import Any

from games.rules.sheets import ScoreSheet, SeatLine

Kept = dict[str, Any]


def kept(sheet: ScoreSheet) -> Kept:
    """The sheet, ready for JSON."""
    return {
        "system": sheet.system,
        "edition": sheet.edition,
        "played_at": sheet.played_at.isoformat(),
        "mode": sheet.mode,
        "target": sheet.target,
        "minutes": sheet.minutes,
        "seats": [
            {
                "seat": line.seat,
                "character": line.character,
                "name": line.name,
                "won": line.won,
                "figures": dict(line.figures),
            }
            for line in sheet.seats
        ],
    }


def sheet_of(row: Kept) -> ScoreSheet:
    """The sheet that was kept. JSON knows no tuples; the rules read them."""
    return ScoreSheet(
        system=row["system"],
        edition=row["edition"],
        played_at=datetime.fromisoformat(row["played_at"]),
        mode=row["mode"],
        target=row["target"],
        minutes=row["minutes"],
        seats=tuple(
            SeatLine(
                seat=line["seat"],
                character=line["character"],
                name=line["name"],
                won=line["won"],
                figures={
                    name: tuple(value) if isinstance(value, list) else value for name, value in line["figures"].items()
                },
            )
            for line in row["seats"]
        ),
    )
