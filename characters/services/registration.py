"""Register and rename characters, and begin a new career after a golden parachute."""

from collections.abc import Container
from datetime import datetime
from itertools import chain, count

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _

from characters.models import NAME_LENGTH, Career, Character, FormerName
from characters.queries.history import facts_of, lives_of
from characters.rules.career import RETIRED, Life
from characters.rules.facts import RESTART, CareerFact, FactLine, current_lines
from characters.rules.names import can_be_shown, is_day, misread, name_key, search_key, sort_key, tidy
from characters.services.choosing import NameTaken, insert_as_chosen
from characters.services.facts import record_facts
from characters.services.review import review_characters
from engine.careers.editions import UnknownEdition, edition

RESERVED = frozenset(("register",))  # pages that live beside the characters


@transaction.atomic
def register_character(
    *,
    owner: User | None,
    owner_label: str = "",
    name: str,
    edition_id: str,
    specialty: str,
    side_interest: str,
    title: str,
) -> Character:
    """Register a new character at Entry Level. Raise ValidationError by field: a name that is taken (compared without
    regard to case), an unknown edition or program, specialty equal to side interest (R79), an empty title."""
    problems = _profile_problems(edition_id, specialty, side_interest)
    name, title = tidy(name), tidy(title)
    problems |= {field: text for field, text in (("name", name_problem(name)), ("title", title_problem(title))) if text}
    if problems:
        raise NameTaken(problems) if [*problems] == ["name"] else ValidationError(problems)
    character = new_character(
        owner=owner,
        owner_label=owner_label,
        name=name,
        slug=free_slug(name),
        edition_id=edition_id,
        specialty=specialty,
        side_interest=side_interest,
        title=title,
    )
    _save_unless_taken(character)
    Career.objects.create(character=character, number=1)
    return character


def new_character(
    *,
    owner: User | None,
    owner_label: str = "",
    name: str,
    slug: str,
    edition_id: str,
    specialty: str,
    side_interest: str,
    title: str,
) -> Character:
    """Return the row of a new character, already checked and not yet saved, with the companies behind its programs."""
    names = edition(edition_id)
    return Character(
        owner=owner,
        owner_label=owner_label,
        label_search_key=owner_label and search_key(owner_label),
        name=name,
        name_key=name_key(name),
        search_key=search_key(name),
        sort_key=sort_key(name),
        slug=slug,
        edition=edition_id,
        specialty=specialty,
        side_interest=side_interest,
        primary_company=names.company_of(specialty).id,
        secondary_company=names.company_of(side_interest).id,
        title=title,
    )


def slug_of(name: str, taken: Container[str]) -> str:
    """Return an address for this name that is not among `taken`."""
    base = slugify(name, allow_unicode=True)[:NAME_LENGTH] or "character"
    numbered = (f"{base}-{number}" for number in count(2))
    return next(slug for slug in chain([base], numbered) if slug not in taken and slug not in RESERVED)


@transaction.atomic
def rename_character(*, character: Character, name: str) -> Character:
    """Rename a character; the old name stays readable as a former name, the address stays what it was."""
    name = tidy(name)
    problem = name_problem(name, of=character)
    if problem:
        raise ValidationError({"name": problem})
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    if name != character.name:
        keep_former_name(character=character, name=character.name)
        character.name, character.name_key, character.search_key = name, name_key(name), search_key(name)
        character.sort_key = sort_key(name)
        _save_unless_taken(character)
    return character


def keep_former_name(*, character: Character, name: str) -> FormerName:
    """Keep a name that the character, or one that was merged into it, bore."""
    return FormerName.objects.create(character=character, name=name, search_key=search_key(name))


@transaction.atomic
def hide_former_name(*, former: FormerName) -> Character:
    """Hide a name that the character bore, in its address and at tables of the site as well."""
    character = Character.objects.select_for_update(no_key=True).get(pk=former.character_id)
    FormerName.objects.filter(pk=former.pk, hidden_at=None).update(hidden_at=timezone.now())
    _leave_name(character, former.name)
    return character


@transaction.atomic
def forget_former_names(*, characters: QuerySet[Character]) -> None:
    """Delete the names that these characters bore."""
    for character in characters.select_for_update(no_key=True).prefetch_related("former_names"):
        for former in character.former_names.all():
            _leave_name(character, former.name)
        character.former_names.all().delete()


def _leave_name(character: Character, name: str) -> None:
    """Give the character an address that does not say the name. Links to the earlier address are dead from then on: a
    redirect would tell who bore it."""
    base = slug_of(name, ())
    if base in character.slug and base not in slug_of(character.name, ()):
        character.slug = free_slug(character.name)
        character.save(update_fields=["slug"])


@transaction.atomic
def change_titles(*, character: Character, title: str, c_level_title: str = "") -> Character:
    """Change the base title, and the title to bear as C-level (R102); empty means "Chief ... Officer"."""
    title, c_level_title = tidy(title), tidy(c_level_title)
    problems = {"title": title_problem(title), "c_level_title": _too_long(c_level_title, 120)}
    if any(problems.values()):
        raise ValidationError({field: text for field, text in problems.items() if text})
    character.title, character.c_level_title = title, c_level_title
    character.save(update_fields=["title", "c_level_title"])
    return character


