"""Killed at any statement, telling and sending lose nothing; two workers at once double nothing."""

import os

import pytest
from django.core import mail

from league.models import LedgerEntry, MailNotice, WebhookDelivery
from league.notices.services.announcements import tell_events
from league.notices.services.mail import send_mail_notices
from league.notices.services.webhooks import send_webhooks
from tests.factories.kill_points import kill_at_every_statement
from tests.factories.notices import a_webhook, due_again, happened
from tests.factories.people import with_mail
from tests.factories.races import at_once
from tests.factories.receiver import a_receiver
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db(transaction=True)
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.fixture
def told_of() -> LedgerEntry:
    """Three people have moved up; one webhook wants to know."""
    entries = entered(a_tournament(), 3)
    with_mail(*entries)
    a_webhook(entries[0].tournament.season.league)
    return happened(entries[0].tournament, "moved_up", entries=[entry.pk for entry in entries])


def rows() -> tuple[int, int]:
    return MailNotice.objects.count(), WebhookDelivery.objects.count()


@forks
def test_telling_killed_before_any_statement_leaves_the_event_untold_and_whole(told_of):
    def untold() -> None:
        assert rows() == (0, 0)
        assert LedgerEntry.objects.get().told_at is None

    assert kill_at_every_statement(tell_events, untold) > 5
    assert rows() == (3, 1)
    assert LedgerEntry.objects.get().told_at is not None
    assert tell_events() == 0


@forks
def test_sending_killed_before_any_statement_is_taken_up_when_the_lease_is_over(told_of, settings):
    settings.WEBHOOK_LOOPBACK = True
    tell_events()
    with a_receiver() as receiver:
        WebhookDelivery.objects.get().webhook.league.webhooks.update(url=receiver.url)

        def waits_or_was_sent() -> None:
            status = WebhookDelivery.objects.get().status
            assert status == "waiting" or receiver.got
            due_again()
            WebhookDelivery.objects.update(tries=0)

        kill_at_every_statement(send_webhooks, waits_or_was_sent)
        assert WebhookDelivery.objects.get().status == "sent"
        assert len({got.body for got in receiver.got}) == 1


def test_of_several_workers_one_tells_an_event(told_of):
    assert sorted(at_once(*[tell_events] * 4)) == [0, 0, 0, 1]
    assert rows() == (3, 1)


def test_several_workers_send_each_notice_once(told_of, settings):
    settings.WEBHOOK_LOOPBACK = True
    for _ in range(5):
        happened(told_of.tournament, "moved_up", entries=told_of.about["entries"])
    tell_events()
    with a_receiver() as receiver:
        WebhookDelivery.objects.first().webhook.league.webhooks.update(url=receiver.url)
        outcomes = at_once(*[send_mail_notices] * 3, *[send_webhooks] * 3)
        while send_mail_notices() or send_webhooks():
            pass
    assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    assert (len(mail.outbox), len(receiver.got)) == (18, 6)
    assert len({got.body for got in receiver.got}) == 6
    assert not MailNotice.objects.exclude(status="sent", tries=1).exists()
    assert not WebhookDelivery.objects.exclude(status="sent", tries=1).exists()
