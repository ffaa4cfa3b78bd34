"""Who is asked, told and reminded, each once; what strangers and those who said no do not hear."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import GameNight, NightDate, Notice
from league.nights.services import cancel_night, change_night, repeat_night, settle_night
from league.notices.services.outbox import tell_events, tell_nights
from tests.factories.nights import a_night, an_agreed_night, answered, dates_of, in_days, the_deadline_passes


def told(subject: str) -> list[str]:
    tell_events()
    return sorted(Notice.objects.filter(subject__startswith=subject).values_list("user__username", flat=True))


def in_half_a_day(night: GameNight) -> None:
    NightDate.objects.filter(night=night).update(starts_at=timezone.now() + timedelta(hours=12))


def test_every_member_but_the_one_who_proposes_is_asked_once(thursday):
    night = a_night(thursday, by="ada")
    everybody = ["bo", "cleo", "dev", "otto", "sam", "vera"]
    assert told("When can you come? Game night") == everybody == told("When can you come?")
    notice = Notice.objects.filter(user=thursday.users["bo"]).get()
    assert (notice.kind, notice.link) == ("dates", night.get_absolute_url())
    assert "ada proposes 2 dates" in notice.text


def test_everybody_hears_of_the_date_and_of_a_move_but_those_who_said_no(thursday, night):
    answered(thursday, night, "ada", "yes")
    answered(thursday, night, "bo", "no")
    settle_night(night=night, date=dates_of(night)[0].pk, by=thursday.users["otto"])
    assert told("The date is agreed: Game night") == ["ada", "bo", "cleo", "dev", "sam", "vera"]
    night.refresh_from_db()
    change_night(
        night=night, sequence=night.sequence, starts_at=in_days(9), place="The Crown", by=thursday.users["otto"]
    )
    assert told("Moved: Game night") == ["ada", "cleo", "dev", "sam", "vera"]
    assert "Where: The Crown." in Notice.objects.filter(subject__startswith="Moved").first().text
    cancel_night(night=night, by=thursday.users["otto"])
    assert told("Called off: Game night") == ["ada", "cleo", "dev", "sam", "vera"]


def test_nights_announced_together_are_one_notice(thursday):
    repeat_night(
        league=thursday.league, title="Club", minutes=180, first=in_days(7), every="week", times=26,
        by=thursday.users["otto"],
    )  # fmt: skip
    assert told("The next game nights: Club") == ["ada", "bo", "cleo", "dev", "sam", "vera"]
    notice = Notice.objects.filter(user=thursday.users["ada"]).get()
    assert "25 more follow" in notice.text and notice.link == "/leagues/thursday-club/nights/"


def test_those_who_have_a_place_are_reminded_once(thursday):
    night = an_agreed_night(thursday, "ada", "bo", "cleo", seats=2)
    tell_nights()
    assert told("Soon: ") == []
    in_half_a_day(night)
    assert (tell_nights(), tell_nights()) == (1, 0)
    assert told("Soon: Game night") == ["ada", "bo"]


def test_nobody_is_reminded_of_a_night_that_was_agreed_or_moved_so_late(thursday):
    night = a_night(thursday, 0.5)
    settle_night(night=night, date=dates_of(night)[0].pk, by=thursday.users["otto"])
    assert tell_nights() == 0
    night = an_agreed_night(thursday, "ada")
    soon = timezone.now() + timedelta(hours=5)
    change_night(night=night, sequence=night.sequence, starts_at=soon, by=thursday.users["otto"])
    assert tell_nights() == 0


def test_a_night_that_is_called_off_reminds_nobody(thursday):
    night = an_agreed_night(thursday, "ada")
    in_half_a_day(night)
    cancel_night(night=night, by=thursday.users["otto"])
    assert tell_nights() == 0


def test_when_the_deadline_passes_those_who_decide_are_told_once_and_again_after_a_longer_one(thursday):
    night = a_night(thursday, by="ada", answer_by=in_days(3))
    assert tell_nights() == 0
    the_deadline_passes(night)
    assert (tell_nights(), tell_nights()) == (1, 0)
    assert told("No date yet") == ["ada", "otto"]
    night.refresh_from_db()
    change_night(night=night, sequence=0, starts_at=None, answer_by=in_days(4), by=thursday.users["otto"])
    GameNight.objects.update(answer_by=timezone.now() - timedelta(seconds=1))
    assert tell_nights() == 1
    assert told("No date yet") == ["ada", "ada", "otto", "otto"]


def test_a_night_that_was_agreed_in_time_is_not_late(thursday):
    night = a_night(thursday, answer_by=in_days(3))
    settle_night(night=night, date=dates_of(night)[0].pk, by=thursday.users["otto"])
    the_deadline_passes(night)
    night.refresh_from_db()
    change_night(
        night=night, sequence=night.sequence, starts_at=None, title="Games", place="", by=thursday.users["otto"]
    )
    night.refresh_from_db()
    assert tell_nights() == 0 and night.answer_by is not None


@pytest.mark.parametrize("hidden", [False, True])
def test_letters_do_not_repeat_what_the_staff_has_hidden(thursday, night, hidden):
    if hidden:
        GameNight.objects.update(title="Bad words", hidden_at=timezone.now(), hidden_why="Rude")
    tell_events()
    text = " ".join(Notice.objects.values_list("subject", flat=True))
    assert "Game night" in text and "Bad words" not in text
