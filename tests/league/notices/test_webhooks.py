"""Deliveries to a real receiver: signed, retried, given up, and never in the way of others."""

import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone

from league.models import Tournament, Webhook, WebhookDelivery
from league.notices.services.outbox import tell_events
from league.notices.services.outgoing import MOST_TRIES, WAITS, forget_old, send_again
from league.notices.services.webhooks import (
    MOST_WEBHOOKS,
    add_webhook,
    change_webhook,
    rotate_secret,
    send_test,
    send_webhooks,
    switch_webhook,
)
from tests.factories.notices import a_webhook, due_again, happened
from tests.factories.people import a_user
from tests.factories.receiver import Receiver, a_receiver
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def loopback(settings) -> None:
    settings.WEBHOOK_LOOPBACK = True


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with a_receiver() as found:
        yield found


def deliver(tournament: Tournament, receiver: Receiver, **fields) -> WebhookDelivery:
    """One event on its first way to the receiver."""
    a_webhook(tournament.season.league, receiver.url, **fields)
    happened(tournament, "round_ended", "Round 1 is over.", round=1)
    tell_events()
    assert send_webhooks() == 1
    return WebhookDelivery.objects.get()


def test_a_program_can_tell_that_it_was_us(tournament, receiver):
    delivery = deliver(tournament, receiver, secret="between-us")
    (got,) = receiver.got
    assert (got.path, got.headers["Content-Type"]) == ("/hook?key=1", "application/json")
    stamp, _, proof = got.headers["X-Corner-Office-Signature"].partition(",v1=")
    second = stamp.removeprefix("t=")
    expected = hmac.new(b"between-us", second.encode() + b"." + got.body, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(proof, expected)
    assert abs(time.time() - int(second)) < 300
    assert json.loads(got.body) == delivery.payload
    assert (delivery.status, delivery.response_status, delivery.tries) == ("sent", 204, 1)
    assert delivery.sent_at is not None


def test_a_new_secret_signs_from_then_on(tournament, receiver):
    deliver(tournament, receiver, secret="old")
    hook = rotate_secret(webhook=Webhook.objects.get())
    happened(tournament, "finished")
    tell_events()
    send_webhooks()
    stamp, _, proof = receiver.got[1].headers["X-Corner-Office-Signature"].partition(",v1=")
    body = stamp.removeprefix("t=").encode() + b"." + receiver.got[1].body
    assert hook.secret != "old" and proof == hmac.new(hook.secret.encode(), body, hashlib.sha256).hexdigest()


def test_discord_gets_a_message_and_no_signature(tournament, receiver):
    deliver(tournament, receiver, style=Webhook.DISCORD)
    (got,) = receiver.got
    assert json.loads(got.body)["content"].startswith("**Spring Open** Round 1 is over.")
    assert "X-Corner-Office-Signature" not in got.headers


def test_what_did_not_arrive_is_sent_again_with_the_same_id(tournament):
    with a_receiver(answers=[500, 204]) as receiver:
        delivery = deliver(tournament, receiver)
        assert (delivery.status, delivery.response_status, delivery.error) == (
            "waiting",
            500,
            "The receiver answered 500.",
        )
        wait = delivery.next_try_at - timezone.now()
        assert WAITS[0] / 2 < wait <= WAITS[0]
        assert send_webhooks() == 0
        due_again()
        assert send_webhooks() == 1
    delivery.refresh_from_db()
    assert (delivery.status, delivery.error) == ("sent", "")
    assert len({json.loads(got.body)["id"] for got in receiver.got}) == 1


def test_after_the_last_try_it_is_given_up_and_can_be_sent_again_by_hand(tournament):
    with a_receiver(answers=[503]) as receiver:
        deliver(tournament, receiver)
        for _ in range(MOST_TRIES + 2):
            due_again()
            send_webhooks()
        delivery = WebhookDelivery.objects.get()
        assert (delivery.status, delivery.tries, len(receiver.got)) == ("failed", MOST_TRIES, MOST_TRIES)
        receiver.answers[:] = [200]
        send_again(delivery)
        send_webhooks()
    delivery.refresh_from_db()
    assert (delivery.status, delivery.tries) == ("sent", 1)


def test_a_redirect_is_not_followed(tournament):
    with a_receiver() as elsewhere, a_receiver(answers=[(307, {"Location": elsewhere.url})]) as receiver:
        delivery = deliver(tournament, receiver)
    assert delivery.status == "waiting" and "do not follow" in delivery.error
    assert not elsewhere.got


def test_a_receiver_that_asks_for_patience_gets_it(tournament):
    with a_receiver(answers=[(429, {"Retry-After": "7.5"})]) as receiver:
        a_webhook(tournament.season.league, receiver.url)
        for kind in ("round_started", "round_ended", "finished"):
            happened(tournament, kind)
        tell_events()
        assert send_webhooks() == 1
        waits = [one.next_try_at - timezone.now() for one in WebhookDelivery.objects.all()]
    assert all(wait < WAITS[0] / 2 for wait in waits)
    assert len(receiver.got) == 1


def test_a_silent_receiver_costs_one_wait_and_the_others_get_theirs(tournament, settings, monkeypatch):
    monkeypatch.setattr("league.notices.services.outbound.SECONDS", 0.2)
    with a_receiver(silent=True) as silent, a_receiver() as receiver:
        for url in (silent.url, receiver.url):
            a_webhook(tournament.season.league, url)
        for kind in ("round_started", "round_ended", "finished"):
            happened(tournament, kind)
        tell_events()
        while send_webhooks():
            pass
    assert (len(silent.got), len(receiver.got)) == (1, 3)
    assert WebhookDelivery.objects.filter(error__startswith="No answer within").count() == 1


def test_nobody_at_the_address_is_an_answer_too(tournament):
    with a_receiver() as receiver:
        pass
    delivery = deliver(tournament, receiver)
    assert delivery.error.startswith("No connection:") and delivery.response_status is None


def test_switched_off_nothing_is_sent_now_or_later(tournament, receiver):
    hook = a_webhook(tournament.season.league, receiver.url)
    happened(tournament, "round_ended")
    tell_events()
    switch_webhook(webhook=hook, active=False)
    happened(tournament, "finished")
    tell_events()
    switch_webhook(webhook=hook, active=True)
    assert send_webhooks() == 0
    assert WebhookDelivery.objects.get().error == "The webhook was switched off."


def test_a_test_goes_the_way_of_all_deliveries(tournament, receiver):
    hook = a_webhook(tournament.season.league, receiver.url)
    otto = a_user("otto")
    send_test(webhook=hook, by=otto)
    with pytest.raises(ValidationError, match="already waiting"):
        send_test(webhook=hook, by=otto)
    send_webhooks()
    told = json.loads(receiver.got[0].body)
    assert told["kind"] == "test" and told["tournament"] is None and "sent by otto" in told["text"]
    switch_webhook(webhook=hook, active=False)
    with pytest.raises(ValidationError, match="switched off"):
        send_test(webhook=hook, by=otto)


def test_a_webhook_needs_an_address_a_style_and_something_to_tell(tournament):
    league, otto = tournament.season.league, a_user("otto")
    good = {"url": "http://127.0.0.1:9/", "style": "signed", "kinds": ["finished", "created", "finished"]}
    for field, bad in (
        ("style", "carrier_pigeon"),
        ("kinds", []),
        ("kinds", ["edited"]),
        ("url", "ftp://127.0.0.1/"),
        ("url", f"http://127.0.0.1/{'x' * 500}"),
    ):
        with pytest.raises(ValidationError) as refusal:
            add_webhook(league=league, by=otto, **(good | {field: bad}))
        assert list(refusal.value.message_dict) == [field]
    hook = add_webhook(league=league, by=otto, **good)
    assert hook.kinds == ["created", "finished"]
    assert change_webhook(webhook=hook, **(good | {"kinds": ["ruled"]})).kinds == ["ruled"]


def test_a_league_has_no_end_of_webhooks(tournament):
    league = tournament.season.league
    for _ in range(MOST_WEBHOOKS):
        a_webhook(league)
    with pytest.raises(ValidationError, match="up to 20 webhooks"):
        add_webhook(league=league, url="http://127.0.0.1:9/", style="signed", kinds=["ruled"], by=a_user("otto"))


def test_what_is_done_with_is_forgotten_after_90_days(tournament, receiver):
    deliver(tournament, receiver)
    happened(tournament, "finished")
    tell_events()
    forget_old()
    assert WebhookDelivery.objects.count() == 2
    WebhookDelivery.objects.update(created_at=F("created_at") - timedelta(days=91))
    forget_old()
    assert [one.status for one in WebhookDelivery.objects.all()] == ["waiting"]
