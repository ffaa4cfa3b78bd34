"""Time as clubs live it: a zone by its IANA name, what people call it, and the hours that a change of the clocks takes
or gives twice. A moment is stored in UTC; which one somebody meant is decided only here."""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from engine.translatable import said

UNIVERSAL = "UTC"
CLOCK = "%H:%M"


class NoSuchMoment(ValueError):
    """A time that the clocks of a zone never show, or show twice; the sentence says which."""


@cache
def zones() -> tuple[str, ...]:
    """Return the names to choose from: places, and UTC. Old spellings and bare offsets are left out."""
    others = ("Etc/", "SystemV/", "US/", "posix/", "right/")
    return (*sorted(name for name in available_timezones() if "/" in name and not name.startswith(others)), UNIVERSAL)


@cache
def is_zone(name: str) -> bool:
    return name in available_timezones()


def words(zone: str) -> str:
    """Return the place of a zone: `London` for `Europe/London`, `UTC` for UTC."""
    return zone.rpartition("/")[2].replace("_", " ")


def label(zone: str) -> str:
    """Return the label after a time, such as `London time`."""
    return zone if zone == UNIVERSAL else said("{place} time", place=words(zone))


def said_clock(moment: datetime, zone: str) -> str:
    """Return a time such as `19:00, London time`, for print."""
    return said("{clock}, {zone}", clock=f"{moment.astimezone(ZoneInfo(zone)):{CLOCK}}", zone=label(zone))


def moment_at(clock: datetime, zone: tzinfo, name: str) -> datetime:
    """Return the moment (UTC) at which the clocks of a zone show `clock`, which has no zone. Raise NoSuchMoment, and
    OverflowError beyond the calendar."""
    first, second = (clock.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first.astimezone(UTC)
    place = words(name)
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None, fold=0) != clock.replace(fold=0):
        raise NoSuchMoment(
            said(
                "On {at:%-d %B %Y} there is no {at:%H:%M} in {place}: the clocks go forward over it",
                at=clock,
                place=place,
            )
        )
    raise NoSuchMoment(
        said("On {at:%-d %B %Y} it is {at:%H:%M} twice in {place}, because the clocks go back", at=clock, place=place)
    )


def moment_in(clock: datetime, zone: str) -> datetime:
    return moment_at(clock, ZoneInfo(zone), zone)


def same_clock(moment: datetime, here: str, there: str) -> bool:
    """Return whether the clocks of two zones show the same at that moment."""
    offsets = {moment.astimezone(ZoneInfo(zone)).utcoffset() or timedelta() for zone in (here, there)}
    return len(offsets) == 1
