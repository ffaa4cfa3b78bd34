"""The filter `short`: points without decimals that say nothing. Every template has it (`builtins` of the settings)."""

from django import template

register = template.Library()
WHOLE = ".00"
AS_WIDE = "\u2008\u2007\u2007"  # as a point and two digits, so that figures still stand below each other


@register.filter
def short(points: object) -> str:
    """60.00 as 60 with room for the decimals of its neighbours; anything else as it is."""
    text = str(points)
    return f"{text.removesuffix(WHOLE)}{AS_WIDE}" if text.endswith(WHOLE) else text
