"""Numbers and days as the reader's language writes them: 1,234.5 is 1.234,5 in German. English is Python's own.
Templates have `floatformat:"0g"`."""

from datetime import date
from typing import Any

from django.utils.dateformat import format as date_as
from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _

_NAMES = {"%A": "l", "%a": "D", "%B": "F", "%b": "M"}  # of days and months, as strftime and as Django write them


def written(value: Any, spec: str) -> str:
    """Return a number or a date in a format of Python's, with the separators and the names of the reader's language."""
    if isinstance(value, date):
        for name, letter in _NAMES.items():
            spec = spec.replace(name, date_as(value, letter)) if name in spec else spec
        return value.strftime(spec) if spec else str(value)
    return pointed(format(value, spec))


def figure(number: int) -> str:
    """Return a number such as 1,234 for a translated sentence, `_("{count} games").format(count=figure(count))`."""
    return number_format(number, decimal_pos=0, force_grouping=True)


def sign(value: Any) -> str:
    return "+" if value > 0 else "−" if value < 0 else ""


def pointed(number: str) -> str:
    """Return a number that Python wrote, with the separators of the reader's language."""
    thousands, decimals = (str(get_format(name)) for name in ("THOUSAND_SEPARATOR", "DECIMAL_SEPARATOR"))
    return "".join({",": thousands, ".": decimals}.get(sign, sign) for sign in number)


def percent(share: int | None) -> str:
    """Return ten-thousandths as a percentage."""
    return _("{percent} %").format(percent=round((share or 0) / 100))


def likely(share: int | None) -> str:
    """Return a forecast share as a percentage that is never "impossible" or "sure"."""
    whole = round((share or 0) / 100)
    if whole == 0:
        return _("under 1 %")
    return _("over 99 %") if whole == 100 else percent(share)
