"""A table of a tournament is played on the site, from the organiser's button to the memos at the table."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Play, PlaySeat
from games.services.review import review_waiting
from league.models import SeasonPlay, Table
from league.play.services.season_plays import sit_down
from tests.factories.plays import fresh, plays_on
from tests.factories.thursday_club import a_thursday_club, a_tournament_of
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.together, pytest.mark.django_db(transaction=True)]


def is_fine(page: Page) -> None:
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_table_is_played_on_the_site_and_what_follows_appears_there(page: Page):
    club = a_thursday_club()
    a_tournament_of(club)
    table = Table.objects.get()
    club.characters["Dev"].owner = None  # a guest, who plays on the organiser's screen
    club.characters["Dev"].save()
    sign_in(page, "otto")
    page.goto(f"/tables/{table.pk}/")
    is_fine(page)
    page.get_by_role("button", name="Play it here").click()
    expect(page.locator(".play-status")).to_contain_text("Everybody sits down")
    season_play = SeasonPlay.objects.get()
    is_fine(page)
    rows = PlaySeat.objects.filter(play=season_play.pk).exclude(character__owner=None)
    for row in rows.select_related("character__owner"):
        sit_down(season_play=season_play, seat=row.seat, character=row.character, by=row.character.owner)
    page.reload()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".play-status .badge.navy")).to_have_count(0)  # the browser has shown its salt
    assert fresh(season_play).play.status == Play.RUNNING
    page.goto(f"/tables/{table.pk}/")
    expect(page.get_by_text("Played on the site.")).to_be_visible()
    is_fine(page)
    plays_on(season_play)
    page.goto(f"/play/{season_play.pk}/")
    expect(page.get_by_text("The review is running.")).to_be_visible()
    expect(page.get_by_role("link", name="Record with the secret")).to_be_visible()
    review_waiting()
    expect(page.get_by_text("The review is running.")).to_have_count(0)
    page.locator("#career summary").click()
    expect(page.get_by_role("link", name="Personnel file of Dev")).to_be_visible()
    is_fine(page)
