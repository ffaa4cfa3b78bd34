"""What docs/bounds.md says: each door through which work comes, its bound, and what its worst accepted input takes.

`python -m tests.bounds.page` writes it, from doors.toml and the figures that `tests/benchmarks/test_doors.py` measured.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "bounds.md"
FIGURES = HERE / "measured.json"
MOST = {"page": (3, 150), "worker": (20, 400)}  # seconds and megabytes
TOP = """\
# What each door takes

Work comes to an installation through the doors below. Each has a bound in work, which is asked before the work begins,
and the figures are what its worst accepted input took: seconds of the processor, those of processes that it started
included, and megabytes beyond what the process had before. A process that answers pages spends no more than 3 s and
150 MB on one request, a worker no more than 20 s and 400 MB on one job.

Beyond that, a request ends after 20 s of computing (`REQUEST_CPU_SECONDS`); an account has 20 s of each minute of a
process, and strangers at one address share 30 s ([ops.md](ops.md)). A file that somebody brought is charged before it
is opened. Pictures are opened in a process of their own, of which two run at once and which the system ends after 3 s
or at 450 MB; the megabytes of the table are those of the process that waits for it.

`python3 run.py bench tests/benchmarks/test_doors.py` measures again, `python -m tests.bounds.page` writes this page,
and `tests/test_bounds.py` fails for an address that takes work and is at no door.

| Door | Where | Bound | Worst accepted input | s | MB |
|---|---|---|---|--:|--:|
"""


def doors() -> list[dict[str, Any]]:
    return list(tomllib.loads((HERE / "doors.toml").read_text(encoding="utf-8"))["doors"])


def door_of(address: str) -> dict[str, Any] | None:
    """Return the first door that has the address."""
    return next((door for door in doors() if any(re.search(each, address) for each in door["addresses"])), None)


def figures() -> dict[str, tuple[float, float]]:
    """Return seconds of processor time and megabytes, by what was measured."""
    return dict(json.loads(FIGURES.read_text(encoding="utf-8"))) if FIGURES.exists() else {}


def page() -> str:
    taken = figures()
    return TOP + "".join(_row(door, what, *taken[what]) for door in doors() for what in door["measured"])


def _row(door: dict[str, Any], what: str, seconds: float, megabytes: float) -> str:
    first = what == door["measured"][0]
    cells = [door["name"], door["process"], door["bound"]] if first else ["", "", ""]
    return f"| {' | '.join([*cells, what, f'{seconds:.1f}', f'{megabytes:.0f}'])} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
