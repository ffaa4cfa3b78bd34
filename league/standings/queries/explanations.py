"""The explanation of a character's place: tie-breaks, games, and what separates it from its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import F, QuerySet

from characters.models import Character
from games.rules.points import decimal, in_points
from league.core.queries.games import headlines
from league.models import Result, Season
from league.standings.queries.standings import results_of, standings
from league.standings.rules.standings import Standing, Standings
from league.standings.rules.tiebreaks import Counting, separation


@dataclass(frozen=True, slots=True)
class CountedGame:
    """One game as it entered the standings. `points` with two decimals; `counted` is false for a game that is
    not among the best."""

    game: int
    name: str
    reference: str
    played_at: datetime
    place: int
    points: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The row above or below. `decided_by` names the tie-break that separates it; `separation` says it in
    words, the upper row's figure first."""

    position: int
    character: int
    name: str
    slug: str
    decided_by: str
    separation: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a row. `standing` has all tie-breaks in order; `games` are in order of play."""

    standing: Standing
    of: int
    counting: Counting
    draw_seed: str
    games: tuple[CountedGame, ...]
    above: Neighbour | None
    below: Neighbour | None


def why(season: Season, character: Character, *, system: str | None = None) -> Explanation | None:
    """Return the working behind the character's row; None without a confirmed game in the season."""
    return explain(standings(season, system=system), results_of(season, system=system), character)


def explain(table: Standings, results: QuerySet[Result], character: Character) -> Explanation | None:
    """Return the working behind the character's row in standings over these results; None if it is not in them."""
    if character.pk not in table:
        return None
    around = table.around(character.pk)
    people = Character.objects.in_bulk([row.character for row in around])
    here = [row.character for row in around].index(character.pk)
    return Explanation(
        standing=around[here],
        of=len(table),
        counting=table.counting,
        draw_seed=table.draw_seed,
        games=games_of(results, character, table.counting),
        above=_neighbour(people[around[0].character], 0, around) if here else None,
        below=_neighbour(people[around[-1].character], 1, around[here:]) if around[here + 1 :] else None,
    )


def _neighbour(who: Character, index: int, pair: Sequence[Standing]) -> Neighbour:
    """Return the neighbour at `index` of two rows that follow each other."""
    upper, lower = pair[0], pair[1]
    return Neighbour(
        position=pair[index].position,
        character=who.pk,
        name=who.name,
        slug=who.slug,
        decided_by=lower.decided_by,
        separation=separation(upper.tiebreaks, lower.tiebreaks, lower.decided_by),
    )


def games_of(results: QuerySet[Result], character: Character, counting: Counting) -> tuple[CountedGame, ...]:
    """Return the character's games among these results, in order of play."""
    annotated = results.filter(character=character).annotate(reference=F("game__season_game__reference"))
    played = list(annotated.order_by("played_at", "reference"))
    names = headlines([result.game_id for result in played])
    # Of equal games the earlier one counts; sorting keeps their order.
    best = sorted(played, key=lambda result: -result.table_points)
    counted = best[: counting.best_of] if counting.mode == "best" else best
    chosen = {result.pk for result in counted}
    return tuple(
        CountedGame(
            game=result.game_id,
            name=names[result.game_id],
            reference=result.reference,
            played_at=result.played_at,
            place=result.place,
            points=in_points(result.table_points),
            counted=result.pk in chosen,
        )
        for result in played
    )


def plain(value: Fraction) -> str:
    """Return the value with two decimals and nothing else, so that a program can read it."""
    return decimal(value).replace(",", "")
