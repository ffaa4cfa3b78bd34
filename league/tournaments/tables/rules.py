"""The rules of a table's result: its phases and who may do what in which of them, whether its seats say the same, and
how what they say is kept.

Every reader (phone, desk, referee, projector, API, letters) and every writer asks here; docs/tables.md draws it.

What a seat says is made canonical first: figures that say nothing are left out, and who won is what the system makes of
the figures if they decide. When it was typed, and what a character was called then, is not part of it. Equal
digests agree.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from json import dumps
from typing import Any

from engine.careers.editions import Edition
from engine.translatable import Translatable, said, said_list, said_of
from games.rules.figures import Figure
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import played_with, system_of, winners
from league.core.rules.round_clock import Timed, runs_out_at

OPEN, WAITING, FROZEN, CONFIRMED, VOID, EMPTY = PHASES = ("open", "waiting", "frozen", "confirmed", "void", "empty")
SETTLED = (CONFIRMED, VOID, EMPTY)  # nothing is awaited: also where fewer than two people showed up
MOST_EXTRA = 60  # minutes for one table in all, as the database has it
EXTRA_STEPS = (5, 10, 15, 30)  # minutes by one tap
WITH_A_SHEET = (WAITING, FROZEN, CONFIRMED, VOID)

SEAT, OWNER, REFEREE, ORGANISER = "seat", "owner", "referee", "organiser"
MAJORITY, COUNTDOWN, OUTSIDER = "majority", "countdown", "outsider"
ACTORS = (SEAT, OWNER, REFEREE, ORGANISER, MAJORITY, COUNTDOWN, OUTSIDER)

REPORT, AGREE, CONTRADICT, REPLACE = "report", "agree", "contradict", "replace"  # from the phones
NEW_VERSION, DISPUTE, CONFIRM, CORRECT, VOID_GAME = "new version", "dispute", "confirm", "correct", "void"
RULE, MARK_ABSENT, MARK_PRESENT, LOCK, UNLOCK = "rule", "mark absent", "mark present", "lock", "unlock"
OBJECT, END_COUNTDOWN = "object", "end countdown"
ACTS = (
    *(REPORT, AGREE, CONTRADICT, REPLACE, NEW_VERSION, DISPUTE, CONFIRM, CORRECT, VOID_GAME),
    *(RULE, MARK_ABSENT, MARK_PRESENT, LOCK, UNLOCK, OBJECT, END_COUNTDOWN),
)

MAY: Mapping[str, frozenset[str]] = {
    REPORT: frozenset((SEAT,)),
    AGREE: frozenset((SEAT,)),
    CONTRADICT: frozenset((SEAT,)),
    REPLACE: frozenset((SEAT,)),
    NEW_VERSION: frozenset((OWNER, REFEREE, ORGANISER)),
    DISPUTE: frozenset((OWNER, REFEREE, ORGANISER)),
    OBJECT: frozenset((SEAT, OWNER)),
    CONFIRM: frozenset((MAJORITY, ORGANISER)),
    CORRECT: frozenset((ORGANISER,)),
    VOID_GAME: frozenset((ORGANISER,)),
    RULE: frozenset((REFEREE, ORGANISER)),
    MARK_ABSENT: frozenset((REFEREE, ORGANISER)),
    MARK_PRESENT: frozenset((REFEREE, ORGANISER)),
    LOCK: frozenset((ORGANISER,)),
    UNLOCK: frozenset((ORGANISER,)),
    END_COUNTDOWN: frozenset((COUNTDOWN,)),
}
NARROWER: Mapping[tuple[str, str], frozenset[str]] = {
    (FROZEN, NEW_VERSION): frozenset((REFEREE, ORGANISER)),
    (FROZEN, CONFIRM): frozenset((ORGANISER,)),
}

_LINE_UP = {LOCK: OPEN, UNLOCK: OPEN, MARK_ABSENT: OPEN, MARK_PRESENT: OPEN}
_BEGINS = {REPORT: WAITING, RULE: CONFIRMED, VOID_GAME: VOID}
MOVES: Mapping[str, Mapping[str, str]] = {
    OPEN: _LINE_UP | _BEGINS,
    EMPTY: dict.fromkeys(_LINE_UP, EMPTY) | _BEGINS,
    WAITING: {
        AGREE: WAITING,
        REPLACE: WAITING,
        NEW_VERSION: WAITING,
        CONTRADICT: FROZEN,
        DISPUTE: FROZEN,
        CONFIRM: CONFIRMED,
        END_COUNTDOWN: CONFIRMED,
        RULE: CONFIRMED,
        VOID_GAME: VOID,
        MARK_ABSENT: OPEN,
        MARK_PRESENT: OPEN,
        LOCK: WAITING,
        UNLOCK: WAITING,
    },
    FROZEN: {
        REPORT: FROZEN,
        CONTRADICT: FROZEN,
        NEW_VERSION: FROZEN,
        CONFIRM: CONFIRMED,
        RULE: CONFIRMED,
        VOID_GAME: VOID,
        MARK_ABSENT: OPEN,
        MARK_PRESENT: OPEN,
        LOCK: FROZEN,
        UNLOCK: FROZEN,
    },
    CONFIRMED: {
        AGREE: CONFIRMED,
        OBJECT: CONFIRMED,
        RULE: CONFIRMED,
        CORRECT: CONFIRMED,
        VOID_GAME: VOID,
        LOCK: CONFIRMED,
        UNLOCK: CONFIRMED,
    },
    VOID: {CORRECT: CONFIRMED, MARK_ABSENT: VOID, MARK_PRESENT: VOID, LOCK: VOID, UNLOCK: VOID},
}

_REFUSALS: Mapping[tuple[str, str], str] = {
    (OPEN, AGREE): said("The figures have changed since you saw them. Look again before you agree."),
    (EMPTY, AGREE): said("The figures have changed since you saw them. Look again before you agree."),
    (OPEN, CONTRADICT): said("Nothing is reported at this table yet. Enter the figures as they are."),
    (EMPTY, CONTRADICT): said("Nothing is reported at this table yet. Enter the figures as they are."),
    (FROZEN, AGREE): said("This table is frozen: the referee decides."),
    (FROZEN, REPLACE): said("This table is frozen, and what you reported is with the referee, who decides."),
    (FROZEN, NEW_VERSION): said("This table is frozen: the referee decides."),
    (FROZEN, DISPUTE): said("This table is already frozen: the referee decides."),
    (CONFIRMED, REPLACE): said(
        "This result is confirmed. If it is wrong, press “This is wrong” and say why; the referee comes."
    ),
    (CONFIRMED, NEW_VERSION): said("This game is confirmed. An organiser can correct it."),
    (CONFIRMED, MARK_ABSENT): said("The sheet of this table is confirmed. Correct its game instead."),
    (CONFIRMED, MARK_PRESENT): said("The sheet of this table is confirmed. Correct its game instead."),
    (WAITING, CORRECT): said("This game is not confirmed yet. Change its open sheet, or confirm it."),
    (FROZEN, CORRECT): said("This game is not confirmed yet. Change its open sheet, or confirm it."),
    (CONFIRMED, CONFIRM): said("This sheet is already confirmed; somebody was faster."),
    (CONFIRMED, DISPUTE): said("This result is confirmed. Say at its table what is wrong; the organiser is told."),
    (VOID, VOID_GAME): said("This game is already void."),
    (VOID, CONFIRM): said("This sheet is already void; somebody was faster."),
    (VOID, RULE): said("The organiser has voided this game. A correction of the game brings it back."),
}
_OF_PHASE: Mapping[str, str] = {
    OPEN: said("Nothing is reported at this table yet."),
    EMPTY: said("Nothing is reported at this table yet."),
    WAITING: said("The result of this table is waiting for agreement."),
    FROZEN: said("This table is frozen: the referee decides."),
    CONFIRMED: said("The result of this table is already confirmed."),
    VOID: said("The organiser has voided this game. Ask the referee what to do."),
}


@dataclass(frozen=True, slots=True)
class Facts:
    """The stored facts of a table. `sheet`: the status of its newest version; a superseded one was set aside because
    others sit there now, and does not count. `people` showed up, bots not counted."""

    sheet: str | None
    referee_called: bool
    people: int


def phase_of(facts: Facts) -> str:
    """Return the state of a table's result."""
    match facts.sheet:
        case "confirmed":
            return CONFIRMED
        case "void":
            return VOID
        case "disputed":
            return FROZEN
        case "submitted":
            return FROZEN if facts.referee_called else WAITING
    if facts.referee_called:
        return FROZEN
    return OPEN if facts.people > 1 else EMPTY


