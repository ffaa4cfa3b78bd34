"""Whatever pages show of a game is proved, also what no longer counts: one change at a time, each is found."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from characters.append_only import append_only_tables
from characters.models import CareerEvent, Character, Fact
from games.models import Decision, Sheet, SheetSeat
from league.models import (
    Draw,
    GameToRate,
    Rating,
    RatingList,
    RatingStep,
    SeasonGame,
    Table,
    TableReport,
    TableSeat,
    Tournament,
)
from league.results.services.games import confirm_game, correct_game, report_game, resubmit_game, void_game
from league.tournaments.desk.services.rounds import end_round, start_round
from league.tournaments.tables.services.acts import report_table
from tests.factories.careers import climb, differences, lacks
from tests.factories.cast import a_staffed_season
from tests.factories.compass_sheets import compass_sheet
from tests.factories.draws import begun, published
from tests.factories.families import family
from tests.factories.games import played, review
from tests.factories.people import a_member, a_user
from tests.factories.ratings import rate
from tests.factories.reports import agrees
from tests.factories.sheets import a_sheet, at
from tests.factories.tables import now, seat
from tests.factories.tampering import first, past_triggers

pytestmark = pytest.mark.django_db
Tamper = Callable[[], Any]


@pytest.fixture
def club() -> None:
    """Ada climbs and one of her games is voided, so that a later sheet is in doubt and parts of her history no longer
    hold; g1 is corrected, g2 was sent twice before it was confirmed, and g3 waits in its second version."""
    season, ada, bo, cleo, _ = a_staffed_season()
    scribe, judge = a_member(season, "scribe"), a_member(season, "judge")
    climbed = climb(season, ada, 1)
    game = played(season, "g1", at(ada, 120), at(bo, 40), at("Guest", 10), day=10)
    played(season, "doubtful", at(ada, 120, free_passes=1), at(bo, 30), day=12)
    review()
    again = a_sheet(at(ada, 130), at(cleo, 40), at("Guest", 11), day=10)
    correct_game(season_game=game, sheet=again, reason="mixed up", source="web", by=judge)
    for reference in ("g2", "g3"):
        sheets = [a_sheet(at(bo, points), at(cleo, 5), at("Visitor", 3)) for points in (120, 121)]
        sent = report_game(season=season, reference=reference, sheet=sheets[0], source="web", by=scribe)
        said = {"source": "api", "reason": "a slip", "expected_version": None}
        resubmit_game(season_game=sent, sheet=sheets[1], by=scribe, **said)
        if reference == "g2":
            confirm_game(season_game=sent, by=judge)
    review()
    void_game(season_game=climbed[0], reason="never played", by=judge)
    review()
    rate()


def of(reference: str, version: int = 1) -> dict[str, Any]:
    return {"game__season_game__reference": reference, "version": version}


def seats_of(reference: str, version: int = 1, seat: int = 1) -> dict[str, Any]:
    return {f"sheet__{key}": value for key, value in of(reference, version).items()} | {"seat": seat}


def delete(rows: Any) -> None:
    for row in rows:
        SheetSeat.objects.filter(sheet=row).delete()
    rows.delete()


def rescinded() -> Any:
    return CareerEvent.objects.exclude(rescinded_at=None)


OLD_VERSIONS: Sequence[tuple[Tamper, str]] = [
    (lambda: first(SheetSeat, **seats_of("g1")).update(figures={"happiness": 121}, points=121), "Game g1, version 1"),
    (lambda: first(SheetSeat, **seats_of("g1")).update(points=121), "Game g1, version 1, seat 1: place 1 with 121"),
    (lambda: first(SheetSeat, **seats_of("g1", seat=3)).update(figures={"happiness": 9}, points=9), "sealed"),
    (lambda: first(SheetSeat, **seats_of("g1", seat=3)).update(name="Gast"), "Game g1, version 1: it or"),
    (lambda: first(SheetSeat, **seats_of("g1", seat=3)).delete(), "Game g1, version 1"),
    (lambda: delete(Sheet.objects.filter(**of("g1"))), "Game g1: version 1 of its sheet is missing."),
    (lambda: first(Sheet, **of("g1")).update(target=90), "Game g1, version 1: is not what the characters' facts"),
    (lambda: first(Sheet, **of("g1", 2)).update(reason="because"), "Game g1: the characters' facts are not those"),
    (lambda: first(Sheet, **of("g1")).update(confirmed_by=a_user("thief")), "who reported or who confirmed"),
    (
        lambda: first(SheetSeat, **seats_of("g2")).update(figures={"happiness": 7}, points=7),
        "Game g2, version 2: it or",
    ),
    (lambda: first(Sheet, **of("g2", 2)).update(reason="because"), "Game g2, version 2: it or a version before it"),
    (lambda: delete(Sheet.objects.filter(**of("g2"))), "Game g2: version 1 of its sheet is missing."),
    (lambda: first(Sheet, **of("g1")).update(status="submitted"), "version 1: is submitted, though version 2 followed"),
    (lambda: first(Sheet, **of("g2")).update(status="disputed"), "version 1: is disputed, though version 2 followed"),
    (lambda: first(Sheet, **of("g3", 2)).update(status="superseded"), "is superseded, and no version follows it"),
    (lambda: delete(Sheet.objects.filter(**of("g3"))), "Game g3: version 1 of its sheet is missing."),
    (lambda: delete(Sheet.objects.filter(game__season_game__reference="g3")), "Game g3: no version of its sheet"),
]
DECISIONS: Sequence[tuple[Tamper, str]] = [
    (lambda: first(SheetSeat, **seats_of("g2", 2, 3)).update(name="Somebody"), "Game g2, version 2: it or"),
    (lambda: first(SheetSeat, **seats_of("g2", 2)).update(name="Bob"), "names, reasons, who reported"),
    (lambda: first(Sheet, **of("g2", 2)).update(confirmed_by=a_user("thief")), "Game g2, version 2: it or"),
    (lambda: first(Sheet, **of("g2", 2)).update(confirmed_by=None), "Game g2, version 2: it or"),
    (lambda: first(Sheet, **of("g2", 2)).update(submitted_by=a_user("thief")), "Game g2, version 2: it or"),
    (lambda: first(Sheet, **of("g2", 2)).update(source="csv"), "Game g2, version 2: it or"),
    (lambda: first(Decision, kind="confirmed", version=2).update(by=a_user("thief")), "was confirmed by somebody else"),
    (lambda: first(Decision, kind="confirmed", version=2).update(kind="agreed"), "was confirmed by somebody else"),
    (lambda: first(Decision, kind="confirmed", version=2).delete(), "its log of decisions has not each of them once"),
    (lambda: first(Decision, kind="voided").delete(), "Game c0: is at revision 3, and its log of decisions has not"),
    (lambda: first(Sheet, **of("c0")).update(closed_reason="another reason"), "Game c0: facts take it back because"),
    (lambda: first(Sheet, **of("c0")).update(closed_by=a_user("thief")), "Game c0: facts take it back because"),
    (lambda: first(Sheet, **of("doubtful")).update(doubts=[]), "Game doubtful: the doubts about its sheet are empty"),
    (lambda: first(Sheet, **of("doubtful")).update(doubts=["x"]), "the doubts about its sheet are ['x'], its levels"),
    (lambda: first(Sheet, **of("g2", 2)).update(doubts=["x"]), "Game g2: the doubts about its sheet are ['x']"),
    (lambda: first(Sheet, **of("g2", 2)).update(reviewed_at=None), "Game g2: is marked as waiting for its review"),
    (lambda: first(Sheet, **of("c0")).update(reviewed_at=None), "Game c0: is marked as waiting for its review"),
]
HISTORY: Sequence[tuple[Tamper, str]] = [
    (lambda: first(CareerEvent, pk=rescinded()[0].pk).delete(), "Ada: rescinded rows of the history were removed"),
    (lambda: rescinded().delete(), "Ada: rescinded rows of the history were removed"),
    (lambda: first(CareerEvent, pk=rescinded()[0].pk).update(why="bribed"), "which never followed from the facts"),
    (lambda: first(CareerEvent, pk=rescinded()[0].pk).update(points=1), "which never followed from the facts"),
    (lambda: rescinded().update(rescinded="nothing happened"), "or did not end because nothing happened."),
    (lambda: rescinded().update(rescinded_at=timezone.now()), "Ada: rescinded rows of the history were removed"),
    (lambda: Character.objects.filter(name="Ada").update(rescinded_digest=""), "Ada: rescinded rows of the history"),
]
BEHIND = "are behind and not proved"
RATINGS: Sequence[tuple[Tamper, str]] = [
    (lambda: (improve(RatingStep), improve(Rating), behind()), "did not lead to the ratings that are stored for it"),
    (lambda: (improve(Rating), behind()), f"{BEHIND} after 12 January 2026, 18:00, though no game waits to be rated"),
    (lambda: behind(rated_until=None), f"{BEHIND} at all, though no game waits to be rated; run update_ratings."),
    (lambda: (improve(RatingStep), wait("doubtful")), "did not lead to the ratings that are stored for it"),
]


def improve(model: type[Rating | RatingStep]) -> None:
    model.objects.update(mu=40.0)


def behind(**fields: Any) -> None:
    RatingList.objects.update(behind=True, **fields)


def wait(reference: str) -> None:
    game = SeasonGame.objects.get(reference=reference).game
    GameToRate.objects.create(league=RatingList.objects.get().league, system="careers", game=game)


@pytest.mark.parametrize(
    "tampers",
    family([OLD_VERSIONS, DECISIONS, HISTORY, RATINGS], usual=2),
    ids=["old versions", "decisions", "history", "ratings"],
)
def test_whatever_a_page_shows_of_a_game_is_proved(club, tampers):
    assert differences() == []
    assert [wrong for tamper, said in tampers if (wrong := unsaid(said, tamper))] == []
    assert differences() == []


def unsaid(said: str, tamper: Tamper) -> list[str]:
    """What is said in place of this of a change that is taken back afterwards."""
    with transaction.atomic():
        with past_triggers():
            tamper()
        found = lacks(said)
        transaction.set_rollback(True)
    return found and [said, *found]


@pytest.fixture
def tournament() -> Tournament:
    """Round 1 is played at two tables by their phones, round 2 is drawn."""
    tournament = begun(8)
    played_round = published(tournament)
    start_round(round=played_round)
    for table in played_round.tables.all():
        report_table(seat=seat(table, 1), sheet=compass_sheet(table), key=f"first-{table.pk}")
        for number in (2, 3):
            agrees(table, number, shown=now(table).digest, key=f"agree-{table.pk}-{number}")
    end_round(round=played_round)
    published(tournament)
    review()
    rate()
    return tournament


def swap_games() -> None:
    one, other = Table.objects.filter(game__isnull=False).order_by("pk")
    games = one.game_id, other.game_id
    Table.objects.filter(pk=one.pk).update(game=None)
    Table.objects.filter(pk=other.pk).update(game=games[0])
    Table.objects.filter(pk=one.pk).update(game=games[1])


def swap_seats() -> None:
    one, other = TableSeat.objects.filter(table__game__isnull=False, seat=1).order_by("pk")
    first(TableSeat, pk=one.pk).update(entry=None)
    first(TableSeat, pk=other.pk).update(entry=one.entry)
    first(TableSeat, pk=one.pk).update(entry=other.entry)


def alter_a_report() -> None:
    report = TableReport.objects.order_by("pk")[0]
    report.sheet["seats"][0]["figures"]["cards"] = 1
    report.save()


TABLES: Sequence[tuple[Tamper, str]] = [
    (swap_games, "Spring Open, Round 1, table 1: has the game spring-open-s1r1t2, which is not its own."),
    (swap_seats, "Spring Open, Round 1, table 1: its confirmed sheet is of others than those who sit there."),
    (alter_a_report, "Spring Open, Round 1, table 1: what seat 1 reported is not what its digest was made of."),
    (lambda: first(TableReport).update(digest="0" * 64), "what seat 1 reported is not what its digest was made of."),
    (lambda: first(TableReport).delete(), "Spring Open, Round 1, table 1: reports are missing; the log has 1 and 3"),
    (lambda: TableReport.objects.all().delete(), "table 2: reports are missing; the log has 1 and 3 that agree."),
    (lambda: Draw.objects.filter(number=2).delete(), "Spring Open, round 2 of Swiss: its draw is missing."),
    (lambda: Draw.objects.filter(number=1).delete(), "Spring Open: draw 1 is missing."),
    (lambda: Tournament.objects.update(draw_secret="6" * 64), "Spring Open: its seeds were not committed to"),
    (lambda: Tournament.objects.update(draw_commitment="6" * 64), "Spring Open: its seeds were not committed to"),
]


def test_what_a_tournament_shows_beside_its_games_is_proved(tournament):
    assert differences() == []
    assert [wrong for tamper, said in TABLES if (wrong := unsaid(said, tamper))] == []
    assert differences() == []


@pytest.mark.parametrize("guarded", append_only_tables(), ids=lambda guarded: guarded.table)
def test_a_dropped_trigger_is_found(db, guarded):
    assert differences() == []
    for name in guarded.triggers(connection.vendor):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER {name}{f' ON {guarded.table}' if connection.vendor == 'postgresql' else ''}")
            assert [one.partition(";")[0] for one in differences()] == [
                f"The database: the trigger {name} is missing or changed"
            ]
            transaction.set_rollback(True)


@pytest.mark.services
def test_postgresql_refuses_to_empty_the_table_of_facts(club):
    refused = pytest.raises(DatabaseError, match="facts are append-only")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # or it is the foreign keys that refuse
        cursor.execute("TRUNCATE characters_fact CASCADE")
    assert Fact.objects.exists()
