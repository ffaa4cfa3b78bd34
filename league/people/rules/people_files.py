"""Files of other systems that say who plays, as a table with a name for each person: the report of a Swiss tournament
(TRF16, `001` at the beginning of a player's line) and the teams of Tabbycat. Everything else they say is in the table
too, so that it is listed before it is left out."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.core.rules.csv_text import BOM, as_utf8, separator_of, write_csv
from league.core.rules.tables import key_of
from league.core.rules.workbooks import is_workbook

_PLAYER = re.compile(r"001 [ 0-9]{4} ")
_SPEAKER = re.compile(r"speaker_?([0-9]{1,2})_name")
MOST_ROUNDS = 99
# Where what stands in the line of a player, counted from 0.
_PLACES: Mapping[str, slice] = {
    "name": slice(14, 47),
    "start_no": slice(4, 8),
    "rating": slice(48, 52),
    "federation": slice(53, 56),
    "fide_id": slice(57, 68),
    "points": slice(80, 84),
    "rank": slice(85, 89),
}
_FIRST_ROUND, _ROUND = 91, 10


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """Hold the line of a player. `rounds`: number of the opponent, colour and result, as they are written."""

    cells: Mapping[str, str]
    rounds: Sequence[tuple[str, str, str]]


def is_swiss_report(data: bytes) -> bool:
    """Return whether a file has a line of a player in fixed columns."""
    return not is_workbook(data) and re.search(rb"(?m)^001 [ 0-9]{4} .{33}", data) is not None


def swiss_players(text: str) -> list[SwissPlayer]:
    return [_player(line) for line in text.removeprefix(BOM).splitlines() if _PLAYER.match(line)]


def _player(line: str) -> SwissPlayer:
    cells = {name: line[place].strip() for name, place in _PLACES.items()}
    starts = range(_FIRST_ROUND, min(len(line), _FIRST_ROUND + _ROUND * MOST_ROUNDS), _ROUND)
    rounds = [(line[at : at + 4].strip(), line[at + 5 : at + 6], line[at + 7 : at + 8]) for at in starts]
    return SwissPlayer({**cells, "name": _in_order(cells["name"])}, rounds)


def _in_order(name: str) -> str:
    """Return `Ada Lovelace` for `Lovelace, Ada`."""
    last, _, first = name.partition(",")
    return " ".join(f"{first} {last}".split())


def people_table(data: bytes, code_page: str = "") -> bytes:
    """Return a file as a table of people: as it is, unless it is a report or a table of another system."""
    if is_workbook(data):
        return data
    if is_swiss_report(data):
        players = swiss_players(as_utf8(data, code_page).decode(errors="replace"))
        return write_csv([*_PLACES], ([player.cells[name] for name in _PLACES] for player in players))
    return _speakers(data, code_page) or data


def _speakers(data: bytes, code_page: str) -> bytes | None:
    """Return a table of teams with a row for each speaker, or None for another file."""
    first = data[:4000].decode(errors="replace").removeprefix(BOM).partition("\n")[0]
    if not _SPEAKER.search(first.casefold()):
        return None
    text = as_utf8(data, code_page).decode(errors="replace").removeprefix(BOM)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator_of(first), restval="", strict=True)
        rows = list(reader)
    except csv.Error:
        return None
    speakers = [column for column in rows[0] if column and _SPEAKER.fullmatch(key_of(column))] if rows else []
    clubs = [column for column in rows[0] if column and key_of(column) == "institution"] if rows else []
    table = (
        [name, *(row[club] for club in clubs)]
        for row in rows
        for column in speakers
        if isinstance(name := row[column], str) and name.strip()
    )
    return write_csv(["name", *("institution" for _ in clubs)], table)
