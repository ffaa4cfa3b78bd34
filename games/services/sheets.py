"""Submit, confirm, correct and void sheets: one transaction each. A sheet that cannot stand is refused in words that a
player can act on. The record of a game that the engine played is kept once, beside it.

Every decision raises the revision of its game, behind the game's lock.

Lock order, here and in the review: game, then characters, then sheets. A confirmed sheet is never edited; its
consequences for the characters are new facts, and the sheet without `reviewed_at` is the job that reviews them.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import RuleSet
from characters.rules.facts import WITHDRAWAL, CareerFact
from characters.services.facts import record_facts
from engine.translatable import Translatable, said, spoken
from games.models import Decision, Game, GameRecord, Sheet, SheetSeat
from games.queries.sheets import DecisionLine, decisions_of, score_sheet, seal_of, seals_of
from games.rules.definitions import digest_of
from games.rules.lines import result_facts
from games.rules.sheets import WAITS, Knowledge, Problem, ScoreSheet, by_rules, errors, void_seal
from games.rules.systems import outcome, problems

User = Person | None
REASON_LENGTH = 300
MOST_IN_WORDS = 5  # of the decisions since somebody looked


def check_sheet(sheet: ScoreSheet, knowledge: Knowledge, *, marks_later: bool = False) -> None:
    """Raise ValidationError with one sentence for each reason why the sheet cannot stand. `marks_later`: it will not be
    confirmed now, so a sheet that only waits for marks is not a reason."""
    refuse(
        [problem for problem in errors(problems(sheet, knowledge)) if not (marks_later and problem.severity == WAITS)]
    )


def refuse(refused: Sequence[Problem]) -> None:
    """Raise ValidationError with one sentence for each problem, if there are any."""
    if refused:
        raise ValidationError(
            [
                # Django fills params into the sentence, so a name such as "100 % Ada" needs its sign doubled.
                ValidationError(problem.spoken().replace("%", "%%"), code=problem.figure, params={"seat": problem.seat})
                for problem in refused
            ]
        )


@transaction.atomic(savepoint=False)
def submit_sheet(
    *,
    sheet: ScoreSheet,
    knowledge: Knowledge,
    rules: RuleSet,
    source: str,
    by: User = None,
    game: Game | None = None,
    reason: str = "",
    played_by_bots: bool = False,
    expected_revision: int | None = None,
    marks_later: bool = False,
) -> Sheet:
    """Submit a version of a new game, or with `game` the next version of an unconfirmed one. An open version
    before it is superseded. Raise ValidationError when the sheet cannot stand, the game is confirmed, or its revision
    is no longer `expected_revision` (code `stale`)."""
    check_sheet(sheet, knowledge, marks_later=marks_later)
    sheet = by_rules(sheet, knowledge.rules)
    if game is None:
        game = Game.objects.create(system=sheet.system, edition=sheet.edition, played_by_bots=played_by_bots)
        version, reason = 1, ""
    else:
        game = lock_game(game.pk)
        check_revision(game, expected_revision)
        if game.sheets.confirmed().exists():
            raise ValidationError(_("This game is confirmed. An organiser can correct it."), code="stale")
        version = _newest(game) + 1
        reason = required_reason(reason) if version > 1 else ""
        close_versions(game, by=by)
    row = _write(sheet, game=game, rules=rules, source=source, by=by, reason=reason, version=version)
    record_decision(game, Decision.SUBMITTED, version=row.version, by=by, text=reason)
    return row


def confirm_sheet(
    *,
    sheet: Sheet,
    reference: str,
    knowledge: Knowledge,
    rules: RuleSet | None = None,
    by: User = None,
    kind: str = Decision.CONFIRMED,
    text: str = "",
    agreed: str = "",
) -> Sheet:
    """Make an open version the confirmed one and record its consequences for its characters.

    `kind` and `text` are those of the decision: a referee's is a ruling. `agreed`: the text of the agreement that
    completes it, a decision before that. `rules`: the house rules that it follows from now on, if they differ from
    those it was submitted under. `sheet` is the newest version, read after `lock_game` with its game and seats. Raise
    ValidationError when somebody was faster or the levels of the time no longer allow the sheet; then nothing is
    written.
    """
    if sheet.status not in (Sheet.SUBMITTED, Sheet.DISPUTED):
        raise ValidationError(spoken(_ALREADY[sheet.status]), code="stale")
    before = score_sheet(sheet)
    check_sheet(before, knowledge)
    value = by_rules(before, knowledge.rules)
    if rules is not None:
        sheet.rules = rules
    with transaction.atomic(savepoint=False):
        if value.choices != before.choices:
            _rescore(sheet, value)
        sheet.seal = _seal(sheet, by)
        record_facts(entries=_facts(sheet, value, reference=reference, seal=sheet.seal))
        _mark_confirmed(sheet, by=by)
        if agreed:
            record_decision(sheet.game, Decision.AGREED, version=sheet.version, by=by, text=agreed)
        record_decision(sheet.game, kind, version=sheet.version, by=by, text=text)
    return sheet


_ALREADY = {
    Sheet.CONFIRMED: said("This sheet is already confirmed; somebody was faster."),
    Sheet.SUPERSEDED: said("This sheet is already superseded; somebody was faster."),
    Sheet.VOID: said("This sheet is already void; somebody was faster."),
}


@transaction.atomic
def correct_sheet(
    *,
    game: Game,
    sheet: ScoreSheet,
    reference: str,
    knowledge: Knowledge,
    rules: RuleSet,
    source: str,
    reason: str,
    expected_version: int | None = None,
    expected_revision: int | None = None,
    by: User = None,
) -> Sheet:
    """Write a new confirmed version of a game that was ever confirmed or voided. Raise ValidationError for a missing
    reason, a game never confirmed, a sheet that cannot stand, or a version that is no longer `expected_version` (code
    `stale`)."""
    reason = required_reason(reason)
    game = lock_game(game.pk)
    check_revision(game, expected_revision)
    check_version(game, expected_version)
    if not game.sheets.filter(status__in=(Sheet.CONFIRMED, Sheet.VOID)).exists():
        raise ValidationError(_("This game is not confirmed yet. Change its open sheet, or confirm it."))
    if (sheet.system, sheet.edition) != (game.system, game.edition):
        raise ValidationError(_("A correction can't change the game system or the edition; void this game instead."))
    check_sheet(sheet, knowledge)
    sheet = by_rules(sheet, knowledge.rules)
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
    _record_instead(game, row, sheet, reference=reference, because=f"corrected: {reason}", by=by)
    close_versions(game, by=by, apart_from=row.pk)
    _mark_confirmed(row, by=by)
    record_decision(game, Decision.CORRECTED, version=row.version, by=by, text=reason)
    return row


@transaction.atomic
def void_sheet(
    *,
    game: Game,
    reason: str,
    expected_version: int | None = None,
    expected_revision: int | None = None,
    by: User = None,
) -> Sheet:
    """Take a game back: it counts for nobody, and stays readable. A correction can bring it back."""
    reason = required_reason(reason)
    game = lock_game(game.pk)
    check_revision(game, expected_revision)
    sheet = game.sheets.latest("version")
    check_newest(sheet, expected_version)
    if sheet.status == Sheet.VOID:
        raise ValidationError(_("This game is already void."), code="stale")
    confirmed = game.sheets.confirmed().first()
    if confirmed is not None:
        sheet.seal = void_seal(seals_of(game, until=sheet.version)[-1], by=_key(by), reason=reason)
        fact = CareerFact(
            kind=WITHDRAWAL, at=timezone.now(), game=game.pk, because=f"voided: {reason}", seal=sheet.seal
        )
        record_facts(entries=[(character_id, fact) for character_id in _character_ids(confirmed)])
    sheet.status, sheet.closed_by, sheet.closed_at, sheet.closed_reason = Sheet.VOID, by, timezone.now(), reason
    sheet.closed_by_name = ""
    sheet.reviewed_at, sheet.review_tries, sheet.doubts = None, 0, []
    sheet.save()
    record_decision(game, Decision.VOIDED, version=sheet.version, by=by, text=reason)
    return sheet


@transaction.atomic
def dispute_sheet(
    *, game: Game, reason: str, expected_revision: int | None = None, by: User = None, kind: str = Decision.DISPUTED
) -> Sheet:
    """Say that an unconfirmed sheet is wrong. It waits for an organiser, or with another `kind` for a referee."""
    reason = required_reason(reason)
    game = lock_game(game.pk)
    check_revision(game, expected_revision)
    sheet = game.sheets.latest("version")
    if sheet.status != Sheet.SUBMITTED:
        raise ValidationError(spoken(_ONLY_SUBMITTED[sheet.status]), code="stale")
    sheet.status, sheet.closed_by, sheet.closed_at, sheet.closed_reason = Sheet.DISPUTED, by, timezone.now(), reason
    sheet.closed_by_name = ""
    sheet.save(update_fields=["status", "closed_by", "closed_by_name", "closed_at", "closed_reason"])
    record_decision(game, kind, version=sheet.version, by=by, text=reason)
    return sheet


_ONLY_SUBMITTED = {
    Sheet.DISPUTED: said("Only a submitted sheet can be disputed; this one is disputed."),
    Sheet.CONFIRMED: said("Only a submitted sheet can be disputed; this one is confirmed."),
    Sheet.SUPERSEDED: said("Only a submitted sheet can be disputed; this one is superseded."),
    Sheet.VOID: said("Only a submitted sheet can be disputed; this one is void."),
}


def lock_game(pk: int) -> Game:
    return Game.objects.select_for_update(no_key=True).get(pk=pk)


def record_decision(game: Game, kind: str, *, version: int, by: User = None, text: str = "") -> None:
    """Enter one decision; `game` is locked, and its revision is raised."""
    game.revision += 1
    game.save(update_fields=["revision"])
    Decision.objects.create(game=game, revision=game.revision, kind=kind, version=version, by=by, text=text)


class OutdatedError(ValidationError):
    """A decision made by somebody else in the meantime: nothing is changed. `since` says what they decided, oldest
    first."""

    def __init__(self, since: Sequence[DecisionLine]) -> None:
        text = _("Somebody was faster. Since you looked at this game: {what}. Look again, then decide.")
        super().__init__(text.format(what=_in_words(since) or _("it changed")), code="stale")
        self.since = list(since)


def _in_words(since: Sequence[DecisionLine]) -> str:
    more = len(since) - MOST_IN_WORDS
    sentences = [spoken(line.told) for line in since[:MOST_IN_WORDS]]
    if more > 0:
        sentences.append(ngettext("and {count} more", "and {count} more", more).format(count=more))
    return "; ".join(sentences)


def check_revision(game: Game, expected: int | None) -> None:
    """Raise OutdatedError when `game` is not at the expected revision."""
    if expected is not None and expected != game.revision:
        raise OutdatedError(decisions_of(game.pk, after=expected))


def check_version(game: Game, expected: int | None) -> None:
    """Raise ValidationError with the code `stale` when the newest version is not the expected one."""
    check_newest(game.sheets.latest("version"), expected)


def check_newest(newest: Sheet, expected: int | None) -> None:
    """Raise ValidationError like `check_version`, for a caller that has the newest version at hand."""
    version = newest.version
    if expected is not None and expected != version:
        raise ValidationError(
            _(
                "This game is at version {version} now, and you saw version {seen}. Look at the new version first."
            ).format(version=version, seen=expected),
            code="stale",
        )


def required_reason(reason: str) -> str:
    """Return the reason, tidied, or the site's own sentence. Raise ValidationError when it is empty or too long."""
    if isinstance(reason, Translatable):
        return reason
    reason = " ".join(reason.split())
    if not reason:
        raise ValidationError({"reason": _("Say why, so that the others understand the change.")})
    if len(reason) > REASON_LENGTH:
        too_long = _("The reason is too long; the limit is {most} characters.").format(most=REASON_LENGTH)
        raise ValidationError({"reason": too_long})
    return reason


