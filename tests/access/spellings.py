"""Every way to write an address so that the same view still answers."""

import re
from collections.abc import Iterator
from functools import partial
from urllib.parse import unquote

from django.urls import Resolver404, ResolverMatch, resolve

from tests.access.matrix import GAP, address, argument
from tests.access.people import Place

ZEROS = (19, 1, 17, 18, 20, 300)  # the first is one more than a number of a row may have digits


def spellings(pattern: str, place: Place) -> Iterator[str]:
    """Yield paths that differ from the plain one and are answered by the same view, one argument at a time."""
    plain = address(pattern, place)
    route, seen = _route(plain), {plain}
    for path in _candidates(pattern, place):
        if path not in seen and route and _route(path) == route:
            seen.add(path)
            yield path


def _candidates(pattern: str, place: Place) -> Iterator[str]:
    template = pattern.replace("^", "").replace("$", "")
    plain = address(pattern, place)
    for gap in GAP.finditer(template):
        value = argument(pattern, gap, place)
        for other in _written(value):
            fill = partial(_filled, pattern=pattern, place=place, at=gap.start(), other=other)
            yield "/" + GAP.sub(fill, template)
    yield from (f"/{plain}", plain.replace("/", "//"), f"/.{plain}", f"{plain}/", f"{plain}./", f"{plain}?")
    yield from (plain.upper(), plain.title(), f"/x/..{plain}", f"{plain}%00", f"{plain}%20", f"{plain};a=b")


def _filled(gap: re.Match[str], *, pattern: str, place: Place, at: int, other: str) -> str:
    return other if gap.start() == at else argument(pattern, gap, place)


def _written(value: str) -> Iterator[str]:
    """Yield the value as people, programs and attackers may write it."""
    zeros = ZEROS if value[:1].isdecimal() else (19,)
    yield from (f"{'0' * count}{value}" for count in zeros)
    yield from (f"{before}{value}" for before in ("+", "-", "%20", "%00", "%EF%BB%BF"))
    yield from (f"{value}{behind}" for behind in (".0", ".", "%20", "%00", "%0A", "%2F", ";x", "%23x", "\u0301"))
    yield from (value.upper(), value.title(), value.replace("-", "_"))
    yield value.translate({ord(str(digit)): 0x0660 + digit for digit in range(10)})  # Arabic digits
    yield "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in value)  # of full width
    yield "".join(f"%{byte:02x}" for byte in value.encode())
    if value.isdecimal():
        yield from (hex(int(value)), f"{value}_0", f"{value}e0")


def _route(path: str) -> str:
    try:
        return resolved(path).route
    except Resolver404:
        return ""


def resolved(path: str) -> ResolverMatch:
    """The view of an address as it is sent, with its percent signs. Raise Resolver404."""
    return resolve(unquote(path.partition("?")[0]))
