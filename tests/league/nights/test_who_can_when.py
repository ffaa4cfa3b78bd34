"""Dates are proposed, answered with a tap and settled on; whatever is refused changes nothing."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone

from league.core.rules.quotas import quotas
from league.models import GameNight, LedgerEntry, NightAnswer, NightDate
from league.nights.queries import NightPage
from league.nights.rules import MOST_DATES
from league.nights.services import (
    add_dates,
    answer_date,
    cancel_night,
    change_night,
    forget_old_nights,
    propose_night,
    settle_night,
)
from tests.factories.nights import a_night, an_agreed_night, answered, dates_of, in_days, the_deadline_passes
from tests.factories.races import at_once, refused
from tests.factories.thursday_club import a_thursday_club


def refusal(act, *args, **kwargs) -> str:
    with pytest.raises(ValidationError) as error:
        act(*args, **kwargs)
    return " ".join(error.value.messages)


def page_of(club, night, name: str = "otto"):
    return NightPage(GameNight.objects.get(pk=night.pk), club.users[name], timezone.now())


def test_whoever_proposes_dates_can_come_on_all_of_them(thursday):
    page = page_of(thursday, a_night(thursday, by="ada"), "ada")
    assert [column.mine for column in page.columns] == ["yes", "yes"] and page.settles


def test_five_people_find_the_date_that_fits_best(thursday, night):
    for name, answers in {"ada": "yn", "bo": "yy", "cleo": "ny", "dev": "my"}.items():
        answered(thursday, night, name, *({"y": "yes", "n": "no", "m": "maybe"}[one] for one in answers))
    page = page_of(thursday, night, "bo")
    assert [(column.tally.yes, column.best) for column in page.columns] == [(3, False), (4, True)]
    assert [row.name for row in page.people] == ["bo", "ada", "cleo", "dev", "otto"]
    assert page.silent == 2 and not page.settles


def test_an_answer_can_be_changed_and_there_is_one_of_each_person(thursday, night):
    for answer in ("yes", "yes", "no"):
        answered(thursday, night, "ada", answer)
    assert NightAnswer.objects.get(user=thursday.users["ada"]).answer == "no"


def test_a_date_is_settled_on_once(thursday, night):
    first, second = dates_of(night)
    settle_night(night=night, date=first.pk, by=thursday.users["otto"])
    assert "already settled" in refusal(settle_night, night=night, date=second.pk, by=thursday.users["otto"])
    settle_night(night=night, date=first.pk, by=thursday.users["otto"])
    assert LedgerEntry.objects.filter(kind="night_agreed").count() == 1
    assert "already settled" in refusal(
        answer_date, night=night, date=second.pk, answer="yes", by=thursday.users["ada"]
    )


def test_only_who_proposed_and_organisers_settle_change_and_call_off(thursday):
    night = a_night(thursday, by="ada")
    date, bo = dates_of(night)[0], thursday.users["bo"]
    for act in (
        lambda: settle_night(night=night, date=date.pk, by=bo),
        lambda: cancel_night(night=night, by=bo),
        lambda: add_dates(night=night, dates=[in_days(9)], by=bo),
        lambda: change_night(night=night, sequence=0, starts_at=None, title="Mine", by=bo),
    ):
        assert refusal(act).startswith("Only an organiser or the person who proposed the night")
    settle_night(night=night, date=date.pk, by=thursday.users["ada"])


@pytest.mark.parametrize("days", [-1, 800])
def test_a_date_that_is_over_or_years_away_is_refused(thursday, days):
    assert "Choose a time to come" in refusal(a_night, thursday, 7, days)
    assert not GameNight.objects.exists()


def test_two_hundred_dates_are_refused(thursday, night):
    assert f"Propose {MOST_DATES} dates at most" in refusal(a_night, thursday, *range(1, 201))
    more = [in_days(day) for day in range(20, 31)]
    assert "dates at most" in refusal(add_dates, night=night, dates=more, by=thursday.users["otto"])
    assert night.dates.count() == 2


def test_the_same_date_twice_is_one(thursday, night):
    add_dates(night=night, dates=[in_days(7), in_days(9)], by=thursday.users["otto"])
    assert night.dates.count() == 3


def test_after_the_deadline_only_an_organiser_decides(thursday):
    night = a_night(thursday, by="ada", answer_by=in_days(3))
    the_deadline_passes(night)
    first = dates_of(night)[0].pk
    assert "time to agree is over" in refusal(
        answer_date, night=night, date=first, answer="yes", by=thursday.users["bo"]
    )
    assert not NightAnswer.objects.filter(user=thursday.users["bo"]).exists()
    settle_night(night=night, date=first, by=thursday.users["otto"])


@pytest.mark.parametrize("answer", ["", "perhaps", "YES"])
def test_an_answer_that_is_none_is_refused(thursday, night, answer):
    assert "Answer yes" in refusal(
        answer_date, night=night, date=dates_of(night)[0].pk, answer=answer, by=thursday.users["ada"]
    )


def test_a_stranger_and_a_date_of_another_night_are_refused(thursday, night):
    other = dates_of(a_night(thursday, 20))[0].pk
    assert "no longer proposed" in refusal(answer_date, night=night, date=other, answer="yes", by=thursday.users["ada"])
    assert "Only players of that table" in refusal(
        answer_date, night=night, date=dates_of(night)[0].pk, answer="yes", by=thursday.users["xenia"]
    )


def test_a_night_that_is_called_off_takes_no_answers(thursday, night):
    cancel_night(night=night, by=thursday.users["otto"])
    assert "called off" in refusal(
        answer_date, night=night, date=dates_of(night)[0].pk, answer="yes", by=thursday.users["ada"]
    )


def test_a_moved_night_keeps_its_answers_and_two_who_change_it_at_once_do_not_overwrite_each_other(thursday):
    night, otto = an_agreed_night(thursday, "ada"), thursday.users["otto"]
    change_night(night=night, sequence=night.sequence, starts_at=in_days(10), place="Elsewhere", by=otto)
    assert dates_of(night)[0].starts_at == in_days(10) and NightAnswer.objects.filter(answer="yes").count() == 1
    assert "meanwhile" in refusal(
        change_night, night=night, sequence=night.sequence, starts_at=in_days(11), place="", by=otto
    )
    row = GameNight.objects.get()
    assert (row.place, row.sequence) == ("Elsewhere", night.sequence + 1)


def test_a_person_proposes_so_many_nights_a_day(thursday, monkeypatch):
    monkeypatch.setitem(quotas(), "nights", quotas()["nights"].__class__(most=1))
    a_night(thursday, by="ada")
    assert "No more than 1 game nights" in refusal(a_night, thursday, by="ada")
    assert GameNight.objects.count() == 1


def test_old_nights_are_forgotten_with_who_came(thursday, night):
    recent = a_night(thursday)
    NightDate.objects.filter(night=night).update(starts_at=F("starts_at") - timedelta(days=100))
    forget_old_nights()
    assert [*GameNight.objects.all()] == [recent] and NightAnswer.objects.exclude(date__night=recent).count() == 0


@pytest.mark.django_db(transaction=True)
def test_of_two_who_settle_at_the_same_moment_one_is_told_that_it_was_settled(transactional_db):
    club = a_thursday_club()
    night = a_night(club, by="ada")
    acts = zip(dates_of(night), ("ada", "otto"), strict=True)
    errors = refused(
        at_once(*(lambda d=date, n=name: settle_night(night=night, date=d.pk, by=club.users[n]) for date, name in acts))
    )
    assert len(errors) == 1 and isinstance(errors[0], ValidationError)
    assert night.dates.filter(agreed_at__isnull=False).count() == 1


def test_proposing_needs_a_date_that_a_person_can_come_to(thursday):
    night = propose_night(
        league=thursday.league, title="Bring a game", minutes=60, dates=[in_days(5)], by=thursday.users["vera"]
    )
    assert page_of(thursday, night, "vera").columns[0].mine == "yes"