def close_versions(game: Game, *, by: User, apart_from: int = 0) -> None:
    """Supersede the open or confirmed version, if there is one."""
    game.sheets.filter(status__in=(Sheet.SUBMITTED, Sheet.DISPUTED, Sheet.CONFIRMED)).exclude(pk=apart_from).update(
        status=Sheet.SUPERSEDED, closed_by=by, closed_by_name="", closed_at=timezone.now()
    )


def seat_rows(row: Sheet, sheet: ScoreSheet) -> list[SheetSeat]:
    """Return the seats of a sheet as rows, with their places and points. The winners are written even if the table
    left them to the figures."""
    points, places, _ranking, won = outcome(sheet)
    return [
        SheetSeat(
            sheet=row,
            seat=line.seat,
            character_id=line.character,
            name=line.name,
            won=line.seat in won,
            place=places[line.seat],
            points=points[line.seat],
            figures=dict(line.figures),
        )
        for line in sheet.seats
    ]


def _rescore(row: Sheet, sheet: ScoreSheet) -> None:
    """Set places and points by house rules that were set after the version was submitted."""
    points, places, *_ = outcome(sheet)
    for seat in row.seats.all():
        seat.points, seat.place = points[seat.seat], places[seat.seat]
        seat.save(update_fields=["points", "place"])


