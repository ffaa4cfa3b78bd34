"""The expectations of the ratings at a table, and what happened: who had the luckiest season, and who the hardest.

Before a game the model behind the ratings (Plackett and Luce's, see `league.standings.rules.ratings`) gives each of two
the chance to come before the other. The others that somebody has beaten, less the expected ones, are what
luck and form have brought; how good the others were says how hard it was.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from league.forecasts.rules.season_chances import WHOLE
from league.standings.rules.ratings import RatingEstimate, shown_rating, strengths

FEWEST_GAMES = 3  # of somebody who is called lucky


class Sat(NamedTuple):
    """Somebody at a table, as they were rated before it, and the place in which they came; equals share one."""

    character: int
    place: int
    before: RatingEstimate


@dataclass(frozen=True, slots=True)
class Expectation:
    """`beyond`: others beaten beyond what was expected, in hundredths; `met`: the mean rating of the others."""

    character: int
    games: int
    beyond: int
    met: int


def expectations(tables: Iterable[Sequence[Sat]]) -> dict[int, Expectation]:
    """Return the expectations by character, of all who met somebody. Over a table the surpluses add up to nothing."""
    games: dict[int, int] = defaultdict(int)
    beyond: dict[int, int] = defaultdict(int)
    met: dict[int, list[int]] = defaultdict(list)
    for table in tables:
        if len(table) < 2:
            continue
        strength = dict(zip(table, strengths([player.before for player in table]), strict=True))
        for player in table:
            mine = strength[player]
            games[player.character] += 1
            for other in (each for each in table if each.character != player.character):
                expected = round(WHOLE * mine / (mine + strength[other]))
                # What is beaten of an opponent is half where they share the place.
                beaten = ((player.place < other.place) * 2 + (player.place == other.place)) * WHOLE // 2
                beyond[player.character] += beaten - expected
                met[player.character].append(shown_rating(other.before).value)
    return {
        who: Expectation(who, number, round(Fraction(beyond[who], 100)), round(Fraction(sum(met[who]), len(met[who]))))
        for who, number in games.items()
    }


def luckiest(rows: Iterable[Expectation]) -> Expectation | None:
    """Return who beat most beyond expectation, of those with FEWEST_GAMES; None if nobody did."""
    lucky = [row for row in rows if row.games >= FEWEST_GAMES and row.beyond > 0]
    return min(lucky, key=lambda row: (-row.beyond, row.character), default=None)


def hardest(rows: Iterable[Expectation]) -> Expectation | None:
    """Return who met the best rated others, of those with FEWEST_GAMES."""
    played = [row for row in rows if row.games >= FEWEST_GAMES]
    return min(played, key=lambda row: (-row.met, row.character), default=None)
