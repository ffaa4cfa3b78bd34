"""Characters enter a league, one by one within its limit for each person (R101), or as a whole file: all or nothing."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Career, Character, Fact, FormerName
from characters.rules.career import ACTIVE
from characters.rules.facts import stamp
from characters.rules.house_rules import DEFAULTS
from characters.rules.names import can_be_shown, name_key, tidy
from characters.services.choosing import insert_as_chosen
from characters.services.registration import (
    change_birthday,
    change_programs,
    change_titles,
    forget_former_names,
    hide_former_name,
    name_problem,
    new_character,
    register_character,
    rename_character,
    restart_character,
    slug_of,
)
from engine.translatable import said, spoken
from games.models import PlaySeat
from games.rules.figures import Unreadable
from games.services.review import doubt_sheets
from league.clubs.queries import house_rules_of
from league.clubs.services.characters import check_room, refuse_name_of_guest
from league.core.ledger.services import new_entry, record
from league.core.queries.access import require
from league.core.queries.characters import aliases_of
from league.core.rules.csv_text import FileProblem, is_full
from league.core.rules.readings import Reading
from league.core.rules.tables import in_cells
from league.core.services.quotas import use_quota
from league.core.services.uploads import FileRefused, ImportSummary, reading_of
from league.models import Enrolment, League, LedgerEntry
from league.people.queries.characters import usual_edition
from league.people.rules.characters import (
    GUEST_TITLE,
    IN_FILE,
    ImportedCharacter,
    characters_from_csv,
    dealt_programs,
    owner_text,
)
from league.people.rules.people_files import people_table
from league.people.services.doubles import note_newcomers
from league.signals import Arrival, name_hidden


@transaction.atomic
def register_in_league(
    *,
    league: League,
    owner: User | None,
    owner_label: str = "",
    name: str,
    edition_id: str,
    specialty: str,
    side_interest: str,
    title: str,
    is_another: bool = False,
    by: User | None = None,
) -> Character:
    """Register a new character of this league: of a person who agreed, or of nobody with an account, as `owner_named`
    says. `is_another`: the person said that they are not one of the people with nearly this name.

    Raise ValidationError as `register_character`, under R101, and beyond the day's quota of `by`.
    """
    if owner is not None:
        check_room(league, owner)
        refuse_name_of_guest(league, name)
    use_quota("characters", by=by, league=league)
    character = register_character(
        owner=owner,
        owner_label=owner_label,
        name=name,
        edition_id=edition_id,
        specialty=specialty,
        side_interest=side_interest,
        title=title,
    )
    enrolment = Enrolment.objects.create(league=league, character=character)
    _registered(league, enrolment, by=by).save()
    if is_another:
        note_newcomers(league=league, newcomers=[character], by=by)
    return character


def register_newcomer(
    *,
    league: League,
    owner: User | None,
    owner_label: str = "",
    name: str,
    edition_id: str,
    is_another: bool = False,
    by: User | None,
) -> Character:
    """Register a character for somebody who has chosen nothing but its name, by which programs are dealt. Raise
    ValidationError as `register_in_league`."""
    specialty, side_interest = dealt_programs(name, edition_id)
    return register_in_league(
        league=league,
        owner=owner,
        owner_label=owner_label,
        name=name,
        edition_id=edition_id,
        specialty=specialty,
        side_interest=side_interest,
        title=GUEST_TITLE,
        is_another=is_another,
        by=by,
    )


def hire_arrival(arrival: Arrival) -> Character:
    """Register the character that somebody who joins wants for a tournament (`league.signals.character_wanted`)."""
    assert arrival.tournament is not None
    return register_newcomer(
        league=arrival.league,
        owner=arrival.user,
        name=arrival.name,
        edition_id=arrival.tournament.edition,
        is_another=arrival.is_another,
        by=arrival.user,
    )


def _registered(league: League, enrolment: Enrolment, *, by: User | None) -> LedgerEntry:
    character = enrolment.character
    about = {"character": character.pk, "name": character.name, "owner": character.owner_id}
    text = said("{name} was registered.", name=character.name)
    rows = [character, enrolment]
    return new_entry(kind="character_registered", text=text, by=by, league=league, about=about, is_told=True, rows=rows)


@transaction.atomic
def restart_in_league(
    *, league: League, character: Character, at: datetime | None = None, by: User | None = None
) -> Character:
    """Begin a new career after a golden parachute, from now on or from `at` on, and look again for doubts about the
    character's sheets.

    Raise ValidationError as `restart_character`, and under R101.
    """
    if character.owner is not None:
        check_room(league, character.owner, apart_from=character)
    character = restart_character(character=character, at=at)
    doubt_sheets_of([character.pk])
    restart_entry(league, character, at=at, by=by).save()
    return character


def doubt_sheets_of(character_ids: Collection[int]) -> None:
    """Check the office politics of every game of these characters again."""
    games = Fact.objects.filter(character__in=character_ids).exclude(game=None).values_list("game", flat=True)
    doubt_sheets(game_ids={game for game in games if game is not None})


def restart_entry(league: League, character: Character, *, at: datetime | None, by: User | None) -> LedgerEntry:
    """Return the ledger's row of a restart; one that was given a date says so."""
    about: dict[str, Any] = {"character": character.pk} | ({"at": stamp(at)} if at else {})
    text = said("{name} began another career.", name=character.name)
    return new_entry(kind="career_restarted", text=text, by=by, league=league, about=about)


