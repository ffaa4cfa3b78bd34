"""Discord, as far as it sends commands: its key, and interactions that it signs."""

import json
import time
from itertools import count
from typing import Any

from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

KEY = Ed25519PrivateKey.generate()
PUBLIC_KEY = KEY.public_key().public_bytes_raw().hex()
SERVER = "197038439483310086"
NUMBERS = count(1)  # no two interactions are the same
MEMBER, MANAGER = "2248795755622400", "32"


def on_discord(user: User, number: str) -> str:
    """Connect the account with a person there."""
    SocialAccount.objects.create(user=user, provider="discord", uid=number, extra_data={"name": user.username})
    return number


def interaction(
    command: str, *, person: str = "1", rights: str = MEMBER, argument: str = "", **more: Any
) -> dict[str, Any]:
    data: dict[str, Any] = {"id": "1", "name": command, "type": 1}
    if argument:
        data["options"] = [{"name": "league", "type": 3, "value": argument}]
    member = {"user": {"id": person, "username": "somebody"}, "permissions": rights}
    about: dict[str, Any] = {
        "id": str(next(NUMBERS)),
        "type": 2,
        "guild_id": SERVER,
        "member": member,
        "locale": "en-GB",
        "data": data,
    }
    return about | more


def send_interaction(
    content: Any, *, age: float = 0, key: Ed25519PrivateKey = KEY, client: Client | None = None, **headers: str
) -> HttpResponse:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    sent_at = str(int(time.time() - age))
    signed = {"X-Signature-Timestamp": sent_at, "X-Signature-Ed25519": key.sign(sent_at.encode() + body).hex()}
    return (client or Client()).post("/discord/", body, "application/json", headers=signed | headers)
