"""Read what people wish to be called, without what is hidden."""

from collections.abc import Collection

from characters.models import Character
from league.models import Introduction


def introductions(users: Collection[int]) -> dict[int, Introduction]:
    """Return the introductions of these accounts that are not hidden, by account. One query."""
    shown = Introduction.objects.filter(user__in=users, user__is_active=True, hidden_at=None)
    return {row.user_id: row for row in shown.exclude(called="", pronouns="", spoken="")}


def introductions_of_owners(characters: Collection[int]) -> dict[int, Introduction]:
    """Return the introductions of the players of these characters, by character. Two queries."""
    owners = dict(Character.objects.filter(pk__in=characters).exclude(owner=None).values_list("pk", "owner"))
    shown = introductions(set(owners.values()))
    return {character: shown[owner] for character, owner in owners.items() if owner in shown}
