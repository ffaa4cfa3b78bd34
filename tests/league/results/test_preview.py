"""What a preview says is what then happens, and asking changes nothing."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.core.serializers import serialize

from characters.models import Career, CareerEvent, Character, Fact
from games.models import Game, Sheet, SheetSeat
from league.models import Result, SeasonGame
from league.results.services import preview
from league.results.services.games import confirm_game, correct_game, report_game, void_game
from league.standings.queries.standings import standings
from tests.factories.careers import climb, level
from tests.factories.games import played, review
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


def everything() -> list[str]:
    models = (Character, Career, CareerEvent, Fact, Game, Sheet, SheetSeat, Result, SeasonGame)
    return [serialize("json", model._base_manager.order_by("pk")) for model in models]


def foreseen(season, ask: Callable[[], preview.Consequences], act: Callable[[], object]) -> preview.Consequences:
    """The preview, after proving that it left no trace and that positions, levels and doubts came out as it said."""
    review()
    before = everything()
    told = ask()
    assert everything() == before
    act()
    review()
    positions = {pk: place for place, pk in enumerate(standings(season), start=1)}
    for move in told.moves:
        assert positions.get(Character.objects.get(slug=move.slug).pk) == move.after
    for change in told.careers:
        who = Character.objects.get(slug=change.slug)
        assert who.level_name(level(who)) == change.after
    for doubt in told.doubts:
        assert doubt.sentence in Sheet.objects.confirmed().get(game=doubt.game_id).doubts
    return told


def test_a_void_is_foreseen_with_levels_positions_and_doubtful_sheets(staffed):
    season, ada, bo, *_ = staffed
    game, _ = climb(season, ada, 2)
    played(season, "later", at(bo, 120), at(ada, 60, free_passes=1, layoffs=0), day=9)
    void = {"season_game": game, "by": None}
    told = foreseen(season, lambda: preview.preview_void(**void), lambda: void_game(**void, reason="never played"))
    (change,) = [one for one in told.careers if one.name == "Ada"]
    assert (change.before, change.after) == ("Manager", "Senior")
    assert "Ada's promotion to Senior no longer holds." in change.sentences
    assert [move.name for move in told.moves]
    assert not told.doubts and not told.nothing_changes


def test_a_doubt_is_foreseen(staffed):
    season, ada, bo, *_ = staffed
    (game,) = climb(season, ada, 1)
    later = played(season, "later", at(bo, 120), at(ada, 60, free_passes=1), day=9)
    void = {"season_game": game, "by": None}
    told = foreseen(season, lambda: preview.preview_void(**void), lambda: void_game(**void, reason="never played"))
    assert [(doubt.game_id, doubt.reference) for doubt in told.doubts] == [(later.game_id, "later")]


def test_a_report_and_a_confirmation_are_foreseen_alike(staffed):
    season, ada, bo, *_ = staffed
    sheet = a_sheet(
        at(ada, 600, degrees={"law": 1, "sales_marketing": 1}, trips={"lister_bacon": 2, "harrods": 2}), at(bo)
    )
    first = preview.preview_report(season=season, reference="g1", sheet=sheet, by=None)
    game = report_game(season=season, reference="g1", sheet=sheet, source=Sheet.WEB)
    second = foreseen(
        season, lambda: preview.preview_confirmation(season_game=game, by=None), lambda: confirm_game(season_game=game)
    )
    assert first == second
    assert [(one.name, one.before, one.after) for one in second.careers] == [
        ("Ada", "Entry Level", "Senior"),
        ("Bo", "Entry Level", "Entry Level"),
    ]


def test_a_correction_is_foreseen_for_those_who_leave_and_those_who_join(staffed):
    season, ada, bo, cleo, _ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    sheet = a_sheet(at(ada, 120), at(cleo, 60))
    told = foreseen(
        season,
        lambda: preview.preview_correction(season_game=game, sheet=sheet, by=None),
        lambda: correct_game(season_game=game, sheet=sheet, reason="it was Cleo", source=Sheet.WEB),
    )
    assert [one.name for one in told.careers] == ["Bo", "Cleo"]
    assert [(move.name, move.before, move.after) for move in told.moves] == [("Cleo", None, 2), ("Bo", 2, None)]


def test_the_same_sheet_again_changes_nothing(staffed):
    season, ada, bo, *_ = staffed
    sheet = a_sheet(at(ada, 120), at(bo, 60))
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    assert preview.preview_correction(season_game=game, sheet=sheet, by=None).nothing_changes


def test_what_waits_already_is_no_consequence(staffed):
    season, ada, bo, *_ = staffed
    climb(season, ada, 2)
    sheet = a_sheet(at(ada, 120), at(bo, 60), day=20)
    told = preview.preview_report(season=season, reference="g1", sheet=sheet, by=None)
    assert all("c0" not in sentence for one in told.careers for sentence in one.sentences)
    assert Sheet.objects.awaiting_review().count() == 2


def test_a_preview_refuses_as_the_service_does(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    before = everything()
    with pytest.raises(ValidationError, match="below the target"):
        preview.preview_correction(season_game=game, sheet=a_sheet(at(ada, 90), at(bo, 60)), by=None)
    with pytest.raises(ValidationError, match="somebody was faster"):
        preview.preview_confirmation(season_game=game, by=None)
    assert everything() == before


def test_who_sat_at_the_table_moves_first_and_the_others_apart(staffed):
    season, ada, bo, cleo, *_ = staffed
    played(season, "earlier", at(cleo, 120, won=True), at(bo, 80), at(ada, 60), day=3)
    sheet = a_sheet(at(ada, 120, won=True), at(bo, 60))
    told = preview.preview_report(season=season, reference="", sheet=sheet, by=None)
    assert {move.name for move in told.moves_at_table} == {"Ada", "Bo"}
    assert {move.name for move in told.moves_of_others} == {"Cleo"}
