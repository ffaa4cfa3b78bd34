"""The next game of Careers of a character: one that was played, drawn again.

Partial pooling: it is one of the character's own with a weight of n / (n + PULL) for n own games, else one that
somebody of the same league played at that level, told as if it had been this character's: what was their specialty is
its specialty.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple

from characters.rules.facts import FactLine
from characters.rules.ladder import Profile
from engine.careers.editions import counterparts, edition

PULL = 5  # games: with so many of its own a character's odds are half its own and half its league's
NEWEST_OWN = 50
ENOUGH = 10  # games of the pool that are of the kinds that a character plays


class UrnGame(NamedTuple):
    """A game as somebody's career has it: the level held in it and who that was."""

    level: str
    line: FactLine
    profile: Profile


@dataclass(frozen=True, slots=True)
class Urn:
    """The games that may come: own games, and by level those of the league."""

    own: tuple[FactLine, ...]
    pools: Mapping[str, tuple[FactLine, ...]]

    def pool_at(self, level: str) -> tuple[FactLine, ...]:
        return self.pools.get(level) or tuple(line for lines in self.pools.values() for line in lines)

    def draw(self, level: str, chance: Random) -> FactLine:
        pool = self.pool_at(level)
        at = chance.randrange(len(self.own) + PULL) if pool else chance.randrange(len(self.own))
        return self.own[at] if at < len(self.own) else pool[chance.randrange(len(pool))]


def urn_of(profile: Profile, own: Sequence[FactLine], league: Iterable[UrnGame]) -> Urn:
    """Return the urn of a character. It holds the league's games of the kinds (mode and target) that the
    character plays, if there are ENOUGH."""
    games = list(league)
    kinds = {_kind(line) for line in own}
    alike = [game for game in games if _kind(game.line) in kinds]
    pools: dict[str, list[FactLine]] = {}
    for game in alike if len(alike) >= ENOUGH else games:
        pools.setdefault(game.level, []).append(as_if_played_by(profile, game.profile, game.line))
    return Urn(tuple(own[-NEWEST_OWN:]), {level: tuple(lines) for level, lines in pools.items()})


def _kind(line: FactLine) -> tuple[str, int | None]:
    return line.mode, line.target


def as_if_played_by(profile: Profile, who: Profile, line: FactLine) -> FactLine:
    """Return the line as if `profile` had played it: what `who` earned in their specialty it earned in its own;
    likewise side interest and companies."""
    programs, companies = _translation(profile, who, line.edition)
    return line._replace(
        edition=profile.edition,
        degrees={programs[program]: number for program, number in line.degrees.items()},
        trips={companies[company]: number for company, number in line.trips.items()},
    )


@lru_cache(maxsize=4096)
def _translation(profile: Profile, who: Profile, played: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the programs and the companies of the edition `played`, as they appear in `profile`."""
    home, abroad = edition(profile.edition), edition(who.edition)
    programs = _matched(
        (who.specialty, who.side_interest),
        (profile.specialty, profile.side_interest),
        [program.id for program in abroad.programs.values()],
        [program.id for program in home.programs.values()],
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
    """Match the two that matter with the two that matter, the others in the order of the board."""
    rest = zip([key for key in abroad if key not in theirs], [key for key in home if key not in own], strict=False)
    return dict([*zip(theirs, own, strict=True), *rest])
