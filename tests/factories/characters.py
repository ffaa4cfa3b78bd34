"""Characters in a league: written directly, one or many, or registered through the service."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from characters.models import Career, Character
from characters.rules.names import name_key, search_key, sort_key
from characters.services.registration import free_slug
from league.models import Enrolment, Season
from league.people.services.registration import register_in_league
from tests.factories.people import a_member

NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kit", "Lena")


def a_character(
    season: Season, name: str, *, company: str = "agrivi", level: str = "entry", status: str = "active"
) -> Character:
    """A character of the season's league with its first career."""
    owner, _ = get_user_model().objects.get_or_create(username=f"owner-of-{name_key(name)}"[:150])
    character = Character.objects.create(
        name=name,
        name_key=name_key(name),
        search_key=search_key(name),
        sort_key=sort_key(name),
        slug=free_slug(name),
        owner=owner,
        edition="london",
        specialty="law",
        side_interest="sales_marketing",
        primary_company=company,
        secondary_company="harrods",
        title="Counsel",
    )
    Career.objects.create(character=character, number=1, level=level, status=status)
    Enrolment.objects.create(league=season.league, character=character)
    return character


def hire(season: Season, name: str, *, owner: User | None = None, specialty: str = "law") -> Character:
    """A character at Entry Level: Law and Sales & Marketing, one as specialty and one as side interest. Lawyers work
    for Lister & Bacon, the others for Harrods."""
    return register_in_league(
        league=season.league,
        owner=owner or a_member(season, name.lower()),
        name=name,
        edition_id="london",
        specialty=specialty,
        side_interest="sales_marketing" if specialty == "law" else "law",
        title="Counsel",
    )


def many_characters(season: Season, number: int) -> list[Character]:
    """Characters at Entry Level, each with an owner of its own: Ada, Bo, Cleo, ... then Person 13 and so on."""
    names = [NAMES[n] if n < len(NAMES) else f"Person {n + 1}" for n in range(number)]
    owners = User.objects.bulk_create([User(username=f"owner-of-{name.lower().replace(' ', '-')}") for name in names])
    people = Character.objects.bulk_create(
        [
            Character(
                name=name,
                name_key=name.lower(),
                search_key=search_key(name),
                sort_key=sort_key(name),
                slug=name.lower().replace(" ", "-"),
                owner=owner,
                edition="london",
                specialty="law",
                side_interest="sales_marketing",
                primary_company="lister_bacon",
                secondary_company="harrods",
                title="Counsel",
            )
            for name, owner in zip(names, owners, strict=True)
        ]
    )
    Career.objects.bulk_create([Career(character=one, number=1) for one in people])
    Enrolment.objects.bulk_create([Enrolment(league=season.league, character=one) for one in people])
    return people
