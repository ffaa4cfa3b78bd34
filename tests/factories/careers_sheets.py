"""Score sheets of Careers without a database: Ada, Bo and Eve at Lister & Bacon, Cleo at the BBC, Dev at Harrods."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from characters.rules.house_rules import HouseRules
from games.rules.sheets import Knowledge, ScoreSheet, Seated, SeatLine
from games.rules.systems import problems

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)
YESTERDAY = NOW - timedelta(days=1)
SEATED = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn", "Gus")
ADA, BO, CLEO, DEV, EVE = 1, 2, 3, 4, 5
COMPANIES: Mapping[int, str] = {
    ADA: "lister_bacon",
    BO: "lister_bacon",
    CLEO: "bbc_news",
    DEV: "harrods",
    EVE: "lister_bacon",
}


def a_seat(seat: int, points: int = 0, *, won: bool = False, character: int | None = 0, **figures: Any) -> SeatLine:
    """Character `seat` in seat `seat`, None for a guest; `points` are hearts."""
    who = seat if character == 0 else character
    name = "" if who is None else SEATED[who - 1]
    return SeatLine(seat, who, name, won, {"happiness": points, "fame": 0, "cash": 0, **figures})


def a_careers_sheet(*seats: SeatLine, **changes: Any) -> ScoreSheet:
    """A formula game for 200 points that Ada has won, with changes."""
    values: dict[str, Any] = {"system": "careers", "edition": "london", "played_at": YESTERDAY, "mode": "formula"}
    if changes.get("mode", "formula") == "formula":
        values["target"] = 200
    lines = seats or (a_seat(1, 200, won=True), a_seat(2, 120))
    return ScoreSheet(seats=lines, **{**values, **changes})


def known(levels: Mapping[int, str] | None = None, *, edition: str = "london", **settings: Any) -> Knowledge:
    """What the league knows: everybody at Entry Level but for `levels`, the default house rules but for `settings`."""
    seated = {
        number: Seated(
            name=name,
            level=(levels or {}).get(number, "entry"),
            company=COMPANIES.get(number, "stonehenge"),
            edition=edition,
        )
        for number, name in enumerate(SEATED, start=1)
    }
    return Knowledge(now=NOW, rules=HouseRules(**settings), seated=seated)


def said(sheet: ScoreSheet, given: Knowledge | None = None) -> list[str]:
    return [str(problem) for problem in problems(sheet, given or known())]
