"""The ways in to an account: a password, and accounts at providers elsewhere."""

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import User


def sign_in_providers() -> dict[str, str]:
    """Return the names of the providers by their ids, in the order of the buttons."""
    return {row["provider_id"]: row["name"] for row in settings.SIGN_IN_PROVIDERS}


def ways_in(user: User) -> list[tuple[SocialAccount, str]]:
    """Return the accounts elsewhere that open this account, the oldest first, each with the name of its provider; ""
    for one that the site no longer offers."""
    names = sign_in_providers()
    ways = SocialAccount.objects.filter(user=user).order_by("pk")
    return [(way, names.get(way.provider, "")) for way in ways]


def ways_to_end(user: User) -> list[tuple[SocialAccount, str]]:
    """Return the accounts elsewhere that may all be disconnected at once: without a password, the oldest one that opens
    this account stays."""
    ways = ways_in(user)
    stays = None if user.has_usable_password() else next((way for way, provider in ways if provider), None)
    return [(way, provider) for way, provider in ways if way != stays]


def is_last_way_in(user: User, way: SocialAccount) -> bool:
    """Return whether nobody could sign in without this account elsewhere. One whose provider the site no longer offers
    opens nothing."""
    if user.has_usable_password() or way.provider not in sign_in_providers():
        return False
    others = SocialAccount.objects.filter(user=user, provider__in=sign_in_providers()).exclude(pk=way.pk)
    return not others.exists()
