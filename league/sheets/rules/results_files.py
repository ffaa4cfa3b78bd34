"""A file of results as it comes, as a table of one row for each seat: a table itself, or the export of another system.

An export is rewritten as results.csv, so that questions, problems and the rows given back have lines and columns, and
somebody can fill in the figures that the other system lacks."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from characters.rules.names import name_key
from engine.translatable import said
from games.rules.definitions import MOST_SEATS
from games.rules.systems import SYSTEMS, SheetSystem
from league.core.rules.bounds import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_VALUES,
    TOO_MANY_CELLS,
    TOO_MANY_ROWS,
    values_of,
)
from league.core.rules.csv_text import FileProblem, FileRow, as_utf8, refuse_unstorable, write_csv
from league.core.rules.import_questions import BY_DAY, BY_GAP, IN_ORDER
from league.core.rules.readings import PLAIN, Reading
from league.core.rules.tables import REASON, key_of, read_table, rows_as_they_are
from league.people.rules.people_files import is_swiss_report
from league.sheets.rules.bg_stats import is_bg_stats, plays_of_bg_stats
from league.sheets.rules.board_game_geek import plays_of_csv, plays_of_xml
from league.sheets.rules.plays_elsewhere import MOST_BYTES, NoExport, as_table, on_one_line
from league.sheets.rules.result_rows import columns, rows_by_game
from league.sheets.rules.swiss_plays import plays_of_swiss

MOST_OF_A_DATE = 80  # letters
MOST_AT_A_TABLE = max(MOST_SEATS, *(system.SEATS[1] for system in SYSTEMS.values()))


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """The table, and the plays that can't become a result: a problem at a line of each."""

    content: bytes
    aside: Sequence[FileProblem] = ()

    def rows(self, reading: Reading = PLAIN) -> tuple[list[FileRow], list[FileProblem]]:
        """Return the rows of the table, and all that is wrong with its text and with its plays."""
        if self.aside and not self.content:
            return [], list(self.aside)
        rows, problems = read_table(self.content, columns(reading.systems), reading, in_part=True)
        rows = _numbered(_told_apart(rows, reading.given.get("game", "")))
        if not self.aside:
            return rows, problems
        at = {problem.line for problem in self.aside}
        games = [{row.line for row in game} for game in rows_by_game(rows).values()]
        broken = {line for lines in games if not at.isdisjoint(lines) for line in lines}
        rows = [replace(row, broken=row.broken or row.line in broken) for row in rows]
        return rows, [*problems, *self.aside]


def results_file(data: bytes, code_page: str = "", systems: Mapping[str, SheetSystem] = SYSTEMS) -> ResultsFile:
    """Return a file as a table: as it is, unless it is JSON, XML, plays of BoardGameGeek or the report of a Swiss
    tournament. An export that can't be read is a problem without a line, and no table."""
    start = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    try:
        if start in (b"{", b"[", b"<") and len(data) > MOST_BYTES:
            most = MOST_BYTES // 1_000_000
            raise NoExport(said("The file is larger than {size} MB. Export fewer plays at a time.", size=most))
        if start in (b"{", b"["):
            return _from_json(data, systems)
        if start == b"<":
            return ResultsFile(*as_table(plays_of_xml(data), systems))
        if is_swiss_report(data):
            return ResultsFile(*as_table(plays_of_swiss(as_utf8(data, code_page).decode(errors="replace")), systems))
        plays = plays_of_csv(as_utf8(data, code_page))
        return ResultsFile(data) if plays is None else ResultsFile(*as_table(plays, systems))
    except NoExport as error:
        return ResultsFile(b"", [FileProblem(None, "", error.args[0])])


