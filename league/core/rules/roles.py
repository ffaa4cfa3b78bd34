"""Roles in a league and their rights. Narrow by default: organisers decide, players report their own tables."""

from dataclasses import dataclass
from typing import Literal

from engine.translatable import said

ORGANISER, SCORE_KEEPER, PLAYER, SPECTATOR = "organiser", "score_keeper", "player", "spectator"
Act = Literal[
    "administer",
    "confirm",
    "correct",
    "void",
    "import",
    "submit",
    "edit",
    "dispute",
    "register",
    "referee",
    "comment",
    "meet",
]

_ANY_TABLE: dict[str, frozenset[Act]] = {
    ORGANISER: frozenset(
        (
            *("administer", "confirm", "correct", "void", "import", "submit", "edit", "dispute", "register"),
            *("referee", "comment", "meet"),
        )
    ),
    SCORE_KEEPER: frozenset(("submit", "edit", "dispute", "register", "referee", "comment", "meet")),
    PLAYER: frozenset(("register", "comment", "meet")),
    SPECTATOR: frozenset(("comment", "meet")),
}
_OWN_TABLE: dict[str, frozenset[Act]] = {PLAYER: frozenset(("submit", "edit", "dispute"))}

EXPLAINED: dict[str, str] = {
    ORGANISER: said("Runs the league: confirms, corrects and voids games, sets seasons, house rules and members."),
    SCORE_KEEPER: said("Enters results of any table and disputes sheets. Referee of tournaments."),
    PLAYER: said("Registers characters and enters results of tables where one of them sat."),
    SPECTATOR: said("Reads along and comments on games. Everything but the administration is public anyway."),
}
_REFUSALS: dict[Act, str] = {
    "administer": said("Only an organiser of this league can do that."),
    "confirm": said("Only an organiser of this league can confirm a score sheet."),
    "correct": said("Only an organiser of this league can correct a confirmed game."),
    "void": said("Only an organiser of this league can void a game."),
    "import": said("Only an organiser of this league can import files."),
    "submit": said("Players can only report their own games. Ask an organiser or a score-keeper to enter this one."),
    "edit": said("Players can only change unconfirmed sheets of their own games. Ask an organiser or a score-keeper."),
    "dispute": said("Only somebody who sat at this table, a score-keeper or an organiser can dispute its sheet."),
    "referee": said("Only a referee can do that: an organiser or a score-keeper of this league."),
    "comment": said(
        "Only members of this league can comment on its games. Join the league first, or ask its organiser."
    ),
    "meet": said(
        "Only members of this league propose dates and say when they can come. Join the league first, or ask its "
        "organiser."
    ),
    "register": said(
        "Only members of this league can register characters. Join the league first, or ask its organiser."
    ),
}

CLOSED = said(
    "This league is closed: everything in it can be read, but nothing can be changed. An organiser can open it again."
)
NOT_WHEN_CLOSED: frozenset[Act] = frozenset(
    ("confirm", "correct", "void", "submit", "edit", "dispute", "register", "comment", "meet")
)


@dataclass(frozen=True, slots=True)
class RoleInLeague:
    """A person's part in a league; `role` is None for a stranger."""

    role: str | None

    def may(self, act: Act, *, at_own_table: bool = False) -> bool:
        """Return whether this person may do `act`; `at_own_table` when one of their characters sat in the game."""
        if self.role is None:
            return False
        return act in _ANY_TABLE[self.role] or (at_own_table and act in _OWN_TABLE.get(self.role, frozenset()))


def refusal(act: Act) -> str:
    """Return why an act is refused, and who to ask."""
    return _REFUSALS[act]
