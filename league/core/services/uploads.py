"""Uploaded files: the waiting row is the job. An import ends in a summary or in every problem of the file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from types import MappingProxyType
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from characters.models import NAME_LENGTH
from characters.rules.names import name_key
from engine.translatable import Translatable, said, spoken
from games.services.jobs import Jobs
from league.core.queries.systems import earlier_versions, systems_of
from league.core.rules.bounds import FEW_BYTES, FEW_ROWS, FEW_UNPACKED, MOST_PROBLEMS, rows_of, too_much_text
from league.core.rules.csv_text import FileProblem
from league.core.rules.import_questions import GUEST, LEAVE, NEW, Questions
from league.core.rules.import_words import (
    ASKED,
    FAILED,
    INTERRUPTED,
    UNANSWERED,
    games_left_out,
    problems_found,
    recorded,
)
from league.core.rules.readings import DATE_ORDERS, Reading
from league.core.rules.tables import UNKNOWN, forget_workbook
from league.core.rules.workbooks import is_workbook, unpacked_bytes
from league.core.services.quotas import QuotaError, use_quota
from league.models import Alias, Enrolment, FileImport, League, Tournament

Progress = Callable[[int, int], None]  # how many of how many games are read


class FileRefused(Exception):
    """A file that changes nothing; `problems` holds every reason, in the order of the file."""

    def __init__(self, problems: Sequence[FileProblem]) -> None:
        super().__init__(f"{len(problems)} problems")
        self.problems = problems


class FileAsks(Exception):
    """A file that changes nothing until somebody agrees to its reading, or decides on the `summary`."""

    def __init__(self, questions: Questions | None = None, summary: str = ASKED) -> None:
        super().__init__("How is it meant?")
        self.questions = {} if questions is None else questions.as_json()
        self.summary = summary


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The number of entries of a file that were recorded, and of those skipped because they were already stored.
    `left_out` games of a file that was imported in part have the `problems`."""

    noun: str
    recorded: int
    skipped: int
    left_out: int = 0
    problems: Sequence[FileProblem] = ()

    @property
    def in_words(self) -> Translatable:
        words = recorded(self.noun, self.recorded, self.skipped)
        return said("{what}; {left}", what=words, left=games_left_out(self.left_out)) if self.left_out else words

    def __str__(self) -> str:
        return str(self.in_words)


def no_progress(done: int, total: int) -> None:
    """Ignore progress, for callers that show no progress."""


log = structlog.get_logger(__name__)
MOST_TRIES = 3  # of an import that fails without ending its worker
FILES = Jobs(
    FileImport, to_do=Q(status__in=(FileImport.WAITING, FileImport.RUNNING)), order=("pk",), lease=timedelta(minutes=5)
)
MOST_BYTES = 20_000_000
MOST_ARCHIVED = 40_000_000
MOST_REMEMBERED = 50  # files whose answers may fit another one
Reader = Callable[[FileImport, Progress], ImportSummary]
READERS: dict[str, Reader] = {}  # by kind of file; `league.wiring` fills it
KEPT = timedelta(days=30)
WAITS_AGAIN: Mapping[str, Any] = {"status": FileImport.WAITING, "summary": "", "tries": 0, "finished_at": None}


