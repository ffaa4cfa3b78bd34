"""Characters entering a league: how many a person may have there is a house rule (R101)."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet

from characters.models import Character
from characters.rules.career import ACTIVE
from characters.rules.house_rules import DEFAULTS
from characters.services.registration import change_birthday, change_titles, register_character, rename_character
from characters.services.restart import restart_character
from games.services.review import doubt_sheets
from league.models import Enrolment, League
from league.queries.tables import house_rules_of


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
