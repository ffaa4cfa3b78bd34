"""Owners hear of promotions, demotions and golden parachutes once, and of each that is taken back with the reason."""

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from characters.models import CareerEvent
from games.models import Sheet
from league.models import Membership, Notice
from league.notices.services.outbox import tell_careers
from league.results.services.games import correct_game, report_game, void_game
from tests.factories.careers import PATHS
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review, reviewed
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> SimpleNamespace:
    season, ada, bo, _, _ = a_staffed_season()
    return SimpleNamespace(season=season, ada=ada, bo=bo)


def big(office, *, points: int = 510):
    """Ada becomes Senior where she has 500 points."""
    return at(office.ada, points, won=True, **PATHS), at(office.bo, 90)


def told() -> list[tuple[str, str]]:
    return list(Notice.objects.order_by("pk").values_list("kind", "subject"))


def test_a_promotion_is_told_to_the_owner_once_in_the_words_of_the_memo(office):
    reviewed(office.season, "big", *big(office), target=500)
    assert (tell_careers(), tell_careers()) == (1, 0)
    notice = Notice.objects.get()
    assert (notice.user, notice.kind) == (office.ada.owner, "promotion")
    assert notice.subject == "Ada: Your appointment as Senior"
    assert "510 of 500 game points" in notice.text
    event = CareerEvent.objects.of_note().get()
    assert notice.link == f"/characters/ada/memos/{event.pk}/"
    assert notice.read_at is None


def test_a_voided_game_takes_the_promotion_back_with_the_reason(office):
    game = reviewed(office.season, "big", *big(office), target=500)
    tell_careers()
    void_game(season_game=game, reason="Nobody remembers playing it")
    review()
    assert (tell_careers(), tell_careers()) == (1, 0)
    assert told()[1] == ("taken_back", "Ada: We take it back: your appointment as Senior")
    assert "Nobody remembers playing it" in Notice.objects.get(kind="taken_back").text


def test_a_promotion_that_holds_by_other_figures_is_told_once(office):
    game = reviewed(office.season, "big", *big(office), target=500)
    tell_careers()
    sheet = a_sheet(*big(office, points=520), target=500)
    correct_game(season_game=game, sheet=sheet, reason="A card was missed", source=Sheet.WEB)
    review()
    assert CareerEvent.objects.filter(kind="promotion").count() == 2
    tell_careers()
    assert [kind for kind, _ in told()] == ["promotion"]
    void_game(season_game=game, reason="It was another evening")
    review()
    tell_careers()
    assert [kind for kind, _ in told()] == ["promotion", "taken_back"]


def test_what_was_over_before_anybody_heard_of_it_is_not_told(office):
    game = reviewed(office.season, "big", *big(office), target=500)
    void_game(season_game=game, reason="Nobody remembers playing it")
    review()
    assert tell_careers() == 1
    assert told() == []


def test_a_promotion_told_again_after_it_was_taken_back_is_news(office):
    game = reviewed(office.season, "big", *big(office), target=500)
    tell_careers()
    void_game(season_game=game, reason="Nobody remembers playing it")
    review()
    tell_careers()
    correct_game(season_game=game, sheet=a_sheet(*big(office), target=500), reason="It was played", source=Sheet.WEB)
    review()
    tell_careers()
    assert [kind for kind, _ in told()] == ["promotion", "taken_back", "promotion"]


def test_a_demotion_is_told(office):
    reviewed(office.season, "big", *big(office), target=500)
    reviewed(office.season, "poor", at(office.ada, 10), at(office.bo, 100, won=True), day=2)
    tell_careers()
    assert [kind for kind, _ in told()] == ["promotion", "demotion"]


def test_nobody_is_told_who_has_left_the_league(office):
    Membership.objects.filter(user=office.ada.owner).delete()
    reviewed(office.season, "big", *big(office), target=500)
    assert tell_careers() == 1
    assert told() == []


@pytest.mark.parametrize(("days", "expected"), [(40, []), (3, ["promotion"])])
def test_a_file_brings_history_that_is_no_news(office, days: int, expected: list[str]):
    when: datetime = timezone.now() - timedelta(days=days)
    sheet = a_sheet(*big(office), target=500, day=when)
    report_game(season=office.season, reference="old", sheet=sheet, source=Sheet.CSV, confirm=True)
    review()
    tell_careers()
    assert [kind for kind, _ in told()] == expected


def test_a_character_without_an_owner_keeps_nothing_waiting(office):
    type(office.ada).objects.filter(pk=office.ada.pk).update(owner=None)
    played(office.season, "big", *big(office), target=500)
    review()
    tell_careers()
    assert not CareerEvent.objects.to_tell().exists()
