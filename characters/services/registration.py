"""Registering and renaming characters."""

import unicodedata

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from characters.models import NAME_LENGTH, Career, Character, FormerName, name_key
from engine.careers.editions import UnknownEdition, edition

_DIRECTION_OVERRIDES = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


@transaction.atomic
def register_character(
    *, owner: AbstractBaseUser, name: str, edition_id: str, specialty: str, side_interest: str, title: str
) -> Character:
    """A new character at Entry Level.

    Raises ValidationError by field: a name that is taken (compared without regard to case), an unknown edition or
    program, specialty equal to side interest (R79), an empty title.
    """
    problems = _profile_problems(edition_id, specialty, side_interest)
    name, title = " ".join(name.split()), " ".join(title.split())
    problems |= {field: text for field, text in (("name", name_problem(name)), ("title", title_problem(title))) if text}
    if problems:
        raise ValidationError(problems)
    names = edition(edition_id)
    character = Character(
        owner=owner,
        name=name,
        name_key=name_key(name),
        slug=free_slug(name),
        edition=edition_id,
        specialty=specialty,
        side_interest=side_interest,
        primary_company=names.company_of(specialty).id,
        secondary_company=names.company_of(side_interest).id,
        title=title,
    )
    _save_unless_taken(character)
    Career.objects.create(character=character, number=1)
    return character


@transaction.atomic
def rename_character(*, character: Character, name: str) -> Character:
    """A new name; the old one stays readable as a former name, the address stays what it was."""
    name = " ".join(name.split())
    problem = name_problem(name, of=character)
    if problem:
        raise ValidationError({"name": problem})
    character = Character.objects.select_for_update().get(pk=character.pk)
    if name != character.name:
        FormerName.objects.create(character=character, name=character.name)
        character.name, character.name_key = name, name_key(name)
        _save_unless_taken(character)
    return character


@transaction.atomic
def change_titles(*, character: Character, title: str, c_level_title: str = "") -> Character:
    """Another base title, and the title to bear as C-level (R102); empty means "Chief ... Officer"."""
    title, c_level_title = " ".join(title.split()), " ".join(c_level_title.split())
    problems = {"title": title_problem(title), "c_level_title": _too_long(c_level_title, 120)}
    if any(problems.values()):
        raise ValidationError({field: text for field, text in problems.items() if text})
    character.title, character.c_level_title = title, c_level_title
    character.save(update_fields=["title", "c_level_title"])
    return character


def name_problem(name: str, *, of: Character | None = None) -> str:
    """Why a name can't be borne, as a sentence; empty when it can."""
    if not name:
        return "A character needs a name."
    if len(name) > NAME_LENGTH:
        return f"The name has {len(name)} characters; {NAME_LENGTH} is the most."
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co") or letter in _DIRECTION_OVERRIDES for letter in name):
        return "The name contains a character that can't be shown."
    taken = Character.objects.filter(name_key=name_key(name)).exclude(pk=of.pk if of else None)
    if taken.exists():
        return f"There is already a character called {name}. Names are compared without regard to case."
    return ""


def title_problem(title: str) -> str:
    return _too_long(title, 80) if title else "A character needs a title, such as Engineer."


def free_slug(name: str) -> str:
    """An address for this name that nobody has yet."""
    base = slugify(name, allow_unicode=True)[:NAME_LENGTH] or "character"
    taken = set(Character.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    return next(slug for number in range(2, len(taken) + 3) if (slug := f"{base}-{number}") not in taken)


def _too_long(text: str, most: int) -> str:
    return f"The title has {len(text)} characters; {most} is the most." if len(text) > most else ""


def _profile_problems(edition_id: str, specialty: str, side_interest: str) -> dict[str, str]:
    try:
        programs = {program.id for program in edition(edition_id).career_programs}
    except UnknownEdition as error:
        return {"edition": str(error)}
    problems = {
        field: f"'{program}' is no degree program of this edition; there are {', '.join(sorted(programs))}."
        for field, program in (("specialty", specialty), ("side_interest", side_interest))
        if program not in programs
    }
    if not problems and specialty == side_interest:
        problems["side_interest"] = "The side interest must differ from the specialty (R79)."
    return problems


def _save_unless_taken(character: Character) -> None:
    try:
        with transaction.atomic():
            character.save()
    except IntegrityError as error:
        raise ValidationError({"name": f"There is already a character called {character.name}."}) from error
