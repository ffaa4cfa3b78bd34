"""The life of a table's result: its phases, who may do what in which of them, and where each act leads.

Every reader (phone, desk, referee, projector, API, letters) and every writer asks here. CONTRIBUTING draws it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

OPEN, WAITING, FROZEN, CONFIRMED, VOID, EMPTY = PHASES = ("open", "waiting", "frozen", "confirmed", "void", "empty")
SETTLED = (CONFIRMED, VOID, EMPTY)  # nothing is awaited: also where fewer than two people showed up
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
    (OPEN, AGREE): "The figures have changed since you saw them. Look again before you agree.",
    (EMPTY, AGREE): "The figures have changed since you saw them. Look again before you agree.",
    (OPEN, CONTRADICT): "Nothing is reported at this table yet. Enter the figures as they are.",
    (EMPTY, CONTRADICT): "Nothing is reported at this table yet. Enter the figures as they are.",
    (FROZEN, AGREE): "This table is frozen: the referee decides.",
    (FROZEN, REPLACE): "This table is frozen, and what you reported is with the referee, who decides.",
    (FROZEN, NEW_VERSION): "This table is frozen: the referee decides.",
    (FROZEN, DISPUTE): "This table is frozen already: the referee decides.",
    (CONFIRMED, REPLACE): (
        "This result is confirmed. If it is wrong, press “This is wrong” and say why; the referee comes."
    ),
    (CONFIRMED, NEW_VERSION): "This game is confirmed. An organiser can correct it.",
    (CONFIRMED, MARK_ABSENT): "The sheet of this table is confirmed. Correct its game instead.",
    (CONFIRMED, MARK_PRESENT): "The sheet of this table is confirmed. Correct its game instead.",
    (WAITING, CORRECT): "This game is not confirmed yet. Change its open sheet, or confirm it.",
    (FROZEN, CORRECT): "This game is not confirmed yet. Change its open sheet, or confirm it.",
    (CONFIRMED, CONFIRM): "This sheet is confirmed already; somebody was faster.",
    (CONFIRMED, DISPUTE): "This result is confirmed. Say at its table what is wrong; the organiser is told.",
    (VOID, VOID_GAME): "This game is void already.",
    (VOID, CONFIRM): "This sheet is void already; somebody was faster.",
    (VOID, RULE): "The organiser has voided this game. A correction of the game brings it back.",
}
_OF_PHASE: Mapping[str, str] = {
    OPEN: "Nothing is reported at this table yet.",
    EMPTY: "Nothing is reported at this table yet.",
    WAITING: "The result of this table waits for agreement.",
    FROZEN: "This table is frozen: the referee decides.",
    CONFIRMED: "The result of this table is confirmed already.",
    VOID: "The organiser has voided this game. Ask the referee what to do.",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What is kept of a table. `sheet`: the status of its newest version; a superseded one was set aside because others
    sit there now, and counts as none. `people` showed up, bots not counted."""

    sheet: str | None
    referee_called: bool
    people: int


def phase_of(facts: Facts) -> str:
    """Where the result of a table stands."""
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


def is_objected(facts: Facts) -> bool:
    """Whether somebody at the table objects to a confirmed result, and nobody has decided it."""
    return facts.sheet == "confirmed" and facts.referee_called


def after(phase: str, act: str) -> str | None:
    """The phase that an act leads to; None where it is not possible. What is set aside with a new line-up leads to
    `open`, which is `empty` where nobody is left to play."""
    return MOVES[phase].get(act)


def allowed(phase: str, act: str, actor: str) -> bool:
    return after(phase, act) is not None and actor in NARROWER.get((phase, act), MAY[act])


def refusal(phase: str, act: str, actor: str) -> str:
    """Why not, as a sentence; "" where it is allowed."""
    return "" if allowed(phase, act, actor) else _REFUSALS.get((phase, act), _OF_PHASE[phase])
