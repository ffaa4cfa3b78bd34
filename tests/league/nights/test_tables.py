"""The people of a table of a tournament agree on its date, until a day that the organiser sets."""

import pytest
from django.core.exceptions import ValidationError
from icalendar import Calendar

from characters.models import Character
from league.models import GameNight, Notice, Round, Table
from league.nights.services import add_dates, ask_tables, settle_night
from league.notices.services.outbox import tell_events, tell_nights
from tests.factories.nights import answered, dates_of, in_days, the_deadline_passes
from tests.factories.thursday_club import a_tournament_of

HOSTS = "/leagues/thursday-club/nights/"


@pytest.fixture
def table(thursday) -> Table:
    tournament = a_tournament_of(thursday)
    return Table.objects.select_related("round").get(round__stage__tournament=tournament)


@pytest.fixture
def asked(thursday, table) -> GameNight:
    otto = thursday.users["otto"]
    [night] = ask_tables(round=table.round, answer_by=in_days(14), minutes=120, by=otto)
    return night


def told(subject: str) -> list[str]:
    tell_events()
    return sorted(Notice.objects.filter(subject__startswith=subject).values_list("user__username", flat=True))


def test_each_table_of_a_round_is_asked_once(thursday, asked, table):
    assert told("When can you come? Spring Open, round 1, table 1") == ["ada", "bo", "cleo", "dev"]
    with pytest.raises(ValidationError, match="Every table of this round"):
        ask_tables(round=table.round, answer_by=in_days(9), minutes=120, by=thursday.users["otto"])


def test_a_date_is_agreed_as_soon_as_everybody_at_the_table_says_yes(thursday, asked):
    add_dates(night=asked, dates=[in_days(5), in_days(6)], by=thursday.users["ada"])
    answered(thursday, asked, "bo", "no", "yes")
    answered(thursday, asked, "cleo", "yes", "yes")
    assert not asked.dates.exclude(agreed_at=None).exists()
    answered(thursday, asked, "dev", "maybe", "yes")
    assert [bool(date.agreed_at) for date in dates_of(asked)] == [False, True]
    assert told("The date is agreed: Spring Open, round 1, table 1") == ["ada", "bo", "cleo"]


def test_a_table_looks_again_when_somebody_can_no_longer_come(thursday, asked):
    add_dates(night=asked, dates=[in_days(5)], by=thursday.users["ada"])
    for name in ("bo", "cleo", "dev"):
        answered(thursday, asked, name, "yes")
    answered(thursday, asked, "bo", "no")
    assert not asked.dates.exclude(agreed_at=None).exists()
    assert told("Another date is needed") == ["ada", "cleo", "dev"]


def test_a_guest_without_an_account_is_asked_by_nobody_so_an_organiser_settles(thursday, asked):
    Character.objects.filter(name="Dev").update(owner=None)
    add_dates(night=asked, dates=[in_days(5)], by=thursday.users["ada"])
    for name in ("bo", "cleo"):
        answered(thursday, asked, name, "yes")
    assert not asked.dates.exclude(agreed_at=None).exists()
    with pytest.raises(ValidationError, match="Only an organiser"):
        settle_night(night=asked, date=dates_of(asked)[0].pk, by=thursday.users["ada"])
    settle_night(night=asked, date=dates_of(asked)[0].pk, by=thursday.users["otto"])


def test_both_sides_and_the_organisers_are_told_once_that_the_deadline_has_passed(thursday, asked):
    the_deadline_passes(asked)
    assert (tell_nights(), tell_nights()) == (1, 0)
    assert told("No date yet: Spring Open") == ["ada", "bo", "cleo", "dev", "otto"]
    with pytest.raises(ValidationError, match="time to agree is over"):
        add_dates(night=asked, dates=[in_days(5)], by=thursday.users["ada"])


def test_others_of_the_league_neither_answer_nor_add_dates(thursday, asked):
    add_dates(night=asked, dates=[in_days(5)], by=thursday.users["ada"])
    with pytest.raises(ValidationError, match="Only players of that table"):
        answered(thursday, asked, "sam", "yes")
    with pytest.raises(ValidationError, match="Only an organiser"):
        add_dates(night=asked, dates=[in_days(6)], by=thursday.users["sam"])


def test_a_player_begins_the_search_from_the_table_and_a_second_one_is_refused(thursday, table):
    browser = thursday.signed_in("ada")
    form = f"{HOSTS}new/?table={table.pk}"
    assert form in browser.get(table.get_absolute_url()).content.decode()
    sent = {"title": "Spring Open", "minutes": "120", "dates": [f"{in_days(5):%Y-%m-%dT%H:%M}"]}
    night = GameNight.objects.get(pk=browser.post(form, sent).url.rstrip("/").rpartition("/")[2])
    assert (night.table, night.round) == (table, table.round)
    assert f'href="{night.get_absolute_url()}"' in browser.get(table.get_absolute_url()).content.decode()
    refused = browser.post(form, sent)
    assert refused.status_code == 422 and b"already has a date" in refused.content
    assert thursday.signed_in("sam").get(form).status_code == 403


def test_a_draft_round_asks_nobody(thursday, table):
    Round.objects.filter(pk=table.round_id).update(status=Round.DRAFT)
    assert thursday.signed_in("otto").get(f"{HOSTS}new/?table={table.pk}").status_code == 404
    with pytest.raises(ValidationError, match="Publish the round"):
        ask_tables(round=Round.objects.get(), answer_by=in_days(9), minutes=120, by=thursday.users["otto"])


def test_the_organiser_asks_all_tables_from_the_round(thursday, table):
    browser, address = thursday.signed_in("otto"), f"{HOSTS}tables/{table.round_id}/"
    assert address in browser.get("/tournaments/spring-open/stages/1/rounds/1/manage/").content.decode()
    assert browser.post(address, {"answer_by": "2020-01-01T10:00", "minutes": "60"}).status_code == 422
    sent = {"answer_by": f"{in_days(5):%Y-%m-%dT%H:%M}", "minutes": "60"}
    assert browser.post(address, sent).url == HOSTS
    assert GameNight.objects.get().minutes == 60


@pytest.mark.parametrize("feed", ["tournaments/spring-open", "characters/ada"])
def test_what_is_agreed_moves_the_round_in_the_calendars(client, thursday, asked, feed):
    GameNight.objects.filter(table__isnull=True).delete()

    def starts() -> dict[str, object]:
        events = Calendar.from_ical(client.get(f"/{feed}/calendar.ics").content).walk("VEVENT")
        return {str(event["SUMMARY"]): (event.decoded("DTSTART"), event["SEQUENCE"]) for event in events}

    before = starts()
    add_dates(night=asked, dates=[in_days(5)], by=thursday.users["ada"])
    settle_night(night=asked, date=dates_of(asked)[0].pk, by=thursday.users["otto"])
    after = starts()
    if feed.startswith("characters"):
        [seat] = after
        assert after[seat][0] == in_days(5) and after[seat][1] > before[seat][1]
    else:
        assert after == before, "of a single table of the round"
