"""Each room of the product keeps to its budget of lines (docs/rooms.md)."""

import re
from math import floor

import pytest

from tests.command_page import ROOT

ROW = re.compile(r"^\| `([\w./]+)` \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
AIR = 1.03
BUDGETS = {
    room: (int(lines.replace(",", "")), int(budget.replace(",", "")))
    for room, lines, budget in ROW.findall((ROOT / "docs/rooms.md").read_text(encoding="utf-8"))
}


def rooms() -> dict[str, int]:
    """Return the lines of Python in each room, migrations apart."""
    found: dict[str, int] = {}
    for floor_name in ("characters", "engine", "games", "league"):
        for path in (ROOT / floor_name).rglob("*.py"):
            parts = path.relative_to(ROOT).parts
            if "migrations" in parts:
                continue
            room = "/".join(parts[:2]) if floor_name == "league" and len(parts) > 2 else floor_name
            found[room] = found.get(room, 0) + len(path.read_text(encoding="utf-8").splitlines())
    return found


LINES = rooms()


def test_every_room_has_a_budget():
    assert BUDGETS.keys() == LINES.keys()


@pytest.mark.parametrize("room", BUDGETS)
def test_a_room_keeps_to_its_budget(room: str):
    lines, budget = BUDGETS[room]
    assert budget <= floor(lines * AIR)
    assert LINES[room] <= budget
