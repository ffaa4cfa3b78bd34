"""Fold a career: facts in order of play in; level, tallies and events out. Pure.

The result of this module is the career. Rows in the database are caches of it, and `check_careers` proves them equal.
Source: rule book, "Employee Level and Promotions", "Performance", "Golden Parachute"; readings R73 to R91.

Rows of a history that no longer hold are explained here as well: why, and the proof that they once did. The games that
were known when a character was reviewed are stored nowhere. But a rescinded row must have followed from the facts up to
some moment, and must not follow from those up to a later one; its reason names what became known in between.
`rescinded_digest` covers all such rows in any order, so that none can be taken out unseen.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from json import dumps
from operator import attrgetter
from typing import NamedTuple

from characters.rules import ladder, words
from characters.rules.facts import EARNED_ELSEWHERE, RESTART, RESULT, CareerFact, FactLine, current_lines
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Performance, Profile, is_due, needs_for, points_of, review, start_level
from engine.careers.editions import counterparts
from engine.translatable import said

ACTIVE, RETIRED = "active", "retired"
REVIEW, PROMOTION, DEMOTION, PARACHUTE, RESTARTED = "review", "promotion", "demotion", "parachute", "restart"


class Event(NamedTuple):
    """One row of a character's history. `points` and `yardstick` are what was compared: for a review the game's points
    and what it was measured against, for a promotion or parachute the points gathered and the points required."""

    kind: str
    career: int
    game: int | None
    reference: str
    at: datetime
    from_level: str
    to_level: str
    points: int
    yardstick: int | None
    minimum: int | None
    why: str


@dataclass(slots=True)
class CareerTotals:
    """The running totals of one career (number 1, 2, ...): Careers games only, cash in whole pounds."""

    number: int = 1
    level: str = ladder.ENTRY
    status: str = ACTIVE
    games: int = 0
    wins: int = 0
    points: int = 0
    points_since_level_change: int = 0
    c_level_points: int = 0
    happiness: int = 0
    fame: int = 0
    cash: int = 0
    degrees: dict[str, int] = field(default_factory=dict)
    trips: dict[str, int] = field(default_factory=dict)
    best_degrees: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Life:
    """The life that follows from a character's facts. `held` maps each counted game to the level held in it (R99);
    `elsewhere` does so for games of other systems, which never change it. `uncounted` are games dated after a golden
    parachute and before the restart, if there is one: nobody can have played in between (R89). The current career runs
    `since` then. `opened` maps the first game of each later career to that career's number."""

    careers: list[CareerTotals]
    events: list[Event]
    held: dict[int, str]
    uncounted: list[FactLine]
    elsewhere: dict[int, str] = field(default_factory=dict)
    since: datetime | None = None
    opened: dict[int, int] = field(default_factory=dict)

    @property
    def current(self) -> CareerTotals:
        return self.careers[-1]

    @property
    def begins(self) -> bool:
        """Return whether the current career followed a restart and has no game yet."""
        return self.current.number > 1 and self.current.number not in self.opened.values()

    def away(self, at: datetime) -> bool:
        """Return whether a game at this time falls between a parachute and the restart."""
        return self.current.status == RETIRED or (self.since is not None and at < self.since)


def fold(facts: Iterable[CareerFact], profile: Profile, rules: Mapping[str, HouseRules]) -> Life:
    """Return the life that `facts` (in order of recording) lead to. `rules` maps the digests in the lines to their
    sets.

    The n-th restart by date follows the n-th golden parachute, whenever corrections have moved that to, so a restart is
    never lost and never opens a career early (R89). Earnings elsewhere are the level at which the first career begins,
    however games here are dated, and nothing else.
    """
    file = list(facts)
    life = _begun(file, rules)
    for _line in _lines_lived(life, file, profile, rules):
        pass
    return life


def stages(
    facts: Iterable[CareerFact], profile: Profile, rules: Mapping[str, HouseRules]
) -> Iterator[tuple[FactLine, Life]]:
    """Yield each game in order of play, with the life of `fold` as far as that game: one that grows with the next."""
    file = list(facts)
    life = _begun(file, rules)
    for line in _lines_lived(life, file, profile, rules):
        yield line, life


def _begun(file: Sequence[CareerFact], rules: Mapping[str, HouseRules]) -> Life:
    earned = next((fact.earned for fact in file if fact.kind == EARNED_ELSEWHERE), None)
    return Life(careers=[CareerTotals(level=start_level(earned, rules))], events=[], held={}, uncounted=[])


def _lines_lived(
    life: Life, file: Sequence[CareerFact], profile: Profile, rules: Mapping[str, HouseRules]
) -> Iterator[FactLine]:
    """Yield each line once the life has gone through it."""
    restarts = sorted((fact for fact in file if fact.kind == RESTART), key=attrgetter("at"))
    for line in current_lines(file):
        _live(life, line, restarts, profile, rules)
        yield line


