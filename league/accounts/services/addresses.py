"""Addresses whose mail servers refuse letters for good: nothing more goes there, and their people are asked for another
one."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from league.models import RefusedAddress

MOST_WORDS = 200


@transaction.atomic
def mark_refused(*, user: User, why: str) -> None:
    """Note that the address of this account refuses letters, in the words of its mail server."""
    refused = {"email": user.email, "why": why[:MOST_WORDS], "at": timezone.now()}
    RefusedAddress.objects.update_or_create(user=user, defaults=refused)


@transaction.atomic
def try_address_again(*, user: User) -> None:
    """Let letters go to the address of this account again."""
    RefusedAddress.objects.filter(user=user).delete()


def forget_former_addresses() -> None:
    """Forget refused addresses of accounts that have another one now."""
    RefusedAddress.objects.exclude(email__iexact=F("user__email")).delete()
