"""The filter `cited`: where a sentence names a rule or a reading, such as R98 of Careers or "rule 23, B5" of another
game, it leads to the page of the rules. Every template has it, because it is in `builtins` of the settings."""

import re
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from engine.core.rulebook import rules_of

register = template.Library()
BOOK = "careers"
_READING = re.compile(r"\b(R\d{1,3})\b")
_RULE = re.compile(r"\b(rules? \d{1,3}|B\d{1,3})\b")
_NUMBER = re.compile(r"rules? ")


@register.filter
def cited(text: Any, book: str = "") -> SafeString:
    """Return the text, escaped unless it is safe already, with a link at every known rule. `book`: the game whose rules
    are meant; by default Careers, whose readings have names that no other book has."""
    book = book or BOOK
    parts = (_READING if book == BOOK else _RULE).split(conditional_escape(text))
    # Escaped before it was split, so every part is safe.
    links = ((_link(part, book) if at % 2 else mark_safe(part),) for at, part in enumerate(parts))
    return format_html_join("", "{}", links)


def _link(named: str, book: str) -> str:
    rule = _NUMBER.sub("", named)
    if rule not in rules_of(book):
        return named
    return format_html('<a href="{}#{}">{}</a>', reverse("rule_book", args=[book]), rule, named)
