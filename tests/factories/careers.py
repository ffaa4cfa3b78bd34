"""Careers as they are stored, and games that lead up them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.utils import timezone

from characters.models import Career, CareerEvent, Character
from characters.rules.career import Event
from league.models import Season, SeasonGame, Table
from league.site.queries.proof import differences_of, general_differences, portions
from league.tournaments.tables.queries.table_state import reference_of
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.games import played, review
from tests.factories.sheets import at

# Whatever the level: with these and the points, a game leads to the next one.
PATHS: Mapping[str, Any] = {"degrees": {"law": 4, "sales_marketing": 4}, "trips": {"lister_bacon": 12, "harrods": 12}}
_TOTALS = [field.attname for field in Career._meta.concrete_fields if field.attname not in ("id", "character_id")]
_EVENT = [name for name in Event._fields if name != "game"]


def climb(season: Season, who: Character, games: int, *, prefix: str = "c", first_day: int = 1) -> list[SeasonGame]:
    """`who` wins that many games against a guest character, one level up in each, on days in a row."""
    rival = Character.objects.filter(name="Rival").first() or hire(season, "Rival")
    return [
        played(
            season, f"{prefix}{number}", at(who, 2500, **PATHS), at(rival, 10), day=on_day(1) + timedelta(days=number)
        )
        for number in range(first_day - 1, first_day - 1 + games)
    ]


def qualified(who: Character) -> dict[str, dict[str, int]]:
    """The degrees and trips that open every level, for a seat of a sheet."""
    return {
        "degrees": dict.fromkeys((who.specialty, who.side_interest), 4),
        "trips": dict.fromkeys((who.primary_company, who.secondary_company), 12),
    }


def played_with_paths(table: Table, *points: int) -> SeasonGame:
    """The game of a table of Careers, confirmed: everybody has what all levels ask for, and so many points; the last
    has 50."""
    people = [seat.entry.character for seat in table.seats.select_related("entry__character").order_by("seat")]
    seats = [at(who, held, **qualified(who)) for who, held in zip(people, [*points, 50], strict=True)]
    season, reference = table.round.stage.tournament.season, reference_of(table)
    made = played(season, reference, *seats, day=timezone.now() - timedelta(minutes=1))
    table.game = made.game
    table.save(update_fields=["game"])
    return made


def on_the_brink(season: Season, rival: Character, *people: Character) -> None:
    """Everything that a Senior needs but the last points, of games before against this rival."""
    for who in people:
        played(season, f"before-{who.name}", at(who, 499, **qualified(who), won=True), at(rival, 10))
    review()


def level(who: Character) -> str:
    return Career.objects.get(character=who, current=True).level


def life(who: Character) -> tuple[list[Any], list[Any]]:
    """The careers and the standing history as stored, without ids."""
    careers = [[getattr(row, name) for name in _TOTALS] for row in who.careers.order_by("number")]
    events = [[getattr(event, name) for name in _EVENT] for event in who.events.filter(rescinded_at=None)]
    return careers, sorted(events, key=str)


def differences(*, references: bool = True) -> list[str]:
    """Return what check_careers would say. `references` cost most, and SQLite checks them when a test ends."""
    asked = [portion for portion in portions() if references or portion.what != "references"]
    return [*general_differences(), *(found for portion in asked for found in differences_of(portion))]


def lacks(said: str) -> list[str]:
    """Return what check_careers says instead of `said`, [] once it says it. Checks of single rows are asked first."""
    found: list[str] = []
    asked = sorted(
        portions(), key=lambda portion: ("games", "characters", "tournaments").count(portion.what), reverse=True
    )
    for check in [*(partial(differences_of, portion) for portion in asked), general_differences]:
        found += check()
        if any(said in one for one in found):
            return []
    return found or ["nothing"]


def often_reviewed(character: Character, games: int) -> Character:
    """The character with reviews of that many games, one a day, which changed nothing."""
    first = datetime(2020, 1, 1, tzinfo=UTC)
    CareerEvent.objects.bulk_create(
        CareerEvent(
            character=character,
            career=1,
            kind="review",
            game=number,
            reference=f"g{number}",
            why="A game.",
            points=90,
            at=first + timedelta(days=number),
            from_level="entry",
            to_level="entry",
            yardstick=100,
        )
        for number in range(1, games + 1)
    )
    return character
