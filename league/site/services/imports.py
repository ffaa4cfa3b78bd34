"""Every kind of file that a league takes in, and the service that reads it.

A spreadsheet into which something had to be read (a heading that is a synonym, a date as people write it, a name
without a character) is shown to its sender before anything is stored; a file that leaves nothing to ask is not held
up."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.careers.editions import edition, edition_ids
from games.rules.systems import SYSTEMS
from league.core.queries.characters import NearNames
from league.core.rules.csv_text import FileRow
from league.core.rules.import_questions import MOST_NAMES, Questions, questions_of
from league.core.rules.readings import Reading
from league.core.rules.tables import UNKNOWN, Columns, Heading, lacking_in, read_headings
from league.core.services.uploads import (
    FileAsks,
    FileRefused,
    ImportSummary,
    Progress,
    no_progress,
    reading_of,
    remember_answers,
)
from league.models import FileImport, League
from league.people.rules.characters import IN_FILE as OF_CHARACTERS
from league.people.services.registration import import_characters
from league.results.queries.import_check import games_outside_seasons, names_without_character
from league.results.rules.result_rows import columns
from league.results.rules.results_files import results_file
from league.results.services.import_results import import_results
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.entries.rules import IN_FILE as OF_ENTRIES
from league.tournaments.entries.services.import_entries import import_entries


def read_characters(upload: FileImport, progress: Progress) -> ImportSummary:
    def read(reading: Reading, dry_run: bool, outside_season: bool) -> ImportSummary:
        data, by = bytes(upload.content), upload.uploaded_by
        return import_characters(league=upload.league, data=data, by=by, dry_run=dry_run, reading=reading)

    return _agreed(upload, lambda reading: _of_headings(upload, OF_CHARACTERS, reading), read)


def read_results(upload: FileImport, progress: Progress) -> ImportSummary:
    def read(reading: Reading, dry_run: bool, outside_season: bool) -> ImportSummary:
        return import_results(
            league=upload.league,
            data=bytes(upload.content),
            outside_season=outside_season,
            by=upload.uploaded_by,
            dry_run=dry_run,
            progress=no_progress if dry_run else progress,
            reading=reading,
            whole_only=upload.answers.get("whole_only", False),
        )

    return _agreed(upload, lambda reading: _of_results(upload, reading), read)


def read_entries(upload: FileImport, progress: Progress) -> ImportSummary:
    tournament = upload.tournament
    assert tournament is not None  # by constraint

    def read(reading: Reading, dry_run: bool, outside_season: bool) -> ImportSummary:
        data, by = bytes(upload.content), upload.uploaded_by
        return import_entries(tournament=tournament, data=data, by=by, dry_run=dry_run, reading=reading)

    return _agreed(upload, lambda reading: _of_headings(upload, OF_ENTRIES, reading), read)


def read_tournament(upload: FileImport, progress: Progress) -> ImportSummary:
    return import_tournament(league=upload.league, data=bytes(upload.content), by=upload.uploaded_by)[0]


def _agreed(
    upload: FileImport, ask: Callable[[Reading], Questions], read: Callable[[Reading, bool, bool], ImportSummary]
) -> ImportSummary:
    """Import a file that leaves nothing to ask, or whose reading somebody agreed to. Raises FileAsks otherwise, but
    FileRefused with every problem where an answer would not help."""
    questions = ask(reading_of(upload.league, upload.answers))
    if questions.are_any and not upload.answers:
        remember_answers(upload, questions)
        questions = ask(reading_of(upload.league, upload.answers)) if upload.answers else questions
    reading, answers = reading_of(upload.league, upload.answers), upload.answers
    unasked = questions.outside and "outside_season" not in answers  # a season that was given dates them
    agreed = answers.get("agreed") or ("as_in" in answers and not questions.are_new)
    if questions.are_any and (unasked or not agreed):
        if not questions.unknown_columns and not questions.asked and not answers.get("whole_only"):
            _try(reading, questions, read)
        raise FileAsks(questions)
    return read(reading, False, answers.get("outside_season", False))


def _try(reading: Reading, questions: Questions, read: Callable[[Reading, bool, bool], ImportSummary]) -> None:
    """Raise FileRefused for what is wrong beside what is asked about, and then with that too."""
    nearest = {name: int(people[0][0]) for name, people in questions.near.items()}
    guests = replace(reading, guests=frozenset(questions.names))
    refused = None
    for way in (replace(guests, meant={**reading.meant, **nearest}), guests) if nearest else (guests,):
        try:
            read(way, True, True)
        except FileRefused as refusal:
            refused = refusal
        else:
            return
    if questions.names or questions.outside:
        read(replace(reading, guests=frozenset()), True, False)
    if refused is not None:
        raise refused


def _of_headings(upload: FileImport, columns: Columns, reading: Reading) -> Questions:
    return questions_of(read_headings(bytes(upload.content), columns, reading), columns, reading)


def _of_results(upload: FileImport, reading: Reading) -> Questions:
    file = results_file(bytes(upload.content))
    headings = read_headings(file.content, columns(), reading)
    rows, _ = file.rows(reading)
    common = _asked(upload.league, headings, reading, rows)
    typed = [row.cells.get("character", "") for row in rows if not row.broken]
    names = names_without_character(upload.league, typed, reading)
    return questions_of(
        headings,
        columns(),
        reading,
        rows=rows,
        times_in="played_at",
        names=names,
        near=_near(upload.league, names) if len(names) <= MOST_NAMES else {},
        asked=common,
        outside=games_outside_seasons(upload.league, rows, reading),
    )


def _near(league: League, names: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Return the characters that may be meant, for each name that is nearly one of theirs."""
    near = NearNames(league)
    choices = {name: near.choices(name) for name in names}
    return {name: [(str(pk), who) for pk, who in people] for name, people in choices.items() if people}


def _asked(
    league: League, headings: Sequence[Heading], reading: Reading, rows: Sequence[FileRow]
) -> dict[str, list[tuple[str, str]]]:
    """Return what a file of results leaves out because it is the same in every row; {} where it lacks more than that,
    or has headings that nobody knows yet. No figure says who won at Careers, so a file must say it."""
    lacking = [column for column in lacking_in(headings, columns()) if column not in reading.given]
    choices = {
        "season": [(season.slug, season.name) for season in league.seasons.all()],
        "system": [(key, SYSTEMS[key].NAME) for key in SYSTEMS],
        "edition": [(key, edition(key).name) for key in edition_ids()],
        "won": [] if any(row.cells.get("system") == "careers" for row in rows) else [("", "the figures decide")],
    }
    is_known = all(choices.get(column) for column in lacking) and not any(
        heading.why == UNKNOWN for heading in headings
    )
    return {column: choices[column] for column in lacking} if is_known else {}


READERS = {
    FileImport.CHARACTERS: read_characters,
    FileImport.RESULTS: read_results,
    FileImport.ENTRIES: read_entries,
    FileImport.TOURNAMENT: read_tournament,
}
