"""Who opens which room, and where a page finds the events process."""

from datetime import timedelta

import pytest
from django.core import signing
from django.test import Client, RequestFactory
from django.utils import timezone

from league.core.live.rules import MOST_ROOMS
from league.core.live.services import LASTS, SALT, NoTicket, channel, rooms_of, ticket_for
from league.core.live.views import events_url


def test_a_ticket_opens_the_rooms_it_was_made_for():
    assert rooms_of(ticket_for("play:7", "person:3", "play:7")) == ["play:7", "person:3"]


def test_an_expired_ticket_opens_nothing(monkeypatch):
    ticket = ticket_for("play:7")
    later = (timezone.now() + timedelta(seconds=LASTS + 5)).timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    with pytest.raises(NoTicket, match="another day"):
        rooms_of(ticket)


def test_a_ticket_of_mine_with_the_room_of_somebody_else_written_into_it_opens_nothing():
    mine, theirs = ticket_for("person:3"), ticket_for("person:4")
    mixed = ":".join([theirs.split(":")[0], *mine.split(":")[1:]])
    for altered in (mixed, mine[:-1] + ("A" if mine[-1] != "A" else "B"), mine + "A", ""):
        with pytest.raises(NoTicket, match="not a ticket"):
            rooms_of(altered)


def test_what_another_site_or_another_part_of_this_one_has_signed_opens_nothing(settings):
    with pytest.raises(NoTicket):
        rooms_of(signing.dumps(["play:7"], key="k" * 60, salt=SALT))
    with pytest.raises(NoTicket):
        rooms_of(signing.dumps(["play:7"], salt="a link in a letter"))
    kept = ticket_for("play:7")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another-" * 8
    assert rooms_of(kept) == ["play:7"]


@pytest.mark.parametrize(
    "rooms",
    [
        [],
        "play:7",
        ["play:x"],
        ["play:7 OR 1=1"],
        ["secret:7"],
        [7],
        {"play": 7},
        [f"play:{n}" for n in range(MOST_ROOMS + 1)],
    ],
)
def test_what_is_no_list_of_rooms_opens_nothing_even_if_signed(rooms):
    with pytest.raises(NoTicket, match="no room"):
        rooms_of(signing.dumps(rooms, salt=SALT))


@pytest.mark.parametrize(
    ("setting", "host", "begins"),
    [
        (":8001/events/", "127.0.0.1:8000", "http://127.0.0.1:8001/events/?ticket="),
        (":8001/events/", "localhost:8000", "http://localhost:8001/events/?ticket="),
        (":8001/events/", "[::1]:8000", "http://[::1]:8001/events/?ticket="),
        ("/events/", "127.0.0.1:8000", "/events/?ticket="),
        ("https://events.example/events/", "127.0.0.1:8000", "https://events.example/events/?ticket="),
    ],
)
def test_a_page_finds_the_process_by_the_host_that_its_reader_named(settings, setting, host, begins):
    settings.EVENTS_URL = setting
    request = RequestFactory().get("/", headers={"Host": host})
    assert events_url(request, "play:7").startswith(begins)


@pytest.mark.parametrize(("setting", "host"), [("", "127.0.0.1"), (":8001/events/", "evil.example")])
def test_without_a_process_or_under_a_strange_name_pages_ask_by_themselves(settings, setting, host):
    settings.EVENTS_URL = setting
    assert events_url(RequestFactory().get("/", headers={"Host": host}), "play:7") == ""


@pytest.mark.parametrize(
    ("setting", "allowed"),
    [
        (":8001/events/", "connect-src 'self' http://testserver:8001"),
        ("/events/", "connect-src 'self'"),
        ("", "connect-src 'self'"),
        ("https://events.example/events/", "connect-src 'self' https://events.example"),
    ],
)
def test_scripts_may_ask_this_site_and_the_events_process_and_nobody_else(settings, setting, allowed):
    settings.EVENTS_URL = setting
    policy = Client().get("/healthz/nothing", headers={"Host": "testserver"}).headers["Content-Security-Policy"]
    assert policy.endswith(f"; {allowed}")


def test_installations_that_share_a_redis_have_channels_of_their_own(settings):
    settings.REDIS_URL = "redis://127.0.0.1:6379/8"
    one = channel()
    settings.REDIS_URL = "redis://127.0.0.1:6379"
    assert len({one, channel()}) == 2
