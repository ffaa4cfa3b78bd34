"""The filters `retold` and `told`: what the site stored in English, in the reader's language. Every template has them,
because they are in `builtins` of the settings."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language

from engine.said import Said, said_again, spoken
from engine.said import retold as retell
from league.core.rules.import_words import SUMMARIES
from league.core.rules.stored_words import told_again

register = template.Library()


@register.filter
def retold(text: str) -> str:
    """Return the outcome of an upload, a sentence of the ledger, or why a table stands still, in the reader's
    language."""
    if not text:
        return text
    for end in ("", "."):
        found = retell(text.removesuffix(end), SUMMARIES)
        if isinstance(found, Said):
            return f"{found.spoken()}{end}"
    return text if get_language() == settings.LANGUAGE_CODE else spoken(told_again(text, SUMMARIES))


@register.filter
def told(kept: Mapping[str, Any]) -> str:
    """Return a stored problem of a file, or a time that was read in it, in the reader's language."""
    return said_again(kept["said"]) if kept.get("said") else kept.get("message") or kept.get("read", "")
