"""Characters by their addresses, past merges."""

from collections.abc import Collection
from functools import cached_property

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from characters.models import Character
from characters.queries.people import Person, named, people, search_keys
from characters.rules.names import KnownNames, by_name, name_key
from league.models import Alias, CharacterMerge, League

MOST_FOUND = 12
MOST_LOOKED_FOR = 500


def not_merged(character: str = "pk") -> Q:
    """Return the condition for rows whose `character` (a path of lookups) was not merged."""
    return ~Q(**{f"{character}__in": CharacterMerge.objects.standing().values("merged")})


def find_character(slug: str) -> Character:
    """Return the character at this address with its owner and league; for a merged character, the one kept. Raise
    Http404."""
    rows = Character.objects.select_related("owner", "enrolment__league")
    character = get_object_or_404(rows, slug=slug)
    while not hasattr(character, "enrolment"):
        merge = CharacterMerge.objects.standing().filter(merged=character).first()
        if merge is None:
            return character
        character = rows.get(pk=merge.kept_id)
    return character


def find_enrolled(slug: str) -> Character:
    """Return the character at this address. Raise Http404, also for a character in no league."""
    character = find_character(slug)
    if not hasattr(character, "enrolment"):
        raise Http404(_("This character is in no league."))
    return character


def aliases_of(league: League) -> dict[str, int]:
    """Return the characters meant by other names in files of the league, by the keys of these names; for a merged
    character, the one kept."""
    meant = dict(Alias.objects.filter(league=league).values_list("name_key", "character_id"))
    if not meant:
        return {}
    merged_into = dict(CharacterMerge.objects.standing().filter(league=league).values_list("merged", "kept"))
    return {key: _survivor(pk, merged_into) for key, pk in meant.items()}


def _survivor(pk: int, merged_into: dict[int, int]) -> int:
    for _merge in merged_into:
        if pk not in merged_into:
            break
        pk = merged_into[pk]
    return pk


def others_named(character: Character, search: str) -> list[Person]:
    """Return other characters of its league with `search` in their name, by name."""
    others = named(search).filter(enrolment__league=character.enrolment.league_id).exclude(pk=character.pk)
    ids = list(others.order_by(*by_name()).values_list("pk", flat=True).distinct()[:MOST_FOUND])
    by_id = people(ids)
    return [by_id[pk] for pk in ids if pk in by_id]


class NearNames:
    """Characters of a league who may be meant by names that no character in it has; loaded at the first lookup. It
    answers only for the first `MOST_LOOKED_FOR` names."""

    def __init__(self, league: League, apart_from: Collection[int] = ()) -> None:
        self._league, self._apart_from = league, apart_from
        self._found = dict[str, list[int]]()

    def ids(self, name: str, most: int = 3) -> list[int]:
        """Return the ids of characters that may be meant by the name, the likeliest first."""
        key = name_key(name)
        if key and key not in self._found and len(self._found) < MOST_LOOKED_FOR:
            self._found[key] = self._known.meant_by(name)
        return self._found.get(key, [])[:most]

    def choices(self, name: str) -> list[tuple[int, str]]:
        """Return the ids and names of characters that may be meant by the name."""
        return [(pk, self._names[pk]) for pk in self.ids(name)]

    def nearest(self, name: str) -> str:
        """Return the name of the likeliest character; "" if there is no candidate."""
        return next((self._names[pk] for pk in self.ids(name)), "")

    @cached_property
    def _names(self) -> dict[int, str]:
        return dict(self._here.values_list("pk", "name"))

    @cached_property
    def _known(self) -> KnownNames:
        return KnownNames(search_keys(self._here))

    @property
    def _here(self) -> QuerySet[Character]:
        return Character.objects.filter(enrolment__league=self._league).exclude(pk__in=self._apart_from).order_by("pk")
