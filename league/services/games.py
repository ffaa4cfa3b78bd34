"""Games of a season: report, confirm, correct, void, dispute. One transaction each; the only way in for every entry
point. Who may do it is asked before (`league.queries.roles`); the entry points tell the reviewers after
the commit (`games.tasks.review_soon`)."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Prefetch

from characters.models import RuleSet
from games.models import Sheet, SheetSeat
from games.queries.sheets import score_sheet
from games.rules.sheets import ScoreSheet
from games.services import sheets
from league.models import Season, SeasonGame
from league.queries.tables import known_for, rule_set_of
from league.services.aftermath import followed_up
from league.services.results import rewrite_results

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
) -> SeasonGame:
    """A new game of the season with its sheet, submitted or at once confirmed.

    Raises ValidationError when the reference is taken or the sheet cannot stand.
    """
    reference = _free_reference(season, reference)
    rules = rule_set_of(season)
    known = known_for(season, sheet, reference, rules=rules)
    row = sheets.submit_sheet(
        sheet=sheet, known=known, rules=rules, source=source, by=by, played_by_bots=played_by_bots
    )
    try:
        with transaction.atomic():
            season_game = SeasonGame.objects.create(
                season=season, game=row.game, reference=reference, played_at=sheet.played_at
            )
    except IntegrityError as error:
        raise ValidationError({"reference": _taken(reference)}) from error
    if confirm:
        confirm_game(season_game=season_game, by=by)
    return season_game


@transaction.atomic
def resubmit_game(
    *, season_game: SeasonGame, sheet: ScoreSheet, source: str, reason: str, expected_version: int | None, by: User
) -> Sheet:
    """Another version of a sheet that nobody has confirmed yet."""
    sheets.check_version(sheets.lock_game(season_game.game_id), expected_version)
    row = sheets.submit_sheet(
        sheet=sheet,
        known=known_for(season_game.season, sheet, season_game.reference, game_id=season_game.game_id),
        rules=rule_set_of(season_game.season),
        source=source,
        by=by,
        game=season_game.game,
        reason=reason,
    )
    _keep_time(season_game, sheet)
    return row


@transaction.atomic
def confirm_game(*, season_game: SeasonGame, expected_version: int | None = None, by: User = None) -> Sheet:
    """Confirm the open version. Raises ValidationError when there is none, or somebody was faster."""
    # The season's lock keeps its house rules from changing between this check and the commit.
    Season.objects.select_for_update(no_key=True).values_list("pk").get(pk=season_game.season_id)
    game = sheets.lock_game(season_game.game_id)
    row = game.sheets.prefetch_related(Prefetch("seats", SheetSeat.objects.order_by("seat"))).latest("version")
    row.game = game
    sheets.check_newest(row, expected_version)
    rules = rule_set_of(season_game.season)
    _follow_rules(row, rules)
    value = score_sheet(row)
    before = game.pk if row.version > 1 else None  # a first version has no facts to leave out
    known = known_for(season_game.season, value, season_game.reference, game_id=before, rules=rules)
    confirmed = sheets.confirm_sheet(sheet=row, reference=season_game.reference, known=known, by=by)
    rewrite_results(season_game=season_game, sheet=confirmed)
    return confirmed


@transaction.atomic
def correct_game(
    *,
    season_game: SeasonGame,
    sheet: ScoreSheet,
    reason: str,
    source: str,
    expected_version: int | None = None,
    by: User = None,
    redraw: bool = False,
) -> Sheet:
    """A new confirmed version of any game of the season, voided ones included, however long ago it was. Rounds of a
    tournament that are drawn since stay, unless `redraw` (`aftermath`)."""
    with followed_up(season_game=season_game, what=f"is corrected: {_said(reason)}", redraw=redraw, by=by):
        row = sheets.correct_sheet(
            game=season_game.game,
            sheet=sheet,
            reference=season_game.reference,
            known=known_for(season_game.season, sheet, season_game.reference, game_id=season_game.game_id),
            rules=rule_set_of(season_game.season),
            source=source,
            reason=reason,
            expected_version=expected_version,
            by=by,
        )
        _keep_time(season_game, sheet)
        rewrite_results(season_game=season_game, sheet=row)
    return row


@transaction.atomic
def void_game(
    *,
    season_game: SeasonGame,
    reason: str,
    expected_version: int | None = None,
    by: User = None,
    redraw: bool = False,
) -> Sheet:
    """Take a game out of standings and careers. It stays readable, and a correction brings it back."""
    with followed_up(season_game=season_game, what=f"is void: {_said(reason)}", redraw=redraw, by=by):
        row = sheets.void_sheet(game=season_game.game, reason=reason, expected_version=expected_version, by=by)
        rewrite_results(season_game=season_game, sheet=None)
    return row


@transaction.atomic
def dispute_game(*, season_game: SeasonGame, reason: str, by: User = None) -> Sheet:
    """Say that an unconfirmed sheet is wrong."""
    return sheets.dispute_sheet(game=season_game.game, reason=reason, by=by)


def next_reference(season: Season) -> str:
    """A free reference for a game that comes without one, such as spring-2026-0121."""
    number = season.season_games.count() + 1
    while season.season_games.filter(reference=f"{season.slug}-{number:04}").exists():
        number += 1
    return f"{season.slug}-{number:04}"


def _said(reason: str) -> str:
    """The reason as a sentence."""
    text = " ".join(reason.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _free_reference(season: Season, reference: str) -> str:
    reference = reference.strip() or next_reference(season)
    if len(reference) > REFERENCE_LENGTH:
        raise ValidationError({"reference": f"The reference is too long; {REFERENCE_LENGTH} characters are the most."})
    if season.season_games.filter(reference=reference).exists():
        raise ValidationError({"reference": _taken(reference)})
    return reference


def _taken(reference: str) -> str:
    return f"There is already a game {reference} in this season. Choose another reference, or correct that game."


def _follow_rules(row: Sheet, rules: RuleSet) -> None:
    """An open sheet follows the house rules until it is confirmed."""
    if row.rules_id != rules.pk:
        row.rules = rules
        row.save(update_fields=["rules"])


def _keep_time(season_game: SeasonGame, sheet: ScoreSheet) -> None:
    if season_game.played_at != sheet.played_at:
        season_game.played_at = sheet.played_at
        season_game.save(update_fields=["played_at"])
