"""What a PDF of this site says: its texts page by page, and the entries of its outline."""

import re
import zlib

_OBJECT = re.compile(rb"^(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL | re.MULTILINE)
_STREAM = re.compile(rb"stream\n(.*)\nendstream", re.DOTALL)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\) Tj", re.DOTALL)
_TITLE = re.compile(rb"/Title (?:<([0-9a-f]+)>|\(((?:\\.|[^\\()])*)\))", re.DOTALL)
_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pages_of(pdf: bytes) -> list[str]:
    """The texts of each page, a line each."""
    objects = dict(_OBJECT.findall(pdf))
    fonts = {
        name: _letters(objects, objects[number])
        for resources in objects.values()
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", resources)
    }
    pages = (body for body in objects.values() if re.search(rb"/Type /Page\b", body))
    return [_said(_content(objects[re.search(rb"/Contents (\d+)", page)[1]]), fonts) for page in pages]


def outline_of(pdf: bytes) -> list[str]:
    """In order, each below its own."""
    told = [_TITLE.search(body) for _number, body in _OBJECT.findall(pdf) if b"/Dest" in body and b"/Title" in body]
    return [
        bytes.fromhex(found[1].decode()).decode("utf-16") if found[1] else _plain(found[2]).decode("latin-1")
        for found in told
    ]


def _letters(objects: dict[bytes, bytes], font: bytes) -> dict[int, str]:
    table = objects[re.search(rb"/ToUnicode (\d+)", font)[1]]
    pairs = re.findall(rb"^<([0-9A-F]{4})> <([0-9A-F]+)>$", table, re.MULTILINE)
    return {int(code, 16): bytes.fromhex(letter.decode()).decode("utf-16-be") for code, letter in pairs}


def _content(body: bytes) -> bytes:
    return zlib.decompress(_STREAM.search(body)[1])


def _said(content: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    lines, letters = [], {}
    for font, shown in _SHOWN.findall(content):
        if font:
            letters = fonts[font]
        else:
            codes = _plain(shown)
            lines.append("".join(letters[code] for code in (codes[at] * 256 + codes[at + 1] for at in _pairs(codes))))
    return "\n".join(lines)


def _pairs(codes: bytes) -> range:
    return range(0, len(codes), 2)


def _plain(escaped: bytes) -> bytes:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), escaped)
