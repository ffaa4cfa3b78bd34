"""A tournament goes along to a hall, runs there on an installation that is for it alone, and comes back.

One side writes at a time: `Tournament.hall` says at home that the hall does, and in the hall that home does again.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

import requests
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character, RuleSet
from characters.rules.facts import decode
from characters.rules.names import name_key
from characters.services.facts import record_facts
from characters.services.review import review_characters
from engine.translatable import said, spoken
from games.rules.systems import CLOCK_TOLERANCE
from league.clubs.services.leagues import create_league, join_league
from league.core.ledger.services import record
from league.core.rules.csv_text import FileProblem
from league.core.rules.signatures import public_key, sign
from league.core.services.installation_key import signed_by_us
from league.core.services.uploads import FileRefused, ImportSummary, Progress, upload_file
from league.models import FileImport, Hall, League, LedgerEntry, Tournament
from league.sheets.queries.import_check import character_ids
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import at, played_as, write_archive
from league.tournaments.archive.services.archive_games import record_games
from league.tournaments.archive.services.archive_rows import Brought, People, bring_rows
from league.tournaments.archive.services.import_tournament import (
    Archive,
    checked_archive,
    import_tournament,
    register_archived,
)
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, refuse_when_over
from league.tournaments.hall.queries import Content, along, back, written_here
from league.tournaments.hall.rules import (
    ALONG,
    BACK,
    WORD_LIST,
    WORDS,
    BadHallFile,
    Sent,
    contradictions,
    order_problem,
    read_file,
    read_seal,
    salt_in,
    seal_of,
    who_entered,
    write_file,
)

Ids = Mapping[str, int]
ANSWER = 20  # seconds that home has to answer
_AT_HOME = 2**48  # added to the numbers of games that a hall knows from facts alone


def new_words() -> str:
    """Return the words of a slip: 88 bits."""
    return " ".join(secrets.choice(WORD_LIST) for _ in range(WORDS))


@transaction.atomic
def take_along(*, tournament: Tournament, by: User) -> tuple[Hall, str]:
    """Hand the tournament over to a hall, and return the hall, with its file, and the words that open it. From now on
    nobody changes the tournament here. Raise ValidationError for one that is over, or away already."""
    words, key = new_words(), Ed25519PrivateKey.generate()
    seal = seal_of(words, secrets.token_bytes(16))
    here = lock_tournament(tournament.pk)
    refuse_when_over(here)
    hall = Hall.objects.create(tournament=here, key=public_key(key), seal=seal.stored(), taken_by=by)
    hall.refresh_from_db(fields=["taken_at"])
    here.hall = hall
    here.save(update_fields=["hall"])
    text = said("{tournament} runs in a hall from now on, and nobody changes it here.", tournament=here.name)
    log_event(tournament=here, kind="taken_along", text=text, by=by, rows=[here], key=hall.key)
    content = signed_by_us(along(hall, secret=key.private_bytes_raw().hex()))
    hall.file = write_file(content, seal=seal, nonce=secrets.token_bytes(12))
    hall.save(update_fields=["file"])
    return hall, words


@transaction.atomic
def recall(*, hall: Hall, by: User) -> None:
    """Go on with the tournament here without what the hall has written since. Raise ValidationError where it is not in
    this hall, or a file of it is being read."""
    here = lock_tournament(hall.tournament_id, hall=hall.pk)
    if here.imports.filter(status__in=(FileImport.WAITING, FileImport.RUNNING), kind=FileImport.HALL).exists():
        raise ValidationError(_("A file of the hall is being read. Wait until that is done."))
    here.hall = None
    here.save(update_fields=["hall"])
    hall.recalled_at = timezone.now()
    hall.save(update_fields=["recalled_at"])
    text = said("{tournament} was taken back without its hall.", tournament=here.name)
    record(kind="hall_recalled", text=text, by=by, season=here.season, rows=[here], hall=hall.pk)


@transaction.atomic
def hand_back(*, hall: Hall, by: User) -> None:
    """Let a hall that was given up go on after all, so that its file can be brought. Raise ValidationError once
    anything was decided here since."""
    here = lock_tournament(hall.tournament_id)
    recalled = LedgerEntry.objects.filter(kind="hall_recalled", season=here.season, about__hall=hall.pk).first()
    of_here = Q(tournament=here) | Q(game__table__round__stage__tournament=here)
    if recalled is None or LedgerEntry.objects.filter(of_here, pk__gt=recalled.pk).exists() or hall.recalled_at is None:
        text = _("Something was decided here since, so the hall can't go on. Enter its results by hand.")
        raise ValidationError(text)
    here.hall, hall.recalled_at = hall, None
    hall.save(update_fields=["recalled_at"])
    here.save(update_fields=["hall"])
    went_on = said("{tournament} runs in its hall again.", tournament=here.name)
    record(kind="hall_handed_back", text=went_on, by=by, season=here.season, rows=[here], hall=hall.pk)


# In the hall.


@transaction.atomic
def open_file(*, data: bytes, words: str) -> Hall:
    """Open the file of a tournament that was taken along on this installation, which is for it alone, and return the
    hall; opening it again changes nothing. The staff have accounts, which can't sign in before they get a password.

    Raise BadHallFile, FileRefused as `import_tournament`, and ValidationError where other leagues are here.
    """
    content = read_file(data, seal_of(words, salt_in(data)))
    if content["kind"] != ALONG:
        raise BadHallFile(said("This is a file that goes home. A hall opens the one that was taken along."))
    sent = content["hall"]
    known = Hall.objects.filter(key=sent["key"]).exclude(secret="").first()
    if known is not None:
        return known
    if League.objects.exists():
        raise ValidationError(_("This installation already has a league. A hall is for one tournament alone."))
    archive = content["archive"]
    league, organiser = _league_of(archive, content["staff"])
    _summary, tournament = import_tournament(
        league=league,
        data=write_archive(archive),
        by=organiser,
        people_known=lambda ids: _bring_careers(content["careers"], ids),
    )
    assert tournament is not None  # no dry run
    return Hall.objects.create(
        tournament=tournament,
        key=sent["key"],
        secret=sent["secret"],
        seal=sent["seal"],
        writer=sent["writer"],
        home=content["home"]["address"],
        taken_by=organiser,
        taken_at=datetime.fromisoformat(content["made_at"]),
    )


def _league_of(archive: Content, staff: list[dict[str, str]]) -> tuple[League, User]:
    """Found the league of the tournament with its staff, and return it with the first organiser."""
    accounts = {row["name"]: User.objects.create_user(row["name"]) for row in staff}
    organiser = next(accounts[row["name"]] for row in staff if row["role"] == "organiser")
    league = create_league(name=archive["league"]["name"], zone=archive["tournament"]["zone"], by=organiser)
    for row in staff:
        join_league(league=league, user=accounts[row["name"]], role=row["role"], by=organiser)
    return league, organiser


def _bring_careers(careers: Content, ids: Ids) -> None:
    """Record what people had done before, so that their levels are what they were. The games are none of this
    installation, and their numbers are above all of its own."""
    for digest, settings in careers["rules"].items():
        RuleSet.objects.get_or_create(digest=digest, defaults={"settings": settings})
    entries = []
    for name, contents in careers["facts"].items():
        for fact in map(decode, contents):
            line = fact.line and fact.line._replace(game=_AT_HOME + fact.line.game)
            game = None if fact.game is None else _AT_HOME + fact.game
            entries.append((ids[name_key(name)], fact._replace(game=game, line=line)))
    record_facts(entries=entries)
    review_characters(character_ids={character for character, _ in entries}, wait=True)


@transaction.atomic
def news_of(hall: Hall) -> Content:
    """Return what the hall sends home, all of it of one moment: what is written meanwhile is in the next file."""
    return back(Hall.objects.select_related("tournament__season__league").get(pk=hall.pk))


def file_for_home(hall: Hall, content: Content) -> bytes:
    """Return these news as the signed and sealed file by which the tournament comes home."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(hall.secret))
    signed = {**content, "key": hall.key}
    return write_file(
        {**signed, "signature": sign(key, signed)}, seal=read_seal(hall.seal), nonce=secrets.token_bytes(12)
    )


