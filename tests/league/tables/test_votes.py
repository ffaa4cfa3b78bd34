"""One person with several phones does not make a majority (S-M5), by the real pages."""

from itertools import permutations

import pytest
from django.test import Client

from games.models import Sheet
from league.models import Entry, LedgerEntry, Membership, TableReport, TableSeat
from league.notices.services.outbox import WRITERS
from league.tournaments.tables.queries.links import origin_of, table_path
from league.tournaments.tables.rules import DECIDED, HELD, TOO_FEW, Vote, people, verdict
from league.tournaments.tables.services.acts import end_countdowns
from league.tournaments.tables.services.seats import free_seat
from tests.factories.compass_sheets import cards_fields
from tests.factories.doors import Doors
from tests.factories.people import has_verified
from tests.factories.phones import a_phone, send_report
from tests.factories.tables import now, seat, status, the_countdown_ends


def test_one_browser_or_one_account_counts_once():
    votes = [Vote(1, "a", 7), Vote(2, "a", None), Vote(3, "b", 7), Vote(4, "c", None)]
    assert all(people(order) == 2 for order in permutations(votes))
    assert people([Vote(1), Vote(2)]) == 2  # nobody knows, so nobody is refused
    assert people([]) == 0


@pytest.mark.parametrize(
    ("votes", "voters", "expected"),
    [
        ([Vote(1, "a", address="x"), Vote(2, "b", address="y")], 3, DECIDED),
        ([Vote(1, "a", address="x"), Vote(2, "b", address="x")], 3, HELD),
        ([Vote(1, "a", address="x"), Vote(2, "a", address="y")], 3, HELD),
        ([Vote(1, "a", 7, "x"), Vote(2, "b", 7, "y")], 3, HELD),
        ([Vote(1, "a", 7, "x", True), Vote(2, "b", 8, "x", True)], 3, DECIDED),
        ([Vote(1, "a", 7, "x", True), Vote(2, "b", 8, "x", False)], 3, HELD),
        ([Vote(1, "a", address="x")], 3, TOO_FEW),
        ([Vote(1, "a", address="x")], 1, DECIDED),
        ([Vote(1), Vote(2)], 3, DECIDED),
    ],
)
def test_a_majority_decides_unless_it_may_be_one_person(votes: list[Vote], voters: int, expected: str):
    assert verdict(votes, voters) == expected


def everybody_says(table, phones) -> None:
    send_report(phones[0], table, {"seat": 1, "figures": cards_fields()}, key="k1")
    for number, phone in enumerate(phones[1:], 2):
        send_report(phone, table, {"seat": number, "confirm": now(table).digest}, key=f"k{number}")


def test_three_cookie_jars_at_one_address_wait_for_the_countdown_and_the_referee_reads_it(table):
    everybody_says(table, [a_phone(table, address="192.0.2.7") for _ in range(3)])
    state = now(table)
    assert (status(table), len(state.agreed), state.one_address) == (Sheet.SUBMITTED, 3, True)
    assert state.table.confirm_by is not None
    sam = Doors(table)
    desk = sam.signed_in(sam.sam).get("/tournaments/spring-open/referee/").text
    assert "from one network address" in desk
    assert "from one network address" in Client().get(table_path(table)).text
    the_countdown_ends(table)
    end_countdowns()
    assert status(table) == Sheet.CONFIRMED  # a club behind one address loses the countdown, nothing else


def test_three_phones_of_three_networks_confirm_at_once(table):
    everybody_says(table, [a_phone(table) for _ in range(3)])
    assert status(table) == Sheet.CONFIRMED


def test_the_signed_in_owners_confirm_at_once_from_one_address(table):
    doors, phones = Doors(table), []
    for number in (1, 2, 3):
        phones.append(a_phone(table, address="192.0.2.7"))
        phones[-1].force_login(doors.owner(number))
    everybody_says(table, phones)
    assert status(table) == Sheet.CONFIRMED


