"""Reports as the staff reads them, and whose page an address is."""

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.contrib.auth.models import User
from django.db.models import QuerySet

from characters.models import Character, CharacterPicture
from league.core.queries.addresses import league_of_path
from league.models import Block, League, Membership, Remark, Report
from league.models.organisation import Role

_VENUE = re.compile(r"/(game|play)s?/([0-9]{1,18})/")
_REMARK = re.compile(r"remark-([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Subject:
    league: League | None
    person: User | None


def subject_of(page: str) -> Subject:
    """Return the league to which the page at this address belongs, and who made the remark or owns the character
    there."""
    path = urlsplit(page).path
    league = League.objects.filter(pk=league_of_path(path) or 0).first()
    character, remark = character_of(page), remark_of(page)
    person = remark.by if remark else character.owner if character else None
    return Subject(league, person)


def remark_of(page: str) -> Remark | None:
    """Return the remark that this address points at, if it does."""
    address = urlsplit(page)
    venue, number = _VENUE.match(address.path), _REMARK.fullmatch(address.fragment)
    if venue is None or number is None:
        return None
    return Remark.objects.select_related("by").filter(pk=int(number[1]), **{venue[1]: int(venue[2])}).first()


def character_of(page: str) -> Character | None:
    """Return the character to whose file the page at this address belongs."""
    return Character.objects.select_related("owner", "enrolment__league").filter(slug=_slug(page)).first()


def _slug(page: str) -> str:
    path = unquote(urlsplit(page).path)
    return path.removeprefix("/characters/").partition("/")[0] if path.startswith("/characters/") else ""


def character_pictures(character: Character) -> QuerySet[CharacterPicture]:
    return CharacterPicture.objects.filter(character=character)


def pictures_reported(reports: list[Report]) -> dict[int, Character]:
    """Return for each report the character with a picture whose file it is about. One query, however many reports."""
    slugs = {report.pk: _slug(report.page) for report in reports}
    characters = Character.objects.filter(slug__in=set(slugs.values())).exclude(picture="")
    by_slug = {character.slug: character for character in characters}
    return {report: by_slug[slug] for report, slug in slugs.items() if slug in by_slug}


def hidden_pictures() -> QuerySet[CharacterPicture]:
    return CharacterPicture.objects.filter(hidden_at__isnull=False).select_related("character").order_by("-hidden_at")


def open_reports() -> QuerySet[Report]:
    return Report.objects.filter(decision="").select_related("league", "person", "made_by").order_by("id")


def decided_reports() -> QuerySet[Report]:
    return Report.objects.exclude(decision="").select_related("league", "person", "made_by", "decided_by")


def organisers_of(league: League) -> QuerySet[User]:
    return User.objects.filter(memberships__league=league, memberships__role=Role.ORGANISER)


def names_to_block(reports: list[Report]) -> list[str]:
    """Return the user names that the reports may be about: the owners of their characters and the organisers of their
    leagues."""
    leagues = {report.league_id for report in reports}
    organisers = Membership.objects.filter(league__in=leagues - {None}, role=Role.ORGANISER)
    owners = {report.person.get_username() for report in reports if report.person}
    return sorted(owners | set(organisers.values_list("user__username", flat=True)))


def hidden_leagues() -> QuerySet[League]:
    return League.objects.filter(hidden_at__isnull=False).order_by("-hidden_at")


def blocks() -> QuerySet[Block]:
    return Block.objects.select_related("user", "by")