def _live(
    life: Life, line: FactLine, restarts: Sequence[CareerFact], profile: Profile, rules: Mapping[str, HouseRules]
) -> None:
    away = life.away(line.at)
    if line.system != "careers":
        if not away:
            _open(life, line)
            life.elsewhere[line.game] = life.current.level
        return
    if not rules[line.rules].counts(played_by_bots=line.played_by_bots):
        return
    if away:
        life.uncounted.append(line)
        return
    _open(life, line)
    life.held[line.game] = life.current.level
    _play(life, _at_home(line, profile.edition), profile, rules[line.rules])
    if life.current.status == RETIRED and len(restarts) >= life.current.number:
        _restart(life, restarts[life.current.number - 1], line)


def _open(life: Life, line: FactLine) -> None:
    if life.begins:
        life.opened[line.game] = life.current.number


def one_more(career: CareerTotals, line: FactLine, profile: Profile, rules: HouseRules) -> Life:
    """Return the life after `career`, which stays as it is, plays one more game of Careers that counts."""
    life = life_from(career)
    play_on(life, line, profile, rules)
    return life


def life_from(career: CareerTotals) -> Life:
    """Return a life that goes on from `career`, which stays as it is."""
    copy = replace(career, degrees={**career.degrees}, trips={**career.trips}, best_degrees={**career.best_degrees})
    return Life(careers=[copy], events=[], held={}, uncounted=[])


def play_on(life: Life, line: FactLine, profile: Profile, rules: HouseRules) -> None:
    """Add one more game of Careers that counts to a life."""
    life.held[line.game] = life.current.level
    _play(life, _at_home(line, profile.edition), profile, rules)


def _at_home(line: FactLine, home: str) -> FactLine:
    """Return the line with degrees and trips by the ids of the character's own edition (R100)."""
    if line.edition == home:
        return line
    programs, companies = counterparts(line.edition, home)
    return line._replace(
        degrees={programs[program]: number for program, number in line.degrees.items()},
        trips={companies[company]: number for company, number in line.trips.items()},
    )


def _play(life: Life, line: FactLine, profile: Profile, rules: HouseRules) -> None:
    """Play one game at the level held in it: parachute first (R88), else review, else perhaps a promotion (R81)."""
    career = life.current
    points = points_of(line, rules)
    _tally(career, _without_spoils(line, rules), points)
    if career.level == ladder.C_LEVEL:
        career.c_level_points += points
        if career.c_level_points >= ladder.PARACHUTE_POINTS:
            _parachute(life, line)
            return
    result = review(line, points, career.level, rules)
    if not result.passed:
        _demote(life, line, result, rules)
        return
    life.events.append(_reviewed(REVIEW, career, line, result, career.level))
    _promote_if_due(life, line, profile, rules)


def _without_spoils(line: FactLine, rules: HouseRules) -> FactLine:
    """Return the line without spoils for a player who left early, if the house rules say so (R86)."""
    if not line.left_early or rules.leavers_place:
        return line
    return line._replace(happiness=0, fame=0, cash=0, degrees={}, trips={})


def _tally(career: CareerTotals, line: FactLine, points: int) -> None:
    career.games += 1
    career.wins += line.won
    career.points += points
    career.points_since_level_change += points
    career.happiness += line.happiness
    career.fame += line.fame
    career.cash += line.cash
    for program, number in line.degrees.items():
        career.degrees[program] = career.degrees.get(program, 0) + number
        career.best_degrees[program] = max(career.best_degrees.get(program, 0), number)
    for company, number in line.trips.items():
        career.trips[company] = career.trips.get(company, 0) + number


def _parachute(life: Life, line: FactLine) -> None:
    career = life.current
    career.status = RETIRED
    career.cash += ladder.PARACHUTE_CASH
    points, why = career.c_level_points, words.parachute(career.c_level_points)
    life.events.append(_event(PARACHUTE, career, line, ladder.C_LEVEL, points, ladder.PARACHUTE_POINTS, None, why))


def _demote(life: Life, line: FactLine, result: Performance, rules: HouseRules) -> None:
    career = life.current
    lower = ladder.below(career.level)
    if rules.demotion == "to_fitting_level":
        while lower != ladder.ENTRY and not result.meets(ladder.MINIMUM_PERCENT[lower]):
            lower = ladder.below(lower)
    life.events.append(_reviewed(DEMOTION, career, line, result, lower))
    _change_level(career, lower, rules)


def _promote_if_due(life: Life, line: FactLine, profile: Profile, rules: HouseRules) -> None:
    career = life.current
    higher = ladder.above(career.level)
    if higher is None or not is_due(higher, career, profile, rules):
        return
    needs = needs_for(higher, career, profile, rules)
    have, required = needs[0].have, needs[0].need
    life.events.append(_event(PROMOTION, career, line, higher, have, required, None, words.promotion(needs)))
    _change_level(career, higher, rules)


