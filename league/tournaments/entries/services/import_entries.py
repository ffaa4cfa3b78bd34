"""Entering a whole file: all or nothing, and the same file again changes nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from characters.models import Character
from characters.rules.names import name_key
from engine.translatable import said, said_of
from league.core.rules.csv_text import FileProblem, is_full
from league.core.rules.readings import Reading
from league.core.rules.tables import in_cells
from league.core.services.uploads import FileRefused, ImportSummary, reading_of
from league.models import Entry, Tournament
from league.people.rules.people_files import people_table
from league.people.services.guests import register_newcomers
from league.sheets.queries.import_check import character_ids
from league.tournaments.entries.queries import applicants, conditions_of, is_hall, late_entry_refusal, places_of
from league.tournaments.entries.rules import IN_A_HALL, IN_FILE, FileEntry, entries_from_csv, entry_refusal
from league.tournaments.entries.services.entries import next_number
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, over_refusal

User = Person | None
BATCH = 500
_OTHERWISE = {  # by the column, and whether the entry has something there
    ("club", True): said(
        "{name} is entered with the club '{known}', not '{says}'. Correct the row or change the entry."
    ),
    ("club", False): said("{name} is entered without a club, not '{says}'. Correct the row or change the entry."),
    ("household", True): said(
        "{name} is entered with the household '{known}', not '{says}'. Correct the row or change the entry."
    ),
    ("household", False): said(
        "{name} is entered without a household, not '{says}'. Correct the row or change the entry."
    ),
}


@dataclass(slots=True)
class _Plan:
    """The effect of a file. `fresh` rows become entries of these characters, those in `here` are already entered and
    are checked in, `skipped` ones stay as they are."""

    fresh: list[tuple[FileEntry, int]] = field(default_factory=list)
    here: list[tuple[FileEntry, Entry]] = field(default_factory=list)
    skipped: int = 0
    problems: list[FileProblem] = field(default_factory=list)


@transaction.atomic
def import_entries(
    *, tournament: Tournament, data: bytes, by: User = None, dry_run: bool = False, reading: Reading | None = None
) -> ImportSummary:
    """Enter every character of the file that is not entered yet, in its order; those after the last place wait. The
    newcomers of the `reading` are registered first, without an account.

    Existing entries stay as they are, or are checked in. Raise FileRefused with every problem of the file.
    """
    reading = reading or reading_of(tournament.season.league)
    rows, problems = entries_from_csv(data, reading)
    if is_full(problems):
        raise FileRefused(in_cells(problems, people_table(data, reading.code_page), IN_FILE, reading))
    try:
        tournament = lock_tournament(tournament.pk)
    except ValidationError as error:
        raise FileRefused([FileProblem(None, "", message) for message in error.messages]) from error
    if refusal := over_refusal(tournament) or late_entry_refusal(tournament):
        raise FileRefused([FileProblem(None, "", refusal)])
    plan = _plan(tournament, rows, _with_newcomers(tournament, rows, reading, by))
    problems += plan.problems
    if problems:
        raise FileRefused(in_cells(problems, people_table(data, reading.code_page), IN_FILE, reading))
    if not dry_run:
        _enter(tournament, plan, by)
    transaction.set_rollback(dry_run)
    return ImportSummary("registration", len(plan.fresh) + len(plan.here), plan.skipped)


def _with_newcomers(tournament: Tournament, rows: Sequence[FileEntry], reading: Reading, by: User) -> Mapping[str, int]:
    """Return the ids of characters by the keys of their names, those of newcomers with the others."""
    league = tournament.season.league
    ids, newcomers = character_ids(league, reading.meant), {*map(name_key, reading.newcomers)}
    names = {name_key(row.name): row.name for row in rows if name_key(row.name) in newcomers - ids.keys()}
    if not names:
        return ids
    fresh = register_newcomers(league=league, editions=dict.fromkeys(names.values(), tournament.edition), by=by)
    return {**ids, **{name_key(name): pk for name, pk in fresh.items()}}


def _plan(tournament: Tournament, rows: Sequence[FileEntry], ids: Mapping[str, int]) -> _Plan:
    entered = {entry.character_id: entry for entry in tournament.entries.select_related("character")}
    plan, first = _Plan(), dict[int, int]()
    for row in rows:
        pk = ids.get(name_key(row.name))
        if pk is None:
            message = said(
                "There is no character '{name}' in {league}. Register it there first.",
                name=row.name,
                league=str(tournament.season.league),
            )
            plan.problems.append(FileProblem(row.line, "name", message))
        elif first.setdefault(pk, row.line) != row.line:
            message = said(
                "{name} is the character of line {line} under another name.", name=row.name, line=str(first[pk])
            )
            plan.problems.append(FileProblem(row.line, "name", message))
        elif pk in entered:
            plan.problems += _conflicts(row, entered[pk])
            if row.checked_in and entered[pk].status in (Entry.REGISTERED, Entry.WAITING):
                plan.here.append((row, entered[pk]))
            else:
                plan.skipped += 1
        else:
            plan.fresh.append((row, pk))
    plan.problems += [*_refusals(tournament, plan), *_no_places(tournament, plan)]
    return plan


def _conflicts(row: FileEntry, entry: Entry) -> Iterator[FileProblem]:
    """Yield what the file says differently; an empty cell says nothing."""
    for column, says, stored in (("club", row.club, entry.club), ("household", row.household, entry.household)):
        if says and says != stored:
            text = _OTHERWISE[column, bool(stored)]
            message = said(text, name=entry.character.name, known=stored, says=says)
            yield FileProblem(row.line, column, message)


def _refusals(tournament: Tournament, plan: _Plan) -> Iterator[FileProblem]:
    conditions = conditions_of(tournament)
    lines: Mapping[int, int] = {pk: row.line for row, pk in plan.fresh} | {
        entry.character_id: row.line for row, entry in plan.here
    }
    applicant_of = applicants(tournament, Character.objects.filter(enrolment__league=tournament.season.league_id))
    for pk, line in lines.items():
        refusal = entry_refusal(applicant_of[pk], conditions)
        if refusal:
            yield FileProblem(line, "name", refusal)


def _no_places(tournament: Tournament, plan: _Plan) -> Iterator[FileProblem]:
    """Yield a problem for each check-in from the waiting list for which no place is free."""
    free = places_of(tournament).free
    if free is None:
        return
    first = [row for row, entry in plan.here if entry.status == Entry.WAITING]
    for row in [*first, *(row for row, _ in plan.fresh)][free:]:
        if row.checked_in:
            message = said(
                "All {places} places are taken, so {name} would wait and can't be checked in.",
                places=tournament.capacity,
                name=row.name,
            )
            yield FileProblem(row.line, "checked_in", message)


def _enter(tournament: Tournament, plan: _Plan, by: User) -> None:
    now = timezone.now()
    here = [entry.pk for _, entry in plan.here]
    Entry.objects.filter(pk__in=here).update(status=Entry.CHECKED_IN, checked_in_at=now)
    free, number, in_hall = places_of(tournament).free, next_number(tournament), is_hall(tournament)
    entries = Entry.objects.bulk_create(
        [
            Entry(
                tournament=tournament,
                character_id=pk,
                number=number + at,
                lot=IN_A_HALL + number + at if in_hall else None,
                status=_status(row, free is None or at < free),
                club=row.club,
                household=row.household,
                registered_by=by,
                checked_in_at=now if row.checked_in else None,
            )
            for at, (row, pk) in enumerate(plan.fresh)
        ],
        batch_size=BATCH,
    )
    here += [entry.pk for entry in entries if entry.status == Entry.CHECKED_IN]
    if entries:
        text = said_of(
            len(entries),
            "{count:,} character was registered from a file.",
            "{count:,} characters were registered from a file.",
        )
        ids = [entry.pk for entry in entries]
        log_event(tournament=tournament, kind="registered", text=text, by=by, rows=entries, entries=ids)
    if here:
        text = said_of(
            len(here),
            "{count:,} character was checked in from a file.",
            "{count:,} characters were checked in from a file.",
        )
        if tournament.status == Tournament.RUNNING:
            text = said_of(
                len(here),
                "{count:,} character was checked in from a file, to play from the next draw on.",
                "{count:,} characters were checked in from a file, to play from the next draw on.",
            )
        rows = Entry.objects.filter(pk__in=here)
        log_event(tournament=tournament, kind="checked_in", text=text, by=by, rows=rows, entries=here)


def _status(row: FileEntry, has_a_place: bool) -> str:
    if not has_a_place:
        return Entry.WAITING
    return Entry.CHECKED_IN if row.checked_in else Entry.REGISTERED
