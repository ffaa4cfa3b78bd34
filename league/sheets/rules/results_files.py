"""A file of results as received, as a table of one row for each seat: a table itself, or the export of another system.

An export is rewritten as results.csv, so that questions, problems and the rows given back have lines and columns, and
somebody can fill in the figures that the other system lacks."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo

from characters.rules.names import name_key
from engine.translatable import said
from games.rules.definitions import MOST_SEATS
from games.rules.figures import Unreadable, yes_or_no
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
from league.core.rules.csv_text import SHOWN, FileProblem, FileRow, as_utf8, refuse_unstorable, write_csv
from league.core.rules.import_questions import BY_DAY, BY_GAP, IN_ORDER
from league.core.rules.readings import PLAIN, Reading, moment
from league.core.rules.tables import (
    LEFT_OUT,
    REASON,
    SAME,
    TOLD,
    Columns,
    key_of,
    read_headings,
    read_table,
    rows_as_they_are,
)
from league.people.rules.people_files import is_swiss_report
from league.sheets.rules.bg_stats import is_bg_stats, plays_of_bg_stats
from league.sheets.rules.board_game_geek import plays_of_csv, plays_of_xml
from league.sheets.rules.own_plays import SCORE_COLUMN, SeatElsewhere
from league.sheets.rules.plays_elsewhere import (
    MOST_BYTES,
    NO_GAME,
    TOO_MANY_VALUES,
    NoExport,
    PlayElsewhere,
    as_table,
    on_one_line,
    whole,
)
from league.sheets.rules.proposed_games import Proposal, proposals
from league.sheets.rules.result_rows import by_own_words, columns, figure_columns, rows_by_game
from league.sheets.rules.swiss_plays import plays_of_swiss

MOST_OF_A_DATE = 80  # letters
NEARLY = 80  # percent that the name of a game and a misspelt one are alike
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
        rows = _numbered(_told_apart(by_own_words(rows, reading), reading.given.get("game", "")))
        if not self.aside:
            return _without_unknown(rows, problems, reading) if reading.known_games_only else (rows, problems)
        at = {problem.line for problem in self.aside}
        games = [{row.line for row in game} for game in rows_by_game(rows).values()]
        broken = {line for lines in games if not at.isdisjoint(lines) for line in lines}
        rows = [replace(row, broken=row.broken or row.line in broken) for row in rows]
        return rows, [*problems, *self.aside]


def _without_unknown(
    rows: list[FileRow], problems: list[FileProblem], reading: Reading
) -> tuple[list[FileRow], list[FileProblem]]:
    """Return the rows, those of games that the league does not have as broken, and a problem for each of them."""
    unknown = unknown_games(rows, reading)
    left = [game for game in rows_by_game(rows).values() if game[0].cells.get("system") in unknown]
    lines = {row.line for game in left for row in game}
    named = [FileProblem(game[0].line, "system", said(NO_GAME, game=game[0].cells["system"])) for game in left]
    return [replace(row, broken=row.broken or row.line in lines) for row in rows], [*problems, *named]


def results_file(data: bytes, code_page: str = "", systems: Mapping[str, SheetSystem] = SYSTEMS) -> ResultsFile:
    """Return a file as a table: as it is, unless it is JSON, XML, plays of BoardGameGeek or the report of a Swiss
    tournament. An export that can't be read is a problem without a line, and no table."""
    try:
        opened = _opened(data, code_page, systems)
        return ResultsFile(opened) if isinstance(opened, bytes) else ResultsFile(*as_table(opened, systems))
    except NoExport as error:
        return ResultsFile(b"", [FileProblem(None, "", error.args[0])])


def proposed_games(data: bytes, reading: Reading) -> tuple[list[Proposal], dict[str, str]]:
    """Return the games in a file that the reading lacks, as they may be added, and headings of a table to read them by;
    nothing for the report of a Swiss tournament or an unreadable file."""
    try:
        opened = _opened(data, reading.code_page, reading.systems)
    except NoExport:
        return [], {}
    if not isinstance(opened, bytes):
        return [] if is_swiss_report(data) else proposals(opened, reading.systems), {}
    meant = _result_headings(opened, reading)
    reading = replace(reading, columns={**reading.columns, **meant})
    return proposals(list(_plays_of_rows(opened, reading)), reading.systems, in_table=True), meant