@transaction.atomic
def change_papers(
    *,
    character: Character,
    name: str,
    title: str,
    c_level_title: str,
    birth_month: int | None = None,
    birth_day: int | None = None,
    specialty: str | None = None,
    side_interest: str | None = None,
    by: User | None = None,
) -> Character:
    """Change name, titles and birthday at once, and both programs if they are given. Raise ValidationError by field."""
    before = character.name
    renamed = rename_character(character=character, name=name)
    league = League.objects.filter(enrolments__character=renamed).first()
    if renamed.name != before:
        about: dict[str, Any] = {"character": renamed.pk, "name": renamed.name}
        text = said("A character is called {name} now.", name=renamed.name)  # the earlier name may be hidden one day
        record(kind="character_renamed", text=text, by=by, league=league, rows=[renamed], **about)
    if specialty is not None and side_interest is not None:
        programs = renamed.specialty, renamed.side_interest
        renamed = change_programs(character=renamed, specialty=specialty, side_interest=side_interest)
        if programs != (renamed.specialty, renamed.side_interest):
            text = said("{name} has other programs.", name=renamed.name)
            record(kind="programs_changed", text=text, by=by, league=league, rows=[renamed], character=renamed.pk)
    change_birthday(character=renamed, month=birth_month, day=birth_day)
    return change_titles(character=renamed, title=title, c_level_title=c_level_title)


@transaction.atomic
def hide_name(*, former: FormerName, by: User) -> Character:
    """Hide a former name of a character, as its owner or an organiser: from then on only organisers and imports know
    it. The rows of tables on the site, which say it as well, are written again."""
    character = hide_former_name(former=former)
    PlaySeat.objects.filter(character=character, name=former.name).update(name=character.name)
    league = League.objects.filter(enrolments__character=character).first()
    text = said("A former name of {name} was hidden.", name=character.name)
    record(kind="name_hidden", text=text, by=by, league=league, character=character.pk)
    if league is not None:
        name_hidden.send(league, character.name, former.name)
    return character


def forget_names(*, owner: User) -> None:
    """Forget what the characters of somebody who deletes the account were called before."""
    own = Character.objects.filter(owner=owner)
    for former in FormerName.objects.filter(character__in=own).select_related("character"):
        PlaySeat.objects.filter(character=former.character, name=former.name).update(name=former.character.name)
    forget_former_names(characters=own)


def league_locked(character: int) -> League:
    """Lock and return the league in which a character plays. Raise ValidationError for a character that was merged
    into another, which plays nowhere."""
    league = League.objects.select_for_update(no_key=True).filter(enrolments__character=character).first()
    if league is None:
        raise ValidationError(_("This character was merged into another one."))
    return league


def hand_over(character: Character, *, league: League, to: User) -> None:
    """Give a locked character to its new owner, within the transaction of the caller. Raise ValidationError under R101
    if it is at work."""
    if Career.objects.filter(character=character, current=True, status=ACTIVE).exists():
        check_room(league, to)
    character.owner = to
    character.save(update_fields=["owner"])


