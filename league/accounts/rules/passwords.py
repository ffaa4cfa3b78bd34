"""Passwords that everybody would try first."""

from collections.abc import Iterable

PRODUCT = "Corner Office"


def names_the_site(password: str, hosts: Iterable[str]) -> bool:
    """Return whether nothing but the name of the product or of a host is left of a password without digits, spaces and
    signs.

    A password that has neither letters nor such a name in it is none of this rule's business.
    """
    said = _letters(password)
    return bool(said) and said in {_letters(name) for name in (PRODUCT, *hosts)}


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalpha())
