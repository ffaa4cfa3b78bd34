"""The explanation of a character's place: tie-breaks, games, and what separates it from its neighbours; and standings
as programs read them, every tie-break with its explanation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any, TypedDict

from django.db.models import F, QuerySet

from characters.models import LEVEL_CHOICES, Character
from characters.rules.facts import stamp
from games.rules.points import decimal, in_points
from league.core.queries.games import headlines
from league.core.rules.records import VERSION, Moment, OneOf
from league.models import Result, Season
from league.standings.queries.standings import results_of, standings, with_level
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
    return tuple(_game(result, names[result.game_id], result.pk in chosen) for result in played)


def _game(result: Result, name: str, counted: bool) -> CountedGame:
    return CountedGame(
        game=result.game_id,
        name=name,
        reference=result.reference,  # type: ignore[attr-defined] # annotated above
        played_at=result.played_at,
        place=result.place,
        points=in_points(result.table_points),
        counted=counted,
    )


COUNTING = ("all", "best", "average")


class TiebreakRow(TypedDict):
    name: str
    value: str
    working: str


class StandingRow(TypedDict):
    position: int
    position_before_draw: Annotated[int, "Shared by those that only the draw separates."]
    name: str
    slug: str
    company: str
    level: Annotated[str, OneOf(LEVEL_CHOICES)]
    level_name: str
    games: int
    wins: Annotated[int, "First places."]
    points: Annotated[str, "Table points with two decimals."]
    decided_by: Annotated[str, "The tie-break that keeps it below the row above; empty for the first."]
    tiebreaks: Annotated[list[TiebreakRow], "In the order in which they decide."]


class StandingsDetail(TypedDict):
    season: str
    system: Annotated[str | None, "The game that the table is about; null for all games."]
    count: Annotated[int, "Rows in the whole table."]
    version: Annotated[str, VERSION]
    next: Annotated[str | None, "Address of the rows that follow; null at the end."]
    counting: Annotated[str, OneOf(COUNTING), "Which games count."]
    best_of: int | None
    draw_seed: str
    results: list[StandingRow]


class CountedGameRow(TypedDict):
    id: int
    reference: str
    played_at: Moment
    place: int
    points: str
    counted: Annotated[bool, "False for a game that the best ones leave out."]


class NeighbourRow(TypedDict):
    position: int
    name: str
    slug: str
    decided_by: str
    separation: Annotated[str, "What keeps the two rows apart, in words and figures."]


class WhyDetail(StandingRow):
    """One row and all that put it there."""

    of: Annotated[int, "Rows in the whole table."]
    counting: Annotated[str, OneOf(COUNTING)]
    draw_seed: str
    played: list[CountedGameRow]
    above: NeighbourRow | None
    below: NeighbourRow | None


def standing_records(season: Season, *, offset: int, limit: int, system: str | None = None) -> StandingsDetail:
    """Return `limit` rows from `offset` on, over the games of one `system` or over all. `next` is left to the caller,
    who knows the address."""
    table = standings(season, system=system)
    characters = list(table)[offset : offset + limit]
    people = {character.pk: character for character in with_level(characters)}
    return {
        "season": season.slug,
        "system": system,
        "count": len(table),
        "version": table.version,
        "next": None,
        "counting": table.counting.mode,
        "best_of": table.counting.best_of if table.counting.mode == "best" else None,
        "draw_seed": season.draw_seed,
        "results": [_record(row, people[row.character]) for row in table.explained(characters)],
    }


def why_record(season: Season, who: Character, *, system: str | None = None) -> WhyDetail | None:
    """Return why a character stands where it does; None without a confirmed game in the season."""
    explanation = why(season, who, system=system)
    if explanation is None:
        return None
    [person] = with_level([who.pk])
    return {
        **_record(explanation.standing, person),
        "of": explanation.of,
        "counting": explanation.counting.mode,
        "draw_seed": explanation.draw_seed,
        "played": _games(explanation),
        "above": _neighbour_record(explanation.above),
        "below": _neighbour_record(explanation.below),
    }


def _record(row: Standing, who: Any) -> StandingRow:
    return {
        "position": row.position,
        "position_before_draw": row.position_before_draw,
        "name": who.name,
        "slug": who.slug,
        "company": who.primary_company,
        "level": who.level,
        "level_name": who.level_name(who.level),
        "games": row.tally.games,
        "wins": row.tally.wins,
        "points": plain(row.tiebreaks[0].value or Fraction(0)),
        "decided_by": row.decided_by,
        "tiebreaks": [
            {"name": tiebreak.name, "value": tiebreak.shown, "working": tiebreak.explanation}
            for tiebreak in row.tiebreaks
        ],
    }


def plain(value: Fraction) -> str:
    """Return the value with two decimals and nothing else, so that a program can read it."""
    return decimal(value).replace(",", "")


def _games(explanation: Explanation) -> list[CountedGameRow]:
    return [
        {
            "id": game.game,
            "reference": game.reference,
            "played_at": stamp(game.played_at),
            "place": game.place,
            "points": game.points,
            "counted": game.counted,
        }
        for game in explanation.games
    ]


def _neighbour_record(neighbour: Neighbour | None) -> NeighbourRow | None:
    if neighbour is None:
        return None
    return {
        "position": neighbour.position,
        "name": neighbour.name,
        "slug": neighbour.slug,
        "decided_by": neighbour.decided_by,
        "separation": neighbour.separation,
    }
