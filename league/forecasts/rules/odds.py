"""How likely it is that a review is passed, a promotion comes, the C-suite is ever reached: games that were played,
drawn again and again through the real fold (`characters.rules.career.one_more`).

Partial pooling: a game to come is one of the character's own with a weight of n / (n + PULL) for n own games, else one
that somebody of the same league played at that level, told as if it had been this character's: what was their
specialty is its specialty. The next game alone is worked out exactly, over every game that may be drawn; what lies
further ahead from LIVES lives of at most HORIZON games. Probabilities are whole ten-thousandths.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple

from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION, RETIRED, Career, one_more
from characters.rules.facts import Line
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Profile
from engine.careers.editions import counterparts, edition

METHOD = "odds/1"  # another one whenever the same facts would lead to other odds
PULL = 5  # games: with so many of its own a character is half itself and half its league
FEW = 5  # own games; below, it is mostly the league's figure
NEWEST_OWN = 50
ENOUGH = 10  # games of the pool that are of the kinds that a character plays
LIVES, HORIZON, SOON = 400, 60, 5
WHOLE = 10_000


class Played(NamedTuple):
    """A game as somebody's career has it: the level held in it and who that was."""

    level: str
    line: Line
    profile: Profile


@dataclass(frozen=True, slots=True)
class Reach:
    """In how many games the next level is reached: within `least` in one of ten lives, `middle` in half of them, `most`
    in nine of ten. None: not within HORIZON games."""

    least: int | None
    middle: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class Odds:
    """`passes`: the next review, `rises`: a promotion or golden parachute in the next game, `soon`: within SOON games,
    `top`: ever at C-level within HORIZON games, None for who is there; ten-thousandths. `own` and `pool`: of how many
    games each; `weight`: that of the own ones."""

    passes: int
    rises: int
    soon: int
    top: int | None
    reach: Reach
    own: int
    pool: int
    weight: int


@dataclass(frozen=True, slots=True)
class Urn:
    """What games may come: the own ones, and by level those of the league."""

    own: tuple[Line, ...]
    pools: Mapping[str, tuple[Line, ...]]

    def pool_at(self, level: str) -> tuple[Line, ...]:
        return self.pools.get(level) or tuple(line for lines in self.pools.values() for line in lines)

    def draw(self, level: str, chance: Random) -> Line:
        pool = self.pool_at(level)
        at = chance.randrange(len(self.own) + PULL) if pool else chance.randrange(len(self.own))
        return self.own[at] if at < len(self.own) else pool[chance.randrange(len(pool))]


