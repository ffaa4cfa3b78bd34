"""The hours in which a person plays, chosen on a phone."""

import pytest
from playwright.sync_api import Page, expect

from games.rules.hours import Hours
from league.play.queries.hours import hours_of
from tests.factories.friday_club import a_friday_club
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_weekdays_stand_in_one_row_each_for_a_thumb(page: Page):
    ada = a_friday_club().ada
    sign_in(page, ada)
    page.goto("/play/hours/")
    days = page.locator(".weekdays label")
    boxes = [day.bounding_box() for day in days.all()]
    assert len(boxes) == 7 and len({box["y"] for box in boxes}) == 1
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert serious(page) == []
    for name in ("Fri", "Sat", "Sun"):
        days.filter(has_text=name).click()
    page.get_by_label("In the time zone of").select_option("Europe/Berlin")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert hours_of(ada.pk) == Hours((4, 5, 6), 18, 22, "Europe/Berlin")
