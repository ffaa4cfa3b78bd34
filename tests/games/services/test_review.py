"""Reviews: run twice they change nothing, and a sheet in doubt is flagged and cleared by what becomes known."""

import pytest
from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError

from characters.models import CareerEvent
from games.models import Sheet
from games.queries.doubts import levels_held
from games.services import review as reviews
from league.results.services.games import correct_game, report_game, void_game
from tests.factories.careers import climb, differences, level, life
from tests.factories.cast import a_staffed_season
from tests.factories.crowds import a_crowd, play_in_bulk
from tests.factories.games import played, review
from tests.factories.seasons import a_season
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_staffed_season()


def doubts(game) -> list[str]:
    return game.game.sheets.latest("version").doubts


def test_a_review_that_runs_again_changes_nothing(club):
    season, ada, *_ = club
    climb(season, ada, 3)
    assert review() == 3
    rows = list(CareerEvent.objects.values())
    Sheet.objects.update(reviewed_at=None)
    assert review() == 3
    assert list(CareerEvent.objects.values()) == rows
    assert review() == 0


def test_reviews_in_single_file_lead_to_the_same_careers_as_all_at_once(club):
    season, ada, bo, cleo, _ = club
    for day in range(1, 12):
        played(season, f"g{day}", at(ada, 300 * day), at(bo, 40 * day), at(cleo, 700), day=day, target=200)
    while reviews.review_waiting(limit=1):
        pass
    assert not Sheet.objects.awaiting_review().exists()
    assert differences() == []


def test_a_later_sheet_becomes_doubtful_and_its_doubt_is_lifted_again(club):
    season, ada, bo, *_ = club
    (game,) = climb(season, ada, 1)
    later = played(season, "later", at(ada, 120, free_passes=1), at(bo, 30), day=9)
    review()
    assert doubts(later) == []
    sheet = void_game(season_game=game, reason="never played")
    review()
    assert len(doubts(later)) == 1 and "1 free pass, but an Entry Level employee may use none" in doubts(later)[0]
    assert later.game.sheets.get().status == Sheet.CONFIRMED
    correct_game(season_game=game, sheet=a_sheet(*reviews.score_sheet(sheet).seats), reason="it was", source=Sheet.WEB)
    review()
    assert doubts(later) == []


def test_a_doubt_is_found_though_somebody_at_the_table_waits_for_another_review(club):
    """Bo's own review has no reason to come back to the later sheet: nothing changes for Bo there."""
    season, ada, bo, cleo, _ = club
    (game,) = climb(season, ada, 1)
    later = played(season, "later", at(ada, 120, free_passes=1), at(bo, 30), day=9)
    review()
    void_game(season_game=game, reason="never played")
    played(season, "other", at(cleo, 120), at(bo, 30), day=10)
    while reviews.review_waiting(limit=1):
        pass
    assert len(doubts(later)) == 1


def test_a_game_of_somebody_who_turns_out_to_have_retired_is_doubtful_and_counts_for_the_others(club):
    season, ada, bo, *_ = club
    climb(season, ada, 5)
    later = played(season, "later", at(ada, 120), at(bo, 60), day=20)
    review()
    played(season, "late", at(ada, 10_000), at(bo, 10), day=15)
    review()
    assert ["had retired by golden parachute" in doubt for doubt in doubts(later)] == [True]
    assert {event.reference for event in bo.events.filter(rescinded_at=None)} == {"later", "late"}
    assert "later" not in {event.reference for event in ada.events.filter(rescinded_at=None)}
    assert differences() == []


def test_two_sheets_confirmed_with_old_levels_leave_the_later_one_doubtful(club):
    """The check of the second one could not yet know of the first: both came in at once."""
    season, ada, bo, *_ = club
    climb(season, ada, 5)
    review()
    later = played(season, "later", at(ada, 120), at(bo, 60), day=20)
    played(season, "parachute", at(ada, 10_000), at(bo, 60), day=15)
    while reviews.review_waiting(limit=1):
        pass
    assert len(doubts(later)) == 1


def test_a_sheet_that_cannot_be_reviewed_is_set_aside_and_says_why(club, monkeypatch):
    season, ada, bo, cleo, dev = club
    bad = played(season, "bad", at(ada, 120), at(bo, 30))
    played(season, "good", at(cleo, 120), at(dev, 30))
    fold = reviews.review_characters

    def poisoned(*, character_ids, wait=False):
        if ada.pk in character_ids:
            raise ValueError("no such rule set")
        return fold(character_ids=character_ids, wait=wait)

    monkeypatch.setattr(reviews, "review_characters", poisoned)
    for _ in range(reviews.MOST_TRIES + 2):
        review()
    sheet = bad.game.sheets.get()
    assert (sheet.review_tries, sheet.review_error) == (reviews.MOST_TRIES, "no such rule set")
    assert not Sheet.objects.awaiting_review().exclude(pk=sheet.pk).exists()


@pytest.mark.parametrize("failure", [OperationalError, InterfaceError])
def test_a_database_that_is_away_for_a_moment_costs_no_try(club, monkeypatch, failure):
    season, ada, bo, *_ = club
    game = played(season, "g1", at(ada, 120), at(bo, 30))

    def away(**_):
        raise failure("deadlock detected")

    with monkeypatch.context() as patch:
        patch.setattr(reviews, "review_characters", away)
        with pytest.raises(failure, match="deadlock"):
            review()
    assert game.game.sheets.get().review_tries == 0
    assert review() == 1


def test_levels_are_those_held_in_the_game_and_not_those_it_led_to(club):
    season, ada, *_ = club
    first, second = climb(season, ada, 2)
    review()
    held = levels_held([first.game_id, second.game_id])
    assert [held[game.game_id, ada.pk] for game in (first, second)] == ["entry", "senior"]
    assert level(ada) == "manager"


def test_a_sheet_in_between_is_checked_against_the_level_of_its_day(club):
    season, ada, bo, *_ = club
    climb(season, ada, 1, first_day=5)
    review()
    sheet = a_sheet(at(ada, 120, free_passes=1), at(bo, 30), day=2)
    with pytest.raises(ValidationError, match="an Entry Level employee may use none"):
        report_game(season=season, reference="early", sheet=sheet, source=Sheet.WEB, confirm=True)
    played(season, "late", at(ada, 120, free_passes=1), at(bo, 30), day=9)
    review()
    assert len(life(ada)[1]) == 3


def test_more_than_a_thousand_characters_are_looked_at_together(monkeypatch):
    season = a_season()
    play_in_bulk(season, a_crowd(season, 1200), range(800))
    monkeypatch.setattr(reviews, "BATCH", 800)
    assert reviews.review_waiting() == 200
    assert reviews.review_waiting(limit=800) == 600
    assert differences() == []
