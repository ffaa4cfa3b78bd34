"""What a search among ten thousand characters costs, against one aggregate over the same characters."""

from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from characters.models import Character
from games.models import Game
from league.models import SeasonGame
from league.site.queries.search import HitGroup, Search
from league.site.rules.search import sought
from tests.benchmarks.measures import measured
from tests.factories.crowds import a_crowd
from tests.factories.seasons import a_season

CHARACTERS, GAMES, TIMES = 10_000, 10_000, 9
WORDS = {
    "the beginning of many names": "person 1",
    "one name": "person 7777",
    "the middle of a name": "son 77",
    "nothing": "zebedee quill",
    "a game": "game-5000",
}


def milliseconds(ask: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """The median. A busy machine takes longer than this process computes; `process_time` does not count its waiting."""
    ask()
    taken = []
    for _ in range(TIMES):
        start = clock()
        ask()
        taken.append(clock() - start)
    return sorted(taken)[TIMES // 2] * 1000


@pytest.mark.benchmark
@pytest.mark.django_db
def test_a_search_among_ten_thousand_characters(capsys: pytest.CaptureFixture[str]):
    season = a_season("crowd")
    a_crowd(season, CHARACTERS)
    a_heap_of_games(season.pk)
    yardstick = milliseconds(lambda: Character.objects.filter(name_key__contains="zebedee").count())
    with capsys.disabled():
        for what, words in WORDS.items():
            ask = partial(groups_of, words)
            took, computed = milliseconds(ask), milliseconds(ask, process_time)
            ratio = f"{took / yardstick:.1f} x looking through all names once ({yardstick:.1f} ms)"
            measured(
                f"search, {what}, {connection.vendor}", f"{took:.1f} ms", f"{computed:.1f} ms computed here", ratio
            )


def groups_of(words: str) -> list[HitGroup]:
    return Search(sought(words), AnonymousUser(), 5).groups()


def a_heap_of_games(season: int) -> None:
    games = Game.objects.bulk_create([Game(system="careers", edition="london") for _ in range(GAMES)], batch_size=5000)
    SeasonGame.objects.bulk_create(
        [
            SeasonGame(season_id=season, game=game, reference=f"game-{number}", played_at="2026-01-01T18:00:00Z")
            for number, game in enumerate(games)
        ],
        batch_size=5000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
