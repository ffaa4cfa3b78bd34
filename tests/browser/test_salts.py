"""What two browsers add to the chance of a game, from sitting down to the proof."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Play, PlaySeat
from games.queries.plays import record_of
from games.rules.fair_chance import adds_own, hash_of
from league.models import SeasonPlay
from league.play.services.season_plays import open_season_play
from tests.factories.plays import fresh, out_of_time_to_show, plays_on
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def season_play() -> SeasonPlay:
    club = a_thursday_club()
    opened = open_season_play(season=club.season, system="career_compass", seats=2, counts=False, by=club.users["ada"])
    return SeasonPlay.objects.get(pk=opened.pk)


def sits_down(page: Page, name: str, season_play: SeasonPlay) -> None:
    sign_in(page, name)
    page.goto(f"/play/{season_play.pk}/")
    page.get_by_role("button", name="Sit down").first.click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()


def test_both_browsers_add_a_salt_and_find_it_in_the_proof(phones: list[Page], tmp_path):
    a_thursday_club()
    ada, bo, *_ = phones
    sign_in(ada, "ada")
    ada.goto("/play/new/?system=career_compass")
    ada.get_by_label("Seats at the table").fill("2")
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.get_by_role("button", name="Stand up")).to_be_visible()
    season_play = SeasonPlay.objects.get()
    sits_down(bo, "bo", season_play)
    assert all(seat.owes_salt for seat in PlaySeat.objects.filter(play=season_play.pk))
    bo.get_by_role("button", name="Begin the game").click()
    for page in (ada, bo):  # the other one looks every few seconds where no events process runs
        expect(page.locator(".play-status .badge.navy")).to_have_count(0)
    play = fresh(season_play).play
    seats = list(play.seats.order_by("seat"))
    assert all(adds_own(bytes(play.secret), seat.seat, seat.salt) for seat in seats)
    assert [seat.salt_hash for seat in seats] == [hash_of(seat.salt) for seat in seats]
    plays_on(season_play)
    ada.goto(f"/play/{play.pk}/proof/")
    own = ada.locator("[data-check=own]")
    expect(own).to_have_attribute("data-verdict", "yes")
    assert serious(ada) == []
    file = tmp_path / "altered.jsonl"
    record = record_of(fresh(season_play).play)
    for was, becomes in ((seats[0].salt, "0" * 32), (seats[1].salt_hash, hash_of("0" * 32))):
        file.write_text(record.replace(was, becomes))
        ada.get_by_label("Check a record that you have kept instead").set_input_files(file)
        expect(own).to_have_attribute("data-verdict", "no")


@pytest.mark.further
def test_a_table_goes_on_without_a_browser_that_is_gone(phones: list[Page], season_play: SeasonPlay):
    ada, bo, *_ = phones
    sits_down(ada, "ada", season_play)
    ada.goto("/")
    sits_down(bo, "bo", season_play)
    bo.get_by_role("button", name="Begin the game").click()
    expect(bo.get_by_text("Still to come:")).to_contain_text("Ada")
    assert serious(bo) == []
    assert fresh(season_play).play.status == Play.OPEN
    begin = bo.get_by_role("button", name="Go on without them")
    expect(bo.locator("[data-possible-in]")).to_contain_text("Possible in")
    expect(begin).to_be_disabled()
    out_of_time_to_show(season_play)
    bo.reload()
    begin.click()
    expect(bo.locator(".notice", has_text="did not show the part")).to_be_visible()
    assert fresh(season_play).play.status == Play.OPEN
