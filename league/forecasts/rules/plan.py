"""The plan for the next game of Careers: the fold of a career asked backwards, exactly.

Every level named here is found by playing the next game through `characters.rules.career.one_more`; between two
neighbouring thresholds (a minimum of the review, a promotion, the golden parachute) the outcome can't change. Source:
rule book, "Employee Level and Promotions", "Performance", "Golden Parachute"; readings R73 to R91.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from itertools import pairwise

from characters.rules import ladder
from characters.rules.career import PARACHUTE, RETIRED, CareerTotals, one_more
from characters.rules.facts import FactLine
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Need, Profile, needs_for
from games.rules.careers import FORMULA, TIMED

LEAST_FIGURE, MOST_FIGURE = 1, 100_000
_SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game: to `target` points, or timed (no target) with the points that its winner is expected to have,
    unless it is the character, and its length in minutes."""

    target: int | None = None
    winner_total: int = 0
    minutes: int | None = None

    @property
    def mode(self) -> str:
        return TIMED if self.target is None else FORMULA

    @property
    def expected_total(self) -> int | None:
        return self.winner_total or None


@dataclass(frozen=True, slots=True)
class Band:
    """A band of points from `least` to `most` (None: without end), with which the game leads to `level`, or to a golden
    parachute if that is ladder.RETIRED."""

    least: int
    most: int | None
    level: str


@dataclass(frozen=True, slots=True)
class NextGamePlan:
    """The outcomes of the next game by points: `bands` without a win and `winning` with one, from 0 up and without a
    gap, with `spoils` (the degrees and trips that the next promotion still asks for) earned in it; `bare` without a win
    and without any of them."""

    level: str
    higher: str | None
    spoils: tuple[Need, ...]
    bands: tuple[Band, ...]
    winning: tuple[Band, ...]
    bare: tuple[Band, ...]

    @property
    def keeps(self) -> int | None:
        """Return the least points with which a player loses no level without a win."""
        return next((band.least for band in self.bands if not _is_lower(band.level, self.level)), None)

    @property
    def keeps_winning(self) -> int | None:
        return next((band.least for band in self.winning if not _is_lower(band.level, self.level)), None)

    @property
    def rises(self) -> int | None:
        """Return the least points that promote, or open the golden parachute, without a win; None if no points
        can."""
        return _least(self.bands, self.goal)

    @property
    def rises_winning(self) -> int | None:
        return _least(self.winning, self.goal)

    @property
    def goal(self) -> str:
        return self.higher or RETIRED


def plan_of(career: CareerTotals, profile: Profile, rules: HouseRules, game: NextGame) -> NextGamePlan:
    """Return what the next game must bring for `career`, by these house rules. Raise ValueError after a golden
    parachute, and for figures outside LEAST_FIGURE to MOST_FIGURE."""
    if career.status == RETIRED:
        raise ValueError("A career that has ended by golden parachute plays no further game.")
    for figure in (game.target if game.target is not None else game.winner_total, game.minutes):
        if figure is not None and not LEAST_FIGURE <= figure <= MOST_FIGURE:
            raise ValueError(f"{figure} is not between {LEAST_FIGURE} and {MOST_FIGURE}.")
    higher = ladder.above(career.level)
    spoils = tuple(_missing(higher, career, profile, rules)) if higher else ()

    def bands(*, won: bool, spoils: Iterable[Need]) -> tuple[Band, ...]:
        thresholds = _thresholds(career, profile, rules, game, won=won)
        lines = ((points, _line(game, profile, points, spoils, won=won)) for points in thresholds)
        return _joined((points, _level_after(career, line, profile, rules)) for points, line in lines)

    return NextGamePlan(
        level=career.level,
        higher=higher,
        spoils=spoils,
        bands=bands(won=False, spoils=spoils),
        winning=bands(won=True, spoils=spoils),
        bare=bands(won=False, spoils=()),
    )


def _is_lower(level: str, than: str) -> bool:
    return level != RETIRED and ladder.INDEX[level] < ladder.INDEX[than]


def _least(bands: Iterable[Band], level: str) -> int | None:
    return next((band.least for band in bands if band.level == level), None)


def _missing(higher: str, career: CareerTotals, profile: Profile, rules: HouseRules) -> Iterator[Need]:
    """Yield the degrees and trips that one game would have to bring. A post-doc that must be earned in one game starts
    from 0."""
    for need in needs_for(higher, career, profile, rules):
        if need.kind == "points" or need.met:
            continue
        in_one_game = need.kind == "degrees" and need.need >= ladder.POST_DOC and rules.post_doc == "one_game"
        yield need._replace(have=0) if in_one_game else need


def _thresholds(career: CareerTotals, profile: Profile, rules: HouseRules, game: NextGame, *, won: bool) -> list[int]:
    """Return every number of points at which the outcome may change, from 0 up."""
    yardstick = ladder.review(_line(game, profile, 0, (), won=False), 0, career.level, rules).yardstick or 0
    thresholds = {0, ladder.PARACHUTE_POINTS - career.c_level_points}
    thresholds |= {-(-yardstick * percent // 100) for percent in ladder.MINIMUM_PERCENT.values()}
    higher = ladder.above(career.level)
    if higher:
        thresholds.add(needs_for(higher, career, profile, rules)[0].missing)
    if won:
        thresholds |= {1, ladder.SAFE_WIN_FROM}
    return sorted(points for points in thresholds if points >= 0)


def _line(game: NextGame, profile: Profile, points: int, spoils: Iterable[Need], *, won: bool) -> FactLine:
    gained = tuple(spoils)
    return FactLine(
        game=0,
        reference="",
        at=_SOME_DAY,
        version=1,
        system="careers",
        edition=profile.edition,
        rules="",
        won=won,
        mode=game.mode,
        target=game.target,
        winner_total=points if won else max(game.winner_total, game.target or 0),
        minutes=game.minutes,
        happiness=points,
        degrees={need.subject: need.missing for need in gained if need.kind == "degrees"},
        trips={need.subject or profile.primary_company: need.missing for need in gained if need.kind == "trips"},
    )


def _level_after(career: CareerTotals, line: FactLine, profile: Profile, rules: HouseRules) -> str:
    life = one_more(career, line, profile, rules)
    return RETIRED if any(event.kind == PARACHUTE for event in life.events) else life.current.level


def _joined(outcomes: Iterable[tuple[int, str]]) -> tuple[Band, ...]:
    """Return bands in which neighbours with one outcome are joined."""
    starts: list[tuple[int, str]] = []
    for points, level in outcomes:
        if not starts or starts[-1][1] != level:
            starts.append((points, level))
    ends: list[int | None] = [later[0] - 1 for _, later in pairwise(starts)]
    return tuple(Band(least, most, level) for (least, level), most in zip(starts, [*ends, None], strict=True))


def as_career(row: object) -> CareerTotals:
    """Return the running totals of a stored career, whose columns have the same names."""
    return CareerTotals(**{field.name: getattr(row, field.name) for field in fields(CareerTotals)})
