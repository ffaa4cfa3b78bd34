"""A process that is killed before any one of its writes leaves all of its work behind or none.
`test_faults` kills real workers at random."""

import os

import pytest

from characters.models import Character, Fact
from games.models import Sheet
from games.services.review import review_waiting
from league.core.services.uploads import run_waiting_import, upload_file
from league.models import Enrolment, FileImport, Result
from league.results.services.games import confirm_game, correct_game, report_game, void_game
from tests.factories.careers import climb, differences, life
from tests.factories.cast import a_staffed_season
from tests.factories.files import game_rows, results_file
from tests.factories.games import played, review
from tests.factories.kill_points import kill_at_every_write
from tests.factories.people import a_user
from tests.factories.sheets import a_sheet, at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def everything() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Fact, Result, Sheet))


def test_a_review_killed_before_any_write_waits_and_is_done_whole():
    season, ada, bo, cleo, _ = a_staffed_season()
    games = climb(season, ada, 3)
    review()
    played(season, "late", at(bo, 120), at(cleo, 300), at(ada, 30))
    void_game(season_game=games[0], reason="never played")
    before = life(ada)

    def nothing_happened() -> None:
        assert Sheet.objects.awaiting_review().count() == 2
        assert life(ada) == before

    assert kill_at_every_write(review_waiting, nothing_happened) > 2
    review()
    assert not Sheet.objects.awaiting_review().exists()
    assert differences() == []


def test_a_correction_killed_before_any_write_changes_nothing():
    season, ada, bo, *_ = a_staffed_season()
    game = played(season, "g1", at(ada, 120), at(bo, 30))
    review()
    before = everything()

    def correct() -> None:
        correct_game(season_game=game, sheet=a_sheet(at(bo, 120), at(ada, 30)), reason="mixed up", source=Sheet.WEB)

    def nothing_happened() -> None:
        assert everything() == before

    assert kill_at_every_write(correct, nothing_happened) > 2
    review()
    assert game.game.sheets.confirmed().get().version == 2
    assert differences() == []


def test_a_confirmation_killed_before_any_write_leaves_the_sheet_open():
    season, ada, bo, *_ = a_staffed_season()
    game = report_game(season=season, reference="g1", sheet=a_sheet(at(ada, 120), at(bo, 30)), source=Sheet.WEB)

    def still_open() -> None:
        assert everything() == (0, 0, 1)
        assert game.game.sheets.get().status == Sheet.SUBMITTED

    assert kill_at_every_write(lambda: confirm_game(season_game=game), still_open) > 2
    review()
    assert differences() == []


def test_a_file_killed_before_any_write_is_read_once_in_the_end():
    season, *_ = a_staffed_season()
    games = [game_rows(f"g{number}", ("Ada", 120), ("Bo", 40), season="summer") for number in range(3)]
    upload_file(league=season.league, kind="results", name="r.csv", content=results_file(*games), by=a_user("ada"))
    assert Enrolment.objects.count() == Character.objects.count()

    def all_or_nothing() -> None:
        assert everything() in ((0, 0, 0), (6, 6, 3))
        FileImport.objects.update(status=FileImport.WAITING, tries=0, leased_until=None)

    assert kill_at_every_write(run_waiting_import, all_or_nothing) > 2
    review()
    assert everything() == (6, 6, 3)
    assert differences() == []