def odds_of(
    career: Career,
    profile: Profile,
    rules: HouseRules,
    own: Sequence[Line],
    league: Iterable[Played],
    seed: str,
    lives: int = LIVES,
) -> Odds | None:
    """`own`: the games of Careers that counted for the character, the oldest first; `league`: games of others; `lives`:
    how many are drawn, ten at least. None where nobody has played yet, and after a golden parachute."""
    urn = urn_of(profile, own, league)
    pool = urn.pool_at(career.level)
    if career.status == RETIRED or not (urn.own or pool):
        return None
    chance = Random(seed)
    drawn = [_life(career, profile, rules, urn, chance) for _number in range(lives)]
    rose = sorted((one.rose for one in drawn), key=lambda games: games or HORIZON + 1)
    return Odds(
        passes=_chance(career, profile, rules, urn, lambda kinds: DEMOTION not in kinds),
        rises=_chance(career, profile, rules, urn, lambda kinds: bool(kinds & {PROMOTION, PARACHUTE})),
        soon=_share(sum(games is not None and games <= SOON for games in rose), lives),
        top=None if career.level == ladder.C_LEVEL else _share(sum(one.topped for one in drawn), lives),
        reach=Reach(*(rose[lives * tenths // 10 - 1] for tenths in (1, 5, 9))),
        own=len(urn.own),
        pool=len(pool),
        weight=_share(len(urn.own), len(urn.own) + PULL) if pool else WHOLE,
    )


def urn_of(profile: Profile, own: Sequence[Line], league: Iterable[Played]) -> Urn:
    """Of the league's games those of the kinds (mode and target) that the character plays, where there are ENOUGH."""
    games = list(league)
    kinds = {_kind(line) for line in own}
    alike = [one for one in games if _kind(one.line) in kinds]
    pools: dict[str, list[Line]] = {}
    for one in alike if len(alike) >= ENOUGH else games:
        pools.setdefault(one.level, []).append(as_if_played_by(profile, one.profile, one.line))
    return Urn(tuple(own[-NEWEST_OWN:]), {level: tuple(lines) for level, lines in pools.items()})


def _kind(line: Line) -> tuple[str, int | None]:
    return line.mode, line.target


def as_if_played_by(profile: Profile, who: Profile, line: Line) -> Line:
    """What `who` earned in their specialty, `profile` earned in its own; and so on with side interest and companies."""
    programs, companies = _translation(profile, who, line.edition)
    return line._replace(
        edition=profile.edition,
        degrees={programs[program]: number for program, number in line.degrees.items()},
        trips={companies[company]: number for company, number in line.trips.items()},
    )


@lru_cache(maxsize=4096)
def _translation(profile: Profile, who: Profile, played: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The programs and the companies of the edition `played`, as those that they are to `profile`."""
    home, abroad = edition(profile.edition), edition(who.edition)
    programs = _matched(
        (who.specialty, who.side_interest),
        (profile.specialty, profile.side_interest),
        [one.id for one in abroad.programs.values()],
        [one.id for one in home.programs.values()],
    )
    companies = _matched(
        (who.primary_company, who.secondary_company),
        (profile.primary_company, profile.secondary_company),
        list(abroad.companies),
        list(home.companies),
    )
    to_programs, to_companies = counterparts(played, who.edition)
    return (
        {program: programs.get(theirs, theirs) for program, theirs in to_programs.items()},
        {company: companies.get(theirs, theirs) for company, theirs in to_companies.items()},
    )


def _matched(
    theirs: tuple[str, str], own: tuple[str, str], abroad: Sequence[str], home: Sequence[str]
) -> dict[str, str]:
    """The two that matter to the two that matter, the others in the order of the board."""
    rest = zip([one for one in abroad if one not in theirs], [one for one in home if one not in own], strict=False)
    return dict([*zip(theirs, own, strict=True), *rest])


def _chance(career: Career, profile: Profile, rules: HouseRules, urn: Urn, holds: Callable[[set[str]], bool]) -> int:
    """Exactly: of every game that may be drawn next."""

    def share(lines: Sequence[Line]) -> Fraction:
        met = sum(holds({event.kind for event in one_more(career, line, profile, rules).events}) for line in lines)
        return Fraction(met, len(lines))

    pool = urn.pool_at(career.level)
    if not pool:
        return _rounded(share(urn.own))
    own = len(urn.own) * share(urn.own) if urn.own else Fraction(0)
    return _rounded((own + PULL * share(pool)) / (len(urn.own) + PULL))


class _Life(NamedTuple):
    """After how many games it first rose above where it began, and whether it was ever at C-level."""

    rose: int | None
    topped: bool


def _life(career: Career, profile: Profile, rules: HouseRules, urn: Urn, chance: Random) -> _Life:
    start, rose = ladder.INDEX[career.level], None
    for game in range(1, HORIZON + 1):
        career = one_more(career, urn.draw(career.level, chance), profile, rules).current
        if rose is None and (career.status == RETIRED or ladder.INDEX[career.level] > start):
            rose = game
        if career.status == RETIRED or career.level == ladder.C_LEVEL:
            return _Life(rose, topped=True)
    return _Life(rose, topped=False)


def _share(part: int, whole: int) -> int:
    return _rounded(Fraction(part, whole))


def _rounded(share: Fraction) -> int:
    return round(share * WHOLE)
