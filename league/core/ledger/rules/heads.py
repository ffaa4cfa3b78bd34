"""Signed heads: one statement over the ends of everything append-only, which anybody can keep elsewhere.

A chain is the ledger of a league (`league/3`) or of the installation, the facts of a character (`character/7`), the
draws of a tournament (`draws/5`). Its end is its length and the digest of its last link. The signature covers the
statement, whose root is that of the hash tree over all ends in order; so a file with all ends is as good as signed.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engine.translatable import said
from league.core.rules.signatures import canonical, is_signed

FORMAT = "corner-office-head/1"
SIGNED = ("format", "installation", "made_at", "tree_size", "tree_root", "key")
CHAIN = re.compile(r"installation|(?:league|character|draws)/[1-9][0-9]{0,17}")
DIGEST = re.compile(r"[0-9a-f]{64}")
EMPTY_ROOT = sha256(b"").digest()


class ChainEnd(NamedTuple):
    chain: str
    length: int  # at least 1
    digest: str


class Head(NamedTuple):
    """A head as it was read; `ends` is empty if only the statement was kept."""

    statement: Mapping[str, Any]
    ends: Sequence[ChainEnd]

    @property
    def key(self) -> str:
        return str(self.statement["key"])

    @property
    def made_at(self) -> str:
        return str(self.statement["made_at"])


def is_ledger(chain: str) -> bool:
    return not chain.startswith(("character/", "draws/"))


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root of the hash tree of RFC 6962, section 2.1, over these leaf hashes."""
    level = list(leaves)
    if not level:
        return EMPTY_ROOT
    while len(level) > 1:  # an odd one goes up as it is, as the split at a power of two has it
        odd = level[len(level) & ~1 :]
        level = [sha256(b"\x01" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)]
        level += odd
    return level[0]


def tree_root(ends: Iterable[ChainEnd]) -> str:
    """Return the root over the ends in the order of their chains' names."""
    return root([leaf_hash(canonical(list(end))) for end in ends]).hex()


def statement(*, installation: str, made_at: str, ends: Sequence[ChainEnd]) -> dict[str, object]:
    """Return the statement to be signed; `ends` are in order."""
    return {
        "format": FORMAT,
        "installation": installation,
        "made_at": made_at,
        "tree_size": len(ends),
        "tree_root": tree_root(ends),
    }


def read_head(text: str | bytes) -> Head:
    """Return the head in a file, its signature and its root proved. Raise ValueError with a sentence for any other
    file."""
    try:
        content = json.loads(text)
    except ValueError as error:
        raise ValueError(said("This is not a head: the file is not JSON.")) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(said("This is not a head: its format is not {format}.", format=FORMAT))
    signed = {name: value for name, value in content.items() if name in SIGNED}
    signature, key = str(content.get("signature")), str(content.get("key"))
    if not is_signed(signed, signature=signature, public=key):
        altered = said("The signature of this head does not match its key {key}: it was altered.", key=key[:16])
        raise ValueError(altered)
    ends = _ends(content.get("ends", []))
    if ends and (len(ends), tree_root(ends)) != (signed["tree_size"], signed["tree_root"]):
        raise ValueError(said("The ends of this head are not the signed ones: it was altered."))
    return Head({**signed, "signature": signature}, ends)


def _ends(rows: Any) -> list[ChainEnd]:
    if not isinstance(rows, list):
        raise ValueError(said("This is not a head: its ends are not a list."))
    ends = [ChainEnd(*row) for row in rows if isinstance(row, list) and len(row) == len(ChainEnd._fields)]
    if len(ends) < len(rows) or not all(map(_is_end, ends)):
        raise ValueError(said("This is not a head: an end is a chain, its length and a digest."))
    return ends


def _is_end(end: ChainEnd) -> bool:
    named = isinstance(end.chain, str) and CHAIN.fullmatch(end.chain)
    counted = isinstance(end.length, int) and 0 < end.length < 1 << 63
    return bool(named and counted and isinstance(end.digest, str) and DIGEST.fullmatch(end.digest))


def head_text(signed: Mapping[str, Any], ends: Iterable[ChainEnd]) -> str:
    """Return the file of a head: a line for the statement and one for each end, so that two files can be compared."""
    rows = ",\n".join(json.dumps(end) for end in ends)
    return f'{json.dumps(signed, sort_keys=True, indent=1)[:-2]},\n "ends": [\n{rows}\n]}}\n'


def in_one_line(signed: Mapping[str, Any]) -> str:
    """Return a head in one line."""
    size, root, key = signed["tree_size"], signed["tree_root"], signed["key"]
    return f"{size:,} chains, root {root}, made {signed['made_at']}, signed with key {key[:16]}."
