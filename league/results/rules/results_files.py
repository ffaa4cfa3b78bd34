"""A file of results as it comes, as a table of one row for each seat: a table itself, or the export of another system.

The export is written anew as results.csv. So whatever is asked, refused or given back about it has lines and columns,
and a person can fill in what the other system does not hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.core.rules.csv_text import FileProblem, FileRow, write_csv
from league.core.rules.readings import PLAIN, Reading
from league.core.rules.tables import REASON, key_of, read_table, rows_as_they_are
from league.results.rules.result_rows import columns, rows_by_game


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """The table, and the plays that can't become a result: a problem at a line of each."""

    content: bytes
    aside: Sequence[FileProblem] = ()

    def rows(self, reading: Reading = PLAIN) -> tuple[list[FileRow], list[FileProblem]]:
        """Return the rows of the table, and all that is wrong with its text and with its plays."""
        if self.aside and not self.content:
            return [], list(self.aside)
        rows, problems = read_table(self.content, columns(), reading, in_part=True)
        if not self.aside:
            return rows, problems
        at = {problem.line for problem in self.aside}
        games = [{row.line for row in game} for game in rows_by_game(rows).values()]
        broken = {line for lines in games if not at.isdisjoint(lines) for line in lines}
        rows = [replace(row, broken=row.broken or row.line in broken) for row in rows]
        return rows, [*problems, *self.aside]


def results_file(data: bytes) -> ResultsFile:
    return ResultsFile(data)


def rows_left_out(data: bytes, reading: Reading, reasons: Mapping[int, Sequence[str]]) -> bytes:
    """Return, as a file, the rows of each game of a file of results that has a line in `reasons`, with a first column
    that says why it is not imported."""
    file = results_file(data)
    header, cells = rows_as_they_are(file.content, columns(), reading)
    rows, _ = file.rows(reading)
    games = [[row.line for row in game] for game in rows_by_game(rows).values()]
    lines = sorted(line for game in games if not reasons.keys().isdisjoint(game) for line in game)
    earlier = next((place for place, text in enumerate(header) if key_of(text) == REASON), len(header))
    rest = slice(earlier + 1, None)
    table = ([" ".join(reasons.get(line, ())), *cells[line][:earlier], *cells[line][rest]] for line in lines)
    return write_csv([REASON, *header[:earlier], *header[rest]], table, bom=True)
