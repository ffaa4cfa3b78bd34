"""The ways in to an account: a password, and accounts at providers elsewhere."""

from dataclasses import dataclass
from datetime import datetime

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class WayIn:
    """An account elsewhere. `offered`: the site still lets people sign in by its provider."""

    pk: int
    provider: str
    name: str
    since: datetime
    last_used: datetime
    offered: bool


def sign_in_providers() -> dict[str, str]:
    """Return the names of the providers by their ids, in the order of the buttons."""
    return {row["provider_id"]: row["name"] for row in settings.SIGN_IN_PROVIDERS}


def ways_in(user: User) -> list[WayIn]:
    """Return the accounts elsewhere that open this account, the oldest first."""
    names = sign_in_providers()
    return [
        WayIn(
            way.pk,
            names.get(way.provider, way.provider),
            way.extra_data.get("name", ""),
            way.date_joined,
            way.last_login,
            way.provider in names,
        )
        for way in SocialAccount.objects.filter(user=user).order_by("pk")
    ]


def is_last_way_in(user: User, way: SocialAccount) -> bool:
    """Return whether nobody could sign in without this account elsewhere. One whose provider the site no longer offers
    opens nothing."""
    if user.has_usable_password() or way.provider not in sign_in_providers():
        return False
    others = SocialAccount.objects.filter(user=user, provider__in=sign_in_providers()).exclude(pk=way.pk)
    return not others.exists()
