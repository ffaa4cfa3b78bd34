"""Ed25519 signatures (RFC 8032) over canonical JSON, so that anybody with the public key can check them elsewhere.

Keys and signatures are lower-case hexadecimal: a public key 64 digits, a signature 128.
"""

import json
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def canonical(content: Any) -> bytes:
    """Return the bytes to sign and hash: JSON with sorted keys and without spaces, UTF-8. Raise ValueError for NaN."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def public_key(private: Ed25519PrivateKey) -> str:
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def sign(private: Ed25519PrivateKey, content: Any) -> str:
    """Return the signature over the canonical text of `content`."""
    return private.sign(canonical(content)).hex()


def is_signed(content: Any, *, signature: str, public: str) -> bool:
    """Return whether `signature` is that of the key `public` over `content`; False for malformed values."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), canonical(content))
    except (InvalidSignature, ValueError):
        return False
    return True
