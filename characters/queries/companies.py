"""List companies and who works there."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from characters.models import Career
from characters.queries.people import Person, person
from characters.rules import ladder
from characters.rules.career import ACTIVE, RETIRED
from characters.rules.names import by_name
from engine.careers.editions import Company, Edition, edition, edition_ids

EVERYBODY = Q()
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Office:
    """A company in the directory: its people at work, and how many of them are at the top."""

    edition: str
    id: str
    name: str
    program: str
    people: int
    c_level: int

    @property
    def href(self) -> str:
        return reverse("company_detail", args=[self.edition, self.id])


@dataclass(frozen=True, slots=True)
class Directory:
    """An edition with its companies in the order of the board."""

    edition: Edition
    offices: tuple[Office, ...]

    @property
    def people(self) -> int:
        return sum(office.people for office in self.offices)


@dataclass(frozen=True, slots=True)
class Tier:
    """One level of a company; `people` are the first of `count`, `more_href` leads to all of them."""

    level: str
    name: str
    people: tuple[Person, ...]
    count: int
    vacancy: str
    more_href: str

    @property
    def more(self) -> int:
        return self.count - len(self.people)


def directories(among: Q = EVERYBODY) -> list[Directory]:
    """Return every edition, those with people first, in one query."""
    rows = (
        Career.objects.filter(among, current=True, status=ACTIVE)
        .order_by()
        .values_list("character__edition", "character__primary_company")
        .annotate(people=Count("pk"), top=Count("pk", filter=Q(level=ladder.C_LEVEL)))
    )
    counts = {(edition_id, company): (people, top) for edition_id, company, people, top in rows}
    sections = []
    for names in map(edition, edition_ids()):
        companies = names.companies.values()
        offices = (_office(names, office, *counts.get((names.id, office.id), (0, 0))) for office in companies)
        sections.append(Directory(names, tuple(offices)))
    return sorted(sections, key=lambda directory: -directory.people)


def _office(names: Edition, company: Company, people: int, top: int) -> Office:
    program = names.programs[company.program].name if company.program else ""
    return Office(names.id, company.id, company.name, program, people, top)


def tiers(
    names: Edition, company: str, *, most: int, among: Q = EVERYBODY, filters: Mapping[str, str] = NOTHING
) -> list[Tier]:
    """Return the people at work in a company from the C-suite down, vacancies included. One query for each level, and
    one that counts. `filters` are further parameters for the addresses of lists of them."""
    staff = Q(character__edition=names.id, character__primary_company=company)
    return tiers_of(names, among & staff, most=most, filters={"company": f"{names.id}/{company}", **filters})


def tiers_of(names: Edition, among: Q, *, most: int, filters: Mapping[str, str]) -> list[Tier]:
    """Return those of the people at work who are `among` these, from the C-suite down, in the words of an edition.
    `filters` are the parameters that name them in the addresses of lists."""
    staff = Career.objects.filter(among, current=True, status=ACTIVE).order_by()
    counts = dict(staff.values_list("level").annotate(Count("pk")))
    return [
        Tier(
            level=level,
            name=level_word(names, level),
            people=tuple(
                person(career)
                for career in staff.filter(level=level)
                .select_related("character")
                .order_by("-points_since_level_change", *by_name("character__"))[:most]
            ),
            count=counts.get(level, 0),
            vacancy=_vacancy(level),
            more_href=f"{reverse('character_list')}?{urlencode({**filters, 'level': level, 'status': ACTIVE})}",
        )
        for level in reversed(ladder.LEVELS)
    ]


def former_executives(names: Edition, company: str, *, most: int, among: Q = EVERYBODY) -> list[Person]:
    """Return the characters that left this company by golden parachute and have not started a new career."""
    left = Career.objects.filter(
        among, current=True, status=RETIRED, character__edition=names.id, character__primary_company=company
    ).select_related("character")
    return [person(career) for career in left.order_by(*by_name("character__"))[:most]]


def level_word(names: Edition, level: str) -> str:
    """Return a level in the edition's words, without anybody's title: "C-suite" for the top."""
    return _("C-suite") if level == ladder.C_LEVEL else names.level_words[level]


def _vacancy(level: str) -> str:
    return _("The corner office is vacant") if level == ladder.C_LEVEL else _("Vacant")
