"""The memory of a desk."""

from django.contrib.auth.models import User

from league.models import Desk
from league.site.rules.home import Memory


def memory_of(user: User) -> Memory:
    row = Desk.objects.filter(user=user).values_list("since", "stood", "seen_at", "stands").first()
    return Memory(*row) if row else Memory(None, {}, None, {})
