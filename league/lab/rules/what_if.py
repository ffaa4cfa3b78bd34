"""The effect of other house rules on a league: seasons of its own games, drawn again and lived twice, under the house
rules of today and under others, with the same luck in both (common random numbers: one table, one draw, two worlds).

At each table sit people who sat together recently. Everybody plays one of their own games or one of the league's at the
level held, weighed as in `people.rules.urn`; the order follows from how near each came to the winner of the game that
was drawn. A character that leaves by golden parachute begins again at Entry Level. What happens at a table (powers,
boards, decks) is as it was when the games were played: other rules of those can't be judged so.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any, NamedTuple

from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION, RETIRED, CareerTotals, one_more
from characters.rules.facts import NOTHING, FactLine
from characters.rules.house_rules import DEFAULTS, HouseRules
from characters.rules.ladder import Profile, points_of
from league.people.rules.urn import PULL, UrnGame, urn_of
from league.standings.rules.tiebreaks import MILLION, Counting, points_for

METHOD = "what-if/1"
SEASONS = 500
LEADS = "lead_changes"
KINDS = (PROMOTION, DEMOTION, PARACHUTE, LEADS)
AT = {level: f"at_{level}" for level in ladder.LEVELS}  # kinds as well: how many hold a level in the end
# The house rules that apply to results which are there already.
JUDGED = (
    *("cap_points_at_target", "promotion_points", "trips", "post_doc", "demotion", "timed_performance"),
    *("par_per_30_minutes", "leaver", "parachute_counts", "count_games", "best_of"),
)
BITS = 32  # of each draw
SURE = Fraction(196, 100)  # standard errors to either side hold in 95 of 100
FEW = 10


@dataclass(frozen=True, slots=True)
class Member:
    """`games`: by level own games and the league's that may be drawn."""

    career: CareerTotals
    profile: Profile
    games: Mapping[str, tuple[Sequence[FactLine], Sequence[FactLine]]]

    def draw(self, level: str, seat: "SeatLuck") -> FactLine:
        own, pool = self.games[level]
        at = seat.whose * (len(own) + (PULL if pool else 0)) >> BITS
        return own[at] if at < len(own) else pool[seat.which * len(pool) >> BITS]


@dataclass(frozen=True, slots=True)
class Club:
    """A league's club. `tables`: who sat together recently; everybody is among `members`."""

    members: Mapping[int, Member]
    tables: Sequence[Sequence[int]]


class SeatLuck(NamedTuple):
    """Somebody's luck at a table: draws of BITS for whose game is drawn and which one, and for equals."""

    who: int
    whose: int
    which: int
    equals: int


def member(career: CareerTotals, profile: Profile, own: Sequence[FactLine], league: Iterable[UrnGame]) -> Member | None:
    """Return a member of a club; None for a character for which no game could be drawn."""
    urn = urn_of(profile, own, league)
    games = {level: (urn.own, urn.pool_at(level)) for level in ladder.LEVELS}
    return Member(career, profile, games) if all(own or pool for own, pool in games.values()) else None


@dataclass(slots=True)
class Lived:
    """The seasons of a league by one set of house rules. `played`: games, one for each character at a table. By kind
    how many seasons saw how many (`counts`), by level the characters that held it in the end, and after how many of
    their games they first `reached` it; `never` counts the ones who did not. `unwon`: tables that nobody won."""

    played: int = 0
    counts: dict[str, Counter[int]] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)
    reached: dict[str, Counter[int]] = field(default_factory=lambda: {level: Counter() for level in ladder.LEVELS[1:]})
    never: Counter[str] = field(default_factory=Counter)
    unwon: int = 0

    def merge(self, other: "Lived") -> None:
        self.played += other.played
        self.unwon += other.unwon
        self.ends += other.ends
        self.never += other.never
        _add(self.counts, other.counts)
        _add(self.reached, other.reached)

    def kept(self) -> dict[str, Any]:
        return {
            "played": self.played,
            "counts": {kind: _texts(counter) for kind, counter in self.counts.items()},
            "ends": dict(self.ends),
            "reached": {level: _texts(counter) for level, counter in self.reached.items()},
            "never": dict(self.never),
            "unwon": self.unwon,
        }

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Lived":
        return cls(
            stored["played"],
            {kind: _numbers(counter) for kind, counter in stored["counts"].items()},
            Counter(stored["ends"]),
            {level: _numbers(counter) for level, counter in stored["reached"].items()},
            Counter(stored["never"]),
            stored.get("unwon", 0),
        )


