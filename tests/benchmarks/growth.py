"""A league with something of everything that grows to thousands of characters and games, and what one page of it
costs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from characters.models import Character
from characters.services.review import review_characters
from games.models import Sheet
from games.rules.definitions import Definition, definition
from league.clubs.services.own_games import add_game
from league.models import Membership, OwnGame, Result, SeasonGame, Summary
from league.standings.services.results import add_up_changes
from league.standings.services.summaries import summarise
from tests.access.people import Place
from tests.factories.crowds import START, a_crowd, play_in_bulk
from tests.factories.ratings import rate

GAMES_AT_ONCE, CHARACTERS_AT_ONCE = 5000, 500
GAMES_OF_A_CHARACTER = 10  # each plays four times as often, at tables of four
CHARACTERS_OF_A_MEMBER = 2


class Growth:
    """The league of a `place` as it grows: its own players among a crowd, whose games all count in one season. Every
    other game is one of its `own_games`, where it has any."""

    def __init__(self, place: Place, own_games: int = 0) -> None:
        self.season = place.club.season
        self.people = list(place.club.characters.values())
        there = OwnGame.objects.filter(league=self.season.league).count()
        self.own_games = [self._own_game(number) for number in range(own_games - there)]

    def _own_game(self, number: int) -> Definition:
        columns = [{"id": f"c{at}", "label": f"Column {at}", "kind": "number", "most": 40} for at in range(5)]
        content = {"name": f"Game {number}", "seats": [2, 5], "ends": "most_points", "columns": columns}
        row = add_game(league=self.season.league, content=content, by=None)
        return definition(row.definition.content, row.system)

    def grow_to(self, games: int) -> None:
        """Add characters and games, reviewed and rated, until there are that many games."""
        self._add_characters(games // GAMES_OF_A_CHARACTER - len(self.people))
        there = SeasonGame.objects.filter(season=self.season).count()
        for first in range(there, games, GAMES_AT_ONCE):
            play_in_bulk(self.season, self.people, range(first, min(first + GAMES_AT_ONCE, games)), self.own_games)
        ids = [who.pk for who in self.people]
        for first in range(0, len(ids), CHARACTERS_AT_ONCE):
            review_characters(character_ids=ids[first : first + CHARACTERS_AT_ONCE])
        self._settle()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        Summary.objects.all().delete()  # and with it their pauses
        while summarise():
            pass

    def play_one_more(self) -> None:
        """Add one game, so that nothing that was kept of all games is new."""
        number = SeasonGame.objects.filter(season=self.season).count()
        play_in_bulk(self.season, self.people, range(number, number + 1), self.own_games)
        newest = Result.objects.order_by("-pk").values_list("game", flat=True)[:1]
        review_characters(
            character_ids=list(Result.objects.filter(game__in=newest).values_list("character", flat=True))
        )
        self._settle()

    def _add_characters(self, number: int) -> None:
        if number <= 0:
            return
        crowd = a_crowd(self.season, number, first=len(self.people))
        league = self.season.league
        members = User.objects.bulk_create(User(username=f"member-{who.pk}") for who in crowd[::CHARACTERS_OF_A_MEMBER])
        Membership.objects.bulk_create(Membership(league=league, user=member) for member in members)
        for at, who in enumerate(crowd):
            who.owner = members[at // CHARACTERS_OF_A_MEMBER]
        Character.objects.bulk_update(crowd, ["owner"], batch_size=GAMES_AT_ONCE)
        self.people += crowd

    def _settle(self) -> None:
        """Mark what was reviewed, rate what waits, and put changes together, as workers do."""
        Sheet.objects.confirmed().filter(reviewed_at=None, confirmed_at=START).update(reviewed_at=START)
        rate()
        add_up_changes()


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one answer: milliseconds of computing here and in the database, queries, bytes."""

    status: int
    python: float
    database: float
    queries: int
    size: int

    @property
    def milliseconds(self) -> float:
        return self.python + self.database


def cost_of(client: Client, path: str) -> Cost:
    """Ask for a page, once."""
    with _queries() as queries:
        before, begun = _computed(), process_time()
        answer: Any = client.get(path)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        python = 1000 * (process_time() - begun)
        after = _computed()
    database = sum(queries) if before is None or after is None else after - before
    return Cost(answer.status_code, python, database, len(queries), len(content))


@contextmanager
def _queries() -> Iterator[list[float]]:
    """Collect how many milliseconds each query takes."""
    taken: list[float] = []

    def timed(execute: Any, *arguments: Any) -> Any:
        begun = perf_counter()
        try:
            return execute(*arguments)
        finally:
            taken.append(1000 * (perf_counter() - begun))

    with connection.execute_wrapper(timed):
        yield taken


def _computed() -> float | None:
    """Return the milliseconds that the database's process of this connection has computed; None if nobody says."""
    pid = connection.connection.info.backend_pid if connection.vendor == "postgresql" else 0
    schedule = Path(f"/proc/{pid}/schedstat")
    return int(schedule.read_text().split()[0]) / 1e6 if pid and schedule.exists() else None