def upload_file(
    *, league: League, kind: str, name: str, content: bytes, by: User, tournament: Tournament | None = None
) -> FileImport:
    """Store a file for the worker. Raise ValidationError for an unknown kind, an empty file, a file that is too large
    or has too many rows, and one too many for the day."""
    of_a_tournament = kind in (FileImport.ENTRIES, FileImport.HALL)
    if of_a_tournament != (tournament is not None) or kind not in FileImport.KINDS:
        raise ValidationError({"kind": _("Choose characters, results or a tournament.")})
    if not content:
        raise ValidationError({"file": _("The file is empty.")})
    is_archive = kind in (FileImport.TOURNAMENT, FileImport.HALL)
    most = MOST_ARCHIVED if is_archive else MOST_BYTES
    if len(content) > most:
        too_large = _("The file is larger than {size} MB. Split it by season.")
        too_large = _("The archive is larger than {size} MB.") if is_archive else too_large
        raise ValidationError({"file": too_large.format(size=most // 1_000_000)})
    # A text of rows; what else is made into rows is counted then.
    is_table = not is_workbook(content) and content.lstrip()[:1] not in (b"{", b"[", b"<")
    if not is_archive and is_table and (refusal := too_much_text(content)):
        raise ValidationError({"file": spoken(refusal)})
    with transaction.atomic():
        use_quota("imports", by=by, league=league)
        return FileImport.objects.create(
            league=league, tournament=tournament, kind=kind, name=name[:200], content=content, uploaded_by=by
        )


def is_small(content: bytes) -> bool:
    """Return whether a file is worked on while somebody waits: rows and not bytes are what takes time."""
    if is_workbook(content):
        return len(content) <= FEW_BYTES and unpacked_bytes(content) <= FEW_UNPACKED
    return len(content) <= FEW_BYTES and rows_of(content) <= FEW_ROWS


def upload_entries(*, tournament: Tournament, name: str, content: bytes, by: User) -> FileImport:
    """Upload a file of entries. A small one is imported before this returns, a large one waits for the worker. Do not
    call it within a transaction. Raise ValidationError as `upload_file`."""
    league, kind = tournament.season.league, FileImport.ENTRIES
    upload = upload_file(league=league, kind=kind, name=name, content=content, by=by, tournament=tournament)
    if is_small(content):
        run_waiting_import(only=upload.pk)
        upload.refresh_from_db()
    return upload


def run_waiting_import(*, only: int | None = None) -> bool:
    """Claim one waiting file, or this one, and work on it; return whether there was one. Safe with any number of
    workers: a file's content is written in one transaction, once."""
    upload = _claim(only)
    if upload is not None:
        # What is stored is English, no matter who waits for it.
        with override(settings.LANGUAGE_CODE), FILES.working_on(upload):
            _work_on(upload)
    return upload is not None


def _work_on(upload: FileImport) -> None:
    try:
        summary = READERS[upload.kind](upload, _progress_of(upload))
    except FileAsks as asks:
        _finish(upload, FileImport.ASKS, summary=asks.summary, questions=asks.questions)
    except FileRefused as refused:
        summary_of = problems_found(len(refused.problems))
        _finish(upload, FileImport.REFUSED, summary=summary_of, problems=refused.problems)
    except QuotaError as error:
        _finish(upload, FileImport.REFUSED, summary=f"{error.messages[0]} Nothing was changed.")
    except Error:
        raise
    except Exception as error:
        log.exception("import_failed", upload=upload.pk)
        if upload.tries < MOST_TRIES:
            FILES.release(upload, status=FileImport.WAITING, tries=upload.tries)
        else:
            _finish(upload, FileImport.REFUSED, summary=said(FAILED, error=str(error)))
    else:
        words = said("{what}.", what=summary.in_words)
        _finish(upload, FileImport.DONE, summary=words, problems=summary.problems)
    finally:
        forget_workbook()


def reading_of(league: League, answers: Mapping[str, Any] | None = None) -> Reading:
    """Return how to read a file of this league, as far as somebody has said."""
    answered = answers or {}
    return Reading(
        zone=league.zone,
        date_order=answered.get("date_order", league.date_order),
        columns=answered.get("columns", {}),
        guests=frozenset(answered.get("guests", ())),
        newcomers=frozenset(answered.get("newcomers", ())),
        meant=answered.get("meant", {}),
        given=answered.get("given", {}),
        sheet=answered.get("sheet", ""),
        code_page=answered.get("code_page", ""),
        footers=answered.get("footers", False),
        headless="name" if answered.get("headless") else "",
        systems={**{system.ID: system for system in systems_of(league, retired=True)}, **earlier_versions(league)},
    )


_OF_NAMES = ("agreed", "newcomers", "meant", "called")
REMEMBERED = ("columns", "date_order", "guests", "sheet", "code_page", "footers")


def remembered_answers(league: League, kind: str) -> QuerySet[FileImport]:
    """Return the files of a kind whose answers are used for the next file of the same headings, the newest first."""
    stored = FileImport.objects.filter(league=league, kind=kind, status=FileImport.DONE, answers__agreed=True)
    return stored.order_by("-pk")


def remember_answers(upload: FileImport, fits: Callable[[Mapping[str, Any]], bool]) -> None:
    """Give the file the fitting answers to the last file of its league: the meaning of columns, order of dates, sheet
    and code page. What a file leaves out, such as its season, is asked for every time."""
    earlier = remembered_answers(upload.league, upload.kind).values_list("name", "answers")
    for name, answers in earlier[:MOST_REMEMBERED]:
        if fits(answers):
            again = {key: answers[key] for key in REMEMBERED if key in answers}
            upload.answers = {**again, "as_in": name}
            upload.save(update_fields=["answers"])
            return


def remember_same_file(upload: FileImport) -> None:
    """Give the file the answers to the same file that was imported before, except who is meant by a name: newcomers
    back then are characters now, and other names are remembered or were forgotten."""
    earlier = remembered_answers(upload.league, upload.kind).filter(content=bytes(upload.content))
    if same := earlier.only("name", "answers").first():
        kept = {key: answer for key, answer in same.answers.items() if key not in _OF_NAMES}
        upload.answers = {**kept, "as_in": same.name}
        upload.save(update_fields=["answers"])


def remember_names(league: League, meant: Mapping[str, int]) -> None:
    """Have later files of the league mean the same characters by these names."""
    here = Enrolment.objects.filter(league=league, character__in=meant.values()).values_list("character", flat=True)
    known = {name: pk for name, pk in meant.items() if pk in here and len(name) <= NAME_LENGTH}
    aliases = {name_key(name): (name, pk) for name, pk in known.items()}
    Alias.objects.bulk_create(
        [Alias(league=league, character_id=pk, name=name, name_key=key) for key, (name, pk) in aliases.items() if key],
        update_conflicts=True,
        unique_fields=["league", "name_key"],
        update_fields=["character", "name"],
    )


@transaction.atomic
def forget_answers(*, upload: FileImport) -> None:
    """Have the next file with these headings ask again."""
    same = [
        earlier
        for earlier in remembered_answers(upload.league, upload.kind).select_for_update(no_key=True).only("answers")
        if earlier.answers["columns"].keys() == upload.answers.get("columns", {}).keys()
    ]
    for earlier in same:
        earlier.answers = {**earlier.answers, "agreed": False}
    FileImport.objects.bulk_update(same, ["answers"])


def forget_name(*, alias: Alias) -> None:
    """Have the next file with this name ask again who is meant."""
    alias.delete()


def answer_import(
    *,
    upload: FileImport,
    columns: Mapping[str, str],
    date_order: str,
    strangers: str,
    meant: Mapping[str, str] = MappingProxyType({}),
    given: Mapping[str, str] = MappingProxyType({}),
    outside_season: bool = False,
    whole_only: bool = False,
    footers: bool = False,
    headless: bool = False,
    games: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Answer the questions about a file. It is imported if the answers equal the shown reading, and shown again
    otherwise.

    `meant` answers for each name that nearly is a character's: the id of one that was offered, or one of `roles_of` the
    kind of file; `strangers` for all other names. `whole_only`: games with a problem are left out, and the others
    imported. `footers`: what looks like totals and notes is left out. `headless`: the first line is a person too,
    and the file is shown so. `games`: those to be added, with how each ends; plays of others are left out.

    Raise ValidationError for an invalid answer, and if somebody has already answered (`stale`).
    """
    questions = upload.questions
    if headless and questions.get("may_be_headless"):
        _read_again(upload, {key: questions.get(key, "") for key in ("sheet", "code_page")} | {"headless": True})
        return
    headings = {heading["text"]: heading["column"] for heading in questions.get("headings", ())}
    fits = columns.keys() == headings.keys() and {*columns.values()} <= {"", *questions.get("known", ())}
    if date_order not in DATE_ORDERS or not fits:
        raise ValidationError(_("For every heading, choose a column or leave it out."), code="invalid")
    asked = {column: dict(choices) for column, choices in questions.get("asked", {}).items()}
    if given.keys() != asked.keys() or any(given[column] not in choices for column, choices in asked.items()):
        raise ValidationError(_("Choose what your file leaves out."), code="invalid")
    near = questions.get("near", {})
    roles = roles_of(upload.kind)
    offered = {name: {*roles, *(pk for pk, _ in choices)} for name, choices in near.items()}
    all_meant = meant.keys() == near.keys() and all(meant[name] in choices for name, choices in offered.items())
    if not all_meant or strangers not in (*roles, ""):
        raise ValidationError(_("Say for each name who is meant."), code="invalid")
    endings = {game["name"]: game["endings"] for game in questions.get("games", ())}
    if any(ends not in endings.get(name, ()) for name, ends in games.items()):
        raise ValidationError(_("Choose for each game how it ends."), code="invalid")
    chosen = {**{name: strangers for name in questions["names"] if name not in near}, **meant}
    unknown = any(heading["why"] == UNKNOWN for heading in questions["headings"])
    answers = {
        "columns": dict(columns),
        "date_order": date_order,
        "guests": [name for name, choice in chosen.items() if choice == GUEST],
        "newcomers": [name for name, choice in chosen.items() if choice == NEW],
        "meant": {
            **upload.answers.get("meant", {}),
            **{name: int(choice) for name, choice in meant.items() if choice not in roles},
        },
        "given": {**upload.answers.get("given", {}), **given},
        "sheet": questions.get("sheet", ""),
        "code_page": questions.get("code_page", ""),
        **({"games": dict(games)} if endings else {}),
        **({"footers": footers} if questions.get("footers") else {}),
        **({"headless": True} if upload.answers.get("headless") else {}),
        **({"outside_season": outside_season} if questions.get("outside") else {}),
        **({"whole_only": True} if whole_only and upload.kind == FileImport.RESULTS else {}),
        "agreed": dict(columns) == headings and date_order == questions["date_order"] and not unknown,
    }
    _read_again(upload, answers)


def read_otherwise(*, upload: FileImport, sheet: str, code_page: str) -> None:
    """Have another sheet read of a file that asks, or its bytes by another code page, and then ask again. Raise
    ValidationError for what the file did not offer, and if somebody has already answered (`stale`)."""
    questions = upload.questions
    sheets, pages = questions.get("sheets", ()), dict(questions.get("code_pages", ()))
    if sheet not in (questions.get("sheet", ""), *sheets) or code_page not in (questions.get("code_page", ""), *pages):
        raise ValidationError(_("Choose a sheet and a spelling from the list."), code="invalid")
    _read_again(upload, {"sheet": sheet, "code_page": code_page})


def _read_again(upload: FileImport, answers: Mapping[str, Any]) -> None:
    asking = FileImport.objects.filter(pk=upload.pk, status=FileImport.ASKS).exclude(content=b"")
    if not asking.update(answers=answers, questions={}, **WAITS_AGAIN):
        raise ValidationError(_("This file is no longer waiting for an answer. Open it again."), code="stale")


def roles_of(kind: str) -> tuple[str, ...]:
    """Return what a name without a character may be in such a file."""
    if kind == FileImport.CHARACTERS:
        return (NEW,)
    return (GUEST, NEW, LEAVE) if kind == FileImport.RESULTS else (NEW, LEAVE)


def import_whole_games(*, upload: FileImport) -> None:
    """Have the worker import the games of a refused file of results that are whole, and leave out the others. Raise
    ValidationError for any other file (`stale`)."""
    refused = FileImport.objects.filter(pk=upload.pk, kind=FileImport.RESULTS, status=FileImport.REFUSED)
    refused = refused.filter(dismissed_at=None).exclude(content=b"").exclude(problems=[])
    if not refused.update(answers={**upload.answers, "whole_only": True}, problems=[], **WAITS_AGAIN):
        raise ValidationError(_("Only a refused file of results can be imported in part."), code="stale")


def _claim(only: int | None = None) -> FileImport | None:
    files = FileImport.objects.select_related("league", "tournament", "uploaded_by")
    waiting = files if only is None else files.filter(pk=only)
    interrupted = said(INTERRUPTED, times=FILES.tries)
    give_up = partial(_finish, status=FileImport.REFUSED, summary=interrupted)
    return FILES.claim(waiting, give_up, status=FileImport.RUNNING)


def _progress_of(upload: FileImport) -> Progress:
    """Return a function for progress, which renews the lease, so that long work is not taken for dead. Once a second,
    because SQLite writes the whole row with its file each time."""
    next_at = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal next_at
        if monotonic() < next_at:
            return
        next_at = monotonic() + 1
        FILES.hold(upload, done=done, total=total)

    return progress


def as_json(problem: FileProblem) -> dict[str, Any]:
    """Return a problem as JSON; `said` holds what another language needs beside the English message."""
    more: dict[str, Any] = {"cell": problem.cell} if problem.cell else {}
    if isinstance(problem.message, Translatable):
        more["said"] = problem.message.kept()
    return {"line": problem.line, "column": problem.column, "message": str(problem.message), **more}


def _finish(
    upload: FileImport,
    status: str,
    *,
    summary: str = "",
    problems: Sequence[FileProblem] = (),
    questions: Mapping[str, Any] | None = None,
) -> None:
    FILES.release(
        upload,
        status=status,
        summary=summary,
        problems=[as_json(problem) for problem in problems[:MOST_PROBLEMS]],
        questions=questions or {},
        done=F("total"),
        finished_at=timezone.now(),
    )


def dismiss_import(*, upload: FileImport) -> None:
    """Take a refused file off the desk; one with open questions is refused thereby. The list of imports keeps both.
    Raise ValidationError for any other file."""
    now, these = timezone.now(), FileImport.objects.filter(pk=upload.pk)
    ends = {"status": FileImport.REFUSED, "summary": UNANSWERED, "questions": {}, "dismissed_at": now}
    ended = these.filter(status=FileImport.ASKS).update(**ends)
    if not ended and not these.filter(status=FileImport.REFUSED).update(dismissed_at=now):
        raise ValidationError(_("Only a file that was refused, or that has questions, can be taken off the desk."))


def forget_old_files() -> None:
    """Delete the content of files that were read 30 days ago; sender, time and outcome stay. What a hall has brought is
    kept until it is decided."""
    old = FileImport.objects.filter(finished_at__lt=timezone.now() - KEPT)
    old.exclude(content=b"").exclude(kind=FileImport.HALL, status=FileImport.ASKS).update(content=b"")
