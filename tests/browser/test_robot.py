"""Whole tasks by a robot that knows only what the pages say (`tests/factories/robots.py`): the first evening of a
newcomer, and the ways in through the door, at the width of a phone and of a laptop."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from characters.models import Character
from games.services.review import review_waiting
from league.clubs.queries.joining import shown_secret
from league.clubs.services.joining import make_join_link
from league.core.services.uploads import run_waiting_import
from league.models import Entry, League, Membership, Round, SeasonGame
from league.models.organisation import Joining
from league.people.services.guests import register_guest
from league.tournaments.entries.queries import claim_tokens
from tests.factories.desk import Desk, a_desk
from tests.factories.robots import Robot
from tests.factories.visitors import PASSWORD, sign_in, with_password

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAST_YEAR = """game;date;seat;player;cards
1;14.03.2025;1;Ada;20
1;14.03.2025;2;Bo;13
2;21.03.2025;1;Bo;19
2;21.03.2025;2;Cleo;{cards}
"""


@pytest.fixture
def robot(page: Page) -> Robot:
    return Robot(page)


@pytest.fixture
def desk(db) -> Desk:
    return a_desk(capacity=30)


def signs_up(robot: Robot, name: str) -> None:
    robot.fill("Username", name)
    robot.fill("Password", PASSWORD)
    robot.press("Create the account")


def signs_in(robot: Robot, name: str) -> None:
    robot.begin("/")
    robot.press("Sign in")
    robot.fill("Username", name)
    robot.fill("Password", PASSWORD)
    robot.press("Sign in", within="Password")
    robot.sees("My desk")


def the_workers_turn() -> None:
    """What the workers beside the site do within a second."""
    while run_waiting_import():
        pass
    while review_waiting():
        pass


def founds_a_league(robot: Robot) -> None:
    robot.begin("/")
    robot.press("Start a league")
    robot.fill("Name of the league", "Thursday Club")
    robot.fill("Who else plays", "Ada\nBo\nCleo")
    robot.fill("Username", "wanda")
    robot.fill("Password", PASSWORD)
    robot.press("You play under your username")
    robot.tick("I only organise")
    robot.press("You begin with")
    robot.tick("The Ecologist's Career Compass")
    robot.press("“First season” begins today")
    robot.fill("Name of the season", "Spring")
    robot.fill("Starts on", "")
    robot.press("Create the league")
    robot.sees("Thursday Club is founded.")


def enters_a_game(robot: Robot) -> None:
    for name in ("Ada", "Bo", "Cleo"):
        robot.press(name, within="Add to seat")
    robot.press("Next: figures")
    for seat, cards in (("1. Ada", "17"), ("2. Bo", "16"), ("3. Cleo", "0")):
        robot.fill("Cards", cards, within=seat)
    robot.press("Next: check")
    robot.press("Confirm")
    robot.sees("is confirmed")


def corrects_it(robot: Robot) -> None:
    robot.press("Correct")
    robot.press("1. Ada")
    robot.fill("Cards", "18", within="1. Ada")
    robot.press("2. Bo")
    robot.fill("Cards", "15", within="2. Bo")
    robot.press("Next: check")
    robot.fill("Why is it changed?", "Ada had 18.")
    robot.press("Correct the game")
    robot.sees("2 versions of the sheet")


def test_a_newcomer_finds_all_of_the_first_evening_from_the_pages_alone(robot: Robot, tmp_path: Path):
    founds_a_league(robot)
    enters_a_game(robot)
    corrects_it(robot)
    the_workers_turn()
    finds_out_why(robot)
    sees_who_leads(robot)
    invites_an_organiser(robot)
    imports_last_year(robot, tmp_path)
    takes_everything_out(robot)
    assert League.objects.get().name == "Thursday Club"
    assert SeasonGame.objects.count() == 3
    assert Character.objects.count() == 3


def finds_out_why(robot: Robot) -> None:
    """Why Ada was not promoted."""
    robot.press("Ada")
    robot.sees("game points to Senior")
    robot.sees("of 500 game points")


def sees_who_leads(robot: Robot) -> None:
    robot.press("League")
    robot.press("60", within="Ada")
    robot.sees("points")


def invites_an_organiser(robot: Robot) -> None:
    robot.press("Thursday Club")
    robot.press("Members")
    robot.choose("Role of the person who opens the link", "Organiser")
    robot.press("Create a link")
    robot.sees("works for one person and 14 days")
    robot.press("Thursday Club")


def imports_last_year(robot: Robot, tmp_path: Path) -> None:
    robot.press("More")
    robot.press("Imports")
    broken, mended = tmp_path / "broken.csv", tmp_path / "mended.csv"
    broken.write_text(LAST_YEAR.format(cards="fourteen"))
    mended.write_text(LAST_YEAR.format(cards="14"))
    uploads(robot, broken)
    robot.sees("fourteen")
    robot.press("Upload the corrected file")
    uploads(robot, mended)
    robot.sees("2 games")


def uploads(robot: Robot, file: Path) -> None:
    """Says that what the page makes of the file is meant so: its season and game follow from it."""
    robot.give_file("File", file)
    robot.press("Upload and check")
    the_workers_turn()
    robot.press("Yes, this is how I mean it")
    the_workers_turn()


def takes_everything_out(robot: Robot) -> None:
    robot.press("League")
    for link in ("Results (CSV)", "Careers (JSON)"):
        assert robot.downloads(link).stat().st_size > 100


def test_a_stranger_founds_a_league_and_has_a_first_result_on_six_pages(robot: Robot, desk: Desk):
    robot.begin("/")
    robot.press("Start a league")
    robot.fill("Name of the league", "Thursday Club")
    robot.fill("Who else plays", "Otto\nAnna")
    robot.fill("Username", "frida")
    robot.fill("Password", PASSWORD)
    robot.press("Create the league")
    robot.fill("Target", "100")
    for name in ("Anna", "frida", "Otto"):
        robot.press(name, within="Add to seat")
    robot.press("Next: figures")
    for seat, figures in (("1. Anna", (40, 30, "30000")), ("2. frida", (10, 20, "5000")), ("3. Otto", (6, 4, "2000"))):
        for label, figure in zip(("Happiness", "Fame", "Cash"), figures, strict=True):
            robot.fill(label, str(figure), within=seat)
    robot.tick("Won", within="1. Anna")
    robot.press("Next: check")
    robot.press("Confirm")
    the_workers_turn()
    robot.sees("3 reviews")
    assert (robot.interactions, robot.pages) == (23, 6)


def test_a_stranger_sits_at_a_table_in_under_15_interactions(robot: Robot, desk: Desk):
    link = make_join_link(league=desk.season.league, tournament=desk.tournament, how=Joining.OPEN, days=7, by=desk.olga)
    robot.begin(f"/j/{shown_secret(link)}/")
    robot.press("Sign up")
    signs_up(robot, "una")
    robot.fill("Your name at the table", "Una")
    robot.press("Join as una")
    robot.sees("Una is registered as number 1.")
    assert robot.interactions < 15
    assert Entry.objects.get().character.owner.username == "una"
    assert Membership.objects.filter(user__username="una", league=desk.season.league).exists()


def test_a_guest_who_joins_by_the_link_says_so_and_an_organiser_confirms_it_in_one_tap(robot: Robot, desk: Desk):
    league = desk.season.league
    guest = register_guest(league=league, name="Otto", edition_id="london", by=desk.olga)
    link = make_join_link(league=league, how=Joining.OPEN, days=7, by=desk.olga)
    robot.begin(f"/j/{shown_secret(link)}/")
    robot.press("Sign up")
    signs_up(robot, "otto")
    robot.choose("Do you already play here?", "Otto")
    robot.press("Join as otto")
    robot.sees("Otto is yours as soon as an organiser confirms it.")
    assert (robot.interactions, robot.pages) == (6, 4)
    robot.page.context.clear_cookies()
    sign_in(robot.page, desk.olga)
    robot.begin("/")
    robot.press("Yes, that is Otto")
    robot.sees("Otto is played by otto from now on")
    guest.refresh_from_db()
    assert guest.owner.username == "otto"


@pytest.mark.further
def test_a_guest_claims_the_character_on_the_paper(robot: Robot, desk: Desk):
    guest = register_guest(league=desk.season.league, name="Zoe", edition_id="london", by=desk.olga)
    entry = Entry.objects.create(tournament=desk.tournament, character=guest, number=90)
    robot.begin(f"/c/{claim_tokens([entry])[entry.pk]}/")
    robot.press("Sign up")
    signs_up(robot, "zoe")
    robot.press("This is me, zoe")
    robot.sees("Zoe")
    guest.refresh_from_db()
    assert guest.owner.username == "zoe"


def test_an_organiser_takes_24_walk_ins_to_a_published_round(robot: Robot, desk: Desk):
    signs_in(robot, with_password(desk.olga))
    robot.press("League")
    robot.press("Calendar")
    robot.press(desk.tournament.name)
    robot.press("Desk")
    robot.press("Check-in")
    for number in range(1, 25):
        robot.fill("Not on the list?", f"Walker {number:02d}")
        robot.press_key("Enter")
        robot.sees(f"{number} of {number} here")
    robot.press("Draw and clock")
    robot.press("Start and draw round 1")
    robot.press("Publish round 1")
    robot.sees("Round 1 is published")
    assert Round.objects.get().status == "published"