def send_home(hall: Hall) -> bool:
    """Send the file to home if there is anything new, and return whether home has everything now. Without a network it
    is tried again the next time; nothing here waits for it."""
    if hall.revision < written_here():
        content = news_of(hall)
        file = (f"{hall.tournament.slug}.hall", file_for_home(hall, content))
        try:
            answer = requests.post(f"{hall.home}/halls/{hall.key}/", files={"file": file}, timeout=ANSWER)
        except requests.RequestException:
            return False
        if answer.status_code != HTTPStatus.ACCEPTED:
            return False
        hall.revision, hall.as_of = content["hall"]["revision"], timezone.now()
        hall.save(update_fields=["revision", "as_of"])
    return True


@transaction.atomic
def close_hall(*, hall: Hall, by: User) -> None:
    """End the writing here, so that nothing is decided after the file that goes home."""
    here = lock_tournament(hall.tournament_id)
    text = said("The hall was closed: {tournament} goes home.", tournament=here.name)
    log_event(tournament=here, kind="came_back", text=text, by=by, rows=[here])
    here.hall = hall
    here.save(update_fields=["hall"])


@transaction.atomic
def reopen_hall(*, hall: Hall, by: User) -> None:
    """Go on in the hall, which is of use while its file was not brought home."""
    here = lock_tournament(hall.tournament_id, hall=hall.pk)
    here.hall = None
    here.save(update_fields=["hall"])
    text = said("The hall was opened again: {tournament} runs here.", tournament=here.name)
    log_event(tournament=here, kind="taken_along", text=text, by=by, rows=[here], key=hall.key)


# Back at home.


