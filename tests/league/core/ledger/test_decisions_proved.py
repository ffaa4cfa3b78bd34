"""What pages show of sheets, decisions, divisions, invitations and draws is what the ledger says: one change behind the
back of the services at a time, each is found."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from characters.models import Character
from games.models import Decision, Sheet
from league.core.ledger.services.heads import make_head, seal_decisions
from league.models import Division, DivisionPlace, LedgerEntry, Season
from league.results.queries.check import seal_entries
from league.results.services.games import correct_game, void_game
from league.standings.services.divisions import leave_divisions, move_to_division, set_divisions
from tests.factories.careers import differences
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.insider import tell_another_story
from tests.factories.people import a_member
from tests.factories.ratings import rate
from tests.factories.sheets import a_sheet, at
from tests.factories.tampering import first, past_triggers

pytestmark = pytest.mark.django_db
Tamper = Callable[[], Any]


@pytest.fixture
def season() -> Season:
    """g1 is corrected, g2 counts, g3 is void."""
    season, ada, bo, cleo, _ = a_staffed_season()
    judge = a_member(season, "judge")
    games = [played(season, f"g{number}", at(ada, 120), at(bo, 40), day=10 + number) for number in (1, 2, 3)]
    again = a_sheet(at(ada, 130), at(cleo, 40), day=11)
    correct_game(season_game=games[0], sheet=again, reason="mixed up", source="web", by=judge)
    void_game(season_game=games[2], reason="never played", by=judge)
    review()
    rate()
    return season


def found(tamper: Tamper) -> str:
    assert differences() == []
    with past_triggers():
        tamper()
    return " ".join(differences())


def edited(kind: str, **about: object) -> Tamper:
    def tamper() -> None:
        entry = LedgerEntry.objects.filter(kind=kind).first()
        assert entry is not None
        LedgerEntry.objects.filter(pk=entry.pk).update(about={**entry.about, **about})

    return tamper


@pytest.mark.parametrize("kind", ["sheet_confirmed", "sheet_corrected", "game_voided"])
def test_a_seal_in_the_ledger_is_that_of_the_version(season, kind):
    assert f"is not as the ledger says that it was sealed ({kind})" in found(edited(kind, seal="0" * 64))


def test_a_sheet_rewritten_with_everything_but_the_ledger_is_found_by_its_seal(season):
    kept = dict(LedgerEntry.objects.values_list("pk", "about"))
    tell_another_story(season.season_games.get(reference="g2"), 1, fame=61)
    assert differences() == []
    with past_triggers():
        for pk, about in kept.items():
            LedgerEntry.objects.filter(pk=pk).update(about=about)
    assert "g2, version 1: is not as the ledger says that it was sealed" in " ".join(differences())


@pytest.mark.parametrize(
    "tamper",
    [
        lambda: first(Decision, kind="voided").update(text="cheated"),
        lambda: first(Decision, kind="submitted").update(by=None, at=timezone.now() - timedelta(days=3)),
        lambda: first(Decision, kind="corrected").update(kind="ruled"),
    ],
)
def test_a_decision_that_a_head_was_made_over_is_covered(season, tamper):
    make_head()
    assert "one was altered or removed" in found(tamper)


def test_only_new_decisions_are_covered_again(season):
    assert seal_decisions() == 3 and seal_decisions() == 0
    ada, bo = Character.objects.filter(name__in=("Ada", "Bo")).order_by("name")
    played(season, "g4", at(ada, 120), at(bo, 40), day=20)
    review()
    rate()
    assert seal_decisions() == 1
    assert LedgerEntry.objects.filter(kind="decisions_sealed").count() == 2
    assert differences() == []


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda: first(Division).update(name="Premier"), "of league.Division is not as the last entry about it says"),
        (
            lambda: DivisionPlace.objects.update(division=Division.objects.get(tier=2)),
            "of league.DivisionPlace is not as the last entry about it says",
        ),
        (lambda: DivisionPlace.objects.all().delete(), "of league.DivisionPlace is gone, and no entry says"),
    ],
)
def test_divisions_are_as_they_were_decided(tamper, says):
    season, ada, bo, *_ = a_staffed_season()
    top, _ = set_divisions(season=season, names=["Top", "Second"])
    for who in (ada, bo):
        move_to_division(division=top, character=who)
    leave_divisions(season=season, character=bo)
    assert says in found(tamper)


def test_an_honest_league_agrees_with_its_ledger_after_every_head(season):
    make_head()
    assert differences() == []
    assert Sheet.objects.filter(status=Sheet.VOID).exists()


def test_the_seals_of_some_games_are_found_without_reading_the_whole_ledger(django_assert_num_queries):
    with django_assert_num_queries(1) as asked:
        list(seal_entries(1, 500))
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgresql:  # of a few rows it would read all, or all in order
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        cursor.execute(f"EXPLAIN {'' if postgresql else 'QUERY PLAN '}{asked.captured_queries[0]['sql']}")
        assert "ledger_entry_of_game" in str(cursor.fetchall())
