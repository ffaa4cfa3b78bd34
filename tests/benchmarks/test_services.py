"""What confirming a sheet costs against the bare rows, and how fast a file of games comes in with its reviews."""

import random
import time
from collections.abc import Callable

import pytest
from django.db import transaction

from characters.models import Character, Fact
from games.models import Game, Sheet, SheetSeat
from games.services.review import review_waiting
from league.models import Result, Season, SeasonGame
from league.results.services.games import confirm_game, report_game
from league.results.services.import_results import import_results
from league.sheets.rules.exports import write_results
from league.sheets.rules.reported_games import from_sheet
from tests.benchmarks.measures import measured
from tests.factories.crowds import a_crowd, a_random_sheet, copies
from tests.factories.seasons import a_season

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
ROUNDS = 150


def seconds(act: Callable[[int], object], rounds: int, afterwards: Callable[[], object] = lambda: None) -> float:
    """Median of the rounds, in seconds; what is done afterwards takes no time."""
    taken = []
    for number in range(rounds):
        start = time.perf_counter()
        act(number)
        taken.append(time.perf_counter() - start)
        afterwards()
    return sorted(taken)[rounds // 2]


def insert_bare(game: SeasonGame, number: int) -> Callable[[int], None]:
    """The rows of a confirmed game once more, each with an insert of its own as the service has no reason to write
    them otherwise; characters, the season and the rules are there already."""
    sheet = Sheet.objects.get(game=game.game)
    seats = list(sheet.seats.all())
    results = list(Result.objects.filter(game=game.game))
    facts = list(Fact.objects.filter(game=game.game_id))

    @transaction.atomic
    def insert(turn: int) -> None:
        new = Game.objects.create(system="careers", edition="london")
        (row,) = copies([sheet], game_id=new.pk)
        row.save(force_insert=True)
        rest = [
            *copies(seats, sheet_id=row.pk),
            *copies([game], game_id=new.pk, reference=f"bare-{turn}"),
            *copies(results, game_id=new.pk),
            *(fact for old in facts for fact in copies([old], number=old.number + number + turn + 1, game=new.pk)),
        ]
        for one in rest:
            one.save(force_insert=True)

    return insert


def test_confirming_a_four_seat_sheet_against_the_bare_inserts_of_its_rows():
    season = a_season()
    people = a_crowd(season, 8)
    rng = random.Random(1)
    tables = [a_random_sheet(rng, people, number) for number in range(ROUNDS)]
    games: list[SeasonGame] = []

    def report(number: int, *, confirm: bool = False) -> None:
        more = {"source": Sheet.WEB, "confirm": confirm}
        games.append(report_game(season=season, reference=f"g{number}", sheet=tables[number], **more))

    submit = seconds(report, ROUNDS)
    confirm = seconds(lambda number: confirm_game(season_game=games[number]), ROUNDS, afterwards=review_waiting)
    bare = seconds(insert_bare(games[-1], ROUNDS), ROUNDS)
    measured(
        "A four-seat sheet",
        f"bare inserts {bare * 1000:.1f} ms",
        f"submitted {submit * 1000:.1f} ms",
        f"confirmed {confirm * 1000:.1f} ms",
        f"confirming costs {confirm / bare:.1f} times the inserts",
        f"both together {(submit + confirm) / bare:.1f} times",
    )
    assert SheetSeat.objects.count() == 8 * ROUNDS


def test_importing_ten_thousand_games_with_their_reviews():
    season: Season = a_season()
    people: list[Character] = a_crowd(season, 1000)
    rng = random.Random(2)
    games = [
        from_sheet(a_random_sheet(rng, people, number), season=season.slug, reference=f"g{number:05}")
        for number in range(10_000)
    ]
    data = write_results(games)
    start = time.perf_counter()
    import_results(league=season.league, outside_season=True, data=data)
    imported = time.perf_counter() - start
    while review_waiting():
        pass
    total = time.perf_counter() - start
    assert not Sheet.objects.awaiting_review().exists()
    measured(
        f"{len(games):,} games of four seats, {len(data) / 1e6:.1f} MB",
        f"imported in {imported:.1f} s",
        f"reviewed in {total - imported:.1f} s",
        f"{len(games) / total:.0f} games a second in all",
    )