def test_one_browser_that_was_let_go_and_speaks_again_is_one_voice(table):
    ada = a_phone(table)
    send_report(ada, table, {"seat": 1, "figures": cards_fields()}, key="k1")
    for number in (2, 3):
        free_seat(seat=seat(table, number - 1), by=None)
        ada.defaults["REMOTE_ADDR"] = f"198.51.100.{number}"
        assert (
            send_report(ada, table, {"seat": number, "confirm": now(table).digest}, key=f"k{number}").status_code == 201
        )
    state = now(table)
    assert (len(state.agreed), status(table)) == (3, Sheet.SUBMITTED)


def test_one_account_that_speaks_for_three_seats_is_one_voice(table):
    doors = Doors(table)
    url = "/api/v1/tournaments/spring-open/rounds/1/1/tables/1/"
    clients = [Client(REMOTE_ADDR=f"198.51.100.{number}") for number in (1, 2, 3)]
    for client in clients:
        client.force_login(doors.sam)
    seats = [{"seat": at, "score": {"cards": held}} for at, held in enumerate((20, 9, 3, 1), 1)]
    body = {"seat": 1, "seats": seats}
    assert clients[0].post(f"{url}report/", body, content_type="application/json").status_code == 200
    for number in (2, 3):
        body = {"seat": number, "digest": now(table).digest}
        assert clients[number - 1].post(f"{url}confirm/", body, content_type="application/json").status_code == 200
    assert (len(now(table).agreed), status(table)) == (3, Sheet.SUBMITTED)


def test_a_held_majority_without_a_countdown_begins_one(table):
    phones = [a_phone(table, address="192.0.2.7") for _ in range(3)]
    send_report(phones[0], table, {"seat": 1, "figures": cards_fields()}, key="k1")
    state = now(table).table
    state.confirm_by = state.confirm_version = None
    state.save()
    for number in (2, 3):
        send_report(phones[number - 1], table, {"seat": number, "confirm": now(table).digest}, key=f"k{number}")
    assert now(table).table.confirm_version == 1
    the_countdown_ends(table)
    end_countdowns()
    assert status(table) == Sheet.CONFIRMED


def test_no_address_is_kept_in_clear_nor_the_same_in_another_tournament(table):
    everybody_says(table, [a_phone(table, address="192.0.2.7")])
    kept = TableReport.objects.get()
    assert len(kept.address) == 32 and "." not in kept.address
    assert kept.address == origin_of("192.0.2.7", tournament=table.round.stage.tournament_id).address
    assert kept.address != origin_of("192.0.2.7", tournament=0).address


def test_the_many_addresses_of_one_connection_are_one(table):
    everybody_says(table, [a_phone(table, address=f"2001:db8:1:2::{number}") for number in (1, 2, 3)])
    assert now(table).one_address


def test_the_owner_is_told_once_when_somebody_else_speaks_for_the_seat(table):
    owner = seat(table, 1).entry.character.owner
    owner.email, owner.password = "ada@example.org", "x"
    owner.save()
    has_verified(owner)
    Membership.objects.create(league=table.round.stage.tournament.season.league, user=owner)
    stranger = a_phone(table)
    send_report(stranger, table, {"seat": 1, "figures": cards_fields()}, key="k1")
    send_report(stranger, table, {"seat": 1, "figures": cards_fields((19, 10, 3, 1))}, key="k2")
    event = LedgerEntry.objects.get(kind="seat_spoken_for")
    assert "seat 1 (Ada) from a phone that is not signed in" in event.text
    (letter,) = WRITERS[event.kind](event)
    assert letter.user == owner.pk and letter.subject == "Somebody spoke for your seat at table 1: Spring Open"
    assert "seat 1 (Ada)" in letter.text


def test_an_owner_who_speaks_for_themselves_is_told_nothing(table):
    doors, bo = Doors(table), a_phone(table)
    bo.force_login(doors.owner(2))
    send_report(bo, table, {"seat": 2, "figures": cards_fields()}, key="k1")
    assert not LedgerEntry.objects.filter(kind="seat_spoken_for").exists()
    assert TableSeat.objects.get(seat=2).entry == Entry.objects.get(number=2)
