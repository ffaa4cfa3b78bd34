"""A browser that subscribes to notices: it has keys of its own, and reads what was encrypted for it (RFC 8291) without
the library that did it."""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class Browser:
    url: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: token_bytes(16))

    @property
    def subscription(self) -> dict[str, Any]:
        """As its `PushSubscription.toJSON` says it."""
        keys = {"p256dh": base64(point(self.key.public_key())), "auth": base64(self.auth)}
        return {"endpoint": self.url, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        return json.loads(decrypted(body, key=self.key, auth=self.auth))


def decrypted(body: bytes, *, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """One record of RFC 8188 whose key follows RFC 8291, section 3.4."""
    salt, length = body[:16], body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    secret = _derived(shared, auth, b"WebPush: info\x00" + point(key.public_key()) + sender, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\x00", 12)
    return AESGCM(content_key).decrypt(nonce, sealed, None).rstrip(b"\x00").removesuffix(b"\x02")


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
