"""Characters of people without an account: a name is enough, and the player claims the character later."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from characters.models import NAME_LENGTH, Character
from characters.rules.names import can_be_shown, misread, name_key, tidy
from characters.services.choosing import insert_as_chosen, nothing_typed
from characters.services.registration import new_character
from engine.translatable import spoken
from games.rules.figures import Unreadable
from league.core.services.quotas import use_quota
from league.models import League
from league.people.queries.characters import planned_guests
from league.people.rules.characters import (
    GUEST_TITLE,
    MOST_GUESTS,
    OWNER_LENGTH,
    GuestLine,
    ImportedCharacter,
    dealt_programs,
    owner_text,
)
from league.people.services.doubles import note_newcomers
from league.people.services.registration import register_all, register_newcomer


@transaction.atomic
def register_guest(*, league: League, name: str, edition_id: str, label: str = "", by: User | None = None) -> Character:
    """Register a character that nobody owns yet, with programs dealt by its name. `label` is what the league calls its
    player; without one, the name. A name that is already taken gets a number.

    Raise ValidationError by field, and beyond the day's quota of `by`.
    """
    name = tidy(name)
    if not name or len(name) > NAME_LENGTH or not can_be_shown(name):
        raise ValidationError({"name": _unusable(name)})
    if sentence := misread(name):
        raise ValidationError({"name": sentence.spoken()})
    try:
        label = owner_text(label or name[:OWNER_LENGTH])
    except Unreadable as error:
        raise ValidationError({"label": _("The player {error}.").format(error=spoken(error.args[0]))}) from error
    return register_under_free_name(
        league=league, owner=None, owner_label=label, name=name, edition_id=edition_id, by=by
    )


def register_under_free_name(*, name: str, **profile: Any) -> Character:
    """Register a newcomer under this name, or if others have it, in any league, with a number behind it. Raise
    ValidationError as `register_newcomer`."""

    def insert() -> Character:
        return register_newcomer(name=free_name(name), **profile)

    return insert_as_chosen(insert, nothing_typed)


@transaction.atomic
def register_guests(
    *, league: League, lines: Sequence[GuestLine], edition_id: str, by: User, looked_at: bool = False
) -> list[Character]:
    """Register all who are new, in their order; characters already in the league are left out. `looked_at`:
    somebody has seen who of those here may be meant by a name, and means somebody else. Raise ValidationError, and
    registers nobody, if a line can't be read."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if not lines:
        raise ValidationError({"names": _("Type a name for each person, one per line.")})
    if len(lines) > MOST_GUESTS:
        text = _("{count:,} names; the limit is {most_guests} at once.")
        raise ValidationError({"names": text.format(count=len(lines), most_guests=MOST_GUESTS)})
    planned = planned_guests(league, lines)
    problems = [
        _("Line {line}: {problem}").format(line=guest.line.line, problem=spoken(guest.line.problem))
        for guest in planned
        if guest.line.problem
    ]
    if problems:
        raise ValidationError({"names": problems})
    characters = {
        guest.line.line: register_guest(
            league=league, name=guest.line.name, label=guest.line.player, edition_id=edition_id, by=by
        )
        for guest in planned
        if guest.is_new
    }
    doubtful = [characters[guest.line.line] for guest in planned if looked_at and guest.is_new and guest.near]
    note_newcomers(league=league, newcomers=doubtful, by=by)
    return [*characters.values()]


@transaction.atomic
def register_newcomers(*, league: League, editions: Mapping[str, str], by: User | None) -> dict[str, int]:
    """Register the names of a file as characters without an owner, each in its edition. Return their ids by these
    names; if another league has the name, the character's has a number. Names that nobody can have are left out.
    Raise ValidationError beyond the day's quota of `by`."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    newcomers = _newcomers(editions)
    keys = [name_key(name) for name in newcomers]
    use_quota("characters", by=by, amount=len(newcomers), league=league)

    def insert() -> list[Character]:
        taken = set(Character.objects.filter(name_key__in=keys).values_list("name_key", flat=True))
        fresh = [
            replace(who, name=free_name(who.name)) if name_key(who.name) in taken else who for who in newcomers.values()
        ]
        return register_all(fresh, league, by)

    characters = insert_as_chosen(insert, nothing_typed)
    note_newcomers(league=league, newcomers=characters, by=by)
    return dict(zip(newcomers, (character.pk for character in characters), strict=True))


def unregistered(editions: Mapping[str, str]) -> dict[str, Character]:
    """Return the characters that `register_newcomers` would make of these names, not saved, with ids below 0."""
    newcomers = _newcomers(editions)
    rows = [
        new_character(
            owner=None,
            name=who.name,
            slug="",
            edition_id=who.edition,
            specialty=who.specialty,
            side_interest=who.side_interest,
            title=who.title,
        )
        for who in newcomers.values()
    ]
    for number, row in enumerate(rows, 1):
        row.pk = -number
    return dict(zip(newcomers, rows, strict=True))


def _newcomers(editions: Mapping[str, str]) -> dict[str, ImportedCharacter]:
    usable = {name: key for name, key in editions.items() if not GuestLine(0, tidy(name)).problem}
    return {
        name: ImportedCharacter(
            tidy(name), owner_text(name[:OWNER_LENGTH]), edition_id, *dealt_programs(name, edition_id), GUEST_TITLE
        )
        for name, edition_id in usable.items()
    }


def free_name(name: str) -> str:
    """Return the name, or the name with the first number that nobody has."""
    key = name_key(name)
    alike = Character.objects.filter(Q(name_key=key) | Q(name_key__startswith=f"{key[: NAME_LENGTH - 8]} "))
    taken = set(alike.values_list("name_key", flat=True))
    cut = name[: NAME_LENGTH - 8]
    numbered = (f"{cut} {number}" for number in count(2))
    return next(candidate for candidate in chain([name], numbered) if name_key(candidate) not in taken)


def _unusable(name: str) -> str:
    if not name:
        return _("Type a name, then press Enter.")
    if len(name) > NAME_LENGTH:
        text = _("The name has {count} characters; the limit is {name_length}.")
        return text.format(count=len(name), name_length=NAME_LENGTH)
    return _("The name contains a character that can't be shown.")
