"""Telling people that it is their turn in a play: once for each turn, and as they wish."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from games.models import PlaySeat
from games.services.absence import ask_for_pause, go_on_holiday, resign, wish_to_be_told
from games.services.presence import note_seen
from league.models import Membership, Notice, NoticeWish, PushDelivery, PushEndpoint, WebhookDelivery
from league.notices.rules.webhooks import discord_message
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import tell_turns
from tests.factories.notices import a_webhook
from tests.factories.plays import a_running_play, decider, fresh, plays_on, time_passes
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
SOON, LATER = timedelta(seconds=30), timedelta(minutes=2)


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def season_play(club):
    return a_running_play(club, "ada", "bo", bots=0, pace="day")


def reachable(user: User) -> None:
    user.email = f"{user.username}@example.org"
    user.save()
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    PushEndpoint.objects.create(user=user, url=f"https://push.example/{user.pk}", p256dh="x", auth="x")


def test_who_is_away_is_told_once_by_bell_mail_push_and_webhook(club, season_play):
    hook, by = a_webhook(club.league), decider(season_play.play)
    for user in club.users.values():
        reachable(user)
    time_passes(season_play, SOON)
    assert tell_turns() == 0
    time_passes(season_play, LATER)
    assert (tell_turns(), tell_turns()) == (1, 0)
    notice = Notice.objects.get()
    assert (notice.user, notice.kind, notice.link) == (by, "turn", f"/play/{season_play.pk}/")
    assert PushDelivery.objects.get().endpoint.user == by
    [sent] = WebhookDelivery.objects.filter(webhook=hook)
    assert sent.payload["play"]["id"] == season_play.pk
    assert f"/play/{season_play.pk}/" in discord_message(sent.payload)["content"]
    send_mail_notices()
    [letter] = mail.outbox
    assert letter.to == [f"{by.username}@example.org"] and "s turn: " in letter.subject
    assert letter.body.count(f"/play/{season_play.pk}/") == 1 and "You have until" in letter.body


def test_the_next_turn_is_told_again_and_the_one_before_is_read(club, season_play):
    time_passes(season_play, LATER)
    tell_turns()
    plays_on(season_play, most=1)
    assert Notice.objects.get().read_at is not None
    time_passes(season_play, LATER)
    assert tell_turns() == 1 and Notice.objects.filter(read_at=None).count() == 1


def test_who_looks_is_not_told_but_who_always_wants_to_be(club, season_play):
    by = decider(season_play.play)
    time_passes(season_play, LATER)
    note_seen(play_id=season_play.pk, person=by)
    assert tell_turns() == 0
    wish_to_be_told(play_id=season_play.pk, wants=PlaySeat.ALWAYS, by=by)
    assert tell_turns() == 1


def test_who_never_wants_it_is_never_told(season_play):
    wish_to_be_told(play_id=season_play.pk, wants=PlaySeat.NEVER, by=decider(season_play.play))
    time_passes(season_play, timedelta(days=3))
    assert tell_turns() == 0


def test_the_ways_are_those_that_the_person_chose_for_notices(season_play):
    by = decider(season_play.play)
    reachable(by)
    NoticeWish.objects.create(user=by, ways={"turn": ["push"]})
    time_passes(season_play, LATER)
    tell_turns()
    send_mail_notices()
    assert PushDelivery.objects.count() == 1 and mail.outbox == []


def test_nobody_is_told_in_a_pause_on_holiday_after_giving_up_or_once_out_of_the_league(club):
    told = []
    for deed in ("pause", "holiday", "resign", "left"):
        season_play = a_running_play(club, "ada", "bo", bots=0, pace="day")
        by = decider(season_play.play)
        if deed == "pause":
            for name in ("ada", "bo"):
                ask_for_pause(play_id=season_play.pk, by=club.users[name])
        elif deed == "holiday":
            go_on_holiday(play_id=season_play.pk, days=2, by=by)
        elif deed == "resign":
            resign(play_id=season_play.pk, by=by)
        else:
            Membership.objects.filter(user=by).delete()
        time_passes(season_play, LATER)
        told.append(tell_turns())
    assert told == [0, 0, 0, 0]


def test_a_channel_of_the_league_does_not_hear_of_a_play_for_those_with_the_link(club):
    a_webhook(club.league)
    season_play = a_running_play(club, "ada", "bo", bots=0, visibility="link")
    time_passes(season_play, LATER)
    assert tell_turns() == 1 and not WebhookDelivery.objects.exists()


def test_a_look_is_written_down_now_and_then(club, season_play, django_assert_num_queries):
    by = decider(season_play.play)
    note_seen(play_id=season_play.pk, person=by)
    seen = PlaySeat.objects.get(play=season_play.pk, person=by).seen_at
    assert timezone.now() - seen < timedelta(minutes=1)
    with django_assert_num_queries(1):
        note_seen(play_id=season_play.pk, person=by)
    assert fresh(season_play).play.number == 0
