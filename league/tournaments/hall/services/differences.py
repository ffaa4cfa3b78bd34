"""The file of a hall whose tournament is here again: it is compared, and an organiser takes results from it."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.careers.editions import Edition
from engine.translatable import Translatable, said, said_of
from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.clubs.queries import names_in
from league.core.ledger.services import record
from league.core.rules.csv_text import FileProblem
from league.core.services.locks import works_without_locks
from league.core.services.uploads import as_json
from league.models import FileImport, Hall, SeasonGame, SeasonPlay, Table, Tournament
from league.results.services.games import confirm_game, correct_game, resubmit_game
from league.sheets.queries.sheet_text import ComparedFigure, LabelledFigure, compare, main_figures, side_figures
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import at, with_words
from league.tournaments.archive.services.archive_games import GamesReplay, record_games
from league.tournaments.archive.services.archive_rows import People
from league.tournaments.entries.services.tournament_log import lock_tournament
from league.tournaments.hall.rules.differences import (
    INSTEAD,
    MOST_AT_ONCE,
    MOST_CORRECTIONS,
    NEW,
    Difference,
    Differences,
    differences,
    entered_on_both,
)
from league.tournaments.hall.services.back import accounts_of, every_name, opened
from league.tournaments.tables.queries.table_state import UNDER_WAY

Seat = tuple[str, bool, Sequence[LabelledFigure]]  # name, whether it won, figures
_PLAYED_HERE = said(
    "This table is played on the site, and its result comes from there. A referee can stop that play first."
)
_FROM_HALL = said("As the file of the hall has it")


class Comparison(NamedTuple):
    """The archive of a hall, the ids of everybody by the key of the name that it has, and what differs from here."""

    hall: Hall
    archive: Mapping[str, Any]
    ids: Mapping[str, int]
    found: Differences


class Shown(NamedTuple):
    """A difference as a page shows it: the figures of each seat in the hall, and every figure beside another one here,
    with the ones that `differ`."""

    difference: Difference
    place: str
    seats: Sequence[Seat]
    compared: Sequence[ComparedFigure]

    @property
    def differ(self) -> list[ComparedFigure]:
        return [row for row in self.compared if row.changed]

    @property
    def status(self) -> tuple[str, str]:
        """Return the state of the result in the hall, and of one here."""
        here = self.difference.here
        return self.difference.there["sheets"][-1]["status"], here["sheets"][-1]["status"] if here else ""


def compared(upload: FileImport) -> Comparison:
    """Open the file of a hall and compare it with its tournament as it is here."""
    tournament = upload.tournament
    assert tournament is not None  # by constraint
    hall, content = opened(tournament, bytes(upload.content))
    archive, here = with_words(content["archive"]), tournament_archive(tournament, private=True)
    known = every_name(tournament)
    entered = entered_on_both(here, archive, known)
    return Comparison(hall, archive, {**known, **entered}, differences(here, archive, known, entered))


def shown(tournament: Tournament, now: Comparison, results: Sequence[Difference]) -> list[Shown]:
    """Return the results with their figures in words."""
    words = names_in(tournament.season, tournament.system, tournament.edition)
    replay = _replay(tournament, now)

    def in_words(difference: Difference) -> Shown:
        sheet, other = _sheet_or_none(replay, difference.there), _sheet_or_none(replay, difference.here)
        seats = [] if sheet is None else [_seat(sheet, line, words) for line in sheet.seats]
        rows = compare(other, sheet, words) if sheet and other and difference.how == INSTEAD else []
        return Shown(difference, place_of(now.archive, difference.place), seats, rows)

    return [in_words(difference) for difference in results]


def _seat(sheet: ScoreSheet, line: SeatLine, words: Edition) -> Seat:
    return line.name or _("Guest"), line.won, [*main_figures(sheet, line, words), *side_figures(sheet, line, words)]


def _replay(tournament: Tournament, now: Comparison) -> GamesReplay:
    """Return what reads the sheets of both sides; id 0 is somebody who is not known here."""
    return GamesReplay(tournament, now.archive, defaultdict(int, now.ids), People(None))


def _sheet_or_none(replay: GamesReplay, game: Mapping[str, Any] | None) -> ScoreSheet | None:
    try:
        return replay.value(game, game["sheets"][-1]) if game else None
    except ValidationError:  # said once somebody takes it
        return None


def place_of(archive: Mapping[str, Any], place: tuple[int, ...]) -> str:
    """Return round and table in words, or the round alone, with the stage if there are several."""
    stage, played, *table = place
    text = _("Round {round}, table {table}") if table else _("Round {round}")
    text = text.format(round=played, table=table[0] if table else 0)
    names = {row["number"]: row["name"] for row in archive["stages"]}
    return text if len(names) == 1 else f"{names[stage]}, {text}"


@works_without_locks
@transaction.atomic
def take_from_hall(*, upload: FileImport, chosen: Collection[str], by: User) -> int:
    """Take the results with these keys (`Difference.key`), and return how many were taken; what can't stand is listed
    in the file with the reason. Raise ValidationError, and nothing is changed, if one of them has been decided
    meanwhile, the file has, or the tournament runs in a hall."""
    tournament, now = _locked(upload)
    can = {each.key: each for each in now.found.results if each.how}
    if not chosen:
        raise ValidationError(_("Tick at least one result."))
    if not can.keys() >= {*chosen}:
        text = _("Something was decided here since you looked. Look again, then choose.")
        raise ValidationError(text, code="stale")
    results = [can[key] for key in dict.fromkeys(chosen)]
    if len(results) > MOST_AT_ONCE or sum(each.how == INSTEAD for each in results) > MOST_CORRECTIONS:
        text = _("Tick at most {most} results at once, {corrections} of them corrections.")
        raise ValidationError(text.format(most=MOST_AT_ONCE, corrections=MOST_CORRECTIONS))
    with override(settings.LANGUAGE_CODE):  # what is stored is English
        problems = [*_take_new(tournament, now, results), *_take_others(tournament, now, results, by)]
        FileImport.objects.filter(pk=upload.pk).update(problems=[as_json(problem) for problem in problems])
    refused = {problem.column for problem in problems}
    games = SeasonGame.objects.filter(game__table__round__stage__tournament=tournament)
    ids = dict(games.values_list("reference", "game"))
    # A new game whose last step was refused is here all the same.
    taken = [each for each in results if each.reference not in refused or (each.how == NEW and each.reference in ids)]
    for each in taken:
        text = said("The result of game {reference} was taken from the hall.", reference=each.reference)
        about: dict[str, Any] = {"hall": now.hall.pk, "file": upload.pk, "how": each.how}
        game = ids[each.here["reference"] if each.here else each.reference]
        record(kind="hall_result_taken", text=text, by=by, season=tournament.season, game=game, **about)
    return len(taken)


@transaction.atomic
def keep_what_is_here(*, upload: FileImport, by: User) -> None:
    """End the comparison. What was not taken stays in the list of the file, with the reason and the figures. Raise
    ValidationError as `take_from_hall`."""
    tournament, now = _locked(upload)
    left = now.found.results
    with override(settings.LANGUAGE_CODE):
        problems = [at(row.difference.reference, _in_a_line(row)) for row in shown(tournament, now, left)]
        problems += [at(name, said("Entered in the hall alone.")) for name in now.found.people]
    summary = said_of(
        len(left), "Decided: {count:,} result stays with the hall.", "Decided: {count:,} results stay with the hall."
    )
    ended = {"status": FileImport.DONE, "summary": summary, "finished_at": timezone.now()}
    FileImport.objects.filter(pk=upload.pk).update(problems=[as_json(problem) for problem in problems], **ended)
    text = said("What the hall of {tournament} brought was decided; what is here is kept.", tournament=tournament.name)
    about: dict[str, Any] = {"hall": now.hall.pk, "file": upload.pk, "left": [each.reference for each in left]}
    record(kind="hall_file_decided", text=text, by=by, season=tournament.season, **about)


def _in_a_line(row: Shown) -> Translatable:
    """Return why a result of the hall was left there, and its figures."""
    seats = [f"{name}: {', '.join(f'{label} {text}' for label, text in figures)}" for name, _won, figures in row.seats]
    why = row.difference.why or said("It was not taken.")
    return said("{why} In the hall: {figures}", why=why, figures="; ".join(seats))


def _locked(upload: FileImport) -> tuple[Tournament, Comparison]:
    """Return the tournament behind its lock, and what differs then."""
    assert upload.tournament_id is not None  # by constraint
    tournament = lock_tournament(upload.tournament_id)
    row = FileImport.objects.select_for_update(no_key=True, of=("self",)).get(pk=upload.pk)
    if (row.kind, row.status) != (FileImport.HALL, FileImport.ASKS):
        raise ValidationError(_("This file is decided; its list says what stays with the hall."), code="stale")
    row.tournament = tournament
    return tournament, compared(row)


def _take_new(tournament: Tournament, now: Comparison, results: Sequence[Difference]) -> list[FileProblem]:
    """Bring games to tables that have none, and return what can't stand, under the reference of its game."""
    plays = SeasonPlay.objects.filter(table__round__stage__tournament=tournament, play__status__in=UNDER_WAY)
    played = {*plays.values_list("table__round__stage__number", "table__round__number", "table__number")}
    games = [each.there for each in results if each.how == NEW and each.place not in played]
    people = People(None, now.archive["archived_names"], accounts=accounts_of(tournament.season.league))
    archive = {**now.archive, "games": games}
    problems = record_games(tournament=tournament, archive=archive, ids=now.ids, people=people)
    references = {f"games[{place}]": game["reference"] for place, game in enumerate(games)}
    refused = [at(references[problem.column.partition(".")[0]], problem.message) for problem in problems]
    return refused + [at(each.reference, _PLAYED_HERE) for each in results if each.how == NEW and each.place in played]