def _opened(data: bytes, code_page: str, systems: Mapping[str, SheetSystem]) -> bytes | list[PlayElsewhere]:
    """Return a file as a table, or the plays of an export. Raise NoExport."""
    start = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start in (b"{", b"[", b"<") and len(data) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise NoExport(said("The file is larger than {size} MB. Export fewer plays at a time.", size=most))
    if start in (b"{", b"["):
        return _from_json(data, frozenset(figure_columns(systems.values())))
    if start == b"<":
        return plays_of_xml(data)
    if is_swiss_report(data):
        return plays_of_swiss(as_utf8(data, code_page).decode(errors="replace"))
    plays = plays_of_csv(as_utf8(data, code_page))
    return data if plays is None else plays


@lru_cache(maxsize=1)
def _from_json(data: bytes, figures: frozenset[str]) -> bytes | list[PlayElsewhere]:
    """Return the plays of an export of BG Stats, or a list of rows as a table. `figures`: columns of games. Raise
    NoExport. An import asks again and again, and to open the file is what takes longest."""
    if values_of(data) > MOST_VALUES:
        raise NoExport(TOO_MANY_VALUES)
    try:
        content = json.loads(data.decode("utf-8-sig"), parse_float=str)
        refuse_unstorable(content)
    except (ValueError, RecursionError) as error:
        raise NoExport(said("The file looks like JSON and can't be read as JSON. Export it again.")) from error
    if is_bg_stats(content):
        return plays_of_bg_stats(content, figures)
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
            return write_csv(header, texts)
    raise NoExport(
        said("This JSON is neither an export of BG Stats nor a list of rows, each with a text for each column.")
    )


def forget_export() -> None:
    """Let go of the export that was read last."""
    _from_json.cache_clear()


_MEANT = {"score": SCORE_COLUMN, "points": SCORE_COLUMN, "place": "finish", "rank": "finish", "position": "finish"}


def _result_headings(table: bytes, reading: Reading) -> dict[str, str]:
    """Return headings of a table that say the result of any game, with the column of a proposed game that each means;
    none that already are a column or were explained."""
    headings = read_headings(table, columns(reading.systems), reading)
    meant: dict[str, str] = {}
    for heading in headings:
        column = _MEANT.get(key_of(heading.text), "")
        if column and heading.why not in (SAME, TOLD, LEFT_OUT) and column not in meant.values():
            meant[heading.text] = column
    return meant


def _plays_of_rows(table: bytes, reading: Reading) -> Iterator[PlayElsewhere]:
    """Yield the games of a table that are not in the reading, as plays."""
    known = columns(reading.systems)
    more = Columns(known.required, (*known.optional, *_MEANT.values()), words=known.words)
    rows, _ = read_table(table, more, reading, in_part=True)
    unknown = unknown_games(rows, reading)
    rows = [row for row in rows if not row.broken and row.cells.get("system") in unknown]
    way = next(iter(ways_to_tell_apart(rows)), "") if rows and "game" not in rows[0].cells else ""
    games = _standing_together(rows, way) if way else rows_by_game(rows).values()
    for game in games:
        cells = game[0].cells
        seats = [
            SeatElsewhere(
                row.cells.get("character", ""),
                score=row.cells.get(SCORE_COLUMN, ""),
                won=_won(row.cells.get("won", "")),
                place=whole(row.cells.get("finish", "")),
            )
            for row in game
        ]
        minutes = whole(cells.get("minutes", ""))
        yield PlayElsewhere([cells["system"]], _day(cells.get("played_at", ""), reading), "", seats, minutes)


def unknown_games(rows: Sequence[FileRow], reading: Reading) -> set[str]:
    """Return what rows call games that the league does not have; nothing that is nearly the name of one."""
    texts = {row.cells.get("system", "") for row in rows} - {""}
    known = [word.casefold() for key, system in reading.systems.items() for word in (key, system.NAME)]
    unknown = {text for text in texts if reading.system(text) is None}
    return {text for text in unknown if not get_close_matches(text.casefold()[:SHOWN], known, n=1, cutoff=NEARLY / 100)}


def _won(text: str) -> bool | None:
    with suppress(Unreadable):
        return yes_or_no(text) if text else None
    return None


def _day(text: str, reading: Reading) -> str:
    with suppress(Unreadable):
        return moment(text, reading).astimezone(ZoneInfo(reading.zone or "UTC")).date().isoformat()
    return ""


def ways_to_tell_apart(rows: Sequence[FileRow]) -> list[str]:
    """Return the ways in which the rows of a file without a column for the games make games that may be: at each table
    several people, and nobody twice. One way if both make the same games."""
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
    """Return the rows with seats in their order if nothing but that is known of them."""
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
