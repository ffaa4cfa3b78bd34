"""Corrections and voids of games from any time: the careers become those that would have been."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from characters.models import CareerEvent, Fact
from games.models import Sheet
from league.models import Result
from league.results.services.games import correct_game, report_game, void_game
from tests.factories.careers import climb, differences, level, life
from tests.factories.games import played, review
from tests.factories.refusals import refusal
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


def correct(game, sheet, reason="misread", **more):
    return correct_game(season_game=game, sheet=sheet, reason=reason, source=Sheet.WEB, **more)


def rescinded(who):
    return list(CareerEvent.objects.filter(character=who).exclude(rescinded_at=None).values_list("kind", "rescinded"))


def test_a_voided_game_takes_back_the_promotion_and_says_why(staffed):
    season, ada, *_ = staffed
    game, _ = climb(season, ada, 2)
    review()
    assert level(ada) == "manager"
    sheet = void_game(season_game=game, reason="played with the wrong deck", by=ada.owner)
    assert (sheet.status, sheet.closed_reason, sheet.closed_by) == (Sheet.VOID, "played with the wrong deck", ada.owner)
    assert review() == 1
    assert level(ada) == "senior"
    assert ("promotion", "game c0 was voided: played with the wrong deck") in rescinded(ada)
    assert not Result.objects.filter(game=game.game_id).exists()
    assert differences() == []


def test_a_correction_keeps_both_versions_and_rewrites_the_careers(staffed):
    season, ada, bo, *_ = staffed
    (game,) = climb(season, ada, 1)
    review()
    new = correct(game, a_sheet(at(bo, 130), at(ada, 40)), reason="Bo won", expected_version=1, by=bo.owner)
    assert review() == 1
    old = game.game.sheets.get(version=1)
    assert (old.status, new.version, new.reason, new.confirmed_by) == (Sheet.SUPERSEDED, 2, "Bo won", bo.owner)
    assert level(ada) == "entry" and life(bo)[0][0][5] == 1
    assert ("review", "game c0 was corrected: Bo won") in rescinded(ada)
    assert differences() == []


def test_somebody_corrected_off_the_sheet_loses_the_game(staffed):
    season, ada, bo, cleo, _ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    review()
    correct(game, a_sheet(at(ada, 120), at(cleo, 60)), reason="it was Cleo, not Bo")
    review()
    assert life(bo)[1] == [] and len(life(cleo)[1]) == 1
    assert rescinded(bo) == [("review", "game g1 was corrected: it was Cleo, not Bo")]
    assert differences() == []


def test_a_correction_brings_a_voided_game_back(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    void_game(season_game=game, reason="doubted")
    assert correct(game, a_sheet(at(ada, 120), at(bo, 60)), reason="it was right").version == 2
    review()
    assert Result.objects.count() == 2 and len(life(ada)[1]) == 1
    assert differences() == []


def test_a_game_voided_before_its_first_review_leaves_no_trace_in_the_history(staffed):
    season, ada, bo, *_ = staffed
    void_game(season_game=played(season, "g1", at(ada, 120), at(bo, 60)), reason="never happened")
    review()
    assert not CareerEvent.objects.exists()
    assert differences() == []


def test_a_late_game_is_put_where_it_was_played(staffed):
    season, ada, bo, cleo, _ = staffed
    played(season, "g2", at(ada, 2500), at(bo, 20), day=2)
    review()
    before = level(ada)
    played(season, "g1", at(cleo, 120), at(ada, 60, degrees={"law": 1, "sales_marketing": 1}, trips={"harrods": 2}))
    played(season, "g0", at(cleo, 120), at(ada, 10, trips={"lister_bacon": 2}))
    review()
    assert (before, level(ada)) == ("entry", "senior")
    assert ada.events.get(kind="promotion").reference == "g2"
    assert differences() == []


def test_moving_a_game_in_time_moves_what_follows_from_it(staffed):
    season, ada, bo, *_ = staffed
    game, _ = climb(season, ada, 2)
    review()
    value = a_sheet(at(ada, 2500), at(bo, 10), day=20)
    correct(game, value, reason="wrong date and no degrees")
    game.refresh_from_db()
    review()
    assert game.played_at == value.played_at
    assert [event.reference for event in ada.events.filter(kind="promotion", rescinded_at=None).order_by("at")] == [
        "c1",
        "c0",
    ]
    assert differences() == []


def test_a_correction_is_refused_when_the_sheet_cannot_stand(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    facts = Fact.objects.count()
    good = a_sheet(at(ada, 130), at(bo, 60))
    assert "Say why" in refusal(correct, game, good, reason=" ")
    assert "below the target" in refusal(correct, game, a_sheet(at(ada, 90), at(bo, 60)))
    assert "can't change the game system or the edition" in refusal(correct, game, replace(good, edition="berlin"))
    with pytest.raises(ValidationError) as stale:
        correct(game, good, expected_version=7)
    assert stale.value.code == "stale"
    assert game.game.sheets.count() == 1 and Fact.objects.count() == facts


def test_a_void_needs_a_reason_and_happens_once(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    assert "Say why" in refusal(void_game, season_game=game, reason="")
    assert "you saw version 2" in refusal(void_game, season_game=game, reason="no", expected_version=2)
    void_game(season_game=game, reason="no", expected_version=1)
    assert "already void" in refusal(void_game, season_game=game, reason="no")


def test_an_unconfirmed_game_is_changed_or_voided_but_not_corrected(staffed):
    season, ada, bo, *_ = staffed
    sheet = a_sheet(at(ada, 120), at(bo, 60))
    game = report_game(season=season, reference="g1", sheet=sheet, source=Sheet.WEB)
    assert "not confirmed" in refusal(correct, game, a_sheet(at(ada, 130), at(bo, 60)))
    assert void_game(season_game=game, reason="entered twice").status == Sheet.VOID
    review()
    assert not Fact.objects.exists() and not Sheet.objects.awaiting_review().exists()


def test_correcting_back_leaves_the_career_as_it_was_with_its_traces(staffed):
    season, ada, bo, *_ = staffed
    value = a_sheet(at(ada, 120), at(bo, 60))
    game = played(season, "g1", at(ada, 120), at(bo, 60))
    review()
    before = life(ada)
    correct(game, a_sheet(at(ada, 150), at(bo, 60)))
    review()
    correct(game, value, reason="the first was right")
    review()
    assert life(ada) == before
    assert [why for _, why in rescinded(ada)] == [
        "game g1 was corrected: misread",
        "game g1 was corrected: the first was right",
    ]
    assert [sheet.status for sheet in game.game.sheets.all()] == [Sheet.SUPERSEDED, Sheet.SUPERSEDED, Sheet.CONFIRMED]
