"""A phone photographs the sheet of its table, and what was read stays in the form like what is typed. A referee takes
the photos of a whole round."""

from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from league.models import TableReport
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.rules import CONFIRMED
from tests.factories.people import an_organiser
from tests.factories.robots import Robot
from tests.factories.tables import a_table, now, tables_of
from tests.factories.tournaments import a_tournament, entered
from tests.factories.visitors import WIDTHS, serious, sign_in, sits_down

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from league.photo.services.piles import read_waiting_photos
from tests.photos.tables import a_photo

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def cards(page: Page) -> list[str]:
    return [page.locator(f"[name=seat-{seat}-cards]").input_value() for seat in (1, 2, 3, 4)]


def test_a_photo_fills_the_form_in_and_the_phone_keeps_it(page: Page):
    table = a_table()
    sits_down(page, table, "Ada")
    page.locator("[name=seat-1-cards]").fill("33")
    content, truth = a_photo(table_path(table))
    photo = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": content}
    page.get_by_label("Photo of the printed sheet").set_input_files(photo)
    expect(page.get_by_text("read from the photo")).to_be_visible(timeout=15_000)
    read = cards(page)
    assert read[0] == truth[1] and all(one in ("", truth[seat]) for seat, one in enumerate(read, 1))
    page.wait_for_url(f"**{table_path(table)}")  # from now on a reload asks for the table and does not send again
    page.reload()
    assert page.url.endswith(table_path(table)) and cards(page) == read
    page.locator("[name=seat-4-cards]").press("Enter")  # which is not the button for photos
    expect(page.get_by_role("heading", name="Send this?")).to_be_visible()
    assert not TableReport.objects.exists(), "a person looks at it first"


def test_a_doubtful_figure_is_empty_beside_its_crop_and_put_in_with_a_tap(page: Page):
    width, height = WIDTHS["phone"]
    page.set_viewport_size({"width": width, "height": height})
    table = a_table()
    sits_down(page, table, "Ada")
    content, truth = a_photo(table_path(table), seed=3)  # which a rule contradicts, so that all is asked about
    photo = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": content}
    page.get_by_label("Photo of the printed sheet").set_input_files(photo)
    guess = page.locator("#seat-2 .guess")
    expect(guess).to_be_visible(timeout=15_000)
    assert cards(page) == ["", "", "", ""] and serious(page) == []
    crop, typed = page.locator("#seat-2 .read .crop").bounding_box(), page.locator("#seat-2-cards").bounding_box()
    assert crop["y"] >= typed["y"] and crop["y"] + crop["height"] <= typed["y"] + typed["height"]
    assert min(guess.bounding_box()["width"], guess.bounding_box()["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    guess.press("Enter")
    assert cards(page) == ["", truth[2], "", ""] and page.evaluate("document.activeElement.id") == "seat-2-cards"
    page.reload()
    assert cards(page) == ["", truth[2], "", ""]
    expect(page.locator("#seat-3 .guess")).to_have_text(f"{truth[3]}? Enter this")


WATCHED = """window.streams = [];
const ask = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
const shown = async () => {
    const canvas = document.createElement("canvas"), picture = new Image();
    picture.src = window.sheet;
    await picture.decode();
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const drawn = canvas.getContext("2d"), stream = canvas.captureStream();
    setInterval(() => { drawn.drawImage(picture, 0, 0); }, 50);
    return stream;
};
if (ask) navigator.mediaDevices.getUserMedia = async (wanted) => {
    window.streams.push(await (window.sheet ? shown() : ask(wanted)));
    return window.streams.at(-1);
};"""
ENDED = "window.streams.every((stream) => stream.getTracks().every((track) => track.readyState === 'ended'))"
UNTIL_ENDED = f"async () => {{ while (!({ENDED})) {{ await new Promise(go => setTimeout(go, 50)); }} }}"


def test_the_camera_in_the_page_takes_the_photo_by_itself_and_is_given_back(page: Page):
    page.add_init_script(WATCHED)
    table = a_table()
    sits_down(page, table, "Ada")
    page.get_by_text("Photograph the printed sheet").click()
    opens = page.get_by_role("button", name="Open the camera here")
    opens.click()
    frame = page.get_by_role("dialog", name="Hold still")
    expect(frame.locator("video")).to_have_js_property("paused", False)
    assert serious(page) == [] and not page.evaluate(ENDED)
    frame.get_by_role("button", name="Not now").click()
    expect(frame).to_be_hidden()
    page.evaluate(UNTIL_ENDED)  # a dialog tells that it is closed in a task of its own, after it is hidden
    assert page.evaluate("window.streams.length") == 1
    content, truth = a_photo(table_path(table))
    page.evaluate("sheet => { window.sheet = sheet; }", f"data:image/jpeg;base64,{b64encode(content).decode()}")
    opens.click()
    expect(page.get_by_text("read from the photo")).to_be_visible(timeout=15_000)
    assert all(one in ("", truth[seat]) for seat, one in enumerate(cards(page), 1))


def test_a_robot_decides_six_tables_from_six_photos_with_twelve_taps(page: Page, tmp_path: Path):
    tournament = a_tournament()
    people = entered(tournament, 24)
    tables = tables_of(tournament, *(people[at : at + 4] for at in range(0, 24, 4)))
    photos = [tmp_path / f"{table.number}.jpg" for table in tables]
    for photo, table in zip(photos, tables, strict=True):
        photo.write_bytes(a_photo(table_path(table))[0])
    sign_in(page, an_organiser(tournament.season))
    robot = Robot(page)
    robot.begin(f"/tournaments/{tournament.slug}/rounds/1/1/")
    robot.press("Photos of score sheets")
    robot.give_file("Photos", *photos)
    robot.press("Upload")
    while read_waiting_photos():
        pass
    robot.sees("Table 6")
    prepared = robot.interactions
    for table in tables:
        robot.press(f"Table {table.number}")
        robot.press("Confirm these figures")
        robot.sees(f"Table {table.number} is decided and confirmed.")
    assert [now(table).phase for table in tables] == [CONFIRMED] * 6
    assert (prepared, robot.interactions - prepared) == (3, 12), "typed it would be 20 for each table"
