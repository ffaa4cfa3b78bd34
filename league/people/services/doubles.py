"""Remember that two characters with similar names are two people, so that nobody is asked twice."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Character
from league.core.queries.access import require
from league.core.queries.characters import NearNames
from league.models import Enrolment, League, TwoPeople


@transaction.atomic
def say_two_people(*, league: League, characters: Collection[int], by: User) -> None:
    """Remember, as an organiser, that two characters are two people. Raise ValidationError unless both are here."""
    require(by, "administer", league)
    if len({*characters}) != 2 or Enrolment.objects.filter(league=league, character__in=characters).count() != 2:
        raise ValidationError(_("Choose two characters of {league}.").format(league=league))
    first, second = sorted(characters)
    TwoPeople.objects.get_or_create(first_id=first, second_id=second, defaults={"league": league, "said_by": by})


@transaction.atomic
def take_back_two_people(*, two: TwoPeople, by: User) -> None:
    """Forget, as an organiser, that they are two, so that they may be proposed again."""
    require(by, "administer", two.league)
    two.delete()


def note_newcomers(*, league: League, newcomers: Collection[Character], by: User | None) -> None:
    """Remember that these people differ from the similarly named ones offered before."""
    near = NearNames(league, apart_from={newcomer.pk for newcomer in newcomers})
    pairs = {(min(who.pk, pk), max(who.pk, pk)) for who in newcomers for pk in near.ids(who.name)}
    TwoPeople.objects.bulk_create(
        [TwoPeople(league=league, first_id=first, second_id=second, said_by=by) for first, second in sorted(pairs)],
        ignore_conflicts=True,
    )
