"""The key with which this installation signs: SIGNING_KEY (64 hexadecimal digits, the private seed of Ed25519), else
`var/signing-key`, made at the first need and readable only by its owner. After a loss the installation signs with a
new one; signatures of the old one stay valid for everybody who has its public key."""

import os
import secrets
from contextlib import suppress
from tempfile import NamedTemporaryFile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from league.core.rules.signatures import public_key, sign


def installation_key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.SIGNING_KEY or kept_secret("signing-key")))


def signed_by_us(content: dict[str, object]) -> dict[str, object]:
    """Return `content` with `key`, the public key, and `signature`, which covers all of it but itself."""
    private = installation_key()
    whole = {**content, "key": public_key(private)}
    return {**whole, "signature": sign(private, whole)}


def kept_secret(name: str) -> str:
    """Return the 64 hexadecimal digits that this installation keeps under a name, made at the first need."""
    path = settings.VAR_DIR / name
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as unfinished, suppress(FileExistsError):
            unfinished.write(secrets.token_hex(32))
            unfinished.flush()
            os.link(unfinished.name, path)  # whole or not there; the first of two processes wins
    return str(path.read_text(encoding="ascii"))
