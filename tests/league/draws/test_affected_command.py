"""void_game --preview of a tournament's game names the tables that were drawn since; the command itself keeps them."""

import pytest

from league.models import Draw, LedgerEntry
from tests.factories.draws import begun, play_round, published

pytestmark = pytest.mark.django_db


def test_a_void_by_command_says_what_it_touches_and_keeps_the_drawn_round(run):
    tournament = begun(16)
    play_round(published(tournament))
    published(tournament)
    game = f"{tournament.slug}-s1r1t1"
    shown = run("void_game", game, "--reason", "Played twice", "--preview")
    assert shown.status == 0
    assert "  Swiss: " in shown.out
    assert "  round 2, table " in shown.out
    assert run("void_game", game, "--reason", "Played twice").status == 0
    assert Draw.objects.count() == 2
    assert LedgerEntry.objects.get(kind="corrected").about["redrawn"] == []
