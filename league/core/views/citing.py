"""The filter `cited`: where a sentence names a reading of the rule book of Careers, such as R98, its number leads to
the page of the rules. Every template has it, because it is in `builtins` of the settings."""

import re
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from engine.core.rulebook import rules_of

register = template.Library()
_READING = re.compile(r"\b(R\d{1,3})\b")
BOOK = "careers"


@register.filter
def cited(text: Any) -> SafeString:
    """The text, escaped unless it is safe already, with a link at every reading that there is."""
    parts = _READING.split(conditional_escape(text))
    # Escaped before it was split, so every part is safe.
    return format_html_join("", "{}", ((_link(part) if at % 2 else mark_safe(part),) for at, part in enumerate(parts)))


def _link(reading: str) -> str:
    if reading not in rules_of(BOOK):
        return reading
    return format_html('<a href="{}#{}">{}</a>', reverse("rule_book", args=[BOOK]), reading, reading)
