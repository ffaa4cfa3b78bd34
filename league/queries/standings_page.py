"""A page of the standings: rows ready to show, sorted and filtered as the reader asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q

from characters.models import Character
from characters.rules.ladder import ENTRY
from league.models import Season
from league.queries.standings import results_of, then_and_now
from league.rules.standings import Standing, Standings
from league.rules.workings import Tiebreak

Sort = Literal["position", "name", "games", "wins"]
SORTS: tuple[Sort, ...] = ("position", "name", "games", "wins")


@dataclass(frozen=True, slots=True)
class Choice:
    """What the reader asked for. `company` is a company's id and `level` one of the ladder's, "" for any.
    Games and wins are sorted from most to fewest."""

    sort: Sort = "position"
    company: str = ""
    level: str = ""
    system: str | None = None


ANY = Choice()


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One row as the page shows it. `movement`: places gained on the last game day, None for a newcomer.
    `position_before_draw` is shared by those whom only the draw separates."""

    position: int
    position_before_draw: int
    movement: int | None
    character: int
    name: str
    slug: str
    company: str
    company_name: str
    level: str
    level_name: str
    status: str
    games: int
    wins: int
    points: str
    decided_by: str
    tiebreaks: tuple[Tiebreak, ...]


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """Page `number` of `pages` (from 1; an empty one is page 1 of 1); `total` rows after filtering."""

    rows: tuple[StandingRow, ...]
    number: int
    pages: int
    total: int
    choice: Choice


def page_of(season: Season, *, number: int = 1, size: int = 50, choice: Choice = ANY) -> StandingsPage:
    """Page `number` of the season's standings; a number out of range is brought into it."""
    then, now = then_and_now(season, system=choice.system)
    wanted = _wanted(season, now, choice)
    pages = max(1, -(-len(wanted) // size))
    number = min(max(number, 1), pages)
    part = slice((number - 1) * size, number * size)
    now.settle(_sorted(wanted, now, choice)[part])  # which may change who of those level is on this page
    shown = _sorted(wanted, now, choice)[part]
    return StandingsPage(tuple(_rows(shown, then, now)), number, pages, len(wanted), choice)


def _wanted(season: Season, now: Standings, choice: Choice) -> list[int]:
    """Everybody who passes the filters, by name if that is the order asked for."""
    if choice.sort != "name" and not choice.company and not choice.level:
        return list(now.tallies)
    played = results_of(season, system=choice.system).filter(character=OuterRef("pk"))
    characters = Character.objects.filter(Exists(played))
    if choice.company:
        characters = characters.filter(primary_company=choice.company)
    if choice.level:
        characters = characters.filter(careers__current=True, careers__level=choice.level)
    ids = characters.order_by("name_key").values_list("pk", flat=True)
    return [character for character in ids if character in now]


def _sorted(wanted: list[int], now: Standings, choice: Choice) -> list[int]:
    match choice.sort:
        case "name":
            return wanted
        case "games":
            return sorted(wanted, key=lambda who: (-now.tallies[who].games, now.index(who)))
        case "wins":
            return sorted(wanted, key=lambda who: (-now.tallies[who].wins, now.index(who)))
    return sorted(wanted, key=now.index)


def _rows(shown: Sequence[int], then: Standings, now: Standings) -> list[StandingRow]:
    before = then.positions(shown)
    standings = {standing.character: standing for standing in now.rows(shown)}
    people = {character.pk: character for character in with_level(shown)}
    return [_row(standings[who], people[who], before.get(who)) for who in shown]


def with_level(characters: Sequence[int]) -> Any:
    """These characters with the `level` and `status` of their current career."""
    return (
        Character.objects.filter(pk__in=characters)
        .annotate(now=FilteredRelation("careers", condition=Q(careers__current=True)))
        .annotate(level=F("now__level"), status=F("now__status"))
    )


def _row(standing: Standing, character: Any, before: int | None) -> StandingRow:
    level = character.level or ENTRY
    return StandingRow(
        position=standing.position,
        position_before_draw=standing.position_before_draw,
        movement=None if before is None else before - standing.position,
        character=character.pk,
        name=character.name,
        slug=character.slug,
        company=character.primary_company,
        company_name=character.company_name,
        level=level,
        level_name=character.level_name(level),
        status=character.status or "",
        games=standing.tally.games,
        wins=standing.tally.wins,
        points=standing.tiebreaks[0].shown,
        decided_by=standing.decided_by,
        tiebreaks=standing.tiebreaks,
    )
