"""The page of a person: their characters, whose files name them anyway, and what else they chose to show.

A person with nothing visible to the reader has no page, like an unused name: nobody learns here who has an account."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from characters.models import Career, Character
from characters.rules.names import by_name
from league.clubs.queries import TournamentLine, tournament_lines, with_entries
from league.core.queries.access import visible_to
from league.models import Membership, PersonPage, Tournament

TOURNAMENTS = 12


@dataclass(frozen=True, slots=True)
class ShownOfPerson:
    """The figures that a person shows beside their characters; None if they chose not to."""

    leagues: list[Membership] | None
    tournaments: list[TournamentLine] | None


def people_shown_to(reader: Any) -> QuerySet[User]:
    """Return the people who have a page for this reader."""
    owns = Character.objects.filter(visible_to(reader, "enrolment__league"), owner=OuterRef("pk"))
    belongs = Membership.objects.filter(
        visible_to(reader, "league"), user=OuterRef("pk"), user__person_page__shows_leagues=True
    )
    return User.objects.filter(Exists(owns) | Exists(belongs), is_active=True)


def person_href(name: str) -> str:
    return reverse("person_page", args=[name])


def careers_of(person: User, *, reader: Any) -> QuerySet[Career]:
    """Return the current careers of the person's characters, by name."""
    visible = visible_to(reader, "character__enrolment__league")
    rows = Career.objects.filter(visible, current=True, character__owner=person).select_related("character")
    return rows.order_by(*by_name("character__"))


def shown_of(person: User, *, reader: Any) -> ShownOfPerson:
    chosen = PersonPage.objects.filter(user=person).first() or PersonPage(user=person)
    return ShownOfPerson(
        leagues=_leagues(person, reader) if chosen.shows_leagues else None,
        tournaments=_tournaments(person, reader) if chosen.shows_tournaments else None,
    )


def _leagues(person: User, reader: Any) -> list[Membership]:
    rows = Membership.objects.filter(visible_to(reader, "league"), user=person).select_related("league")
    return list(rows.order_by("league__name"))


def _tournaments(person: User, reader: Any) -> list[TournamentLine]:
    entered = Tournament.objects.filter(entries__character__owner=person).values("pk")
    rows = Tournament.objects.filter(visible_to(reader, "season__league"), pk__in=entered)
    return tournament_lines(with_entries(rows)[:TOURNAMENTS])