def _from_json(data: bytes, systems: Mapping[str, SheetSystem]) -> ResultsFile:
    """Return an export of BG Stats, or a list of rows. Raise NoExport."""
    if values_of(data) > MOST_VALUES:
        raise NoExport(TOO_MANY_CELLS)
    try:
        content = json.loads(data.decode("utf-8-sig"), parse_float=str)
        refuse_unstorable(content)
    except (ValueError, RecursionError) as error:
        raise NoExport(said("The file looks like JSON and can't be read as JSON. Export it again.")) from error
    if is_bg_stats(content):
        return ResultsFile(*as_table(plays_of_bg_stats(content, systems), systems))
    if isinstance(content, list) and content and all(isinstance(row, dict) for row in content):
        header = list(dict.fromkeys(key for row in content for key in row))
        if len(content) > MOST_ROWS:
            raise NoExport(TOO_MANY_ROWS)
        if len(content) * len(header) > MOST_CELLS:
            raise NoExport(TOO_MANY_CELLS)
        cells = [[row.get(key) for key in header] for row in content]
        if len(header) <= MOST_COLUMNS and all(
            cell is None or isinstance(cell, str | int) for row in cells for cell in row
        ):
            texts = ([on_one_line(cell) if isinstance(cell, str) else cell for cell in row] for row in cells)
            return ResultsFile(write_csv(header, texts))
    raise NoExport(
        said("This JSON is neither an export of BG Stats nor a list of rows, each with a text for each column.")
    )


def ways_to_tell_apart(rows: Sequence[FileRow]) -> list[str]:
    """Return the ways in which the rows of a file without a column for the games make games that may be: at each table
    several people, and nobody twice. One way where both make the same games."""
    games = {way: _standing_together(rows, way) for way in (BY_GAP, BY_DAY)}
    ways = [way for way, tables in games.items() if tables and all(map(_may_be_game, tables))]
    return ways[:1] if games[BY_GAP] == games[BY_DAY] else ways


def _may_be_game(rows: Sequence[FileRow]) -> bool:
    names = [name_key(row.cells.get("character", "")) for row in rows]
    return 1 < len(rows) <= MOST_AT_A_TABLE and len({*names}) == len(names)


def _standing_together(rows: Sequence[FileRow], way: str) -> list[list[FileRow]]:
    """Return the rows of each game: up to an empty line, or as long as the date stays the same."""
    games: list[list[FileRow]] = []
    for row in rows:
        last = games[-1][-1] if games else None
        same_day = last is not None and last.cells.get("played_at") == row.cells.get("played_at")
        if last is not None and (last.line + 1 == row.line if way == BY_GAP else same_day):
            games[-1].append(row)
        else:
            games.append([row])
    return games


def _told_apart(rows: list[FileRow], way: str) -> list[FileRow]:
    """Return the rows with a reference for each game: its date, and a number from the second game of a date on, so that
    a file to which games were added still means the same ones."""
    if way not in (BY_DAY, BY_GAP) or any(row.cells.get("game") != way for row in rows):
        return rows
    games, times = list[FileRow](), Counter[tuple[str, str]]()
    for game in _standing_together(rows, way):
        season, day = game[0].cells.get("season", ""), game[0].cells.get("played_at", "")[:MOST_OF_A_DATE]
        times[season, day] += 1
        number = times[season, day]
        reference = f"{day} ({number})" if number > 1 else day
        games += [replace(row, cells={**row.cells, "game": reference}) for row in game]
    return games


def _numbered(rows: list[FileRow]) -> list[FileRow]:
    """Return the rows with seats in their order where nothing but that is known of them."""
    if not any(row.cells.get("seat") == IN_ORDER for row in rows):
        return rows
    seats = {row.line: seat for game in rows_by_game(rows).values() for seat, row in enumerate(game, 1)}
    return [replace(row, cells={**row.cells, "seat": str(seats[row.line])}) for row in rows]


def rows_left_out(data: bytes, reading: Reading, reasons: Mapping[int, Sequence[str]]) -> bytes:
    """Return, as a file, the rows of each game of a file of results that has a line in `reasons`, with a first column
    that says why it is not imported."""
    file = results_file(data, reading.code_page, reading.systems)
    header, cells = rows_as_they_are(file.content, columns(reading.systems), reading)
    rows, _ = file.rows(reading)
    games = [[row.line for row in game] for game in rows_by_game(rows).values()]
    lines = sorted(line for game in games if not reasons.keys().isdisjoint(game) for line in game)
    gaps = {line for line in lines[1:] if reading.given.get("game") == BY_GAP and line - 1 not in lines}
    earlier = next((place for place, text in enumerate(header) if key_of(text) == REASON), len(header))
    rest = slice(earlier + 1, None)
    table: list[list[str]] = []
    for line in lines:
        table += [[]] if line in gaps else []
        table.append([" ".join(reasons.get(line, ())), *cells[line][:earlier], *cells[line][rest]])
    return write_csv([REASON, *header[:earlier], *header[rest]], table)
