"""Every kind of file that a league takes in, and the service that reads it."""

from league.core.services.uploads import ImportSummary, Progress
from league.models import FileImport
from league.people.services.registration import import_characters
from league.results.services.import_results import import_results
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.entries.services.import_entries import import_entries


def read_characters(upload: FileImport, progress: Progress) -> ImportSummary:
    return import_characters(league=upload.league, data=bytes(upload.content), by=upload.uploaded_by)


def read_results(upload: FileImport, progress: Progress) -> ImportSummary:
    return import_results(league=upload.league, data=bytes(upload.content), by=upload.uploaded_by, progress=progress)


def read_entries(upload: FileImport, progress: Progress) -> ImportSummary:
    assert upload.tournament is not None  # by constraint
    return import_entries(tournament=upload.tournament, data=bytes(upload.content), by=upload.uploaded_by)


def read_tournament(upload: FileImport, progress: Progress) -> ImportSummary:
    return import_tournament(league=upload.league, data=bytes(upload.content), by=upload.uploaded_by)[0]


READERS = {
    FileImport.CHARACTERS: read_characters,
    FileImport.RESULTS: read_results,
    FileImport.ENTRIES: read_entries,
    FileImport.TOURNAMENT: read_tournament,
}
