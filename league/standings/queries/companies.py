"""The companies of a season against each other, and in which ways its standings can be shown."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Literal
from zoneinfo import ZoneInfo

from django.db.models import Max, Min
from django.urls import reverse

from characters.models import Character
from characters.queries.people import workplaces
from characters.rules.names import by_name
from league.core.rules.unfolding import enough_for_a_course, enough_to_compare
from league.models import Season
from league.standings.queries.standings import results_of, standings
from league.standings.rules.companies import CompanyStanding, company_standings, counts_for_a_company
from league.standings.rules.tiebreaks import Counting, Tally

Way = Literal["table", "picture", "companies"]
NAMED = 12  # people of a company; the standings list them all
EVERY_GAME = Counting()
LOOKED_AT = 500  # characters: with more, some two of them are of different companies


@dataclass(frozen=True, slots=True)
class Colleague:
    """Somebody whose games count for a company."""

    name: str
    href: str


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company as the page shows it: the first of its `people`, and how many `more` count. `share` is the width of its
    bar, in percent of the first company's."""

    standing: CompanyStanding
    name: str
    people: tuple[Colleague, ...]
    more: int
    share: int


def company_rows(season: Season) -> list[CompanyRow]:
    """Return the companies of a season in order, each with the first of its people by name."""
    tallies = standings(season, counting=EVERY_GAME).tallies
    company_of, staff = {}, defaultdict[str, list[Colleague]](list)
    for who, company, name, slug in _members(season, tallies):
        company_of[who] = company
        if len(staff[company]) < NAMED and counts_for_a_company(tallies[who]):
            staff[company].append(Colleague(name, reverse("character_detail", args=[slug])))
    rows = company_standings((company_of[who], tally) for who, tally in tallies.items())
    first = [who for standing in rows for who in standing.people[:1]]
    names = {place.company: place.name for place in workplaces(Character.objects.filter(pk__in=first))}
    most = max((_mean(standing) for standing in rows), default=Fraction(0)) or Fraction(1)
    return [
        CompanyRow(
            standing,
            names[standing.company],
            tuple(staff[standing.company]),
            len(standing.people) - len(staff[standing.company]),
            round(100 * _mean(standing) / most),
        )
        for standing in rows
    ]


def _members(season: Season, tallies: Collection[int]) -> list[tuple[int, str, str, str]]:
    """Return the id, company, name and slug of each of these characters, by name."""
    columns = ("pk", "primary_company", "name", "slug")
    enrolled = Character.objects.filter(enrolment__league=season.league_id).order_by(*by_name()).values_list(*columns)
    members = [row for row in enrolled if row[0] in tallies]
    if len(members) == len(tallies):
        return members
    return list(Character.objects.filter(pk__in=list(tallies)).order_by(*by_name()).values_list(*columns))


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
