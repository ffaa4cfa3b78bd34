"""Telling people that somebody at their table proposes to go back: once for each proposal, and as they wish."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Play, PlayHours, PlaySeat, PlayVote
from games.rules.hours import Hours
from games.services.absence import go_on_holiday, wish_to_be_told
from games.services.presence import note_seen
from games.services.rewinds import ask_for_rewind, decline_rewind
from games.services.stopped_plays import stop_play
from league.models import MailNotice, Membership, Notice, NoticeWish, PushDelivery, PushEndpoint, WebhookDelivery
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import tell_rewinds
from league.notices.services.outgoing import READ
from tests.factories.notices import a_webhook
from tests.factories.plays import a_running_play, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def season_play(club):
    """Ada, Bo and Cleo play Careers; Ada has proposed to go back to the beginning two minutes ago."""
    for name in ("ada", "bo", "cleo"):
        user = club.users[name]
        user.emailaddress_set.create(email=f"{name}@example.org", verified=True, primary=True)
        PushEndpoint.objects.create(user=user, url=f"https://push.example/{name}", p256dh="x", auth="x")
        type(user).objects.filter(pk=user.pk).update(email=f"{name}@example.org")
    return a_proposal(club)


def a_proposal(club, **opened):
    season_play = a_running_play(club, "ada", "bo", "cleo", system="careers", bots=0, pace="day", **opened)
    plays_on(season_play, most=1)
    ask_for_rewind(play_id=season_play.pk, number=1, to=0, by=club.users["ada"])
    asked_before(timedelta(minutes=2))
    return season_play


def asked_before(passed: timedelta) -> None:
    Play.objects.update(started_at=timezone.now() - passed)
    PlayVote.objects.update(at=timezone.now() - passed)


def told() -> list[str]:
    return list(Notice.objects.filter(read_at=None).order_by("user__username").values_list("user__username", flat=True))


def test_the_others_are_told_once_by_bell_mail_and_push_who_proposes_what(club, season_play):
    assert (tell_rewinds(), tell_rewinds()) == (2, 0) and told() == ["bo", "cleo"]
    notice = Notice.objects.filter(user=club.users["bo"]).get()
    assert (notice.kind, notice.link) == ("turn", f"/play/{season_play.pk}/")
    assert notice.subject == "Ada proposes to go back: Careers" and "from move 0" in notice.text
    assert PushDelivery.objects.count() == 2
    send_mail_notices()
    assert sorted(letter.to[0] for letter in mail.outbox) == ["bo@example.org", "cleo@example.org"]


def test_who_has_just_asked_or_looked_is_not_told_but_who_always_wants_to_be(club, season_play):
    asked_before(timedelta(seconds=30))
    assert tell_rewinds() == 0
    asked_before(timedelta(minutes=2))
    for name in ("bo", "cleo"):
        note_seen(play_id=season_play.pk, person=club.users[name])
    assert tell_rewinds() == 0
    wish_to_be_told(play_id=season_play.pk, wants=PlaySeat.ALWAYS, by=club.users["bo"])
    assert tell_rewinds() == 1 and told() == ["bo"]


def test_nobody_is_told_who_never_wants_it_is_on_holiday_or_has_left_the_league(club, season_play):
    wish_to_be_told(play_id=season_play.pk, wants=PlaySeat.NEVER, by=club.users["bo"])
    go_on_holiday(play_id=season_play.pk, days=2, by=club.users["cleo"])
    assert tell_rewinds() == 0
    PlaySeat.objects.filter(play=season_play.pk).update(holiday_until=None)
    Membership.objects.filter(user=club.users["cleo"]).delete()
    assert tell_rewinds() == 0


def test_the_ways_are_those_that_the_person_chose_for_their_turns(club, season_play):
    NoticeWish.objects.create(user=club.users["bo"], ways={"turn": ["push"]})
    tell_rewinds()
    assert MailNotice.objects.get().user == club.users["cleo"]
    assert PushDelivery.objects.count() == 2


def not_today() -> tuple[Hours, int]:
    """Whole days, all but today, and the weekday that today is."""
    today = timezone.now().weekday()
    return Hours(tuple(day for day in range(7) if day != today), 0, 0, "UTC"), today


def test_letters_and_pushes_wait_for_the_hours_in_which_the_person_plays(club, season_play):
    hours, today = not_today()
    PlayHours.objects.create(person=club.users["bo"], hours=str(hours))
    tell_rewinds()
    assert told() == ["bo", "cleo"], "the bell waits for nobody"
    now = timezone.now()
    due = {row.user.username: row.next_try_at for row in MailNotice.objects.select_related("user")}
    assert due["cleo"] <= now < due["bo"] and due["bo"].weekday() == (today + 1) % 7
    assert PushDelivery.objects.get(endpoint__user=club.users["bo"]).next_try_at == due["bo"]


def test_at_a_live_table_nothing_waits(club):
    hours, _today = not_today()
    PlayHours.objects.create(person=club.users["bo"], hours=str(hours))
    season_play = a_proposal(club)
    type(season_play.play).objects.filter(pk=season_play.pk).update(pace="live")
    Notice.objects.all().delete()
    PushEndpoint.objects.create(user=club.users["bo"], url="https://push.example/bo", p256dh="x", auth="x")
    tell_rewinds()
    assert PushDelivery.objects.get().next_try_at <= timezone.now()


def test_who_agrees_is_asked_no_more_and_the_letter_that_waits_is_not_sent(club, season_play):
    tell_rewinds()
    ask_for_rewind(play_id=season_play.pk, number=1, to=0, by=club.users["bo"])
    assert told() == ["cleo"]
    send_mail_notices()
    assert [letter.to for letter in mail.outbox] == [["cleo@example.org"]]
    assert MailNotice.objects.get(user=club.users["bo"]).error == READ


def all_agree(club, season_play):
    for name in ("bo", "cleo"):
        gone = ask_for_rewind(play_id=season_play.pk, number=1, to=0, by=club.users[name])
    assert gone


def one_declines(club, season_play):
    decline_rewind(play_id=season_play.pk, number=1, by=club.users["bo"])


def somebody_moves(club, season_play):
    plays_on(season_play, most=1)


def an_organiser_stops_it(club, season_play):
    stop_play(play=fresh(season_play).play, why="Over")


@pytest.mark.parametrize("ends", [all_agree, one_declines, somebody_moves, an_organiser_stops_it])
def test_the_notice_ends_with_the_proposal(club, season_play, ends):
    tell_rewinds()
    ends(club, season_play)
    assert told() == [] and tell_rewinds() == 0


def test_the_notice_stays_when_the_same_choice_is_asked_for_again(club, season_play):
    tell_rewinds()
    go_on_holiday(play_id=season_play.pk, days=2, by=club.users["ada"])
    assert fresh(season_play).play.rewind_to == 0 and told() == ["bo", "cleo"]


def test_another_proposal_is_told_again(club, season_play):
    tell_rewinds()
    plays_on(season_play, most=1)
    number = fresh(season_play).play.number
    ask_for_rewind(play_id=season_play.pk, number=number, to=1, by=club.users["bo"])
    asked_before(timedelta(minutes=2))
    assert tell_rewinds() == 2 and told() == ["ada", "cleo"]


def test_a_channel_of_the_league_does_not_hear_of_it(club, season_play):
    a_webhook(club.league)
    tell_rewinds()
    assert not WebhookDelivery.objects.exists()
