"""Games of a season: report, confirm, correct, void, dispute, name. One transaction each; the only way in for every
entry point. Permission is checked before (`league.core.queries.access`); the entry points tell the reviewers after the
commit (`games.tasks.review_soon`).

Rooms above wrap each decision (`league.signals.game_changing`). `table`, everywhere: the table that decides,
whose lock the caller holds; it has asked whether it may, and logs the decision itself."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, count

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.rules.names import tidy
from characters.services.choosing import insert_as_chosen
from engine.translatable import said, spoken
from games.models import Decision, Sheet
from games.queries.sheets import newest_sheet, score_sheet
from games.rules.names import refused_name
from games.rules.sheets import ScoreSheet, sheet_digest
from games.services import sheets
from games.services.sheets import check_revision
from league.clubs.queries import known_for, rule_set_of
from league.core.ledger.services import new_entry, record
from league.core.services.locks import share_row, works_without_locks
from league.models import LedgerEntry, Season, SeasonGame, Table
from league.sheets.rules.result_rows import REFERENCE_LENGTH
from league.signals import GameChange, game_changing, game_naming
from league.standings.services.results import rewrite_results


@contextmanager
def deciding(change: GameChange, table: Table | None = None) -> Iterator[None]:
    """Let the rooms above wrap a decision, unless the table itself decides."""
    with ExitStack() as stack:
        for around in () if table else game_changing.send(change):
            stack.enter_context(around)
        yield


User = Person | None


@transaction.atomic
def report_game(
    *,
    season: Season,
    reference: str,
    sheet: ScoreSheet,
    source: str,
    by: User = None,
    confirm: bool = False,
    played_by_bots: bool = False,
    name: str = "",
    place: str = "",
    table: Table | None = None,
) -> SeasonGame:
    """Report a new game of the season with its sheet, submitted or confirmed at once. Without a reference it gets a
    free one, and so does the game of a `table` if another game has its reference.

    Raise ValidationError when a reference that somebody typed is taken, the name can't be shown, or the sheet cannot
    stand.
    """
    typed, names = _checked_reference(reference) if table is None else "", checked_names(name=name, place=place)
    reference = typed or reference or next_reference(season)
    rules = rule_set_of(season)
    row = sheets.submit_sheet(
        sheet=sheet,
        knowledge=known_for(season, sheet, reference, rules=rules),
        rules=rules,
        source=source,
        by=by,
        played_by_bots=played_by_bots,
        marks_later=not confirm and table is None,
    )
    season_game = SeasonGame(season=season, game=row.game, reference=reference, played_at=sheet.played_at, **names)

    def choose_again() -> None:
        if typed:
            raise reference_taken(typed)
        others = chain([reference], (f"{reference}-{number}" for number in count(2)))
        season_game.reference = _first_free(season, others) if table else next_reference(season)

    insert_as_chosen(partial(season_game.save, force_insert=True), choose_again)
    if confirm:
        confirm_game(season_game=season_game, by=by, table=table)
    elif table is None:
        record_sheet("sheet_submitted", season_game, row, by=by, sheet=sheet)
    return season_game


@transaction.atomic
def resubmit_game(
    *,
    season_game: SeasonGame,
    sheet: ScoreSheet,
    source: str,
    reason: str,
    expected_version: int | None = None,
    expected_revision: int | None = None,
    by: User,
    table: Table | None = None,
) -> Sheet:
    """Submit another version of a sheet that nobody has confirmed yet."""
    with deciding(GameChange(season_game, Decision.SUBMITTED, by, reason, sheet), table):
        sheets.check_version(sheets.lock_game(season_game.game_id), expected_version)
        row = sheets.submit_sheet(
            sheet=sheet,
            knowledge=known_for(season_game.season, sheet, season_game.reference, game_id=season_game.game_id),
            rules=rule_set_of(season_game.season),
            source=source,
            by=by,
            game=season_game.game,
            reason=reason,
            expected_revision=expected_revision,
            marks_later=table is None,
        )
        _keep_time(season_game, sheet)
        if table is None:
            record_sheet("sheet_submitted", season_game, row, by=by, reason=reason, sheet=sheet)
    return row


@transaction.atomic
def confirm_game(
    *,
    season_game: SeasonGame,
    expected_version: int | None = None,
    expected_revision: int | None = None,
    by: User = None,
    table: Table | None = None,
    newest: Sheet | None = None,
    kind: str = Decision.CONFIRMED,
    text: str = "",
    agreed: str = "",
) -> Sheet:
    """Confirm the open version. Raise ValidationError when there is no open version, or somebody was faster.

    `newest`: the version that the caller read behind the lock of its `table`. `kind` and `text`: of the decision;
    `agreed`: of the agreement that completes it.
    """
    with deciding(GameChange(season_game, Decision.CONFIRMED, by), table):
        share_row(Season, season_game.season_id)  # keeps its house rules from changing before the commit
        game, rules = sheets.lock_game(season_game.game_id), rule_set_of(season_game.season)
        row = newest or newest_sheet(game.pk)
        row.game = game
        check_revision(game, expected_revision)
        sheets.check_newest(row, expected_version)
        knowledge = known_for(
            season_game.season,
            score_sheet(row),
            season_game.reference,
            game_id=game.pk if row.version > 1 else None,  # a first version has no facts to leave out
            rules=rules,
        )
        sheets.confirm_sheet(
            sheet=row,
            reference=season_game.reference,
            knowledge=knowledge,
            rules=rules,
            by=by,
            kind=kind,
            text=text,
            agreed=agreed,
        )
        rewrite_results(season_game=season_game, sheet=row)
        if table is None:
            record_sheet("sheet_confirmed", season_game, row, by=by)
    return row


@works_without_locks
@transaction.atomic
def correct_game(
    *,
    season_game: SeasonGame,
    sheet: ScoreSheet,
    reason: str,
    source: str,
    expected_version: int | None = None,
    expected_revision: int | None = None,
    by: User = None,
    redraw: bool = False,
    quietly: bool = False,
    table: Table | None = None,
) -> Sheet:
    """Record a new confirmed version of any game of the season, including voided ones, however long ago it was. Rounds
    of a tournament that are drawn since stay, unless `redraw`. `quietly`: nobody gets a letter about just this game."""
    with deciding(GameChange(season_game, Decision.CORRECTED, by, reason, sheet, redraw), table):
        row = sheets.correct_sheet(
            game=season_game.game,
            sheet=sheet,
            reference=season_game.reference,
            knowledge=known_for(season_game.season, sheet, season_game.reference, game_id=season_game.game_id),
            rules=rule_set_of(season_game.season),
            source=source,
            reason=reason,
            expected_version=expected_version,
            expected_revision=expected_revision,
            by=by,
        )
        _keep_time(season_game, sheet)
        rewrite_results(season_game=season_game, sheet=row)
        if table is None:
            record_sheet("sheet_corrected", season_game, row, by=by, reason=row.reason, is_told=quietly)
    return row


def correct_seats(season_game: SeasonGame, sheet: ScoreSheet, reason: str, source: str, by: User) -> None:
    """Correct a sheet whose seats change hands (`league.signals.seats_changing_hands`)."""
    correct_game(season_game=season_game, sheet=sheet, reason=reason, source=source, by=by, quietly=True)


@works_without_locks
@transaction.atomic
def void_game(
    *,
    season_game: SeasonGame,
    reason: str,
    expected_version: int | None = None,
    expected_revision: int | None = None,
    by: User = None,
    redraw: bool = False,
    table: Table | None = None,
) -> Sheet:
    """Take a game out of standings and careers. It stays readable, and a correction brings it back."""
    with deciding(GameChange(season_game, Decision.VOIDED, by, reason, redraw=redraw), table):
        row = sheets.void_sheet(
            game=season_game.game,
            reason=reason,
            expected_version=expected_version,
            expected_revision=expected_revision,
            by=by,
        )
        rewrite_results(season_game=season_game, sheet=None)
        if table is None:
            record_sheet("game_voided", season_game, row, by=by, reason=row.closed_reason)
    return row


@transaction.atomic
def dispute_game(
    *,
    season_game: SeasonGame,
    reason: str,
    expected_revision: int | None = None,
    by: User = None,
    table: Table | None = None,
) -> Sheet:
    """Say that an unconfirmed sheet is wrong."""
    with deciding(GameChange(season_game, Decision.DISPUTED, by, reason), table):
        row = sheets.dispute_sheet(game=season_game.game, reason=reason, expected_revision=expected_revision, by=by)
        if table is None:
            record_sheet("sheet_disputed", season_game, row, by=by, reason=row.closed_reason)
    return row


def next_reference(season: Season) -> str:
    """Return a free reference for a game that comes without one, such as spring-2026-0121."""
    first = season.season_games.count() + 1
    return _first_free(season, (f"{season.slug}-{number:04}" for number in count(first)))


def reference_taken(reference: str) -> ValidationError:
    """Return the refusal of a reference that another game of the season has."""
    taken = _("There is already a game {reference} in this season. Choose another reference, or correct that game.")
    return ValidationError({"reference": taken.format(reference=reference)})


def _first_free(season: Season, references: Iterable[str]) -> str:
    return next(each for each in references if not season.season_games.filter(reference=each).exists())


def _checked_reference(reference: str) -> str:
    reference = reference.strip()
    if len(reference) > REFERENCE_LENGTH:
        too_long = _("The reference is too long; the limit is {most} characters.")
        raise ValidationError({"reference": too_long.format(most=REFERENCE_LENGTH)})
    return reference


def _keep_time(season_game: SeasonGame, sheet: ScoreSheet) -> None:
    rows = SeasonGame.objects.filter(pk=season_game.pk).exclude(played_at=sheet.played_at)
    rows.update(played_at=sheet.played_at)
    season_game.played_at = sheet.played_at


def checked_names(*, name: str, place: str) -> dict[str, str]:
    """Return both as they are stored. Raise ValidationError for text that can't be shown or is too long."""
    tidied = {"name": tidy(name), "place": tidy(place)}
    problems = {field: refused_name(text) for field, text in tidied.items()}
    refused = {field: spoken(said(_REFUSED[field], problem=why)) for field, why in problems.items() if why}
    if refused:
        raise ValidationError(refused)
    return tidied


