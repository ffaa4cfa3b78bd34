"""What the standings of a big season cost, against one bare aggregate over the same results."""

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, models
from django.db.models import Count, Max, Sum

from characters.models import Career, Character
from games.models import Game
from league.models import Result, ResultsChange, Season, SeasonGame
from league.standings.queries.explanations import why
from league.standings.queries.standings import StandingRows, StandingsChoice, standings
from league.standings.rules.tiebreaks import points_for
from league.standings.services.results import write_results
from tests.factories.seasons import a_season, set_house_rules

CHARACTERS, GAMES, DAYS = 10_000, 100_000, 100
START = datetime(2026, 1, 1, 18, tzinfo=UTC)
MODES = [{"count_games": "all"}, {"count_games": "best", "best_of": 10}, {"count_games": "average"}]
BARE = """
SELECT character_id, COUNT(*), SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END), SUM(table_points), SUM(share)
FROM league_result WHERE season_id = %s GROUP BY character_id
"""


def insert(model: type[models.Model], columns: str, rows: Iterator[tuple[Any, ...]]) -> None:
    """Rows as they are, past the ORM: half a million of them in seconds."""
    names = columns.split()
    values = f"({', '.join(['%s'] * len(names))})"
    chunk = []
    with connection.cursor() as cursor:
        for row in rows:
            chunk.append(row)
            if len(chunk) == 1_000:
                _flush(cursor, model, names, values, chunk)
                chunk = []
        if chunk:
            _flush(cursor, model, names, values, chunk)


def _flush(cursor: Any, model: type[models.Model], names: list[str], values: str, rows: list[Any]) -> None:
    head = f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) VALUES "
    cursor.execute(head + ", ".join([values] * len(rows)), [value for row in rows for value in row])


def fill(season: Season) -> Character:
    """A season of four-seat tables spread over `DAYS` game days; one of its characters."""
    rng = random.Random(7)
    owner = get_user_model().objects.create(username="owner")
    cast = Character.objects.bulk_create(
        Character(
            name=f"Character {number}",
            name_key=f"character {number:05d}",
            slug=f"character-{number}",
            owner=owner,
            edition="london",
            specialty="law",
            side_interest="sales_marketing",
            primary_company=rng.choice(["agrivi", "harrods"]),
            secondary_company="arsenal",
            title="Counsel",
        )
        for number in range(CHARACTERS)
    )
    levels = ["entry", "entry", "senior", "manager"]
    Career.objects.bulk_create(Career(character=who, number=1, level=rng.choice(levels)) for who in cast)
    ids = [who.pk for who in cast]
    games = range(1, GAMES + 1)
    insert(Game, "id system edition", ((game, "careers", "london") for game in games))
    insert(
        SeasonGame,
        "season_id game_id reference played_at",
        ((season.pk, game, f"g{game}", played_at(game)) for game in games),
    )
    insert(
        Result,
        "season_id game_id character_id system played_at table_points place share",
        (
            (season.pk, game, who, "careers", played_at(game), points_for(place, 1, 4), place, share(place, rng))
            for game in games
            for place, who in enumerate(rng.sample(ids, 4), start=1)
        ),
    )
    keys = Result.objects.aggregate(results=Count("pk"), keys=Sum("pk"), last=Max("pk"))
    ResultsChange.objects.create(season=season, **keys)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return cast[0]


def played_at(game: int) -> datetime:
    return START + timedelta(days=(game - 1) * DAYS // GAMES)


def share(place: int, rng: random.Random) -> int:
    """Millionths, fewer further down."""
    return 400_000 - 60_000 * place + rng.randrange(60_000)


def bare(season: Season) -> Callable[[], object]:
    def aggregate() -> object:
        with connection.cursor() as cursor:
            cursor.execute(BARE, [season.pk])
            return cursor.fetchall()

    return aggregate


def milliseconds(ask: Callable[[], object]) -> float:
    start = perf_counter()
    ask()
    return 1000 * (perf_counter() - start)


def against(yardstick: Callable[[], object], ask: Callable[[], object], times: int = 9) -> tuple[float, float]:
    """The quickest of `times` runs of each, taken in turns so that a busy machine slows both alike."""
    taken = [(milliseconds(yardstick), milliseconds(ask)) for _ in range(times)]
    return min(first for first, _ in taken), min(second for _, second in taken)


@pytest.mark.benchmark
@pytest.mark.django_db
def test_the_standings_of_a_big_season(capsys: pytest.CaptureFixture[str]):
    season = a_season("big")
    somebody = fill(season)
    with capsys.disabled():
        print(f"\nStandings on {connection.vendor}: {CHARACTERS:,} characters, {GAMES:,} games")
        for rules in MODES:
            set_house_rules(season, **rules)
            asked: dict[str, Callable[[], object]] = {
                "standings": lambda: standings(season),
                "page 1": lambda: StandingRows(season)[:50],
                "page 100": lambda: StandingRows(season)[4950:5000],
                "company, by wins": lambda: StandingRows(season, StandingsChoice(sort="wins", company="agrivi"))[:50],
                "by name": lambda: StandingRows(season, StandingsChoice(sort="name"))[:50],
                "why": lambda: why(season, somebody),
            }
            for name, ask in asked.items():
                aggregate, taken = against(bare(season), ask)
                ratio = f"{taken / aggregate:4.1f} x the bare aggregate's {aggregate:.0f} ms"
                print(f"  {rules['count_games']:8} {name:18} {taken:6.0f} ms, {ratio}")


@pytest.mark.benchmark
@pytest.mark.django_db(transaction=True)
def test_the_first_page_after_one_more_game(capsys: pytest.CaptureFixture[str]):
    season = a_season("big")
    fill(season)
    who = list(Character.objects.values_list("pk", flat=True)[:4])
    set_house_rules(season, count_games="best", best_of=10)
    games = iter(range(GAMES + 1, GAMES + 10))

    def one_more() -> None:
        game = next(games)
        Game.objects.create(pk=game, system="careers", edition="london")
        SeasonGame.objects.create(season=season, game_id=game, reference=f"g{game}", played_at=played_at(GAMES))
        for place, character in enumerate(who, 1):
            result = Result(
                season=season,
                game_id=game,
                character_id=character,
                system="careers",
                played_at=played_at(GAMES),
                table_points=points_for(place, 1, 4),
                place=place,
                share=300_000,
            )
            write_results([result])

    first = milliseconds(lambda: StandingRows(season)[:50])
    again = min(milliseconds(lambda: StandingRows(season)[:50]) for _ in range(5))
    after = []
    for _ in range(5):
        one_more()
        after.append(milliseconds(lambda: StandingRows(season)[:50]))
    with capsys.disabled():
        print(f"\nBest ten, page 1 on {connection.vendor}: new {first:.0f} ms, again {again:.0f} ms, ", end="")
        print(f"after one more game {min(after):.0f} ms")
