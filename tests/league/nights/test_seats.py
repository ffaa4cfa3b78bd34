"""A limit of seats: the waiting list moves by itself and says who got in; people are checked in on the evening."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import remove_member
from league.models import GameNight, LedgerEntry, NightAnswer, Notice
from league.nights.queries import places_of, present
from league.nights.services import change_night, check_in_night, forget_answers
from league.notices.services.outbox import tell_events
from tests.factories.nights import a_night, an_agreed_night, answered, dates_of, it_begins


@pytest.fixture
def full(thursday) -> GameNight:
    """Two seats: Ada and Bo have them, Cleo and Dev wait."""
    return an_agreed_night(thursday, "ada", "bo", "cleo", "dev", seats=2)


def placed(club, night) -> tuple[list[str], list[str]]:
    names = {user.pk: name for name, user in club.users.items()}
    inside, waiting = places_of(dates_of(night)[0])
    return [names[pk] for pk in inside], [names[pk] for pk in waiting]


def told(subject: str) -> list[str]:
    tell_events()
    return sorted(Notice.objects.filter(subject__startswith=subject).values_list("user__username", flat=True))


def test_those_who_said_yes_first_have_a_place(thursday, full):
    assert placed(thursday, full) == (["ada", "bo"], ["cleo", "dev"])
    assert told("A place for you") == []


def test_the_next_one_has_the_place_of_somebody_who_cannot_come_and_is_told(thursday, full):
    answered(thursday, full, "ada", "no")
    assert placed(thursday, full) == (["bo", "cleo"], ["dev"])
    assert told("A place for you") == ["cleo"]


def test_whoever_comes_back_is_the_last_one_waiting(thursday, full):
    for answer in ("no", "yes"):
        answered(thursday, full, "ada", answer)
    assert placed(thursday, full) == (["bo", "cleo"], ["dev", "ada"])


def test_one_who_waits_and_gives_up_moves_nobody(thursday, full):
    answered(thursday, full, "cleo", "no")
    assert told("A place for you") == [] and not LedgerEntry.objects.filter(kind="night_place").exists()


def test_more_seats_let_people_in_and_fewer_than_come_are_refused(thursday, full):
    otto = thursday.users["otto"]
    change_night(night=full, sequence=full.sequence, starts_at=None, seats=3, by=otto)
    assert told("A place for you") == ["cleo"]
    full.refresh_from_db()
    with pytest.raises(ValidationError) as refused:
        change_night(night=full, sequence=full.sequence, starts_at=None, seats=2, by=otto)
    assert "3 people have a place already" in refused.value.message_dict["seats"][0]
    full.refresh_from_db()
    assert full.seats == 3


def test_the_place_of_somebody_who_leaves_the_league_is_passed_on(thursday, full):
    remove_member(member=thursday.users["ada"].memberships.get(), by=thursday.users["otto"])
    assert placed(thursday, full) == (["bo", "cleo"], ["dev"]) and told("A place for you") == ["cleo"]


def test_the_answers_of_a_deleted_account_vanish_and_its_place_is_passed_on(thursday, full):
    own = a_night(thursday, by="ada")
    forget_person(user=thursday.users["ada"], label="former member")
    assert not NightAnswer.objects.filter(user=thursday.users["ada"]).exists()
    assert placed(thursday, full) == (["bo", "cleo"], ["dev"]) and told("A place for you") == ["cleo"]
    own.refresh_from_db()
    assert own.proposed_by is None


def test_a_place_at_a_night_that_is_over_is_passed_on_to_nobody(thursday, full):
    it_begins(full)
    forget_answers(thursday.users["ada"], "")
    assert told("A place for you") == []


def test_people_check_themselves_in_on_the_evening_and_are_proposed_as_the_table(thursday):
    night = an_agreed_night(thursday, "ada", "bo")
    with pytest.raises(ValidationError, match="on the evening itself"):
        check_in_night(night=night, by=thursday.users["ada"], user=thursday.users["ada"].pk)
    it_begins(night)
    for name in ("bo", "ada", "dev"):
        check_in_night(night=night, by=thursday.users[name], user=thursday.users[name].pk)
    names = [who.name for who in present(thursday.league, timezone.now())]
    assert names == ["Bo", "Ada", "Dev"]
    check_in_night(night=night, by=thursday.users["ada"], user=thursday.users["ada"].pk, here=False)
    assert [who.name for who in present(thursday.league, timezone.now())] == ["Bo", "Dev"]


def test_only_who_runs_the_night_checks_others_in(thursday):
    night = an_agreed_night(thursday, "ada", "bo")
    it_begins(night)
    for user in (thursday.users["bo"].pk, None):
        with pytest.raises(ValidationError, match="checks others in"):
            check_in_night(night=night, by=thursday.users["ada"], user=user)
    check_in_night(night=night, by=thursday.users["otto"])
    assert {who.name for who in present(thursday.league, timezone.now())} == {"Ada", "Bo"}
    with pytest.raises(ValidationError, match="Only players of that table"):
        check_in_night(night=night, by=thursday.users["otto"], user=thursday.users["xenia"].pk)


def test_the_form_of_a_result_seats_those_who_are_here(thursday):
    night = an_agreed_night(thursday, "ada", "bo", "cleo")
    it_begins(night)
    check_in_night(night=night, by=thursday.users["otto"])
    browser, start = thursday.signed_in("otto"), {"season": thursday.season.slug, "system": "careers"}
    assert "Here now: " in browser.get("/enter/", start).content.decode()
    page = browser.post("/enter/", {**start, "go": "seats", "here": "1"}).content.decode()
    assert "Here now: " not in page
    for name in ("Ada", "Bo", "Cleo"):
        assert f'value="{thursday.characters[name].pk}"' in page


def test_nobody_is_proposed_on_another_day(thursday):
    night = an_agreed_night(thursday, "ada", "bo")
    it_begins(night)
    check_in_night(night=night, by=thursday.users["otto"])
    it_begins(night, hours_ago=40)
    assert present(thursday.league, timezone.now()) == []
