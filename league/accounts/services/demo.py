"""Demo accounts: random passwords of this installation, kept outside the database, for its owner only."""

import json
import os
import secrets
from pathlib import Path

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from engine.translatable import said
from league.core.ledger.services import record
from league.models import DemoAccount

LETTERS = "abcdefghjkmnpqrstuvwxyz"  # without those that look like others
WITH_A_CHOICE = "the password that you chose"


def demo_passwords(names: list[str]) -> dict[str, str]:
    """Return the passwords by user name, as stored in `var/demo-sign-ins.json`; they are made at the first call."""
    path = settings.VAR_DIR / "demo-sign-ins.json"
    passwords = json.loads(path.read_text(encoding="ascii")) if path.exists() else {}
    new = {name: new_password() for name in names if name not in passwords}
    if new:
        _write(path, passwords | new)
    return passwords | new


def new_password() -> str:
    """Return a password of 16 letters, 72 bits, in groups that can be typed."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def _write(path: Path, passwords: dict[str, str]) -> None:
    """Write the file whole or not at all, and readable for nobody else at any moment."""
    path.parent.mkdir(exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        json.dump(passwords, file, indent=1)
    draft.replace(path)


@transaction.atomic
def open_demo_account(*, user: User) -> str:
    """Mark the account, see that it has a password, and return what to type. A password that somebody chose stays."""
    DemoAccount.objects.get_or_create(user=user)
    password = demo_passwords([user.username])[user.username]
    if not user.password or not user.has_usable_password():
        user.set_password(password)
        user.save(update_fields=["password"])
    return password if user.check_password(password) else WITH_A_CHOICE


@transaction.atomic
def close_demo_accounts() -> list[str]:
    """Take the passwords of demo accounts and their accounts elsewhere away, and with them every session and token;
    return the user names. What they did stays."""
    closed = list(User.objects.filter(demo_account__isnull=False).order_by("username"))
    for user in closed:
        user.set_unusable_password()
        user.save(update_fields=["password"])
        SocialAccount.objects.filter(user=user).delete()
        record(kind="account_closed", text=said("A demo account was closed."), account=user.pk)
    return [user.username for user in closed]
