"""Killed at any statement, telling and sending lose nothing; two workers at once double nothing."""

import os
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from characters.models import CareerEvent, Character
from league.models import LedgerEntry, MailNotice, Notice, NoticeWish, WebhookDelivery
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import tell_careers, tell_events
from league.notices.services.webhooks import send_webhooks
from league.notices.services.wishes import write_digests
from tests.factories.careers import PATHS
from tests.factories.cast import a_staffed_season
from tests.factories.games import reviewed
from tests.factories.kill_points import kill_at_every_write
from tests.factories.notices import a_webhook, happened
from tests.factories.people import DIGEST, has_verified, with_mail
from tests.factories.races import at_once
from tests.factories.receiver import a_receiver
from tests.factories.sheets import at
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
def test_telling_killed_before_any_write_leaves_the_event_untold_and_whole(told_of):
    def untold() -> None:
        assert rows() == (0, 0)
        assert LedgerEntry.objects.get().told_at is None

    assert kill_at_every_write(tell_events, untold) > 2
    assert rows() == (3, 1)
    assert LedgerEntry.objects.get().told_at is not None
    assert tell_events() == 0


@pytest.fixture
def promoted() -> Character:
    """Ada is Senior, and nobody has told her."""
    season, ada, bo, _, _ = a_staffed_season()
    reviewed(season, "big", at(ada, 510, won=True, **PATHS), at(bo, 90), target=500)
    return ada


@forks
def test_telling_of_careers_killed_before_any_write_loses_and_doubles_nothing(promoted):
    def untold() -> None:
        assert not Notice.objects.exists()
        assert CareerEvent.objects.to_tell().count() == 1

    assert kill_at_every_write(tell_careers, untold) > 2
    assert Notice.objects.count() == 1
    assert not CareerEvent.objects.to_tell().exists()


def test_of_several_workers_one_tells_a_promotion(promoted):
    assert sorted(at_once(*[tell_careers] * 4)) == [0, 0, 0, 1]
    assert Notice.objects.count() == 1


@forks
def test_a_weekly_letter_killed_before_any_write_is_written_once(promoted):
    tell_careers()
    owner = promoted.owner
    User.objects.filter(pk=owner.pk).update(email="ada@league.example", password=DIGEST)
    has_verified(User.objects.get(pk=owner.pk))
    Notice.objects.update(created_at=timezone.now() - timedelta(days=1))
    NoticeWish.objects.create(user=owner, digest_at=timezone.now())

    def unwritten() -> None:
        assert not MailNotice.objects.filter(key__startswith="digest").exists()
        assert NoticeWish.objects.filter(digest_at__lte=timezone.now()).exists()

    assert kill_at_every_write(write_digests, unwritten) > 2
    assert MailNotice.objects.filter(key__startswith="digest").count() == 1
    assert write_digests() == 0


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
