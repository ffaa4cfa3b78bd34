"""Choose what a tournament is remembered by: its closest table, its highest score and its biggest climb."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

MOST_PHOTOS, LONGEST_CAPTION = 12, 200


class Score(NamedTuple):
    """A seat of a result: `points` are the game's own."""

    place: int
    points: int
    character: int | None


class Closest(NamedTuple):
    """The game whose first two seats were nearest to each other, with their scores."""

    game: int
    first: int
    second: int


class Climb(NamedTuple):
    character: int
    before: int
    after: int


def closest_table(games: Mapping[int, Sequence[Score]]) -> Closest | None:
    """Return the game with the smallest difference between its first two seats as a share of all its points, the
    earliest of equals; None without a game of two seats. `games`: in the order in which they were confirmed, each with
    its seats by place."""
    margins = [
        (Fraction(abs(seats[0].points - seats[1].points), max(sum(abs(seat.points) for seat in seats), 1)), game)
        for game, seats in games.items()
        if len(seats) > 1
    ]
    if not margins:
        return None
    _margin, game = min(margins, key=lambda line: line[0])
    return Closest(game, games[game][0].points, games[game][1].points)


def highest_score(games: Mapping[int, Sequence[Score]]) -> tuple[int, Score] | None:
    """Return the game with the highest score of a character, the earliest of equals, and that seat."""
    scores = [(game, seat) for game, seats in games.items() for seat in seats if seat.character is not None]
    return max(scores, key=lambda line: line[1].points, default=None)


def biggest_climb(before: Sequence[int], after: Sequence[int]) -> Climb | None:
    """Return who gained most places between two standings, the one placed better in the end of equals; None if nobody
    gained any."""
    earlier = {who: at for at, who in enumerate(before, 1)}
    climbs = [Climb(who, earlier[who], at) for at, who in enumerate(after, 1) if who in earlier]
    best = max(climbs, key=lambda climb: climb.before - climb.after, default=None)
    return best if best is not None and best.before > best.after else None
