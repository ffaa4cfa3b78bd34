"""A whole tournament day: Olga's laptop and phones, one contradiction, one drop, and a correction after the next draw.
Phones that agree, and one that is offline, are those of test_table_phones.py."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Browser, Page, expect

from games.models import Sheet
from league.models import Entry, Round, Table, Tournament
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.tables.queries.links import table_path
from tests.factories.characters import many_characters
from tests.factories.desk import a_desk
from tests.factories.games import review
from tests.factories.tables import played_table, status
from tests.factories.visitors import WIDTHS, enters, looks_again, sign_in, sits_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def laptop(chromium: Browser, live_server) -> Iterator[Page]:
    width, height = WIDTHS["laptop"]
    context = chromium.new_context(base_url=live_server.url, viewport={"width": width, "height": height})
    yield context.new_page()
    context.close()


@pytest.fixture
def olga(db) -> User:
    """The organiser of a league of sixteen characters and no tournament yet."""
    desk = a_desk()
    Tournament.objects.all().delete()
    many_characters(desk.season, 16)
    return desk.olga


def announces(laptop: Page) -> Tournament:
    laptop.goto("/seasons/spring/")
    laptop.locator(".tabs-row summary").click()
    laptop.get_by_role("link", name="New tournament").click()
    laptop.get_by_label("Name of the tournament").fill("Autumn Open")
    laptop.get_by_label("Game", exact=True).select_option("career_compass")
    laptop.get_by_role("button", name="Announce the tournament").click()
    expect(laptop.get_by_text("nobody has entered yet")).to_be_visible()
    return Tournament.objects.get()


def checks_everybody_in(laptop: Page, tournament: Tournament, by: User) -> None:
    for enrolment in tournament.season.league.enrolments.order_by("pk").select_related("character"):
        register_entry(tournament=tournament, character=enrolment.character, by=by)
    laptop.goto(f"/tournaments/{tournament.slug}/desk/check-in/")
    laptop.get_by_role("button", name="Check in everybody").click()
    laptop.get_by_role("button", name="Everybody is here").click()
    expect(laptop.get_by_text("16 characters are here.")).to_be_visible()


def draws_and_starts(laptop: Page, tournament: Tournament, number: int) -> Round:
    laptop.goto(f"/tournaments/{tournament.slug}/desk/")
    laptop.get_by_role("button", name=f"Draw, publish and start round {number}").click()
    expect(laptop.get_by_text("minutes left")).to_be_visible()
    return Round.objects.get(number=number)


def names_at(table: Table) -> list[str]:
    return [seat.entry.character.name for seat in table.seats.order_by("seat") if seat.entry]


def two_contradict_and_the_referee_decides(laptop: Page, phones: list[Page], table: Table) -> None:
    for phone, name in zip(phones[:2], names_at(table), strict=False):
        sits_down(phone, table, name)
    enters(phones[0], 20, 9, 3, 1)
    expect(phones[0].get_by_text("1 of 4 agree")).to_be_visible()
    looks_again(phones[1])
    phones[1].get_by_role("link", name="Enter what I have").click()
    enters(phones[1], 19, 10, 3, 1)
    expect(phones[1].get_by_text("The referee has been called.")).to_be_visible()
    looks_again(phones[0])
    expect(phones[0].get_by_text("seat 2 says 19, seat 1 said 20", exact=False)).to_be_visible()
    laptop.goto(f"/tournaments/{table.round.stage.tournament.slug}/referee/")
    laptop.get_by_role("link", name="Decide this table").click()
    laptop.get_by_label("Reason").first.fill("Counted the cards with both of them")
    with laptop.expect_navigation():
        laptop.get_by_role("button", name="This one is right").first.click()
    looks_again(phones[1])
    expect(phones[1].get_by_text("The standings already include it")).to_be_visible()
    assert status(table) == Sheet.CONFIRMED


def one_drops(laptop: Page, entry: Entry) -> None:
    laptop.goto(f"/tournaments/{entry.tournament.slug}/desk/entries/{entry.number}/")
    drop = laptop.locator("#drop-form")
    drop.get_by_label("Why?").fill("Caught the last train")
    drop.get_by_role("button", name="Drop").click()
    laptop.get_by_role("dialog").get_by_role("button", name="Drop").click()
    expect(laptop.get_by_text("Dropped", exact=False).first).to_be_visible()


def corrects_and_draws_the_tables_concerned_again(laptop: Page, table: Table) -> None:
    laptop.goto(f"/games/{table.game_id}/correct/")
    for summary in laptop.locator(".seat > summary").all():
        summary.click()
    for seat, cards in enumerate((1, 3, 9, 20), 1):
        laptop.locator(f"#seat-{seat}-cards").fill(str(cards))
    laptop.get_by_role("button", name="Next: check", exact=True).click()
    expect(laptop.get_by_text("Tables that were drawn from the standings as they were:")).to_be_visible()
    laptop.get_by_label("Draw again only", exact=False).check()
    laptop.get_by_label("Why is it changed?").fill("The seats were read from the wrong side")
    laptop.locator("button[name=go][value=send]").click()
    expect(laptop.get_by_role("main")).to_contain_text("The seats were read from the wrong side")


def test_the_day_is_told_from_announcement_to_correction(laptop: Page, phones: list[Page], olga: User):
    sign_in(laptop, "olga")
    tournament = announces(laptop)
    checks_everybody_in(laptop, tournament, olga)
    first = draws_and_starts(laptop, tournament, 1)
    tables = list(first.tables.select_related("round__stage__tournament").order_by("number"))

    two_contradict_and_the_referee_decides(laptop, phones, tables[1])
    for table in (tables[0], *tables[2:]):
        played_table(table)
    laptop.goto(f"/tournaments/{tournament.slug}/stages/1/rounds/1/manage/")
    laptop.get_by_role("button", name="End the round").click()
    expect(laptop.get_by_role("button", name="Draw, publish and start round 2")).to_be_visible()

    loser = tables[3].seats.get(seat=4).entry
    assert loser is not None
    one_drops(laptop, loser)
    second = draws_and_starts(laptop, tournament, 2)
    assert second.seats.count() == 15 and not second.seats.filter(entry=loser).exists()
    links = {table.pk: table_path(table) for table in tables}

    tables[0].refresh_from_db()
    corrects_and_draws_the_tables_concerned_again(laptop, tables[0])
    assert second.draws.count() == 2
    laptop.goto(f"/tournaments/{tournament.slug}/")
    winner = tables[0].seats.get(seat=4).entry
    assert winner is not None
    row = laptop.get_by_role("row").filter(has=laptop.get_by_text(winner.character.name, exact=True))
    expect(row).to_contain_text("60")
    phones[0].goto(links[tables[0].pk])
    expect(phones[0].get_by_role("main")).to_contain_text("Round 1 is over. This table takes no more reports.")
    call_command("verify_draw", tournament.slug)
    review()
    call_command("check_careers", jobs=1, verbosity=0)