@dataclass(frozen=True, slots=True)
class ExtraTime:
    """The time of a table beyond the clock of its round, as long as it plays. `until`: when it ends, None while the
    clock is stopped. `offers`: what it may get, as minutes more and minutes in all."""

    minutes: int = 0
    until: datetime | None = None
    offers: tuple[tuple[int, int], ...] = ()

    def is_running(self, now: datetime) -> bool:
        return self.minutes > 0 and (self.until is None or self.until > now)


NO_EXTRA = ExtraTime()


def extra_time(played: Timed, phase: str, minutes: int) -> ExtraTime:
    """Return the extra time of a table in this phase; nothing once it is done, and none is offered before its round."""
    if phase in SETTLED or played.started_at is None or played.ended_at is not None:
        return NO_EXTRA
    offers = tuple((more, minutes + more) for more in EXTRA_STEPS if minutes + more <= MOST_EXTRA)
    return ExtraTime(minutes, runs_out_at(played, minutes) if minutes else None, offers)


def is_objected(facts: Facts) -> bool:
    """Return whether somebody at the table objects to a confirmed result, and nobody has decided it."""
    return facts.sheet == "confirmed" and facts.referee_called


def after(phase: str, act: str) -> str | None:
    """Return the phase that an act leads to; None if the act is not possible. A result that is set aside with a new
    line-up leads to `open`, which is `empty` if nobody is left to play."""
    return MOVES[phase].get(act)


