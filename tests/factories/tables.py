"""Tables as they come in: real games through the services, with their sheets, facts and reviews."""

from typing import Any

from django.contrib.auth.models import User

from characters.models import Character
from games.rules.sheets import ScoreSheet, SeatLine
from games.services.review import review_waiting
from league.models import Membership, Season, SeasonGame
from league.models.organisation import Role
from league.results.services.games import report_game
from tests.factories.league import on_day


def seat(character: Character | str, points: int = 0, *, won: bool = False, **figures: Any) -> SeatLine:
    """A seat with all its points in fame unless told otherwise; a name alone is a guest. The number comes later."""
    reported = {"happiness": 0, "fame": points, "cash": 0} | figures
    if isinstance(character, str):
        return SeatLine(0, None, character, won, reported)
    return SeatLine(0, character.pk, character.name, won, reported)


def sheet_of(*seats: SeatLine, day: int = 1, target: int | None = 100) -> ScoreSheet:
    """A Careers sheet with the seats in this order; without a target a timed game."""
    lines = tuple(
        SeatLine(number, one.character, one.name, one.won, one.figures) for number, one in enumerate(seats, start=1)
    )
    mode = "formula" if target else "timed"
    return ScoreSheet("careers", "london", on_day(day), lines, mode, target)


def a_table(
    season: Season,
    reference: str,
    *seats: SeatLine,
    day: int = 1,
    target: int | None = 100,
    confirm: bool = True,
    review: bool = True,
    by: User | None = None,
) -> SeasonGame:
    """A reported game of the season, confirmed and reviewed unless told otherwise."""
    sheet = sheet_of(*seats, day=day, target=target)
    game = report_game(season=season, reference=reference, sheet=sheet, source="web", confirm=confirm, by=by)
    if confirm and review:
        review_waiting()
    return game


def a_member(season: Season, name: str, role: str = Role.PLAYER) -> User:
    """Somebody with a role in the season's league."""
    user, _ = User.objects.get_or_create(username=name)
    Membership.objects.create(league=season.league, user=user, role=role)
    return user


def an_organiser(season: Season) -> User:
    return a_member(season, "olga", Role.ORGANISER)


def owner_of(character: Character) -> User:
    """The owner as a player of the character's league."""
    user = User.objects.get(pk=character.owner_id)
    league = character.enrolment.league
    Membership.objects.get_or_create(league=league, user=user, defaults={"role": Role.PLAYER})
    return user
