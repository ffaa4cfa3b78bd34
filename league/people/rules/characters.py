"""Rows of characters.csv: each becomes a character to register, or every reason why it cannot.

Contract section 3: `name` (unique without regard to case, width or surrounding space), `owner` (the user name of a
member, any other word as a label, or empty for nobody yet), `edition`, `specialty` and `side_interest` (different
degree programs that lead to a company), `title`. Only `name` is required, in one column or in two. In a column that is
there, only the owner may be empty; without it the usual edition is taken, and programs are dealt.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import permutations

from characters.rules.names import can_be_shown, misread, name_key, tidy
from engine.careers.editions import UnknownEdition, edition, edition_ids
from engine.translatable import said
from games.rules.figures import Unreadable, shown_value
from league.core.rules.csv_text import FileProblem, FileRow, is_full, plain_text
from league.core.rules.readings import PLAIN, Reading
from league.core.rules.tables import Columns, read_table
from league.people.rules.people_files import people_table

COLUMNS = ("name", "owner", "edition", "specialty", "side_interest", "title")
NAME_PARTS = {"name": ("first_name", "last_name")}
IN_FILE = Columns(COLUMNS[:1], COLUMNS[1:], NAME_PARTS)
CLAIM_STATUSES = tuple((status, status) for status in ("open", "used", "undone", "over"))
NAME_LENGTH, OWNER_LENGTH, TITLE_LENGTH = 200, 150, 80
GUEST_TITLE = "Trainee"


def dealt_programs(name: str, edition_id: str) -> tuple[str, str]:
    """Return specialty and side interest for somebody who has not chosen: every pair is equally likely, and the same
    name gets the same pair. Raise UnknownEdition."""
    pairs = list(permutations([program.id for program in edition(edition_id).career_programs], 2))
    return pairs[int(sha256(name_key(name).encode()).hexdigest(), 16) % len(pairs)]


@dataclass(frozen=True, slots=True)
class ImportedCharacter:
    """A character as the file asks for it. Equal content is equal, wherever it was; `line` 0 is not a file. `columns`
    are the ones that the file has: the others hold what is usual."""

    name: str
    owner: str
    edition: str
    specialty: str
    side_interest: str
    title: str
    line: int = field(default=0, compare=False)
    columns: Sequence[str] = field(default=COLUMNS, compare=False)


MOST_GUESTS = 300


@dataclass(frozen=True, slots=True)
class GuestLine:
    """A person without an account as somebody typed them: the character, and who plays it if that differs."""

    line: int
    name: str
    player: str = ""

    @property
    def problem(self) -> str:
        """Return why nobody can have this name; "" if somebody can."""
        if len(self.name) > NAME_LENGTH:
            return said("The name has {count} characters; the limit is {most}.", count=len(self.name), most=NAME_LENGTH)
        if self.name and not can_be_shown(self.name):
            return said("The name contains a character that can't be shown.")
        if sentence := misread(self.name):
            return sentence
        if len(self.player) > OWNER_LENGTH:
            return said(
                "The player has {count} characters; the limit is {most}.", count=len(self.player), most=OWNER_LENGTH
            )
        if self.player and not can_be_shown(self.player):
            return said("The player contains a character that can't be shown.")
        return "" if self.name else said("The name of the character is missing.")


def guest_lines(text: str) -> list[GuestLine]:
    """Return the guests of a text, one per line. Empty lines are left out; a name listed twice is two people."""
    guests = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            name, _, player = line.replace("\t", ";").partition(";")
            guests.append(GuestLine(number, tidy(name), tidy(player)))
    return guests


def characters_from_csv(
    data: bytes, reading: Reading = PLAIN, usual_edition: str = ""
) -> tuple[list[ImportedCharacter], list[FileProblem]]:
    """Return a whole characters.csv, with the problems of its text and of its content in the order of the file."""
    rows, problems = read_table(people_table(data, reading.code_page), IN_FILE, reading)
    characters, row_problems = read_characters(rows, usual_edition)
    return characters, sorted([*problems, *row_problems], key=lambda problem: problem.line or 0)


def read_characters(
    rows: Sequence[FileRow], usual_edition: str = ""
) -> tuple[list[ImportedCharacter], list[FileProblem]]:
    """Return the characters that can be read, and every problem of the others. A name's second row is a problem."""
    characters: list[ImportedCharacter] = []
    all_problems: list[FileProblem] = []
    lines: dict[str, int] = {}
    for row in rows:
        if row.broken:
            continue
        columns = [column for column in COLUMNS if column in row.cells]
        row = replace(row, cells=_with_what_is_usual(row.cells, usual_edition or edition_ids()[0]))
        problems = [*_text_problems(row), *_program_problems(row), *_second_time(row, lines)]
        all_problems.extend(problems)
        if not problems:
            values = {column: row.cells[column] for column in COLUMNS}
            values["owner"] = owner_text(values["owner"])
            characters.append(ImportedCharacter(**values, line=row.line, columns=columns))
        elif is_full(all_problems):
            break
    return characters, all_problems