def allowed(phase: str, act: str, actor: str) -> bool:
    return after(phase, act) is not None and actor in NARROWER.get((phase, act), MAY[act])


def refusal(phase: str, act: str, actor: str) -> str:
    """Return why the act is refused, as a sentence; "" if it is allowed."""
    return "" if allowed(phase, act, actor) else _REFUSALS.get((phase, act), _OF_PHASE[phase])


Substance = dict[str, Any]


TOO_FEW, HELD, DECIDED = "too few", "held", "decided"


def majority(voters: int) -> int:
    """Return how many of that many seats are more than half."""
    return voters // 2 + 1


@dataclass(frozen=True, slots=True)
class Vote:
    """The agreement of a seat, and its origin: the browser (digest of its secret), the account, and the network address
    (hashed). Empty if unknown. `by_owner`: the account is that of the character's owner."""

    seat: int
    device: str = ""
    account: int | None = None
    address: str = ""
    by_owner: bool = False


def people(votes: Sequence[Vote]) -> int:
    """Return how many different people voted, as far as can be known: one browser or one account counts as one
    person."""
    groups: list[set[tuple[str, object]]] = []
    for vote in votes:
        marks = {(kind, mark) for kind, mark in (("device", vote.device), ("account", vote.account)) if mark}
        marks = marks or {("seat", vote.seat)}
        same = [group for group in groups if group & marks]
        groups = [group for group in groups if group not in same] + [marks.union(*same)]
    return len(groups)


def one_address(votes: Sequence[Vote]) -> bool:
    """Return whether several votes all came from one network address."""
    return len(votes) > 1 and len({vote.address for vote in votes}) == 1 and votes[0].address != ""


def verdict(votes: Sequence[Vote], voters: int) -> str:
    """Return `decided` for a majority; `held` until the countdown ends if that majority may be one person with several
    phones: too few browsers or accounts, or one network address and not the owners of the characters themselves."""
    needed = majority(voters)
    if len(votes) < needed:
        return TOO_FEW
    owners = len({vote.account for vote in votes if vote.by_owner})
    if people(votes) < needed or (one_address(votes) and owners < needed):
        return HELD
    return DECIDED


def substance(sheet: ScoreSheet) -> Substance:
    """Return the content of the sheet, ready for JSON."""
    first, variants = winners(sheet), [key for key, _ in played_with(sheet)]
    seats = [
        {"seat": line.seat, "character": line.character, "won": line.seat in first, "figures": _figures(sheet, line)}
        for line in sheet.seats
    ]
    header = {"mode": sheet.mode, "target": sheet.target, "minutes": sheet.minutes}
    return {**header, "seats": seats, **({"variants": variants} if variants else {})}


