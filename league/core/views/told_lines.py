"""The filter `told_lines`: what was told of each turn, as the items of a list. A table shows dozens, and asks for them
after every move: written here they cost a tenth of what they would in a template."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
KEPT = 4_000  # lists: everybody at a table is shown most of them again after every move


class TurnTold(Protocol):
    """`sentences`: each with the clause that it follows from, or ""."""

    @property
    def number(self) -> int: ...
    @property
    def sentences(self) -> Iterable[tuple[str, str]]: ...


@register.filter
def told_lines(turns: Iterable[TurnTold]) -> SafeString:
    return _items(tuple(turns))


@lru_cache(KEPT)
def _items(turns: tuple[TurnTold, ...]) -> SafeString:
    items = ((str(turn.number), format_html_join(" ", "<span>{}{}</span>", _told(turn))) for turn in turns)
    return format_html_join("\n", '<li value="{}">{}</li>', items)


def _told(turn: TurnTold) -> Iterable[tuple[str, str]]:
    return (
        (sentence, format_html(' <span class="muted small">({})</span>', why) if why else "")
        for sentence, why in turn.sentences
    )