_REFUSED = {"name": said("The name {problem}."), "place": said("The place {problem}.")}


@transaction.atomic
def name_game(*, season_game: SeasonGame, name: str, place: str, by: User) -> bool:
    """Name the game from now on; without a name it is called by what is known of it. Return False if that is already
    its name. The ledger holds that it was named, not how: a name can be changed, an entry can't."""
    tidied = checked_names(name=name, place=place)
    game_naming.send(season_game)
    row = SeasonGame.objects.select_for_update(no_key=True).select_related("season").get(pk=season_game.pk)
    if (row.name, row.place) == (tidied["name"], tidied["place"]):
        return False
    row.name, row.place = season_game.name, season_game.place = tidied["name"], tidied["place"]
    row.save(update_fields=["name", "place"])
    text = said("Game {reference} was named.", reference=row.reference)
    record(kind="game_named", text=text, by=by, season=row.season, game=row.game_id)
    return True


@transaction.atomic
def keep_game_record(*, season_game: SeasonGame, text: str, rules_version: int) -> None:
    """Keep the record by which anybody can replay the game."""
    row = sheets.keep_record(game=season_game.game, text=text, rules_version=rules_version)
    kept = said("The record of game {reference} was kept.", reference=season_game.reference)
    record(kind="record_kept", text=kept, season=season_game.season, game=season_game.game_id, rows=[row])