def _take_others(
    tournament: Tournament, now: Comparison, results: Sequence[Difference], by: User
) -> Iterator[FileProblem]:
    """Decide about results that are already here, each as a whole, and yield what is refused."""
    replay = _replay(tournament, now)
    for each in results:
        if each.how != NEW and each.here is not None:
            try:
                with transaction.atomic():
                    _decide(tournament, each, each.here, replay, by)
            except ValidationError as error:
                yield from (at(each.reference, text) for text in error.messages)


def _decide(tournament: Tournament, each: Difference, here: Mapping[str, Any], replay: GamesReplay, by: User) -> None:
    """Confirm the result here as the hall did, or take that of the hall instead."""
    games = SeasonGame.objects.select_related("season__league", "game")
    game, sheet = games.get(season=tournament.season, reference=here["reference"]), each.there["sheets"][-1]
    if each.how == INSTEAD:
        value = replay.value(each.there, sheet)
        written: dict[str, Any] = {"season_game": game, "sheet": value, "reason": _FROM_HALL, "source": sheet["source"]}
        status = here["sheets"][-1]["status"]
        if status in (Sheet.CONFIRMED, Sheet.VOID):
            correct_game(**written, by=by)
            return
        # A table whose result was set aside reports again.
        table = Table.objects.get(game=game.game_id) if status == Sheet.SUPERSEDED else None
        resubmit_game(**written, by=by, table=table)
    confirm_game(season_game=game, by=by)
