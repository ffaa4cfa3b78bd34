"""List characters: a name and a portrait, with the level, title and company of the current career."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.db.models import Q, QuerySet
from django.urls import reverse

from characters.charts.portraits import Portrait, portrait
from characters.models import Career, Character, FormerName
from characters.rules import career as rules
from characters.rules.names import by_name, search_words
from engine.careers.editions import edition


def hidden_names(characters: Q) -> dict[str, str]:
    """Return the hidden former names of these characters, each with the name that its bearer has now. `characters`: a
    condition on the row of the name."""
    hidden = FormerName.objects.filter(characters).exclude(hidden_at=None)
    return dict(hidden.values_list("name", "character__name"))


def _face(who: "Character | Person", company: str, level: str, retired: bool) -> Portrait:
    """Return the portrait of a character. Its id is the seed, because nothing else of it is constant."""
    address = reverse("picture_file", args=[who.slug, who.picture]) if who.picture else ""
    firm = _places(who.edition)[company]
    return portrait(str(who.pk), level=level, firm=firm, retired=retired, picture=address)


def portrait_of(character: Character, level: str, *, retired: bool = False) -> Portrait:
    """Return the portrait of a character at this level."""
    return _face(character, character.primary_company, level, retired)


@cache
def _places(edition_id: str) -> dict[str, int]:
    """Return the place of each company in its edition, which is its colour."""
    return {company: place for place, company in enumerate(edition(edition_id).companies)}


@dataclass(frozen=True, slots=True)
class Person:
    """A character in a list: the columns `_OF_CAREER` and `_OF_CHARACTER`. `level` is the level id, `level_name` the
    same as this character bears it."""

    pk: int
    level: str
    status: str
    games: int
    wins: int
    name: str
    slug: str
    edition: str
    company: str
    picture: str
    specialty: str
    title: str
    c_level_title: str

    @property
    def level_name(self) -> str:
        return edition(self.edition).level_name(
            self.level, specialty=self.specialty, title=self.title, c_level_title=self.c_level_title
        )

    @property
    def retired(self) -> bool:
        return self.status == rules.RETIRED

    @property
    def href(self) -> str:
        return reverse("character_detail", args=[self.slug])

    @property
    def portrait(self) -> Portrait:
        return _face(self, self.company, self.level, self.retired)

    @property
    def company_name(self) -> str:
        return edition(self.edition).companies[self.company].name

    @property
    def company_href(self) -> str:
        return reverse("company_detail", args=[self.edition, self.company])


@dataclass(frozen=True, slots=True)
class Workplace:
    """A company to choose from."""

    edition: str
    company: str
    name: str


def person(career: Career) -> Person:
    """Return the current career with its character, selected beforehand."""
    of_career = (getattr(career, field) for field in _OF_CAREER)
    return Person(*of_career, *(getattr(career.character, field) for field in _OF_CHARACTER))


# What makes a Person, from a career. Hundreds of them are in some pages: rows cost a third of what models do.
_OF_CHARACTER = ("name", "slug", "edition", "primary_company", "picture", "specialty", "title", "c_level_title")
_OF_CAREER = ("character_id", "level", "status", "games", "wins")


def people(character_ids: Iterable[int]) -> dict[int, Person]:
    """Return these characters by id, in one query."""
    careers = Career.objects.filter(current=True, character__in=set(character_ids)).order_by()
    rows = careers.values_list(*_OF_CAREER, *(f"character__{field}" for field in _OF_CHARACTER))
    return {row[0]: Person(*row) for row in rows}


MOST_WORDS = 6  # of a search


def name_fits(typed: str, character: str = "") -> Q:
    """Return the condition that every word of `typed` is in the name of `character`, a path of lookups with its `__`;
    or a former name, or `label_`."""
    fits, words = Q(), search_words(typed)[:MOST_WORDS]
    for word in words:
        begins = word.isdigit() or len(word) == 1 < len(words)  # a number, or an initial beside a name
        fits &= Q(**{f"{character}search_key__contains": f" {word}" if begins else word})
    return fits


def named(search: str) -> QuerySet[Character]:
    """Return the characters with `search` in their name, or in a former one."""
    former = FormerName.objects.shown().filter(name_fits(search))
    return Character.objects.filter(name_fits(search) | Q(pk__in=former.values("character"))).order_by()


def search_keys(characters: QuerySet[Character]) -> list[tuple[int, str]]:
    """Return the ids of these characters with their current and then their former names, to look for the one that
    somebody means."""
    former = FormerName.objects.shown().filter(character__in=characters.order_by())
    return [*characters.values_list("pk", "search_key"), *former.values_list("character", "search_key")]


def roster(search: str = "", *, level: str = "", company: str = "", status: str = "") -> QuerySet[Career]:
    """Return current careers with their characters, by name; no rows for anything that does not exist. `search` is part
    of a name, `company` is `edition/company`."""
    careers = Career.objects.filter(current=True).select_related("character").order_by(*by_name("character__"))
    if search.strip():
        careers = careers.filter(character__in=named(search))
    if level:
        careers = careers.filter(level=level)
    if company:
        edition_id, _, company_id = company.partition("/")
        careers = careers.filter(character__edition=edition_id, character__primary_company=company_id)
    return careers.filter(status=status) if status else careers


def workplaces(characters: QuerySet[Character]) -> list[Workplace]:
    """Return the companies that these characters belong to, by name, in one query."""
    pairs = characters.order_by().values_list("edition", "primary_company").distinct()
    places = [
        Workplace(edition_id, company, edition(edition_id).companies[company].name) for edition_id, company in pairs
    ]
    return sorted(places, key=lambda place: (place.name, place.edition))