@dataclass(slots=True)
class WorldTotals:
    """Two worlds side by side; `more`: by kind, in how many seasons the second one saw how many more."""

    seasons: int = 0
    today: Lived = field(default_factory=Lived)
    other: Lived = field(default_factory=Lived)
    more: dict[str, Counter[int]] = field(default_factory=dict)

    def merge(self, other: "WorldTotals") -> None:
        self.seasons += other.seasons
        self.today.merge(other.today)
        self.other.merge(other.other)
        _add(self.more, other.more)

    def kept(self) -> dict[str, Any]:
        more = {kind: _texts(counter) for kind, counter in self.more.items()}
        return {"seasons": self.seasons, "today": self.today.kept(), "other": self.other.kept(), "more": more}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "WorldTotals":
        more = {kind: _numbers(counter) for kind, counter in stored["more"].items()}
        return cls(stored["seasons"], Lived.of(stored["today"]), Lived.of(stored["other"]), more)


def _add(mine: dict[str, Counter[int]], theirs: Mapping[str, Counter[int]]) -> None:
    for name, counter in theirs.items():
        mine[name] = mine.get(name, Counter()) + counter


def _texts(counter: Counter[int]) -> dict[str, int]:
    return {str(value): number for value, number in sorted(counter.items())}


def _numbers(stored: Mapping[str, int]) -> Counter[int]:
    return Counter({int(value): number for value, number in stored.items()})


def live(club: Club, today: HouseRules, other: HouseRules, games: int, *, seed: str, season: int) -> WorldTotals:
    """Live season number `season` in both worlds, with the same tables and draws on every worker and at any time."""
    chance = Random(f"{METHOD} {seed} {season}")
    tables = [club.tables[chance.randrange(len(club.tables))] for _game in range(games)]
    luck = [[SeatLuck(who, *(chance.getrandbits(BITS) for _draw in range(3))) for who in table] for table in tables]
    return side_by_side(_lived(club, luck, today), _lived(club, luck, other))


def side_by_side(today: Lived, other: Lived) -> WorldTotals:
    """Compare one season in both worlds."""
    totals = WorldTotals(1, today, other)
    for kind in today.counts:
        [before], [after] = today.counts[kind], other.counts[kind]
        totals.more[kind] = Counter([after - before])
    return totals


def _lived(club: Club, luck: Sequence[Sequence[SeatLuck]], rules: HouseRules) -> Lived:
    living = Living({who: (life.career, life.profile) for who, life in club.members.items()}, rules)
    for table in luck:
        came: list[tuple[int, int, int, bool]] = []
        for seat in table:
            line = club.members[seat.who].draw(living.careers[seat.who].level, seat)
            living.plays(seat.who, line)
            came.append((_nearness(line), seat.equals, seat.who, line.won))
        living.race.ended(_points(came))
    return living.over()


def _nearness(line: FactLine) -> int:
    """Return points in ten-thousandths of the winner's."""
    return points_of(line, DEFAULTS) * 10_000 // max(line.winner_total, line.target or 1)


def _points(came: Sequence[tuple[int, int, int, bool]]) -> dict[int, int]:
    """Return the table points by character. `came`: for each seat nearness, luck among equals, character, and whether
    the drawn game was won, which alone decides the place of one who sat among guests."""
    seats, alone = max(len(came), 2), len(came) == 1
    places = enumerate(sorted(came, reverse=True), 1)
    return {who: points_for(place + (alone and not won), 1, seats) for place, (_near, _equals, who, won) in places}


