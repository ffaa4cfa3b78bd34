"""Addresses of pages that an installation may leave out."""

from django.urls import NoReverseMatch, reverse


def address_of(page: str, *args: object) -> str:
    """Return where a page is; "" where this installation does not have it."""
    try:
        return reverse(page, args=args)
    except NoReverseMatch:
        return ""
