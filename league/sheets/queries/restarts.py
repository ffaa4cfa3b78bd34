"""New careers that a results file asks for: `yes` in the column `restart` of a seat's row.

The career begins at the moment of that game. A file read again asks for what is already there, which changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from characters.models import Character
from characters.queries.history import life_before, lives_of
from characters.rules.career import RETIRED, Life, fold
from characters.rules.facts import RESTART, CareerFact
from characters.rules.house_rules import HouseRules
from engine.translatable import said
from games.rules.sheets import ScoreSheet
from league.core.rules.csv_text import FileProblem
from league.sheets.rules import result_rows
from league.sheets.rules.reported_games import ReportedGame


@dataclass(frozen=True, slots=True)
class AskedRestart:
    """A career to begin again before the game at `order` (time, reference); `line` is the seat's in the file."""

    character: int
    order: tuple[datetime, str]
    line: int

    @property
    def fact(self) -> CareerFact:
        return CareerFact(kind=RESTART, at=self.order[0])


def restarts_in(games: Iterable[tuple[ReportedGame, ScoreSheet]]) -> list[AskedRestart]:
    """Return the restarts that these games ask for, in order of play."""
    restarts = [
        AskedRestart(line.character, (sheet.played_at, game.reference), seat.line)
        for game, sheet in games
        for seat, line in zip(game.seats, sheet.seats, strict=True)
        if seat.restart and line.character is not None
    ]
    return sorted(restarts, key=lambda restart: restart.order)


def is_new(
    restart: AskedRestart, who: Character, facts: Sequence[CareerFact], rules: Mapping[str, HouseRules]
) -> bool | FileProblem:
    """Return whether the restart has to be recorded, False if it is already recorded; or why it can't be."""
    earlier = [fact for fact in facts if fact.kind != RESTART or fact.at <= restart.order[0]]
    life = life_before(earlier, who, restart.order, rules)
    if life.current.status != RETIRED:
        text = said("{name} had not left by golden parachute before this game, so no new career can begin.")
        return False if life.begins else FileProblem(restart.line, result_rows.RESTART, said(text, name=who.name))
    if _unused([*facts, restart.fact], who, rules) > _unused(facts, who, rules):
        text = said("{name} has already begun a new career, at a later date than this game.", name=who.name)
        return FileProblem(restart.line, result_rows.RESTART, text)
    return True


def _unused(facts: Sequence[CareerFact], who: Character, rules: Mapping[str, HouseRules]) -> int:
    """Return how many more restarts than golden parachutes there are."""
    restarts = sum(fact.kind == RESTART for fact in facts)
    return restarts - len(fold(facts, who.profile, rules).careers) + 1


def restarted_in(characters: QuerySet[Character]) -> dict[int, set[int]]:
    """Return, by game, those of the characters that began a new career before it."""
    restarted = characters.filter(careers__number__gt=1).distinct()
    opened: dict[int, set[int]] = {}
    lives: Mapping[int, Life] = lives_of(restarted)
    for pk, life in lives.items():
        for game in life.opened:
            opened.setdefault(game, set()).add(pk)
    return opened