class Living:
    """One season by one set of house rules, as it is being lived: careers that move on from game to game."""

    def __init__(self, people: Mapping[int, tuple[CareerTotals, Profile]], rules: HouseRules) -> None:
        self.careers = {who: career for who, (career, _profile) in people.items()}
        self.race = Race(Counting(rules.count_games, rules.best_of))
        self._people, self._rules, self._reached = people, rules, Lived().reached
        self._highest = {who: ladder.INDEX[career.level] for who, career in self.careers.items()}
        self._games, self._happened = Counter[int](), Counter[str]()

    def plays(self, who: int, line: FactLine) -> None:
        """Add one more game to a life. Characters who leave by golden parachute begin again."""
        life = one_more(self.careers[who], line, self._people[who][1], self._rules)
        self._happened.update(event.kind for event in life.events)
        left = life.current.status == RETIRED
        self.careers[who] = CareerTotals(number=life.current.number + 1) if left else life.current
        self._games[who] += 1
        level = self.careers[who].level
        if ladder.INDEX[level] > self._highest[who]:
            self._reached[level][self._games[who]] += 1
            self._highest[who] = ladder.INDEX[level]

    def over(self, more: Mapping[str, int] = NOTHING, unwon: int = 0) -> Lived:
        """Return what was lived, once the season is over. `more`: what else was counted in it, by kind."""
        ends = Counter(career.level for career in self.careers.values())
        counts = {kind: self._happened[kind] for kind in KINDS[:-1]} | {LEADS: self.race.changes} | dict(more)
        counts |= {kind: ends[level] for level, kind in AT.items()}
        return Lived(
            played=self._games.total(),
            counts={kind: Counter([number]) for kind, number in counts.items()},
            ends=ends,
            reached=self._reached,
            never=Counter(level for at in self._highest.values() for level in ladder.LEVELS[at + 1 :]),
            unwon=unwon,
        )


class Race:
    """The standings of one season, as far as its lead goes. A character level with the leader does not lead."""

    def __init__(self, counting: Counting) -> None:
        self.counting, self.changes, self._leader = counting, 0, 0
        self._points: dict[int, list[int]] = {}
        self._totals: dict[int, int] = {}

    def ended(self, points: Mapping[int, int]) -> None:
        """Add what each character takes from a table."""
        for who, units in points.items():
            mine = self._points.setdefault(who, [])
            mine.append(units)
            self._totals[who] = self._total(mine)
        best = max(self._totals.values())
        if self._totals.get(self._leader) != best:
            self.changes += self._leader != 0
            self._leader = next(who for who, total in self._totals.items() if total == best)

    def _total(self, points: list[int]) -> int:
        if self.counting.mode == "best":
            return sum(sorted(points)[-self.counting.best_of :])
        return sum(points) * MILLION // len(points) if self.counting.mode == "average" else sum(points)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its count, and how far to either side it may be off in 95 of 100 cases."""

    value: Fraction
    give: Fraction
    count: int

    @property
    def is_clear(self) -> bool:
        """Return whether the value is surely not 0; of a FEW nothing is sure."""
        return self.count >= FEW and abs(self.value) > self.give


def mean(histogram: Mapping[int, int]) -> Mean:
    count = sum(histogram.values())
    value = Fraction(sum(value * number for value, number in histogram.items()), count)
    spread = sum(((point - value) ** 2 * number for point, number in histogram.items()), Fraction(0))
    return Mean(value, SURE * _root(spread / (max(count - 1, 1) * count)), count)


def _root(value: Fraction) -> Fraction:
    """Return the square root to six decimals."""
    return Fraction(isqrt(int(value * 10**12)), 10**6)


def quantile(histogram: Mapping[int, int], tenths: int, beyond: int = 0) -> int | None:
    """Return the least value that n tenths of all do not exceed; None if it is one of the `beyond`,
    which are greater than every other."""
    count = sum(histogram.values()) + beyond
    seen = 0
    for value, number in sorted(histogram.items()):
        seen += number
        if seen * 10 >= count * tenths:
            return value
    return None
