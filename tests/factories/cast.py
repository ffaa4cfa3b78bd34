"""A league at its tables: characters registered and games reported, confirmed and reviewed through the services."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from characters.models import Career, Character
from characters.rules.career import Event
from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from games.services.review import review_waiting
from league.management.commands.check_careers import check, general_differences, parts
from league.models import Membership, Season, SeasonGame
from league.models.organisation import Role
from league.people.services.registration import register_in_league
from league.results.services.games import report_game
from tests.factories.league import a_season, on_day

# Whatever the level: with these and the points, a game leads to the next one.
PATHS: Mapping[str, Any] = {
    "degrees": {"law": 4, "sales_marketing": 4},
    "trips": {"lister_bacon": 12, "harrods": 12},
}
_TOTALS = [field.attname for field in Career._meta.concrete_fields if field.attname not in ("id", "character_id")]
_EVENT = [name for name in Event._fields if name != "game"]


def a_user(name: str, season: Season | None = None, role: str = Role.PLAYER) -> User:
    """A person; with a season a member of its league."""
    user, _ = User.objects.get_or_create(username=name)
    if season is not None:
        Membership.objects.update_or_create(league=season.league, user=user, defaults={"role": role})
    return user


def hire(season: Season, name: str, *, owner: User | None = None, specialty: str = "law") -> Character:
    """A character at Entry Level: Law and Sales & Marketing, one as specialty and one as side interest. Lawyers work
    for Lister & Bacon, the others for Harrods."""
    return register_in_league(
        league=season.league,
        owner=owner or a_user(name.lower(), season),
        name=name,
        edition_id="london",
        specialty=specialty,
        side_interest="sales_marketing" if specialty == "law" else "law",
        title="Counsel",
    )


def a_club(**settings: Any) -> tuple[Season, Character, Character, Character, Character]:
    """A season and its cast: Ada and Cleo of Lister & Bacon, Bo and Dev of Harrods."""
    season = a_season(**settings)
    return (
        season,
        hire(season, "Ada"),
        hire(season, "Bo", specialty="sales_marketing"),
        hire(season, "Cleo"),
        hire(season, "Dev", specialty="sales_marketing"),
    )


def at(who: Character | str, points: int = 50, *, won: bool = False, **figures: Any) -> SeatLine:
    """A seat with all its points in happiness; a string is a guest. The seat's number comes with the sheet."""
    name, pk = (who, None) if isinstance(who, str) else (who.name, who.pk)
    return SeatLine(0, pk, name, won, {"happiness": points, "fame": 0, "cash": 0, **figures})


def a_sheet(*seats: SeatLine, day: int | datetime = 1, target: int | None = 100, **header: Any) -> ScoreSheet:
    """A formula game of 100 points; the first seat wins unless another one says that it did."""
    nobody = not any(seat.won for seat in seats)
    lines = tuple(
        SeatLine(number, seat.character, seat.name, seat.won or (nobody and number == 1), seat.figures)
        for number, seat in enumerate(seats, start=1)
    )
    when = on_day(day) if isinstance(day, int) else day
    return ScoreSheet("careers", "london", when, lines, header.pop("mode", "formula"), target, **header)


def played(season: Season, reference: str, *seats: SeatLine, day: int | datetime = 1, **header: Any) -> SeasonGame:
    """A confirmed game, its review still to come."""
    sheet = a_sheet(*seats, day=day, **header)
    return report_game(season=season, reference=reference, sheet=sheet, source=Sheet.WEB, confirm=True)


def climb(season: Season, who: Character, games: int, *, prefix: str = "c", first_day: int = 1) -> list[SeasonGame]:
    """`who` wins that many games against a guest character, one level up in each, on days in a row."""
    rival = Character.objects.filter(name="Rival").first() or hire(season, "Rival")
    return [
        played(
            season, f"{prefix}{number}", at(who, 2500, **PATHS), at(rival, 10), day=on_day(1) + timedelta(days=number)
        )
        for number in range(first_day - 1, first_day - 1 + games)
    ]


def review() -> int:
    """Review until nothing waits."""
    total = 0
    while done := review_waiting():
        total += done
    return total


def level(who: Character) -> str:
    return Career.objects.get(character=who, current=True).level


def life(who: Character) -> tuple[list[Any], list[Any]]:
    """The careers and the standing history as stored, without ids."""
    careers = [[getattr(row, name) for name in _TOTALS] for row in who.careers.order_by("number")]
    events = [[getattr(event, name) for name in _EVENT] for event in who.events.filter(rescinded_at=None)]
    return careers, sorted(events, key=str)


def differences() -> list[str]:
    """What check_careers would say."""
    return [*general_differences(), *(found for part in parts() for found in check(part))]
