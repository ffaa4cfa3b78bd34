"""Sentences of the log in which the site itself wrote a user name."""

from django.contrib.auth.models import User
from django.db.models import F, Value
from django.db.models.functions import Replace

from league.models import Table, TournamentEvent

# As `tables.told_to_owner` and `doors._who` write them.
_SAID = (" from {name}.", "{name} changed the figures", "{name} entered other figures", "{name} says that it is wrong")


def replace_name(*, user: User, label: str) -> None:
    """In what this person did at tables; the sentences stay."""
    for pattern in _SAID:
        old, new = (Value(pattern.format(name=name)) for name in (user.get_username(), label))
        events = TournamentEvent.objects.filter(by=user, text__contains=old.value)
        events.update(text=Replace(F("text"), old, new))
        for field in ("changed", "frozen_because"):
            tables = Table.objects.filter(**{f"{field}__startswith": old.value})
            tables.update(**{field: Replace(F(field), old, new)})
