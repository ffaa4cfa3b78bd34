"""The founding of a league: the league, its first season and the people who play in it, all or nothing."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.names import name_key, search_key, tidy
from league.clubs.queries import rules_of_a_new_season
from league.clubs.services.leagues import create_league, create_season
from league.models import Season
from league.people.rules.characters import GuestLine
from league.people.services.guests import register_guests, register_under_free_name


@dataclass(frozen=True, slots=True)
class Founding:
    """The outcome: `numbered` are the characters whose names somebody else on the site already has."""

    season: Season
    characters: Sequence[Character]
    numbered: Sequence[Character]


@transaction.atomic
def found_league(
    *,
    name: str,
    own_name: str,
    people: Sequence[GuestLine],
    edition_id: str,
    season: str,
    starts_on: date | None,
    place: Mapping[str, str],
    by: User,
) -> Founding:
    """Found a league with its first season and everybody who plays: the founder under `own_name`, unless it is empty,
    and the others without an account. A founder who is among `people` as well is one person. `place` is what
    `create_league` takes of zone, place, order of dates and language.

    Raise ValidationError by field.
    """
    _refuse_repeated(people)
    league = create_league(name=name, by=by, **place)
    address = slugify(season, allow_unicode=True)
    with _beside(name="season"):
        first_season = create_season(
            league=league,
            name=season,
            wanted=address and f"{league.slug}-{address}",
            starts_on=starts_on,
            rules=rules_of_a_new_season(league),
            by=by,
        )
    characters = []
    own_key = search_key(own_name) if tidy(own_name) else ""
    if own_key:
        own_name = next((line.name for line in people if search_key(line.name) == own_key), own_name)
        with _beside(name="own_name"):
            founder = register_under_free_name(
                league=league, owner=by, name=tidy(own_name), edition_id=edition_id, by=by
            )
        characters.append(founder)
    others = [line for line in people if search_key(line.name) != own_key]
    if others:
        characters += register_guests(league=league, lines=others, edition_id=edition_id, by=by)
    typed = {name_key(own_name), *(name_key(line.name) for line in people)}
    return Founding(first_season, characters, [who for who in characters if who.name_key not in typed])


def _refuse_repeated(people: Sequence[GuestLine]) -> None:
    lines: dict[str, int] = {}
    problems = [
        _("Line {line}: {name} is already in line {first}. Tell them apart, such as by an initial.").format(
            line=person.line, name=person.name, first=first
        )
        for person in people
        if (first := lines.setdefault(name_key(person.name), person.line)) != person.line
    ]
    if problems:
        raise ValidationError({"names": problems})


@contextmanager
def _beside(**fields: str) -> Iterator[None]:
    """Move what a service refuses to the fields of this form, whose names differ from the service's."""
    try:
        yield
    except ValidationError as error:
        if not hasattr(error, "error_dict"):
            raise
        raise ValidationError({fields.get(name, name): why for name, why in error.error_dict.items()}) from error
