"""Calendar feeds (RFC 5545). A feed is the same text until something in it changes: calendars ask often."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from icalendar import Calendar, Event, vDuration

CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"
REFRESH = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Appointment:
    """One entry of a calendar. `uid` stays for its life; `sequence` grows with every change, the last at `changed`.
    Times are aware."""

    uid: str
    starts: datetime
    ends: datetime
    title: str
    changed: datetime
    sequence: int
    place: str = ""
    text: str = ""
    address: str = ""
    status: str = CONFIRMED


def write_calendar(name: str, appointments: Iterable[Appointment]) -> bytes:
    """Return the feed, with appointments in the order given."""
    calendar = Calendar()
    calendar.add("prodid", "-//Corner Office//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    for appointment in appointments:
        calendar.add_component(_event(appointment))
    calendar.add_missing_timezones()  # RFC 5545: a feed defines the zones that it names
    return bytes(calendar.to_ical())


def _event(appointment: Appointment) -> Event:
    event = Event()
    event.add("uid", appointment.uid)
    event.add("dtstamp", appointment.changed)
    event.add("last-modified", appointment.changed)
    event.add("sequence", appointment.sequence)
    event.add("dtstart", appointment.starts)
    event.add("dtend", max(appointment.ends, appointment.starts))
    event.add("summary", appointment.title)
    event.add("status", appointment.status)
    for name, text in (
        ("location", appointment.place),
        ("description", appointment.text),
        ("url", appointment.address),
    ):
        if text:
            event.add(name, text)
    return event
