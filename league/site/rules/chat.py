"""Commands in a chat: the signature of Discord, and what one of its interactions asks."""

import json
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LONGEST = 20_000  # bytes of an interaction
FRESH = 60  # seconds
LIMITS = {"chat_person": "12/m/key", "chat_server": "120/m/key"}
LEADERS = 10  # of the standings
MANAGES_SERVER = 0x20 | 0x8  # the rights to manage a server, and to do anything there
PING, COMMAND = 1, 2


def is_from_discord(key: str, *, signature: str, sent_at: str, body: bytes, now: int) -> bool:
    """Return whether the owner of the key signed this body within the last minute."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), sent_at.encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return sent_at.isascii() and sent_at.isdecimal() and abs(now - int(sent_at[:12])) <= FRESH


@dataclass(frozen=True, slots=True)
class Interaction:
    """`server` and `person` are numbers of Discord, `server` empty in a private chat. `argument` is the first option of
    a command."""

    kind: int
    command: str = ""
    argument: str = ""
    server: str = ""
    person: str = ""
    manages: bool = False
    locale: str = ""


def read_interaction(body: bytes) -> Interaction:
    """Return what an interaction asks. Raise ValueError for anything else."""
    try:
        sent: dict[str, Any] = json.loads(body)
        if sent["type"] != COMMAND:
            return Interaction(kind=int(sent["type"]))
        member = sent.get("member") or {"user": sent["user"], "permissions": "0"}
        options = sent["data"].get("options") or [{"value": ""}]
        return Interaction(
            kind=COMMAND,
            command=str(sent["data"]["name"]),
            argument=str(options[0]["value"])[:100],
            server=str(sent.get("guild_id") or "")[:20],
            person=str(member["user"]["id"]),
            manages=bool(int(member["permissions"]) & MANAGES_SERVER),
            locale=str(sent.get("locale", "")),
        )
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise ValueError("not an interaction") from error
