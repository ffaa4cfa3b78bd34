"""Characters by their addresses, past merges."""

from django.db.models import Q
from django.shortcuts import get_object_or_404

from characters.models import Character
from characters.queries.people import Person, named, people
from league.models import CharacterMerge

MOST_FOUND = 12


def not_merged(character: str = "pk") -> Q:
    """Rows whose `character` (a path of lookups) was not merged into another one."""
    return ~Q(**{f"{character}__in": CharacterMerge.objects.standing().values("merged")})


def find_character(slug: str) -> Character:
    """The character at this address with its owner and league; of one that was merged into another, that other one.
    Raises Http404."""
    rows = Character.objects.select_related("owner", "enrolment__league")
    found = get_object_or_404(rows, slug=slug)
    while not hasattr(found, "enrolment"):
        merge = CharacterMerge.objects.standing().filter(merged=found).first()
        if merge is None:
            return found
        found = rows.get(pk=merge.kept_id)
    return found


def others_named(character: Character, search: str) -> list[Person]:
    """Other characters of its league with `search` in their name, by name."""
    found = named(search).filter(enrolment__league=character.enrolment.league_id).exclude(pk=character.pk)
    ids = list(found.order_by("name_key").values_list("pk", flat=True).distinct()[:MOST_FOUND])
    by_id = people(ids)
    return [by_id[pk] for pk in ids if pk in by_id]