def _change_level(career: CareerTotals, level: str, rules: HouseRules) -> None:
    """Change the level; the counter starts at 0 with every change (R74, R85)."""
    career.level = level
    career.points_since_level_change = 0
    if level != ladder.C_LEVEL and rules.parachute_counts == "current_spell":
        career.c_level_points = 0


def _reviewed(kind: str, career: CareerTotals, line: FactLine, result: Performance, to_level: str) -> Event:
    why = words.review(result, career.level)
    return _event(kind, career, line, to_level, result.points, result.yardstick, result.minimum, why)


def _event(
    kind: str, career: CareerTotals, line: FactLine, to: str, points: int, yardstick: int | None, minimum: int | None,
    why: str,
) -> Event:  # fmt: skip
    game = (line.game, line.reference, line.at)
    return Event(kind, career.number, *game, career.level, to, points, yardstick, minimum, why)


def _restart(life: Life, restart: CareerFact, line: FactLine) -> None:
    number, life.since = life.current.number + 1, restart.at
    life.careers.append(CareerTotals(number=number))
    at = max(restart.at, line.at)
    steps = (ladder.C_LEVEL, ladder.ENTRY)
    life.events.append(Event(RESTARTED, number, None, "", at, *steps, 0, None, None, words.restart(number)))


NO_ROWS = ""
_LATER = re.compile(
    r"game (?P<reference>[^;]+), played (?P<day>\d\d) (?P<month>[A-Z][a-z]+) (?P<year>\d{4}), was confirmed later"
)
REASON_LENGTH, CUT, READ_AGAIN = 600, "...", "the facts were read again"
RescindedRow = tuple[Event, str, datetime]
"""An event, the reason why it no longer holds, and since when."""


def rescinded_reason(facts: Sequence[CareerFact], reviewed: int) -> str:
    """Return why rows no longer hold: what became known after the first `reviewed` facts, in words."""
    return _sentence(dict.fromkeys(filter(None, _phrases(facts)[reviewed:])))


def rescinded_digest(before: str, rows: Iterable[RescindedRow]) -> str:
    """Return the digest `before` with these rows added."""
    total = (int(before or "0", 16) + sum(map(_number, rows))) % 2**256
    return f"{total:064x}" if total else NO_ROWS


def unexplained(
    rows: Iterable[RescindedRow], facts: Sequence[CareerFact], profile: Profile, rules: Mapping[str, HouseRules]
) -> Iterator[RescindedRow]:
    """Yield the rows that never followed from the facts, or could not end for the reason given."""

    @cache
    def events_until(until: int) -> frozenset[Event]:
        return frozenset(fold(facts[:until], profile, rules).events)

    phrases = _phrases(facts)
    for row in rows:
        event, why, _ = row
        first = next((until for until in range(1, len(facts) + 1) if event in events_until(until)), None)
        if first is None or all(event in events_until(until) for until in _ends(phrases, why, first)):
            yield row


def _phrases(facts: Sequence[CareerFact]) -> list[str]:
    references = {fact.game: fact.line.reference for fact in facts if fact.line is not None}
    return [_phrase(fact, references.get(fact.game, "")) for fact in facts]


def _phrase(fact: CareerFact, reference: str) -> str:
    if fact.because:
        return f"game {reference} was {fact.because}"
    return f"game {reference}, played {fact.at:%d %B %Y}, was confirmed later" if fact.kind == RESULT else ""


def reason_in_words(why: str) -> str:
    """Return a stored reason, translatable if it is a single one of the site's own words."""
    if why == READ_AGAIN:
        return said("the facts were read again")
    match = _LATER.fullmatch(why)
    if match is None:
        return why
    day = said("{day} {month} {year}", day=match["day"], month=said(match["month"]), year=match["year"])
    return said("game {reference}, played {day}, was confirmed later", reference=match["reference"], day=day)


def _sentence(phrases: Iterable[str]) -> str:
    text = "; ".join(phrases) or READ_AGAIN
    return text if len(text) <= REASON_LENGTH else text[: REASON_LENGTH - len(CUT)] + CUT


def _ends(phrases: Sequence[str], why: str, first: int) -> list[int]:
    """Return the numbers of facts, greater than `first`, that can have been known when something was rescinded for that
    reason."""
    counts = set()
    for reviewed in range(len(phrases)):
        later_phrases: dict[str, None] = {}
        for until in range(reviewed + 1, len(phrases) + 1):
            if phrases[until - 1]:
                later_phrases[phrases[until - 1]] = None
            if until > first and _sentence(later_phrases) == why:
                counts.add(until)
            if not why.startswith("; ".join(later_phrases)[: REASON_LENGTH - len(CUT)]):
                break
    return sorted(counts)


def _number(row: RescindedRow) -> int:
    event, why, since = row
    content = [*event, why, since]
    text = dumps([_stamp(value) if isinstance(value, datetime) else value for value in content], ensure_ascii=False)
    return int(sha256(text.encode()).hexdigest(), 16)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
