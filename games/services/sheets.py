"""Sheets from submission to confirmation, correction and void: one transaction each.

Lock order, here and in the review: game, then characters, then sheets. A confirmed sheet is never edited; what follows
for the characters is said by new facts, and the sheet without `reviewed_at` is the job that reviews them.
"""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from characters.models import RuleSet
from characters.rules.facts import WITHDRAWAL, Fact
from characters.services.facts import record_facts
from games.models import Game, Sheet, SheetSeat
from games.queries.sheets import score_sheet
from games.rules.lines import result_facts
from games.rules.sheets import Known, ScoreSheet
from games.rules.systems import SYSTEMS, winners
from games.services.refusals import check_sheet

User = Person | None
REASON_LENGTH = 300


@transaction.atomic
def submit_sheet(
    *,
    sheet: ScoreSheet,
    known: Known,
    rules: RuleSet,
    source: str,
    by: User = None,
    game: Game | None = None,
    reason: str = "",
    played_by_bots: bool = False,
) -> Sheet:
    """A submitted version of a new game, or with `game` the next version of one that is not confirmed.

    An open version before it is superseded. Raises ValidationError when the sheet cannot stand or the game is
    confirmed.
    """
    check_sheet(sheet, known)
    if game is None:
        game = Game.objects.create(system=sheet.system, edition=sheet.edition, played_by_bots=played_by_bots)
        return _write(sheet, game=game, rules=rules, source=source, by=by, version=1)
    game = lock_game(game.pk)
    if game.sheets.confirmed().exists():
        raise ValidationError("This game is confirmed. An organiser can correct it.", code="stale")
    newest = _newest(game)
    reason = required_reason(reason) if newest else ""
    close_versions(game, by=by)
    return _write(sheet, game=game, rules=rules, source=source, by=by, reason=reason, version=newest + 1)


@transaction.atomic(savepoint=False)
def confirm_sheet(*, sheet: Sheet, reference: str, known: Known, by: User = None) -> Sheet:
    """Make an open version the confirmed one and record what it means for its characters.

    `sheet` is the newest version, read after `lock_game` with its game and seats. Raises ValidationError when somebody
    was faster or the levels of the time no longer allow the sheet.
    """
    if sheet.status not in (Sheet.SUBMITTED, Sheet.DISPUTED):
        raise ValidationError(f"This sheet is {sheet.status} already; somebody was faster.", code="stale")
    value = score_sheet(sheet)
    check_sheet(value, known)
    record_facts(entries=_facts(sheet.game, sheet, value, reference=reference))
    _mark_confirmed(sheet, by=by)
    return sheet


@transaction.atomic
def correct_sheet(
    *,
    game: Game,
    sheet: ScoreSheet,
    reference: str,
    known: Known,
    rules: RuleSet,
    source: str,
    reason: str,
    expected_version: int | None = None,
    by: User = None,
) -> Sheet:
    """A new confirmed version of a game that was confirmed or voided before, whenever that was.

    Raises ValidationError for a missing reason, a game never confirmed, a sheet that cannot stand, or a version that is
    not `expected_version` any more (code `stale`).
    """
    reason = required_reason(reason)
    game = lock_game(game.pk)
    check_version(game, expected_version)
    if not game.sheets.filter(status__in=(Sheet.CONFIRMED, Sheet.VOID)).exists():
        raise ValidationError("This game is not confirmed yet. Change its open sheet, or confirm it.")
    if (sheet.system, sheet.edition) != (game.system, game.edition):
        raise ValidationError("A correction can't change the game system or the edition; void this game instead.")
    check_sheet(sheet, known)
    row = _write(
        sheet,
        game=game,
        version=_newest(game) + 1,
        rules=rules,
        source=source,
        by=by,
        reason=reason,
        status=Sheet.SUPERSEDED,
    )
    _record_instead(game, row, sheet, reference=reference, because=f"corrected: {reason}")
    close_versions(game, by=by, apart_from=row.pk)
    _mark_confirmed(row, by=by)
    return row


@transaction.atomic
def void_sheet(*, game: Game, reason: str, expected_version: int | None = None, by: User = None) -> Sheet:
    """Take a game back: it counts for nobody, and stays readable. A correction can bring it back."""
    reason = required_reason(reason)
    game = lock_game(game.pk)
    sheet = game.sheets.latest("version")
    check_newest(sheet, expected_version)
    if sheet.status == Sheet.VOID:
        raise ValidationError("This game is void already.", code="stale")
    confirmed = game.sheets.confirmed().first()
    if confirmed is not None:
        at = timezone.now()
        record_facts(
            entries=[
                (character_id, Fact(kind=WITHDRAWAL, at=at, game=game.pk, because=f"voided: {reason}"))
                for character_id in _character_ids(confirmed)
            ]
        )
    sheet.status, sheet.closed_by, sheet.closed_at, sheet.closed_reason = Sheet.VOID, by, timezone.now(), reason
    sheet.reviewed_at, sheet.review_tries, sheet.doubts = None, 0, []
    sheet.save()
    return sheet


