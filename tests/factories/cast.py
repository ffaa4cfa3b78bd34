"""Ada, Bo, Cleo and Dev, together with their season."""

from typing import Any

from characters.models import Character
from league.models import Season
from tests.factories.characters import a_character, hire
from tests.factories.seasons import a_season


def a_staffed_season(**settings: Any) -> tuple[Season, Character, Character, Character, Character]:
    """A season and its cast: Ada and Cleo of Lister & Bacon, Bo and Dev of Harrods."""
    season = a_season(**settings)
    return (
        season,
        hire(season, "Ada"),
        hire(season, "Bo", specialty="sales_marketing"),
        hire(season, "Cleo"),
        hire(season, "Dev", specialty="sales_marketing"),
    )


Cast = tuple[Character, Character, Character, Character]


def the_cast(season: Season) -> Cast:
    """Ada, Bo, Cleo and Dev."""
    return (
        a_character(season, "Ada", company="agrivi", level="senior"),
        a_character(season, "Bo", company="harrods", level="entry"),
        a_character(season, "Cleo", company="agrivi", level="entry"),
        a_character(season, "Dev", company="harrods", level="manager", status="retired"),
    )
