"""What a desk remembers."""

from django.contrib.auth.models import User

from league.home.rules import Memory
from league.models import Desk


def memory_of(user: User) -> Memory:
    row = Desk.objects.filter(user=user).values_list("since", "stood", "seen_at", "stands").first()
    return Memory(*row) if row else Memory(None, {}, None, {})