def upload_back(*, tournament: Tournament, name: str, content: bytes, by: User) -> FileImport:
    """Store the file of a hall for the worker. Raise ValidationError for one that does not open as a file of a hall of
    this tournament."""
    try:
        hall, _content = _opened(tournament, content)
    except BadHallFile as error:
        raise ValidationError({"file": spoken(error.args[0])}) from error
    if hall.recalled_at is not None:
        text = _("{tournament} was taken back without this hall. Let the hall go on first, then bring its file.")
        raise ValidationError({"file": text.format(tournament=tournament)})
    return upload_file(
        league=tournament.season.league, kind=FileImport.HALL, name=name, content=content, by=by, tournament=tournament
    )


def _opened(tournament: Tournament, data: bytes) -> tuple[Hall, Content]:
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
def receive(*, hall: Hall, content: bytes) -> None:
    """Store a file that the hall itself has sent, in place of one that nobody has begun to read. Raise BadHallFile, and
    ValidationError where the tournament does not run in this hall, or nobody here answers for it."""
    _opened(hall.tournament, content)
    here = Tournament.objects.select_for_update(no_key=True).select_related("season__league").get(pk=hall.tournament_id)
    if here.hall_id != hall.pk or hall.taken_by is None:
        raise ValidationError(_("{tournament} no longer runs in this hall.").format(tournament=here))
    earlier = here.imports.filter(kind=FileImport.HALL)
    earlier.filter(Q(status=FileImport.WAITING) | Q(status=FileImport.DONE, problems=[])).delete()
    FileImport.objects.create(
        league=here.season.league,
        tournament=here,
        kind=FileImport.HALL,
        name=f"{here.slug}.hall",
        content=content,
        uploaded_by=hall.taken_by,
    )


def read_back(upload: FileImport, progress: Progress) -> ImportSummary:
    """Bring what a hall has sent over its tournament: the rows in one transaction, then each step of a game in its own,
    so that it goes on after any end. Raise FileRefused with every reason, and nothing is changed."""
    assert upload.tournament is not None  # by constraint
    tournament, league, by = upload.tournament, upload.league, upload.uploaded_by
    try:
        hall, content = _opened(tournament, bytes(upload.content))
    except BadHallFile as error:
        raise FileRefused([at("", error.args[0])]) from error
    sent, games = Sent(content["hall"]["writer"], content["hall"]["revision"]), content["archive"].get("games", ())
    if hall.back_at is not None and sent == (hall.writer, hall.revision):
        return ImportSummary("game", 0, len(games))
    if tournament.hall_id != hall.pk:
        raise FileRefused([at("", said("{tournament} no longer runs in this hall.", tournament=tournament.name))])
    archive = checked_archive(write_archive(content["archive"]))
    if "own_game" in archive:
        archive = played_as(archive, tournament.system)
    _refuse_future(archive)
    people = People(None, archive["archived_names"], accounts=_accounts(league))
    try:
        ids, notes, known = _bring(hall, sent, archive, people, by)
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
    hall: Hall, sent: Sent, archive: Archive, people: People, by: User
) -> tuple[Mapping[str, int], list[FileProblem], int]:
    """Make the rows those of the archive, if that follows from what is here, and return the ids of everybody by the key
    of the name, what an organiser should look at, and how many games were here."""
    tournament = lock_tournament(hall.tournament_id, hall=hall.pk)
    hall.refresh_from_db(fields=["writer", "revision"])
    if problem := order_problem(sent, last=Sent(hall.writer, hall.revision)):
        raise FileRefused([at("", problem)])
    here = tournament_archive(tournament, private=True, with_secret=True)
    before = dict(tournament.entries.values_list("number", "character_id"))
    entered = who_entered(before, archive["entries"], _every_name(tournament))
    if problems := [at(path, text) for path, text in contradictions(here, archive, before, entered)]:
        raise FileRefused(problems)
    hall.writer, hall.revision = sent
    hall.save(update_fields=["writer", "revision"])
    ids, notes = _known_people(tournament.season.league, archive, entered, by)
    brought = bring_rows(tournament=tournament, archive=archive, ids=ids, people=people)
    _record(brought, hall, sent, by)
    return ids, notes, len(here["games"])


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


def _accounts(league: League) -> dict[str, User]:
    return {user.get_username(): user for user in User.objects.filter(memberships__league=league)}


def _every_name(tournament: Tournament) -> dict[str, int]:
    """Return the ids of everybody who may be meant by the key of a name: of the league, or entered although they have
    left it."""
    rows = tournament.entries.values_list("character__name_key", "character_id")
    return {**character_ids(tournament.season.league), **dict(rows)}


def _known_people(
    league: League, archive: Archive, entered: Mapping[str, int], by: User
) -> tuple[dict[str, int], list[FileProblem]]:
    """Return the ids of everybody by the key of the name that the hall has, and what an organiser should look at. Who
    had entered stays who they are; somebody new whose name is known here is that character; everybody else is
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
