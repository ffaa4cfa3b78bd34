"""The right to enter a tournament (the same that a score sheet of it would accept), and the rows of a file of entries.

`name` is required, in one column or in two; `club`, `household` and `checked_in` (`yes` or `no`, empty is `no`) may be
left out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from characters.rules.names import can_be_shown, name_key, tidy
from engine.translatable import said
from games.rules.figures import Unreadable, shown_value, yes_or_no
from league.core.rules.csv_text import FileProblem, FileRow, is_full, plain_text
from league.core.rules.readings import PLAIN, Reading
from league.core.rules.tables import Columns, read_table
from league.people.rules.characters import NAME_PARTS
from league.people.rules.people_files import people_table

IN_A_HALL = 2**48  # added to the number of a newcomer in a hall for its lot: above the ids of characters


@dataclass(frozen=True, slots=True)
class Places:
    """Entries by status. `capacity` None: there is no limit."""

    registered: int
    checked_in: int
    waiting: int
    dropped: int
    capacity: int | None

    @property
    def taken(self) -> int:
        return self.registered + self.checked_in

    @property
    def free(self) -> int | None:
        return None if self.capacity is None else max(self.capacity - self.taken, 0)

    @property
    def full(self) -> bool:
        return self.free == 0


@dataclass(frozen=True, slots=True)
class Applicant:
    """A character as far as entering is concerned. `division` is the id of its division of the season."""

    name: str
    league: int | None
    edition: str
    retired: bool
    division: int | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions for entering the tournament. `edition` None: the house rules let editions mix; `division` None:
    everybody."""

    league: int
    league_name: str
    edition: str | None
    edition_name: str
    division: int | None = None
    division_name: str = ""


def entry_refusal(who: Applicant, conditions: Conditions) -> str:
    """Return why this character cannot enter, in a sentence; "" if it can. Sources: R100 for editions, Golden
    Parachute."""
    if who.league != conditions.league:
        return said(
            "{character} does not belong to {league}, and only its characters can enter.",
            character=who.name,
            league=conditions.league_name,
        )
    if conditions.edition is not None and who.edition != conditions.edition:
        return said(
            "{character} belongs to another edition; this tournament is played on the board of {board}.",
            character=who.name,
            board=conditions.edition_name,
        )
    if who.retired:
        return said(
            "{character} has left by golden parachute. Start a new career first, then enter.", character=who.name
        )
    if conditions.division is not None and who.division != conditions.division:
        return said(
            "{character} does not play in {division}, and this tournament is for that division.",
            character=who.name,
            division=conditions.division_name,
        )
    return ""


IN_FILE = Columns(("name",), ("club", "household", "checked_in"), NAME_PARTS)
NAME_LENGTH, GROUP_LENGTH = 200, 80


@dataclass(frozen=True, slots=True)
class FileEntry:
    """An entry that the file asks for. `line` counts from 1."""

    name: str
    club: str
    household: str
    checked_in: bool
    line: int


def entries_from_csv(data: bytes, reading: Reading = PLAIN) -> tuple[list[FileEntry], list[FileProblem]]:
    """Return a whole file of entries, with the problems of its text and of its content in the order of the file."""
    rows, problems = read_table(people_table(data, reading.code_page), IN_FILE, reading)
    entries, unread = read_entries(rows)
    return entries, sorted([*problems, *unread], key=lambda problem: problem.line or 0)


def read_entries(rows: Sequence[FileRow]) -> tuple[list[FileEntry], list[FileProblem]]:
    """Return the entries that can be read, and every problem of the others. A name's second row is a problem."""
    entries: list[FileEntry] = []
    unread: list[FileProblem] = []
    lines: dict[str, int] = {}
    for row in rows:
        if row.broken:
            continue
        problems = [*_text_problems(row), *_answer_problems(row), *_second_time(row, lines)]
        unread.extend(problems)
        if not problems:
            club, household = tidy(row.cells.get("club", "")), tidy(row.cells.get("household", ""))
            here = _is_here(row)
            entries.append(FileEntry(tidy(row.cells["name"]), club, household, here, row.line))
        elif is_full(unread):
            break
    return entries, unread


def _text_problems(row: FileRow) -> Iterator[FileProblem]:
    checks: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("name", lambda text: plain_text(text, most=NAME_LENGTH)),
        ("club", _group),
        ("household", _group),
    )
    for column, check in checks:
        try:
            check(row.cells.get(column, ""))
        except Unreadable as error:
            yield FileProblem(row.line, column, said("The {column} {problem}.", column=column, problem=error.args[0]))


def _group(text: str) -> str:
    """Return a club or household. Raise Unreadable."""
    if text and not can_be_shown(plain_text(text, most=GROUP_LENGTH)):
        raise Unreadable("contains a character that can't be shown")
    return text


def _answer_problems(row: FileRow) -> Iterator[FileProblem]:
    try:
        _is_here(row)
    except Unreadable:
        value = shown_value(row.cells["checked_in"])
        yield FileProblem(row.line, "checked_in", said("{value} is neither 'yes' nor 'no'.", value=value))


def _is_here(row: FileRow) -> bool:
    """Return whether somebody is checked in; an empty cell means no. Raise Unreadable."""
    text = row.cells.get("checked_in", "")
    return bool(text) and yes_or_no(text)


def _second_time(row: FileRow, lines: dict[str, int]) -> Iterator[FileProblem]:
    name = row.cells["name"]
    first = lines.setdefault(name_key(name), row.line)
    if name and first != row.line:
        yield FileProblem(
            row.line, "name", said("{name} is already in line {line}.", name=shown_value(name), line=str(first))
        )


def in_currency(hundredths: int, currency: str) -> str:
    """Return an amount as people write it, without cents if there are none."""
    whole, cents = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{whole:,}.{cents:02} {currency}" if cents else f"{sign}{whole:,} {currency}"