def digest(sheet: ScoreSheet) -> str:
    """Return the SHA-256 of the content of the sheet, as 64 hexadecimal digits."""
    return sha256(dumps(substance(sheet), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def contradiction(
    stands: ScoreSheet, says: ScoreSheet, *, first: str, second: str, words: Edition
) -> Translatable | None:
    """Return in what `second` disagrees with `first`, as a sentence: the first figure of the sheet and how many more.
    None if they agree. Both sheets are of the same seats; `words` are those of the board."""
    differences = list(_differences(stands, says, words))
    if not differences:
        return None
    what, was, now = differences[0]
    values = {"what": what, "second": second, "now": now, "first": first, "was": was}
    if len(differences) == 1:
        return said("{what}: {second} says {now}, {first} said {was}.", **values)
    return said_of(
        len(differences) - 1,
        "{what}: {second} says {now}, {first} said {was}. {count} more figure differs.",
        "{what}: {second} says {now}, {first} said {was}. {count} more figures differ.",
        **values,
    )


def _differences(stands: ScoreSheet, says: ScoreSheet, words: Edition) -> Iterator[tuple[str, str, str]]:
    """Yield each difference, with both values in words."""
    if stands.target != says.target:
        yield said("Target"), _number(stands.target), _number(says.target)
    if stands.minutes != says.minutes:
        yield said("Minutes"), _number(stands.minutes), _number(says.minutes)
    if played_with(stands) != played_with(says):
        yield said("Variants"), *(_named(played_with(sheet)) for sheet in (stands, says))  # type: ignore[misc]
    if system_of(stands).STATED and winners(stands) != winners(says):
        yield said("Winner"), _winner(stands), _winner(says)
    for old, new in zip(stands.seats, says.seats, strict=True):
        was, now = _figures(stands, old), _figures(says, new)
        for column in system_of(stands).FIGURES:
            if was.get(column.name) != now.get(column.name):
                both = (_words(words, column, values.get(column.name)) for values in (was, now))
                yield (said("{name}'s {figure}", name=new.name or said("Guest"), figure=column.word), *both)  # type: ignore[misc]


def _figures(sheet: ScoreSheet, line: SeatLine) -> dict[str, Any]:
    columns = {column.name: column for column in system_of(sheet).FIGURES}
    figures = {name: _plain(columns.get(name), value) for name, value in line.figures.items()}
    return {name: value for name, value in figures.items() if value or (name in columns and columns[name].required)}


def _plain(column: Figure | None, value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: number for key, number in sorted(value.items()) if number}
    if isinstance(value, list | tuple):
        return sorted(value) if column is not None and column.kind == "seats" else list(value)
    return value


def _words(words: Edition, column: Figure, value: Any) -> str:
    if isinstance(value, Mapping) and value:
        entries: Mapping[str, Any] = words.programs if column.vocabulary == "programs" else words.companies
        return ", ".join(f"{entries[key].name if key in entries else key} {number}" for key, number in value.items())
    if isinstance(value, list) and value:
        return said_list(
            [str(part) if column.kind == "positions" else said("seat {seat}", seat=part) for part in value]
        )
    if column.kind == "choice":
        return said(dict(column.options).get(value, "nothing"))
    if isinstance(value, bool):
        return said("yes") if value else said("no")
    if column.kind == "money":
        return words.money(value or 0)
    if column.kind == "number":
        return f"{value or 0:,}"
    return said("no") if column.kind == "flag" else said("nothing")


def _named(entries: Sequence[tuple[str, str]]) -> str:
    return said_list([label for _, label in entries]) if entries else said("nothing")


def _winner(sheet: ScoreSheet) -> str:
    return " and ".join(line.name or "Guest" for line in sheet.seats if line.won) or said("nobody")


def _number(value: int | None) -> str:
    return "none" if value is None else f"{value:,}"


SheetJson = dict[str, Any]


def sheet_to_json(sheet: ScoreSheet) -> SheetJson:
    """Return the sheet, ready for JSON."""
    return {
        "system": sheet.system,
        "edition": sheet.edition,
        "played_at": sheet.played_at.isoformat(),
        "mode": sheet.mode,
        "target": sheet.target,
        "minutes": sheet.minutes,
        "seats": [
            {
                "seat": line.seat,
                "character": line.character,
                "name": line.name,
                "won": line.won,
                "figures": dict(line.figures),
            }
            for line in sheet.seats
        ],
        **({"settings": dict(sheet.settings)} if sheet.settings else {}),
        **({"definition": sheet.definition} if sheet.definition else {}),
    }


def sheet_from_json(row: SheetJson) -> ScoreSheet:
    """Return the sheet that was stored. JSON has no tuples; the rules read them."""
    seats = tuple(SeatLine(**{**line, "figures": _with_tuples(line["figures"])}) for line in row["seats"])
    return ScoreSheet(**{**row, "played_at": datetime.fromisoformat(row["played_at"]), "seats": seats})


def _with_tuples(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in figures.items()}
