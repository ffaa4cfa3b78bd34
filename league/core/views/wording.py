"""Filters and tags that put stored sentences, figures, rules and times into the reader's words.

Every template has them, because the module is in `builtins` of the settings."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.core.rulebook import rules_of
from engine.translatable import said_again, spoken
from games.rules.sheets import ScoreSheet
from games.rules.systems import played_with
from league.core.queries.figures import pointed
from league.core.rules.words import listed
from league.core.rules.zones import is_zone, label, same_clock

register = template.Library()
WHOLE = ".00"
NUMBER = re.compile(r"-?[0-9][0-9,]*\.[0-9]+")
AS_WIDE = "\u2008\u2007\u2007"  # as a point and two digits, so that figures still stand below each other
BOOK = "careers"
_READING = re.compile(r"\b(R\d{1,3})\b")
_RULE = re.compile(r"\b(rules? \d{1,3}|B\d{1,3})\b")
_NUMBER = re.compile(r"rules? ")
_RULES = re.compile(r"rules? (\d+)(?: and (\d+))?")
LISTS = 4_000  # lists: everybody at a table is shown most of them again after every move
FULL = "l, j F Y, H:i"


@register.filter
def told(stored: Mapping[str, Any]) -> str:
    """Return a stored problem of a file, or a time that was read in it, in the reader's language."""
    return said_again(stored["said"]) if stored.get("said") else stored.get("message") or stored.get("read", "")


@register.filter
def variants(sheet: ScoreSheet) -> str:
    """Return in words the variants that an own game was played with."""
    return listed([label for _key, label in played_with(sheet)])


@register.filter
def short(points: object) -> str:
    """Return 60.00 as 60 with room for the decimals of its neighbours; anything else as it is."""
    text = str(points)
    if not isinstance(points, Decimal) and not NUMBER.fullmatch(text):
        return text
    return f"{pointed(text.removesuffix(WHOLE))}{AS_WIDE}" if text.endswith(WHOLE) else pointed(text)


@register.filter
def cited(text: Any, book: str = "") -> SafeString:
    """Return the text, escaped unless it is already safe, with a link at every known rule. `book`: the game whose rules
    are meant; by default Careers, whose readings have unique names."""
    book = book or BOOK
    parts = (_READING if book == BOOK else _RULE).split(conditional_escape(text))
    # Escaped before it was split, so every part is safe.
    links = ((_link(part, book) if at % 2 else mark_safe(part),) for at, part in enumerate(parts))
    return format_html_join("", "{}", links)


def _link(named: str, book: str) -> str:
    rule, words = _NUMBER.sub("", named), clause_in_words(named)
    if rule not in rules_of(book):
        return words
    return format_html('<a href="{}#{}">{}</a>', reverse("rule_book", args=[book]), rule, words)


def clause_in_words(clause: str) -> str:
    """Return "rule 10" or "rules 3 and 4" in the reader's language; the name of a reading, such as "B5", as it is."""
    numbers = _RULES.fullmatch(clause)
    if numbers is None:
        return clause
    first, last = numbers.groups()
    if last is None:
        return _("rule %(rule)s") % {"rule": first}
    return _("rules {first} and {last}").format(first=first, last=last)


class TurnTold(Protocol):
    """`sentences`: each with the clause that it follows from, or "". `film`: its steps as JSON, or ""."""

    @property
    def number(self) -> int: ...
    @property
    def sentences(self) -> Iterable[tuple[str, str]]: ...
    @property
    def film(self) -> str: ...


@register.filter
def told_lines(turns: Iterable[TurnTold]) -> SafeString:
    """Return what was told of each turn as the items of a list. A table shows dozens after every move: written here
    they cost a tenth of what they would in a template."""
    return _items(tuple(turns), get_language())


@lru_cache(LISTS)
def _items(turns: tuple[TurnTold, ...], language: str | None) -> SafeString:
    films = (format_html(' data-film="{}"', turn.film) if turn.film else "" for turn in turns)
    lines = (format_html_join(" ", "<span>{}{}</span>", _told(turn)) for turn in turns)
    items = zip((str(turn.number) for turn in turns), films, lines, strict=True)
    return format_html_join("\n", '<li value="{}"{}>{}</li>', items)


def _told(turn: TurnTold) -> Iterable[tuple[str, str]]:
    return (
        (sentence, format_html(' <span class="muted small">({})</span>', clause_in_words(why)) if why else "")
        for sentence, why in turn.sentences
    )


@register.simple_tag(takes_context=True)
def moment(context: Any, at: datetime | None, form: str = FULL, zone: str = "") -> SafeString | str:
    """Return `at` in `zone`, or in that of the page, with the reader's own clock beside it if that shows another time;
    "" for no time."""
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
