"""A phone adds a photo to the memories of a tournament, and takes it away again."""

import pytest
from playwright.sync_api import Page, expect

from league.models import EveningPhoto, Tournament
from tests.factories.friday_club import a_friday_club
from tests.factories.pictures import a_picture
from tests.factories.tournaments import a_tournament
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_photo_is_added_shown_and_removed_once_somebody_is_sure(page: Page):
    club = a_friday_club()
    a_tournament(club.season, status=Tournament.FINISHED)
    sign_in(page, club.cleo)
    page.goto("/tournaments/spring-open/evening/")
    page.get_by_role("link", name="Add a photo").click()
    file = {"name": "final.png", "mimeType": "image/png", "buffer": a_picture(1200, 900)}
    page.get_by_label("Photo", exact=True).set_input_files([file])
    page.get_by_label("Caption").fill("The final table")
    assert serious(page) == []
    page.get_by_role("button", name="Add the photo").click()
    photo = page.get_by_role("img", name="The final table")
    expect(photo).to_be_visible()
    assert photo.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1200
    assert serious(page) == []
    change = page.get_by_role("link", name="Change photo 1")
    assert change.bounding_box()["height"] >= 44, "a target for a thumb"
    change.click()
    assert serious(page) == []
    page.get_by_role("button", name="Remove the photo").click()
    page.get_by_role("button", name="Not now").click()
    assert EveningPhoto.objects.exists()
    page.get_by_role("button", name="Remove the photo").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("The photo is removed.")).to_be_visible()
    assert not EveningPhoto.objects.exists()
