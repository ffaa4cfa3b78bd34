"""From a report to a confirmed game, and every reason why not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from characters.models import Fact
from games.models import Game, Sheet
from league.clubs.services.leagues import set_house_rules
from league.models import Result, SeasonGame
from league.results.services.games import confirm_game, dispute_game, report_game, resubmit_game, void_game
from tests.factories.careers import climb, differences
from tests.factories.characters import a_character
from tests.factories.games import played, review
from tests.factories.people import a_user
from tests.factories.refusals import refusal
from tests.factories.seasons import a_season
from tests.factories.seasons import set_house_rules as rules_of_season
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


def submitted(season, *seats, reference="g1", by=None, **header):
    return report_game(season=season, reference=reference, sheet=a_sheet(*seats, **header), source=Sheet.WEB, by=by)


def test_a_submitted_sheet_counts_for_nobody_yet(staffed):
    season, ada, bo, *_ = staffed
    game = submitted(season, at(ada, 120), at(bo, 30), by=ada.owner)
    sheet = game.game.sheets.get()
    assert (sheet.status, sheet.version, sheet.submitted_by) == (Sheet.SUBMITTED, 1, ada.owner)
    assert [(seat.place, seat.points, seat.won) for seat in sheet.seats.all()] == [(1, 120, True), (2, 30, False)]
    assert not Fact.objects.exists() and not Result.objects.exists()


def test_a_confirmed_sheet_says_who_confirmed_it_and_waits_for_its_review(staffed):
    season, ada, bo, *_ = staffed
    game = submitted(season, at(ada, 120), at(bo, 30))
    sheet = confirm_game(season_game=game, expected_version=1, by=bo.owner)
    assert (sheet.status, sheet.confirmed_by, sheet.reviewed_at) == (Sheet.CONFIRMED, bo.owner, None)
    assert Fact.objects.count() == 2 and Result.objects.count() == 2
    assert review() == 1
    assert differences() == []


def test_a_confirmed_sheet_cannot_be_confirmed_again(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 30))
    assert "already confirmed; somebody was faster" in refusal(confirm_game, season_game=game)
    assert Fact.objects.count() == 2


def test_a_version_that_was_replaced_meanwhile_is_stale(staffed):
    season, ada, bo, *_ = staffed
    game = submitted(season, at(ada, 120), at(bo, 30))
    resubmit_game(
        season_game=game,
        sheet=a_sheet(at(ada, 130), at(bo, 30)),
        source=Sheet.WEB,
        reason="ten hearts more",
        expected_version=1,
        by=None,
    )
    with pytest.raises(ValidationError) as refused:
        confirm_game(season_game=game, expected_version=1)
    assert refused.value.code == "stale"
    assert "version 2 now, and you saw version 1" in refused.value.message
    assert confirm_game(season_game=game, expected_version=2).seats.get(seat=1).points == 130


def test_the_version_before_a_resubmitted_one_stays_readable(staffed):
    season, ada, bo, *_ = staffed
    game = submitted(season, at(ada, 120), at(bo, 30))
    again = {"season_game": game, "source": Sheet.WEB, "expected_version": None, "by": ada.owner}
    resubmit_game(sheet=a_sheet(at(bo, 130), at(ada, 30), day=2), reason="seats mixed up", **again)
    assert [sheet.status for sheet in game.game.sheets.all()] == [Sheet.SUPERSEDED, Sheet.SUBMITTED]
    game.refresh_from_db()
    assert game.played_at.day == 2
    assert "Say why" in refusal(resubmit_game, sheet=a_sheet(at(ada, 120), at(bo)), reason=" ", **again)


def test_a_confirmed_game_is_not_resubmitted(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 30))
    sheet = a_sheet(at(ada, 130), at(bo, 30))
    said = refusal(
        resubmit_game, season_game=game, sheet=sheet, source=Sheet.WEB, reason="more", expected_version=1, by=None
    )
    assert said == "This game is confirmed. An organiser can correct it."


def test_a_disputed_sheet_can_still_be_confirmed(staffed):
    season, ada, bo, *_ = staffed
    game = submitted(season, at(ada, 120), at(bo, 30))
    sheet = dispute_game(season_game=game, reason="Bo had 40", by=bo.owner)
    assert (sheet.status, sheet.closed_reason, sheet.closed_by) == (Sheet.DISPUTED, "Bo had 40", bo.owner)
    assert "Only a submitted sheet can be disputed" in refusal(dispute_game, season_game=game, reason="again")
    assert confirm_game(season_game=game).status == Sheet.CONFIRMED


def test_a_dispute_needs_a_reason_and_an_open_sheet(staffed):
    season, ada, bo, *_ = staffed
    game = submitted(season, at(ada, 120), at(bo, 30))
    assert "Say why" in refusal(dispute_game, season_game=game, reason="  ")
    assert "too long" in refusal(dispute_game, season_game=game, reason="x" * 301)
    confirm_game(season_game=game)
    assert "this one is confirmed" in refusal(dispute_game, season_game=game, reason="too late")


def test_a_reference_is_used_once_in_a_season(staffed):
    season, ada, bo, *_ = staffed
    submitted(season, at(ada, 120), at(bo, 30))
    sheet = a_sheet(at(ada, 120), at(bo, 30))
    said = refusal(report_game, season=season, reference=" g1 ", sheet=sheet, source=Sheet.WEB)
    assert "already a game g1 in this season" in said
    assert "too long" in refusal(report_game, season=season, reference="x" * 101, sheet=sheet, source=Sheet.WEB)
    assert Game.objects.count() == SeasonGame.objects.count() == 1


def test_a_game_without_a_reference_gets_the_next_one(staffed):
    season, ada, bo, *_ = staffed
    for expected in ("spring-0001", "spring-0002"):
        assert submitted(season, at(ada, 120), at(bo, 30), reference="").reference == expected
    submitted(season, at(ada, 120), at(bo, 30), reference="spring-0004")
    assert submitted(season, at(ada, 120), at(bo, 30), reference="").reference == "spring-0005"


def impossible(staffed):
    _, ada, bo, *_ = staffed
    stranger = a_character(a_season("elsewhere"), "Stranger")
    soon = timezone.now() + timedelta(days=365)
    return {
        "The sheet has 1 seats; Careers is played by 2 to 6": a_sheet(at(ada, 120)),
        "the same character sits at this table twice": a_sheet(at(ada, 120), at(ada, 20), at(bo)),
        "no such character in this league": a_sheet(at(ada, 120), at(bo), at(stranger)),
        "has 2 winners": a_sheet(at(ada, 120, won=True), at(bo, 120, won=True)),
        "Seat 1 (Ada): won with 99 points, below the target of 100": a_sheet(at(ada, 99), at(bo)),
        "needs at least 100. (R87)": a_sheet(at(ada, 99), at(bo), target=60),
        "dated": a_sheet(at(ada, 120), at(bo), day=soon),
        "5 degrees in Law": a_sheet(at(ada, 120, degrees={"law": 5}), at(bo)),
        "Seat 2 (Bo): 1 layoff, but an Entry Level employee may use none": a_sheet(at(ada, 120), at(bo, layoffs=1)),
        "won with fame 0, below the 40 of the stated formula": a_sheet(
            at(ada, 120, formula_happiness=60, formula_fame=40), at(bo)
        ),
        "Seat 3: the guest's name has 201 characters; the limit is 200": a_sheet(at(ada, 120), at(bo), at("x" * 201)),
        "Seat 3: the guest's name contains a character that can't": a_sheet(at(ada, 120), at(bo), at("Eve\x00")),
        "at least 2 characters; this one has 1": a_sheet(at(ada, 120), at("Guest")),
        "There is no game system 'chess'": replace(a_sheet(at(ada, 120), at(bo)), system="chess"),
        "There is no edition 'atlantis'": replace(a_sheet(at(ada, 120), at(bo)), edition="atlantis"),
    }


def test_what_cannot_have_happened_is_refused_and_leaves_nothing(staffed):
    season = staffed[0]
    for sentence, sheet in impossible(staffed).items():
        said = refusal(report_game, season=season, reference="g1", sheet=sheet, source=Sheet.WEB, confirm=True)
        assert sentence in said
    assert not Game.objects.exists() and not Fact.objects.exists()


def test_a_percent_sign_in_a_name_does_not_break_the_sentence(staffed):
    season, ada, bo, *_ = staffed
    sheet = a_sheet(at("100 %s Bo", layoffs=1), at(ada, 120, won=True), at(bo))
    assert "(100 %s Bo)" in refusal(report_game, season=season, reference="g1", sheet=sheet, source=Sheet.WEB)


def test_a_character_that_left_by_golden_parachute_sits_at_no_table(staffed):
    season, ada, bo, *_ = staffed
    climb(season, ada, 5)
    played(season, "last", at(ada, 10_000), at(bo), day=20)
    review()
    late = a_sheet(at(ada, 120), at(bo), day=21)
    said = refusal(report_game, season=season, reference="after", sheet=late, source=Sheet.WEB)
    assert "Seat 1 (Ada): had retired by golden parachute before this game" in said
    early = a_sheet(at(ada, 120), at(bo), day=19)
    assert report_game(season=season, reference="before", sheet=early, source=Sheet.WEB)


def test_levels_of_the_time_are_checked_again_when_a_sheet_is_confirmed(staffed):
    season, ada, bo, *_ = staffed
    games = climb(season, ada, 1)
    review()
    pass_used = submitted(season, at(ada, 120, free_passes=1), at(bo), reference="pass", day=9)
    void_game(season_game=games[0], reason="never played")
    assert "1 free pass, but an Entry Level employee may use none" in refusal(confirm_game, season_game=pass_used)
    review()
    assert "1 free pass" in refusal(confirm_game, season_game=pass_used)


def test_an_open_sheet_follows_the_house_rules_until_it_is_confirmed(staffed):
    season, ada, bo, *_ = staffed
    game = submitted(season, at(ada, 120), at(bo, 30))
    stricter = set_house_rules(season=season, values={"league_min_target": 150}, by=a_user("ada"))
    assert "needs at least 150" in refusal(confirm_game, season_game=game)
    set_house_rules(season=season, values={"demotion": "to_fitting_level"})
    assert confirm_game(season_game=game).rules_id not in (stricter.rules_id, None)


@pytest.mark.rule("careers R77")
def test_degrees_of_earlier_games_count_where_the_season_brings_them_along(season, cast):
    rules_of_season(season, carry_over="degrees_and_trips")
    ada, bo = cast.ada, cast.bo
    played(season, "later", at(ada, 120, degrees={"law": 4}), at(bo, 30), day=9)
    with pytest.raises(ValidationError, match="4 were brought along"):
        submitted(season, at(ada, 120, degrees={"law": 1}), at(bo, 30), reference="fifth", day=12)
    submitted(season, at(ada, 120, degrees={"law": 1}), at(bo, 30), reference="before", day=3)
