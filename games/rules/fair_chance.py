"""Chance of a play that neither the site nor anybody at the table can steer: commit, mix, reveal.

The site draws a secret before anybody sits and publishes its commitment. Every seat adds a salt when it is taken. The
key of the game is drawn from both once all are seated: the site was bound before it knew the salts, and no seat knows
the secret. After the end the secret and the salts are revealed, and everybody can draw the key again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence

SECRET_BYTES = 32
SALT_DIGITS = 32  # hexadecimal: 16 bytes


def new_secret() -> bytes:
    """32 bytes that nobody knows."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_to(secret: bytes) -> str:
    """SHA-256 of the secret, 64 hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def new_salt() -> str:
    """What a seat adds where it brought nothing: 32 hexadecimal digits."""
    return secrets.token_hex(SALT_DIGITS // 2)


def is_salt(text: str) -> bool:
    """Whether `text` is 32 lower-case hexadecimal digits."""
    return len(text) == SALT_DIGITS and set(text) <= set("0123456789abcdef")


def key_of(secret: bytes, salts: Sequence[str]) -> bytes:
    """The key of the game, 32 bytes: HMAC-SHA256 under the secret of all salts in the order of the seats."""
    return hmac.digest(secret, b"".join(bytes.fromhex(salt) for salt in salts), "sha256")


def proof_of(secret: bytes, salts: Iterable[str]) -> dict[str, object]:
    """What proves the key, JSON-able."""
    return {"secret": secret.hex(), "salts": list(salts), "commitment": commitment_to(secret)}
