"""Whatever stands in a cell of a file, it is accepted or refused with its line, its column and a reason."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from characters.models import Character
from games.rules.systems import SYSTEMS
from league.core.rules.csv_text import FileProblem
from league.core.services.uploads import FileRefused
from league.models import SeasonGame
from league.people.rules.characters import COLUMNS as CHARACTER_COLUMNS
from league.people.services.registration import import_characters
from league.results.services.import_results import import_results
from league.sheets.rules import result_rows
from league.tournaments.entries import rules as entry_rows
from league.tournaments.entries.services.import_entries import import_entries
from tests.factories.careers import differences
from tests.factories.characters import hire
from tests.factories.families import family
from tests.factories.files import character_row, csv_file
from tests.factories.games import review
from tests.factories.people import a_user
from tests.factories.seasons import a_season
from tests.factories.sheets import FIGURES
from tests.factories.tournaments import a_tournament

Rows = list[dict[str, Any]]
pytestmark = pytest.mark.django_db

NONSENSE = (
    *("", " ", "x", "-", "-1", "-0", "+1", "0", "00", "1.5", "1,5", "1e3", "1e999", "inf", "nan", "NaN", "true"),
    *("9" * 9, "9" * 10, "9" * 19, "9" * 400, "²", "١٢", "Ⅷ", "½", "１", "£5", "£", "1_000", "0x10", "1;2", "2;1;;"),
    *(";", "=", "law=2", "law=²", "law=9999999", "law=-1", "nowhere=1", "law=1;law=1", "1;", "0;0", "99;99", "c_suite"),
    *("careers", "office_job", "career_poker", "chess", "london", "atlantis", "../london", "formula", "timed", "Yes"),
    *("1949-12-31T23:59:59Z", "1950-01-01T00:00:00Z", "2200-01-01T00:00:01Z", "0001-01-01T00:00:00+14:00"),
    *("9999-12-31T23:59:59-14:00", "2026-02-30T10:00:00Z", "2026-01-01", "2026-01-01T10:00:00", "03/10/2026 20:00"),
    *("spring-2026", "Spring", "spring_2026", "a" * 130, "y" * 1000, "word " * 100, "a" * 140_000),
    *("Ada", "ada", "Nobody", "\u202e", "\u200b", "\ufeff", "\x07", "\u2028", "a\nb", "🃏", "e\u0301", "%s", "{}"),
    *("'", '"', "\\", "<b>", "'; DROP TABLE", "=1+1", "@", "a@b", "law", "sales_marketing", "general"),
)


def refused_lines(columns: Sequence[str], rows: Rows, read: Callable[[bytes], object]) -> set[int]:
    """The lines that are refused, after everything said of them has been looked at."""
    try:
        read(csv_file(columns, rows))
    except FileRefused as refused:
        for problem in refused.problems:
            says_where_and_why(problem, columns)
        return {problem.line for problem in refused.problems if problem.line}
    return set()


def starts_of(columns: Sequence[str], rows: Rows) -> list[int]:
    """The line where each row begins; a cell may have line breaks in it."""
    lines, starts = 1, []
    for row in rows:
        starts.append(lines + 1)
        lines += csv_file(columns, [row]).count(b"\n") - 1
    return starts


def says_where_and_why(problem: FileProblem, columns: Sequence[str]) -> None:
    assert problem.line is not None, problem
    assert problem.line >= 2, problem
    assert problem.column in columns, problem
    assert problem.message.endswith((".", ")")), problem
    assert len(problem.message) < 600, problem


def a_game(number: int, system: str, cells: Mapping[str, Any] | None = None) -> Rows:
    """A good game, with these cells in its first row and the common ones among them in all."""
    seats: Sequence[dict[str, Any]] = [{"happiness": 120, "fame": 0, "cash": 0}, {"happiness": 5, "fame": 0, "cash": 0}]
    if system != "careers":
        seats = [dict(figures) for figures in FIGURES[system]]
    cells = cells or {}
    careers = {"mode": "formula", "target": 100} if system == "careers" else {}
    header = {"played_at": "2026-01-01T18:00:00Z", "season": "spring", "system": system, "edition": "london"} | careers
    shared = {name: value for name, value in cells.items() if name in (*result_rows.HEADER, "game", "season")}
    names = ("Ada", "Bo", "Cleo", "Dev")
    rows = [
        {"game": f"g{number}", **header, "seat": seat, "character": names[seat - 1], **figures, **shared}
        | {"won": "yes" if seat == 1 else "no"}
        for seat, figures in enumerate(seats, start=1)
    ]
    rows[0] |= cells
    return rows


RESULT_COLUMNS = tuple(result_rows.columns().known_columns)
OF_EVERY_SYSTEM = [
    (column, system)
    for column in RESULT_COLUMNS
    for system in SYSTEMS
    if column in (figure.name for figure in SYSTEMS[system].FIGURES)
    or (column in result_rows.COMMON and system in ("careers", "career_poker"))
]


@pytest.fixture
def season():
    season = a_season("spring")
    for name in ("Ada", "Bo", "Cleo", "Dev"):
        hire(season, name)
    return season


@pytest.mark.parametrize(("column", "system"), family(OF_EVERY_SYSTEM, usual=8))
def test_any_cell_of_a_results_file(season, column, system):
    games = [a_game(number, system, {column: value}) for number, value in enumerate(NONSENSE, start=1)]
    rows = [row for game in games for row in game]
    refused = refused_lines(
        RESULT_COLUMNS, rows, lambda data: import_results(league=season.league, outside_season=True, data=data)
    )
    starts = iter(starts_of(RESULT_COLUMNS, rows))
    good = [game for game in games if not refused & {next(starts) for _ in game}]
    assert len(good) < len(games)
    import_results(
        league=season.league, outside_season=True, data=csv_file(RESULT_COLUMNS, [row for game in good for row in game])
    )
    review()
    assert SeasonGame.objects.count() == len({(row["season"].strip(), row["game"].strip()) for [row, *_] in good})
    assert differences() == []


@pytest.mark.parametrize("column", CHARACTER_COLUMNS)
def test_any_cell_of_a_characters_file(season, column):
    rows = [
        {**character_row(f"Person {number}", owner=f"person{number}"), column: value}
        for number, value in enumerate(NONSENSE)
    ]
    refused = refused_lines(CHARACTER_COLUMNS, rows, lambda data: import_characters(league=season.league, data=data))
    starts = starts_of(CHARACTER_COLUMNS, rows)
    good = [row for row, start in zip(rows, starts, strict=True) if start not in refused]
    before = Character.objects.count()
    summary = import_characters(league=season.league, data=csv_file(CHARACTER_COLUMNS, good))
    assert summary.recorded == Character.objects.count() - before
    assert summary.recorded + summary.skipped == len(good)


ENTRY_COLUMNS = entry_rows.IN_FILE.known_columns


@pytest.mark.parametrize("column", ENTRY_COLUMNS)
def test_any_cell_of_an_entries_file(column):
    tournament = a_tournament()
    people = [hire(tournament.season, f"Person {number}") for number in range(len(NONSENSE))]
    rows = [{"name": who.name, "club": "Tower", column: value} for who, value in zip(people, NONSENSE, strict=True)]

    def read(data: bytes) -> object:
        return import_entries(tournament=tournament, data=data, by=a_user("organiser"))

    refused = refused_lines(ENTRY_COLUMNS, rows, read)
    starts = starts_of(ENTRY_COLUMNS, rows)
    good = [row for row, start in zip(rows, starts, strict=True) if start not in refused]
    assert len(good) < len(rows)
    assert read(csv_file(ENTRY_COLUMNS, good)).recorded == len(good)


def test_an_unknown_edition_is_one_more_problem_of_its_row(season):
    cells: list[dict[str, str]] = [{"edition": "atlantis"}, {"happiness": "many"}, {}]
    rows = [row for number, wrong in enumerate(cells, start=1) for row in a_game(number, "careers", wrong)]
    with pytest.raises(FileRefused) as refused:
        import_results(league=season.league, outside_season=True, data=csv_file(RESULT_COLUMNS, rows))
    first, second = map(str, refused.value.problems)
    assert first.startswith("line 2, column edition: The edition 'atlantis' is not known; choose one of london, ")
    assert second == "line 4, column happiness: Seat 1 (Ada): happiness 'many' is not a whole number."


def test_a_byte_that_is_no_text_is_refused_with_its_line(season):
    rows = [*a_game(1, "careers"), *a_game(2, "careers", {"character": "A\0da"})]
    with pytest.raises(FileRefused) as refused:
        import_results(league=season.league, outside_season=True, data=csv_file(RESULT_COLUMNS, rows))
    [problem] = refused.value.problems
    assert problem.line == 4
    assert "is NUL" in problem.message
