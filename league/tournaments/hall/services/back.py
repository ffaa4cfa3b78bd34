"""A tournament comes home: what a hall has written is read over what is here."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.names import name_key
from engine.translatable import said, spoken
from games.rules.systems import CLOCK_TOLERANCE
from league.core.ledger.services import record
from league.core.rules.csv_text import FileProblem
from league.core.services.uploads import FileAsks, FileRefused, ImportSummary, Progress, upload_file
from league.models import FileImport, Hall, League, LedgerEntry, Team, Tournament
from league.sheets.queries.import_check import character_ids
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import at, write_archive
from league.tournaments.archive.services.archive_games import record_games
from league.tournaments.archive.services.archive_rows import Brought, People, bring_rows
from league.tournaments.archive.services.import_tournament import Archive, checked_archive, register_archived
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event
from league.tournaments.hall.queries import Content
from league.tournaments.hall.rules.files import BACK, BadHallFile, read_file, read_seal, salt_in
from league.tournaments.hall.rules.following import ANOTHER_WENT_ON, Sent, contradictions, order_problem, who_entered
from league.tournaments.hall.services.fees import bring_fees
from league.tournaments.hall.services.lots import Rows, number_newcomers


def upload_back(*, tournament: Tournament, name: str, content: bytes, by: User) -> FileImport:
    """Store the file of a hall for the worker. Raise ValidationError for one that does not open as a file of a hall of
    this tournament."""
    try:
        opened(tournament, content)
    except BadHallFile as error:
        raise ValidationError({"file": spoken(error.args[0])}) from error
    return upload_file(
        league=tournament.season.league, kind=FileImport.HALL, name=name, content=content, by=by, tournament=tournament
    )


def opened(tournament: Tournament, data: bytes) -> tuple[Hall, Content]:
    """Return the hall of this tournament that wrote the file, and what it holds. Raise BadHallFile."""
    salt = salt_in(data)
    hall = next((hall for hall in tournament.halls.all() if read_seal(hall.seal).salt == salt), None)
    if hall is None:
        raise BadHallFile(said("No hall of {tournament} wrote this file.", tournament=tournament.name))
    content = read_file(data, read_seal(hall.seal))
    if content["kind"] != BACK:
        raise BadHallFile(said("This is the file that was taken along. Bring the one that the hall writes."))
    if (content["key"], content["hall"]["key"]) != (hall.key, hall.key):
        raise BadHallFile(said("The file was not signed by this hall."))
    return hall, content


@transaction.atomic
def receive(*, hall: Hall, content: bytes) -> str:
    """Store a file that the hall itself has sent, in place of one that nobody has begun to read, and return why the
    last one that was read was refused; "" if it was taken. Raise BadHallFile, and ValidationError if the tournament
    does not run in this hall, another laptop of it went on, or nobody here answers for it."""
    _hall, sent = opened(hall.tournament, content)
    here = Tournament.objects.select_for_update(no_key=True).select_related("season__league").get(pk=hall.tournament_id)
    if here.hall_id != hall.pk or hall.taken_by is None:
        raise ValidationError(_("{tournament} no longer runs in this hall.").format(tournament=here))
    if sent["hall"]["writer"] < hall.writer:
        raise ValidationError(spoken(ANOTHER_WENT_ON))
    name, refused = f"{here.slug}.hall", _refused_last(hall, here)
    done = Q(status=FileImport.DONE, problems=[]) | Q(status=FileImport.REFUSED, name=name)
    earlier = here.imports.filter(Q(status=FileImport.WAITING) | done, kind=FileImport.HALL)
    earlier.exclude(pk=refused.pk if refused else 0).delete()
    FileImport.objects.create(
        league=here.season.league,
        tournament=here,
        kind=FileImport.HALL,
        name=name,
        content=content,
        uploaded_by=hall.taken_by,
    )
    return " ".join(row["message"] for row in refused.problems) if refused else ""


def _refused_last(hall: Hall, here: Tournament) -> FileImport | None:
    """Return the last file that was read here, if it was of this hall and refused."""
    files = here.imports.filter(kind=FileImport.HALL).exclude(status__in=(FileImport.WAITING, FileImport.RUNNING))
    last = files.exclude(content=b"").order_by("pk").last()
    is_refused = last is not None and last.status == FileImport.REFUSED
    return last if last and is_refused and salt_in(bytes(last.content)) == read_seal(hall.seal).salt else None


def read_back(upload: FileImport, progress: Progress) -> ImportSummary:
    """Bring what a hall has sent over its tournament: the rows in one transaction, then each step of a game in its own,
    so that it goes on after any end. Raise FileRefused with every reason, and nothing is changed; and FileAsks once the
    tournament is here again, because it was taken back or another laptop has brought it: then the file is compared
    instead (`services/differences.py`)."""
    assert upload.tournament is not None  # by constraint
    tournament, league, by = upload.tournament, upload.league, upload.uploaded_by
    try:
        hall, content = opened(tournament, bytes(upload.content))
    except BadHallFile as error:
        raise FileRefused([at("", error.args[0])]) from error
    sent, games = Sent(content["hall"]["writer"], content["hall"]["revision"]), content["archive"].get("games", ())
    last, is_here = Sent(hall.writer, hall.revision), tournament.hall_id is None
    if hall.back_at is not None and sent == last:
        return ImportSummary("game", 0, len(games))
    if hall.back_at is not None and sent.writer == last.writer and (problem := order_problem(sent, last=last)):
        raise FileRefused([at("", problem)])
    if not is_here and tournament.hall_id != hall.pk:
        raise FileRefused([at("", said("{tournament} no longer runs in this hall.", tournament=tournament.name))])
    archive = checked_archive(write_archive(content["archive"]))
    _refuse_future(archive)
    if is_here:
        raise FileAsks(summary=said("Compared with what is here. Decide which results are taken."))
    people = People(None, archive["archived_names"], accounts=accounts_of(league))
    try:
        ids, notes, known = _bring(hall, sent, {**content, "archive": archive}, people, by)
    except ValidationError as error:
        raise FileRefused([at("", message) for message in error.messages]) from error
    except IntegrityError as error:
        text = said("The archive contradicts itself or what is known here: {error}.", error=str(error))
        raise FileRefused([at("", text)]) from error
    problems = record_games(tournament=tournament, archive=archive, ids=ids, people=people, taken=progress)
    _note(hall, sent, content, by)
    left_out = len({problem.column.partition(".")[0] for problem in problems})
    return ImportSummary("game", len(games) - known - left_out, known, left_out, [*notes, *problems])


@transaction.atomic
def _bring(
    hall: Hall, sent: Sent, content: Content, people: People, by: User
) -> tuple[Mapping[str, int], list[FileProblem], int]:
    """Make the rows those of the archive, if that follows from what is here, and return the ids of everybody by the key
    of the name, what an organiser should look at, and how many games were here."""
    archive, tournament = content["archive"], lock_tournament(hall.tournament_id, hall=hall.pk)
    hall.refresh_from_db(fields=["writer", "revision"])
    if problem := order_problem(sent, last=Sent(hall.writer, hall.revision)):
        raise FileRefused([at("", problem)])
    here = tournament_archive(tournament, private=True, with_secret=True)
    before = dict(tournament.entries.values_list("number", "character_id"))
    teams = [*Team.objects.filter(contest__tournament=tournament).values_list("pk", flat=True)]
    entered = who_entered(before, archive["entries"], every_name(tournament))
    if problems := [at(path, text) for path, text in contradictions(here, archive, before, entered)]:
        raise FileRefused(problems)
    hall.writer, hall.revision = sent
    hall.save(update_fields=["writer", "revision"])
    ids, notes = _known_people(tournament.season.league, archive, entered, by)
    archive = {**archive, "entries": _without_what_is_forgotten(hall, archive["entries"], ids)}
    brought = bring_rows(tournament=tournament, archive=archive, ids=ids, people=people)
    numbered = number_newcomers(tournament=tournament, characters=before.values(), teams=teams)
    if "fees" in content:
        bring_fees(tournament=tournament, fees=content["fees"], people=people)
    _record(_with(brought, numbered), hall, sent, by)
    return ids, notes, len(here["games"])


def _with(brought: Brought, numbered: Rows) -> Brought:
    """Return what was brought with these rows as they are now."""
    now = {(type(row), row.pk) for row in numbered}
    others = [row for row in brought.written if (type(row), row.pk) not in now]
    return brought._replace(written=[*others, *numbered])


def _without_what_is_forgotten(hall: Hall, entries: Sequence[Archive], ids: Mapping[str, int]) -> list[Archive]:
    """Return the entries without the households of people whose accounts were deleted here since the hall has them."""
    along = LedgerEntry.objects.filter(kind="taken_along", tournament=hall.tournament_id, about__key=hall.key).first()
    left = LedgerEntry.objects.filter(kind="owner_changed", about__owner=None, by__is_active=False)
    gone = {*left.filter(pk__gt=along.pk if along else 0).values_list("about__character", flat=True)}
    return [{**row, "household": ""} if ids[name_key(row["character"])] in gone else row for row in entries]


def _refuse_future(archive: Archive) -> None:
    """Refuse a file with a game that is not over yet by the clock of home: later it can be brought as it is."""
    dates = [datetime.fromisoformat(sheet["played_at"]) for game in archive["games"] for sheet in game["sheets"]]
    if dates and (last := max(dates)) > timezone.now() + CLOCK_TOLERANCE:
        ahead = said(
            "The clock of the hall was ahead: a game is dated {at:%d %B %Y, %H:%M} UTC. Bring the file after that."
        )
        text = said(ahead, at=last)
        raise FileRefused([at("games", text)])


def _record(brought: Brought, hall: Hall, sent: Sent, by: User) -> None:
    """Log under the season what came: the log of the tournament is that of the hall."""
    tournament, rows, gone = brought
    if rows or gone:
        text = said("A file of the hall in which {tournament} runs was read.", tournament=tournament.name)
        about: dict[str, Any] = {"hall": hall.pk, "writer": sent.writer, "revision": sent.revision}
        record(kind="hall_read", text=text, by=by, season=tournament.season, rows=rows, gone=gone, **about)


def accounts_of(league: League) -> dict[str, User]:
    return {user.get_username(): user for user in User.objects.filter(memberships__league=league)}


def every_name(tournament: Tournament) -> dict[str, int]:
    """Return the ids of everybody who may be meant by the key of a name: of the league, or entered although they have
    left it."""
    rows = tournament.entries.values_list("character__name_key", "character_id")
    return {**character_ids(tournament.season.league), **dict(rows)}


def _known_people(
    league: League, archive: Archive, entered: Mapping[str, int], by: User
) -> tuple[dict[str, int], list[FileProblem]]:
    """Return the ids of everybody by the key of the name that the hall has, and what an organiser should look at. An
    earlier entry stays whose it is; somebody new whose name is known here is that character; everybody else is
    registered."""
    ids = character_ids(league)
    notes = [
        at(row["character"], said("This name is known here, so the entry is that character's."))
        for row in archive["entries"]
        if name_key(row["character"]) in ids and name_key(row["character"]) not in entered
    ]
    ids |= entered
    new = [row for row in archive["characters"] if name_key(row["name"]) not in ids]
    others = Character.objects.filter(name_key__in=[name_key(row["name"]) for row in new])
    taken = {*others.values_list("name_key", flat=True)}
    renamed = {row["name"]: f"{row['name']} ({league.slug})" for row in new if name_key(row["name"]) in taken}
    rows = [{**row, "name": renamed.get(row["name"], row["name"])} for row in new]
    if problems := register_archived(league, rows, by):
        raise FileRefused(problems)
    ids |= {**character_ids(league), **entered}
    for name, given in renamed.items():
        ids[name_key(name)] = ids[name_key(given)]
        notes.append(at(name, said("Somebody of another league has this name: here it is {given}.", given=given)))
    return ids, notes


@transaction.atomic
def _note(hall: Hall, sent: Sent, content: Content, by: User) -> None:
    """Write down until when the hall was read, and that it is back if it was closed; nothing once a later file came."""
    here = lock_tournament(hall.tournament_id, hall=hall.pk)
    hall.refresh_from_db(fields=["writer", "revision"])
    if (hall.writer, hall.revision) != sent:
        return
    hall.as_of = datetime.fromisoformat(content["made_at"])
    if content["hall"]["closed"]:
        hall.back_at, hall.file = timezone.now(), None
        here.hall = None
        here.save(update_fields=["hall"])
        text = said("{tournament} is back from its hall.", tournament=here.name)
        log_event(tournament=here, kind="came_back", text=text, by=by, rows=[here])
    hall.save(update_fields=["as_of", "back_at", "file"])