def _newest(game: Game) -> int:
    """Return the number of the newest version, or 0."""
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
        own_settings=dict(sheet.settings) or None,
        definition_id=digest_of(sheet.definition) if sheet.definition else None,
        rules=rules,
        reason=reason,
        submitted_by=by,
    )
    SheetSeat.objects.bulk_create(seat_rows(row, sheet))
    return row


def _facts(
    row: Sheet, sheet: ScoreSheet, *, reference: str, seal: str, because: str = ""
) -> list[tuple[int, CareerFact]]:
    return result_facts(
        row.game_id,
        row.version,
        row.rules_id,
        sheet,
        reference=reference,
        because=because,
        seal=seal,
        played_by_bots=row.game.played_by_bots,
    )


def _seal(row: Sheet, by: User) -> str:
    """Return the seal of a version that `by` confirms."""
    return seal_of(row, sorted(row.seats.all(), key=lambda seat: seat.seat), confirmed_by=_key(by))


def _key(by: User) -> int | None:
    return None if by is None else by.pk


def _record_instead(game: Game, row: Sheet, sheet: ScoreSheet, *, reference: str, because: str, by: User) -> None:
    """Record new facts for everybody at the table, and a withdrawal for characters no longer on the sheet."""
    seal = row.seal = _seal(row, by)
    facts = _facts(row, sheet, reference=reference, seal=seal, because=because)
    before = game.sheets.confirmed().first()
    gone = set(_character_ids(before)) - {character_id for character_id, _ in facts} if before else set()
    at = timezone.now()
    facts += [(pk, CareerFact(kind=WITHDRAWAL, at=at, game=game.pk, because=because, seal=seal)) for pk in sorted(gone)]
    record_facts(entries=facts)


def _character_ids(sheet: Sheet) -> list[int]:
    ids = sheet.seats.exclude(character=None).values_list("character_id", flat=True)
    return [pk for pk in ids if pk is not None]


def _mark_confirmed(sheet: Sheet, *, by: User) -> None:
    sheet.status, sheet.confirmed_by, sheet.confirmed_at = Sheet.CONFIRMED, by, timezone.now()
    sheet.confirmed_by_name = ""
    sheet.save(update_fields=["status", "confirmed_by", "confirmed_by_name", "confirmed_at", "rules"])


def keep_record(*, game: Game, text: str, rules_version: int) -> GameRecord:
    """Store the record of a game, as anybody can replay it."""
    return GameRecord.objects.create(game=game, text=text, rules_version=rules_version)
