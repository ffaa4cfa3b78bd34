"""A world that the engine plays in: house rules, a board, and the format on which its tables agree."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from characters.rules.choices import QUESTIONS
from characters.rules.house_rules import HouseRules
from engine.translatable import Translatable, said
from games.rules.careers import FORMULA, SEATS, TIMED
from league.lab.rules.what_if import JUDGED

TARGETS, MINUTES = (1, 500), (10, 120)
AS_THEY_SAT = 0  # seats of a table: as many as sat together
# House rules that apply at the table, or to its result. Nobody leaves a game that bots play.
PLAYED = (
    *(name for name in JUDGED if name != "leaver"),
    *("board", "unrelated", "boss_only", "carry_over", "league_retire", "layoff_from_hospital", "reorg_scope"),
)
# The season's own settings of Careers, but for those that nobody's career could tell.
SETTINGS = tuple(name for name in QUESTIONS["careers"] if name not in ("turn_limit", "checkpoints", "formulas_hidden"))


class BadFormat(ValueError):
    """No table could agree on that."""


@dataclass(frozen=True, slots=True)
class TableFormat:
    """`target` in a game by success formula, `minutes` in a timed one; `seats` of a table, or AS_THEY_SAT."""

    mode: str = FORMULA
    target: int | None = None
    minutes: int | None = None
    seats: int = AS_THEY_SAT

    def written(self) -> str:
        """Return the format as text such as `formula 100 4`; `of` is the inverse."""
        return f"{self.mode} {self.target if self.mode == FORMULA else self.minutes} {self.seats}"

    @classmethod
    def of(cls, text: str) -> "TableFormat":
        mode, amount, seats = text.split()
        if mode == FORMULA:
            return cls(mode, target=int(amount), seats=int(seats))
        return cls(mode, minutes=int(amount), seats=int(seats))


@dataclass(frozen=True, slots=True)
class World:
    """`board`: what the rules' board says, if it is one that the league has made."""

    rules: HouseRules
    format: TableFormat
    board: Mapping[str, Any] | None = None


def check_format(format: TableFormat, rules: HouseRules, people: int) -> None:
    """Raise BadFormat, in a sentence, unless that many characters could play this format in a season of these rules."""
    problem = _length_problem(format, rules) or _seats_problem(format, people)
    if problem:
        raise BadFormat(problem)


def _length_problem(format: TableFormat, rules: HouseRules) -> Translatable | None:
    if format.mode == FORMULA:
        least, most = max(TARGETS[0], rules.league_min_target), TARGETS[1]
        if format.minutes is not None:
            return said("A game by success formula has no length; leave the minutes empty.")
        if format.target is None or not least <= format.target <= most:
            return said("Say how many points are played for, from {least:,} to {most:,}.", least=least, most=most)
        return None
    if format.mode != TIMED:
        return said("Choose a kind of game: formula or timed.")
    if format.target is not None:
        return said("A timed game has no target; leave it empty.")
    if format.minutes is None or not MINUTES[0] <= format.minutes <= MINUTES[1]:
        return said("Say how long a game lasts, from {least} to {most} minutes.", least=MINUTES[0], most=MINUTES[1])
    return None


def _seats_problem(format: TableFormat, people: int) -> Translatable | None:
    most = min(SEATS[1], people)
    if format.seats == AS_THEY_SAT or SEATS[0] <= format.seats <= most:
        return None
    return said("Seats at a table: from {least} to {most}, or as many as sat together.", least=SEATS[0], most=most)
