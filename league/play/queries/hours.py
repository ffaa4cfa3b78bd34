"""The hours in which a person plays, and in words."""

from django.utils import timezone
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _

from engine.translatable import spoken
from games.models import PlayHours
from games.rules.hours import DAYS, Hours, hours_in, runs_of_days
from league.core.rules.zones import label


def hours_of(person: int | None) -> Hours | None:
    """Return when the person of this id plays; None for always."""
    row = PlayHours.objects.filter(person=person).first()
    return hours_in(row.hours) if row else None


def hours_in_words(hours: Hours) -> str:
    """Return such hours as `Mon–Fri 18:00–22:00`, with the place of their clocks unless it is that of the page."""
    days = _("every day") if len(hours.days) == len(DAYS) else ", ".join(map(_run, runs_of_days(hours.days)))
    words = days
    if hours.a_day < 24:
        clock = {"start": f"{hours.start:02}:00", "end": f"{hours.end:02}:00"}
        words = _("{days} {start}–{end}").format(days=days, **clock)
    if hours.zone == timezone.get_current_timezone_name():
        return words
    return _("{hours}, {zone}").format(hours=words, zone=spoken(label(hours.zone)))


def _run(run: tuple[int, int]) -> str:
    first, last = run
    return f"{WEEKDAYS_ABBR[first]}" if first == last else f"{WEEKDAYS_ABBR[first]}–{WEEKDAYS_ABBR[last]}"