@transaction.atomic
def dispute_sheet(*, game: Game, reason: str, by: User = None) -> Sheet:
    """Say that an unconfirmed sheet is wrong. It waits for an organiser."""
    reason = required_reason(reason)
    lock_game(game.pk)
    sheet = game.sheets.latest("version")
    if sheet.status != Sheet.SUBMITTED:
        raise ValidationError(f"Only a submitted sheet can be disputed; this one is {sheet.status}.", code="stale")
    sheet.status, sheet.closed_by, sheet.closed_at, sheet.closed_reason = Sheet.DISPUTED, by, timezone.now(), reason
    sheet.save(update_fields=["status", "closed_by", "closed_at", "closed_reason"])
    return sheet


def lock_game(pk: int) -> Game:
    return Game.objects.select_for_update(no_key=True).get(pk=pk)


def check_version(game: Game, expected: int | None) -> None:
    """Raises ValidationError with the code `stale` when the newest version is not the expected one."""
    check_newest(game.sheets.latest("version"), expected)


def check_newest(newest: Sheet, expected: int | None) -> None:
    """The same for a caller that has the newest version at hand."""
    version = newest.version
    if expected is not None and expected != version:
        raise ValidationError(
            f"This game is at version {version} now, and you saw version {expected}. Look at the new version first.",
            code="stale",
        )


def required_reason(reason: str) -> str:
    """The reason, tidied. Raises ValidationError when there is none."""
    reason = " ".join(reason.split())
    if not reason:
        raise ValidationError({"reason": "Say why, so that the others understand the change."})
    if len(reason) > REASON_LENGTH:
        raise ValidationError({"reason": f"The reason is too long; {REASON_LENGTH} characters are the most."})
    return reason


def close_versions(game: Game, *, by: User, apart_from: int = 0) -> None:
    """Supersede the open or confirmed version, if there is one."""
    game.sheets.filter(status__in=(Sheet.SUBMITTED, Sheet.DISPUTED, Sheet.CONFIRMED)).exclude(pk=apart_from).update(
        status=Sheet.SUPERSEDED, closed_by=by, closed_at=timezone.now()
    )


def seat_rows(row: Sheet, sheet: ScoreSheet) -> list[SheetSeat]:
    """The seats of a sheet as rows, with their places and points. Who won is written down even where the table left it
    to the figures."""
    system, first = SYSTEMS[sheet.system], winners(sheet)
    places: dict[int, int] = {}
    for group in system.ranking(sheet):
        places |= dict.fromkeys(group, len(places) + 1)
    return [
        SheetSeat(
            sheet=row,
            seat=line.seat,
            character_id=line.character,
            name=line.name,
            won=line.seat in first,
            place=places[line.seat],
            points=system.points(line, sheet),
            figures=dict(line.figures),
        )
        for line in sheet.seats
    ]


def _newest(game: Game) -> int:
    """The number of the newest version; 0 without one."""
    return game.sheets.order_by("-version").values_list("version", flat=True).first() or 0


def _write(
    sheet: ScoreSheet,
    *,
    game: Game,
    version: int,
    rules: RuleSet,
    source: str,
    by: User,
    reason: str = "",
    status: str = Sheet.SUBMITTED,
) -> Sheet:
    row = Sheet.objects.create(
        game=game,
        version=version,
        status=status,
        source=source,
        played_at=sheet.played_at,
        mode=sheet.mode,
        target=sheet.target,
        minutes=sheet.minutes,
        rules=rules,
        reason=reason,
        submitted_by=by,
    )
    SheetSeat.objects.bulk_create(seat_rows(row, sheet))
    return row


def _facts(game: Game, row: Sheet, sheet: ScoreSheet, *, reference: str, because: str = "") -> list[tuple[int, Fact]]:
    by_bots = game.played_by_bots
    return result_facts(
        game.pk, row.version, row.rules_id, sheet, reference=reference, because=because, played_by_bots=by_bots
    )


def _record_instead(game: Game, row: Sheet, sheet: ScoreSheet, *, reference: str, because: str) -> None:
    """New facts for everybody at the table, and a withdrawal for whoever is not on the sheet any more."""
    facts = _facts(game, row, sheet, reference=reference, because=because)
    before = game.sheets.confirmed().first()
    gone = set(_character_ids(before)) - {character_id for character_id, _ in facts} if before else set()
    at = timezone.now()
    facts += [(pk, Fact(kind=WITHDRAWAL, at=at, game=game.pk, because=because)) for pk in sorted(gone)]
    record_facts(entries=facts)


def _character_ids(sheet: Sheet) -> list[int]:
    ids = sheet.seats.exclude(character=None).values_list("character_id", flat=True)
    return [pk for pk in ids if pk is not None]


def _mark_confirmed(sheet: Sheet, *, by: User) -> None:
    sheet.status, sheet.confirmed_by, sheet.confirmed_at = Sheet.CONFIRMED, by, timezone.now()
    sheet.save(update_fields=["status", "confirmed_by", "confirmed_at"])