@transaction.atomic
def change_programs(*, character: Character, specialty: str, side_interest: str) -> Character:
    """Change specialty and side interest, and with them the employers, until the first game counts. Raise
    ValidationError by field, and once there is a fact about the character."""
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    if (character.specialty, character.side_interest) == (specialty, side_interest):
        return character
    if character.last_fact:
        raise ValidationError(
            _("{character} has already played, so its specialty and side interest can no longer change.").format(
                character=character.name
            )
        )
    if problems := _profile_problems(character.edition, specialty, side_interest):
        raise ValidationError(problems)
    names = edition(character.edition)
    character.specialty, character.side_interest = specialty, side_interest
    character.primary_company = names.company_of(specialty).id
    character.secondary_company = names.company_of(side_interest).id
    character.save(update_fields=["specialty", "side_interest", "primary_company", "secondary_company"])
    return character


def change_birthday(*, character: Character, month: int | None, day: int | None) -> Character:
    """Change the day that Game of the Year celebrates, or clear it. Raise ValidationError for a day that no year
    has."""
    if (month is None) != (day is None):
        raise ValidationError({"birth_day": _("A birthday needs a day and a month; leave both empty for no birthday.")})
    if month is not None and day is not None and not is_day(month, day):
        raise ValidationError({"birth_day": _("No year has that day.")})
    character.birth_month, character.birth_day = month, day
    character.save(update_fields=["birth_month", "birth_day"])
    return character


def name_problem(name: str, *, of: Character | None = None) -> str:
    """Return why a character can't have this name, as a sentence; empty when it can."""
    if not name:
        return _("A character needs a name.")
    if len(name) > NAME_LENGTH:
        return _("The name has {count} characters; the limit is {name_length}.").format(
            count=len(name), name_length=NAME_LENGTH
        )
    if not can_be_shown(name):
        return _("The name contains a character that can't be shown.")
    if sentence := misread(name):
        return sentence.spoken()
    taken = Character.objects.filter(name_key=name_key(name)).exclude(pk=of.pk if of else 0)
    if taken.exists():
        return _("There is already a character called {name}. Names are compared without regard to case.").format(
            name=name
        )
    return ""


def title_problem(title: str) -> str:
    return _too_long(title, 80) if title else _("A character needs a title, such as Engineer.")


def free_slug(name: str) -> str:
    """Return an address for this name that is still free."""
    base = slug_of(name, ())
    return slug_of(name, set(Character.objects.filter(slug__startswith=base).values_list("slug", flat=True)))


def _too_long(text: str, most: int) -> str:
    return (
        _("The title has {count} characters; the limit is {most}.").format(count=len(text), most=most)
        if len(text) > most
        else ""
    )


def _profile_problems(edition_id: str, specialty: str, side_interest: str) -> dict[str, str]:
    try:
        programs = {program.id for program in edition(edition_id).career_programs}
    except UnknownEdition as error:
        return {"edition": str(error)}
    problems = {
        field: _("'{program}' is not a degree program of this edition; choose one of {programs}.").format(
            program=program, programs=", ".join(sorted(programs))
        )
        for field, program in (("specialty", specialty), ("side_interest", side_interest))
        if program not in programs
    }
    if not problems and specialty == side_interest:
        problems["side_interest"] = _("The side interest must differ from the specialty (R79).")
    return problems


def _save_unless_taken(character: Character) -> None:
    """Save the row, under another address if somebody has taken its own meanwhile. Raise NameTaken if they have
    taken the name."""

    def choose_again() -> None:
        if problem := name_problem(character.name, of=character if character.pk else None):
            raise NameTaken({"name": problem})
        if not character.pk:
            character.slug = free_slug(character.name)

    insert_as_chosen(character.save, choose_again)


@transaction.atomic
def restart_character(*, character: Character, at: datetime | None = None) -> Character:
    """Begin a new career for the same character: name, companies and programs stay, all counters start at 0 (R89). It
    begins now, or `at` a moment between the golden parachute and the next game. Raise ValidationError unless the
    current career ended by golden parachute, and by field for another moment."""
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    life = lives_of([character])[character.pk]
    if life.current.status != RETIRED:
        raise ValidationError(
            _("{character} is still at work. Only a character that left by golden parachute can start again.").format(
                character=character.name
            )
        )
    if at is not None and (problem := _restart_problem(character, life, at)):
        raise ValidationError({"at": problem})
    record_facts(entries=[(character.pk, CareerFact(kind=RESTART, at=at or timezone.now()))])
    review_characters(character_ids=[character.pk])
    character.refresh_from_db()
    return character


def next_game(character: Character) -> FactLine | None:
    """Return the first game after the golden parachute that ended the current career, or None while there is none."""
    life = lives_of([character])[character.pk]
    return _next_game(character, life) if life.current.status == RETIRED else None


def _next_game(character: Character, life: Life) -> FactLine | None:
    parachute = life.events[-1]
    after = (line for line in current_lines(facts_of([character.pk])[character.pk]) if not line.played_by_bots)
    return next((line for line in after if (line.at, line.reference) > (parachute.at, parachute.reference)), None)


def _restart_problem(character: Character, life: Life, at: datetime) -> str:
    """Return why the new career can't begin at this moment, as a sentence; empty when it can."""
    parachute, following = life.events[-1], _next_game(character, life)
    if at < parachute.at:
        return _("{character} left by golden parachute at {moment}; a new career can't begin before that.").format(
            character=character.name, moment=_clock(parachute.at)
        )
    if at > timezone.now():
        return _("A new career can't begin in the future.")
    if following is not None and at > following.at:
        return _("The next game of {character} was at {moment}; the new career can't begin after it.").format(
            character=character.name, moment=_clock(following.at)
        )
    return ""


def _clock(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")
