"""Draw the chance of a play from a secret of the site and from salts of the seats: commit, show, mix, reveal.

The site draws the secret before anybody sits and publishes its commitment. A person's browser draws a salt, keeps it
and gives its hash on sitting down. Once all are seated and nobody can leave, the browsers show their salts. Bots and
browsers without the script have one that follows from the secret. A seat that gave a hash has the salt of that hash, or
there is no game: if its browser does not show it in time, the person leaves, in the record, and the others sit down
again with new salts. So somebody who knows the other salts can stop a game, seen by all, but choose none. After the
game the secret and the salts are revealed, and everybody can draw the key again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

SECRET_BYTES = 32
SALT_DIGITS = 32  # hexadecimal: 16 bytes
HASH_DIGITS = 64
TIME_TO_SHOW = timedelta(seconds=30)  # an open page shows its salt within 5 seconds, and tries again after 4
_HEXADECIMAL = frozenset("0123456789abcdef")


def new_secret() -> bytes:
    """Return 32 unpredictable bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_to(secret: bytes) -> str:
    """Return SHA-256 of the secret, 64 hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def is_salt(text: str) -> bool:
    """Return whether `text` is 32 lower-case hexadecimal digits."""
    return len(text) == SALT_DIGITS and set(text) <= _HEXADECIMAL


def is_hash(text: str) -> bool:
    """Return whether `text` is 64 lower-case hexadecimal digits."""
    return len(text) == HASH_DIGITS and set(text) <= _HEXADECIMAL


def hash_of(salt: str) -> str:
    """Return the SHA-256 of the salt's 16 bytes, 64 hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(salt)).hexdigest()


def seconds_to_show(sealed_at: datetime, now: datetime) -> int:
    """Return for how many seconds the browsers still have time to show their salts, rounded up; 0 once it is over."""
    return max(0, -((now - sealed_at - TIME_TO_SHOW) // timedelta(seconds=1)))


def salt_from(secret: bytes, seat: int) -> str:
    """Return the salt of a seat, from 1, that does not show one: the first 16 bytes of the HMAC-SHA256 of `seat N`
    under the secret, as 32 hexadecimal digits."""
    return hmac.digest(secret, b"seat %d" % seat, "sha256").hex()[:SALT_DIGITS]


def adds_own(secret: bytes, seat: int, salt: str) -> bool:
    """Return whether this seat, from 1, has its own salt rather than the one that follows from the secret."""
    return salt != salt_from(secret, seat)


def is_bound(secret: bytes, seat: int, salt: str, salt_hash: str) -> bool:
    """Return whether this seat, from 1, has its only valid salt: from its hash or, if none was given (""), from the
    secret."""
    return hash_of(salt) == salt_hash if salt_hash else not adds_own(secret, seat, salt)


def key_of(secret: bytes, salts: Sequence[str]) -> bytes:
    """Return the key of the game, 32 bytes: HMAC-SHA256 under the secret of all salts in the order of the seats."""
    return hmac.digest(secret, b"".join(bytes.fromhex(salt) for salt in salts), "sha256")


def proof_of(secret: bytes, salts: Sequence[str], hashes: Sequence[str]) -> dict[str, object]:
    """Return what proves the key, ready for JSON. `hashes`: one for each seat, "" if its browser gave none."""
    return {"secret": secret.hex(), "salts": list(salts), "hashes": list(hashes), "commitment": commitment_to(secret)}