BATCH = 500


@transaction.atomic
def import_characters(
    *, league: League, data: bytes, by: User | None = None, dry_run: bool = False, reading: Reading | None = None
) -> ImportSummary:
    """Register every character of the file that is not known yet. An owner who is not a member of the league is a
    label: a file makes no accounts and no members. Rows whose name means somebody else's character (`reading`) are left
    out.

    Raise FileRefused with every problem of the file, house rule R101 included.
    """
    reading = reading or reading_of(league)
    rows, problems = characters_from_csv(data, reading, usual_edition(league))
    if is_full(problems):
        raise FileRefused(in_cells(problems, people_table(data, reading.code_page), IN_FILE, reading))
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    known_otherwise = _known_otherwise(league, reading)
    every, rows = rows, [row for row in rows if name_key(row.name) not in known_otherwise]
    stored = _stored(rows)
    fresh = [row for row in rows if name_key(row.name) not in stored]
    problems += [problem for row in rows for problem in _conflicts(row, stored.get(name_key(row.name)), league)]
    problems += [
        FileProblem(row.line, "name", said("The name contains a character that can't be shown."))
        for row in fresh
        if not can_be_shown(row.name)
    ]
    problems += _too_many(fresh, league)
    if problems:
        raise FileRefused(in_cells(problems, people_table(data, reading.code_page), IN_FILE, reading))
    if not dry_run:
        use_quota("characters", by=by, amount=len(fresh), league=league)
        characters = insert_as_chosen(
            lambda: register_all(fresh, league, by), lambda: _refuse_names([row.name for row in fresh])
        )
        newcomers = {*map(name_key, reading.newcomers)}
        note_newcomers(league=league, newcomers=[who for who in characters if who.name_key in newcomers], by=by)
    summary = ImportSummary("character", len(fresh), len(every) - len(fresh))
    if not dry_run:
        record_import(league=league, by=by, what="characters", data=data, summary=summary)
    return summary


READ = {
    "characters": said("A file of characters was read: {what}."),
    "results": said("A file of results was read: {what}."),
}


def record_import(*, league: League, by: User | None, what: str, data: bytes, summary: ImportSummary) -> None:
    """Record what a file has brought, and which file it was, within the transaction of the import."""
    about: dict[str, Any] = {
        "file": what,
        "sha256": sha256(data).hexdigest(),
        "recorded": summary.recorded,
        "known": summary.skipped,
    }
    record(kind="file_imported", text=said(READ[what], what=summary.in_words), by=by, league=league, **about)


def _stored(rows: Sequence[ImportedCharacter]) -> Mapping[str, Character]:
    keys = [name_key(row.name) for row in rows]
    characters = Character.objects.filter(name_key__in=keys).select_related("owner", "enrolment")
    renamed = FormerName.objects.select_related("character__owner", "character__enrolment")
    former = {name_key(row.name): row.character for row in renamed}
    return {key: former[key] for key in keys if key in former} | {
        character.name_key: character for character in characters
    }


def _known_otherwise(league: League, reading: Reading) -> set[str]:
    """Return the keys of names that somebody uses for a differently named character of the league, in this file or in
    an earlier one."""
    meant = aliases_of(league) | {name_key(name): pk for name, pk in reading.meant.items()}
    enrolled = Enrolment.objects.filter(league=league, character__in=meant.values())
    here = set(enrolled.values_list("character", flat=True))
    called_so = set(Character.objects.filter(name_key__in=meant).values_list("name_key", flat=True))
    return {key for key, pk in meant.items() if pk in here} - called_so


def _conflicts(row: ImportedCharacter, stored: Character | None, league: League) -> Iterator[FileProblem]:
    if stored is None:
        return
    if getattr(stored, "enrolment", None) is None or stored.enrolment.league_id != league.pk:
        yield FileProblem(row.line, "name", said("{name} belongs to another league.", name=stored.name))
    owners = {stored.owner_name, stored.owner_label}
    cells = {
        "owner": (row.owner, row.owner if row.owner in owners else stored.owner_name),
        "edition": (row.edition, stored.edition),
        "specialty": (row.specialty, stored.specialty),
        "side_interest": (row.side_interest, stored.side_interest),
        "title": (tidy(row.title), stored.title),
    }
    for column, (says, stored_text) in cells.items():
        if column in row.columns and says != stored_text:
            text = said(
                "{name} is known with '{known}', not '{value}'. Correct the row or leave it out.",
                name=stored.name,
                known=stored_text,
                value=says,
            )
            yield FileProblem(row.line, column, text)


