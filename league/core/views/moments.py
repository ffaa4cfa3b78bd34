"""The tag `moment`: a time in the zone where it is lived, with the name of that place, and the reader's own clock
beside it if that shows another time. Every template has it, because it is in `builtins` of the settings."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.said import spoken
from league.core.rules.zones import is_zone, label, same_clock

register = template.Library()
FULL = "l, j F Y, H:i"


@register.simple_tag(takes_context=True)
def moment(context: Any, at: datetime | None, form: str = FULL, zone: str = "") -> SafeString | str:
    """Return `at` in `zone`, or in that of the page; "" for no time."""
    if at is None:
        return ""
    here = zone or timezone.get_current_timezone_name()
    return format_html(
        '<time datetime="{}">{}</time>{}', at.isoformat(), in_words(at, here, form), _own(context, at, here)
    )


@register.simple_tag
def moment_text(at: datetime, zone: str = "", form: str = FULL) -> str:
    """Return the same for letters, which no browser shows, and within a `time` of the page's own."""
    return in_words(at, zone or timezone.get_current_timezone_name(), form)


@register.simple_tag
def whose_time() -> str:
    """Return a label such as `London time`, for once above a list whose times are all those of the page."""
    return str(spoken(label(timezone.get_current_timezone_name())))


def in_words(at: datetime, zone: str, form: str = FULL) -> str:
    return f"{date_format(at.astimezone(ZoneInfo(zone)), form)}, {spoken(label(zone))}"


def _own(context: Any, at: datetime, here: str) -> SafeString | str:
    """Return the reader's clock, with the day if it differs."""
    own = getattr(context.get("request"), "readers_zone", "")
    if not is_zone(own) or same_clock(at, here, own):
        return ""
    mine, there = at.astimezone(ZoneInfo(own)), at.astimezone(ZoneInfo(here))
    form = "H:i" if mine.date() == there.date() else "l H:i"
    own_time = _("({time} for you)").format(time=date_format(mine, form))
    return format_html(' <span class="muted">{}</span>', own_time)