DEEDS = {
    "sheet_submitted": said("Game {reference}: version {version} was reported."),
    "sheet_confirmed": said("Game {reference}: version {version} was confirmed."),
    "sheet_disputed": said("Game {reference}: version {version} was disputed."),
    "sheet_corrected": said("Game {reference}: version {version} was corrected."),
    "game_voided": said("Game {reference}: version {version} was voided."),
}


def sheet_entry(
    kind: str,
    season_game: SeasonGame,
    row: Sheet,
    *,
    by: User,
    reason: str = "",
    sheet: ScoreSheet | None = None,
    is_told: bool = True,
) -> LedgerEntry:
    """Return an unsaved row. `sheet`: what was reported, if nobody has sealed it; `is_told`: nobody needs telling, as
    for entries from a file."""
    about: dict[str, object] = {"version": row.version}
    if row.seal:
        about["seal"] = row.seal
    if sheet is not None:
        about["digest"] = sheet_digest(sheet)
    if reason:
        about["reason"] = reason
    text = said(DEEDS[kind], reference=season_game.reference, version=row.version)
    return new_entry(
        kind=kind, text=text, by=by, season=season_game.season, game=season_game.game_id, about=about, is_told=is_told
    )


def record_sheet(
    kind: str,
    season_game: SeasonGame,
    row: Sheet,
    *,
    by: User,
    reason: str = "",
    sheet: ScoreSheet | None = None,
    is_told: bool = False,
) -> None:
    """Record the sheet; the people concerned are told, unless `is_told` says that they are told otherwise."""
    sheet_entry(kind, season_game, row, by=by, reason=reason, sheet=sheet, is_told=is_told).save()
