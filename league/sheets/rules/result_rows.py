"""Rows of results.csv: one per seat, in any order, grouped into the games that they report.

Contract section 3. A game is returned only when each of its rows could be read, so that what is checked
next is never blamed for a row that is missing. What cannot have happened at a table is the business of
`games.rules.systems`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from characters.rules.choices import BadChoice, read_choices
from characters.rules.names import tidy
from engine.careers.editions import edition_ids
from engine.translatable import Translatable, said
from games.rules.figures import Unreadable, read_figures, shown_value, whole_number, yes_or_no
from games.rules.names import refused_name
from games.rules.sheets import seat_called
from games.rules.systems import SYSTEMS, SheetSystem
from league.core.rules.csv_text import FileProblem, FileRow, is_full, plain_text
from league.core.rules.grouping import grouped
from league.core.rules.readings import PLAIN, Reading, moment
from league.core.rules.tables import Columns, key_of, read_table
from league.sheets.rules.reported_games import ReportedGame, ReportedSeat, told

REQUIRED = ("game", "played_at", "season", "system", "edition", "seat", "character", "won")
HEADER = ("played_at", "system", "edition", "mode", "target", "minutes", "settings")
NAMES = ("game_name", "game_place")  # optional: what people call the game, and where it was played
RESTART = "restart"  # optional: yes where the character begins a new career before this game
COMMON = ("game", *HEADER[:1], "season", *HEADER[1:], "seat", "character", "won")
REFERENCE_LENGTH, SEASON_LENGTH, MOST_SEATS = 100, 140, 99
_SLUG = re.compile(r"[^\W_]+(-[^\W_]+)*")
_CELLS: Mapping[str, Translatable] = {
    "game_name": said("The game's name {problem}."),
    "game_place": said("The game's place {problem}."),
    "game": said("The game's reference {problem}."),
    "played_at": said("The time of play {problem}."),
    "won": said("The cell 'won' {problem}."),
    RESTART: said("The cell 'restart' {problem}."),
    "season": said("The season {problem}."),
    "edition": said("The edition {problem}."),
    "system": said("The system {problem}."),
    "seat": said("The seat {problem}."),
    "target": said("The target {problem}."),
    "minutes": said("The minutes {problem}."),
    "settings": said("The settings {problem}."),
}
T = TypeVar("T")


def figure_columns(systems: Iterable[SheetSystem]) -> tuple[str, ...]:
    """Return the columns of game systems, each once, in the order of the systems."""
    return tuple(dict.fromkeys(figure.name for system in systems for figure in system.FIGURES))


def columns(systems: Mapping[str, SheetSystem] = SYSTEMS) -> Columns:
    """Return the columns of a results file of these games, and what own games call theirs. A word that several games
    have means the column of the first of them: `by_own_words` reads it by the game of each row."""
    common = (column for column in COMMON if column not in REQUIRED)
    optional = (*common, *NAMES, RESTART, *figure_columns(systems.values()))
    words: dict[str, list[str]] = {}
    for key, system in systems.items():
        for word, names in _own_words(system).items() if key == system.ID else ():
            if word not in words or len(names) > 1:
                words[word] = names
    return Columns(REQUIRED, optional, words=words)


def _own_words(system: SheetSystem) -> dict[str, list[str]]:
    """Return the columns of an own game by the words of their labels; nothing of a built-in game."""
    words: dict[str, list[str]] = {}
    for figure in system.FIGURES if system.content else ():
        words.setdefault(key_of(figure.label), []).append(figure.name)
    return words


def other_names(systems: Mapping[str, SheetSystem]) -> dict[str, dict[str, str]]:
    """Return by game the columns of other games that share the word of one of its columns, and that column."""
    meanings, every = columns(systems).words, {*figure_columns(systems.values())}
    versions = grouped((system.ID, system) for system in systems.values())
    others: dict[str, dict[str, str]] = {}
    for key, (newest, *earlier) in versions.items():
        single = {word: names[0] for word, names in _own_words(newest).items() if len(names) == 1}
        its_own = {*figure_columns([newest, *earlier])}
        called = {name: own for word, own in single.items() for name in (word, *meanings[word])}
        others[key] = {name: own for name, own in called.items() if name in every - its_own}
    return others


def by_own_words(rows: Sequence[FileRow], reading: Reading) -> list[FileRow]:
    """Return the rows with cells of other games' columns in those of their own game that are called the same, as long
    as the file has no column of that name."""
    others = other_names(reading.systems)
    played = {text: reading.system(text) for text in {row.cells.get("system", "") for row in rows}}
    renamed = {text: others[system.ID] for text, system in played.items() if system and others.get(system.ID)}
    return [_renamed(row, renamed.get(row.cells.get("system", ""), {})) for row in rows]


def _renamed(row: FileRow, names: Mapping[str, str]) -> FileRow:
    meant = [names[name] for name in row.cells if name in names]
    clear = {own for own in meant if own not in row.cells and meant.count(own) == 1}
    if not clear:
        return row
    cells = {own if (own := names.get(name, "")) in clear else name: cell for name, cell in row.cells.items()}
    return replace(row, cells=cells)


def results_from_csv(data: bytes, reading: Reading = PLAIN) -> tuple[list[ReportedGame], list[FileProblem]]:
    """Return a whole file of results, with the problems of its text and of its content in the order of the file."""
    rows, problems = read_table(data, columns(reading.systems), reading, in_part=True)
    games, unread = read_results(rows, reading)
    return games, sorted([*problems, *unread], key=lambda problem: problem.line or 0)


def unread_names(rows: Sequence[FileRow], games: Sequence[ReportedGame]) -> list[tuple[int, str]]:
    """Return line and name of every seat whose game could not be read."""
    read = {seat.line for game in games for seat in game.seats}
    unread = (row for row in rows if not row.broken and row.line not in read)
    return [(row.line, row.cells["character"]) for row in unread if "character" in row.cells]


def rows_by_game(rows: Sequence[FileRow]) -> dict[tuple[str, str], list[FileRow]]:
    """Return the rows of each game, by its season and reference."""
    games: dict[tuple[str, str], list[FileRow]] = {}
    for row in rows:
        games.setdefault((row.cells.get("season", ""), row.cells.get("game", "")), []).append(row)
    return games


def read_results(rows: Sequence[FileRow], reading: Reading = PLAIN) -> tuple[list[ReportedGame], list[FileProblem]]:
    """Return the games whose every row can be read, in the order of the file, and every problem of the others. A column
    that the file lacks is one problem, not one in every row, and hides no other."""
    whole = next((row for row in rows if not row.broken), None)
    # Columns that every file needs and this header does not name: the reader of the table has reported them.
    unnamed = frozenset(REQUIRED) - (whole.cells.keys() if whole else set())
    rows = [replace(row, cells={**dict.fromkeys(unnamed, ""), **row.cells}) for row in rows] if unnamed else rows
    every = frozenset(figure_columns(reading.systems.values()))
    versions = grouped((system.ID, system) for system in reading.systems.values())
    tables = [(table, _made_by(table, every, reading, versions)) for table in rows_by_game(rows).values()]
    missing = list(_missing_columns(tables))
    lacking = unnamed | {problem.column for problem in missing}
    games: list[ReportedGame] = []
    unread = missing
    for table, system in tables:
        game, problems = _read_game(table, system, every, reading)
        unread.extend(problem for problem in problems if problem.column not in lacking)
        if game is not None and "character" not in unnamed:  # nobody would seem to sit there
            games.append(game)
        if is_full(unread):
            break
    return games, sorted(unread, key=lambda problem: problem.line or 0)


def _made_by(
    rows: Sequence[FileRow], every: Collection[str], reading: Reading, versions: Mapping[str, Sequence[SheetSystem]]
) -> SheetSystem | None:
    """Return the version of its game by which a table is read: the newest that has every column with something in it,
    or the newest of all. `every`: the columns of all games; `versions`: all of each game, the newest first."""
    newest = next((reading.system(row.cells["system"]) for row in rows if not row.broken), None)
    if newest is None or len(versions[newest.ID]) == 1:
        return newest
    filled = {column for row in rows for column, cell in row.cells.items() if cell and column in every}
    return next((one for one in versions[newest.ID] if filled <= {*figure_columns([one])}), newest)


def _missing_columns(tables: Iterable[tuple[list[FileRow], SheetSystem | None]]) -> Iterator[FileProblem]:
    """Yield columns that the header lacks though a system in the file needs them: once, not for every row."""
    first_of: dict[tuple[str, str], tuple[SheetSystem, FileRow]] = {}
    for rows, system in tables:
        if system is not None:
            first_of.setdefault((system.ID, system.content), (system, next(row for row in rows if not row.broken)))
    for system, row in first_of.values():
        for figure in system.FIGURES:
            if figure.required and figure.name not in row.cells:
                text = said("{system} needs a column '{column}'.", system=system.NAME, column=figure.name)
                yield FileProblem(row.line, figure.name, text)


def _read_game(
    rows: list[FileRow], system: SheetSystem | None, every: Collection[str], reading: Reading
) -> tuple[ReportedGame | None, list[FileProblem]]:
    whole = [row for row in rows if not row.broken]
    if not whole:
        return None, []
    unread: list[FileProblem] = []
    header = _read_header(whole[0], system, reading, unread)
    unread.extend(_disagreements(whole))
    seats = [_read_seat(row, system, every, unread) for row in whole]
    unread.extend(_seats_taken_twice(seats))
    if unread or len(whole) < len(rows):
        return None, unread
    return ReportedGame(seats=tuple(sorted(seats, key=lambda seat: seat.seat)), **header), []


def _read_header(
    row: FileRow, system: SheetSystem | None, reading: Reading, unread: list[FileProblem]
) -> dict[str, Any]:
    """Return the cells that all rows of a game share."""
    text = row.cells["system"]
    themed = system is None or system.BY_THE_BOOK or ("edition" not in reading.given and bool(row.cells["edition"]))
    if text and system is None:
        refused = said("There is no game system {system}; choose one of {known}.")
        known = ", ".join(dict.fromkeys(one.ID for one in reading.systems.values()))
        refused = said(refused, system=shown_value(text), known=known)
        unread.append(FileProblem(row.line, "system", refused))
    return {
        "season": _cell(row, "season", _season, unread),
        "reference": _cell(row, "game", lambda text: plain_text(text, most=REFERENCE_LENGTH), unread),
        "played_at": _cell(row, "played_at", lambda text: moment(text, reading), unread),
        "system": system.ID if system else _cell(row, "system", _given, unread),
        "definition": system.content if system else "",
        "edition": _cell(row, "edition", _edition, unread) if themed else edition_ids()[0],
        "mode": row.cells.get("mode", ""),
        "target": _cell(row, "target", _number_or_none, unread),
        "minutes": _cell(row, "minutes", _number_or_none, unread),
        "name": _cell(row, "game_name", _game_name, unread) or "",
        "place": _cell(row, "game_place", _game_name, unread) or "",
        "settings": _cell(row, "settings", lambda text: _settings(system, text) if system else {}, unread) or {},
    }


def _disagreements(rows: list[FileRow]) -> Iterator[FileProblem]:
    first, *others = rows
    for row in others:
        for column in (*HEADER, *NAMES):
            says, before = row.cells.get(column, ""), first.cells.get(column, "")
            if says != before:
                text = said("It says {one}, but line {line} of the same game says {other}.")
                text = said(text, one=shown_value(says), line=first.line, other=shown_value(before))
                yield FileProblem(row.line, column, text)


def _read_seat(
    row: FileRow, system: SheetSystem | None, every: Collection[str], unread: list[FileProblem]
) -> ReportedSeat:
    """Return the seat in a row. `every`: the columns of all games, those of other games included."""
    name = row.cells["character"]
    seat = _cell(row, "seat", lambda text: whole_number(_given(text), most=MOST_SEATS), unread)
    won = _cell(row, "won", lambda text: yes_or_no(text) if text else None, unread)
    restart = _cell(row, RESTART, lambda text: yes_or_no(text) if text else False, unread)
    if restart and not name:
        unread.append(FileProblem(row.line, RESTART, said("A guest has no career to begin again.")))
    figures: dict[str, Any] = {}
    if system is not None:
        figures, problems = read_figures(system.FIGURES, row.cells, who=seat_called(seat, name), seat=seat)
        unread.extend(FileProblem(row.line, problem.figure, problem.message) for problem in problems)
        its_own = {figure.name for figure in system.FIGURES}
        for column, cell in row.cells.items():
            if cell and column in every and column not in its_own:
                text = said("{system} has no figure '{column}'; leave the cell empty.")
                unread.append(FileProblem(row.line, column, said(text, system=system.NAME, column=column)))
    return ReportedSeat(seat or 0, name, won, told(figures), row.line, bool(restart))


def _seats_taken_twice(seats: list[ReportedSeat]) -> Iterator[FileProblem]:
    lines: dict[int, int] = {}
    for seat in seats:
        first = lines.setdefault(seat.seat, seat.line)
        if seat.seat and first != seat.line:
            text = said("Seat {seat} of this game is already in line {line}.", seat=seat.seat, line=first)
            yield FileProblem(seat.line, "seat", text)


def _cell(row: FileRow, column: str, read: Callable[[str], T], unread: list[FileProblem]) -> T | None:
    """Return the value of a cell, or None with a new problem in `unread`."""
    try:
        return read(row.cells.get(column, ""))
    except Unreadable as error:
        unread.append(FileProblem(row.line, column, said(_CELLS[column], problem=error.what)))
        return None


def _given(text: str) -> str:
    if not text:
        raise Unreadable(said("is missing"))
    return text


def _edition(text: str) -> str:
    if _given(text) not in edition_ids():
        raise Unreadable(
            said("{value} is not known; choose one of {known}", value=shown_value(text), known=", ".join(edition_ids()))
        )
    return text


def _number_or_none(text: str) -> int | None:
    return whole_number(text) if text else None


def _game_name(text: str) -> str:
    if why := refused_name(text):
        raise Unreadable(why)
    return tidy(text)


def _settings(system: SheetSystem, text: str) -> dict[str, Any]:
    try:
        return read_choices(system.QUESTIONS, text)
    except BadChoice as error:
        raise Unreadable(said("can't be read: {why}", why=str(error).removesuffix("."))) from error


def _season(text: str) -> str:
    if not _SLUG.fullmatch(_given(text)):
        raise Unreadable(
            said("{value} must be letters and digits, joined by hyphens, such as spring-2026", value=shown_value(text))
        )
    return plain_text(text, most=SEASON_LENGTH)