def _refuse_names(names: Sequence[str]) -> None:
    """Raise ValidationError for names of a file that others have taken since it was checked."""
    if problems := [problem for name in names if (problem := name_problem(tidy(name)))]:
        raise ValidationError(problems)


def _too_many(fresh: Sequence[ImportedCharacter], league: League) -> Iterator[FileProblem]:
    """Yield the rows of a file that break R101. Labels are not people."""
    members = members_named(league, {row.owner for row in fresh})
    return over_limit(league, [(row.line, "owner", members[row.owner]) for row in fresh if row.owner in members])


def over_limit(league: League, registrations: Sequence[tuple[int, str, User]]) -> Iterator[FileProblem]:
    """Yield the rows of a file that would give a person more active characters than the league allows (R101).
    `registrations`: line, column and owner of each further character."""
    season = league.seasons.order_by("-id").first()
    allowed = (house_rules_of(season) if season else DEFAULTS).characters_per_owner
    active = Character.objects.filter(
        enrolment__league=league,
        careers__current=True,
        careers__status=ACTIVE,
        owner__in={owner for _, _, owner in registrations},
    )
    count = Counter(active.values_list("owner__username", flat=True))
    for line, column, owner in registrations:
        name = owner.get_username()
        count[name] += 1
        if count[name] > allowed:
            text = said(
                "{owner} would have {count} active characters; this league allows {allowed} (R101).",
                owner=name,
                count=count[name],
                allowed=allowed,
            )
            yield FileProblem(line, column, text)


def register_all(fresh: Sequence[ImportedCharacter], league: League, by: User | None) -> list[Character]:
    """Register characters that were checked, and return them in their order."""
    owners = members_named(league, {row.owner for row in fresh})
    taken = set(Character.objects.values_list("slug", flat=True))
    rows = []
    for row in fresh:
        slug = slug_of(row.name, taken)
        taken.add(slug)
        rows.append(
            new_character(
                owner=owners.get(row.owner),
                owner_label="" if row.owner in owners else row.owner,
                name=tidy(row.name),
                slug=slug,
                edition_id=row.edition,
                specialty=row.specialty,
                side_interest=row.side_interest,
                title=tidy(row.title),
            )
        )
    characters = Character.objects.bulk_create(rows, batch_size=BATCH)
    Career.objects.bulk_create([Career(character=character, number=1) for character in characters], batch_size=BATCH)
    enrolments = Enrolment.objects.bulk_create(
        [Enrolment(league=league, character=character) for character in characters], batch_size=BATCH
    )
    LedgerEntry.objects.bulk_create(
        [_registered(league, enrolment, by=by) for enrolment in enrolments], batch_size=BATCH
    )
    return characters


def owner_named(league: League, text: str) -> tuple[User | None, str]:
    """Return the person that a name means in this league: a member, or a label. Raise ValidationError for text that is
    neither."""
    try:
        name = owner_text(text)
    except Unreadable as error:
        raise ValidationError({"owner": _("The owner {error}.").format(error=spoken(error.args[0]))}) from error
    called_so = User.objects.filter(memberships__league=league, username__iexact=name)
    member = members_named(league, {name}).get(name) or called_so.first()
    return member, "" if member else name


def owner_for(league: League, named: str | None, *, by: User) -> tuple[User | None, str]:
    """Return the owner of a character that `by` registers: themselves unless they ask for somebody else, as organisers
    may.

    Raise ValidationError as `owner_named`, and PermissionDenied.
    """
    if named is None or named == by.get_username():
        return by, ""
    require(by, "administer", league)
    return owner_named(league, named)


def members_named(league: League, names: Collection[str]) -> Mapping[str, User]:
    """Return the members of the league among these user names."""
    users = User.objects.filter(memberships__league=league, username__in=names)
    return {user.username: user for user in users}