def _with_what_is_usual(cells: Mapping[str, str], usual_edition: str) -> Mapping[str, str]:
    """Return the cells of a row with those of columns that the file lacks."""
    if all(column in cells for column in COLUMNS):
        return cells
    cells = {"owner": "", "edition": usual_edition, "title": GUEST_TITLE, **cells}
    if cells["edition"] not in edition_ids():
        return {"specialty": "", "side_interest": "", **cells}
    dealt = dealt_programs(cells["name"], cells["edition"])
    for column, other in (("specialty", "side_interest"), ("side_interest", "specialty")):
        cells.setdefault(column, next(program for program in dealt if program != cells.get(other)))
    return cells


def _text_problems(row: FileRow) -> Iterator[FileProblem]:
    checks: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("name", lambda text: plain_text(text, most=NAME_LENGTH)),
        ("owner", owner_text),
        ("title", lambda text: plain_text(text, most=TITLE_LENGTH)),
    )
    for column, check in checks:
        try:
            check(row.cells[column])
        except Unreadable as error:
            yield FileProblem(row.line, column, said("The {column} {problem}.", column=column, problem=error.args[0]))


def owner_text(text: str) -> str:
    """Return an owner in the form in which Django stores user names; "" for nobody yet. Raise Unreadable."""
    name = unicodedata.normalize("NFKC", text).strip()
    return plain_text(name, most=OWNER_LENGTH) if name else ""


_NONE = {
    "specialty": said("There is no specialty {program}; {edition} has {programs}."),
    "side_interest": said("There is no side interest {program}; {edition} has {programs}."),
}
_MISSING = {
    "specialty": said("The specialty is missing; {edition} has {programs}."),
    "side_interest": said("The side interest is missing; {edition} has {programs}."),
}


def _program_problems(row: FileRow) -> Iterator[FileProblem]:
    try:
        names = edition(row.cells["edition"])
    except UnknownEdition:
        value = row.cells["edition"]
        editions = ", ".join(edition_ids())
        none = said("There is no edition {edition}; choose one of {known}.", edition=shown_value(value), known=editions)
        yield FileProblem(row.line, "edition", none if value else said("The edition is missing."))
        return
    allowed = [program.id for program in names.career_programs]
    for column in ("specialty", "side_interest"):
        value = row.cells[column]
        if value not in allowed:
            programs = {"edition": names.name, "programs": ", ".join(allowed)}
            none = said(_NONE[column], program=shown_value(value), **programs)
            yield FileProblem(row.line, column, none if value else said(_MISSING[column], **programs))
    if row.cells["specialty"] and row.cells["specialty"] == row.cells["side_interest"]:
        yield FileProblem(row.line, "side_interest", said("The side interest must differ from the specialty."))


def _second_time(row: FileRow, lines: dict[str, int]) -> Iterator[FileProblem]:
    name = row.cells["name"]
    first = lines.setdefault(name_key(name), row.line)
    if name and first != row.line:
        text = said(
            "{name} is already in line {line}, ignoring case, width and outer space.",
            name=shown_value(name),
            line=str(first),
        )
        yield FileProblem(row.line, "name", text)
