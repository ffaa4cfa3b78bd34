"""Read many rendered photos and count: sheets, digits, figures, time and memory."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from characters.rules.house_rules import DEFAULTS
from games.rules.sheets import Knowledge, ScoreSheet
from games.rules.systems import SYSTEMS, SheetSystem, system_of, table_problems
from league.photo.charts.photos import Unusable
from league.photo.charts.reading import SheetReading, read_sheet
from league.photo.rules.settling import EMPTY, settle
from league.sheets.charts.sheet_layout import SIZES, SheetKey, key_in, key_of
from tests.photos.pictures import (
    HARSH,
    Glyphs,
    Weather,
    Written,
    a_played_sheet,
    on_paper,
    pages_of,
    photographed,
    written,
)

RULES = Knowledge(datetime(2026, 3, 2, tzinfo=UTC), DEFAULTS, {})


@dataclass(frozen=True)
class Shot:
    """A photo, and what was written on the sheet."""

    jpeg: bytes
    key: SheetKey
    blank: ScoreSheet
    filled: dict[tuple[int, int], Written]


@dataclass(frozen=True)
class Counted:
    """What reading a photo came to: `counts`, the processor's seconds, and the most memory of the process in MB."""

    counts: Counter[str]
    seconds: float
    megabytes: float


def a_shot(
    number: int,
    weather: Weather = HARSH,
    glyphs: Glyphs | None = None,
    key: SheetKey | None = None,
    games: Sequence[SheetSystem] = tuple(SYSTEMS.values()),
) -> Shot:
    """Return one photo: games, sizes of paper and of tables take turns. `key` is what the QR code says, if not the
    truth."""
    rng = np.random.default_rng((29, number))
    system = games[number % len(games)]
    least, most = system.SEATS
    size = list(SIZES)[number // len(games) % len(SIZES)]
    seats = min(most, max(least, 3 + number % 2))
    sheet = a_played_sheet(system, seats, rng)
    filled = written(system, sheet)
    page = pages_of(system, seats, size)[0]
    key = key or key_of(system.ID, page, seats, system.content)
    jpeg = photographed(on_paper(key, page, filled, rng, glyphs), rng, weather)
    bare = replace(sheet, seats=tuple(replace(line, won=False, figures={}) for line in sheet.seats))
    return Shot(jpeg, key, bare, filled)


def counted(shot: Shot) -> Counted:
    """Read a photo of a table that is known, as it is where a phone sends it, and count what came out."""
    cv2.setNumThreads(1)
    start, counts = time.process_time(), Counter[str](photos=1)
    try:
        read = read_sheet(shot.jpeg, shot.key, find={shot.key.system: system_of(shot.blank)}.get)
        settled = settle(read.boxes, shot.blank, judge=lambda sheet: table_problems(sheet, RULES))
        seconds = time.process_time() - start
    except Unusable as refused:
        counts[f"refused: {refused.reason}"] += 1
        return Counted(counts, time.process_time() - start, _megabytes())
    counts["found"] += 1
    counts["code"] += bool(key_in(read.link))
    counts.update(_boxes(read, shot))
    for one in settled.cells:
        what = shot.filled[one.seat, one.cell]
        truth = what if isinstance(what, frozenset) else int(what) if what else None
        kind = "empty" if truth in (None, frozenset()) else "figures"
        counts[kind] += 1
        counts[f"{kind} sure"] += one.sure
        counts[f"{kind} sure and wrong"] += one.sure and one.value != truth
        if one.offer is not None:
            counts["offers"] += 1
            counts["offers right"] += one.offer == truth
    return Counted(counts, seconds, _megabytes())


def _megabytes() -> float:
    """Return the most memory that this process had. Not getrusage's figure, which begins with that of its parent."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _boxes(read: SheetReading, shot: Shot) -> Iterator[str]:
    cells: dict[tuple[int, int], list[int]] = {}
    for box in read.boxes:
        place = (box.field.seat, box.field.cell)
        if box.field.kind == "tick":
            yield "ticks"
            if bool(box.shares) and (box.shares[0] >= 0.5) == (box.field.at in shot.filled[place]):
                yield "ticks right"
        elif box.field.kind == "sign":
            yield "ticks"
            if bool(box.shares) and (box.shares[0] >= 0.5) == str(shot.filled[place]).startswith("-"):
                yield "ticks right"
        else:
            cells.setdefault(place, []).append(int(np.argmax(box.shares)) if box.shares else -1)
    for place, answers in cells.items():
        text = str(shot.filled[place]).removeprefix("-")
        wanted = [EMPTY] * len(answers)
        # From the left or from the right, whichever fits better.
        starts = {0, len(answers) - len(text)} if text else {0}
        tries = [[*wanted[:at], *map(int, text), *wanted[at + len(text) :]] for at in starts]
        best = max(tries, key=lambda one: sum(a == b for a, b in zip(one, answers, strict=True)))
        for want, answer in zip(best, answers, strict=True):
            kind = "blanks" if want == EMPTY else "digits"
            yield kind
            if want == answer:
                yield f"{kind} right"
