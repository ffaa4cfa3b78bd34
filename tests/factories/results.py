"""Results of confirmed games, written directly, without sheets."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from django.test.utils import CaptureQueriesContext

from characters.models import Character
from games.models import Game
from league.models import Result, Season, SeasonGame
from league.standings.rules.tiebreaks import MILLION, points_for
from league.standings.services.results import write_results
from tests.factories.days import on_day


def placed_game(
    season: Season,
    reference: str,
    day: int,
    *places: Character | Sequence[Character | None] | None,
    shares: Mapping[Character, int] | None = None,
    system: str = "careers",
) -> Game:
    """A confirmed game's results. `places` are characters from first to last, equal ones together, None for a
    guest; `shares` in millionths (equal when left out)."""
    groups = [list(place) if isinstance(place, Sequence) else [place] for place in places]
    seats = sum(len(group) for group in groups)
    game = Game.objects.create(system=system, edition="london")
    SeasonGame.objects.create(season=season, game=game, reference=reference, played_at=on_day(day))
    place = 1
    for group in groups:
        for character in filter(None, group):
            result = Result(
                season=season,
                game=game,
                character=character,
                system=system,
                played_at=on_day(day),
                table_points=points_for(place, len(group), seats),
                place=place,
                share=(shares or {}).get(character, MILLION // seats),
            )
            write_results([result])
        place += len(group)
    return game


def games_at_random(season: Season, cast: Sequence[Character], seed: int, games: int = 14) -> None:
    """Games of two to four seats with guests and ties, in two systems, on the first days of January."""
    rng = random.Random(seed)
    for number in range(games):
        table: list[Any] = [*rng.sample(cast, rng.randint(1, 3)), None]
        rng.shuffle(table)
        if rng.random() < 0.4:
            table[:2] = [table[:2]]
        system = rng.choice(["careers", "office_job"])
        placed_game(season, f"g{number:02d}", rng.randint(1, 6), *table, system=system)


def added_up(captured: CaptureQueriesContext) -> list[str]:
    """The queries that add up results."""
    return [query["sql"] for query in captured if 'FROM "league_result"' in query["sql"] and "GROUP BY" in query["sql"]]
