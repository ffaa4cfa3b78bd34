"""What a desk remembers."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from league.home.queries.memory import memory_of
from league.home.rules import Positions, recalled
from league.models import Desk


@transaction.atomic
def note_visit(*, user: User, stands: Positions, now: datetime | None = None) -> None:
    """The person has looked at their desk just now, and their characters stand so. Twice is as good as once."""
    now = now or timezone.now()
    seen = recalled(memory_of(user), joined=user.date_joined, now=now)
    Desk.objects.update_or_create(
        user=user, defaults={"since": seen.since, "stood": seen.stood, "seen_at": now, "stands": stands}
    )
