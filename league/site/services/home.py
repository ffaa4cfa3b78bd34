"""The memory of a desk."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from league.models import Desk
from league.site.queries.own import memory_of
from league.site.rules.home import Positions, recalled


@transaction.atomic
def note_visit(*, user: User, stands: Positions, now: datetime | None = None) -> None:
    """Note that the person has looked at their desk just now, and where their characters stand. A second note changes
    nothing."""
    now = now or timezone.now()
    seen = recalled(memory_of(user), joined=user.date_joined, now=now)
    Desk.objects.update_or_create(
        user=user, defaults={"since": seen.since, "stood": seen.stood, "seen_at": now, "stands": stands}
    )
