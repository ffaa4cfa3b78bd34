"""The companies of a season against each other, and in which ways its standings can be shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Literal
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min, Sum

from characters.models import Character
from characters.queries.people import Person, people, workplaces
from league.core.rules.unfolding import enough_for_a_course, enough_to_compare
from league.models import Season
from league.standings.queries.standings import FIRST_PLACES, results_of
from league.standings.rules.companies import CompanyStanding, company_standings, counts_for_a_company
from league.standings.rules.tiebreaks import Tally

Way = Literal["table", "picture", "companies"]
LOOKED_AT = 500  # characters: with more, some two of them are of different companies


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company as the page shows it. `share` is the width of its bar, in percent of the first company's."""

    standing: CompanyStanding
    name: str
    people: tuple[Person, ...]
    share: int


def company_rows(season: Season) -> list[CompanyRow]:
    """Return the companies of a season in order, each with its people by name. Three queries."""
    each = results_of(season).values_list("character__primary_company", "character")
    played = each.annotate(games=Count("*"), wins=FIRST_PLACES, points=Sum("table_points"), shares=Sum("share"))
    standings = company_standings((company, Tally._make(figures)) for company, *figures in played)
    characters = [who for standing in standings for who in standing.people]
    names = {place.company: place.name for place in workplaces(Character.objects.filter(pk__in=characters))}
    staff = people(characters)
    most = max((_mean(standing) for standing in standings), default=Fraction(0)) or Fraction(1)
    return [
        CompanyRow(
            standing,
            names[standing.company],
            tuple(sorted((staff[who] for who in standing.people if who in staff), key=lambda person: person.name)),
            round(100 * _mean(standing) / most),
        )
        for standing in standings
    ]


def _mean(standing: CompanyStanding) -> Fraction:
    return standing.tiebreaks[0].value or Fraction(0)


def ways_to_show(season: Season, tallies: Iterable[Tally]) -> list[Way]:
    """Return the ways in which the standings of these tallies have something to show. Two queries."""
    span = results_of(season).aggregate(first=Min("played_at"), last=Max("played_at"))
    zone = ZoneInfo(season.league.zone)
    days = len({moment.astimezone(zone).date() for moment in span.values() if moment})  # two for two or more
    counted = islice((tally.character for tally in tallies if counts_for_a_company(tally)), LOOKED_AT)
    companies = Character.objects.filter(pk__in=list(counted)).order_by().values("primary_company").distinct().count()
    ways: dict[Way, bool] = {
        "table": True,
        "picture": enough_for_a_course(days),
        "companies": enough_to_compare(companies),
    }
    return [way for way, has_something in ways.items() if has_something]
