from dataclasses import replace
from datetime import UTC, datetime, timedelta

from icalendar import Calendar

from league.tournaments.desk.rules.calendars import CANCELLED, Appointment, write_calendar

NINE = datetime(2026, 1, 10, 9, tzinfo=UTC)
OPEN = Appointment(
    uid="spring@corner-office",
    starts=NINE,
    ends=NINE + timedelta(hours=3),
    title="Spring Open; all of it, \\o/",
    changed=NINE - timedelta(days=9),
    sequence=2,
    place="Town hall\nRoom 2",
    address="https://example.org/tournaments/spring-open/",
)


def test_a_calendar_reads_back_as_it_was_written():
    calendar = Calendar.from_ical(write_calendar("Ada's tournaments", [OPEN]))
    [event] = calendar.walk("VEVENT")
    assert (str(calendar["X-WR-CALNAME"]), str(event["UID"])) == ("Ada's tournaments", OPEN.uid)
    assert (event.decoded("DTSTART"), event.decoded("DTEND")) == (OPEN.starts, OPEN.ends)
    assert (str(event["SUMMARY"]), str(event["LOCATION"])) == (OPEN.title, OPEN.place)
    assert (event["SEQUENCE"], event.decoded("LAST-MODIFIED"), event["STATUS"]) == (2, OPEN.changed, "CONFIRMED")


def test_a_feed_is_the_same_text_until_something_changes():
    assert write_calendar("Ada", [OPEN]) == write_calendar("Ada", [OPEN])
    assert b"STATUS:CANCELLED" in write_calendar("Ada", [replace(OPEN, status=CANCELLED)])


def test_nothing_ends_before_it_begins():
    backwards = replace(OPEN, ends=NINE - timedelta(minutes=1))
    [event] = Calendar.from_ical(write_calendar("Ada", [backwards])).walk("VEVENT")
    assert event.decoded("DTEND") == NINE
