"""An organiser describes a game of five columns by what the pages say, and tries its sheet."""

import json

import pytest
from playwright.sync_api import Page, expect

from league.models import OwnGame
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.robots import Robot
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ["Buildings", "Goods", "Coins", "Tasks", "Roads"]


@pytest.fixture
def club(db) -> FridayClub:
    return a_friday_club()


@pytest.fixture
def robot(page: Page, club: FridayClub) -> Robot:
    sign_in(page, club.cleo)
    return Robot(page)


def sums(page: Page) -> list[str]:
    return page.locator("#tried output").all_inner_texts()


@pytest.mark.widths("phone", "laptop")
def test_a_game_of_five_columns_is_ready_in_at_most_12_interactions(robot: Robot):
    robot.begin("/leagues/friday-club/")
    robot.press("More")
    robot.press("Games of your own")
    robot.press("Add a game")
    robot.fill("What the game is called", "Rails of the North")
    robot.fill("Names of the columns", ", ".join(NAMES))
    robot.tick("Several columns that add up")
    robot.press("Add the game")
    robot.sees("Rails of the North is ready.")
    assert robot.interactions <= 12
    columns = json.loads(OwnGame.objects.get().definition.content)["columns"]
    assert [column["label"] for column in columns] == NAMES


def test_its_sheet_counts_while_figures_are_typed(robot: Robot, page: Page):
    robot.begin("/leagues/friday-club/games/add/")
    robot.fill("What the game is called", "Rails")
    robot.fill("Names of the columns", "Coins")
    robot.press("Add the game")
    for letter, coins in (("A", "3"), ("B", "7"), ("C", "")):
        robot.fill(f"{letter}: Coins", coins)
    expect(page.locator("#tried output").nth(1)).to_have_text("7")
    assert sums(page) == ["3", "7", "0", "–", "–", "–"]
    robot.fill("C: Coins", "7")
    expect(page.locator("#tried output").nth(3)).to_have_text("3")
    assert sums(page) == ["3", "7", "7", "3", "1", "1"]
    expect(page.get_by_label("C: Coins")).to_be_focused()
    robot.fill("A: Coins", "x")
    robot.sees("'x' is not a whole number")


def test_a_column_is_changed_beside_the_sheet_that_follows_it(robot: Robot, page: Page):
    robot.begin("/leagues/friday-club/games/add/")
    robot.fill("What the game is called", "Rails")
    robot.fill("Names of the columns", "Coins, Goods")
    robot.press("Add the game")
    robot.press("Change the game")
    robot.fill("A: Coins", "3")
    expect(page.locator("#tried output").first).to_have_text("3")
    robot.fill("Points for each", "5", within="Column 1")
    expect(page.locator("#tried output").first).to_have_text("15")
    robot.press("Add a column")
    robot.fill("Name", "Stations", within="Column 3")
    expect(page.get_by_label("A: Stations")).to_be_visible()
    robot.press("Column 3 up")
    robot.press("See what changes")
    robot.sees("Column Stations is new.")
    robot.press("Save as version 2")
    robot.sees("Version 2 of Rails is made.")
    columns = json.loads(OwnGame.objects.get().definition.content)["columns"]
    assert [(column["id"], column.get("weight", 1)) for column in columns] == [
        ("coins", 5),
        ("stations", 1),
        ("goods", 1),
    ]
