"""The tag `drawn_once`: a template that shows nothing but the values it is given, rendered once for the same ones.

    {% drawn_once "league/boards/picture.html" drawing=table.picture name=table.board.name table=True %}

If everybody sees the same, only the first reader waits for it. The values are the key, so they are hashable, and nobody
sees what was drawn from other values."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
KEPT = 64  # pieces: a board is 60 KB


@register.simple_tag
def drawn_once(piece: str, **values: Any) -> SafeString:
    return _drawn(piece, tuple(values.items()), get_language())


@lru_cache(KEPT)
def _drawn(piece: str, values: tuple[tuple[str, Any], ...], _language: str | None) -> SafeString:
    return render_to_string(piece, dict(values))
