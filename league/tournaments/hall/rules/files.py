"""The file by which a tournament goes to a hall and comes back: compressed, signed, and sealed under words.

A line of JSON says what the file is and how its words become a key; the rest is AES-256-GCM over the compressed
content, with that line as associated data. So an altered byte, a missing part and other words all look the same, and
who has no words learns how long it is.
"""

import json
import zlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from mnemonic import Mnemonic

from engine.translatable import said
from league.core.rules.signatures import canonical, is_signed
from league.tournaments.archive.rules.archive import MOST_MEMORY, memory_needed

FORMAT: Final = "corner-office-hall"
VERSION: Final = 1
ALONG, BACK = "along", "back"  # from home to the hall, and from the hall to home
KEPT: Final = ("secret-key", "signing-key", "demo-sign-ins.json")  # beside the database; a copy has them too
WORDS: Final = 8
WORD_LIST: Final[tuple[str, ...]] = tuple(Mnemonic("english").wordlist)  # 2,048, no two alike in their first letters
TELLING: Final = 4  # letters by which a word is known
MOST_BYTES: Final = 10_000_000
MOST_UNPACKED: Final = 40_000_000
MOST_DATABASE: Final = 200_000_000
_FORMS: Final[Mapping[str, Mapping[str, type]]] = {
    ALONG: {"key": str, "secret": str, "seal": str, "writer": int},
    BACK: {"key": str, "writer": int, "revision": int, "closed": bool},
}
_SALT, _NONCE, _LONGEST_HEADER = 16, 12, 300


class BadHallFile(ValueError):
    """A file that is not one of a hall, or that can't be opened; says why in a sentence."""


class WrongWords(BadHallFile):
    """Words that do not open a file; others may."""


class Seal(NamedTuple):
    """The key under which the files of one hall are sealed, and the salt by which its words become that key."""

    salt: bytes
    key: bytes

    def stored(self) -> str:
        return (self.salt + self.key).hex()


def read_seal(stored: str) -> Seal:
    """Return the seal of a stored text."""
    both = bytes.fromhex(stored)
    return Seal(both[:_SALT], both[_SALT:])


def seal_of(words: str, salt: bytes) -> Seal:
    """Return the seal that these words make: 64 MB and a moment's work for everybody who guesses. Case, stops between
    the words and what follows the first four letters of each do not matter. Raise WrongWords for words that are not on
    the list, or not eight."""
    known = {word[:TELLING] for word in WORD_LIST}
    typed = "".join(letter if letter.isalpha() else " " for letter in words.casefold()).split()
    told = [word[:TELLING] for word in typed]
    if strange := next((word for word, start in zip(typed, told, strict=True) if start not in known), None):
        raise WrongWords(said("“{word}” is not one of the words of a slip.", word=strange[:40]))
    if len(told) != WORDS:
        raise WrongWords(said("A slip has {count} words, not {typed}.", count=WORDS, typed=len(told)))
    key = Scrypt(salt=salt, length=32, n=2**16, r=8, p=1).derive(" ".join(told).encode())
    return Seal(salt, key)


def write_file(content: Mapping[str, Any], *, seal: Seal, nonce: bytes) -> bytes:
    """Return the file of a signed content. A nonce of 12 random bytes is used once."""
    header = canonical({"format": FORMAT, "version": VERSION, "salt": seal.salt.hex(), "nonce": nonce.hex()}) + b"\n"
    return header + AESGCM(seal.key).encrypt(nonce, zlib.compress(canonical(content), 6), header)


def salt_in(data: bytes) -> bytes:
    """Return the salt for the words of a file. Raise BadHallFile for another kind of file, or a later version."""
    return bytes.fromhex(_header(data)[1]["salt"])


def read_file(data: bytes, seal: Seal) -> dict[str, Any]:
    """Return the content of a file as it was signed; the caller has to know whose `key` that is. Raise WrongWords if
    the seal does not open it, and BadHallFile for a content that is not one of a hall."""
    line, header = _header(data)
    try:
        packed = AESGCM(seal.key).decrypt(bytes.fromhex(header["nonce"]), data[len(line) :], line)
    except InvalidTag as error:
        text = said("The file does not open: other words belong to it, or it was altered or cut off on the way.")
        raise WrongWords(text) from error
    try:
        unpacker = zlib.decompressobj()
        unpacked = unpacker.decompress(packed, MOST_UNPACKED)
        fits = unpacker.eof and memory_needed(unpacked) <= MOST_MEMORY
        content: Any = json.loads(unpacked) if fits else None
    except (zlib.error, ValueError, RecursionError):
        content = None
    if not _has_form(content):
        raise BadHallFile(said("The file holds more than any tournament, or something else."))
    signed = {key: value for key, value in content.items() if key != "signature"}
    if not is_signed(signed, signature=str(content.get("signature")), public=str(content.get("key"))):
        raise BadHallFile(said("The file is not as it was signed."))
    return dict(content)


def _has_form(content: Any) -> bool:
    """Return whether this is a content of a hall, apart from its archive, which has a schema."""
    try:
        hall = {name: type(value) for name, value in content["hall"].items()}
        datetime.fromisoformat(content["made_at"])
        return hall.items() >= _FORMS[content["kind"]].items() and isinstance(content["archive"], dict)
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def _header(data: bytes) -> tuple[bytes, dict[str, Any]]:
    if len(data) > MOST_BYTES:
        raise BadHallFile(said("The file is larger than {size} MB.", size=MOST_BYTES // 1_000_000))
    line = data[: data.find(b"\n", 0, _LONGEST_HEADER) + 1]
    try:
        header = json.loads(line)
        if header["format"] != FORMAT:
            raise KeyError(header["format"])
        version, salt, nonce = header["version"], bytes.fromhex(header["salt"]), bytes.fromhex(header["nonce"])
        fits = type(version) is int and version >= 1 and (len(salt), len(nonce)) == (_SALT, _NONCE)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        fits = False
    if not fits:
        raise BadHallFile(said("This is not the file of a hall."))
    if version > VERSION:
        raise BadHallFile(
            said(
                "The file has version {version}; this site reads up to {newest}. Update the site, then open it.",
                version=version,
                newest=VERSION,
            )
        )
    return line, header
