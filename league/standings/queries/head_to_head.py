"""Two characters side by side: the games that both played, and who came out ahead. The number of queries does not grow
with the games."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from characters.models import Character
from characters.queries.people import Person, people
from characters.rules.names import by_name
from league.core.queries.game_lines import GameLine, game_lines
from league.core.queries.games_filter import condition
from league.core.queries.systems import in_order
from league.core.rules.games_filter import GamesFilter, games_filter
from league.models import Result, SeasonGame

RIVALS = 20


@dataclass(frozen=True, slots=True)
class PairScore:
    """The score of two characters: games together, how often the first was ahead, how often the second, and how often
    they shared a place."""

    name: str
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


def rivals(who: Character) -> list[tuple[Person, int]]:
    """Return the characters that this one met most often with the number of games, the most frequent first. Two
    queries."""
    tables = Result.objects.filter(character=who).values("game")
    met = Result.objects.filter(game__in=tables).exclude(character=who).order_by().values("character")
    counts = met.annotate(games=Count("pk")).order_by("-games", *by_name("character__"))[:RIVALS]
    games = {row["character"]: row["games"] for row in counts}
    persons = people(games)
    return [(persons[pk], number) for pk, number in games.items() if pk in persons]


def meetings_filter(who: Character, other: Character, asked: Mapping[str, str]) -> GamesFilter:
    """Return the games and years that the meetings of two can be filtered by, and what the address asks for."""
    results: Any = _together(who, other)
    years = results.datetimes("played_at", "year", order="DESC", tzinfo=ZoneInfo(who.enrolment.league.zone))
    systems = in_order(results.values_list("system", flat=True).distinct())
    return games_filter(asked, systems, [first.year for first in years])


def scores(meetings: QuerySet[Result]) -> list[PairScore]:
    """Return the score in each system, in the order of the systems; an empty list if two never met. One query."""
    games, ahead, behind = Counter[str](), Counter[str](), Counter[str]()
    pairs: Any = meetings.order_by()
    for system, place, theirs in pairs.values_list("system", "place", "other_place"):
        games[system] += 1
        ahead[system] += place < theirs
        behind[system] += place > theirs
    return [PairScore(game.NAME, games[game.ID], ahead[game.ID], behind[game.ID]) for game in in_order(games)]


def total(by_system: list[PairScore]) -> PairScore:
    return PairScore(
        _("All games"), *(sum(getattr(score, name) for score in by_system) for name in ("games", "ahead", "behind"))
    )


def meetings(who: Character, other: Character, filters: GamesFilter) -> QuerySet[Result]:
    """Return the results of the first in games of both, the newest first, with the `other_place`."""
    theirs = Result.objects.filter(game=OuterRef("game"), character=other).order_by().values("place")[:1]
    results = _together(who, other).filter(condition(filters, who.enrolment.league.zone))
    return results.annotate(other_place=Subquery(theirs)).order_by("-played_at", "-game")


def meeting_lines(page: list[Result]) -> list[tuple[GameLine, Result]]:
    """Return the lines of a page of `meetings` with its results, in its order. Four queries."""
    placed = SeasonGame.objects.filter(game__in=[result.game_id for result in page]).select_related("game")
    lines = {line.pk: line for line in game_lines(placed)}
    return [(lines[result.game_id], result) for result in page if result.game_id in lines]


def _together(who: Character, other: Character) -> QuerySet[Result]:
    return Result.objects.filter(character=who, game__results__character=other).order_by()
