"""Games of a season: report, confirm, correct, void, dispute. One transaction each; the only way in for every entry
point. Who may do it is asked before (`league.core.queries.access`); the entry points tell the reviewers after the
commit (`games.tasks.review_soon`).

Rooms above stand around each decision (`league.signals.game_changing`). `table`, everywhere: the table that decides,
whose lock the caller holds; it has asked whether it may, and logs the decision itself."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.models import Decision, Sheet
from games.queries.sheets import newest_sheet, score_sheet
from games.rules.sheets import ScoreSheet
from games.services import sheets
from games.services.sheets import check_revision
from league.clubs.queries import known_for, rule_set_of
from league.core.services.locks import share_row, works_without_locks
from league.models import Season, SeasonGame, Table
from league.results.services.names import checked_names, reference_taken, reference_too_long
from league.results.services.sheet_entries import record_sheet
from league.signals import GameChange, game_changing
from league.standings.services.results import rewrite_results


@contextmanager
def deciding(change: GameChange) -> Iterator[None]:
    with ExitStack() as stack:
        for around in game_changing.send(change):
            stack.enter_context(around)
        yield


User = Person | None
REFERENCE_LENGTH = 100


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
    """Report a new game of the season with its sheet, submitted or confirmed at once.

    Raise ValidationError when the reference is taken, the name can't be shown, or the sheet cannot stand.
    """
    reference, names = _checked_reference(season, reference), checked_names(name=name, place=place)
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
    try:
        season_game.save(force_insert=True)
    except IntegrityError as error:
        raise ValidationError({"reference": reference_taken(reference)}) from error
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
    with deciding(GameChange(season_game, Decision.SUBMITTED, by, reason, sheet, table=table)):
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
    with deciding(GameChange(season_game, Decision.CONFIRMED, by, table=table)):
        share_row(Season, season_game.season_id)  # keeps its house rules from changing before the commit
        game, rules = sheets.lock_game(season_game.game_id), rule_set_of(season_game.season)
        row = newest or newest_sheet(game.pk)
        row.game = game
        check_revision(game, expected_revision)
        sheets.check_newest(row, expected_version)
        known = known_for(
            season_game.season,
            score_sheet(row),
            season_game.reference,
            game_id=game.pk if row.version > 1 else None,  # a first version has no facts to leave out
            rules=rules,
        )
        sheets.confirm_sheet(
            sheet=row,
            reference=season_game.reference,
            knowledge=known,
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
) -> Sheet:
    """Record a new confirmed version of any game of the season, including voided ones, however long ago it was. Rounds
    of a tournament that are drawn since stay, unless `redraw`. `quietly`: nobody gets a letter about this game
    alone."""
    with deciding(GameChange(season_game, Decision.CORRECTED, by, reason, sheet, redraw)):
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
        record_sheet("sheet_corrected", season_game, row, by=by, reason=row.reason, told=quietly)
    return row


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
) -> Sheet:
    """Take a game out of standings and careers. It stays readable, and a correction brings it back."""
    with deciding(GameChange(season_game, Decision.VOIDED, by, reason, redraw=redraw)):
        row = sheets.void_sheet(
            game=season_game.game,
            reason=reason,
            expected_version=expected_version,
            expected_revision=expected_revision,
            by=by,
        )
        rewrite_results(season_game=season_game, sheet=None)
        record_sheet("game_voided", season_game, row, by=by, reason=row.closed_reason)
    return row


@transaction.atomic
def dispute_game(
    *, season_game: SeasonGame, reason: str, expected_revision: int | None = None, by: User = None
) -> Sheet:
    """Say that an unconfirmed sheet is wrong."""
    with deciding(GameChange(season_game, Decision.DISPUTED, by, reason)):
        row = sheets.dispute_sheet(game=season_game.game, reason=reason, expected_revision=expected_revision, by=by)
        record_sheet("sheet_disputed", season_game, row, by=by, reason=row.closed_reason)
    return row


def next_reference(season: Season) -> str:
    """Return a free reference for a game that comes without one, such as spring-2026-0121."""
    number = season.season_games.count() + 1
    while season.season_games.filter(reference=f"{season.slug}-{number:04}").exists():
        number += 1
    return f"{season.slug}-{number:04}"


def _checked_reference(season: Season, reference: str) -> str:
    reference = reference.strip() or next_reference(season)
    if len(reference) > REFERENCE_LENGTH:
        raise ValidationError({"reference": reference_too_long(REFERENCE_LENGTH)})
    return reference


def _keep_time(season_game: SeasonGame, sheet: ScoreSheet) -> None:
    rows = SeasonGame.objects.filter(pk=season_game.pk).exclude(played_at=sheet.played_at)
    rows.update(played_at=sheet.played_at)
    season_game.played_at = sheet.played_at
