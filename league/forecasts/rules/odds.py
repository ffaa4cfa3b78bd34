"""The chances that a review is passed, a promotion comes, the C-suite is ever reached: games that were played, drawn
again and again (`people.rules.urn`) through the real fold (`characters.rules.career.play_on`).

The next game alone is worked out exactly, over every game that may be drawn; what lies further ahead from LIVES lives
of at most HORIZON games. Probabilities are whole ten-thousandths.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION, RETIRED, CareerTotals, life_from, one_more, play_on
from characters.rules.facts import FactLine
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Profile
from league.forecasts.rules.season_chances import WHOLE, share
from league.people.rules.urn import PULL, Urn, UrnGame, urn_of

METHOD = "odds/1"  # changes whenever the same facts would lead to other odds
FEW = 5  # own games; below, it is mostly the league's figure
LIVES, HORIZON, SOON = 400, 60, 5


class Odds(NamedTuple):
    """`passes`: the next review, `rises`: a promotion or golden parachute in the next game, `soon`: within SOON games,
    `top`: ever at C-level within HORIZON games, None for who is there; ten-thousandths. `least`, `middle`, `most`: the
    games within which the next level is reached in one, five and nine of ten lives, None beyond HORIZON. `own` and
    `pool`: of how many games each; `weight`: that of own games."""

    passes: int
    rises: int
    soon: int
    top: int | None
    least: int | None
    middle: int | None
    most: int | None
    own: int
    pool: int
    weight: int


def odds_of(
    career: CareerTotals,
    profile: Profile,
    rules: HouseRules,
    own: Sequence[FactLine],
    league: Iterable[UrnGame],
    seed: str,
    lives: int = LIVES,
) -> Odds | None:
    """Return the odds of a career; None if nobody has played yet, and after a golden parachute.

    `own`: the games of Careers that counted for the character, the oldest first; `league`: games of others; `lives`:
    how many are drawn, ten at least.
    """
    urn = urn_of(profile, own, league)
    pool = urn.pool_at(career.level)
    if career.status == RETIRED or not (urn.own or pool):
        return None
    chance = Random(seed)
    drawn = [_life(career, profile, rules, urn, chance) for _number in range(lives)]
    rose = sorted((life.rose for life in drawn), key=lambda games: games or HORIZON + 1)
    least, middle, most = (rose[lives * tenths // 10 - 1] for tenths in (1, 5, 9))
    return Odds(
        passes=_chance(career, profile, rules, urn, lambda kinds: DEMOTION not in kinds),
        rises=_chance(career, profile, rules, urn, lambda kinds: bool(kinds & {PROMOTION, PARACHUTE})),
        soon=share(sum(games is not None and games <= SOON for games in rose), lives),
        top=None if career.level == ladder.C_LEVEL else share(sum(life.topped for life in drawn), lives),
        least=least,
        middle=middle,
        most=most,
        own=len(urn.own),
        pool=len(pool),
        weight=share(len(urn.own), len(urn.own) + PULL) if pool else WHOLE,
    )


def _chance(
    career: CareerTotals, profile: Profile, rules: HouseRules, urn: Urn, holds: Callable[[set[str]], bool]
) -> int:
    """Return the exact chance, from every game that may be drawn next."""

    def part(lines: Sequence[FactLine]) -> Fraction:
        met = sum(holds({event.kind for event in one_more(career, line, profile, rules).events}) for line in lines)
        return Fraction(met, len(lines))

    pool = urn.pool_at(career.level)
    if not pool:
        return _rounded(part(urn.own))
    own = len(urn.own) * part(urn.own) if urn.own else Fraction(0)
    return _rounded((own + PULL * part(pool)) / (len(urn.own) + PULL))


class _Life(NamedTuple):
    """A drawn life: after how many games it first rose above where it began, and whether it was ever at C-level."""

    rose: int | None
    topped: bool


def _life(career: CareerTotals, profile: Profile, rules: HouseRules, urn: Urn, chance: Random) -> _Life:
    life, start, rose = life_from(career), ladder.INDEX[career.level], None
    for game in range(1, HORIZON + 1):
        play_on(life, urn.draw(life.current.level, chance), profile, rules)
        career = life.current
        if rose is None and (career.status == RETIRED or ladder.INDEX[career.level] > start):
            rose = game
        if career.status == RETIRED or career.level == ladder.C_LEVEL:
            return _Life(rose, topped=True)
    return _Life(rose, topped=False)


def _rounded(share: Fraction) -> int:
    return round(share * WHOLE)
