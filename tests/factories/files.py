"""CSV files as a club would send them."""

import csv
import io
from collections.abc import Iterable
from importlib import resources
from typing import Any

SAMPLE = resources.files("league") / "data" / "spring-2026"
CHARACTERS = ("name", "owner", "edition", "specialty", "side_interest", "title")
RESULTS = (
    *("game", "played_at", "season", "system", "edition", "mode", "target", "seat", "character", "won"),
    *("happiness", "fame", "cash", "degrees", "trips", "layoffs", "reorgs", "free_passes"),
)


def sample(name: str) -> bytes:
    return (SAMPLE / name).read_bytes()


def csv_file(
    header: Iterable[str], rows: Iterable[dict[str, Any]], *, line_end: str = "\n", bom: bool = False
) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(header), restval="", lineterminator=line_end)
    writer.writeheader()
    writer.writerows(rows)
    return (b"\xef\xbb\xbf" if bom else b"") + out.getvalue().encode()


def character_row(name: str, **cells: Any) -> dict[str, Any]:
    usual = {"edition": "london", "specialty": "law", "side_interest": "sales_marketing", "title": "Counsel"}
    return {"name": name, "owner": name.lower(), **usual, **cells}


def game_rows(
    reference: str, *seats: tuple[str, int] | dict[str, Any], day: int = 1, **cells: Any
) -> list[dict[str, Any]]:
    """The rows of a game of 100 points: (name, happiness) for each seat, the first one wins."""
    header = {
        "game": reference,
        "played_at": f"2026-01-{day:02}T18:00:00Z",
        "season": "spring",
        "system": "careers",
        "edition": "london",
        "mode": "formula",
        "target": 100,
        **cells,
    }
    rows = []
    for number, seat in enumerate(seats, start=1):
        told = seat if isinstance(seat, dict) else {"character": seat[0], "happiness": seat[1]}
        won = "yes" if number == 1 else "no"
        rows.append({**header, "seat": number, "won": won, "fame": 0, "cash": 0, **told})
    return rows


def results_file(*games: list[dict[str, Any]], header: Iterable[str] = RESULTS, **style: Any) -> bytes:
    return csv_file(header, [row for game in games for row in game], **style)
