"""Characters enter a league, one by one within its limit for each person (R101), or as a whole file: all or nothing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet

from characters.models import Career, Character, FormerName
from characters.rules.career import ACTIVE
from characters.rules.house_rules import DEFAULTS
from characters.rules.names import can_be_shown, name_key, tidy
from characters.services.registration import (
    change_birthday,
    change_titles,
    new_character,
    register_character,
    rename_character,
    restart_character,
    slug_of,
)
from games.services.review import doubt_sheets
from league.clubs.queries import house_rules_of
from league.core.rules.csv_text import FileProblem
from league.core.services.uploads import FileRefused, ImportSummary
from league.models import Enrolment, League, Membership
from league.models.organisation import Role
from league.people.rules import CharacterRow, characters_from_csv


@transaction.atomic
def register_in_league(
    *, league: League, owner: User, name: str, edition_id: str, specialty: str, side_interest: str, title: str
) -> Character:
    """A new character of this league. Raises ValidationError as `register_character`, and under R101."""
    _check_room(league, owner)
    character = register_character(
        owner=owner, name=name, edition_id=edition_id, specialty=specialty, side_interest=side_interest, title=title
    )
    Enrolment.objects.create(league=league, character=character)
    return character


@transaction.atomic
def restart_in_league(*, league: League, character: Character) -> Character:
    """A new career after a golden parachute. Sheets of the time in between may lose their doubts.

    Raises ValidationError as `restart_character`, and under R101.
    """
    _check_room(league, character.owner, apart_from=character)
    character = restart_character(character=character)
    games = character.facts.exclude(game=None).values_list("game", flat=True)
    doubt_sheets(game_ids={game for game in games if game is not None})
    return character


@transaction.atomic
def change_papers(
    *,
    character: Character,
    name: str,
    title: str,
    c_level_title: str,
    birth_month: int | None = None,
    birth_day: int | None = None,
) -> Character:
    """Name, titles and birthday at once. Raises ValidationError by field."""
    renamed = rename_character(character=character, name=name)
    change_birthday(character=renamed, month=birth_month, day=birth_day)
    return change_titles(character=renamed, title=title, c_level_title=c_level_title)


def _check_room(league: League, owner: User, *, apart_from: Character | None = None) -> None:
    """Lock the league, so that two at once can't both be the last allowed one. Raises ValidationError under R101."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    season = league.seasons.order_by("-id").first()
    allowed = (house_rules_of(season) if season else DEFAULTS).characters_per_owner
    others = active_characters(league, owner).exclude(pk=apart_from.pk if apart_from else 0)
    active = list(others.values_list("name", flat=True))
    if len(active) >= allowed:
        limit = "one active character" if allowed == 1 else f"{allowed} active characters"
        raise ValidationError(
            f"{owner.get_username()} has {', '.join(active)} already; in this league a person may have {limit} (R101)."
        )


def active_characters(league: League, owner: User) -> QuerySet[Character]:
    """The owner's characters of this league that have not left by golden parachute."""
    return Character.objects.filter(
        owner=owner, enrolment__league=league, careers__current=True, careers__status=ACTIVE
    )


BATCH = 500


@transaction.atomic
def import_characters(*, league: League, data: bytes, dry_run: bool = False) -> ImportSummary:
    """Register every character of the file that is not known yet. Owners that are unknown are created without a usable
    password and become players of the league.

    Raises FileRefused with every problem of the file, house rule R101 included.
    """
    rows, problems = characters_from_csv(data)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    stored = _stored(rows)
    fresh = [row for row in rows if name_key(row.name) not in stored]
    problems += [problem for row in rows for problem in _conflicts(row, stored.get(name_key(row.name)), league)]
    problems += [
        FileProblem(row.line, "name", "The name contains a character that can't be shown.")
        for row in fresh
        if not can_be_shown(row.name)
    ]
    problems += _too_many(fresh, league)
    if problems:
        raise FileRefused(sorted(problems, key=lambda problem: problem.line or 0))
    if not dry_run:
        _register(fresh, league)
    return ImportSummary("character", len(fresh), len(rows) - len(fresh))


def _stored(rows: Sequence[CharacterRow]) -> Mapping[str, Character]:
    keys = [name_key(row.name) for row in rows]
    known = Character.objects.filter(name_key__in=keys).select_related("owner", "enrolment")
    renamed = FormerName.objects.select_related("character__owner", "character__enrolment")
    former = {name_key(row.name): row.character for row in renamed}
    return {key: former[key] for key in keys if key in former} | {one.name_key: one for one in known}


def _conflicts(row: CharacterRow, stored: Character | None, league: League) -> Iterator[FileProblem]:
    if stored is None:
        return
    if getattr(stored, "enrolment", None) is None or stored.enrolment.league_id != league.pk:
        yield FileProblem(row.line, "name", f"{stored.name} belongs to another league.")
    said = {
        "owner": (row.owner, stored.owner.get_username()),
        "edition": (row.edition, stored.edition),
        "specialty": (row.specialty, stored.specialty),
        "side_interest": (row.side_interest, stored.side_interest),
        "title": (tidy(row.title), stored.title),
    }
    for column, (says, known) in said.items():
        if says != known:
            yield FileProblem(
                row.line, column, f"{stored.name} is known with '{known}', not '{says}'. Mend the row or leave it out."
            )


def _too_many(fresh: Sequence[CharacterRow], league: League) -> Iterator[FileProblem]:
    """R101: how many active characters a person may have in the league."""
    season = league.seasons.order_by("-id").first()
    allowed = (house_rules_of(season) if season else DEFAULTS).characters_per_owner
    active = Character.objects.filter(
        enrolment__league=league,
        careers__current=True,
        careers__status=ACTIVE,
        owner__username__in={r.owner for r in fresh},
    )
    count = Counter(active.values_list("owner__username", flat=True))
    for row in fresh:
        count[row.owner] += 1
        if count[row.owner] > allowed:
            yield FileProblem(
                row.line,
                "owner",
                f"{row.owner} would have {count[row.owner]} active characters; this league allows {allowed} (R101).",
            )


def _register(fresh: Sequence[CharacterRow], league: League) -> None:
    owners = _owners({row.owner for row in fresh}, league)
    taken = set(Character.objects.values_list("slug", flat=True))
    rows = []
    for row in fresh:
        slug = slug_of(row.name, taken)
        taken.add(slug)
        rows.append(
            new_character(
                owner=owners[row.owner],
                name=tidy(row.name),
                slug=slug,
                edition_id=row.edition,
                specialty=row.specialty,
                side_interest=row.side_interest,
                title=tidy(row.title),
            )
        )
    characters = Character.objects.bulk_create(rows, batch_size=BATCH)
    Career.objects.bulk_create([Career(character=one, number=1) for one in characters], batch_size=BATCH)
    Enrolment.objects.bulk_create([Enrolment(league=league, character=one) for one in characters], batch_size=BATCH)


def _owners(names: set[str], league: League) -> Mapping[str, User]:
    known = {user.username: user for user in User.objects.filter(username__in=names)}
    fresh = []
    for name in sorted(names - set(known)):
        user = User(username=name)
        user.set_unusable_password()
        fresh.append(user)
    known |= {user.username: user for user in User.objects.bulk_create(fresh, batch_size=BATCH)}
    members = set(Membership.objects.filter(league=league, user__in=known.values()).values_list("user_id", flat=True))
    Membership.objects.bulk_create(
        [Membership(league=league, user=user, role=Role.PLAYER) for user in known.values() if user.pk not in members],
        batch_size=BATCH,
    )
    return known
