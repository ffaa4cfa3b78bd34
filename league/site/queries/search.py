"""One box for everything that has a name: that many rows of each kind at most, in a constant number of queries.

Names that begin with what was typed come first and from an index. Only if these are too few are the others looked
through, a few milliseconds for ten thousand characters. Hidden leagues stay hidden, with all that is theirs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.db import connection
from django.db.models import Q
from django.urls import reverse
from django.utils import dateformat, timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.charts.portraits import Portrait
from characters.models import Character, FormerName
from characters.queries.people import name_fits, people
from characters.rules.names import by_name, search_words
from engine.careers.editions import edition, edition_ids
from league.core.queries.access import visible_to
from league.core.queries.characters import not_merged
from league.core.queries.game_lines import GameLine, game_lines
from league.handbook.queries.rule_pages import books
from league.models import League, Season, SeasonGame, Tournament
from league.people.queries.person_pages import people_shown_to, person_href
from league.site.rules.search import Sought

LAST_LETTER = "\U0010ffff"
_STATUS = {
    Tournament.PLANNED: gettext_lazy("planned"),
    Tournament.RUNNING: gettext_lazy("running"),
    Tournament.FINISHED: gettext_lazy("finished"),
    Tournament.CANCELLED: gettext_lazy("cancelled"),
}


@dataclass(frozen=True, slots=True)
class Hit:
    name: str
    href: str
    about: str
    portrait: Portrait | None = None


@dataclass(frozen=True, slots=True)
class HitGroup:
    """Hits of one kind, and where the rest of them is listed, if there is such a page."""

    title: str
    hits: tuple[Hit, ...]
    all_href: str


@dataclass(frozen=True, slots=True)
class Search:
    """A search: the text, the reader, and how many hits of a kind are wanted."""

    sought: Sought
    user: Any
    most: int

    def groups(self) -> list[HitGroup]:
        """Return the kinds of which there is something."""
        groups = [group(self) for group in _GROUPS] if self.sought.is_enough else []
        return [group for group in groups if group.hits]

    def shown(self, league: str) -> Q:
        return visible_to(self.user, league)


def begins(field: str, text: str) -> Q:
    """Return the condition that the field begins with `text`, by the index of the field: SQLite's LIKE never takes
    it."""
    if connection.vendor == "sqlite":
        return Q(**{f"{field}__gte": text, f"{field}__lt": text + LAST_LETTER})
    return Q(**{f"{field}__startswith": text})


def _characters(search: Search) -> HitGroup:
    characters = Character.objects.filter(search.shown("enrolment__league"), not_merged())
    ids: list[int] = []
    for named in (begins("search_key", f" {' '.join(search_words(search.sought.text))}"), _within(search.sought)):
        if len(ids) < search.most:
            rows = characters.filter(named).exclude(pk__in=ids) if ids else characters.filter(named)
            ids += rows.order_by(*by_name()).values_list("pk", flat=True)[: search.most - len(ids)]
    persons = people(ids)
    hits = tuple(
        Hit(person.name, person.href, f"{person.level_name}, {person.company_name}", person.portrait)
        for person in map(persons.get, ids)
        if person is not None
    )
    return HitGroup(_("Characters"), hits, _listed("character_list", search, hits))


def _within(sought: Sought) -> Q:
    """Return the condition that every word is in the name, or in a former name."""
    return name_fits(sought.text) | Q(
        pk__in=FormerName.objects.shown().filter(name_fits(sought.text)).values("character")
    )


def _persons(search: Search) -> HitGroup:
    """Return the people whose page the reader would find."""
    rows = people_shown_to(search.user).filter(username__icontains=search.sought.text).order_by("username")
    names = rows.values_list("username", flat=True)[: search.most]
    return HitGroup(_("People"), tuple(Hit(name, person_href(name), _("Player")) for name in names), "")


def _games(search: Search) -> HitGroup:
    match = begins("reference", search.sought.text) | (~Q(name="") & Q(name__icontains=search.sought.text))
    if search.sought.number is not None:
        match |= Q(game=search.sought.number)
    rows = SeasonGame.objects.filter(search.shown("season__league"), match).select_related("game")
    lines = game_lines(rows.order_by("reference", "pk")[: search.most])
    return HitGroup(_("Games"), tuple(map(_game, lines)), "")


def _game(line: GameLine) -> Hit:
    seats = ", ".join(seat.name for seat in line.seats)
    day = dateformat.format(timezone.localtime(line.played_at), "j M Y")
    return Hit(line.name, line.href, f"{line.system}, {day}: {seats} ({line.reference})")


def _tournaments(search: Search) -> HitGroup:
    rows = Tournament.objects.filter(search.shown("season__league"), _named(search.sought)).select_related("season")
    tournaments = rows.order_by("-pk")[: search.most]
    hits = tuple(
        Hit(tournament.name, tournament.get_absolute_url(), f"{tournament.season}, {_STATUS[tournament.status]}")
        for tournament in tournaments
    )
    return HitGroup(_("Tournaments"), hits, "")


def _leagues(search: Search) -> HitGroup:
    """Return leagues, then seasons."""
    leagues = League.objects.filter(search.shown("pk"), _named(search.sought)).order_by("name")[: search.most]
    seasons = Season.objects.filter(search.shown("league"), _named(search.sought)).select_related("league")
    hits = [Hit(league.name, league.get_absolute_url(), _("League")) for league in leagues]
    hits += [
        Hit(season.name, season.get_absolute_url(), _("Season of {league}").format(league=season.league))
        for season in seasons[: search.most]
    ]
    return HitGroup(_("Leagues and seasons"), tuple(hits[: search.most]), "")


def _named(sought: Sought) -> Q:
    """Return the condition that the text is in the name, or in the slug, which is lower case in every alphabet
    (SQLite's LIKE knows only ASCII)."""
    slug = slugify(sought.text, allow_unicode=True)
    return Q(name__icontains=sought.text) | (Q(slug__contains=slug) if slug else Q())


def _companies(search: Search) -> HitGroup:
    hits = [hit for hit in _all_companies() if search.sought.is_in(hit.name)]
    hits.sort(key=lambda hit: (not hit.name.casefold().startswith(search.sought.key), hit.name))
    return HitGroup(_("Companies"), tuple(hits[: search.most]), "")


@cache
def _all_companies() -> tuple[Hit, ...]:
    return tuple(
        Hit(company.name, reverse("company_detail", args=[names.id, company.id]), names.name)
        for names in map(edition, edition_ids())
        for company in names.companies.values()
    )


def _rules(search: Search) -> HitGroup:
    matches = [
        Hit(f"{row.rule.id}: {row.rule.text}", f"{reverse('rule_book', args=[book.system])}#{row.rule.id}", book.name)
        for book in books(" ".join(search.sought.words))
        for section in book.sections
        for row in section.rows
    ]
    hits = tuple(matches[: search.most])
    return HitGroup(_("Rules"), hits, _listed("rule_books", search, hits))


def _listed(page: str, search: Search, hits: tuple[Hit, ...]) -> str:
    """Return the address of the list of all, once a group is full."""
    full = len(hits) == search.most
    return f"{reverse(page)}?{urlencode({'q': search.sought.text})}" if full else ""


_GROUPS: tuple[Callable[[Search], HitGroup], ...] = (
    _characters,
    _persons,
    _games,
    _tournaments,
    _leagues,
    _companies,
    _rules,
)
