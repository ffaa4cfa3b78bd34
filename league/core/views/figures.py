"""The filter `short`: points without decimals that say nothing, written as the reader's language does. Every template
has it (`builtins` of the settings)."""

import re
from decimal import Decimal

from django import template

from league.core.queries.figures import pointed

register = template.Library()
WHOLE = ".00"
NUMBER = re.compile(r"-?[0-9][0-9,]*\.[0-9]+")
AS_WIDE = "\u2008\u2007\u2007"  # as a point and two digits, so that figures still stand below each other


@register.filter
def short(points: object) -> str:
    """Return 60.00 as 60 with room for the decimals of its neighbours; anything else as it is."""
    text = str(points)
    if not isinstance(points, Decimal) and not NUMBER.fullmatch(text):
        return text
    return f"{pointed(text.removesuffix(WHOLE))}{AS_WIDE}" if text.endswith(WHOLE) else pointed(text)
