"""The companies of a season against each other, and in which ways its standings can be shown."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Literal
from zoneinfo import ZoneInfo

from django.db.models import Max, Min

from characters.models import Character
from characters.queries.people import Person, people, workplaces
from characters.rules.names import by_name
from games.rules.points import decimal
from league.core.rules.grouping import grouped
from league.core.rules.unfolding import enough_for_a_course, enough_to_compare
from league.models import Season
from league.standings.queries.standings import results_of, standings
from league.standings.rules.companies import CompanyStanding, company_standings, counts_for_a_company
from league.standings.rules.tiebreaks import Counting, Tally

Way = Literal["table", "picture", "companies"]
FACES = 3
NAMED = 12  # people of a company; the standings list them all
EVERY_GAME = Counting()
LOOKED_AT = 500  # characters: with more, some two of them are of different companies


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company as the page shows it: the first of its `people`, and how many `more` count. `apart` is how far its mean
    is above that of all games of the companies, or below it. Its bar goes from the middle, 50, to there, in percent."""

    standing: CompanyStanding
    name: str
    people: tuple[Person, ...]
    more: int
    apart: str
    bar_start: int
    bar_width: int

    @property
    def faces(self) -> tuple[Person, ...]:
        return self.people[:FACES]


def company_rows(season: Season) -> list[CompanyRow]:
    """Return the companies of a season in order, each with the first of its people by name."""
    tallies = standings(season, counting=EVERY_GAME).tallies
    company_of = dict(_members(season, tallies))
    staff = grouped((company, who) for who, company in company_of.items() if counts_for_a_company(tallies[who]))
    rows = company_standings((company_of[who], tally) for who, tally in tallies.items())
    persons = people(who for members in staff.values() for who in members[:NAMED])
    named = {company: [persons[who] for who in members[:NAMED]] for company, members in staff.items()}
    first = [who for standing in rows for who in standing.people[:1]]
    names = {place.company: place.name for place in workplaces(Character.objects.filter(pk__in=first))}
    games = sum(standing.games for standing in rows) or 1
    middle = sum((_mean(standing) * standing.games for standing in rows), Fraction(0)) / games
    widest = max((abs(_mean(standing) - middle) for standing in rows), default=Fraction(0)) or Fraction(1)
    return [_row(standing, names[standing.company], named[standing.company], middle, widest) for standing in rows]


def _row(
    standing: CompanyStanding, name: str, members: Sequence[Person], middle: Fraction, widest: Fraction
) -> CompanyRow:
    apart = _mean(standing) - middle
    width = round(50 * abs(apart) / widest)
    sign = "−" if apart < 0 else "+"
    start = 50 - width if apart < 0 else 50
    more = len(standing.people) - len(members)
    return CompanyRow(standing, name, tuple(members), more, f"{sign}{decimal(abs(apart))}", start, width)


def _members(season: Season, tallies: Collection[int]) -> list[tuple[int, str]]:
    """Return the id and the company of each of these characters, by name."""
    columns = ("pk", "primary_company")
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
